import { rights } from '@tradewind/contract/access/modules.ts';
import { pagePaths } from '@tradewind/contract/access/paths.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type {
  paySupplier as payCall,
  requestSupplierPayment as requestCall,
  SupplierPaymentState,
} from '@tradewind/contract/procurement.ts';
import { supplierPaymentMay } from '@tradewind/contract/procurement.ts';
import { type Language, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { insertRows } from '../../../core/database/write.ts';
import { nextNumbers, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, forbidden, notFound } from '../../../core/errors.ts';
import { Decimal, moneyText, toBase } from '../../../core/money.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { type Description, registerApprovable, submitForApproval } from '../../approvals/public.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { rateOn } from '../../settings/public.ts';
import { purchaseDocument } from '../documents.ts';
import { supplierPaid } from '../hooks.ts';
import type { supplierPayment } from '../money.tables.ts';
import { type Held, holdPurchase } from '../orders/hold.ts';
import { purchases } from '../orders/purchases.list.ts';
import { BILL_OPEN, LIVE_PAYMENT } from './bill-open.ts';
import { duesChanged } from './due.ts';

const PAYMENT = { kind: 'supplier_payment', prefix: 'SP' };

/**
 * Requests a deposit or the payment of a bill, never more than is open. Without a workflow it is approved at once.
 * @throws badField amount, billId; conflict procurement.depositBilled
 */
export async function requestPayment(tx: Tx, input: ParsedOf<typeof requestCall>) {
  if (!maySee(tx.rights, 'seeCost')) throw forbidden('procurement.costs');
  await purchases.one(tx, input.orderId);
  const held = await holdPurchase(tx, input.orderId);
  if (held.approved === null || held.state === 'cancelled')
    throw conflict(`procurement.purchaseState.${held.state}`, { number: held.number });
  const { currency, open, dueOn } = await openAmount(tx, held, input.billId);
  if (new Decimal(input.amount).isZero()) throw badField('amount', 'procurement.payZero');
  if (new Decimal(input.amount).gt(open))
    throw badField('amount', 'procurement.payTooMuch', { open: new Decimal(open).toFixed(2), currency });
  const [number = ''] = await nextNumbers(tx, PAYMENT);
  const [row] = await tx.rows<{ id: number }>(
    sql`${insertRows<typeof supplierPayment>('supplier_payment', [
      {
        ...{ number, orderId: held.id, supplierId: held.supplierId, billId: input.billId ?? null, currency },
        ...{ amount: input.amount, dueOn: input.dueOn === undefined ? dueOn : input.dueOn, remark: input.remark },
        ...{ requestedBy: tx.actor.name, createdAt: tx.now },
      },
    ])} returning id`,
  );
  if (!row) throw new Error('The payment request was not written');
  note(tx, held.id, 'paymentRequested', number, input.amount);
  const rate = await rateOn(tx, currency, localDay(tx.now, (await companyOf(tx)).timeZone));
  const { baseCurrency } = await companyOf(tx);
  const title = `${number} · ${held.number}`;
  const base = { amount: toBase(input.amount, rate), currency: baseCurrency };
  await submitForApproval(tx, { docKind: PAYMENT.kind, docId: row.id, title, ...base });
  const { state } = await holdPayment(tx, row.id);
  return { id: row.id, number, state };
}

interface Open {
  currency: string;
  open: string;
  /** As the bill or the terms of the order say. */
  dueOn: string | null;
}

/** What may still be requested: of the order before any bill, or of the bill without the deposit it uses up. */
async function openAmount(tx: Tx, held: Held, billId: number | undefined): Promise<Open> {
  const row = billId
    ? await tx.row<Open>(sql`
        select b.currency, b.due_on::text as due_on, ${BILL_OPEN}::text as open
        from supplier_bill b where b.company_id = ${sql.company} and b.id = ${billId} and b.order_id = ${held.id}`)
    : await tx.row<Open>(sql`
        select o.currency, (case when exists (select from jsonb_array_elements(o.terms) t where t ->> 'when' = 'order')
            then ${dayOf(sql`o.ordered_at`)} end)::text as due_on, (o.amount - coalesce((select sum(p.amount) from supplier_payment p
          where p.company_id = ${sql.company} and p.order_id = o.id and p.bill_id is null and ${LIVE_PAYMENT}), 0)
          - coalesce((select sum(b.amount - b.deposit_applied) from supplier_bill b
            where b.company_id = ${sql.company} and b.order_id = o.id and b.currency = o.currency), 0))::text as open
        from purchase_order o where o.company_id = ${sql.company} and o.id = ${held.id}`);
  if (!row) throw badField('billId', 'procurement.billNotFound');
  return row;
}

interface HeldPayment {
  id: number;
  number: string;
  state: SupplierPaymentState;
  orderId: number;
  supplierId: number;
  billId: number | null;
  currency: string;
  amount: string;
}

async function holdPayment(tx: Tx, id: number): Promise<HeldPayment> {
  const row = await tx.row<{
    id: number;
    number: string;
    state: SupplierPaymentState;
    orderId: number;
    supplierId: number;
    billId: number | null;
    currency: string;
    amount: string;
  }>(sql`select id, number, state, order_id, supplier_id, bill_id, currency, amount from supplier_payment
    where company_id = ${sql.company} and id = ${id} for update`);
  if (!row) throw notFound('procurement.paymentNotFound');
  return row;
}

async function movePayment(tx: Tx, payment: HeldPayment, to: SupplierPaymentState, event: string): Promise<void> {
  await tx.rows(
    sql`update supplier_payment set state = ${to} where company_id = ${sql.company} and id = ${payment.id}`,
  );
  note(tx, payment.orderId, event, payment.number, payment.amount);
}

function note(tx: Tx, orderId: number, event: string, payment: string, amount: string): void {
  duesChanged(tx, orderId);
  writeHistory(tx, [{ docKind: purchaseDocument.kind, docId: orderId, event, detail: { payment, amount } }]);
}

/** The payment of an order that the actor may see. */
async function visiblePayment(tx: Tx, id: number): Promise<HeldPayment> {
  if (!maySee(tx.rights, 'seeCost')) throw forbidden('procurement.costs');
  const payment = await holdPayment(tx, id);
  await purchases.one(tx, payment.orderId);
  return payment;
}

/** Records a payment that was made. @throws badField paidOn; conflict procurement.paymentState */
export async function pay(tx: Tx, input: ParsedOf<typeof payCall>): Promise<void> {
  const payment = await visiblePayment(tx, input.id);
  if (!supplierPaymentMay('pay', payment)) throw conflict('procurement.paymentState', { number: payment.number });
  if (input.paidOn > localDay(tx.now, (await companyOf(tx)).timeZone))
    throw badField('paidOn', 'procurement.dayToCome');
  const rate = await rateOn(tx, payment.currency, input.paidOn);
  await tx.rows(sql`update supplier_payment set state = 'paid', paid_on = ${input.paidOn}::date, rate = ${rate},
    reference = ${input.reference} where company_id = ${sql.company} and id = ${payment.id}`);
  note(tx, payment.orderId, 'paymentMade', payment.number, payment.amount);
  const bill = payment.billId
    ? await tx.row<{ rate: string }>(
        sql`select rate from supplier_bill where company_id = ${sql.company} and id = ${payment.billId}`,
      )
    : undefined;
  await supplierPaid.call(tx, {
    ...{ paymentId: payment.id, supplierId: payment.supplierId, onDay: input.paidOn, rate },
    ...{ currency: payment.currency, amount: payment.amount, billRate: bill?.rate ?? null },
  });
}

/** @throws conflict procurement.paymentState */
export async function cancelPayment(tx: Tx, id: number): Promise<void> {
  const payment = await visiblePayment(tx, id);
  if (!supplierPaymentMay('cancel', payment)) throw conflict('procurement.paymentState', { number: payment.number });
  await movePayment(tx, payment, 'cancelled', 'paymentCancelled');
}

async function describe(tx: Tx, language: Language, docId: number): Promise<Description> {
  const row = await tx.row<{
    number: string;
    supplierZh: string;
    supplierEn: string;
    orderNumber: string;
    ordered: string;
    received: string;
    paid: string;
    amount: string;
    currency: string;
    dueOn: string | null;
    bill: string | null;
    remark: string;
    /** Its amount stands in the request already. */
    inBase: boolean;
  }>(sql`
    select p.currency = (select base_currency from company where id = ${sql.company}) as in_base, p.number, s.name_zh as supplier_zh, s.name_en as supplier_en, o.number as order_number, o.amount as ordered,
      (select coalesce(sum(least(l.received, l.quantity) * l.unit_price / l.pack_size), 0)::text from purchase_line l
        where l.company_id = ${sql.company} and l.order_id = o.id) as received,
      (select coalesce(sum(x.amount), 0)::text from supplier_payment x
        where x.company_id = ${sql.company} and x.order_id = o.id and x.state = 'paid') as paid,
      p.amount, p.currency, p.due_on::text as due_on, b.reference as bill, p.remark
    from supplier_payment p join purchase_order o on o.company_id = ${sql.company} and o.id = p.order_id
    join supplier s on s.company_id = ${sql.company} and s.id = p.supplier_id
    left join supplier_bill b on b.company_id = ${sql.company} and b.id = p.bill_id
    where p.company_id = ${sql.company} and p.id = ${docId}`);
  if (!row) return { facts: [], lines: [] };
  const fact = (name: string, value: string) => ({ label: say(language, `procurement.fact.${name}`), value });
  const money = (amount: string) => moneyText(amount, row.currency);
  return {
    facts: [
      fact('supplier', nameIn(language, { nameZh: row.supplierZh, nameEn: row.supplierEn })),
      fact('order', row.orderNumber),
      fact('payFor', row.bill ?? say(language, 'procurement.fact.deposit')),
      fact('amount', row.inBase ? '' : money(row.amount)),
      fact('ordered', money(row.ordered)),
      fact('received', money(row.received)),
      fact('paid', money(row.paid)),
      fact('dueOn', row.dueOn ?? ''),
      fact('remark', row.remark),
    ].filter((one) => one.value !== ''),
    lines: [],
  };
}

registerApprovable({
  docKind: PAYMENT.kind,
  moduleId: rights.purchaseOrder.id,
  beside: true,
  title: ['采购付款', 'Supplier payment'],
  amountIsCost: true,
  path: () => pagePaths.purchaseOrder,
  describe,
  onAudited: async (tx, docId) => movePayment(tx, await holdPayment(tx, docId), 'approved', 'paymentApproved'),
  onRejected: async (tx, docId) => movePayment(tx, await holdPayment(tx, docId), 'rejected', 'paymentRejected'),
  onWithdrawn: async (tx, docId) => movePayment(tx, await holdPayment(tx, docId), 'cancelled', 'paymentCancelled'),
});
