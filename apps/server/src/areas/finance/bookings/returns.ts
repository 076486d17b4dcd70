import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict } from '../../../core/errors.ts';
import { subscribe } from '../../../core/jobs/jobs.ts';
import { Decimal, money } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { goodsRestocked, returnRefunded } from '../../returns/public.ts';
import { book, lockProfits } from '../ledger/book.ts';
import { rebookOrders } from '../settlements/intake.ts';
import { CUSTOMER_ID, debtor } from './debtor.ts';
import { soldAt } from './sold-at.ts';

interface Refund extends Record<string, unknown> {
  id: number;
  orderId: number;
  shopId: number;
  customerId: number | null;
  amount: string;
  currency: string;
  at: Date;
}

/**
 * Books refunds of returns, at the exchange rate of the sale. Skips fully refunded orders, which are booked already,
 * and orders never sold here. @throws conflict finance.notSold while the sale is not booked, so that the job retries
 */
export async function bookReturnRefunds(tx: Tx, refundIds: readonly number[]): Promise<number> {
  const { timeZone } = await companyOf(tx);
  const rows = await tx.rows<Refund>(sql`select f.id, f.order_id, f.shop_id, ${CUSTOMER_ID} as "customerId", f.amount,
      f.currency, f.at
    from return_refund f join sales_order o on o.company_id = f.company_id and o.id = f.order_id where f.company_id = ${sql.company} and f.id = any(${arrayOf(refundIds)}::bigint[])
      and f.state in ('done', 'byHand') order by f.order_id, f.id`);
  await lockProfits(
    tx,
    rows.map((row) => ({ orderId: row.orderId, shopId: row.shopId, onDay: localDay(row.at, timeZone) })),
  );
  const orderIds = rows.map((row) => row.orderId);
  const rates = await soldAt(tx, orderIds);
  if (
    await comesSoon(
      tx,
      orderIds.filter((id) => !rates.has(id)),
    )
  )
    throw conflict('finance.notSold');
  const whole = await refundedWhole(tx, orderIds);
  const refunds = rows.filter((row) => rates.has(row.orderId) && !whole.has(row.orderId));
  return book(
    tx,
    refunds.map(({ id, orderId, shopId, customerId, amount, currency, at }) => {
      const plain = { currency, rate: rates.get(orderId) ?? '1' };
      return {
        docKind: 'return_refund',
        docId: id,
        step: 'refund',
        onDay: localDay(at, timeZone),
        text: 'returnRefund',
        order: { id: orderId, shopId },
        lines: [
          { account: 'refund' as const, amount, ...plain },
          {
            ...debtor({ shopId, customerId }),
            amount: money(new Decimal(amount).neg()),
            ...plain,
          },
        ],
      };
    }),
  );
}

/** Whether our warehouse shipped one of them, so that its sale will be booked. Other orders were never sold here. */
async function comesSoon(tx: Tx, orderIds: readonly number[]): Promise<boolean> {
  const row = await tx.row(sql`select 1 as yes from outbound where company_id = ${sql.company}
    and order_id = any(${arrayOf(orderIds)}::bigint[]) and state = 'shipped' limit 1`);
  return row !== undefined;
}

async function refundedWhole(tx: Tx, orderIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx.rows<{
    id: number;
  }>(sql`select doc_id as id from ledger_entry where company_id = ${sql.company}
    and doc_kind = 'sales_order' and step = 'refund' and doc_id = any(${arrayOf(orderIds)}::bigint[])`);
  return new Set(rows.map((row) => row.id));
}

/** Restocked goods no longer cost their order anything; their cost layer books the stock. */
export async function bookGoodsBack(tx: Tx, inspectionIds: readonly number[]): Promise<number> {
  const { timeZone, baseCurrency } = await companyOf(tx);
  const rows = await tx.rows<{ id: number; orderId: number; shopId: number; cost: string; at: Date }>(sql`
    select n.id, r.order_id, r.shop_id, round(n.cost, 2) as cost, n.at
    from return_inspection n join sales_return r on r.company_id = n.company_id and r.id = n.return_id
    where n.company_id = ${sql.company} and n.id = any(${arrayOf(inspectionIds)}::bigint[]) and n.decision = 'restock' order by r.order_id, n.id`);
  const plain = { currency: baseCurrency, rate: '1' };
  return book(
    tx,
    rows.map(({ id, orderId, shopId, cost, at }) => ({
      docKind: 'return_inspection',
      docId: id,
      step: 'cost',
      onDay: localDay(at, timeZone),
      text: 'goodsBack',
      order: { id: orderId, shopId },
      lines: [
        { account: 'stock_received' as const, amount: cost, ...plain },
        { account: 'goods_cost' as const, amount: money(new Decimal(cost).neg()), ...plain },
      ],
    })),
  );
}

subscribe(returnRefunded, 'finance', ['记账：退货退款', 'Book return refunds'], (app, ctx, { refundIds }) =>
  app.database.inCompany(ctx, async (tx) => {
    await bookReturnRefunds(tx, refundIds);
    const orders = await tx.rows<{ id: number }>(sql`select distinct order_id as id from return_refund
      where company_id = ${sql.company} and id = any(${arrayOf(refundIds)}::bigint[]) order by 1`);
    await rebookOrders(
      app,
      tx,
      orders.map((row) => row.id),
    );
  }),
);

subscribe(goodsRestocked, 'finance', ['记账：退货上架', 'Book restocked returns'], (app, ctx, { inspectionIds }) =>
  app.database.inCompany(ctx, async (tx) => void (await bookGoodsBack(tx, inspectionIds))),
);
