import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { conflict } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { withdrawTransfer } from '../../warehouse/public.ts';
import { allocationDocument } from '../documents.ts';
import { allocationWithdrawing } from '../hooks.ts';
import { settleAllocations } from './settle.ts';

/** A share of a line of a purchase order. */
interface Share {
  id: number;
  orderId: number;
  purchaseLineId: number;
  /** Units that are not closed. */
  open: number;
  onDocuments: number;
  arrived: number;
  /** Of its purchase line. */
  received: number;
}

/** Shares that are needed first come first, then those submitted first. */
const sharesOf = (tx: Tx, purchaseLines: readonly number[]): Promise<Share[]> =>
  tx.rows<{
    id: number;
    orderId: number;
    purchaseLineId: number;
    open: number;
    onDocuments: number;
    arrived: number;
    received: number;
  }>(sql`
    select s.id, s.order_id, p.id as purchase_line_id, s.quantity - s.closed as open, s.on_documents, s.arrived, p.received
    from allocation_line l join allocation_share s on s.company_id = ${sql.company} and s.line_id = l.id
    join allocation_order o on o.company_id = ${sql.company} and o.id = l.order_id
    join purchase_line p on p.company_id = ${sql.company} and p.id = l.purchase_line_id
    where l.company_id = ${sql.company} and l.purchase_line_id = any(${arrayOf(purchaseLines)}::bigint[])
      and o.state in ('submitted', 'shipping', 'done')
    order by s.need_by nulls last, o.submitted_at, s.id`);

/** Received units by share: what is on documents stays, the rest goes to the shares in their order. */
export function serve(shares: readonly Omit<Share, 'orderId' | 'arrived'>[]): Map<number, number> {
  const left = new Map(shares.map((one) => [one.purchaseLineId, one.received]));
  for (const one of shares) left.set(one.purchaseLineId, (left.get(one.purchaseLineId) ?? 0) - one.onDocuments);
  return new Map(
    shares.map(({ id, purchaseLineId, open, onDocuments }) => {
      const free = Math.max(left.get(purchaseLineId) ?? 0, 0);
      const more = Math.min(open - onDocuments, free);
      left.set(purchaseLineId, free - more);
      return [id, onDocuments + more];
    }),
  );
}

/**
 * Shares out what these lines of purchase orders have received. It depends on the sums alone, so an undone receipt
 * leaves nothing behind. Draft documents whose units are no longer there are withdrawn. The purchase orders are locked.
 * @throws conflict procurement.allocatedAway where a document beyond a draft has the units
 */
export async function serveShares(tx: Tx, purchaseLines: readonly number[]): Promise<void> {
  if (purchaseLines.length === 0) return;
  const before = await sharesOf(tx, purchaseLines);
  if (before.length === 0) return;
  await withdrawSurplus(tx, before);
  const orders = [...new Set(before.map((one) => one.orderId))].sort((a, b) => a - b);
  await tx.rows(sql`select id from allocation_order where company_id = ${sql.company}
    and id = any(${arrayOf(orders)}::bigint[]) order by id for update`);
  const shares = await sharesOf(tx, purchaseLines);
  const arrived = serve(shares);
  const changed = shares.filter((one) => one.arrived !== arrived.get(one.id));
  if (changed.length === 0) return;
  const rows = changed.map(({ id }) => ({ id, arrived: arrived.get(id) ?? 0 }));
  await tx.rows(sql`update allocation_share s set arrived = r.arrived
    from jsonb_to_recordset(${sql.json(rows)}) as r(id bigint, arrived int)
    where s.company_id = ${sql.company} and s.id = r.id`);
  for (const [orderId, own] of Map.groupBy(changed, (one) => one.orderId)) {
    const units = own.reduce((sum, one) => sum + (arrived.get(one.id) ?? 0) - one.arrived, 0);
    if (units === 0) continue;
    const event = units > 0 ? 'arrived' : 'arrivalUndone';
    writeHistory(tx, [{ docKind: allocationDocument.kind, docId: orderId, event, detail: { units: Math.abs(units) } }]);
  }
  await settleAllocations(tx, orders);
}

/** Withdraws draft documents, the newest first, until what is on documents has been received. */
async function withdrawSurplus(tx: Tx, shares: readonly Share[]): Promise<void> {
  for (const [lineId, own] of Map.groupBy(shares, (one) => one.purchaseLineId)) {
    let surplus = own.reduce((sum, one) => sum + one.onDocuments, 0) - (own[0]?.received ?? 0);
    if (surplus <= 0) continue;
    const documents = await tx.rows<{ docKind: string; docId: number; number: string; quantity: number }>(sql`
      select d.doc_kind, d.doc_id, d.number, sum(d.quantity)::int as quantity from allocation_line l
      join allocation_share s on s.company_id = ${sql.company} and s.line_id = l.id
      join allocation_document d on d.company_id = ${sql.company} and d.share_id = s.id and d.state <> 'cancelled'
      where l.company_id = ${sql.company} and l.purchase_line_id = ${lineId}
      group by d.doc_kind, d.doc_id, d.number order by max(d.id) desc`);
    for (const one of documents) if (surplus > 0 && (await withdraw(tx, one))) surplus -= one.quantity;
    if (surplus > 0) throw conflict('procurement.allocatedAway', { number: documents[0]?.number ?? '' });
  }
}

/** @returns whether it was a draft, and is cancelled now */
async function withdraw(tx: Tx, { docKind, docId }: { docKind: string; docId: number }): Promise<boolean> {
  if (docKind === 'transfer') return withdrawTransfer(tx, docId);
  let done = false;
  await allocationWithdrawing.call(tx, {
    docKind,
    docId,
    withdrawn() {
      done = true;
    },
  });
  return done;
}

/** Goods that lie in the warehouse serve their shares at once. */
export const serveStock = (tx: Tx, orderId: number) =>
  tx.rows(sql`update allocation_share s set arrived = s.quantity - s.closed from allocation_line l
    where s.company_id = ${sql.company} and s.order_id = ${orderId} and l.company_id = ${sql.company} and l.id = s.line_id
      and l.purchase_line_id is null`);
