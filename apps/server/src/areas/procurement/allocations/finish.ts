import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { closeAllocation as closeCall } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { ruleBroken } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { allocationDocument } from '../documents.ts';
import { allocations } from './allocations.list.ts';
import { assertMay, holdWithSources, moveAllocation } from './hold.ts';
import { serveShares } from './serve.ts';
import { settleAllocations } from './settle.ts';
import { lockStock, roomOf } from './sources.ts';

const DOC = allocationDocument.kind;

/** Closes what no document moves: nobody waits for it any more. @throws ruleBroken procurement.nothingOpen */
export async function closeShares(tx: Tx, input: ParsedOf<typeof closeCall>): Promise<void> {
  await allocations.one(tx, input.id);
  const { held, purchaseLines } = await holdWithSources(tx, input.id);
  assertMay('close', held);
  const closed = await tx.rows<{ units: number }>(sql`update allocation_share s
    set closed = s.closed + x.rest, arrived = x.kept, close_reason = ${input.reason}
    from (select id, case when kind = 'stay' then arrived else on_documents end as kept,
        quantity - closed - case when kind = 'stay' then arrived else on_documents end as rest
      from allocation_share where company_id = ${sql.company} and order_id = ${held.id}
        and (${input.shareIds === undefined} or id = any(${arrayOf(input.shareIds ?? [])}::bigint[]))) x
    where s.company_id = ${sql.company} and s.id = x.id and x.rest > 0 returning x.rest as units`);
  const units = closed.reduce((sum, one) => sum + one.units, 0);
  if (units === 0) throw ruleBroken('procurement.nothingOpen', { number: held.number });
  writeHistory(tx, [{ docKind: DOC, docId: held.id, event: 'closed', detail: { units, reason: input.reason } }]);
  await settleAllocations(tx, [held.id]);
  // Other shares of the same purchase orders take what these no longer need.
  await serveShares(tx, purchaseLines);
}

/** Opens closed shares again, those that closed last of a line last. @throws ruleBroken procurement.noRoom */
export async function reopenShares(tx: Tx, id: number): Promise<void> {
  const { warehouseId } = await allocations.one(tx, id);
  await lockStock(tx, warehouseId, await stockOf(tx, id));
  const { held, purchaseLines } = await holdWithSources(tx, id);
  assertMay('reopen', held);
  const rows = await tx.rows<{ id: number; closed: number; productId: number; purchaseLineId: number | null }>(sql`
    select s.id, s.closed, l.product_id, l.purchase_line_id from allocation_share s
    join allocation_line l on l.company_id = ${sql.company} and l.id = s.line_id
    where s.company_id = ${sql.company} and s.order_id = ${id} and s.closed > 0 order by l.position, s.position`);
  const room = await roomOf(tx, { warehouseId: held.warehouseId, lines: rows });
  const opened = rows.flatMap(({ id: shareId, closed, ...line }) => {
    const units = Math.min(closed, room.of(line));
    room.take(line, units);
    return units > 0 ? [{ id: shareId, units, stock: line.purchaseLineId === null }] : [];
  });
  if (opened.length === 0) throw ruleBroken('procurement.noRoom', { number: held.number });
  await tx.rows(sql`update allocation_share s set closed = s.closed - r.units,
      arrived = s.arrived + case when r.stock then r.units else 0 end,
      close_reason = case when s.closed = r.units then '' else s.close_reason end
    from jsonb_to_recordset(${sql.json(opened)}) as r(id bigint, units int, stock boolean)
    where s.company_id = ${sql.company} and s.id = r.id`);
  const units = opened.reduce((sum, one) => sum + one.units, 0);
  writeHistory(tx, [{ docKind: DOC, docId: id, event: 'reopened', detail: { units } }]);
  await settleAllocations(tx, [id]);
  await serveShares(tx, purchaseLines);
}

const stockOf = async (tx: Tx, id: number): Promise<number[]> => {
  const rows = await tx.rows<{ productId: number }>(sql`select product_id from allocation_line
    where company_id = ${sql.company} and order_id = ${id} and purchase_line_id is null`);
  return rows.map((row) => row.productId);
};

/** Nothing of it is on a document. Its units are free for others. */
export async function cancelAllocation(tx: Tx, id: number, reason: string): Promise<void> {
  await allocations.one(tx, id);
  const { held, purchaseLines } = await holdWithSources(tx, id);
  assertMay('cancel', held);
  await tx.rows(sql`update allocation_share set arrived = 0 where company_id = ${sql.company} and order_id = ${id}`);
  await moveAllocation(tx, held, 'cancelled', 'cancelled', { reason });
  await settleAllocations(tx, [id]);
  await serveShares(tx, purchaseLines);
}

/** Notes in the allocation orders of a purchase order that no more of it comes. */
export async function noteSourceEnded(tx: Tx, purchase: { id: number; number: string }): Promise<void> {
  const rows = await tx.rows<{ id: number }>(sql`select distinct o.id from purchase_line p
    join allocation_line l on l.company_id = ${sql.company} and l.purchase_line_id = p.id
    join allocation_order o on o.company_id = ${sql.company} and o.id = l.order_id
    where p.company_id = ${sql.company} and p.order_id = ${purchase.id} and o.state in ('submitted', 'shipping')
    order by 1 limit 1000`);
  writeHistory(
    tx,
    rows.map(({ id }) => ({ docKind: DOC, docId: id, event: 'sourceEnded', detail: { order: purchase.number } })),
  );
}
