import { rights } from '@tradewind/contract/access/modules.ts';
import type { Tx } from '../../core/database/database.ts';
import { firstOf, type Sql, sql } from '../../core/database/sql.ts';
import { notFound } from '../../core/errors.ts';
import { arrayOf, inShops } from '../../core/scope.ts';
import { IS_PURCHASE } from '../orders/public.ts';

/** Amazon VC orders. */
export const DOC = 'sales_order';

export interface VendorOrder {
  id: number;
  shopId: number;
  displayNo: string;
  status: string;
  exception: string | null;
  currency: string;
  /** The platform's order: itself, or the one that it was split from. */
  rootId: number;
  platformOrderNo: string;
  /** A purchase order of Amazon; false: an order of one of its customers. */
  bulk: boolean;
  hasParts: boolean;
  confirmState: string;
  confirmError: string | null;
  /** Platform update status of the acknowledgement and the invoice; null: none. */
  answerState: string | null;
  answerError: string | null;
  billState: string | null;
  billError: string | null;
}

/** Vendor orders that the user may see. */
export function vendorOrders(tx: Tx, ids: readonly number[], lock = false): Promise<VendorOrder[]> {
  return tx.rows<VendorOrder & Record<string, unknown>>(sql`
    select o.id, o.shop_id, o.display_no, o.status, o.exception, o.currency, r.id as "rootId",
      r.platform_order_no, ${IS_PURCHASE} as bulk,
      exists (select from sales_order p where p.company_id = ${sql.company} and p.split_from = o.id) as "hasParts",
      o.confirm_state, o.confirm_error, a.state as "answerState",
      a.error as "answerError", b.state as "billState", b.error as "billError"
    from sales_order o join sales_order r on r.company_id = o.company_id and r.id = ${firstOf(sql`o.split_from`, sql`o.id`)}
    left join platform_update a on a.company_id = o.company_id and a.order_id = r.id and a.kind = 'acknowledge'
    left join platform_update b on b.company_id = o.company_id and b.order_id = o.id and b.kind = 'bill'
    where o.company_id = ${sql.company} and o.id = any(${arrayOf(ids)}::bigint[]) and o.module_id = ${rights.vendorOrder.id}
      and ${inShops(tx, sql`o.shop_id`)} order by o.id ${lock ? sql`for update of o` : NOTHING}`);
}
const NOTHING: Sql = sql``;

/** @throws notFound orders.notFound */
export async function vendorOrder(tx: Tx, id: number, lock = false): Promise<VendorOrder> {
  const [order] = await vendorOrders(tx, [id], lock);
  if (!order) throw notFound('orders.notFound');
  return order;
}

export interface Goods {
  orderId: number;
  lineId: number;
  platformLineId: string;
  sku: string;
  title: string;
  quantity: number;
  unitPrice: string;
  /** Units that Amazon ordered, where a person changed the order since. */
  ordered: number;
  productId: number | null;
  factor: number;
  reserved: number;
}

/** The lines that Amazon ordered, without those that a person added. */
export function goodsOf(tx: Tx, orderIds: readonly number[]): Promise<Goods[]> {
  return tx.rows<Goods & Record<string, unknown>>(sql`
    select l.order_id, l.id as "lineId", l.platform_line_id, l.seller_sku as sku, l.title,
      l.quantity, l.unit_price, coalesce((o.platform_lines ->> l.platform_line_id)::int, l.quantity) as ordered,
      l.product_id, l.factor, l.reserved
    from order_line l join sales_order o on o.company_id = l.company_id and o.id = l.order_id
    where l.company_id = ${sql.company} and l.order_id = any(${arrayOf(orderIds)}::bigint[])
      and l.platform_line_id not like 'gift:%' order by l.order_id, l.id`);
}
