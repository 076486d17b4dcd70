import type { StopReason } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { outboundStopping } from '../hooks.ts';
import type { OutboundRow } from '../locks.ts';
import type { Refusal } from '../outcome.ts';

/** Of `outbound o`: something of a recalled batch was picked for it. */
const HAS_RECALLED = sql`exists (select from pick_line r join stock_batch t on t.company_id = o.company_id and t.id = r.batch_id
  where r.company_id = o.company_id and r.outbound_id = o.id and r.batch_id <> 0 and r.picked > 0 and t.state = 'recalled')`;

/** Of `outbound o`: the order or the batch knows why. They are only asked about outbounds that are stopped. */
export const STOP_REASON = sql`case when not o.stop_requested then null when o.state = 'shipped' then 'left' else coalesce((
  select case when s.cancel_requested then 'buyer' when s.platform_hold is not null then 'platform' end
  from sales_order s where s.company_id = o.company_id and s.id = o.order_id),
  case when ${HAS_RECALLED} then 'recall' end, 'buyer') end as "stopReason"`;

/**
 * The goods must not leave until somebody decides: picking may go on, but the box is not closed, gets no label and is not
 * handed over. Of what has left already, whoever holds the parcel is asked to stop it. @returns those that were marked
 */
export function requestStop(tx: Tx, outboundIds: readonly number[]): Promise<number[]> {
  return mark(tx, outboundIds, true);
}

/** It was decided that they go on; not with goods of a recalled batch. @returns those that were stopped */
export function releaseStop(tx: Tx, outboundIds: readonly number[]): Promise<number[]> {
  return mark(tx, outboundIds, false);
}

async function mark(tx: Tx, outboundIds: readonly number[], stop: boolean): Promise<number[]> {
  if (outboundIds.length === 0) return [];
  const rows = await tx.rows<{ id: number }>(
    sql`update outbound o set stop_requested = ${stop} where o.company_id = ${sql.company} and o.id = any(${outboundIds}::bigint[]) and o.state <> 'cancelled'
       and o.stop_requested <> ${stop}${stop ? sql.empty : sql` and (o.state = 'shipped' or not ${HAS_RECALLED})`} returning o.id`,
  );
  const event = stop ? 'stopRequested' : 'stopReleased';
  writeHistory(
    tx,
    rows.map((row) => ({ docKind: 'outbound', docId: row.id, event })),
  );
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await outboundStopping.call(tx, { outboundIds: ids, stop });
  return ids;
}

/** What is said of an outbound that is stopped, with {order}. */
export const STOPPED: Record<StopReason, string> = {
  buyer: 'warehouse.stopRequested',
  platform: 'warehouse.heldByPlatform',
  recall: 'warehouse.recalled',
  left: 'warehouse.alreadyShipped',
};

/** Why the stopped ones among locked outbounds stay where they are; asks nothing where none is stopped. */
export async function refusalsOf(tx: Tx, rows: readonly OutboundRow[]): Promise<Map<number, Refusal>> {
  const stopped = rows.filter((row) => row.stopRequested);
  if (stopped.length === 0) return new Map();
  const reasons = await tx.rows<{ id: number; stopReason: StopReason }>(
    sql`select o.id, ${STOP_REASON} from outbound o where o.company_id = ${sql.company} and o.id = any(${stopped.map((row) => row.id)}::bigint[])`,
  );
  const reasonOf = new Map(reasons.map((row) => [row.id, row.stopReason]));
  return new Map(
    stopped.map((row) => {
      const code = STOPPED[reasonOf.get(row.id) ?? 'buyer'];
      return [row.id, { id: row.id, label: row.number, code, params: { order: row.orderNo } }];
    }),
  );
}
