import type { UndoAct } from '@tradewind/contract/orders.ts';
import type { Tx } from '../../../core/database/database.ts';
import type { Now } from './now.ts';
import type { UndoRow } from './record.ts';

/** How an act is undone. */
export interface UndoKind<R extends UndoRow = UndoRow> {
  /** The reason why this order cannot be undone; undefined: it can. */
  refuse(row: R, now: Now, at: Date): string | undefined;
  /** The same check when it needs more than the order itself. */
  refuseMore?(tx: Tx, rows: readonly R[], at: Date): Promise<ReadonlyMap<number, string>>;
  /** What undo restores only in part. */
  note?(row: R): string | undefined;
  /** Further orders to lock for the undo. */
  others?(row: R): readonly number[];
  /** The caller has locked the orders and called `refuse`. */
  reverse(tx: Tx, rows: readonly R[]): Promise<void>;
}

const kinds = new Map<UndoAct, UndoKind>();

/** Registers how to undo an act. */
export function defineUndo<R extends UndoRow>(act: UndoAct, kind: UndoKind<R>): void {
  kinds.set(act, kind as unknown as UndoKind);
}

export function undoKind(act: UndoAct): UndoKind {
  const kind = kinds.get(act);
  if (!kind) throw new Error(`Nobody knows how to undo ${act}`);
  return kind;
}
