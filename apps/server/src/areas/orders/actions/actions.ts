import { mayAct, ORDER_ACTIONS, type ShipTo } from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { conflict } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { assertOption } from '../../settings/public.ts';
import { assertAddress } from '../address.ts';
import { lockBoxes } from '../arrange/box.ts';
import { leaveBoxes } from '../arrange/leave-box.ts';
import { orderDetail } from '../list/detail.ts';
import { type Moved, moveOrders } from '../move.ts';
import { requestConfirmation } from '../platform/confirm.ts';
import { cancelOnPlatform, holdOnPlatform, refuseCancelOnPlatform } from '../platform/platform-updates.ts';
import { endOutbounds } from '../reserve/end-outbounds.ts';
import { inServingOrder } from '../reserve/queue.ts';
import { releaseReservations, requestReservation } from '../reserve/reserve.ts';
import { reserveNow } from '../reserve/reserve-now.ts';
import { arrangeReviewed, reevaluate } from '../rules/reevaluate.ts';
import type { Status } from '../status.ts';
import { addTerms, recipientTerms } from '../terms.ts';
import { UndoRecord, undoable, withUndo } from '../undo/record.ts';
import { stepRow } from '../undo/steps.ts';
import type { ValueRow } from '../undo/values.ts';
import { type BulkResult, overOrders, type Selection } from './bulk.ts';
import { cancelOrders } from './cancel.ts';
import { dismissRequests } from './stop.ts';

type InTx = (tx: Tx, ids: number[]) => Promise<readonly number[]>;

function inChunks(
  app: App,
  ctx: Ctx,
  selection: Selection,
  work: InTx,
  otherwise = 'orders.state',
): Promise<BulkResult> {
  return overOrders(app, ctx, selection, async (ids) => ({
    done: await app.database.inCompany(ctx, (tx) => work(tx, ids)),
    otherwise,
  }));
}

/** Approves the order. It then waits for stock. */
export function review(app: App, ctx: Ctx, selection: Selection): Promise<BulkResult> {
  return undoable(app, ctx, selection, 'review', async (tx, ids) => {
    const moved = await moveOrders(tx, ids, { from: ORDER_ACTIONS.review, to: 'allocate', event: 'reviewed' });
    const done = moved.map((m) => m.id);
    await arrangeReviewed(tx, done);
    if (moved.length > 0) await requestReservation(tx);
    return moved.map(stepRow);
  });
}

/** Allocates now. Concurrent requests for the same products share the transaction. */
export function allocate(app: App, ctx: Ctx, selection: Selection): Promise<BulkResult> {
  return overOrders(
    app,
    ctx,
    selection,
    async (ids) => {
      const outcome = await reserveNow(app, ctx, ids);
      const short = new Set(outcome.short);
      return { done: outcome.reserved, otherwise: (id) => (short.has(id) ? 'orders.noStock' : 'orders.state') };
    },
    true,
    inServingOrder,
  );
}

/** Releases allocated stock unless picking has started. Orders in one box move together. */
export async function takeBack(
  tx: Tx,
  ids: number[],
  to: Status,
  event: string,
  from: readonly Status[],
): Promise<Moved[]> {
  const all = [...(await lockBoxes(tx, ids)).keys()];
  const closed = await inClosedBoxes(tx, all);
  const open = all.filter((id) => !closed.has(id));
  const moved = await moveOrders(tx, open, { from, to, event, remember: to === 'held' });
  const back = moved.filter((m) => m.from === 'ready').map((m) => m.id);
  await endOutbounds(tx, back);
  await releaseReservations(tx, back);
  return moved;
}

/** Orders in exception because the label failed. They are already packed. */
async function inClosedBoxes(tx: Tx, ids: number[]): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>(sql`select id from sales_order where company_id = ${sql.company}
    and id = any(${arrayOf(ids)}::bigint[]) and exception = 'label' for update`);
  return new Set(rows.map((row) => row.id));
}

export const unallocate = (app: App, ctx: Ctx, selection: Selection) =>
  undoable(app, ctx, selection, 'unallocate', async (tx, ids) =>
    (await takeBack(tx, ids, 'held', 'unallocated', ORDER_ACTIONS.unallocate)).map(stepRow),
  );

