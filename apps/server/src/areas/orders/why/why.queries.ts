import type { OrderStatus } from '@tradewind/contract/orders.ts';
import type { Tx } from '../../../core/database/database.ts';
import { notFound } from '../../../core/errors.ts';
import { visibleModules } from '../list.filter.ts';
import { before, orderById, PLACE, type Place, placeKeys, SERVING_ORDER } from '../reserve.queue.ts';

/** How many other orders are named. */
const NAMED = 5;
/** Beyond this the place in the queue says "at least". */
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
  /** The rule that stopped it last. */
  rule: string | null;
  /** SKUs that map to nothing. */
  unmapped: string[];
}

/** Orders that the actor may see, as a condition on `o`; parameters from `$first`. */
const VISIBLE = (first: number) =>
  `($${first}::int[] is null or o.module_id = any($${first}::int[])) and ($${first + 1}::bigint[] is null or o.shop_id = any($${first + 1}::bigint[]))`;
const sight = (tx: Tx) => [visibleModules(tx.rights), tx.rights.shopIds];

/** @throws notFound also for orders out of the actor's shops and modules */
export async function headOf(tx: Tx, orderId: number): Promise<Head> {
  const [head] = await tx.prepared<Head & Record<string, unknown>>(
    'why_head',
    `select o.status, o.exception, o.fulfilled_by as "fulfilledBy", o.cancel_requested as "cancelRequested",
       o.platform_hold as "platformHold", o.warehouse_id as "warehouseId", s.fulfilment = 'manual' as "byHand",
       (select e.detail -> 'rule' ->> 'name' from document_event e where e.company_id = $1 and e.doc_kind = 'sales_order' and e.doc_id = o.id
          and e.detail -> 'rule' is not null order by e.id desc limit 1) as rule,
       array(select distinct l.seller_sku from order_line l where l.company_id = $1 and l.order_id = o.id and l.product_id is null
          order by l.seller_sku limit 5) as unmapped
     from sales_order o join shop s on s.company_id = $1 and s.id = o.shop_id
     where o.company_id = $1 and o.id = $2 and ${VISIBLE(3)}`,
    [tx.companyId, orderId, ...sight(tx)],
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

/** What is still to be reserved, by product. */
export function needsOf(tx: Tx, orderId: number): Promise<Need[]> {
  return tx.prepared<Need & Record<string, unknown>>(
    'why_needs',
    `select p.id as "productId", p.sku, p.name_zh as "nameZh", p.name_en as "nameEn", sum(l.stock_quantity - l.reserved)::int as needed
     from order_line l join product p on p.company_id = $1 and p.id = l.product_id
     where l.company_id = $1 and l.order_id = $2 and l.reserved < l.stock_quantity group by p.id, p.sku, p.name_zh, p.name_en
     order by p.sku limit ${PRODUCTS}`,
    [tx.companyId, orderId],
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

/** What every warehouse has of the products, most first. */
export function standsOf(tx: Tx, productIds: readonly number[]): Promise<Stand[]> {
  return tx.prepared<Stand & Record<string, unknown>>(
    'why_stands',
    `select w.id as "warehouseId", w.name, w.enabled, w.counting, p.id as "productId", coalesce(b.available, 0) as available,
       coalesce(b.reserved, 0) as reserved
     from warehouse w cross join unnest($2::bigint[]) as p(id)
     left join stock_balance b on b.company_id = $1 and b.warehouse_id = w.id and b.product_id = p.id
     where w.company_id = $1 and w.kind <> 'platform' order by available desc, w.is_default desc, w.priority, w.id`,
    [tx.companyId, productIds],
  );
}

export interface Other {
  productId: number;
  id: number;
  displayNo: string;
  status: OrderStatus;
  quantity: number;
}

/** Orders that have the products reserved, the ones that the actor may see; one more than is named. */
export function holdersOf(tx: Tx, orderId: number, productIds: readonly number[]): Promise<Other[]> {
  return tx.prepared<Other & Record<string, unknown>>(
    'why_holders',
    `select p.id as "productId", h.id, h.display_no as "displayNo", h.status, h.quantity from unnest($3::bigint[]) as p(id),
       lateral (select o.id, o.display_no, o.status, sum(l.reserved)::int as quantity from order_line l
         join sales_order o on o.company_id = $1 and o.id = l.order_id
         where l.company_id = $1 and l.product_id = p.id and l.reserved > 0 and l.order_id <> $2 and ${VISIBLE(4)}
         group by o.id, o.display_no, o.status order by o.id limit ${NAMED + 1}) h`,
    [tx.companyId, orderId, productIds, ...sight(tx)],
  );
}

export interface Queue {
  /** By product: how many are served before it. */
  ahead: Map<number, number>;
  first: Other[];
}

/** Who waits for the same products and is served before it. Products that it does not wait for are absent. */
export async function queueOf(tx: Tx, orderId: number): Promise<Queue> {
  const [place] = await tx.prepared<Place & Record<string, unknown>>(
    'why_place',
    `select ${PLACE} from sales_order o where o.company_id = $1 and o.id = $2 and o.status = 'allocate'`,
    [tx.companyId, orderId],
  );
  if (!place) return { ahead: new Map(), first: [] };
  const served = `from order_shortage s, ${orderById('s.order_id')}
    where s.company_id = $1 and s.product_id = mine.product_id and o.status = 'allocate' and ${before(3)}`;
  const [counts, first] = await Promise.all([
    tx.prepared<{ productId: number; n: number }>(
      'why_ahead',
      `select mine.product_id as "productId", (select count(*)::int from (select 1 ${served} limit ${PLACES}) x) as n
       from order_shortage mine where mine.company_id = $1 and mine.order_id = $2`,
      [tx.companyId, orderId, ...placeKeys(place)],
    ),
    tx.prepared<Other & Record<string, unknown>>(
      'why_first',
      `select mine.product_id as "productId", x.id, x.display_no as "displayNo", x.status, x.quantity from order_shortage mine,
         lateral (select o.id, o.display_no, o.status, s.quantity ${served} and ${VISIBLE(8)}
           order by ${SERVING_ORDER} limit ${NAMED + 1}) x
       where mine.company_id = $1 and mine.order_id = $2`,
      [tx.companyId, orderId, ...placeKeys(place), ...sight(tx)],
    ),
  ]);
  return { ahead: new Map(counts.map((row) => [row.productId, row.n])), first };
}

/** The orders of a product that are named, and whether there are more. */
export function named(all: readonly Other[], productId: number) {
  const mine = all.filter((other) => other.productId === productId);
  return { orders: mine.slice(0, NAMED).map(({ productId: _, ...order }) => order), more: mine.length > NAMED };
}
