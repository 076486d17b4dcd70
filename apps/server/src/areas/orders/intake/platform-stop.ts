import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { keepStops } from '../actions/stop.ts';
import { ordersChanged } from '../live.ts';
import { moveOrders } from '../move.ts';
import { endOutbounds } from '../reserve/end-outbounds.ts';
import { releaseReservations } from '../reserve/reserve.ts';
import { holdOf } from '../rules/decide.ts';
import type { Status } from '../status.ts';
import type { Known, Observed } from './known-order.ts';

const BEFORE_PICKING: readonly Status[] = ['unpaid', 'review', 'allocate', 'ready', 'exception', 'held'];

/** Nothing is picked yet. An order whose label failed is an exception too, but its box is closed. */
export const beforePicking = ({ status, exception }: Known) => BEFORE_PICKING.includes(status) && exception !== 'label';

const inWork = ({ status, exception }: Known) =>
  status === 'picking' || status === 'packed' || (status === 'exception' && exception === 'label');

const idsOf = (list: readonly Observed[]) => list.map((s) => s.known.id);

/**
 * Starts or ends a cancellation request or a platform hold. Before picking, stock is released; in picking or packed,
 * the outbound order is held until a person or the platform decides.
 * @returns orders whose request the buyer withdrew and that were on hold for it
 */
export async function stopOrLetGo(tx: Tx, open: readonly Observed[]): Promise<number[]> {
  const requested = await cancellationRequested(tx, open);
  const { withdrawn, held } = await tookBackCancelling(tx, open);
  await heldByPlatform(tx, open);
  const turned = heldInWork(tx, open);
  await keepStops(tx, [...new Set([...requested, ...withdrawn, ...turned])]);
  return held;
}

/**
 * The buyer requests cancellation and the platform lets the seller decide.
 * @returns orders whose processing continues despite the request
 */
async function cancellationRequested(tx: Tx, open: readonly Observed[]): Promise<number[]> {
  const raised = open.filter((s) => s.order.cancelRequested && !s.known.cancelRequested);
  const dismissed = await dismissedBefore(tx, raised);
  const requested = raised.filter((s) => !dismissed.has(s.known.id));
  if (requested.length === 0) return [];
  const ids = idsOf(requested);
  await tx.rows(
    sql`update sales_order set cancel_requested = true where company_id = ${sql.company} and id = any(${ids}::bigint[])`,
  );
  ordersChanged(tx);
  const early = requested.filter((s) => beforePicking(s.known) && s.known.status !== 'held');
  const moved = await moveOrders(tx, idsOf(early), {
    // Unpaid orders wait anyway.
    from: ['review', 'allocate', 'ready', 'exception'],
    to: 'held',
    event: 'cancelRequested',
    detail: { by: 'buyer' },
    remember: true,
  });
  const held = new Set(moved.map((m) => m.id));
  await endOutbounds(tx, [...held]);
  await releaseReservations(tx, [...held]);
  const others = ids.filter((id) => !held.has(id));
  writeHistory(
    tx,
    others.map((docId) => ({ docKind: 'sales_order', docId, event: 'cancelRequested', detail: { by: 'buyer' } })),
  );
  return others;
}

/** A person chose to ship anyway, but the platform keeps sending the request. */
async function dismissedBefore(tx: Tx, raised: readonly Observed[]): Promise<Set<number>> {
  if (raised.length === 0) return new Set();
  const rows = await tx.rows<{ id: number }>(
    sql`select doc_id as id from document_event where company_id = ${sql.company} and doc_kind = 'sales_order' and doc_id = any(${idsOf(raised)}::bigint[])
       and event = 'cancelRequestDismissed'`,
  );
  return new Set(rows.map((row) => row.id));
}

/** The buyer withdrew the request. */
async function tookBackCancelling(tx: Tx, open: readonly Observed[]): Promise<{ withdrawn: number[]; held: number[] }> {
  const back = open.filter((s) => s.known.cancelRequested && !s.order.cancelRequested && s.known.status !== 'shipped');
  if (back.length === 0) return { withdrawn: [], held: [] };
  const withdrawn = idsOf(back);
  await tx.rows(
    sql`update sales_order set cancel_requested = false where company_id = ${sql.company} and id = any(${withdrawn}::bigint[])`,
  );
  ordersChanged(tx);
  writeHistory(
    tx,
    idsOf(back.filter((s) => inWork(s.known))).map((docId) => ({
      docKind: 'sales_order',
      docId,
      event: 'cancelWithdrawn',
    })),
  );
  return { withdrawn, held: idsOf(back.filter((s) => s.known.status === 'held')) };
}

/** The platform puts orders on hold (again): orders held by a person stay so, the others go back to unpaid. */
async function heldByPlatform(tx: Tx, open: readonly Observed[]): Promise<void> {
  const waiting = open.filter((s) => holdOf(s.order) !== null && beforePicking(s.known));
  const words = new Map(waiting.map((s) => [s.known.id, holdOf(s.order)]));
  const moved = await moveOrders(tx, idsOf(waiting), {
    from: ['review', 'allocate', 'ready', 'exception'],
    to: 'unpaid',
    event: 'heldByPlatform',
    detail: (id) => ({ hold: words.get(id) }),
  });
  const back = moved.filter((m) => m.from === 'ready').map((m) => m.id);
  await endOutbounds(tx, back);
  await releaseReservations(tx, back);
}

/** Holds or releases orders in picking or packed when a platform hold starts or ends. The hold is already stored. */
function heldInWork(tx: Tx, open: readonly Observed[]): number[] {
  const working = open.filter((s) => inWork(s.known));
  const now = working.filter((s) => holdOf(s.order) !== null && s.known.platformHold === null);
  const over = working.filter((s) => holdOf(s.order) === null && s.known.platformHold !== null);
  const answered = (s: Observed, event: string, word: string | null) => ({
    docKind: 'sales_order',
    docId: s.known.id,
    event,
    detail: { by: 'platform', hold: word },
  });
  writeHistory(tx, [
    ...now.map((s) => answered(s, 'stoppedByPlatform', holdOf(s.order))),
    ...over.map((s) => answered(s, 'releasedByPlatform', s.known.platformHold)),
  ]);
  return idsOf([...now, ...over]);
}
