import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { saveSupplierBill as saveCall } from '@tradewind/contract/procurement.ts';
import { z } from 'zod';
import { defineSetting, settingOf } from '../../../core/company-settings.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRows, insertRows } from '../../../core/database/write.ts';
import { nextNumbers, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, forbidden } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { rateOn } from '../../settings/public.ts';
import { type LateCost, revalueLayers } from '../../stock/public.ts';
import { purchaseDocument } from '../documents.ts';
import { supplierBilled } from '../hooks.ts';
import type { supplierBill, supplierBillLine } from '../money.tables.ts';
import { type Held, holdPurchase } from '../orders/hold.ts';
import { purchases } from '../orders/purchases.list.ts';
import { type BillSums, depositOf, sumBill } from './bill-sums.ts';
import { billDue, duesChanged } from './due.ts';

const BILL = { kind: 'supplier_bill', prefix: 'BL' };
type Input = ParsedOf<typeof saveCall>;

/** How far a bill may go beyond the agreed price and the ordered and received units without a reason, in percent. */
export const billTolerance = defineSetting(
  'procurement.billTolerance',
  z.strictObject({ price: z.number().min(0).max(100), quantity: z.number().min(0).max(100) }),
  { price: 1, quantity: 0 },
);

interface Line {
  id: number;
  sku: string;
  quantity: number;
  received: number;
  billed: number;
  /** Agreed, of one unit. */
  unitPrice: string;
  receivedBase: string | null;
  weight: string;
  volume: string;
  layerIds: number[];
}

/** Books a bill or a debit note. @throws badField reference, billedOn, lines.N..., acceptReason */
export async function saveBill(tx: Tx, input: Input): Promise<{ id: number; number: string }> {
  if (!maySee(tx.rights, 'seeCost')) throw forbidden('procurement.costs');
  await purchases.one(tx, input.orderId);
  const held = await holdPurchase(tx, input.orderId);
  if (held.orderedAt === null) throw conflict(`procurement.purchaseState.${held.state}`, { number: held.number });
  const { timeZone } = await companyOf(tx);
  if (input.billedOn > localDay(tx.now, timeZone)) throw badField('billedOn', 'procurement.dayToCome');
  const known = new Map((await linesOf(tx, held.id)).map((line) => [line.id, line]));
  const rate = await rateOn(tx, input.currency, input.billedOn);
  const agreedRate = await rateOn(tx, held.currency, input.billedOn);
  const lines = input.lines.map((line, at) => {
    const own = known.get(line.lineId);
    if (!own) throw badField(`lines.${at}.lineId`, 'procurement.lineNotFound');
    if (line.quantity === 0) throw badField(`lines.${at}.quantity`, 'procurement.billZero');
    if (own.billed + line.quantity < 0)
      throw badField(`lines.${at}.quantity`, 'procurement.billBelow', { billed: own.billed });
    return { ...line, own, agreedBase: new Decimal(own.unitPrice).times(agreedRate).toFixed(6) };
  });
  await assertMatch(tx, input, lines, rate);
  const sums = sumBill(
    lines.map(({ quantity, unitPrice, own, agreedBase }) => ({
      ...{ quantity, unitPrice, agreedBase, receivedBase: own.receivedBase ?? agreedBase },
      share: shareOf(input.chargeBasis, own, quantity, unitPrice),
    })),
    input.charges,
    rate,
  );
  return write(tx, held, input, lines, sums, rate);
}

type Matched = Input['lines'][number] & { own: Line; agreedBase: string };

function shareOf(basis: Input['chargeBasis'], line: Line, quantity: number, unitPrice: string): string {
  const of = { value: unitPrice, quantity: '1', weight: line.weight, volume: line.volume }[basis];
  return new Decimal(of).times(Math.abs(quantity)).toFixed();
}

/** Ordered, received and billed side by side: beyond the tolerance somebody says why. */
async function assertMatch(tx: Tx, input: Input, lines: readonly Matched[], rate: string): Promise<void> {
  if (input.acceptReason !== '') return;
  const tolerance = await settingOf(tx, billTolerance);
  for (const [at, { quantity, unitPrice, own, agreedBase }] of lines.entries()) {
    // What came without an order is not owed: it may go back.
    const most = Decimal.min(own.received, own.quantity)
      .times(100 + tolerance.quantity)
      .div(100);
    if (quantity > 0 && most.lt(own.billed + quantity))
      throw badField(`lines.${at}.quantity`, 'procurement.billQuantity', {
        ordered: own.quantity,
        received: own.received,
        billed: own.billed,
      });
    const dearest = new Decimal(agreedBase).times(100 + tolerance.price).div(100);
    if (quantity > 0 && new Decimal(unitPrice).times(rate).gt(dearest))
      throw badField(`lines.${at}.unitPrice`, 'procurement.billPrice', { price: new Decimal(own.unitPrice).toFixed() });
  }
}

