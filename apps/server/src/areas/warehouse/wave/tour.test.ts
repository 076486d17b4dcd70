import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../testing/property.ts';
import { cut } from './compact.ts';
import { FloorPlan, type Place } from './floor.ts';
import { planWaves } from './plan.ts';
import { routeOf } from './route.ts';
import { type Distances, lengthOf, shortTour } from './tour.ts';

/**
 * Two aisles of three bays on each side, racks back to back between them. The packing station is below the first aisle.
 */
const BAY = 1_000;
const PACKING = 99;
function floor(): Place[] {
  const places: Place[] = [{ id: PACKING, xMm: 1_500, yMm: 6_000, widthMm: 1_000, depthMm: 1_000, rack: false }];
  // Racks stand at 0, 3, 4 and 7 m; aisles between 1 and 3 m and between 5 and 7 m.
  for (const [rack, xMm] of [0, 3_000, 4_000, 7_000].entries())
    for (let bay = 0; bay < 3; bay++)
      places.push({ id: rack * 10 + bay, xMm, yMm: bay * BAY, widthMm: BAY, depthMm: BAY, rack: true });
  return places;
}
const stops = (...ids: number[]) => ids.map((locationId) => ({ locationId, pathOrder: locationId }));
const visited = (ids: number[], order: readonly number[] = ids) => {
  const route = routeOf(new FloorPlan(floor()), stops(...order), { from: PACKING, to: PACKING });
  return [...route.placeOf].sort(([, a], [, b]) => a - b).map(([id]) => id);
};

describe('a walk on a floor', () => {
  it('goes along aisles and not through racks', () => {
    const plan = new FloorPlan(floor());
    const [a, b, c] = [20, 10, 12].map((id) => plan.spotOf(id) ?? 0);
    const walks = plan.walks([a ?? 0, b ?? 0, c ?? 0]);
    // Back to back, but in two aisles: round the racks, past the last bay at the nearer end.
    expect(walks[1]).toBeGreaterThanOrEqual(4_000);
    expect(walks[5]).toBe(2_000);
    expect([...walks].filter((_, i) => i % 4 === 0)).toEqual([0, 0, 0]);
    // The two sides of one aisle are served from one place or its neighbour.
    expect(Math.abs((plan.spotOf(0) ?? 0) - (plan.spotOf(10) ?? 0))).toBeLessThanOrEqual(3);
  });

  it('finds the best tour of a small floor: up one aisle, down the other', () => {
    const walk = visited([0, 2, 12, 20, 32]).join(' ');
    // 2 and 12 face each other: either may come first.
    expect(['2 12 0 20 32', '12 2 0 20 32', '32 20 0 12 2', '32 20 0 2 12']).toContain(walk);
    const plan = new FloorPlan(floor());
    const { walkMm } = routeOf(plan, stops(0, 2, 12, 20, 32), { from: PACKING, to: PACKING });
    const spots = [PACKING, 0, 2, 12, 20, 32, PACKING].map((id) => plan.spotOf(id) ?? 0);
    expect(walkMm).toBe(shortest({ size: spots.length, walks: plan.walks(spots) }));
  });

  it('is the same whatever order the stops come in, and puts what is not drawn last', () => {
    expect(visited([0, 2, 12, 20, 32], [32, 0, 20, 2, 12])).toEqual(visited([0, 2, 12, 20, 32]));
    expect(visited([0, 2, 55, 12]).at(-1)).toBe(55);
  });
});

const anyDistances = fc.integer({ min: 1, max: 12 }).chain((n) =>
  fc
    .array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })), {
      minLength: n + 2,
      maxLength: n + 2,
    })
    .map((points): Distances => {
      const size = points.length;
      const walks = new Int32Array(size * size);
      for (const [a, [ax, ay]] of points.entries())
        for (const [b, [bx, by]] of points.entries()) walks[a * size + b] = Math.abs(ax - bx) + Math.abs(ay - by);
      return { size, walks };
    }),
);
const nodes = (distances: Distances) => Array.from({ length: distances.size - 2 }, (_, i) => i + 1);

/** All permutations. */
function shortest(distances: Distances): number {
  const all = (left: number[]): number[][] =>
    left.length === 0
      ? [[]]
      : left.flatMap((node) => all(left.filter((n) => n !== node)).map((rest) => [node, ...rest]));
  return Math.min(...all(nodes(distances)).map((order) => lengthOf(distances, order)));
}

describe('a tour', () => {
  it('visits each stop once and is never longer than where it began', () => {
    fc.assert(
      fc.property(anyDistances, (distances) => {
        const way = nodes(distances);
        const tour = shortTour(distances, [way]);
        expect([...tour.order].sort((a, b) => a - b)).toEqual(way);
        expect(tour.length).toBe(lengthOf(distances, tour.order));
        expect(tour.length).toBeLessThanOrEqual(lengthOf(distances, way));
        expect(shortTour(distances, [way])).toEqual(tour);
      }),
    );
  });

  it('is close to the best where all can be tried', () => {
    fc.assert(
      fc.property(
        anyDistances.filter((d) => d.size <= 8),
        (distances) => {
          const best = shortest(distances);
          expect(shortTour(distances, [nodes(distances)]).length).toBeLessThanOrEqual(best * 1.25);
        },
      ),
      { numRuns: runs(60, 600) },
    );
  });
});

describe('waves on a floor', () => {
  const order = (outboundId: number, ...locationIds: number[]) => ({
    outboundId,
    channelId: null,
    picks: locationIds.map((locationId, i) => ({
      outboundId,
      outboundLineId: outboundId * 10 + i,
      productId: locationId,
      locationId,
      batchId: 0,
      quantity: 1,
      pathOrder: locationId,
      area: 'A',
    })),
  });
  const ground = { plan: new FloorPlan(floor()), packingLocationId: PACKING };

  it('take together what lies in one aisle', () => {
    const waves = planWaves([order(1, 0, 1), order(2, 30, 31), order(3, 12), order(4, 22)], { maxOrders: 2 }, ground);
    expect(waves.map((wave) => wave.members.map((o) => o.outboundId)).sort()).toEqual([
      [1, 3],
      [2, 4],
    ]);
    for (const wave of waves) expect(wave.walkMm).toBeGreaterThan(0);
  });

  it('take each order once and keep the limits, drawn or not', () => {
    const ids = fc.constantFrom(0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32, 55);
    fc.assert(
      fc.property(
        fc.array(fc.array(ids, { minLength: 1, maxLength: 4 }), { maxLength: 14 }),
        fc.integer({ min: 1, max: 5 }),
        fc.option(fc.integer({ min: 1, max: 6 })),
        (all, maxOrders, maxLines) => {
          const waves = planWaves(
            all.map((places, i) => order(i + 1, ...places)),
            { maxOrders, maxLines },
            ground,
          );
          const taken = waves.flatMap((wave) => wave.members.map((o) => o.outboundId));
          expect(taken.sort((a, b) => a - b)).toEqual(all.map((_, i) => i + 1));
          for (const { members } of waves) {
            const lines = members.reduce((n, o) => n + o.picks.length, 0);
            expect(members.length).toBeLessThanOrEqual(maxOrders);
            // An order larger than the limit goes alone.
            if (maxLines && members.length > 1) expect(lines).toBeLessThanOrEqual(maxLines);
          }
        },
      ),
    );
  });

  it('fills waves in order where nothing is drawn', () => {
    expect(cut([1, 2, 3], (wave) => wave.length < 2)).toEqual([[1, 2], [3]]);
  });
});
