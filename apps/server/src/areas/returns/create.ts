import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { addReturn } from '@tradewind/contract/returns.ts';
import { RETURN_REASONS } from '@tradewind/contract/returns.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { nextNumbers } from '../../core/documents.ts';
import { badField, notFound, ruleBroken } from '../../core/errors.ts';
import { inShops } from '../../core/scope.ts';
import { assertOption } from '../settings/public.ts';
import { notify, RETURN } from './document.ts';
import { type Taken, takeLines } from './limits.ts';

/** Order statuses after shipping. */
const GONE = sql`('shipped', 'delivered', 'refunded')`;

interface Order extends Record<string, unknown> {
  id: number;
  orderNo: string;
  shopId: number;
  shopName: string;
  platform: string;
  currency: string;
  gone: boolean;
}

const ORDER = sql`select o.id, o.display_no as "orderNo", o.shop_id, s.name as "shopName", o.platform, o.currency,
    o.status in ${GONE} as gone
  from sales_order o join shop s on s.company_id = o.company_id and s.id = o.shop_id`;

/** The returnable units of an order. @throws notFound; ruleBroken returns.notShipped */
export async function returnable(tx: Tx, input: { orderId?: number | undefined; orderNo?: string | undefined }) {
  const number = (input.orderNo ?? '').trim();
  const which = input.orderId
    ? sql`o.id = ${input.orderId}`
    : sql`o.id in (select order_id from order_term where company_id = ${sql.company} and term = ${number.toUpperCase()} and not buyer)`;
  const order = await tx.row<Order>(
    sql`${ORDER} where o.company_id = ${sql.company} and ${which} and ${inShops(tx, sql`o.shop_id`)} order by o.id desc limit 1`,
  );
  if (!order) throw input.orderId ? notFound('returns.noOrder') : badField('orderNo', 'returns.noOrder');
  if (!order.gone) throw ruleBroken('returns.notShipped', { number: order.orderNo });
  const lines = await tx.rows<{
    orderLineId: number;
    sellerSku: string;
    title: string;
    sku: string | null;
    shipped: number;
    left: number;
  }>(sql`select l.id as "orderLineId", l.seller_sku, l.title, p.sku, l.quantity as shipped,
      l.quantity - coalesce(r.returned, 0) as left
    from order_line l left join returned_line r on r.company_id = l.company_id and r.order_line_id = l.id
    left join product p on p.company_id = l.company_id and p.id = l.product_id
    where l.company_id = ${sql.company} and l.order_id = ${order.id} order by l.id limit 200`);
  return { orderId: order.id, orderNo: order.orderNo, shopName: order.shopName, lines };
}

/** Adds a return manually, already approved. */
export async function createReturn(tx: Tx, input: ParsedOf<typeof addReturn>): Promise<{ id: number; number: string }> {
  await assertOption(tx, RETURN_REASONS, input.reason, 'reason');
  const order = await tx.row<Order>(
    sql`${ORDER} where o.company_id = ${sql.company} and o.id = ${input.orderId} and ${inShops(tx, sql`o.shop_id`)}`,
  );
  if (!order) throw notFound('returns.noOrder');
  if (!order.gone) throw ruleBroken('returns.notShipped', { number: order.orderNo });
  const lines = await takeLines(tx, order.id, input.lines);
  const sent = input.kind === 'undeliverable' || (input.kind !== 'refundOnly' && input.trackingNumber !== '');
  const made = await insertReturn(
    tx,
    {
      shopId: order.shopId,
      orderId: order.id,
      platform: order.platform,
      currency: order.currency,
      kind: input.kind,
      state: sent ? 'transit' : 'approved',
      wanted: input.wanted,
      reason: input.reason,
      remark: input.remark,
      trackingNumber: input.trackingNumber,
      requestedAt: tx.now,
    },
    lines,
  );
  notify(tx, made.id, 'created', { toState: sent ? 'transit' : 'approved' });
  return made;
}

export interface NewReturn {
  shopId: number;
  orderId: number;
  platform: string;
  currency: string;
  kind: string;
  state: string;
  wanted: string;
  reason: string;
  requestedAt: Date;
  remark?: string;
  reasonText?: string;
  trackingNumber?: string;
  platformReturnNo?: string;
  platformState?: string;
  refundAsked?: string | null;
  answerBy?: Date | null;
}

export async function insertReturn(
  tx: Tx,
  one: NewReturn,
  lines: readonly Taken[],
): Promise<{ id: number; number: string }> {
  const [number = ''] = await nextNumbers(tx, RETURN);
  const row = await tx.row<{
    id: number;
  }>(sql`insert into sales_return (company_id, number, shop_id, order_id, platform,
      platform_return_no, platform_state, kind, state, wanted, reason, reason_text, remark, tracking_number, currency, refund_asked,
      units, answer_by, requested_at, created_by)
    values (${sql.company}, ${number}, ${one.shopId}, ${one.orderId}, ${one.platform}, ${one.platformReturnNo ?? null},
      ${one.platformState ?? null}, ${one.kind}, ${one.state}, ${one.wanted}, ${one.reason}, ${one.reasonText ?? ''},
      ${one.remark ?? ''}, ${one.trackingNumber ?? ''}, ${one.currency}, ${one.refundAsked ?? null},
      ${lines.reduce((sum, line) => sum + line.quantity, 0)}, ${one.answerBy ?? null}, ${one.requestedAt}, ${tx.actor.name})
    returning id`);
  if (!row) throw new Error('a return was not written');
  await tx.rows(sql`insert into sales_return_line (company_id, return_id, order_line_id, quantity, product_id, factor)
    select ${sql.company}, ${row.id}, l."orderLineId", sum(l.quantity)::int, min(l."productId"), min(l.factor)
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l("orderLineId" bigint, quantity int, "productId" bigint, factor int)
    group by l."orderLineId" returning 1`);
  return { id: row.id, number };
}
