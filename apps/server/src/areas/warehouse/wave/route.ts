import type { WaveMethod } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { FloorPlan, type Place } from './floor.ts';
import { type Distances, shortTour } from './tour.ts';

/** A location to pick from. `pathOrder`: its number on the pick path. */
export interface Stop {
  locationId: number;
  pathOrder: number;
}

export interface Route {
  /** Position of each location on the walk, from 1. */
  placeOf: Map<number, number>;
  /** Length of the drawn part. Null if nothing is drawn. */
  walkMm: number | null;
}

interface Ends {
  from: number | null;
  to: number | null;
}

/**
 * The order in which a picker visits locations: a short tour of the drawn ones from start to end of the walk, then the
 * others by number. Without a plan all go by number.
 */
export function routeOf(plan: FloorPlan | undefined, stops: readonly Stop[], ends: Ends): Route {
  const byNumber = [...new Map(stops.map((stop) => [stop.locationId, stop])).values()].sort(
    (a, b) => a.pathOrder - b.pathOrder || a.locationId - b.locationId,
  );
  const drawn = byNumber.filter((stop) => plan?.spotOf(stop.locationId) !== undefined);
  if (!plan || drawn.length === 0) return { placeOf: numbered(byNumber), walkMm: null };
  const atSpot = Map.groupBy(drawn, (stop) => plan.spotOf(stop.locationId) ?? 0);
  const spots = [...atSpot.keys()];
  const tour = shortTour(distancesOf(plan, spots, ends), [spots.map((_, i) => i + 1), ...upAndDown(plan, spots)]);
  const walked = tour.order.flatMap((node) => atSpot.get(spots[node - 1] ?? 0) ?? []);
  const rest = byNumber.filter((stop) => plan.spotOf(stop.locationId) === undefined);
  return { placeOf: numbered([...walked, ...rest]), walkMm: tour.length };
}

/**
 * Walks in sequence, their tasks numbered after `before`. The first starts where the picker is, the others where the
 * one before ended.
 */
export function numberWalks<S extends Stop>(
  plan: FloorPlan | undefined,
  walks: readonly (readonly S[])[],
  { from, to }: Ends,
  before = 0,
): { placeOf: Map<S, number>; walkMm: number | null } {
  const placeOf = new Map<S, number>();
  let walkMm: number | null = 0;
  let last = before;
  for (const [i, walk] of walks.entries()) {
    const route = routeOf(plan, walk, { from: i === 0 ? from : to, to });
    for (const stop of walk) placeOf.set(stop, last + (route.placeOf.get(stop.locationId) ?? 0));
    walkMm = walkMm === null || route.walkMm === null ? null : walkMm + route.walkMm;
    last += route.placeOf.size;
  }
  return { placeOf, walkMm };
}

const numbered = (stops: readonly Stop[]) => new Map(stops.map((stop, i) => [stop.locationId, i + 1]));

/** If the end is not drawn, the walk may end anywhere. */
function distancesOf(plan: FloorPlan, spots: readonly number[], ends: Ends): Distances {
  const from = ends.from === null ? undefined : plan.spotOf(ends.from);
  const to = ends.to === null ? undefined : plan.spotOf(ends.to);
  const first = spots[0] ?? 0;
  const walks = plan.walks([from ?? first, ...spots, to ?? first]);
  const size = spots.length + 2;
  const free = (node: number) => {
    for (let i = 0; i < size; i++) walks[node * size + i] = walks[i * size + node] = 0;
  };
  if (from === undefined) free(0);
  if (to === undefined) free(size - 1);
  return { size, walks };
}

/** S-shapes along the columns and along the rows of the plan, each in the opposite direction of the one before. */
function upAndDown(plan: FloorPlan, spots: readonly number[]): number[][] {
  const cells = spots.map((spot, i) => ({ node: i + 1, ...plan.cellOf(spot) }));
  return (['column', 'row'] as const).map((lane) => {
    const along = lane === 'column' ? 'row' : 'column';
    const lanes = [...Map.groupBy(cells, (cell) => cell[lane])].sort(([a], [b]) => a - b);
    return lanes.flatMap(([, cellsOfLane], i) =>
      cellsOfLane
        .sort((a, b) => (i % 2 === 0 ? a[along] - b[along] : b[along] - a[along]) || a.node - b.node)
        .map((cell) => cell.node),
    );
  });
}

/** The floor plan of a warehouse. Empty if not drawn. */
export async function loadPlan(tx: Tx, warehouseId: number): Promise<FloorPlan | undefined> {
  const places = await tx.rows<Place & Record<string, unknown>>(
    sql`select id, x_mm, y_mm, width_mm, depth_mm,
       kind not in ('packing', 'receiving') as rack
     from location where company_id = ${sql.company} and warehouse_id = ${warehouseId} and enabled and x_mm is not null and y_mm is not null
       and width_mm is not null and depth_mm is not null order by id`,
  );
  return places.length === 0 ? undefined : new FloorPlan(places);
}

type OpenStop = Stop & { id: number; outboundId: number; slot: number };

/** Order by order: a started order is finished first. */
function walksOf(method: WaveMethod, stops: readonly OpenStop[], begun: number | undefined): OpenStop[][] {
  if (method !== 'orders') return [[...stops]];
  const rank = ({ outboundId, slot }: OpenStop) => (outboundId === begun ? 0 : slot);
  return [...Map.groupBy(stops, rank)].sort(([a], [b]) => a - b).map(([, walk]) => walk);
}

/**
 * After changes to a wave's pick tasks, reorders the open ones from the picker's last location. Tasks being picked
 * right now keep their place.
 */
export async function rerouteWave(tx: Tx, waveId: number): Promise<void> {
  const stops = await tx.rows<OpenStop & { method: WaveMethod; warehouseId: number; packingLocationId: number }>(
    sql`select p.id, p.outbound_id, coalesce(o.slot, 0) as slot, p.location_id,
       l.path_order, w.method, l.warehouse_id, o.packing_location_id
     from pick_line p join location l on l.company_id = ${sql.company} and l.id = p.location_id
     join wave w on w.company_id = ${sql.company} and w.id = p.wave_id
     join outbound o on o.company_id = ${sql.company} and o.id = p.outbound_id
     where p.company_id = ${sql.company} and p.wave_id = ${waveId} and p.state = 'open' order by p.id for update of p skip locked`,
  );
  const [first] = stops;
  if (!first) return;
  const plan = await loadPlan(tx, first.warehouseId);
  // By location number they are already in order.
  if (!plan && first.method !== 'orders') return;
  const [last] = await tx.rows<{ outboundId: number; locationId: number; pathOrder: number }>(
    sql`select outbound_id, location_id, max(path_order) over () as "pathOrder" from pick_line
     where company_id = ${sql.company} and wave_id = ${waveId} and picked_at is not null order by picked_at desc, id desc limit 1`,
  );
  const ends = { from: last?.locationId ?? first.packingLocationId, to: first.packingLocationId };
  const { placeOf } = numberWalks(plan, walksOf(first.method, stops, last?.outboundId), ends, last?.pathOrder);
  const ids = stops.map((stop) => stop.id);
  await tx.rows(
    sql`update pick_line p set path_order = r.place from unnest(${ids}::bigint[], ${stops.map((stop) => placeOf.get(stop) ?? 0)}::int[]) as r(id, place)
     where p.company_id = ${sql.company} and p.id = any(${ids}::bigint[]) and p.id = r.id`,
  );
}
