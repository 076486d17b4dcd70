import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Moved } from '../move.ts';
import { moveOrders } from '../move.ts';
import { endOutbounds } from '../reserve/end-outbounds.ts';
import { releaseReservations, requestReservation, reserveOrders } from '../reserve/reserve.ts';
import { reevaluate } from '../rules/reevaluate.ts';
import type { Status } from '../status.ts';
import { defineUndo, type UndoKind } from './kinds.ts';
import { gone } from './now.ts';
import type { UndoRow } from './record.ts';

export interface StepRow extends UndoRow {
  from: Status;
  exception: string | null;
  /** The status it went to; absent: the act's own. */
  to?: Status;
}

export const stepRow = ({ id, from, exceptionBefore }: Moved): StepRow => ({ id, from, exception: exceptionBefore });

/** Allocates released stock again. */
export async function reserveAgain(tx: Tx, rows: readonly { id: number; from: Status }[]): Promise<void> {
  const ready = rows.filter((row) => row.from === 'ready').map((row) => row.id);
  if (ready.length > 0) await reserveOrders(tx, ready);
  if (rows.some((row) => row.from === 'ready' || row.from === 'allocate')) await requestReservation(tx);
}

async function bringBack(tx: Tx, act: string, rows: readonly StepRow[]): Promise<void> {
  const groups = Map.groupBy(rows, ({ from, exception }) => `${from}/${exception}`).values();
  for (const group of groups) {
    const { from, exception } = group[0] as StepRow;
    const to = from === 'ready' ? 'allocate' : from;
    const moved = await moveOrders(
      tx,
      group.map((row) => row.id),
      { to, from: BEFORE_PICKING.filter((status) => status !== to), event: 'undone', detail: { act }, exception },
    );
    const back = moved.filter((m) => m.from === 'ready').map((m) => m.id);
    await endOutbounds(tx, back);
    await releaseReservations(tx, back);
  }
  await reserveAgain(tx, rows);
}

const BEFORE_PICKING: readonly Status[] = ['unpaid', 'review', 'allocate', 'ready', 'exception', 'held'];

/** Statuses in which nothing stops an order from shipping. */
const ON_ITS_WAY: readonly Status[] = ['review', 'allocate', 'ready'];

const step = (act: string, to?: Status): UndoKind<StepRow> => ({
  refuse: (row, now) => {
    const went = row.to ?? to;
    const there = now.status === went || (went === 'allocate' && now.status === 'ready');
    if (!there || now.exception === 'label') return gone(now);
    return now.mustStay && ON_ITS_WAY.includes(row.from) ? 'orders.undoMustStay' : undefined;
  },
  note: (row) => (row.from === 'ready' ? 'orders.undoStockAnew' : undefined),
  reverse: (tx, rows) => bringBack(tx, act, rows),
});

defineUndo('review', step('review', 'allocate'));
defineUndo('sendBack', step('sendBack', 'review'));
defineUndo('hold', step('hold', 'held'));
defineUndo('unallocate', step('unallocate', 'held'));
defineUndo('resume', step('resume'));

defineUndo<StepRow>('cancel', {
  refuse: (_row, now, at) => {
    if (now.status !== 'cancelled') return gone(now);
    return now.platformUpdatedAt > at ? 'orders.undoPlatform' : undefined;
  },
  refuseMore: async (tx, rows) => {
    const answered = await tx.rows<{ id: number }>(
      sql`select order_id as id from platform_update where company_id = ${sql.company} and order_id = any(${rows.map((row) => row.id)}::bigint[]) and kind = 'cancel' and state <> 'failed'`,
    );
    return new Map(answered.map((row) => [row.id, 'orders.undoTold']));
  },
  note: () => 'orders.undoJudged',
  reverse: async (tx, rows) => {
    for (const [unpaid, group] of Map.groupBy(rows, (row) => row.from === 'unpaid')) {
      const ids = group.map((row) => row.id);
      const to = unpaid ? 'unpaid' : 'review';
      await moveOrders(tx, ids, { from: ['cancelled'], to, event: 'undone', detail: { act: 'cancel' } });
      await reevaluate(tx, ids, 'undone');
    }
  },
});
