import type { Tx } from '../../core/database/database.ts';
import { emit } from '../../core/jobs/jobs.ts';
import { withMembers } from './arrange/box.ts';
import { requestConfirmation } from './confirm.ts';
import { orderDelivered } from './events.ts';
import { moveOrders } from './move.ts';
import type { Shipment } from './orders.tables.ts';
import { addTerms, normalTerm } from './terms.ts';

/**
 * Logistics bought a label for the box of an order: what the platform will be told, and one more way to find the order.
 * null: it was voided. Of orders that left before there was anything to tell, the platform is told now.
 */
export async function setShipment(tx: Tx, orderId: number, shipment: Shipment | null): Promise<void> {
  const rows = await tx.prepared<{ id: number; orderedAt: Date; shopId: number; due: boolean }>(
    'order_set_shipment',
    `update sales_order set shipment = $3::jsonb, tracking_number = $4, version = version + 1,
       confirm_state = case when $3::jsonb is not null and status in ('shipped', 'delivered') and origin = 'platform'
         and confirm_state = 'notNeeded' then 'pending' else confirm_state end
     where company_id = $1 and id = any($2::bigint[])
     returning id, ordered_at as "orderedAt", shop_id as "shopId", status in ('shipped', 'delivered') and confirm_state = 'pending' as due`,
    [
      tx.companyId,
      await withMembers(tx, [orderId]),
      shipment ? JSON.stringify(shipment) : null,
      shipment?.trackingNumber ?? null,
    ],
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

/** Something about the parcel needs a person: the order shows it; once mended, `clearParcelException`. */
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
  await tx.prepared(
    'order_label_again',
    `select 1 from sales_order where company_id = $1 and id = any($2::bigint[]) and exception = 'label' order by id for update`,
    [tx.companyId, all],
  );
  await moveOrders(tx, all, { from: ['exception'], to: 'packed', event: 'labelMended' });
}

export async function markDelivered(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const all = await withMembers(tx, orderIds);
  const moved = await moveOrders(tx, all, { from: ['shipped'], to: 'delivered', event: 'delivered' });
  if (moved.length > 0) await emit(tx, orderDelivered, { orderIds: moved.map((m) => m.id) });
}
