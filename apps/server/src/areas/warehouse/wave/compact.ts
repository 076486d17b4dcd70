import type { FloorPlan } from './floor.ts';

/** The walk that one order adds to a wave. */
export interface Batchable {
  outboundId: number;
  locationIds: readonly number[];
}

/** Above this number of locations, straight distances replace walks between all of them. */
const MOST_PLACES = 1_500;

/**
 * Groups orders into compact waves: a wave starts with the order farthest from the start of walks and adds the one with
 * the shortest extra way (sum of its locations' distances to the nearest location of the wave) until `fits` says no.
 * Orders with undrawn locations come last, in their order.
 */
export function compactWaves<O extends Batchable>(
  orders: readonly O[],
  plan: FloorPlan,
  from: number | null,
  fits: (wave: readonly O[], next: O) => boolean,
): O[][] {
  const spotsOf = new Map(orders.map((order) => [order, order.locationIds.map((id) => plan.spotOf(id))]));
  const drawn = orders.filter((order) => spotsOf.get(order)?.every((spot) => spot !== undefined));
  const spots = [...new Set(drawn.flatMap((order) => spotsOf.get(order) ?? []))] as number[];
  const placeOf = new Map(spots.map((spot, i) => [spot, i]));
  const start = from === null ? undefined : plan.spotOf(from);
  const far = distanceBetween(plan, start === undefined ? spots : [...spots, start]);
  const places = (order: O) => [...new Set(spotsOf.get(order))].map((spot) => placeOf.get(spot ?? 0) ?? 0);
  const left = drawn.map((order) => ({ order, places: places(order) }));
  const reach = (one: (typeof left)[0]) =>
    start === undefined ? 0 : Math.max(...one.places.map((place) => far(spots.length, place)));
  left.sort((a, b) => reach(b) - reach(a) || a.order.outboundId - b.order.outboundId);

  const waves: O[][] = [];
  while (left.length > 0) {
    const wave: O[] = [];
    const nearest = new Float64Array(spots.length).fill(Number.POSITIVE_INFINITY);
    for (let at = 0; at !== -1; ) {
      const [one] = left.splice(at, 1);
      if (!one) break;
      wave.push(one.order);
      for (const place of one.places)
        for (let i = 0; i < spots.length; i++) nearest[i] = Math.min(nearest[i] ?? 0, far(place, i));
      at = leastAdded(left, nearest, (order) => fits(wave, order));
    }
    waves.push(wave);
  }
  return [
    ...waves,
    ...cut(
      orders.filter((order) => !placeable(spotsOf.get(order))),
      fits,
    ),
  ];
}

const placeable = (spots: readonly (number | undefined)[] | undefined) => spots?.every((spot) => spot !== undefined);

function leastAdded<O>(
  left: readonly { order: O; places: readonly number[] }[],
  nearest: Float64Array,
  fits: (order: O) => boolean,
): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [i, { order, places }] of left.entries()) {
    let added = 0;
    for (const place of places) added += nearest[place] ?? 0;
    if (added < least && fits(order)) [best, least] = [i, added];
  }
  return best;
}

/** In their order, as many as fit. */
export function cut<O>(orders: readonly O[], fits: (wave: readonly O[], next: O) => boolean): O[][] {
  const waves: O[][] = [];
  for (const order of orders) {
    const wave = waves.at(-1);
    if (wave && fits(wave, order)) wave.push(order);
    else waves.push([order]);
  }
  return waves;
}

function distanceBetween(plan: FloorPlan, spots: readonly number[]): (a: number, b: number) => number {
  const n = spots.length;
  if (n <= MOST_PLACES) {
    const walks = plan.walks(spots);
    return (a, b) => walks[a * n + b] ?? 0;
  }
  const cells = spots.map((spot) => plan.cellOf(spot));
  return (a, b) =>
    Math.abs((cells[a]?.column ?? 0) - (cells[b]?.column ?? 0)) + Math.abs((cells[a]?.row ?? 0) - (cells[b]?.row ?? 0));
}
