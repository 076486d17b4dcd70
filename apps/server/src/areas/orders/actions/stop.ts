import { ORDER_ACTIONS } from '@tradewind/contract/orders.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { lockOutboundsOfOrders, releaseStop, requestStop } from '../../warehouse/public.ts';
import { boxesOf } from '../arrange/box.ts';
import { ordersChanged } from '../live.ts';
import type { Status } from '../status.ts';

/**
 * Holds the outbound orders while the buyer requests cancellation or the platform holds the order, and releases them
 * otherwise. The caller has locked the orders and written the request. For shipped orders, a person decides about an
 * intercept; an obsolete request ends here too.
 */
export async function keepStops(tx: Tx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const boxes = await boxesOf(tx, orderIds);
  const outbounds = await lockOutboundsOfOrders(tx, [...new Set(boxes.values())]);
  if (outbounds.length === 0) return;
  // One held order holds all orders in its box.
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
 * A person declines the cancellation: held outbound orders continue, unless the platform holds them too. Orders on hold
 * stay on hold until the caller re-evaluates them.
 */
export async function dismissRequests(
  tx: Tx,
  ids: readonly number[],
  states: readonly Status[] = ORDER_ACTIONS.goOn,
): Promise<{ id: number; status: Status }[]> {
  // Lock outbound orders before orders, as everywhere.
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
