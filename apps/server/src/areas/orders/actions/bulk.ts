import type { OrderFilter } from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField } from '../../../core/errors.ts';
import { say } from '../../../core/text/texts.ts';
import { selectedIds } from '../list/list.ts';

const LIMIT = 10_000;
const CHUNK = 500;

export interface Selection {
  ids?: number[] | undefined;
  filter?: OrderFilter | undefined;
}

export interface BulkResult {
  done: number;
  failed: { id: number; label: string; error: string; reason: string }[];
  undoId?: number;
}

export type Why = string | { code: string; params?: Record<string, string | number> | undefined };
/** The result of an action for a chunk: ids done, and for the others the code of the text with the reason. */
export type ChunkOutcome = { done: readonly number[]; otherwise: string | ((id: number) => Why) };

/**
 * Runs an action over selected orders or all of a filter, 500 per transaction, and gives a reason for each failure.
 * @param sorted when the order of processing matters
 */
export async function overOrders(
  app: App,
  ctx: Ctx,
  selection: Selection,
  act: (ids: number[]) => Promise<ChunkOutcome>,
  actFindsItsOrders = false,
  sorted?: (tx: Tx, ids: number[]) => Promise<number[]>,
): Promise<BulkResult> {
  if (!selection.ids && !selection.filter) throw badField('ids', 'orders.nothingSelected');
  let ids = await chosen(app, ctx, selection, actFindsItsOrders);
  const all = ids;
  if (sorted && all.length > CHUNK) ids = await app.database.look(ctx, (tx) => sorted(tx, all));
  const outOfReach = (selection.ids ?? []).filter((id) => !ids.includes(id));
  const result: BulkResult = {
    done: 0,
    failed: outOfReach.map((id) => failure(ctx, id, undefined, 'orders.notFound')),
  };
  for (let at = 0; at < ids.length; at += CHUNK) {
    const chunk = ids.slice(at, at + CHUNK);
    const { done, otherwise } = await act(chunk);
    const finished = new Set(done);
    const failed = chunk.filter((id) => !finished.has(id));
    result.done += chunk.length - failed.length;
    if (failed.length === 0) continue;
    const labels = await app.database.look(ctx, (tx) => labelsOf(tx, failed));
    for (const id of failed) {
      const order = labels.get(id);
      const why = typeof otherwise === 'function' ? otherwise(id) : otherwise;
      result.failed.push(failure(ctx, id, order, order === undefined ? 'orders.notFound' : why));
    }
  }
  return result;
}

/** The action skips unknown ids itself, so a user who sees the whole company needs no filter. */
async function chosen(app: App, ctx: Ctx, selection: Selection, actFindsItsOrders: boolean): Promise<number[]> {
  if (actFindsItsOrders && selection.ids && !selection.filter && ctx.rights.all && ctx.rights.shopIds === null)
    return [...new Set(selection.ids)].sort((a, b) => a - b);
  return app.database.look(ctx, (tx) => selectedIds(tx, selection, LIMIT));
}

interface Label {
  displayNo: string;
  status: string;
}

function failure(ctx: Ctx, id: number, order: Label | undefined, why: Why): BulkResult['failed'][number] {
  const { code, params } = typeof why === 'string' ? { code: why, params: {} } : why;
  const label = order?.displayNo ?? String(id);
  const status = order ? say(ctx.language, `orders.status.${order.status}`) : '';
  return { id, label, error: code, reason: say(ctx.language, code, { number: label, status, ...params }) };
}

async function labelsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, Label>> {
  const rows = await tx.rows<Label & { id: number }>(
    sql`select id, display_no, status from sales_order where company_id = ${sql.company} and id = any(${ids}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
