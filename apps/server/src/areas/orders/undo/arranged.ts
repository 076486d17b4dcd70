import { sql } from '../../../core/database/sql.ts';
import { leaveBoxes } from '../arrange/leave-box.ts';
import type { LinesRow } from '../arrange/lines.ts';
import { sameLines } from '../arrange/lines.ts';
import { type RouteRow, setRoutes } from '../arrange/route.ts';
import { wholeOrders, writeLines, writePlatformLines, writeSummaries } from '../arrange/rows.ts';
import { giveBack, rejoin, whyNotRejoin } from '../arrange/split.ts';
import type { Status } from '../status.ts';
import { defineUndo } from './kinds.ts';
import { gone, type Now } from './now.ts';
import type { UndoRow } from './record.ts';
import { reserveAgain } from './steps.ts';
import { notifyUndone } from './values.ts';

const OPEN: readonly Status[] = ['unpaid', 'review', 'allocate', 'ready', 'exception', 'held'];
const open = (now: Now) => OPEN.includes(now.status) && now.exception !== 'label';
const stockAnew = (row: { from: Status }) => (row.from === 'ready' ? 'orders.undoStockAnew' : undefined);

interface SplitRow extends UndoRow {
  from: Status;
  parts: number[];
  arranged: boolean;
}

defineUndo<SplitRow>('split', {
  refuse: (_row, now) => (open(now) ? undefined : gone(now)),
  refuseMore: async (tx, rows) => {
    const why = new Map<number, string>();
    for (const row of rows) {
      const reason = await whyNotRejoin(tx, row.id, row.parts);
      if (reason) why.set(row.id, reason);
    }
    return why;
  },
  note: stockAnew,
  others: (row) => row.parts,
  reverse: async (tx, rows) => {
    for (const row of rows) await rejoin(tx, row.id, row.parts, row.arranged);
    notifyUndone(tx, 'split', rows);
    await reserveAgain(tx, rows);
  },
});

interface MergeRow extends UndoRow {
  from: Status;
  /** The order that carried its box before and after. */
  box: number;
  into: number;
  warehouseId: number | null;
  channelId: number | null;
}

defineUndo<MergeRow>('merge', {
  refuse: (row, now) => {
    if (!open(now)) return gone(now);
    return (now.mergedInto ?? now.id) === row.into ? undefined : 'orders.undoChanged';
  },
  note: stockAnew,
  reverse: async (tx, rows) => {
    await leaveBoxes(
      tx,
      rows.map((row) => row.id),
    );
    await tx.rows(
      sql`update sales_order o set merged_into = nullif(r.box, o.id), warehouse_id = r."warehouseId", channel_id = r."channelId"
       from jsonb_to_recordset(${JSON.stringify(withWholeBoxes(rows))}::jsonb) as r(id bigint, box bigint, "warehouseId" bigint, "channelId" bigint)
       where o.company_id = ${sql.company} and o.id = r.id`,
    );
    notifyUndone(tx, 'merge', rows);
    await reserveAgain(tx, rows);
  },
});

/** Restore a shared box only if the order that carried it is restored too. */
function withWholeBoxes(rows: readonly MergeRow[]): MergeRow[] {
  const back = new Set(rows.map((row) => row.id));
  return rows.map((row) => ({ ...row, box: back.has(row.box) ? row.box : row.id }));
}

defineUndo<RouteRow>('route', {
  refuse: (row, now) => {
    if (!open(now)) return gone(now);
    const kept =
      (row.after.warehouseId === null || row.after.warehouseId === now.warehouseId) &&
      (row.after.channelId === null || row.after.channelId === now.channelId);
    return kept ? undefined : 'orders.undoChanged';
  },
  note: stockAnew,
  reverse: async (tx, rows) => {
    await giveBack(
      tx,
      rows.map((row) => row.id),
      'undone',
    );
    await setRoutes(
      tx,
      rows.map((row) => ({ id: row.id, ...row.before })),
    );
    notifyUndone(tx, 'route', rows);
    await reserveAgain(tx, rows);
  },
});

defineUndo<LinesRow>('lines', {
  refuse: (_row, now) => (open(now) ? undefined : gone(now)),
  refuseMore: async (tx, rows) => {
    const orders = await wholeOrders(
      tx,
      rows.map((row) => row.id),
    );
    const changed = rows.filter((row) => !sameLines(row.after, orders.get(row.id)?.lines ?? []));
    return new Map(changed.map((row) => [row.id, 'orders.undoChanged']));
  },
  note: stockAnew,
  reverse: async (tx, rows) => {
    for (const row of rows) {
      await giveBack(tx, [row.id], 'undone');
      const still = new Set((await wholeOrders(tx, [row.id])).get(row.id)?.lines.map((line) => line.id));
      await writeLines(
        tx,
        row.id,
        row.before.map(({ id, ...line }) => (still.has(id) ? { id, ...line } : line)),
      );
      await writePlatformLines(tx, row.id, row.platformLines);
      await writeSummaries(tx, [row.id]);
    }
    notifyUndone(tx, 'lines', rows);
    await reserveAgain(tx, rows);
  },
});
