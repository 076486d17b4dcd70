import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { deleteRequisitions as deleteCall, saveRequisition as saveCall } from '@tradewind/contract/procurement.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { mayPress } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRows, insertRows } from '../../../core/database/write.ts';
import { nextNumbers, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, forbidden } from '../../../core/errors.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';
import { submitForApproval } from '../../approvals/public.ts';
import { requisitionDocument } from '../documents.ts';
import { assertSuppliers, assertWarehouses, MOST_DELETED, productsOf } from '../goods.ts';
import type { requisition, requisitionLine } from '../purchase.tables.ts';
import { assertMay, holdRequisition, moveRequisition } from './hold.ts';
import { requisitions } from './requisitions.list.ts';

type Input = ParsedOf<typeof saveCall>;
export type NewLine = Input['lines'][number];
const DOC = requisitionDocument.kind;
const deleted = defineAction('procurement.requisitionDeleted', ['删除采购申请', 'Requisition deleted']);

/** Creates a requisition or updates a draft. @throws badField lines.N...; core.stale */
export async function saveRequisition(tx: Tx, input: Input): Promise<{ id: number; number: string }> {
  if (!mayPress(tx.rights, input.id ? rights.requisition.edit : rights.requisition.add)) throw forbidden();
  await assertLines(tx, input.lines);
  const { id, number } = input.id
    ? await change(tx, input.id, input.version ?? 0, input)
    : await createRequisition(tx, input.remark);
  await writeLines(tx, id, input.lines);
  return { id, number };
}

/** A requisition without lines. */
export async function createRequisition(tx: Tx, remark: string): Promise<{ id: number; number: string }> {
  const [number = ''] = await nextNumbers(tx, requisitionDocument);
  const row = await tx.row<{ id: number }>(
    sql`${insertRows<typeof requisition>('requisition', [
      { number, remark, createdBy: tx.actor.name, createdAt: tx.now },
    ])} returning id`,
  );
  if (!row) throw new Error('The requisition was not written');
  writeHistory(tx, [{ docKind: DOC, docId: row.id, event: 'created', toState: 'draft' }]);
  return { id: row.id, number };
}

async function change(tx: Tx, id: number, version: number, { remark }: { remark: string }) {
  await requisitions.one(tx, id);
  const held = await holdRequisition(tx, id, version);
  assertMay('edit', held);
  await tx.rows(sql`update requisition set remark = ${remark}, version = version + 1
    where company_id = ${sql.company} and id = ${id}`);
  await tx.rows(sql`delete from requisition_line where company_id = ${sql.company} and requisition_id = ${id}`);
  writeHistory(tx, [{ docKind: DOC, docId: id, event: 'edited' }]);
  return held;
}

/** Changes the remark alone. @throws core.stale */
export async function editHead(tx: Tx, input: { id: number; version: number; remark: string }): Promise<void> {
  await requisitions.one(tx, input.id);
  assertMay('edit', await holdRequisition(tx, input.id, input.version));
  await tx.rows(sql`update requisition set remark = ${input.remark}, version = version + 1
    where company_id = ${sql.company} and id = ${input.id}`);
  writeHistory(tx, [{ docKind: DOC, docId: input.id, event: 'edited' }]);
}

/** Replaces the lines alone. @throws badField; core.stale */
export async function editLines(tx: Tx, id: number, version: number, lines: readonly NewLine[]): Promise<void> {
  await assertLines(tx, lines);
  const { remark } = await requisitions.one(tx, id);
  await change(tx, id, version, { remark });
  await writeLines(tx, id, lines);
}

async function assertLines(tx: Tx, lines: readonly NewLine[]): Promise<void> {
  await productsOf(tx, lines);
  const field = (name: 'warehouseId' | 'supplierId' | 'shopId') =>
    lines.flatMap((line, at) => (line[name] === null ? [] : [{ path: `lines.${at}.${name}`, id: line[name] }]));
  await assertWarehouses(tx, field('warehouseId'));
  await assertSuppliers(tx, field('supplierId'));
  const named = field('shopId');
  if (named.length === 0) return;
  const shops = await tx.rows<{ id: number }>(sql`select id from shop where company_id = ${sql.company}
    and id = any(${arrayOf(named.map((one) => one.id))}::bigint[]) and ${inShops(tx, sql`id`)}`);
  const known = new Set(shops.map((row) => row.id));
  const wrong = named.find((one) => !known.has(one.id));
  if (wrong) throw badField(wrong.path, 'procurement.shopUnknown');
}

/** Adds lines, and counts them. They are known to be right. */
export async function writeLines(tx: Tx, id: number, lines: readonly NewLine[]): Promise<void> {
  await addRows<typeof requisitionLine>(
    tx,
    'requisition_line',
    lines.map((line, at) => ({ requisitionId: id, position: at + 1, ...line })),
  );
  await countRequisitions(tx, [id]);
}

