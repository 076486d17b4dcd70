import type { Instalment } from '@tradewind/contract/procurement/words.ts';
import { type PurchaseAct, type PurchaseState, purchaseMay } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertMove, lastChange, writeHistory } from '../../../core/documents.ts';
import { conflict, notFound } from '../../../core/errors.ts';
import { purchaseDocument } from '../documents.ts';
import { duesChanged } from '../money/due.ts';
import type { ApprovedPurchase } from '../purchase.tables.ts';

export interface Held {
  id: number;
  number: string;
  state: PurchaseState;
  supplierId: number;
  warehouseId: number;
  currency: string;
  terms: Instalment[];
  expectedOn: string | null;
  reference: string;
  amount: string;
  approved: ApprovedPurchase | null;
  revision: number;
  orderedAt: Date | null;
  version: number;
}

/** Locks the order until the transaction ends. @throws notFound; core.stale if it changed since `version` */
export async function holdPurchase(tx: Tx, id: number, version?: number): Promise<Held> {
  const row = await tx.row<{
    id: number;
    number: string;
    state: PurchaseState;
    supplierId: number;
    warehouseId: number;
    currency: string;
    terms: Instalment[];
    expectedOn: string | null;
    reference: string;
    amount: string;
    approved: ApprovedPurchase | null;
    revision: number;
    orderedAt: Date | null;
    version: number;
  }>(sql`
    select id, number, state, supplier_id, warehouse_id, currency, terms, expected_on::text as expected_on, reference,
      amount, approved, revision, ordered_at, version
    from purchase_order where company_id = ${sql.company} and id = ${id} for update`);
  if (!row) throw notFound('procurement.purchaseNotFound');
  if (version !== undefined && row.version !== version)
    throw conflict('core.stale', await lastChange(tx, purchaseDocument.kind, id));
  return row;
}

/** @throws conflict procurement.purchaseState */
export function assertMay(act: PurchaseAct, row: Held): void {
  if (!purchaseMay(act, row)) throw conflict(`procurement.purchaseState.${row.state}`, { number: row.number });
}

/** The only writer of a purchase order's status. The order is locked. */
export async function movePurchase(
  tx: Tx,
  held: Pick<Held, 'id' | 'number' | 'state'>,
  to: PurchaseState,
  event: string,
  detail?: Record<string, unknown>,
): Promise<void> {
  assertMove(purchaseDocument, held.state, to, held.number);
  await tx.rows(sql`update purchase_order set state = ${to}, version = version + 1,
      ordered_at = case when ${to} = 'ordered' then coalesce(ordered_at, ${tx.now}::timestamptz) else ordered_at end,
      closed_at = case when ${to} in ('closed', 'cancelled') then ${tx.now}::timestamptz end,
      close_reason = ${typeof detail?.reason === 'string' ? detail.reason : ''}
    where company_id = ${sql.company} and id = ${held.id}`);
  duesChanged(tx, held.id);
  writeHistory(tx, [
    {
      docKind: purchaseDocument.kind,
      docId: held.id,
      event,
      fromState: held.state,
      toState: to,
      ...(detail ? { detail } : {}),
    },
  ]);
}

/** Writes the sums of the lines to their order. */
export async function countPurchase(tx: Tx, id: number): Promise<void> {
  await tx.rows(sql`update purchase_order o set line_count = s.lines, units = s.units, received = s.received,
      amount = s.amount
    from (select count(*)::int as lines, coalesce(sum(quantity), 0)::int as units,
        coalesce(sum(received), 0)::int as received, coalesce(sum(round(packs * unit_price, 2)), 0) as amount
      from purchase_line where company_id = ${sql.company} and order_id = ${id}) s
    where o.company_id = ${sql.company} and o.id = ${id}`);
  duesChanged(tx, id);
}
