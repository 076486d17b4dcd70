import {
  type ReturnRemedy,
  type SupplierReturnAct,
  type SupplierReturnState,
  supplierReturnMay,
} from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertMove, lastChange, writeHistory } from '../../../core/documents.ts';
import { conflict, notFound } from '../../../core/errors.ts';
import { returnDocument } from '../documents.ts';

export interface HeldReturn {
  id: number;
  number: string;
  state: SupplierReturnState;
  supplierId: number;
  warehouseId: number;
  remedy: ReturnRemedy;
  currency: string;
  amount: string;
  rate: string | null;
  claimBase: string;
  shipments: number;
  version: number;
}

/** Locks the return until the transaction ends. @throws notFound; core.stale if it changed since `version` */
export async function holdReturn(tx: Tx, id: number, version?: number): Promise<HeldReturn> {
  const row = await tx.row<{
    id: number;
    number: string;
    state: SupplierReturnState;
    supplierId: number;
    warehouseId: number;
    remedy: ReturnRemedy;
    currency: string;
    amount: string;
    rate: string | null;
    claimBase: string;
    shipments: number;
    version: number;
  }>(sql`select id, number, state, supplier_id, warehouse_id, remedy, currency, amount, rate, claim_base, shipments, version
    from supplier_return where company_id = ${sql.company} and id = ${id} for update`);
  if (!row) throw notFound('procurement.returnNotFound');
  if (version !== undefined && row.version !== version)
    throw conflict('core.stale', await lastChange(tx, returnDocument.kind, id));
  return row;
}

/** @throws conflict procurement.returnState */
export function assertMay(act: SupplierReturnAct, row: HeldReturn): void {
  if (!supplierReturnMay(act, row)) throw conflict(`procurement.returnState.${row.state}`, { number: row.number });
}

/** The only writer of a return's status. The return is locked. */
export async function moveReturn(
  tx: Tx,
  held: Pick<HeldReturn, 'id' | 'number' | 'state'>,
  to: SupplierReturnState,
  event: string,
  detail?: Record<string, unknown>,
): Promise<void> {
  assertMove(returnDocument, held.state, to, held.number);
  const out = to === 'shipped' || to === 'settled';
  await tx.rows(sql`update supplier_return set state = ${to}, version = version + 1,
      shipped_at = case when ${out} then coalesce(shipped_at, ${tx.now}::timestamptz) end,
      rate = case when ${out} then rate end, claim_base = case when ${out} then claim_base else 0 end,
      settled_at = case when ${to} = 'settled' then ${tx.now}::timestamptz end,
      cancel_reason = ${to === 'cancelled' && typeof detail?.reason === 'string' ? detail.reason : ''}
    where company_id = ${sql.company} and id = ${held.id}`);
  writeHistory(tx, [
    {
      ...{ docKind: returnDocument.kind, docId: held.id, event, fromState: held.state, toState: to },
      ...(detail ? { detail } : {}),
    },
  ]);
}

export interface ReturnLine {
  id: number;
  position: number;
  productId: number;
  sku: string;
  condition: string;
  batchId: number | null;
  quantity: number;
  receiptId: number | null;
  unitCredit: string;
  rejected: number;
  costBase: string;
  replaced: number;
}

/** The lines of a return that is locked. */
export const linesOfReturn = (tx: Tx, id: number): Promise<ReturnLine[]> =>
  tx.rows<ReturnLine>(sql`select l.id, l.position, l.product_id, p.sku, l.condition, l.batch_id, l.quantity, l.receipt_id,
      l.unit_credit, l.rejected, l.cost_base, l.replaced
    from supplier_return_line l join product p on p.company_id = ${sql.company} and p.id = l.product_id
    where l.company_id = ${sql.company} and l.return_id = ${id} order by l.position, l.id`);
