import type { SuggestedPlace } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { notFound } from '../../../core/errors.ts';
import { openGates } from '../locks.ts';
import { seesWarehouse } from '../outbound/detail.ts';

/** A location that could take the units. */
export interface Place {
  locationId: number;
  code: string;
  kind: string;
  enabled: boolean;
  pathOrder: number;
  /** Units that fit. Null: no capacity set. */
  capacity: number | null;
  /** Units in it, of any product and condition. */
  units: number;
  same: boolean;
  sameBatch: boolean;
}

export interface Wish {
  quantity: number;
  /** Picked often enough to belong near the front. */
  fast: boolean;
  /** Positions of its category on the pick path. */
  categoryPath: number | null;
}

const SHELVES = ['storage', 'picking'];
const AT_MOST = 5;

/**
 * Distributes units over locations: with the same product (its batch first), then into empty ones near it, near its
 * category, at the front for fast movers, else at the start of storage. Never above capacity. Units without room are
 * left out.
 */
export function choosePlaces(places: readonly Place[], wish: Wish): SuggestedPlace[] {
  const usable = places.filter(
    (place) => place.enabled && SHELVES.includes(place.kind) && (place.same || place.units === 0),
  );
  const home = usable.filter((place) => place.same).sort((a, b) => a.pathOrder - b.pathOrder)[0]?.pathOrder ?? null;
  const ranked = usable
    .map((place) => ({ place, why: whyOf(place, wish, home), far: distance(place, wish, home) }))
    .sort(
      (a, b) =>
        RANK[a.why] - RANK[b.why] ||
        a.far - b.far ||
        a.place.pathOrder - b.place.pathOrder ||
        a.place.locationId - b.place.locationId,
    );
  let left = wish.quantity;
  const chosen: SuggestedPlace[] = [];
  for (const { place, why } of ranked) {
    if (left === 0 || chosen.length === AT_MOST) break;
    const room = place.capacity === null ? null : place.capacity - place.units;
    const quantity = Math.min(left, room ?? left);
    if (quantity <= 0) continue;
    left -= quantity;
    chosen.push({ locationId: place.locationId, code: place.code, quantity, room, why });
  }
  return chosen;
}

const RANK = { sameBatch: 0, same: 1, nearSame: 2, nearCategory: 3, fast: 3, empty: 3 } as const;

function whyOf(place: Place, wish: Wish, home: number | null): SuggestedPlace['why'] {
  if (place.same) return place.sameBatch ? 'sameBatch' : 'same';
  if (home !== null) return 'nearSame';
  if (wish.fast) return 'fast';
  return wish.categoryPath === null ? 'empty' : 'nearCategory';
}

/** Lower goes first. A slow mover with no neighbour goes to storage, not to picking locations. */
function distance(place: Place, wish: Wish, home: number | null): number {
  if (place.same) return place.pathOrder;
  if (home !== null) return Math.abs(place.pathOrder - home);
  if (wish.fast) return place.pathOrder + (place.kind === 'picking' ? 0 : FAR);
  if (wish.categoryPath !== null) return Math.abs(place.pathOrder - wish.categoryPath);
  return place.pathOrder + (place.kind === 'storage' ? 0 : FAR);
}
const FAR = 10_000_000;

/** Picks in thirty days that make a fast mover: one a day. */
const FAST_PICKS = 30;

interface Requested {
  warehouseId: number;
  productId: number;
  batchId: number;
  quantity: number;
}

/** Empty during a full count: contents of locations are uncertain then. */
export async function suggestPlaces(tx: Tx, requested: Requested): Promise<SuggestedPlace[]> {
  if (!seesWarehouse(tx, requested.warehouseId)) throw notFound('warehouse.notFound');
  const gate = (await openGates(tx, [requested.warehouseId])).get(requested.warehouseId);
  if (!gate) throw notFound('warehouse.notFound');
  if (gate.counting) return [];
  const [habits] = await tx.rows<{ fast: boolean; categoryPath: number | null; home: number | null }>(
    sql`select (select count(*) >= ${sql.literal(FAST_PICKS)} from (select 1 from stock_movement m where m.company_id = ${sql.company} and m.product_id = ${requested.productId}
         and m.warehouse_id = ${requested.warehouseId} and m.reason = 'pick' and m.on_hand < 0 and m.at > ${tx.now}::timestamptz - interval '30 days'
         limit ${sql.literal(FAST_PICKS)}) x) as fast,
       (select min(l.path_order) from bin_stock b join location l on l.company_id = ${sql.company} and l.id = b.location_id
         and l.kind in ('storage', 'picking') where b.company_id = ${sql.company} and b.warehouse_id = ${requested.warehouseId} and b.product_id = ${requested.productId}
         and b.condition = 'good' and b.on_hand > 0) as home,
       (select l.path_order from product p join product q on q.company_id = ${sql.company} and q.category_id = p.category_id and q.id <> p.id
         join bin_stock b on b.company_id = ${sql.company} and b.warehouse_id = ${requested.warehouseId} and b.product_id = q.id and b.on_hand > 0
         join location l on l.company_id = ${sql.company} and l.id = b.location_id and l.kind in ('storage', 'picking')
         where p.company_id = ${sql.company} and p.id = ${requested.productId} limit 1) as "categoryPath"`,
  );
  const wish = {
    quantity: requested.quantity,
    fast: habits?.fast ?? false,
    categoryPath: habits?.categoryPath ?? null,
  };
  const near = habits?.home ?? (wish.fast ? 0 : wish.categoryPath) ?? 0;
  return choosePlaces(await placesFor(tx, requested, near), wish);
}

const EMPTY_LOOKED_AT = 50;

/** The product's locations, and the nearest empty ones of either kind. */
function placesFor(tx: Tx, { warehouseId, productId, batchId }: Requested, near: number): Promise<Place[]> {
  const place = sql`l.id as "locationId", l.code, l.kind, l.enabled, l.path_order, l.capacity`;
  const empty = (kind: Sql) => sql`(select ${place}, 0 as units, false as same, false as "sameBatch" from location l
    where l.company_id = ${sql.company} and l.warehouse_id = ${warehouseId} and l.enabled and l.kind = ${kind} and not exists (
      select 1 from bin_stock b where b.company_id = ${sql.company} and b.location_id = l.id and b.on_hand > 0)
    order by abs(l.path_order - ${near}::int), l.id limit ${sql.literal(EMPTY_LOOKED_AT)})`;
  return tx.rows<Place & Record<string, unknown>>(
    sql`(select ${place}, (select sum(a.on_hand)::int from bin_stock a where a.company_id = ${sql.company} and a.location_id = l.id) as units,
        true as same, bool_or(b.batch_id = ${batchId} and b.batch_id <> 0) as "sameBatch"
      from bin_stock b join location l on l.company_id = ${sql.company} and l.id = b.location_id
      where b.company_id = ${sql.company} and b.warehouse_id = ${warehouseId} and b.product_id = ${productId} and b.condition = 'good' and b.on_hand > 0
        and l.enabled and l.kind in ('storage', 'picking') group by l.company_id, l.id order by l.path_order limit 50)
     union all ${empty(sql`'picking'`)} union all ${empty(sql`'storage'`)}`,
  );
}
