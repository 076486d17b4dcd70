import type { UndoAct } from '@tradewind/contract/orders.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { defineUndo } from './kinds.ts';
import type { Now } from './now.ts';
import type { UndoRow } from './record.ts';

/** The values that an act overwrote. */
export interface ValueRow<V = string | number> extends UndoRow {
  before: V;
  after: V;
}

/** Writes the history when undo does not change the status. */
export function notifyUndone(tx: Tx, act: UndoAct, rows: readonly UndoRow[]): void {
  writeHistory(
    tx,
    rows.map(({ id }) => ({ docKind: 'sales_order', docId: id, event: 'undone', detail: { act } })),
  );
}

function defineValue(act: 'remark' | 'priority', type: 'text' | 'int', shown: (now: Now) => string | number): void {
  defineUndo<ValueRow>(act, {
    refuse: (row, now) => (shown(now) === row.after ? undefined : 'orders.undoChanged'),
    reverse: async (tx, rows) => {
      await tx.rows(
        sql`update sales_order o set ${sql.id(act, ['remark', 'priority'])} = r.before, version = o.version + 1
         from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, before ${sql.id(type, ['text', 'int'])}) where o.company_id = ${sql.company} and o.id = r.id`,
      );
      notifyUndone(tx, act, rows);
    },
  });
}

defineValue('remark', 'text', (now) => now.remark);
defineValue('priority', 'int', (now) => now.priority);

const sameTags = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((tag) => b.includes(tag));

/** Rows of the act: the order's tags before and after. */
defineUndo<ValueRow<number[]>>('tags', {
  refuse: (row, now) => (sameTags(now.tagIds, row.after) ? undefined : 'orders.undoChanged'),
  reverse: async (tx, rows) => {
    const ids = rows.map((row) => row.id);
    const tags = rows.flatMap((row) => row.before.map((tagId) => ({ id: row.id, tagId })));
    await tx.rows(sql`delete from order_tagged where company_id = ${sql.company} and order_id = any(${ids}::bigint[])`);
    // Undo does not restore deleted tags.
    await tx.rows(
      sql`insert into order_tagged (company_id, tag_id, ordered_at, order_id)
       select ${sql.company}, t.id, o.ordered_at, o.id from jsonb_to_recordset(${JSON.stringify(tags)}::jsonb) as r(id bigint, "tagId" bigint)
       join sales_order o on o.company_id = ${sql.company} and o.id = r.id join order_tag t on t.company_id = ${sql.company} and t.id = r."tagId" returning 1`,
    );
    await tx.rows(
      sql`update sales_order o set version = o.version + 1, tag_ids = array(select g.tag_id from order_tagged g where g.company_id = ${sql.company} and g.order_id = o.id order by g.tag_id)
       where o.company_id = ${sql.company} and o.id = any(${ids}::bigint[])`,
    );
    notifyUndone(tx, 'tags', rows);
  },
});
