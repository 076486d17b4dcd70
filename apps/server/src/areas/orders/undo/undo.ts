import { anyOrder } from '@tradewind/contract/access/modules.ts';
import { UNDO_ACTS, UNDO_HOURS, type UndoAct } from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, mayPressAny } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict, forbidden, notFound } from '../../../core/errors.ts';
import { say } from '../../../core/text/texts.ts';
import type { BulkResult } from '../actions/bulk.ts';
import { lockBoxes } from '../arrange/box.ts';
import { selectedIds } from '../list/list.ts';
import { undoKind } from './kinds.ts';
import { type Now, standing } from './now.ts';
import type { UndoRow } from './record.ts';

const HOUR_MS = 3_600_000;
const CHUNK = 500;

type Stored = UndoRow & { undone?: true };
interface Act extends Record<string, unknown> {
  id: number;
  act: UndoAct;
  at: Date;
  orders: Stored[];
}

/** @throws notFound, forbidden without the act's button, conflict orders.undoLate after a day */
async function readAct(tx: Tx, ctx: Pick<Ctx, 'rights'>, undoId: number, lock: boolean): Promise<Act> {
  const [act] = await tx.rows<Act>(
    sql`select id, act, at, orders from order_undo where company_id = ${sql.company} and id = ${undoId} ${lock ? sql`for update` : sql.empty}`,
  );
  if (!act) throw notFound('orders.undoNotFound');
  if (!mayPressAny(ctx.rights, anyOrder(UNDO_ACTS[act.act]))) throw forbidden();
  if (tx.now.getTime() - act.at.getTime() > UNDO_HOURS * HOUR_MS)
    throw conflict('orders.undoLate', { hours: UNDO_HOURS });
  return act;
}

/** The act's rows whose orders the actor may see. */
async function inSight(tx: Tx, rows: readonly Stored[]): Promise<Stored[]> {
  const visited = new Set(await selectedIds(tx, { ids: rows.map((row) => row.id) }, rows.length));
  return rows.filter((row) => visited.has(row.id));
}

async function refusals(
  tx: Tx,
  act: Pick<Act, 'act' | 'at'>,
  rows: readonly Stored[],
): Promise<{ now: Map<number, Now>; why: Map<number, string> }> {
  const kind = undoKind(act.act);
  const now = await standing(
    tx,
    rows.map((row) => row.id),
  );
  const why = new Map<number, string>();
  for (const row of rows) {
    const order = now.get(row.id);
    const reason = row.undone ? 'orders.undoDone' : order ? kind.refuse(row, order, act.at) : 'orders.undoChanged';
    if (reason) why.set(row.id, reason);
  }
  const rest = rows.filter((row) => !why.has(row.id));
  for (const [id, reason] of (await kind.refuseMore?.(tx, rest, act.at)) ?? []) why.set(id, reason);
  return { now, why };
}

/** Previews an undo. Orders may still change before it runs. */
export async function previewUndo(tx: Tx, ctx: Ctx, undoId: number) {
  const act = await readAct(tx, ctx, undoId, false);
  const rows = await inSight(tx, act.orders);
  const { now, why } = await refusals(tx, act, rows);
  const kind = undoKind(act.act);
  return {
    act: act.act,
    at: act.at.toISOString(),
    orders: rows.map((row) => {
      const label = now.get(row.id)?.displayNo ?? String(row.id);
      const reason = why.get(row.id) ?? kind.note?.(row) ?? '';
      return {
        id: row.id,
        label,
        comesBack: !why.has(row.id),
        reason: reason && say(ctx.language, reason, { number: label }),
      };
    }),
  };
}

/**
 * Undoes an act for its orders that can still go back, and gives the reason for the others. Running it twice changes
 * nothing.
 */
export async function undo(app: App, ctx: Ctx, undoId: number): Promise<BulkResult> {
  const { orders } = await app.database.look(ctx, (tx) => readAct(tx, ctx, undoId, false));
  const result: BulkResult = { done: 0, failed: [] };
  for (let at = 0; at < orders.length; at += CHUNK) {
    const ids = new Set(orders.slice(at, at + CHUNK).map((row) => row.id));
    const part = await app.database.inCompany(ctx, (tx) => undoSome(tx, ctx, undoId, ids));
    result.done += part.done;
    result.failed.push(...part.failed);
  }
  return result;
}

async function undoSome(tx: Tx, ctx: Ctx, undoId: number, ids: ReadonlySet<number>): Promise<BulkResult> {
  const act = await readAct(tx, ctx, undoId, true);
  const kind = undoKind(act.act);
  const rows = await inSight(
    tx,
    act.orders.filter((row) => ids.has(row.id)),
  );
  const open = rows.filter((row) => !row.undone);
  await lockBoxes(
    tx,
    open.flatMap((row) => [row.id, ...(kind.others?.(row) ?? [])]),
  );
  const { now, why } = await refusals(tx, act, open);
  const back = open.filter((row) => !why.has(row.id));
  if (back.length > 0) {
    await kind.reverse(tx, back);
    await markUndone(tx, act, back);
  }
  return {
    done: rows.length - why.size,
    failed: open.flatMap((row) => {
      const error = why.get(row.id);
      if (!error) return [];
      const label = now.get(row.id)?.displayNo ?? String(row.id);
      return [{ id: row.id, label, error, reason: say(ctx.language, error, { number: label }) }];
    }),
  };
}

async function markUndone(tx: Tx, act: Act, back: readonly Stored[]): Promise<void> {
  const undone = new Set(back.map((row) => row.id));
  await tx.rows(
    sql`update order_undo set undone_at = ${tx.now}, orders = ${JSON.stringify(act.orders.map((row) => (undone.has(row.id) ? { ...row, undone: true } : row)))}::jsonb where company_id = ${sql.company} and id = ${act.id}`,
  );
}

const LISTED = 20;

/** The acts of an order of the last day that are not undone, and why one cannot be; for whoever may press their buttons. */
export async function undosOf(tx: Tx, ctx: Ctx, orderId: number) {
  const [visible] = await selectedIds(tx, { ids: [orderId] }, 1);
  if (visible === undefined) throw notFound('orders.notFound');
  const acts = await tx.rows<Act & { linkedAt: Date }>(
    sql`select u.id, u.act, u.at, u.orders, o.at as "linkedAt" from order_undo_of o
     join order_undo u on u.company_id = ${sql.company} and u.id = o.undo_id
     where o.company_id = ${sql.company} and o.order_id = ${orderId} and u.at > ${tx.now}::timestamptz - make_interval(hours => ${UNDO_HOURS})
     order by u.id desc limit ${LISTED}`,
  );
  const undos = [];
  for (const act of acts.filter((one) => mayPressAny(ctx.rights, anyOrder(UNDO_ACTS[one.act])))) {
    const row = act.orders.find((one) => one.id === orderId);
    if (!row || row.undone) continue;
    const { now, why } = await refusals(tx, act, [row]);
    const reason = why.get(orderId);
    const number = now.get(orderId)?.displayNo ?? '';
    undos.push({
      undoId: act.id,
      act: act.act,
      at: act.linkedAt.toISOString(),
      why: reason ? say(ctx.language, reason, { number }) : '',
    });
  }
  return undos;
}
