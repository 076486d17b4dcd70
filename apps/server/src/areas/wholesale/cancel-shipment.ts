import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { conflict, notFound } from '../../core/errors.ts';
import { inShops } from '../../core/scope.ts';
import { cancelOrders } from '../orders/public.ts';
import { hold } from './documents.ts';
import { followOrders } from './listeners.ts';

/** Cancels the shipment's sales order at any stage in the warehouse. @throws conflict wholesale.shipmentLeft */
export async function cancelShipment(tx: Tx, ctx: Ctx, shipmentId: number): Promise<void> {
  const shipment = await tx.row<{ orderId: number; salesOrderId: number; number: string; status: string }>(sql`
    select h.order_id, h.sales_order_id, h.number, o.status from wholesale_shipment h
      join sales_order o on o.company_id = h.company_id and o.id = h.sales_order_id
    where h.company_id = ${sql.company} and h.id = ${shipmentId} and ${inShops(ctx, sql`o.shop_id`)}`);
  if (!shipment) throw notFound('wholesale.shipmentNotFound');
  const { number, salesOrderId } = shipment;
  if (shipment.status === 'shipped' || shipment.status === 'delivered')
    throw conflict('wholesale.shipmentLeft', { number });
  await hold(tx, shipment.orderId);
  const { cancelled } = await cancelOrders(tx, [salesOrderId], { by: 'user' });
  if (cancelled.length === 0) throw conflict('wholesale.shipmentLeft', { number });
  await followOrders(tx, cancelled, 'cancelled');
}
