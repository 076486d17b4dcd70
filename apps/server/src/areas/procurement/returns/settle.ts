import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { SupplierReturnState, settleSupplierReturn as settleCall } from '@tradewind/contract/procurement.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, forbidden } from '../../../core/errors.ts';
import { Decimal, money, toBase } from '../../../core/money.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { rateOn } from '../../settings/public.ts';
import { returnDocument } from '../documents.ts';
import { supplierReturnSettled } from '../hooks.ts';
import { BILL_OPEN } from '../money/bill-open.ts';
import { duesChanged } from '../money/due.ts';
import { holdPurchase } from '../orders/hold.ts';
import type { supplierReturnSettlement } from '../returns.tables.ts';
import { assertMay, type HeldReturn, holdReturn, moveReturn } from './hold.ts';
import { supplierReturns } from './returns.list.ts';
import { cancelAsns } from './ship.ts';

const DOC = returnDocument.kind;
type Input = ParsedOf<typeof settleCall>;

/**
 * Records what the supplier gave. A debit note lowers a bill of the same supplier, never beyond what is open of it.
 * @throws badField amount, billId, onDay; conflict procurement.asnOpen while new units arrive
 */
export async function settleReturn(tx: Tx, input: Input): Promise<{ state: SupplierReturnState }> {
  if (!maySee(tx.rights, 'seeCost')) throw forbidden('procurement.costs');
  const { remedy } = await supplierReturns.one(tx, input.id);
  // New units that are given up are no longer expected.
  if (remedy === 'replacement') await cancelAsns(tx, input.id);
  const held = await holdReturn(tx, input.id);
  assertMay('settle', held);
  const { timeZone } = await companyOf(tx);
  if (input.onDay > localDay(tx.now, timeZone)) throw badField('onDay', 'procurement.dayToCome');
  const amount = new Decimal(input.amount);
  if (amount.isZero() && !input.last) throw badField('amount', 'procurement.payZero');
  const sums = await settledOf(tx, held);
  const last = input.last || amount.gte(sums.rest);
  const rateThen = await rateOf(tx, held, input);
  const short = last ? sums.rest.minus(amount) : new Decimal(0);
  const amountBase = last && short.isZero() ? sums.restBase : new Decimal(toBase(amount, held.rate ?? '1'));
  await write(tx, held, {
    ...{ amount: money(amount), short: money(short), amountBase: money(amountBase) },
    shortBase: last ? money(sums.restBase.minus(amountBase)) : '0.0000',
    ...{ billId: input.billId ?? null, units: 0, reference: input.reference.toUpperCase(), onDay: input.onDay },
    ...{ remark: input.remark, rateThen },
  });
  const detail = {
    amount: amount.toFixed(2),
    ...(input.reference ? { reference: input.reference } : {}),
    ...(input.remark ? { remark: input.remark } : {}),
  };
  if (last) await moveReturn(tx, held, 'settled', 'settled', detail);
  else writeHistory(tx, [{ docKind: DOC, docId: held.id, event: 'partlySettled', detail }]);
  return { state: last ? 'settled' : 'shipped' };
}

/** What is still owed, in the currency of the claim and as it was booked. */
export async function settledOf(tx: Tx, held: HeldReturn): Promise<{ rest: Decimal; restBase: Decimal }> {
  const row = await tx.row<{ amount: string; base: string }>(sql`
    select coalesce(sum(amount + short), 0)::text as amount, coalesce(sum(amount_base + short_base), 0)::text as base
    from supplier_return_settlement where company_id = ${sql.company} and return_id = ${held.id}`);
  const claim = held.remedy === 'replacement' ? held.claimBase : held.amount;
  return {
    rest: new Decimal(claim).minus(row?.amount ?? 0),
    restBase: new Decimal(held.claimBase).minus(row?.base ?? 0),
  };
}

/** The rate at which the other side was booked: of the bill, or of the day on which money came. */
async function rateOf(tx: Tx, held: HeldReturn, input: Input): Promise<string> {
  const nothing = new Decimal(input.amount).isZero();
  if (held.remedy === 'replacement') {
    if (!nothing) throw badField('amount', 'procurement.returnUnitsOnly');
    return '1';
  }
  if (held.remedy === 'refund') {
    if (input.billId) throw badField('billId', 'procurement.returnNoBill');
    return nothing ? '1' : rateOn(tx, held.currency, input.onDay);
  }
  if (nothing) return '1';
  if (!input.billId) throw badField('billId', 'core.required');
  return lowerBill(tx, held, input.billId, input.amount);
}

async function lowerBill(tx: Tx, held: HeldReturn, billId: number, amount: string): Promise<string> {
  const bill = await tx.row<{
    orderId: number;
  }>(sql`select order_id from supplier_bill where company_id = ${sql.company}
    and id = ${billId} and supplier_id = ${held.supplierId} and currency = ${held.currency}`);
  if (!bill) throw badField('billId', 'procurement.billNotFound');
  // Payments of the bill are requested under the same lock.
  await holdPurchase(tx, bill.orderId);
  duesChanged(tx, bill.orderId);
  const row = await tx.row<{ open: string; rate: string }>(sql`select ${BILL_OPEN}::text as open, b.rate
    from supplier_bill b where b.company_id = ${sql.company} and b.id = ${billId}`);
  if (new Decimal(amount).gt(row?.open ?? 0))
    throw badField('amount', 'procurement.returnBeyondBill', {
      open: new Decimal(row?.open ?? 0).toFixed(2),
      currency: held.currency,
    });
  return row?.rate ?? '1';
}

export interface Settlement {
  amount: string;
  short: string;
  amountBase: string;
  shortBase: string;
  billId: number | null;
  units: number;
  reference: string;
  onDay: string;
  remark: string;
  rateThen: string;
}

/** Writes and books what came, or what is no longer expected. */
export async function write(tx: Tx, held: HeldReturn, { rateThen, ...settlement }: Settlement): Promise<void> {
  const row = await tx.row<{ id: number }>(
    sql`${insertRows<typeof supplierReturnSettlement>('supplier_return_settlement', [
      { returnId: held.id, ...settlement, createdBy: tx.actor.name, createdAt: tx.now },
    ])} returning id`,
  );
  if (!row) throw new Error('The settlement was not written');
  const { baseCurrency } = await companyOf(tx);
  const own = held.remedy === 'replacement';
  const { amount, short, amountBase, shortBase, onDay } = settlement;
  await supplierReturnSettled.call(tx, {
    ...{ settlementId: row.id, supplierId: held.supplierId, remedy: held.remedy, onDay, rateThen },
    ...{ currency: own ? baseCurrency : held.currency, rate: own ? '1' : (held.rate ?? '1') },
    ...{ amount, short, amountBase, shortBase },
  });
}

/** Bills of its supplier that a debit note can lower, oldest first. */
export async function billsOfReturn(tx: Tx, id: number) {
  if (!maySee(tx.rights, 'seeCost')) throw forbidden('procurement.costs');
  const row = await supplierReturns.one(tx, id);
  const rows = await tx.rows<{ id: number; number: string; reference: string; order: string; open: string }>(sql`
    select x.id, x.number, x.reference, x.order, x.open::text as open from (
      select b.id, b.number, b.reference, o.number as order, ${BILL_OPEN} as open
      from supplier_bill b join purchase_order o on o.company_id = ${sql.company} and o.id = b.order_id
      where b.company_id = ${sql.company} and b.supplier_id = ${row.supplierId} and b.currency = ${row.currency}
        and b.amount > 0 order by b.id desc limit 500) x
    where x.open > 0 order by x.id limit 200`);
  return { rows };
}
