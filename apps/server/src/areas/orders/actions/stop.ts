import { ORDER_ACTIONS } from '@tradewind/contract/orders.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { lockOutboundsOfOrders, releaseStop, requestStop } from '../../warehouse/public.ts';
import { boxesOf } from '../arrange/box.ts';
import { ordersChanged } from '../live.ts';
import type { Status } from '../status.ts';

/**
 * Goods of orders stay in the house while the buyer asks to cancel or the platform holds them, and go on when neither
 * does. The caller holds the orders and has written what is requested. Of what has left a person decides whether it is to be
 * stopped; a stop nobody asks for any more ends there, too.
 */
export async function keepStops(tx: Tx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const boxes = await boxesOf(tx, orderIds);
  const outbounds = await lockOutboundsOfOrders(tx, [...new Set(boxes.values())]);
  if (outbounds.length === 0) return;
  // One that must stay keeps back all that travel with it.
  const rows = await tx.rows<{ id: number }>(
    sql`select coalesce(merged_into, id) as id from sales_order where company_id = ${sql.company} and id = any(${[...boxes.keys()]}::bigint[])
       and (cancel_requested or platform_hold is not null)`,
  );
  const stay = new Set(rows.map((row) => row.id));
  const idsWhere = (test: (o: (typeof outbounds)[number]) => boolean) => outbounds.filter(test).map((o) => o.id);
  await requestStop(
    tx,
    idsWhere((o) => stay.has(o.orderId) && o.state !== 'shipped' && !o.stopRequested),
  );
  await releaseStop(
    tx,
    idsWhere((o) => !stay.has(o.orderId) && o.stopRequested),
  );
}

/**
 * A person decides against the buyer's wish to cancel: what was stopped for it goes on, unless the platform holds it,
 * too. Held orders stay held: whoever calls has them judged again.
 */
export async function dismissRequests(
  tx: Tx,
  ids: readonly number[],
  states: readonly Status[] = ORDER_ACTIONS.goOn,
): Promise<{ id: number; status: Status }[]> {
  // Everybody locks outbounds before orders.
  await lockOutboundsOfOrders(tx, [...new Set((await boxesOf(tx, ids)).values())]);
  const requested = await tx.rows<{ id: number; status: Status }>(
    sql`with requested as materialized (
       select id from sales_order where company_id = ${sql.company} and id = any(${ids}::bigint[]) and status = any(${states}::text[]) and cancel_requested
       order by id for update
     )
     update sales_order o set cancel_requested = false, version = o.version + 1 from requested
     where o.company_id = ${sql.company} and o.id = requested.id returning o.id, o.status`,
  );
  ordersChanged(tx);
  writeHistory(
    tx,
    requested.map((row) => ({ docKind: 'sales_order', docId: row.id, event: 'cancelRequestDismissed' })),
  );
  await keepStops(
    tx,
    requested.map((row) => row.id),
  );
  return requested;
}
