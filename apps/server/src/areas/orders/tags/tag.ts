import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';

interface Change {
  add: readonly number[];
  remove: readonly number[];
}

/**
 * The only writer of tags: updates the orders, the tag index and the history. Skips orders that already have the tag.
 */
export async function tagOrders(tx: Tx, ids: readonly number[], { add, remove }: Change): Promise<void> {
  if (ids.length === 0 || add.length + remove.length === 0) return;
  // A separate statement, so that the next one sees tags that others added while this one waited.
  await tx.rows(
    sql`select id from sales_order where company_id = ${sql.company} and id = any(${ids}::bigint[]) order by id for update`,
  );
  const added = add.filter((id) => !remove.includes(id));
  const changed = await tx.rows<{ id: number; orderedAt: Date }>(
    sql`update sales_order o set tag_ids = array(select distinct t from unnest(o.tag_ids || ${added}::bigint[]) t where t <> all(${remove}::bigint[]) order by t)
       where o.company_id = ${sql.company} and o.id = any(${ids}::bigint[]) and (not o.tag_ids @> ${added}::bigint[] or o.tag_ids && ${remove}::bigint[])
       returning o.id, o.ordered_at`,
  );
  const changedIds = changed.map((row) => row.id);
  if (remove.length > 0)
    tx.later(sql`delete from order_tagged where company_id = ${sql.company} and order_id = any(${changedIds}::bigint[])
      and tag_id = any(${remove}::bigint[])`);
  if (added.length > 0)
    tx.later(sql`insert into order_tagged (company_id, tag_id, ordered_at, order_id)
      select ${sql.company}, t, c.ordered_at, c.id
      from unnest(${changedIds}::bigint[], ${changed.map((row) => row.orderedAt)}::timestamptz[]) c(id, ordered_at)
      cross join unnest(${added}::bigint[]) t on conflict do nothing`);
  const names = await namesOf(tx, [...add, ...remove]);
  const detail = {
    ...(add.length > 0 ? { added: add.map((id) => names.get(id)) } : {}),
    ...(remove.length > 0 ? { removed: remove.map((id) => names.get(id)) } : {}),
  };
  writeHistory(
    tx,
    changed.map(({ id }) => ({ docKind: 'sales_order', docId: id, event: 'tagged', detail })),
  );
}

export async function namesOf(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.rows<{ id: number; name: string }>(
    sql`select id, name from order_tag where company_id = ${sql.company} and id = any(${ids}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}
