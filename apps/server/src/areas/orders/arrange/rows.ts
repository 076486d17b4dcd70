import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { notFound } from '../../../core/errors.ts';
import { copyGoods, keepGoods } from '../goods.ts';
import type { Status } from '../status.ts';

/** The fields that splitting and merging need. */
export type Whole = {
  id: number;
  shopId: number;
  moduleId: number;
  platformOrderNo: string;
  displayNo: string;
  status: Status;
  exception: string | null;
  orderedDay: string;
  orderedAt: Date;
  splitFrom: number | null;
  mergedInto: number | null;
  fulfilledBy: string;
  platformShipping: boolean;
  platformLines: Record<string, number> | null;
  origin: string;
  goods: string;
  shipping: string;
  tax: string;
  discount: string;
  total: string;
  lines: Line[];
};

export type Line = {
  id: number;
  orderId: number;
  platformLineId: string;
  fulfilmentRef: string | null;
  sellerSku: string;
  platformItemId: string;
  title: string;
  quantity: number;
  unitPrice: string;
  discount: string;
  tax: string;
  productId: number | null;
  factor: number;
  fixed: boolean;
};

/** Lines added by a person, unknown to the platform. */
export const GIFT = 'gift:';
/** Of `units` of a line (as `l`) of an order (as `o`) those that its platform knows: not gifts, nor what was added here. */
export const unitsOnPlatform = (units: Sql): Sql => sql`case when l.platform_line_id like ${`${GIFT}%`} then 0
  else least(${units}, (o.platform_lines ->> l.platform_line_id)::int) end`;
export const isGift = (line: { platformLineId: string }) => line.platformLineId.startsWith(GIFT);

/** Orders with their lines. The caller has locked them. @throws notFound when one is missing */
export async function wholeOrders(tx: Tx, ids: readonly number[]): Promise<Map<number, Whole>> {
  const orders = await tx.rows<Omit<Whole, 'lines'>>(
    sql`select id, shop_id, module_id, platform_order_no, display_no, status,
       exception, to_char(ordered_at at time zone 'UTC', 'YYYY-MM-DD') as "orderedDay", ordered_at, split_from,
       merged_into, fulfilled_by, platform_shipping, platform_lines, origin,
       goods_amount as goods, shipping_amount as shipping, tax_amount as tax, discount_amount as discount, total_amount as total
     from sales_order where company_id = ${sql.company} and id = any(${ids}::bigint[])`,
  );
  const lines = await tx.rows<Line>(
    sql`select id, order_id, platform_line_id as "platformLineId", fulfilment_ref as "fulfilmentRef", seller_sku as "sellerSku",
       platform_item_id as "platformItemId", title, quantity, unit_price as "unitPrice", discount, tax, product_id as "productId", factor, fixed
     from order_line where company_id = ${sql.company} and order_id = any(${ids}::bigint[]) order by id`,
  );
  const linesOf = Map.groupBy(lines, (line) => line.orderId);
  const found = new Map(orders.map((order) => [order.id, { ...order, lines: linesOf.get(order.id) ?? [] }]));
  if (ids.some((id) => !found.has(id))) throw notFound('orders.notFound');
  return found;
}

/**
 * Replaces the order's lines and deletes all others. Lines with an id keep it, even when they come from another order.
 * `cutFrom`: the line of which a new one is a piece; it sells the same goods.
 */
export async function writeLines(
  tx: Tx,
  orderId: number,
  lines: readonly (Omit<Line, 'id' | 'orderId'> & { id?: number; cutFrom?: number })[],
) {
  await tx.rows(
    sql`delete from order_line where company_id = ${sql.company} and order_id = ${orderId} and id <> all(${lines.flatMap((line) => line.id ?? [])}::bigint[])`,
  );
  await tx.rows(
    sql`update order_line l set order_id = ${orderId}, quantity = r.quantity, discount = r.discount, tax = r.tax, product_id = r."productId",
       factor = r.factor, fixed = r.fixed
     from jsonb_to_recordset(${JSON.stringify(lines.filter((line) => line.id !== undefined))}::jsonb) as r(id bigint, quantity int, discount numeric, tax numeric, "productId" bigint, factor int, fixed boolean)
     where l.company_id = ${sql.company} and l.id = r.id`,
  );
  const fresh = lines.filter((line) => line.id === undefined);
  const made = await tx.rows<{ id: number; platformLineId: string }>(
    sql`insert into order_line (company_id, order_id, platform_line_id, fulfilment_ref, seller_sku, platform_item_id, title, quantity,
       unit_price, discount, tax, product_id, factor, fixed)
     select ${sql.company}, ${orderId}, r."platformLineId", r."fulfilmentRef", r."sellerSku", r."platformItemId", r.title, r.quantity, r."unitPrice",
       r.discount, r.tax, r."productId", r.factor, r.fixed
     from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as r("platformLineId" text, "fulfilmentRef" text, "sellerSku" text, "platformItemId" text,
       title text, quantity int, "unitPrice" numeric, discount numeric, tax numeric, "productId" bigint, factor int, fixed boolean)
     returning id, platform_line_id`,
  );
  const cutFrom = new Map(fresh.map((line) => [line.platformLineId, line.cutFrom]));
  const copies = made.flatMap(({ id, platformLineId }) => {
    const from = cutFrom.get(platformLineId);
    return from === undefined ? [] : [{ lineId: id, from }];
  });
  await copyGoods(tx, copies);
  await keepGoods(tx, [orderId]);
}

/** Rewrites the list summary from the order's lines. */
export async function writeSummaries(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.rows(
    sql`update sales_order o set line_count = r.n, units = r.units, summary = r.summary, version = o.version + 1 from (
       select order_id, count(*)::int as n, sum(quantity)::int as units, jsonb_path_query_array(jsonb_agg(jsonb_build_object(
         'sku', seller_sku, 'title', left(title, 80), 'quantity', quantity) order by id), '$[0 to 4]') as summary
       from order_line where company_id = ${sql.company} and order_id = any(${ids}::bigint[]) group by order_id) r
     where o.company_id = ${sql.company} and o.id = r.order_id`,
  );
}

/** The platform's lines before a person changed them. */
export function platformLinesOf(order: Whole): Record<string, number> {
  return (
    order.platformLines ??
    Object.fromEntries(order.lines.filter((line) => !isGift(line)).map((line) => [line.platformLineId, line.quantity]))
  );
}

export async function writePlatformLines(tx: Tx, id: number, lines: Record<string, number> | null): Promise<void> {
  await tx.rows(
    sql`update sales_order set platform_lines = ${lines && JSON.stringify(lines)}::jsonb where company_id = ${sql.company} and id = ${id}`,
  );
}
