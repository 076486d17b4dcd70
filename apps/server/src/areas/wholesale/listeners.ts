import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { writeHistory } from '../../core/documents.ts';
import { subscribe } from '../../core/jobs/jobs.ts';
import { arrayOf } from '../../core/scope.ts';
import { orderCancelled, orderShipped } from '../orders/public.ts';
import { DOC, hold } from './documents.ts';
import { moveOrder } from './orders.ts';

subscribe(orderShipped, 'wholesale', ['批发订单出库', 'Wholesale orders shipped'], (app, ctx, { orderIds }) =>
  app.database.inCompany(ctx, (tx) => followOrders(tx, orderIds, 'shipped')),
);
subscribe(orderCancelled, 'wholesale', ['批发发货取消', 'Wholesale shipments cancelled'], (app, ctx, { orderIds }) =>
  app.database.inCompany(ctx, (tx) => followOrders(tx, orderIds, 'cancelled')),
);

/**
 * Follows the sales orders of shipments, once each: shipped units count as shipped, cancelled ones are left to ship
 * again.
 */
export async function followOrders(
  tx: Tx,
  salesOrderIds: readonly number[],
  to: 'shipped' | 'cancelled',
): Promise<void> {
  const found = await tx.rows<{ id: number; number: string; orderId: number }>(sql`
    select id, number, order_id from wholesale_shipment where company_id = ${sql.company}
      and sales_order_id = any(${arrayOf(salesOrderIds)}::bigint[]) and state = 'open' order by order_id, id`);
  for (const { id, number, orderId } of found) {
    await hold(tx, orderId);
    const moved = await tx.row(sql`update wholesale_shipment set state = ${to},
        shipped_at = case when ${to} = 'shipped' then ${tx.now}::timestamptz end
      where company_id = ${sql.company} and id = ${id} and state = 'open' returning id`);
    if (!moved) continue;
    await tx.rows(sql`update wholesale_line l set planned = l.planned - s.quantity,
        shipped = l.shipped + case when ${to} = 'shipped' then s.quantity else 0 end
      from wholesale_shipment_line s
      where l.company_id = ${sql.company} and s.company_id = l.company_id and s.shipment_id = ${id} and s.line_id = l.id`);
    const event = to === 'shipped' ? 'shipmentLeft' : 'shipmentGivenUp';
    writeHistory(tx, [{ docKind: DOC, docId: orderId, event, detail: { shipment: number } }]);
    if (to === 'shipped') await finishIfAllLeft(tx, orderId);
  }
}

async function finishIfAllLeft(tx: Tx, orderId: number): Promise<void> {
  const open = await tx.row(sql`select 1 as one from wholesale_line
    where company_id = ${sql.company} and order_id = ${orderId} and shipped < quantity limit 1`);
  if (!open) await moveOrder(tx, orderId, 'done', 'allShipped');
}
