import type { Tx } from '../../../core/database/database.ts';
import { type HistoryRow, readHistory, writeHistory } from '../../../core/documents.ts';
import { type MoveReason, type OutboundMove, outboundMoved } from '../hooks.ts';

/** Reports outbound status changes to higher areas, which lock and move their own rows before stock is touched. */
export async function publishMoves(tx: Tx, moves: OutboundMove[], reason: MoveReason): Promise<void> {
  if (moves.length > 0) await outboundMoved.call(tx, { moves, reason });
}

/** History of the changes, with that of their waves. */
export function recordMoves(
  tx: Tx,
  moves: readonly OutboundMove[],
  reason: MoveReason,
  more: { detail?: Record<string, string>; waves?: HistoryRow[] } = {},
): void {
  const detail = Object.keys(more.detail ?? {}).length > 0 ? { detail: more.detail } : {};
  const rows = moves.map((m) => ({
    docKind: 'outbound',
    docId: m.outboundId,
    event: reason,
    fromState: m.from,
    toState: m.to,
    ...detail,
  }));
  writeHistory(tx, [...rows, ...(more.waves ?? [])]);
}

/** A document's history as the contract shows it. */
export async function shownHistory(tx: Tx, docKind: string, docId: number) {
  const rows = await readHistory(tx, docKind, docId);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
