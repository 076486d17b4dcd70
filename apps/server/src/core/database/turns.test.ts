import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Turns } from './turns.ts';

it('lets a company have no more than its share, in the order of coming, and all of them in the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ company: fc.integer({ min: 1, max: 3 }), rounds: fc.integer({ min: 0, max: 4 }) }), {
        maxLength: 40,
      }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 3 }),
      async (works, beside, more) => {
        const alone = beside + more;
        const turns = new Turns({ alone, beside, short: Math.ceil(beside / 2) }, 60_000);
        const busy = new Map<number, number>();
        const came = new Map<number, number[]>();
        await Promise.all(
          works.map(async ({ company, rounds }, at) => {
            const giveBack = await turns.take(company);
            busy.set(company, (busy.get(company) ?? 0) + 1);
            came.set(company, [...(came.get(company) ?? []), at]);
            expect(busy.get(company)).toBeLessThanOrEqual(alone);
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
  const turns = new Turns({ alone: 1, beside: 1, short: 1 }, 20);
  const giveBack = await turns.take(1);
  (await turns.take(2))();
  await expect(turns.take(1)).rejects.toThrow('timeout exceeded when trying to connect');
  giveBack();
  (await turns.take(1))();
});

describe('while another company is at work', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A company that takes as many as it may, and what it has. */
  function greedy(turns: Turns, companyId: number) {
    const has: (() => void)[] = [];
    const all: Promise<unknown>[] = [];
    const take = async (more: number) => {
      for (let n = 0; n < more; n++) all.push(turns.take(companyId).then((giveBack) => has.push(giveBack)));
      await vi.advanceTimersByTimeAsync(0);
    };
    const giveBack = async () => {
      has.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    };
    return { has, take, giveBack, end: () => Promise.all(all) };
  }

  it('a company has less, keeps what it has, and has all again a second later', async () => {
    const turns = new Turns({ alone: 4, beside: 3, short: 2 }, 60_000);
    const one = greedy(turns, 1);
    await one.take(5);
    expect(one.has).toHaveLength(4);

    // The other company is served at once.
    (await turns.take(2))();
    await one.giveBack();
    await one.giveBack();
    expect(one.has).toHaveLength(2);
    await one.giveBack();
    expect(one.has).toHaveLength(2);

    await vi.advanceTimersByTimeAsync(1001);
    await one.take(3);
    expect(one.has).toHaveLength(4);
    await one.giveBack();
    await one.end();
  });

  it('work that takes long makes room for the next, up to the share', async () => {
    const turns = new Turns({ alone: 4, beside: 3, short: 1 }, 60_000);
    const other = await turns.take(2);
    const one = greedy(turns, 1);
    await one.take(5);
    const after: number[] = [one.has.length];
    for (let n = 0; n < 4; n++) {
      await vi.advanceTimersByTimeAsync(250);
      after.push(one.has.length);
    }
    expect(after).toEqual([1, 2, 3, 3, 3]);
    await one.giveBack();
    expect(one.has).toHaveLength(3);
    other();
    for (let n = 0; n < 5; n++) await one.giveBack();
    await one.end();
  });
});