export const hold = (app: App, ctx: Ctx, selection: Selection) =>
  undoable(app, ctx, selection, 'hold', async (tx, ids) => {
    const moved = await takeBack(tx, ids, 'held', 'held', ORDER_ACTIONS.hold);
    await holdOnPlatform(
      app,
      tx,
      moved.map((m) => m.id),
    );
    return moved.map(stepRow);
  });

const WHY_STILL: Record<string, string> = { unmapped: 'orders.unmapped', address: 'orders.badAddress' };

/**
 * The rules re-evaluate the orders. An order with a cancellation request stays on hold until a person resumes it. An
 * order that is still in exception counts as failed, with its problem.
 */
export async function resume(app: App, ctx: Ctx, selection: Selection): Promise<BulkResult> {
  const record = new UndoRecord('resume');
  const result = await overOrders(app, ctx, selection, async (ids) => {
    const after = await app.database.inCompany(ctx, async (tx) => {
      const evaluated = await reevaluateOrders(tx, ids);
      const requested = evaluated.filter((o) => o.asked).map((o) => o.id);
      await refuseCancelOnPlatform(app, tx, requested);
      // A request that was declined stays declined.
      const same = evaluated.filter((o) => !o.asked && o.status !== o.from);
      await record.add(
        tx,
        same.map(({ id, from, exceptionBefore, status }) => ({ id, from, exception: exceptionBefore, to: status })),
      );
      return evaluated;
    });
    const why = new Map(after.map((order) => [order.id, WHY_STILL[order.exception ?? ''] ?? 'orders.stillException']));
    return {
      done: after.filter((order) => order.status !== 'exception').map((order) => order.id),
      otherwise: (id) => why.get(id) ?? 'orders.state',
    };
  });
  return withUndo(result, record);
}

interface Evaluated {
  id: number;
  status: Status;
  exception: string | null;
  from: Status;
  exceptionBefore: string | null;
  /** The buyer had requested cancellation. */
  asked: boolean;
}

async function reevaluateOrders(tx: Tx, ids: number[]): Promise<Evaluated[]> {
  const requested = new Set((await dismissRequests(tx, ids, ['held'])).map((order) => order.id));
  const waiting = await tx.rows<{
    id: number;
    from: Status;
    exceptionBefore: string | null;
  }>(sql`select id, status as "from", exception as "exceptionBefore" from sales_order where company_id = ${sql.company}
    and id = any(${arrayOf(ids)}::bigint[]) and status in ('held', 'exception') and exception is distinct from 'label'
    order by id for update`);
  const before = new Map(waiting.map((row) => [row.id, row]));
  await reevaluate(tx, [...before.keys()], 'resumed');
  const after = await tx.rows<{
    id: number;
    status: Status;
    exception: string | null;
  }>(sql`select id, status, exception from sales_order where company_id = ${sql.company}
    and id = any(${arrayOf([...before.keys()])}::bigint[])`);
  return after.map((row) => ({
    from: row.status,
    exceptionBefore: null,
    ...before.get(row.id),
    ...row,
    asked: requested.has(row.id),
  }));
}

/** Ships despite the cancellation request: intercepted orders continue, orders on hold are re-evaluated. */
export function shipAnyway(app: App, ctx: Ctx, selection: Selection): Promise<BulkResult> {
  const work: InTx = async (tx, ids) => {
    const requested = await dismissRequests(tx, ids);
    const held = requested.filter((order) => order.status === 'held').map((order) => order.id);
    await reevaluate(tx, held, 'resumed');
    const done = requested.map((order) => order.id);
    await refuseCancelOnPlatform(app, tx, done);
    return done;
  };
  return inChunks(app, ctx, selection, work, 'orders.notAsked');
}

