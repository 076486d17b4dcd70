import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('lets a company have no more than its share, in the order of coming, and all of them in the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ company: fc.integer({ min: 1, max: 3 }), rounds: fc.integer({ min: 0, max: 4 }) }), {
        maxLength: 40,
      }),
      fc.integer({ min: 1, max: 4 }),
      async (works, most) => {
        const turns = new Turns(most, 60_000);
        const busy = new Map<number, number>();
        const came = new Map<number, number[]>();
        await Promise.all(
          works.map(async ({ company, rounds }, at) => {
            const giveBack = await turns.take(company);
            busy.set(company, (busy.get(company) ?? 0) + 1);
            came.set(company, [...(came.get(company) ?? []), at]);
            expect(busy.get(company)).toBeLessThanOrEqual(most);
            for (let round = 0; round < rounds; round++) await Promise.resolve();
            busy.set(company, (busy.get(company) ?? 0) - 1);
            giveBack();
            giveBack();
          }),
        );
        expect([...came.values()].flat().length).toBe(works.length);
        for (const order of came.values()) expect(order).toEqual([...order].sort((a, b) => a - b));
      },
    ),
  );
});

it('keeps no other company waiting, and ends a wait that takes too long', async () => {
  const turns = new Turns(1, 20);
  const giveBack = await turns.take(1);
  (await turns.take(2))();
  await expect(turns.take(1)).rejects.toThrow('timeout exceeded when trying to connect');
  giveBack();
  (await turns.take(1))();
});
