import { type TAG_COLOURS, TAGS_OF_A_COMPANY } from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { type BulkResult, overOrders, type Selection } from '../actions/bulk.ts';
import { namesOf, tagOrders } from './tag.ts';

const saved = defineAction('orders.tagSaved', ['保存订单标签', 'Order tag saved']);
const deleted = defineAction('orders.tagDeleted', ['删除订单标签', 'Order tag deleted']);

type Colour = (typeof TAG_COLOURS)[number];
/** The most orders that one request may change. */
const TAKEN_OFF = 10_000;

export function listTags(tx: Tx) {
  return tx.rows<{ id: number; name: string; colour: Colour }>(sql`select id, name, colour from order_tag
    where company_id = ${sql.company} order by position, name limit ${TAGS_OF_A_COMPANY}`);
}

/** @throws badField orders.tagTaken; conflict orders.tagsFull; notFound */
export async function saveTag(tx: Tx, tag: { id?: number | undefined; name: string; colour: Colour }) {
  const { id, name, colour } = tag;
  const others = await tx.rows<{ id: number; name: string }>(
    sql`select id, name from order_tag where company_id = ${sql.company} and id <> ${id ?? 0}`,
  );
  if (others.some((other) => other.name === name)) throw badField('name', 'orders.tagTaken', { name });
  if (others.length >= TAGS_OF_A_COMPANY) throw conflict('orders.tagsFull', { most: TAGS_OF_A_COMPANY });
  const row =
    id === undefined
      ? await tx.row<{ id: number }>(sql`insert into order_tag (company_id, name, colour)
          values (${sql.company}, ${name}, ${colour}) on conflict (company_id, name) do nothing returning id`)
      : await tx.row<{ id: number }>(sql`update order_tag set name = ${name}, colour = ${colour}
          where company_id = ${sql.company} and id = ${id} returning id`);
  if (!row) throw id === undefined ? badField('name', 'orders.tagTaken', { name }) : notFound('orders.tagUnknown');
  writeAudit(tx, [{ action: saved, targetKind: 'order_tag', targetId: row.id, targetName: name }]);
  return row;
}

/** @throws notFound; conflict orders.tagInUse when too many orders have the tag for one request */
export async function deleteTag(tx: Tx, id: number): Promise<void> {
  const tag = await tx.row<{ name: string }>(
    sql`select name from order_tag where company_id = ${sql.company} and id = ${id} for update`,
  );
  if (!tag) throw notFound('orders.tagUnknown');
  const tagged = await tx.rows<{ id: number }>(sql`select order_id as id from order_tagged
    where company_id = ${sql.company} and tag_id = ${id} order by order_id limit ${TAKEN_OFF + 1}`);
  if (tagged.length > TAKEN_OFF) throw conflict('orders.tagInUse', { most: TAKEN_OFF });
  await tagOrders(
    tx,
    tagged.map((row) => row.id),
    { add: [], remove: [id] },
  );
  await tx.rows(sql`delete from order_tag where company_id = ${sql.company} and id = ${id}`);
  writeAudit(tx, [{ action: deleted, targetKind: 'order_tag', targetId: id, targetName: tag.name }]);
}

/** @throws badField without tags, and for deleted tags */
export async function tagSelected(
  app: App,
  ctx: Ctx,
  selection: Selection,
  change: { add: number[]; remove: number[] },
): Promise<BulkResult> {
  const desired = [...change.add, ...change.remove];
  if (desired.length === 0) throw badField('add', 'orders.tagNothing');
  const known = await app.database.look(ctx, (tx) => namesOf(tx, desired));
  for (const field of ['add', 'remove'] as const)
    if (change[field].some((id) => !known.has(id))) throw badField(field, 'orders.tagUnknown');
  return overOrders(app, ctx, selection, async (ids) => {
    await app.database.inCompany(ctx, (tx) => tagOrders(tx, ids, change));
    return { done: ids, otherwise: 'orders.notFound' };
  });
}
