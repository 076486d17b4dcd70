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

it('lets who has had more than its share wait while others work and the process is loaded, and nobody otherwise', async () => {
  let loaded = true;
  const turns = new Turns(8, 60_000, () => loaded);
  const use = async (company: number, ms: number) => (await turns.take(company))(ms);
  const waits = async (company: number) => {
    const turn = turns.take(company);
    const first = await Promise.race([
      turn.then(() => false),
      new Promise((resolve) => setTimeout(() => resolve(true), 80)),
    ]);
    return { first, end: async () => (await turn)() };
  };
  // Alone it may have all there is.
  await use(1, 4_000);
  await use(1, 4_000);
  expect((await waits(1)).first).toBe(false);
  // Beside another one it waits, which does not.
  await use(2, 10);
  const one = await waits(1);
  expect(one.first).toBe(true);
  expect((await waits(2)).first).toBe(false);
  // What waits goes on when there is nobody in the way.
  loaded = false;
  await one.end();
  expect((await waits(1)).first).toBe(false);
});
