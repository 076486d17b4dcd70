import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { conflict } from '../../../core/errors.ts';
import { transferMoved } from '../../warehouse/public.ts';
import { allocationDocument } from '../documents.ts';
import { holdAllocation } from './hold.ts';
import { settleAllocations } from './settle.ts';

/** A document that an allocation order made. */
export interface MadeDocument {
  docKind: string;
  docId: number;
}

/** The allocation order that made a document. */
export const allocationOf = async (tx: Tx, { docKind, docId }: MadeDocument) =>
  (await tx.row<{ id: number; number: string }>(sql`select o.id, o.number from allocation_document d
    join allocation_order o on o.company_id = ${sql.company} and o.id = d.order_id
    where d.company_id = ${sql.company} and d.doc_kind = ${docKind} and d.doc_id = ${docId} limit 1`)) ?? null;

/**
 * A draft keeps the goods and the ends for which its allocation order made it; others are decided there.
 * @throws conflict procurement.allocatedGoods
 */
export async function assertAllocated(
  tx: Tx,
  made: MadeDocument,
  { goods, sameEnds }: { goods: readonly { productId: number; units: number }[]; sameEnds: boolean },
): Promise<void> {
  const rows = await tx.rows<{ productId: number; units: number; number: string }>(sql`
    select l.product_id, sum(d.quantity)::int as units, o.number from allocation_document d
    join allocation_share s on s.company_id = ${sql.company} and s.id = d.share_id
    join allocation_line l on l.company_id = ${sql.company} and l.id = s.line_id
    join allocation_order o on o.company_id = ${sql.company} and o.id = d.order_id
    where d.company_id = ${sql.company} and d.doc_kind = ${made.docKind} and d.doc_id = ${made.docId}
      and d.state <> 'cancelled' group by l.product_id, o.number`);
  const [first] = rows;
  if (!first) return;
  const sums = new Map<number, number>();
  for (const one of goods) sums.set(one.productId, (sums.get(one.productId) ?? 0) + one.units);
  if (!sameEnds || sums.size !== rows.length || rows.some((row) => sums.get(row.productId) !== row.units))
    throw conflict('procurement.allocatedGoods', { number: first.number });
}

/**
 * A document of an allocation order was cancelled, or its goods have left: `left` says how many of each product, all
 * without it. What did not leave goes back to the shares. The document is locked, the allocation order comes after it.
 */
export async function followDocument(
  tx: Tx,
  made: MadeDocument & { to: 'cancelled' | 'shipped' },
  left?: ReadonlyMap<number, number>,
): Promise<void> {
  const order = await allocationOf(tx, made);
  if (!order) return;
  await holdAllocation(tx, order.id);
  const rows = await tx.rows<{ id: number; shareId: number; quantity: number; productId: number; number: string }>(sql`
    select d.id, d.share_id, d.quantity, l.product_id, d.number from allocation_document d
    join allocation_share s on s.company_id = ${sql.company} and s.id = d.share_id
    join allocation_line l on l.company_id = ${sql.company} and l.id = s.line_id
    where d.company_id = ${sql.company} and d.doc_kind = ${made.docKind} and d.doc_id = ${made.docId}
      and d.state = 'open' order by d.id`);
  if (rows.length === 0) return;
  const rest = new Map(left);
  const changes = rows.map(({ id, shareId, quantity, productId }) => {
    const most = made.to === 'cancelled' ? 0 : left ? (rest.get(productId) ?? 0) : quantity;
    const shipped = Math.min(quantity, most);
    rest.set(productId, most - shipped);
    return { id, shareId, shipped, back: quantity - shipped };
  });
  await tx.rows(sql`update allocation_document d set state = case when r.shipped > 0 then 'shipped' else 'cancelled' end,
      quantity = case when r.shipped > 0 then r.shipped else d.quantity end
    from jsonb_to_recordset(${sql.json(changes)}) as r(id bigint, shipped int)
    where d.company_id = ${sql.company} and d.id = r.id`);
  await tx.rows(sql`update allocation_share s set on_documents = s.on_documents - r.back, shipped = s.shipped + r.shipped
    from (select "shareId" as id, sum(back)::int as back, sum(shipped)::int as shipped
      from jsonb_to_recordset(${sql.json(changes)}) as x("shareId" bigint, back int, shipped int) group by 1) r
    where s.company_id = ${sql.company} and s.id = r.id`);
  const back = changes.reduce((sum, one) => sum + one.back, 0);
  const detail = { document: rows[0]?.number ?? '', ...(back > 0 ? { units: back } : {}) };
  const event = made.to === 'cancelled' ? 'documentCancelled' : back > 0 ? 'documentShort' : 'documentShipped';
  writeHistory(tx, [{ docKind: allocationDocument.kind, docId: order.id, event, detail }]);
  await settleAllocations(tx, [order.id]);
}

transferMoved.listen(async (tx, { transferId, to }) => {
  const lines = await tx.rows<{ productId: number; shipped: number }>(sql`select product_id, shipped from transfer_line
    where company_id = ${sql.company} and transfer_id = ${transferId}`);
  const left = new Map(lines.map((line) => [line.productId, line.shipped]));
  await followDocument(tx, { docKind: 'transfer', docId: transferId, to }, left);
});
