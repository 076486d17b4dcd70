import type { UndoAct } from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { type BulkResult, overOrders, type Selection, type Why } from '../actions/bulk.ts';

/** The change to one order, with what undo needs. */
export interface UndoRow {
  id: number;
  [detail: string]: unknown;
}

/** One act, which may take several transactions and is undone as one. */
export class UndoRecord {
  readonly act: UndoAct;
  id: number | undefined;

  constructor(act: UndoAct) {
    this.act = act;
  }

  async add(tx: Tx, rows: readonly UndoRow[]): Promise<void> {
    if (rows.length === 0) return;
    const text = JSON.stringify(rows);
    if (this.id !== undefined) {
      tx.later(
        sql`update order_undo set orders = orders || ${text}::jsonb where company_id = ${sql.company} and id = ${this.id}`,
      );
      this.#link(tx, this.id, rows);
      return;
    }
    const [made] = await tx.rows<{ id: number }>(
      sql`insert into order_undo (company_id, act, user_id, at, orders) values (${sql.company}, ${this.act}, nullif(${tx.actor.userId}::bigint, 0), ${tx.now}, ${text}::jsonb) returning id`,
    );
    if (made) this.#link(tx, made.id, rows);
    // A retried transaction writes it again.
    tx.afterCommit(() => {
      this.id = made?.id;
    });
  }

  #link(tx: Tx, undoId: number, rows: readonly UndoRow[]): void {
    tx.later(
      sql`insert into order_undo_of (company_id, order_id, undo_id, at)
       select ${sql.company}, id, ${undoId}, ${tx.now} from unnest(${rows.map(({ id }) => id)}::bigint[]) as r(id)
       on conflict do nothing`,
    );
  }
}

/** A bulk act that can be undone. `work` returns its changes by order. */
export async function undoable(
  app: App,
  ctx: Ctx,
  selection: Selection,
  act: UndoAct,
  work: (tx: Tx, ids: number[]) => Promise<readonly UndoRow[]>,
  otherwise: string | ((id: number) => Why) = 'orders.state',
): Promise<BulkResult> {
  const record = new UndoRecord(act);
  const result = await overOrders(app, ctx, selection, async (ids) => ({
    done: await app.database.inCompany(ctx, async (tx) => {
      const rows = await work(tx, ids);
      await record.add(tx, rows);
      return rows.map((row) => row.id);
    }),
    otherwise,
  }));
  return withUndo(result, record);
}

export function withUndo(result: BulkResult, record: UndoRecord): BulkResult {
  return record.id === undefined ? result : { ...result, undoId: record.id };
}