export async function cancel(
  app: App,
  ctx: Ctx,
  selection: Selection,
  why: { reason?: string | undefined; remark: string; onPlatform: boolean },
): Promise<BulkResult> {
  const { reason, remark } = why;
  if (reason !== undefined) await app.database.look(ctx, (tx) => assertOption(tx, 'cancel.reason', reason, 'reason'));
  const record = new UndoRecord('cancel');
  const result = await inChunks(app, ctx, selection, async (tx, ids) => {
    const outcome = await cancelOrders(tx, ids, { by: 'user', reason, remark });
    if (why.onPlatform) await cancelOnPlatform(app, tx, outcome.cancelled, reason ?? 'other');
    await record.add(tx, outcome.steps);
    return [...outcome.cancelled, ...outcome.stopRequested];
  });
  return withUndo(result, record);
}

export function confirmAgain(app: App, ctx: Ctx, selection: Selection): Promise<BulkResult> {
  return inChunks(app, ctx, selection, async (tx, ids) => {
    const rows = await tx.rows<{
      id: number;
      shopId: number;
    }>(sql`update sales_order set confirm_state = 'telling', confirm_attempts = 0, confirm_next_at = null
      where company_id = ${sql.company} and id = any(${arrayOf(ids)}::bigint[]) and confirm_state in ('failed', 'pending') returning id, shop_id`);
    await requestConfirmation(
      tx,
      rows.map((row) => row.shopId),
    );
    return rows.map((row) => row.id);
  });
}

export function remark(app: App, ctx: Ctx, selection: Selection, text: string): Promise<BulkResult> {
  return undoable(app, ctx, selection, 'remark', async (tx, ids) => {
    const rows = await tx.rows<ValueRow<string> & Record<string, unknown>>(
      sql`with old as materialized (
          select id, remark from sales_order where company_id = ${sql.company} and id = any(${arrayOf(ids)}::bigint[])
          order by id for update)
        update sales_order o set remark = ${text} from old where o.company_id = ${sql.company} and o.id = old.id
        returning o.id, old.remark as before, o.remark as after`,
    );
    writeHistory(
      tx,
      ids.map((docId) => ({ docKind: 'sales_order', docId, event: 'remarked', detail: { remark: text } })),
    );
    return rows;
  });
}

/**
 * @throws badInput for an undeliverable address; conflict orders.editedLate once picking has started; core.stale after
 * another change
 */
export async function editAddress(tx: Tx, input: { id: number; version: number; shipTo: ShipTo }): Promise<void> {
  assertAddress(input.shipTo);
  const order = await orderDetail(tx, input.id);
  if (!mayAct('editAddress', order)) throw conflict('orders.editedLate', { number: order.displayNo });
  const written =
    await tx.row(sql`update sales_order set ship_to = ${JSON.stringify(input.shipTo)}::jsonb, country = ${input.shipTo.country},
    version = version + 1 where company_id = ${sql.company} and id = ${input.id} and version = ${input.version} returning id`);
  if (!written) throw conflict('core.stale', await lastChange(tx, input.id));
  const terms = recipientTerms(input.shipTo);
  await addTerms(tx, [{ orderId: input.id, orderedAt: order.orderedAt, terms }]);
  // The new address differs from that of its box.
  if (beforeWork(order)) await leaveBoxes(tx, [input.id]);
  writeHistory(tx, [{ docKind: 'sales_order', docId: input.id, event: 'addressEdited' }]);
  // Orders on hold stay on hold, allocated orders keep their place, and a closed box waits for its next label.
  if (['review', 'allocate', 'exception'].includes(order.status) && order.exception !== 'label')
    await reevaluate(tx, [input.id], 'addressEdited');
}

const beforeWork = (order: { status: string; exception: string | null }) =>
  order.exception !== 'label' && ['unpaid', 'review', 'allocate', 'ready', 'exception', 'held'].includes(order.status);

/** The last user who changed the order, and when. */
export async function lastChange(tx: Tx, orderId: number): Promise<{ who: string; when: string }> {
  const last = await tx.row<{ who: string; when: string }>(sql`
    select e.actor as who, to_char(e.at at time zone c.time_zone, 'YYYY-MM-DD HH24:MI') as when
    from document_event e join company c on c.id = e.company_id
    where e.company_id = ${sql.company} and e.doc_kind = 'sales_order' and e.doc_id = ${orderId} order by e.id desc limit 1`);
  return last ?? { who: '', when: '' };
}