/** Writes the sums of the lines to their requisitions. */
export async function countRequisitions(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.rows(sql`update requisition q set line_count = s.lines, units = s.units, ordered = s.ordered,
      received = s.received, need_by = s.need_by
    from (select requisition_id, count(*)::int as lines, sum(quantity)::int as units, sum(ordered)::int as ordered,
        sum(received)::int as received, min(need_by) filter (where closed_at is null) as need_by
      from requisition_line where company_id = ${sql.company} and requisition_id = any(${arrayOf(ids)}::bigint[])
      group by requisition_id) s
    where q.company_id = ${sql.company} and q.id = s.requisition_id`);
}

/** Submits a draft: without an approval workflow it is approved at once. */
export async function submitRequisition(tx: Tx, id: number): Promise<void> {
  await requisitions.one(tx, id);
  const held = await holdRequisition(tx, id);
  assertMay('submit', held);
  await moveRequisition(tx, held, 'reviewing', 'submitted');
  await submitForApproval(tx, { docKind: DOC, docId: id, title: held.number, amount: null, currency: null });
}

/** @returns how many drafts were deleted, and why others stay */
export async function deleteRequisitions(tx: Tx, picked: ParsedOf<typeof deleteCall>): Promise<Outcome> {
  const chosen = await requisitions.choose(tx, picked, MOST_DELETED);
  const gone = await tx.rows<{ id: number; number: string }>(sql`delete from requisition
    where company_id = ${sql.company} and id = any(${arrayOf(chosen)}::bigint[]) and state = 'draft' returning id, number`);
  writeAudit(
    tx,
    gone.map((row) => ({ action: deleted, targetKind: DOC, targetId: row.id, targetName: row.number })),
  );
  writeHistory(
    tx,
    gone.map((row) => ({ docKind: DOC, docId: row.id, event: 'deleted', detail: { number: row.number } })),
  );
  const done = gone.map((row) => row.id);
  const others = await tx.rows<{ id: number; number: string }>(sql`select id, number from requisition
    where company_id = ${sql.company} and id = any(${arrayOf(chosen)}::bigint[]) order by id`);
  const refused = others.map(({ id, number }) => ({
    id,
    label: number,
    code: 'procurement.notDraft',
    params: { number },
  }));
  return { done, refused };
}

/** Cancels a requisition, or gives up the open rest of one that was partly ordered. */
export async function cancelRequisition(tx: Tx, id: number, reason: string): Promise<void> {
  const row = await requisitions.one(tx, id);
  const held = await holdRequisition(tx, id);
  assertMay('cancel', held);
  if (row.ordered === 0 && row.received === 0) {
    await closeLines(tx, sql`l.requisition_id = ${id}`, reason);
    await moveRequisition(tx, held, 'cancelled', 'cancelled', { reason });
    return;
  }
  const closed = await closeLines(tx, sql`l.requisition_id = ${id} and l.open > 0`, reason);
  if (closed.length === 0) throw conflict('procurement.allOrdered', { number: row.number });
  writeHistory(tx, [{ docKind: DOC, docId: id, event: 'restClosed', detail: { reason, lines: closed.length } }]);
  await settle(tx, [id]);
}

/** Gives up the open rest of lines. @returns their ids and requisitions */
export function closeLines(tx: Tx, which: ReturnType<typeof sql>, reason: string) {
  return tx.rows<{ id: number; requisitionId: number }>(sql`
    update requisition_line l set closed_at = ${tx.now}, close_reason = ${reason}
    where l.company_id = ${sql.company} and ${which} and l.closed_at is null returning l.id, l.requisition_id`);
}

/**
 * Recounts requisitions whose lines changed, and moves those that are done, or are no longer. Locks them in the order of
 * their ids.
 */
export async function settle(tx: Tx, ids: readonly number[]): Promise<void> {
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  if (sorted.length === 0) return;
  await tx.rows(sql`select id from requisition where company_id = ${sql.company}
    and id = any(${arrayOf(sorted)}::bigint[]) order by id for update`);
  await countRequisitions(tx, sorted);
  const turned = await tx.rows<{
    id: number;
    number: string;
    state: 'approved' | 'done';
    version: number;
    to: 'approved' | 'done';
  }>(sql`
    select q.id, q.number, q.state, q.version, d.to
    from requisition q cross join lateral (select case when bool_and(l.received >= coalesce(l.approved, 0)
        or (l.closed_at is not null and l.ordered <= l.received)) then 'done' else 'approved' end as to
      from requisition_line l where l.company_id = ${sql.company} and l.requisition_id = q.id) d
    where q.company_id = ${sql.company} and q.id = any(${arrayOf(sorted)}::bigint[])
      and q.state in ('approved', 'done') and q.state <> d.to order by q.id`);
  for (const { to, ...held } of turned) await moveRequisition(tx, held, to, to === 'done' ? 'done' : 'openAgain');
}
