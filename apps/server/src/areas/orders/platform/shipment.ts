import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { emit } from '../../../core/jobs/jobs.ts';
import { withMembers } from '../arrange/box.ts';
import { orderDelivered } from '../events.ts';
import { moveOrders } from '../move.ts';
import type { Shipment } from '../orders.tables.ts';
import { addTerms, normalTerm } from '../terms.ts';
import { requestConfirmation } from './confirm.ts';

/**
 * Logistics bought a label for an order: stores the shipment to confirm, and makes the order searchable by its tracking
 * number. null: the label was voided. If the order has already left, queues the confirmation now.
 */
export async function setShipment(tx: Tx, orderId: number, shipment: Shipment | null): Promise<void> {
  const kept = sql.value(shipment ? JSON.stringify(shipment) : null);
  const rows = await tx.rows<{ id: number; orderedAt: Date; shopId: number; due: boolean }>(
    sql`update sales_order set shipment = ${kept}::jsonb, tracking_number = ${shipment?.trackingNumber ?? null}, version = version + 1,
       confirm_state = case when ${kept}::jsonb is not null and status in ('shipped', 'delivered') and origin = 'platform'
         and confirm_state = 'notNeeded' then 'pending' else confirm_state end
     where company_id = ${sql.company} and id = any(${await withMembers(tx, [orderId])}::bigint[])
     returning id, ordered_at, shop_id, status in ('shipped', 'delivered') and confirm_state = 'pending' as due`,
  );
  if (!shipment) return;
  await requestConfirmation(
    tx,
    rows.filter((row) => row.due).map((row) => row.shopId),
  );
  await addTerms(
    tx,
    rows.map((row) => ({
      orderId: row.id,
      orderedAt: row.orderedAt.toISOString(),
      terms: [{ term: normalTerm(shipment.trackingNumber), buyer: false }],
    })),
  );
}

/** Puts the order into exception because of its parcel. Call `clearParcelException` once it is fixed. */
export async function setParcelException(tx: Tx, orderId: number, error: string): Promise<void> {
  await moveOrders(tx, await withMembers(tx, [orderId]), {
    from: ['packed'],
    to: 'exception',
    event: 'labelFailed',
    exception: 'label',
    detail: { error },
    remember: true,
  });
}

export async function clearParcelException(tx: Tx, orderId: number): Promise<void> {
  const all = await withMembers(tx, [orderId]);
  await tx.rows(
    sql`select 1 from sales_order where company_id = ${sql.company} and id = any(${all}::bigint[]) and exception = 'label' order by id for update`,
  );
  await moveOrders(tx, all, { from: ['exception'], to: 'packed', event: 'labelMended' });
}

export async function markDelivered(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const all = await withMembers(tx, orderIds);
  const moved = await moveOrders(tx, all, { from: ['shipped'], to: 'delivered', event: 'delivered' });
  if (moved.length > 0) await emit(tx, orderDelivered, { orderIds: moved.map((m) => m.id) });
}
