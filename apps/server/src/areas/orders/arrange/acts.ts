import { ORDER_ACTIONS } from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { notFound } from '../../../core/errors.ts';
import { takeBack } from '../actions/actions.ts';
import { type BulkResult, overOrders, type Selection, type Why } from '../actions/bulk.ts';
import { selectedIds } from '../list/list.ts';
import { UndoRecord, undoable, withUndo } from '../undo/record.ts';
import { stepRow } from '../undo/steps.ts';
import { changeLines, type LinesInput } from './lines.ts';
import { mergeOrders, unmergeOrders } from './merge.ts';
import { type PartInput, splitOrder } from './split.ts';

/** @throws notFound also for orders out of the actor's shops and modules */
async function assertVisible(tx: Tx, id: number): Promise<void> {
  if ((await selectedIds(tx, { ids: [id] }, 1)).length === 0) throw notFound('orders.notFound');
}

export async function split(app: App, ctx: Ctx, input: { id: number; parts: readonly PartInput[] }) {
  const record = new UndoRecord('split');
  const ids = await app.database.inCompany(ctx, async (tx) => {
    await assertVisible(tx, input.id);
    const made = await splitOrder(tx, input.id, input.parts);
    await record.add(tx, [{ id: input.id, parts: made.ids, ...made.before }]);
    return made.ids;
  });
  return { ids, undoId: record.id ?? 0 };
}

/** Merges all or none: if some do not fit, nothing is merged, and each of those gets a reason. */
export async function merge(app: App, ctx: Ctx, ids: number[]): Promise<BulkResult> {
  const record = new UndoRecord('merge');
  const result = await overOrders(app, ctx, { ids }, async (observed) => {
    const done = await app.database.inCompany(ctx, async (tx) => {
      const outcome = await mergeOrders(tx, observed);
      if ('refused' in outcome) return outcome.refused;
      const [into] = outcome.merged;
      await record.add(
        tx,
        outcome.merged.map((order) => ({ ...order, into: into?.id ?? order.id })),
      );
      return observed;
    });
    if (Array.isArray(done)) return { done, otherwise: 'orders.state' };
    return { done: [], otherwise: (id): Why => done.get(id) ?? 'orders.mergeOthers' };
  });
  return withUndo(result, record);
}

export function unmerge(app: App, ctx: Ctx, selection: Selection): Promise<BulkResult> {
  return overOrders(app, ctx, selection, async (ids) => {
    const { done, labelled } = await app.database.inCompany(ctx, (tx) => unmergeOrders(tx, ids));
    return { done, otherwise: (id) => (labelled.includes(id) ? 'orders.unmergeLabelled' : 'orders.notInBox') };
  });
}

export const sendBack = (app: App, ctx: Ctx, selection: Selection): Promise<BulkResult> =>
  undoable(app, ctx, selection, 'sendBack', async (tx, ids) =>
    (await takeBack(tx, ids, 'review', 'sentBack', ORDER_ACTIONS.sendBack)).map(stepRow),
  );

export async function lines(app: App, ctx: Ctx, input: LinesInput) {
  const record = new UndoRecord('lines');
  await app.database.inCompany(ctx, async (tx) => {
    await assertVisible(tx, input.id);
    const row = await changeLines(tx, input);
    await record.add(tx, row ? [row] : []);
  });
  return record.id === undefined ? {} : { undoId: record.id };
}