/** The lines with what came of them and what was billed, and the layers of their goods. */
function linesOf(tx: Tx, orderId: number): Promise<Line[]> {
  return tx.rows<Line>(sql`
    select l.id, p.sku, l.quantity, l.received, (l.unit_price / l.pack_size)::text as unit_price,
      coalesce((select sum(b.quantity) from supplier_bill_line b where b.company_id = ${sql.company} and b.line_id = l.id), 0)::int as billed,
      r.received_base::text as received_base, coalesce(p.gross_weight_kg, 0)::text as weight,
      coalesce(p.length_cm * p.width_cm * p.height_cm, 0)::text as volume, r.layer_ids as "layerIds"
    from purchase_line l join product p on p.company_id = ${sql.company} and p.id = l.product_id
    cross join lateral (
      select sum(c.quantity * coalesce(c.received_cost, c.unit_cost)) / nullif(sum(c.quantity), 0) as received_base,
        coalesce(jsonb_agg(c.id order by c.id), '[]') as layer_ids
      from inbound i join inbound_line e on e.company_id = ${sql.company} and e.inbound_id = i.id and e.source_line = l.id
      join inbound_receipt t on t.company_id = ${sql.company} and t.inbound_id = i.id and t.line_id = e.id and t.undone_at is null
      left join inbound_check k on k.company_id = ${sql.company} and k.inbound_id = i.id and k.receipt_id = t.id
      join cost_layer c on c.company_id = ${sql.company} and c.doc_id = i.id and (
        (c.doc_kind = 'inbound' and c.doc_line = t.id) or (c.doc_kind = 'inbound_check' and c.doc_line = k.id))
      where i.company_id = ${sql.company} and i.source_kind = ${purchaseDocument.kind} and i.source_id = ${orderId}) r
    where l.company_id = ${sql.company} and l.order_id = ${orderId} order by l.position, l.id`);
}

async function write(
  tx: Tx,
  held: Held,
  input: Input,
  lines: readonly Matched[],
  sums: readonly BillSums[],
  rate: string,
): Promise<{ id: number; number: string }> {
  const sum = (of: (one: BillSums) => string) => sums.reduce((all, one) => all.plus(of(one)), new Decimal(0));
  const amount = sum((one) => one.amount)
    .plus(sum((one) => one.charge))
    .toFixed(4);
  const deposit = input.currency === held.currency ? await depositUsed(tx, held, amount) : NO_DEPOSIT;
  const dueOn = input.dueOn === undefined ? await billDue(tx, held.id, input.billedOn) : input.dueOn;
  const [number = ''] = await nextNumbers(tx, BILL);
  const [bill] = await tx.rows<{ id: number }>(
    sql`${insertRows<typeof supplierBill>('supplier_bill', [
      {
        ...{ number, orderId: held.id, supplierId: held.supplierId, reference: input.reference.toUpperCase() },
        ...{ billedOn: input.billedOn, dueOn, currency: input.currency, rate, amount },
        ...{ charges: input.charges, chargeBasis: input.chargeBasis, depositApplied: deposit.amount },
        ...{ acceptReason: input.acceptReason, createdBy: tx.actor.name, createdAt: tx.now },
      },
    ])} on conflict do nothing returning id`,
  );
  if (!bill) throw badField('reference', 'procurement.billTwice', { reference: input.reference });
  const late = lines.map(
    ({ own, lineId }, at): LateCost => ({
      ...{ docKind: BILL.kind, docId: bill.id, docLine: lineId },
      ...{ amount: sums[at]?.priceBase ?? '0', layerIds: own.layerIds },
    }),
  );
  const revalued = await revalueLayers(tx, late);
  const rows = lines.map(({ lineId, quantity, unitPrice }, at) => ({
    ...{ billId: bill.id, lineId, quantity, unitPrice },
    ...(sums[at] as BillSums),
    stockBase: sumOf(revalued[at]?.stock.map((one) => one.value) ?? []),
  }));
  await addRows<typeof supplierBillLine>(tx, 'supplier_bill_line', rows);
  await supplierBilled.call(tx, {
    ...{ billId: bill.id, supplierId: held.supplierId, onDay: input.billedOn, currency: input.currency, rate, amount },
    receivedBase: sum((one) => one.receivedBase).toFixed(4),
    stock: revalued.flatMap((one) => one.stock),
    differenceBase: sumOf(revalued.map((one) => one.difference)),
    deposit,
  });
  duesChanged(tx, held.id);
  const reason = input.acceptReason ? { reason: input.acceptReason } : {};
  writeHistory(tx, [
    { docKind: purchaseDocument.kind, docId: held.id, event: 'billed', detail: { bill: number, amount, ...reason } },
  ]);
  return { id: bill.id, number };
}

const sumOf = (amounts: readonly string[]) => amounts.reduce((all, one) => all.plus(one), new Decimal(0)).toFixed(4);
const NO_DEPOSIT = { amount: '0.0000', rate: '1' };

/** What the bill uses up of the order's deposits, at the mean rate at which they were paid. */
async function depositUsed(tx: Tx, held: Held, amount: string): Promise<{ amount: string; rate: string }> {
  const row = await tx.row<{ paid: string; rate: string | null; applied: string; billed: string }>(sql`
    select coalesce(sum(p.amount), 0)::text as paid, (sum(p.amount * p.rate) / nullif(sum(p.amount), 0))::text as rate,
      (select coalesce(sum(b.deposit_applied), 0)::text from supplier_bill b
        where b.company_id = ${sql.company} and b.order_id = ${held.id}) as applied,
      (select coalesce(sum(b.amount), 0)::text from supplier_bill b
        where b.company_id = ${sql.company} and b.order_id = ${held.id} and b.currency = ${held.currency}) as billed
    from supplier_payment p where p.company_id = ${sql.company} and p.order_id = ${held.id} and p.bill_id is null
      and p.state = 'paid'`);
  if (!row?.rate) return NO_DEPOSIT;
  const used = depositOf({
    amount,
    ordered: held.amount,
    billedBefore: row.billed,
    paid: row.paid,
    applied: row.applied,
  });
  return { amount: used, rate: new Decimal(row.rate).toDecimalPlaces(8).toFixed() };
}
