import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { undoSupplierSettlement as call, SupplierReturnState } from '@tradewind/contract/procurement.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { conflict, forbidden, notFound } from '../../../core/errors.ts';
import { Decimal, money } from '../../../core/money.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { returnDocument } from '../documents.ts';
import { supplierSettlementUndone } from '../hooks.ts';
import { duesChanged } from '../money/due.ts';
import { holdPurchase } from '../orders/hold.ts';
import type { supplierReturnSettlement } from '../returns.tables.ts';
import { type HeldReturn, holdReturn, moveReturn } from './hold.ts';
import { MAY_UNDO, supplierReturns } from './returns.list.ts';

const DOC = returnDocument.kind;

interface Undone {
  id: number;
  returnId: number;
  billId: number | null;
  orderId: number | null;
  amount: string;
  short: string;
  amountBase: string;
  shortBase: string;
  reference: string;
  mayUndo: boolean;
}

/**
 * Takes back the newest settlement of a return: its counterpart is written beside it, its booking reversed, and the
 * supplier owes again. New units are taken back by undoing their receipt.
 * @throws conflict procurement.settlementStands if a later one, a receipt or an undo stands against it
 */
export async function undoSettlement(
  tx: Tx,
  { id, reason }: ParsedOf<typeof call>,
): Promise<{ state: SupplierReturnState }> {
  if (!maySee(tx.rights, 'seeCost')) throw forbidden('procurement.costs');
  const returnId = await returnOf(tx, id);
  await supplierReturns.one(tx, returnId);
  const held = await holdReturn(tx, returnId);
  const settlement = await settlementOf(tx, id);
  if (!settlement.mayUndo) throw conflict('procurement.settlementStands', { number: held.number });
  // Payments of the bill are requested under the same lock.
  if (settlement.orderId !== null) {
    await holdPurchase(tx, settlement.orderId);
    duesChanged(tx, settlement.orderId);
  }
  const onDay = localDay(tx.now, (await companyOf(tx)).timeZone);
  await addRows<typeof supplierReturnSettlement>(tx, 'supplier_return_settlement', [
    counter(tx, held, settlement, onDay, reason),
  ]);
  await supplierSettlementUndone.call(tx, { settlementId: id, onDay });
  const detail = { amount: new Decimal(settlement.amount).toFixed(2), reason };
  if (held.state === 'settled') await moveReturn(tx, held, 'shipped', 'settlementUndone', detail);
  else writeHistory(tx, [{ docKind: DOC, docId: held.id, event: 'settlementUndone', detail }]);
  return { state: 'shipped' };
}

async function returnOf(tx: Tx, id: number): Promise<number> {
  const row = await tx.row<{ returnId: number }>(
    sql`select return_id from supplier_return_settlement where company_id = ${sql.company} and id = ${id}`,
  );
  if (!row) throw notFound('procurement.settlementNotFound');
  return row.returnId;
}

async function settlementOf(tx: Tx, id: number): Promise<Undone> {
  const row = await tx.row<{
    id: number;
    returnId: number;
    billId: number | null;
    orderId: number | null;
    amount: string;
    short: string;
    amountBase: string;
    shortBase: string;
    reference: string;
    mayUndo: boolean;
  }>(sql`select x.id, x.return_id, x.bill_id, b.order_id, x.amount, x.short, x.amount_base, x.short_base, x.reference,
      ${MAY_UNDO} as may_undo
    from supplier_return_settlement x left join supplier_bill b on b.company_id = ${sql.company} and b.id = x.bill_id
    where x.company_id = ${sql.company} and x.id = ${id}`);
  if (!row) throw notFound('procurement.settlementNotFound');
  return row;
}

function counter(tx: Tx, held: HeldReturn, settlement: Undone, onDay: string, reason: string) {
  const { id, billId, reference } = settlement;
  const minus = (key: 'amount' | 'short' | 'amountBase' | 'shortBase') => money(new Decimal(settlement[key]).neg());
  return {
    ...{ returnId: held.id, billId, undoes: id, reference, onDay, remark: reason },
    ...{ amount: minus('amount'), short: minus('short'), amountBase: minus('amountBase') },
    ...{ shortBase: minus('shortBase'), createdBy: tx.actor.name, createdAt: tx.now },
  };
}
