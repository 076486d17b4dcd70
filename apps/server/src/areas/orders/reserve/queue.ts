import { z } from 'zod';
import { defineSetting } from '../../../core/company-settings.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { ordersChanged } from '../live.ts';
import type { Shortage } from './plan.ts';

/** Platforms whose orders get stock first when it is short, in the company's order. Others come last. */
export const SERVED_FIRST = defineSetting('orders.servedFirst', z.array(z.string()).max(50), []);

const PROMISED = sql`(case when o.ship_by is not null then o.ship_by else 'infinity'::timestamptz end)`;
// Read once per statement, for any number of orders.
const PLATFORM = sql`coalesce(array_position((select array(select jsonb_array_elements_text(value)) from company_setting
  where company_id = ${sql.company} and key = ${SERVED_FIRST.key}), o.platform), 1000)`;
const PAID = sql`coalesce(o.paid_at, o.ordered_at)`;

/** The queue order: priority, ship-by time, platform, payment time. */
export const SERVING_ORDER = sql`o.priority desc, o.ship_by, ${PLATFORM}, ${PAID}, o.id`;

/** An order's place in the queue: compare with `behind`. */
export interface Place {
  priority: number;
  promised: string;
  platform: number;
  paid: string;
  id: number;
}
export const PLACE = sql`o.priority, ${PROMISED}::text as promised, ${PLATFORM} as platform, ${PAID}::text as paid, o.id`;

const AT_THE_HEAD: Place = { priority: 2 ** 31 - 1, promised: '-infinity', platform: 0, paid: '-infinity', id: 0 };

const KEYS = sql`(${PROMISED}, ${PLATFORM}, ${PAID}, o.id)`;
const keysOf = (at: Place) =>
  sql`(${at.promised}::timestamptz, ${at.platform}::int, ${at.paid}::timestamptz, ${at.id}::bigint)`;
/** Ahead of this place. */
export const before = (at: Place): Sql =>
  sql`(o.priority > ${at.priority} or (o.priority = ${at.priority} and ${KEYS} < ${keysOf(at)}))`;
const behind = (at: Place): Sql =>
  sql`(o.priority < ${at.priority} or (o.priority = ${at.priority} and ${KEYS} > ${keysOf(at)}))`;

const WAITING = sql`o.company_id = ${sql.company} and o.status = 'allocate'
  and o.shop_id not in (select id from shop where company_id = ${sql.company} and fulfilment = 'manual')`;
/** Warehouses that can allocate stock. */
export const OPEN_WAREHOUSE = sql`w.enabled and not w.counting and w.kind <> 'platform'`;

/**
 * Finds one order by its key, whatever other conditions follow: otherwise the planner would read all waiting orders.
 */
export const orderById = (id: Sql): Sql =>
  sql`lateral (select * from sales_order o where o.company_id = ${sql.company} and o.id = ${id} offset 0) o`;

/**
 * The next orders to try, in queue order: those never tried, and short ones whose missing product is now in stock. Does
 * not read orders that wait for other products.
 */
export function nextInQueue(tx: Tx, after: Place = AT_THE_HEAD, limit = 1000): Promise<Place[]> {
  return tx.rows<Place & Record<string, unknown>>(
    sql`with free as materialized (
       select b.product_id, b.warehouse_id, b.available from stock_balance b
       join warehouse w on w.company_id = ${sql.company} and w.id = b.warehouse_id and ${OPEN_WAREHOUSE}
       where b.company_id = ${sql.company} and b.available > 0
     ), woken as materialized (
       select s.order_id, array_agg(f.warehouse_id) as places from free f
       join order_shortage s on s.company_id = ${sql.company} and s.product_id = f.product_id and s.quantity <= f.available group by s.order_id
     ), untried as (
       select o.* from sales_order o where ${WAITING} and o.exception is null and ${behind(after)} order by ${SERVING_ORDER} limit ${limit}
     ), short as (
       select o.* from woken k, ${orderById(sql`k.order_id`)}
       where ${WAITING} and o.exception = 'stock' and (o.warehouse_id is null or o.warehouse_id = any(k.places)) and ${behind(after)}
       order by ${SERVING_ORDER} limit ${limit}
     )
     select ${PLACE} from (select * from untried union all select * from short) o order by ${SERVING_ORDER} limit ${limit}`,
  );
}

/** They keep waiting: the list shows why, and incoming stock of their missing products wakes them. */
export async function markShort(tx: Tx, orderIds: readonly number[], shortages: readonly Shortage[]): Promise<void> {
  if (orderIds.length === 0) return;
  const lacking = sql`unnest(${shortages.map((s) => s.orderId)}::bigint[], ${shortages.map((s) => s.productId)}::bigint[], ${shortages.map((s) => s.quantity)}::int[]) as l(order_id, product_id, quantity)`;
  tx.later(
    sql`delete from order_shortage s where s.company_id = ${sql.company} and s.order_id = any(${orderIds}::bigint[])
       and not exists (select from ${lacking} where l.order_id = s.order_id and l.product_id = s.product_id)`,
  );
  tx.later(
    sql`insert into order_shortage as s (company_id, order_id, product_id, quantity) select ${sql.company}, order_id, product_id, quantity from ${lacking}
     on conflict (company_id, order_id, product_id) do update set quantity = excluded.quantity where s.quantity <> excluded.quantity`,
  );
  await tx.rows(
    sql`update sales_order set exception = 'stock' where company_id = ${sql.company} and id = any(${orderIds}::bigint[]) and exception is distinct from 'stock'`,
  );
  ordersChanged(tx);
}

/** The needs of waiting orders changed, so their recorded shortages no longer apply. */
export async function tryAgain(tx: Tx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await tx.rows(
    sql`update sales_order set exception = null where company_id = ${sql.company} and id = any(${orderIds}::bigint[]) and status = 'allocate' and exception = 'stock'`,
  );
}

/** These orders no longer wait for stock. */
export function leaveQueue(tx: Tx, orderIds: readonly number[]): void {
  if (orderIds.length === 0) return;
  tx.later(sql`delete from order_shortage where company_id = ${sql.company} and order_id = any(${orderIds}::bigint[])`);
}

/** The ids in queue order. */
export async function inServingOrder(tx: Tx, orderIds: readonly number[]): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`select o.id from sales_order o where o.company_id = ${sql.company} and o.id = any(${orderIds}::bigint[]) order by ${SERVING_ORDER}`,
  );
  return rows.map((row) => row.id);
}
