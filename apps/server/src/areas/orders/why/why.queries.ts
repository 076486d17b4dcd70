import type { OrderStatus } from '@tradewind/contract/orders.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { notFound } from '../../../core/errors.ts';
import { visibleModules } from '../list/filter.ts';
import { before, orderById, PLACE, type Place, SERVING_ORDER } from '../reserve/queue.ts';

/** The number of other orders to list. */
const NAMED = 5;
/** Above this number, the place in the queue shows "at least". */
const PLACES = 1_000;
const PRODUCTS = 50;

export interface Head {
  status: OrderStatus;
  exception: string | null;
  fulfilledBy: string;
  cancelRequested: boolean;
  platformHold: string | null;
  warehouseId: number | null;
  byHand: boolean;
  /** The last rule that held it. */
  rule: string | null;
  /** Unmapped SKUs. */
  unmapped: string[];
}

/** The actor's scope, as a condition on `o`. */
function visible(tx: Tx): Sql {
  const [modules, shops] = [visibleModules(tx.rights), tx.rights.shopIds];
  return sql`(${modules}::int[] is null or o.module_id = any(${modules}::int[])) and (${shops}::bigint[] is null or o.shop_id = any(${shops}::bigint[]))`;
}

/** @throws notFound also for orders out of the actor's shops and modules */
export async function headOf(tx: Tx, orderId: number): Promise<Head> {
  const [head] = await tx.rows<Head & Record<string, unknown>>(
    sql`select o.status, o.exception, o.fulfilled_by, o.cancel_requested,
       o.platform_hold, o.warehouse_id, s.fulfilment = 'manual' as "byHand",
       (select e.detail -> 'rule' ->> 'name' from document_event e where e.company_id = ${sql.company} and e.doc_kind = 'sales_order' and e.doc_id = o.id
          and e.detail -> 'rule' is not null order by e.id desc limit 1) as rule,
       array(select distinct l.seller_sku from order_line l where l.company_id = ${sql.company} and l.order_id = o.id and l.product_id is null
          order by l.seller_sku limit 5) as unmapped
     from sales_order o join shop s on s.company_id = ${sql.company} and s.id = o.shop_id
     where o.company_id = ${sql.company} and o.id = ${orderId} and ${visible(tx)}`,
  );
  if (!head) throw notFound('orders.notFound');
  return head;
}

export interface Need {
  productId: number;
  sku: string;
  nameZh: string;
  nameEn: string;
  needed: number;
}

/** Units to allocate, by product. */
export function needsOf(tx: Tx, orderId: number): Promise<Need[]> {
  return tx.rows<Need & Record<string, unknown>>(
    sql`select p.id as "productId", p.sku, p.name_zh, p.name_en, sum(l.quantity - l.reserved)::int as needed
     from order_goods l join product p on p.company_id = ${sql.company} and p.id = l.product_id
     where l.company_id = ${sql.company} and l.order_id = ${orderId} and l.reserved < l.quantity group by p.id, p.sku, p.name_zh, p.name_en
     order by p.sku limit ${sql.literal(PRODUCTS)}`,
  );
}

export interface Stand {
  warehouseId: number;
  name: string;
  enabled: boolean;
  counting: boolean;
  productId: number;
  available: number;
  reserved: number;
}

/** The stock of the products by warehouse, most first. */
export function standsOf(tx: Tx, productIds: readonly number[]): Promise<Stand[]> {
  return tx.rows<Stand & Record<string, unknown>>(
    sql`select w.id as "warehouseId", w.name, w.enabled, w.counting, p.id as "productId", coalesce(b.available, 0) as available,
       coalesce(b.reserved, 0) as reserved
     from warehouse w cross join unnest(${productIds}::bigint[]) as p(id)
     left join stock_balance b on b.company_id = ${sql.company} and b.warehouse_id = w.id and b.product_id = p.id
     where w.company_id = ${sql.company} and w.kind <> 'platform' order by available desc, w.is_default desc, w.priority, w.id`,
  );
}

export interface Other {
  productId: number;
  id: number;
  displayNo: string;
  status: OrderStatus;
  quantity: number;
}

/** Visible orders with allocated stock of the products, one more than the list shows. */
export function holdersOf(tx: Tx, orderId: number, productIds: readonly number[]): Promise<Other[]> {
  return tx.rows<Other & Record<string, unknown>>(
    sql`select p.id as "productId", h.id, h.display_no, h.status, h.quantity from unnest(${productIds}::bigint[]) as p(id),
       lateral (select o.id, o.display_no, o.status, sum(l.reserved)::int as quantity from goods_in_orders l
         join sales_order o on o.company_id = ${sql.company} and o.id = l.order_id
         where l.company_id = ${sql.company} and l.product_id = p.id and l.reserved > 0 and l.order_id <> ${orderId} and ${visible(tx)}
         group by o.id, o.display_no, o.status order by o.id limit ${sql.literal(NAMED + 1)}) h`,
  );
}

export interface Queue {
  /** By product: the number of orders ahead. */
  ahead: Map<number, number>;
  first: Other[];
}

/** Orders ahead in the queue for the same products. Omits products that the order does not wait for. */
export async function queueOf(tx: Tx, orderId: number): Promise<Queue> {
  const [place] = await tx.rows<Place & Record<string, unknown>>(
    sql`select ${PLACE} from sales_order o where o.company_id = ${sql.company} and o.id = ${orderId} and o.status = 'allocate'`,
  );
  if (!place) return { ahead: new Map(), first: [] };
  const served = sql`from order_shortage s, ${orderById(sql`s.order_id`)}
    where s.company_id = ${sql.company} and s.product_id = mine.product_id and o.status = 'allocate' and ${before(place)}`;
  const [counts, first] = await Promise.all([
    tx.rows<{ productId: number; n: number }>(
      sql`select mine.product_id, (select count(*)::int from (select 1 ${served} limit ${sql.literal(PLACES)}) x) as n
       from order_shortage mine where mine.company_id = ${sql.company} and mine.order_id = ${orderId}`,
    ),
    tx.rows<Other & Record<string, unknown>>(
      sql`select mine.product_id, x.id, x.display_no, x.status, x.quantity from order_shortage mine,
         lateral (select o.id, o.display_no, o.status, s.quantity ${served} and ${visible(tx)}
           order by ${SERVING_ORDER} limit ${sql.literal(NAMED + 1)}) x
       where mine.company_id = ${sql.company} and mine.order_id = ${orderId}`,
    ),
  ]);
  return { ahead: new Map(counts.map((row) => [row.productId, row.n])), first };
}

/** The listed orders of a product, and whether more exist. */
export function named(all: readonly Other[], productId: number) {
  const mine = all.filter((other) => other.productId === productId);
  return { orders: mine.slice(0, NAMED).map(({ productId: _, ...order }) => order), more: mine.length > NAMED };
}
