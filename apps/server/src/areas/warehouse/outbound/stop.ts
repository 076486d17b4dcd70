import type { StopReason } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { writeHistory } from '../../../core/documents.ts';
import type { OutboundRow } from '../locks.ts';
import type { Refusal } from '../outcome.ts';

/** Of `outbound o`: the order knows why. Orders are only asked about outbounds that are stopped. */
export const STOP_REASON = `case when not o.stop_requested then null when o.state = 'shipped' then 'left' else coalesce((
  select case when s.cancel_requested then 'buyer' when s.platform_hold is not null then 'platform' end
  from sales_order s where s.company_id = o.company_id and s.id = o.order_id), 'buyer') end as "stopReason"`;

/**
 * The goods must not leave until somebody decides: picking may go on, but the box is not closed, gets no label and is not
 * handed over. Of what has left already, whoever holds the parcel is asked to stop it. @returns those that were marked
 */
export function requestStop(tx: Tx, outboundIds: readonly number[]): Promise<number[]> {
  return mark(tx, 'request', outboundIds, true);
}

/** It was decided that they go on. @returns those that were stopped */
export function releaseStop(tx: Tx, outboundIds: readonly number[]): Promise<number[]> {
  return mark(tx, 'release', outboundIds, false);
}

async function mark(tx: Tx, name: string, outboundIds: readonly number[], stop: boolean): Promise<number[]> {
  if (outboundIds.length === 0) return [];
  const rows = await tx.prepared<{ id: number }>(
    `outbound_${name}_stop`,
    `update outbound set stop_requested = $3 where company_id = $1 and id = any($2::bigint[]) and state <> 'cancelled'
       and stop_requested <> $3 returning id`,
    [tx.companyId, outboundIds, stop],
  );
  const event = stop ? 'stopRequested' : 'stopReleased';
  writeHistory(
    tx,
    rows.map((row) => ({ docKind: 'outbound', docId: row.id, event })),
  );
  return rows.map((row) => row.id);
}

const CODES: Record<StopReason, string> = {
  buyer: 'warehouse.stopRequested',
  platform: 'warehouse.heldByPlatform',
  left: 'warehouse.alreadyShipped',
};

/** Why the stopped ones among locked outbounds stay where they are; asks nothing where none is stopped. */
export async function refusalsOf(tx: Tx, rows: readonly OutboundRow[]): Promise<Map<number, Refusal>> {
  const stopped = rows.filter((row) => row.stopRequested);
  if (stopped.length === 0) return new Map();
  const reasons = await tx.prepared<{ id: number; stopReason: StopReason }>(
    'outbound_stop_reasons',
    `select o.id, ${STOP_REASON} from outbound o where o.company_id = $1 and o.id = any($2::bigint[])`,
    [tx.companyId, stopped.map((row) => row.id)],
  );
  const reasonOf = new Map(reasons.map((row) => [row.id, row.stopReason]));
  return new Map(
    stopped.map((row) => {
      const code = CODES[reasonOf.get(row.id) ?? 'buyer'];
      return [row.id, { id: row.id, label: row.number, code, params: { order: row.orderNo } }];
    }),
  );
}
