import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { emit } from '../../../core/jobs/jobs.ts';
import { lockOutboundsOfOrders, requestStop } from '../../warehouse/public.ts';
import { boxesOf } from '../arrange/box.ts';
import { leaveBoxes } from '../arrange/leave-box.ts';
import { orderCancelled } from '../events.ts';
import { ordersChanged } from '../live.ts';
import { moveOrders } from '../move.ts';
import { endOutbounds } from '../reserve/end-outbounds.ts';
import { releaseReservations } from '../reserve/reserve.ts';
import type { Status } from '../status.ts';

export interface Cancelled {
  cancelled: number[];
  /** Already with the carrier: an intercept was requested. */
  stopRequested: number[];
  skipped: number[];
  /** The previous status of the cancelled orders. */
  steps: { id: number; from: Status; exception: string | null }[];
}

const WITH_GOODS: readonly Status[] = [
  'unpaid',
  'review',
  'allocate',
  'ready',
  'picking',
  'packed',
  'exception',
  'held',
];

/**
 * Cancels orders in any status: releases stock, ends outbound orders and pick tasks, voids the label (through
 * logistics), and marks picked goods for put-back. For shipped orders it requests an intercept.
 */
export async function cancelOrders(
  tx: Tx,
  ids: readonly number[],
  why: { by: 'buyer' | 'user' | 'platform'; reason?: string | undefined; remark?: string | undefined },
): Promise<Cancelled> {
  // Other orders in the box must not wait for the put-back.
  await leaveBoxes(tx, ids);
  // Lock outbound orders before orders, as everywhere.
  await lockOutboundsOfOrders(tx, ids);
  const found = await tx.rows<{ id: number; status: Status }>(
    sql`select id, status from sales_order where company_id = ${sql.company} and id = any(${ids}::bigint[]) order by id for update`,
  );
  const open = found.filter((o) => WITH_GOODS.includes(o.status)).map((o) => o.id);
  const gone = found.filter((o) => o.status === 'shipped').map((o) => o.id);
  const steps: Cancelled['steps'] = [];
  if (open.length > 0) {
    // Change the order first, so that listeners of the ended outbound order find it cancelled.
    const moved = await moveOrders(tx, open, {
      to: 'cancelled',
      event: 'cancelled',
      detail: {
        by: why.by,
        ...(why.reason ? { reason: why.reason } : {}),
        ...(why.remark ? { remark: why.remark } : {}),
      },
    });
    steps.push(...moved.map(({ id, from, exceptionBefore }) => ({ id, from, exception: exceptionBefore })));
    await endOutbounds(tx, open);
    await releaseReservations(tx, open);
    await emit(tx, orderCancelled, { orderIds: open });
  }
  await stopGone(tx, gone, why.by);
  const done = new Set([...open, ...gone]);
  return { cancelled: open, stopRequested: gone, skipped: ids.filter((id) => !done.has(id)), steps };
}

/** Requests the intercept once, even after a buyer's request, which reaches no carrier by itself. */
async function stopGone(tx: Tx, ids: readonly number[], by: string): Promise<void> {
  if (ids.length === 0) return;
  const boxes = await boxesOf(tx, ids);
  const outbounds = await lockOutboundsOfOrders(tx, [...new Set(boxes.values())]);
  const stopped = new Set(
    await requestStop(
      tx,
      outbounds.map((o) => o.id),
    ),
  );
  const requested = await tx.rows<{ id: number }>(
    sql`update sales_order set cancel_requested = true where company_id = ${sql.company} and id = any(${ids}::bigint[]) and not cancel_requested returning id`,
  );
  ordersChanged(tx);
  const boxesStopped = new Set(outbounds.filter((o) => stopped.has(o.id)).map((o) => o.orderId));
  const anew = ids.filter((id) => boxesStopped.has(boxes.get(id) ?? id));
  writeHistory(
    tx,
    [...new Set([...anew, ...requested.map((row) => row.id)])].map((docId) => ({
      docKind: 'sales_order',
      docId,
      event: 'stopRequested',
      detail: { by },
    })),
  );
}
