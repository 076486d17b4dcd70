import { z } from 'zod';
import { defineSetting } from '../../core/company-settings.ts';
import type { Tx } from '../../core/database/database.ts';
import type { Shortage } from './reserve.plan.ts';

/** Platforms whose orders are served first where stock is short, as the company ordered them; the rest come after. */
export const SERVED_FIRST = defineSetting('orders.servedFirst', z.array(z.string()).max(50), []);

const PROMISED = `(case when o.ship_by is not null then o.ship_by else 'infinity'::timestamptz end)`;
// Asked for once a statement, however many orders are sorted by it.
const PLATFORM = `coalesce(array_position((select array(select jsonb_array_elements_text(value)) from company_setting
  where company_id = $1 and key = '${SERVED_FIRST.key}'), o.platform), 1000)`;
const PAID = 'coalesce(o.paid_at, o.ordered_at)';

/** Who is served first: what a person or a rule put first, then what is promised soonest, then platform, then payment. */
export const SERVING_ORDER = `o.priority desc, o.ship_by, ${PLATFORM}, ${PAID}, o.id`;

/** Where an order stands among those that wait: compare with `behind`. */
export interface Place {
  priority: number;
  promised: string;
  platform: number;
  paid: string;
  id: number;
}
export const PLACE = `o.priority, ${PROMISED}::text as promised, ${PLATFORM} as platform, ${PAID}::text as paid, o.id`;

const AT_THE_HEAD: Place = { priority: 2 ** 31 - 1, promised: '-infinity', platform: 0, paid: '-infinity', id: 0 };
const keysOf = (place: Place) => [place.priority, place.promised, place.platform, place.paid, place.id];

const compared = (sign: '<' | '>', priority: '<' | '>', first: number) =>
  `(o.priority ${priority} $${first} or (o.priority = $${first} and (${PROMISED}, ${PLATFORM}, ${PAID}, o.id)
    ${sign} ($${first + 1}::timestamptz, $${first + 2}::int, $${first + 3}::timestamptz, $${first + 4}::bigint)))`;
/** Served before the place whose parameters (`placeKeys`) begin at `$first`. */
export const before = (first: number) => compared('<', '>', first);
const behind = (first: number) => compared('>', '<', first);
export const placeKeys = keysOf;

const WAITING = `o.company_id = $1 and o.status = 'allocate'
  and o.shop_id not in (select id from shop where company_id = $1 and fulfilment = 'manual')`;
/** Where goods may be promised from. */
export const OPEN_WAREHOUSE = `w.enabled and not w.counting and w.kind <> 'platform'`;

/** One order by its key, whatever else is asked of it: the planner would read all that wait instead. */
export const orderById = (id: string) =>
  `lateral (select * from sales_order o where o.company_id = $1 and o.id = ${id} offset 0) o`;

/**
 * The next orders worth looking at, in the order of serving: those nobody has tried yet, and short ones that lack
 * something which a warehouse now has enough of. Those that wait for other goods are not read at all.
 */
export function nextInQueue(tx: Tx, after: Place = AT_THE_HEAD, limit = 1000): Promise<Place[]> {
  return tx.prepared<Place & Record<string, unknown>>(
    'reserve_queue',
    `with free as materialized (
       select b.product_id, b.warehouse_id, b.available from stock_balance b
       join warehouse w on w.company_id = $1 and w.id = b.warehouse_id and ${OPEN_WAREHOUSE}
       where b.company_id = $1 and b.available > 0
     ), woken as materialized (
       select s.order_id, array_agg(f.warehouse_id) as places from free f
       join order_shortage s on s.company_id = $1 and s.product_id = f.product_id and s.quantity <= f.available group by s.order_id
     ), untried as (
       select o.* from sales_order o where ${WAITING} and o.exception is null and ${behind(2)} order by ${SERVING_ORDER} limit $7
     ), short as (
       select o.* from woken k, ${orderById('k.order_id')}
       where ${WAITING} and o.exception = 'stock' and (o.warehouse_id is null or o.warehouse_id = any(k.places)) and ${behind(2)}
       order by ${SERVING_ORDER} limit $7
     )
     select ${PLACE} from (select * from untried union all select * from short) o order by ${SERVING_ORDER} limit $7`,
    [tx.companyId, ...keysOf(after), limit],
  );
}

/** They keep waiting; the list shows why, and goods of what they lack wake them. */
export async function markShort(tx: Tx, orderIds: readonly number[], shortages: readonly Shortage[]): Promise<void> {
  if (orderIds.length === 0) return;
  tx.later(
    'reserve_shortages',
    `with lacking as (select * from unnest($3::bigint[], $4::bigint[], $5::int[]) as l(order_id, product_id, quantity)),
     gone as (delete from order_shortage s where s.company_id = $1 and s.order_id = any($2::bigint[])
       and not exists (select from lacking l where l.order_id = s.order_id and l.product_id = s.product_id))
     insert into order_shortage as s (company_id, order_id, product_id, quantity) select $1, order_id, product_id, quantity from lacking
     on conflict (company_id, order_id, product_id) do update set quantity = excluded.quantity where s.quantity <> excluded.quantity`,
    [
      tx.companyId,
      orderIds,
      shortages.map((s) => s.orderId),
      shortages.map((s) => s.productId),
      shortages.map((s) => s.quantity),
    ],
  );
  await tx.prepared(
    'reserve_short',
    `update sales_order set exception = 'stock' where company_id = $1 and id = any($2::bigint[]) and exception is distinct from 'stock'`,
    [tx.companyId, orderIds],
  );
}

/** What waiting orders need has changed: what was found out about their stock no longer counts. */
export async function tryAgain(tx: Tx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await tx.prepared(
    'reserve_try_again',
    `update sales_order set exception = null where company_id = $1 and id = any($2::bigint[]) and status = 'allocate' and exception = 'stock'`,
    [tx.companyId, orderIds],
  );
}

/** Orders no longer wait for stock. */
export function leaveQueue(tx: Tx, orderIds: readonly number[]): void {
  if (orderIds.length === 0) return;
  tx.later('reserve_leave', 'delete from order_shortage where company_id = $1 and order_id = any($2::bigint[])', [
    tx.companyId,
    orderIds,
  ]);
}

/** The ids in the order of serving. */
export async function inServingOrder(tx: Tx, orderIds: readonly number[]): Promise<number[]> {
  const rows = await tx.prepared<{ id: number }>(
    'reserve_sorted',
    `select o.id from sales_order o where o.company_id = $1 and o.id = any($2::bigint[]) order by ${SERVING_ORDER}`,
    [tx.companyId, orderIds],
  );
  return rows.map((row) => row.id);
}
