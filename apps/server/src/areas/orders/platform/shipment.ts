import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { emit } from '../../../core/jobs/jobs.ts';
import { boxesOf, withMembers } from '../arrange/box.ts';
import { orderDelivered } from '../events.ts';
import { moveOrders } from '../move.ts';
import type { Shipment } from '../orders.tables.ts';
import { addTerms, normalTerm } from '../terms.ts';
import { requestConfirmation } from './confirm.ts';

/** Logistics bought a label for an order, or voided it: null. */
export const setShipment = (tx: Tx, orderId: number, shipment: Shipment | null): Promise<void> =>
  setShipments(tx, new Map([[orderId, shipment]]));

/**
 * Stores the shipments to confirm of orders and of all in their boxes, and makes these searchable by tracking number. For
 * those that have already left, queues the confirmation now.
 */
export async function setShipments(tx: Tx, shipments: ReadonlyMap<number, Shipment | null>): Promise<void> {
  const members = [...(await boxesOf(tx, [...shipments.keys()]))].map(([id, box]) => ({
    id,
    shipment: shipments.get(box) ?? null,
  }));
  const rows = await tx.rows<{ id: number; orderedAt: Date; shopId: number; due: boolean; number: string | null }>(
    sql`update sales_order o set shipment = r.shipment, tracking_number = r.shipment ->> 'trackingNumber', version = o.version + 1,
       confirm_state = case when r.shipment is not null and o.status in ('shipped', 'delivered') and o.origin = 'platform'
         and o.confirm_state = 'notNeeded' then 'pending' else o.confirm_state end
     from jsonb_to_recordset(${sql.json(members)}) as r(id bigint, shipment jsonb)
     where o.company_id = ${sql.company} and o.id = r.id
     returning o.id, o.ordered_at, o.shop_id, o.tracking_number as number,
       r.shipment is not null and o.status in ('shipped', 'delivered') and o.confirm_state = 'pending' as due`,
  );
  await requestConfirmation(
    tx,
    rows.filter((row) => row.due).map((row) => row.shopId),
  );
  await addTerms(
    tx,
    rows.flatMap(({ id, orderedAt, number }) =>
      number === null
        ? []
        : [
            {
              orderId: id,
              orderedAt: orderedAt.toISOString(),
              terms: [{ term: normalTerm(number), buyer: false }],
            },
          ],
    ),
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
