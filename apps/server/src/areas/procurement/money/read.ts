import type { ResultOf } from '@tradewind/contract/call.ts';
import type {
  purchaseMoney as call,
  MatchRow,
  SupplierBill,
  SupplierPayment,
} from '@tradewind/contract/procurement.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { forbidden } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { companyOf } from '../../company/public.ts';
import { purchaseDetail } from '../orders/purchases.list.ts';
import { BILL_CREDITED } from './bill-open.ts';
import { instalmentsOf } from './due.ts';

const NOTHING_DUE = { amount: '0.00', dueOn: null, planned: false };

/** The money of an order. @throws forbidden without the right to see costs */
export async function purchaseMoney(tx: Tx, id: number): Promise<ResultOf<typeof call>> {
  if (!maySee(tx.rights, 'seeCost')) throw forbidden('procurement.costs');
  const order = await purchaseDetail(tx, tx, id);
  const { baseCurrency } = await companyOf(tx);
  const match = await matchOf(tx, id);
  const bills = await billsOf(tx, id);
  const payments = await paymentsOf(tx, id);
  const dues = await instalmentsOf(tx, id);
  const sum = (amounts: readonly string[]) => amounts.reduce((all, one) => all.plus(one), new Decimal(0)).toFixed(2);
  const received = match.map((row) => new Decimal(row.unitPrice).times(Math.min(row.received, row.ordered)).toFixed());
  const paid = payments.filter((one) => one.state === 'paid');
  return {
    currency: order.currency,
    baseCurrency,
    ordered: new Decimal(order.amount ?? 0).toFixed(2),
    received: sum(received),
    billed: sum(bills.filter((bill) => bill.currency === order.currency).map((bill) => bill.amount)),
    depositPaid: sum(paid.filter((one) => one.kind === 'deposit').map((one) => one.amount)),
    depositApplied: sum(bills.map((bill) => bill.depositApplied)),
    paid: sum(paid.map((one) => one.amount)),
    instalments: order.terms.map((one, at) => ({ ...one, ...(dues[at] ?? NOTHING_DUE) })),
    match,
    bills,
    payments,
  };
}

const matchOf = (tx: Tx, id: number): Promise<MatchRow[]> =>
  tx.rows<MatchRow>(sql`
    select l.id as line_id, p.sku, p.name_zh, p.name_en, l.quantity as ordered, l.received,
      coalesce((select sum(b.quantity) from supplier_bill_line b
        where b.company_id = ${sql.company} and b.line_id = l.id), 0)::int as billed,
      trim_scale(round(l.unit_price / l.pack_size, 6))::text as unit_price
    from purchase_line l join product p on p.company_id = ${sql.company} and p.id = l.product_id
    where l.company_id = ${sql.company} and l.order_id = ${id} order by l.position, l.id`);

const billsOf = (tx: Tx, id: number): Promise<SupplierBill[]> =>
  tx.rows<SupplierBill>(sql`
    select b.id, b.number, b.reference, b.billed_on::text as billed_on, b.due_on::text as due_on, b.currency,
      b.amount::text as amount, b.deposit_applied::text as deposit_applied, ${BILL_CREDITED}::text as credited, p.requested, p.paid,
      x.difference, x.in_stock, (x.difference - x.in_stock)::text as left_stock, b.accept_reason, b.created_by
    from supplier_bill b
    cross join lateral (select coalesce(sum(price_base), 0) as difference, coalesce(sum(stock_base), 0) as in_stock
      from supplier_bill_line l where l.company_id = ${sql.company} and l.bill_id = b.id) x
    cross join lateral (select coalesce(sum(amount) filter (where state in ('reviewing', 'approved', 'paid')), 0)::text as requested,
        coalesce(sum(amount) filter (where state = 'paid'), 0)::text as paid
      from supplier_payment p where p.company_id = ${sql.company} and p.bill_id = b.id) p
    where b.company_id = ${sql.company} and b.order_id = ${id} order by b.id desc limit 200`);

const paymentsOf = (tx: Tx, id: number): Promise<SupplierPayment[]> =>
  tx.rows<SupplierPayment>(sql`
    select p.id, p.number, case when p.bill_id is null then 'deposit' else 'bill' end as kind, p.bill_id,
      b.number as bill_number, p.currency, p.amount::text as amount, p.state, p.due_on::text as due_on,
      p.paid_on::text as paid_on, p.reference, p.remark, p.requested_by
    from supplier_payment p left join supplier_bill b on b.company_id = ${sql.company} and b.id = p.bill_id
    where p.company_id = ${sql.company} and p.order_id = ${id} order by p.id desc limit 200`);
