import type { StopReason } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import type { Refusal } from '../../../core/outcome.ts';
import { outboundStopping } from '../hooks.ts';
import type { OutboundRow } from '../locks.ts';

/** Whether units of a recalled batch were picked for `outbound o`. */
const HAS_RECALLED = sql`exists (select from pick_line r join stock_batch t on t.company_id = o.company_id and t.id = r.batch_id
  where r.company_id = ${sql.company} and r.outbound_id = o.id and r.batch_id <> 0 and r.picked > 0 and t.state = 'recalled')`;

/** Whether the order or the batch of `outbound o` is the reason. Asked only for outbound orders on hold. */
export const STOP_REASON = sql`case when not o.stop_requested then null when o.state = 'shipped' then 'left' else coalesce((
  select case when s.cancel_requested then 'buyer' when s.platform_hold is not null then 'platform' end
  from sales_order s where s.company_id = ${sql.company} and s.id = o.order_id),
  case when ${HAS_RECALLED} then 'recall' end, 'buyer') end as "stopReason"`;

/**
 * Puts outbound orders on hold until somebody decides: picking may continue, but the box cannot be closed, labelled or
 * handed over. For shipped ones it requests an intercept from the carrier. @returns the orders put on hold
 */
export function requestStop(tx: Tx, outboundIds: readonly number[]): Promise<number[]> {
  return mark(tx, outboundIds, true);
}

/** Releases the hold, except for units of a recalled batch. @returns the orders that were on hold */
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

/** The message for an outbound order on hold, with {order}. */
export const STOPPED: Record<StopReason, string> = {
  buyer: 'warehouse.stopRequested',
  platform: 'warehouse.heldByPlatform',
  recall: 'warehouse.recalled',
  left: 'warehouse.alreadyShipped',
};

/** Why locked outbound orders are on hold. Reads nothing if none is. */
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
