import type { UndoAct } from '@tradewind/contract/orders.ts';
import type { Tx } from '../../../core/database/database.ts';
import type { Now } from './now.ts';
import type { UndoRow } from './record.ts';

/** How an act is undone. */
export interface UndoKind<R extends UndoRow = UndoRow> {
  /** Why this order does not come back as it was; undefined: it does. */
  refuse(row: R, now: Now, at: Date): string | undefined;
  /** The same where it takes a look at more than the order. */
  refuseMore?(tx: Tx, rows: readonly R[], at: Date): Promise<ReadonlyMap<number, string>>;
  /** What comes back, but not all of it. */
  note?(row: R): string | undefined;
  /** Orders beside those of the rows that have to be held while it is undone. */
  others?(row: R): readonly number[];
  /** The caller holds the orders and has asked. */
  reverse(tx: Tx, rows: readonly R[]): Promise<void>;
}

const kinds = new Map<UndoAct, UndoKind>();

/** An area of orders says how one of its acts is undone. */
export function defineUndo<R extends UndoRow>(act: UndoAct, kind: UndoKind<R>): void {
  kinds.set(act, kind as unknown as UndoKind);
}

export function undoKind(act: UndoAct): UndoKind {
  const kind = kinds.get(act);
  if (!kind) throw new Error(`Nobody knows how to undo ${act}`);
  return kind;
}
