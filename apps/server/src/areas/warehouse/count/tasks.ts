import type { TaskReason } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';

export interface Desired {
  warehouseId: number;
  locationId: number;
  /** Undefined: all contents of the location are in doubt. */
  productId?: number;
  reason: TaskReason;
  /** Units in doubt: the largest number is counted first. */
  weight: number;
  detail?: Record<string, unknown>;
}

const COUNTED_ALREADY = sql`exists (select from count_location p where p.company_id = ${sql.company} and p.count_id = t.count_id
  and p.location_id = t.location_id and p.round > 0)`;

/**
 * Adds a count task for a location with a suspected variance. A repeated report raises its weight. A report during a
 * count opens another task.
 */
export function wantCounts(tx: Tx, desired: readonly Desired[]): void {
  if (desired.length === 0) return;
  tx.later(
    sql`insert into count_task as t (company_id, warehouse_id, location_id, product_id, reason, weight, detail, created_at)
     select ${sql.company}, r."warehouseId", r."locationId", coalesce(r."productId", 0), r.reason, sum(r.weight), (array_agg(r.detail))[1], ${tx.now}
     from jsonb_to_recordset(${JSON.stringify(desired)}::jsonb) as r("warehouseId" bigint, "locationId" bigint, "productId" bigint, reason text,
       weight int, detail jsonb) group by 2, 3, 4, 5 order by 3, 4, 5
     on conflict (company_id, location_id, product_id, reason) where state <> 'done'
     do update set weight = least(t.weight::bigint + excluded.weight, 1000000), times = t.times + 1, detail = excluded.detail,
       state = case when ${COUNTED_ALREADY} then 'open' else t.state end, count_id = case when ${COUNTED_ALREADY} then null else t.count_id end
     returning 1`,
  );
}

/**
 * A provider's stock differs from ours, so units may never have left our own warehouses. Adds count tasks for these
 * products in the warehouses that recently shipped them there.
 */
export async function wantCountsAtSenders(
  tx: Tx,
  warehouseId: number,
  doubts: readonly { productId: number; weight: number }[],
): Promise<void> {
  if (doubts.length === 0) return;
  const weightOf = new Map(doubts.map((one) => [one.productId, one.weight]));
  const places = await tx.rows<{ warehouseId: number; locationId: number; productId: number }>(
    sql`select distinct b.warehouse_id as "warehouseId", b.location_id as "locationId", b.product_id as "productId"
     from stock_transfer t join transfer_line l on l.company_id = ${sql.company} and l.transfer_id = t.id and l.shipped > 0
       and l.product_id = any(${[...weightOf.keys()]}::bigint[])
     join warehouse w on w.company_id = ${sql.company} and w.id = t.from_id and w.provider_code = ''
     join bin_stock b on b.company_id = ${sql.company} and b.warehouse_id = t.from_id and b.product_id = l.product_id and b.on_hand > 0
     where t.company_id = ${sql.company} and t.to_id = ${warehouseId} and t.submitted_at >= ${tx.now}::timestamptz - interval '90 days'`,
  );
  wantCounts(
    tx,
    places.map((place) => ({ ...place, reason: 'negative', weight: weightOf.get(place.productId) ?? 1 })),
  );
}

/** A location was counted: its tasks wait until this count is booked. */
export async function takeTasks(
  tx: Tx,
  { id, productIds }: { id: number; productIds: readonly number[] | null },
  locationId: number,
): Promise<void> {
  await tx.rows(
    sql`update count_task set state = 'planned', count_id = ${id} where company_id = ${sql.company} and location_id = ${locationId} and state <> 'done'
       and (${productIds}::bigint[] is null or product_id = any(${productIds}::bigint[]))`,
  );
}

/** The count is booked: closes the tasks it covered. */
export async function settleTasks(tx: Tx, countId: number): Promise<void> {
  await tx.rows(
    sql`update count_task set state = 'done', done_at = ${tx.now} where company_id = ${sql.company} and count_id = ${countId} and state = 'planned'`,
  );
}

/** Reopens the tasks of a cancelled count, and those of uncounted locations when a count ends. */
export async function freeTasks(tx: Tx, countId: number, which: 'all' | 'uncounted'): Promise<void> {
  await tx.rows(
    sql`update count_task t set state = 'open', count_id = null
     where t.company_id = ${sql.company} and t.count_id = ${countId} and t.state = 'planned' and (${which} = 'all' or not exists (select from count_location p
       where p.company_id = ${sql.company} and p.count_id = ${countId} and p.location_id = t.location_id and p.round > 0 and not p.again))`,
  );
}
