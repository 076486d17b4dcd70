import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, type Bin, type Need } from './allocate.ts';
import { planWaves } from './plan.ts';

const bin = (locationId: number, more: Partial<Bin> = {}): Bin => ({
  locationId,
  productId: 1,
  batchId: 0,
  expiresOn: null,
  free: 10,
  doubted: false,
  kind: 'picking',
  area: 'A',
  pathOrder: locationId,
  ...more,
});
const need = (outboundId: number, quantity: number, more: Partial<Need> = {}): Need => ({
  outboundId,
  outboundLineId: outboundId * 10,
  productId: 1,
  quantity,
  ...more,
});

describe('allocate', () => {
  it('takes from picking locations before storage, and leftovers of packing last', () => {
    const bins = [bin(1, { kind: 'packing' }), bin(2, { kind: 'storage' }), bin(3)];
    const { picks } = allocate([need(1, 10), need(2, 10), need(3, 10)], bins);
    expect(picks.map((p) => p.locationId)).toEqual([3, 2, 1]);
  });

  it('takes what runs out first, even from storage and from two places', () => {
    const bins = [
      bin(1),
      bin(2, { kind: 'storage', batchId: 7, expiresOn: '2026-12-01', free: 4 }),
      bin(3, { batchId: 8, expiresOn: '2027-01-01', free: 4 }),
    ];
    const { picks } = allocate([need(1, 5)], bins);
    expect(picks.map((p) => [p.batchId, p.quantity])).toEqual([
      [7, 4],
      [8, 1],
    ]);
  });

  it('prefers one stop over two', () => {
    const { picks } = allocate([need(1, 5)], [bin(1, { free: 3 }), bin(2, { free: 5 })]);
    expect(picks.map((p) => [p.locationId, p.quantity])).toEqual([[2, 5]]);
  });

  it('asks a bin that ran short last, until it is counted', () => {
    const bins = [bin(1, { doubted: true }), bin(2, { free: 3 }), bin(3, { free: 3, kind: 'storage' })];
    const { picks } = allocate([need(1, 5), need(2, 4)], bins);
    expect(picks.map((p) => [p.outboundId, p.locationId, p.quantity])).toEqual([
      [1, 2, 3],
      [1, 3, 2],
      [2, 3, 1],
      [2, 1, 3],
    ]);
  });

  it('does not open storage for one stop while picking locations can share the line', () => {
    const bins = [bin(1, { free: 3 }), bin(2, { free: 3 }), bin(3, { free: 50, kind: 'storage' })];
    const { picks } = allocate([need(1, 6)], bins);
    expect(picks.map((p) => p.locationId)).toEqual([1, 2]);
  });

  it('gives back what an order had been promised when one of its lines cannot be filled', () => {
    const lines = [need(1, 4), need(1, 1, { outboundLineId: 11, productId: 2 }), need(2, 10)];
    const { picks, missing } = allocate(lines, [bin(1)]);
    expect([...missing]).toEqual([[1, 2]]);
    expect(picks.map((p) => [p.outboundId, p.quantity])).toEqual([[2, 10]]);
  });

  const quantity = fc.integer({ min: 1, max: 6 });
  const product = fc.integer({ min: 1, max: 3 });
  const anyNeeds = fc.array(fc.record({ outboundId: fc.integer({ min: 1, max: 8 }), productId: product, quantity }), {
    maxLength: 16,
  });
  const anyBins = fc.uniqueArray(
    fc.record({
      locationId: fc.integer({ min: 1, max: 9 }),
      productId: product,
      batchId: fc.constant(0),
      expiresOn: fc.constantFrom(null, '2026-12-01', '2027-01-01'),
      free: fc.nat({ max: 8 }),
      doubted: fc.boolean(),
      kind: fc.constantFrom('picking', 'storage', 'packing'),
      area: fc.constantFrom('A', 'B'),
      pathOrder: fc.nat({ max: 20 }),
    }),
    { selector: (b) => `${b.locationId}/${b.productId}`, maxLength: 14 },
  );

  it('never promises more than a bin holds, fills orders wholly or not at all, and refuses only what truly lacks', () => {
    fc.assert(
      fc.property(anyNeeds, anyBins, (raw, bins) => {
        const needs = raw.map((n, i) => ({ ...n, outboundLineId: i + 1 })).sort((a, b) => a.outboundId - b.outboundId);
        const before = structuredClone(bins);
        const { picks, missing } = allocate(needs, bins);
        expect(bins).toEqual(before);
        for (const b of bins) {
          const promised = picks.filter((p) => p.locationId === b.locationId && p.productId === b.productId);
          expect(promised.reduce((sum, p) => sum + p.quantity, 0)).toBeLessThanOrEqual(b.free);
        }
        for (const line of needs) {
          const got = picks
            .filter((p) => p.outboundLineId === line.outboundLineId)
            .reduce((sum, p) => sum + p.quantity, 0);
          expect(got).toBe(missing.has(line.outboundId) ? 0 : line.quantity);
        }
        for (const [outboundId, productId] of missing) {
          const free = (id: number) => bins.filter((b) => b.productId === id).reduce((sum, b) => sum + b.free, 0);
          const taken = picks.filter((p) => p.productId === productId && p.outboundId < outboundId);
          const desired = needs.filter((n) => n.outboundId === outboundId && n.productId === productId);
          const left = free(productId) - taken.reduce((sum, p) => sum + p.quantity, 0);
          expect(left).toBeLessThan(desired.reduce((sum, n) => sum + n.quantity, 0));
        }
      }),
    );
  });
});

describe('planWaves', () => {
  const planned = (outboundId: number, channelId: number | null, ...areas: string[]) => ({
    outboundId,
    channelId,
    picks: areas.map((area, i) => ({
      ...need(outboundId, 1),
      locationId: i,
      batchId: 0,
      pathOrder: outboundId * 100 + i,
      area,
    })),
  });

  it('keeps channels and areas apart when asked to, and cuts at the most orders of a wave', () => {
    const all = [
      planned(1, 7, 'A'),
      planned(2, 8, 'A'),
      planned(3, 7, 'B'),
      planned(4, 7, 'A', 'B'),
      planned(5, 7, 'A'),
    ];
    const ids = (rules: Parameters<typeof planWaves>[1]) =>
      planWaves(all, rules).map((w) => w.members.map((o) => o.outboundId));
    expect(ids({})).toEqual([[1, 2, 3, 4, 5]]);
    expect(ids({ sameChannel: true })).toEqual([[1, 3, 4, 5], [2]]);
    expect(ids({ sameArea: true })).toEqual([[1, 2, 5], [3], [4]]);
    expect(ids({ maxOrders: 2 })).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('puts neighbours on the walking path into one wave', () => {
    const far = { ...planned(1, null, 'A'), picks: planned(9, null, 'A').picks };
    expect(
      planWaves([far, planned(2, null, 'A'), planned(3, null, 'A')], { maxOrders: 2 }).map((w) =>
        w.members.map((o) => o.outboundId),
      ),
    ).toEqual([[2, 3], [1]]);
  });
});
