import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Fail } from '../../../core/errors.ts';
import { subscribe } from '../../../core/jobs/jobs.ts';
import { arrayOf } from '../../../core/scope.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { orderCancelled, orderRefunded, orderShipped, registerFeeEstimate } from '../../orders/public.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import { book, lockProfits } from '../ledger/book.ts';
import { rebookOrders } from '../settlements/intake.ts';
import { CUSTOMER_ID } from './debtor.ts';
import { estimateFee, feeRule } from './fee-table.ts';
import { estimateEntry, refundEntry, type Sale, saleEntry } from './sale.rules.ts';

registerFeeEstimate((platform, amounts) => estimateFee(feeRule(platform), amounts));

type OrderRow = Omit<Sale, 'onDay' | 'rate'> & { at: Date; bookedRate: string | null };

/** Platforms charge no fee for orders that they do not know. */
function readOrders(tx: Tx, orderIds: readonly number[]): Promise<OrderRow[]> {
  return tx.rows<OrderRow>(sql`select o.id as "orderId", o.shop_id, ${CUSTOMER_ID} as "customerId", case o.origin when 'platform' then o.platform else '' end as platform, o.currency, o.goods_amount as goods,
      o.shipping_amount as shipping, o.tax_amount as tax, o.discount_amount as discount, o.total_amount as total,
      coalesce(o.shipped_at, o.created_at) as at, x.percent as fee_percent,
      (select l.rate from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id
        where e.company_id = ${sql.company} and e.doc_kind = 'sales_order' and e.doc_id = o.id and e.step = 'sale'
        and l.currency = o.currency order by l.id limit 1) as "bookedRate"
    from sales_order o left join fee_experience x on x.company_id = o.company_id and x.shop_id = o.shop_id
    where o.company_id = ${sql.company} and o.id = any(${arrayOf(orderIds)}::bigint[]) order by o.id`);
}

/**
 * Books shipped orders: the sale, and the platform fee as an estimate unless it is known. Currencies without an
 * exchange rate wait; the others are booked. @throws the first such failure, so that the job retries
 */
export async function bookSales(app: App, ctx: Ctx, orderIds: readonly number[]): Promise<void> {
  const currencies = await app.database.inCompany(ctx, (tx) =>
    tx.rows<{
      currency: string;
      orderIds: number[];
    }>(sql`select currency, array_agg(id order by id) as "orderIds" from sales_order
      where company_id = ${sql.company} and id = any(${arrayOf(orderIds)}::bigint[]) group by currency`),
  );
  let failed: Fail | undefined;
  for (const group of currencies) {
    try {
      await app.database.inCompany(ctx, async (tx) => {
        const ids = group.orderIds.map(Number);
        await bookSalesOf(tx, ids);
        await rebookOrders(app, tx, ids);
      });
    } catch (error) {
      if (!(error instanceof Fail)) throw error;
      failed ??= error;
    }
  }
  if (failed) throw failed;
}

async function bookSalesOf(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const { timeZone } = await companyOf(tx);
  const orders = (await readOrders(tx, orderIds)).map(({ at, bookedRate: _booked, ...order }) => ({
    ...order,
    onDay: localDay(at, timeZone),
  }));
  const rates = await ratesOn(
    tx,
    orders.map(({ currency, onDay }) => ({ currency, day: onDay })),
  );
  const sales: Sale[] = orders.map((order) => ({
    ...order,
    rate: rates.get(rateKey(order.currency, order.onDay)) ?? '1',
  }));
  const states = await lockProfits(tx, sales);
  await book(
    tx,
    sales.flatMap((sale) => [
      saleEntry(sale),
      ...(states.get(sale.orderId) === 'settled' ? [] : [estimateEntry(sale)]),
    ]),
  );
}

/** Orders booked as sold and then fully refunded. */
export async function bookRefunds(tx: Tx, orderIds: readonly number[]): Promise<number> {
  const { timeZone } = await companyOf(tx);
  const rows = (await readOrders(tx, orderIds)).filter((row) => row.bookedRate !== null);
  await lockProfits(
    tx,
    rows.map((row) => ({ ...row, onDay: localDay(row.at, timeZone) })),
  );
  const returned = await refundedByReturns(tx, orderIds);
  return book(
    tx,
    rows.map(({ at, bookedRate, ...order }) =>
      refundEntry(
        { ...order, onDay: localDay(at, timeZone), rate: bookedRate ?? '1' },
        localDay(tx.now, timeZone),
        returned.get(order.orderId) ?? '0',
      ),
    ),
  );
}

/** Amounts of orders that returns refunded earlier. */
async function refundedByReturns(tx: Tx, orderIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.rows<{ id: number; amount: string }>(sql`select e.order_id as id, sum(l.amount) as amount
    from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id and l.account = 'refund'
    where e.company_id = ${sql.company} and e.order_id = any(${arrayOf(orderIds)}::bigint[]) and e.doc_kind = 'return_refund' group by 1`);
  return new Map(rows.map((row) => [row.id, row.amount]));
}

subscribe(orderShipped, 'finance', ['记账：销售', 'Book sales'], async (app, ctx, { orderIds }) => {
  await bookSales(app, ctx, orderIds);
  // Refunded meanwhile: the refund event found no sale to reverse.
  await app.database.inCompany(ctx, async (tx) => {
    const back = await tx.rows<{ id: number }>(sql`select id from sales_order where company_id = ${sql.company}
      and id = any(${arrayOf(orderIds)}::bigint[]) and status = 'refunded'`);
    await refundAndRebook(
      app,
      tx,
      back.map((row) => row.id),
    );
  });
});

/** A refund that is booked here is only paid by what the platform settles of it. */
async function refundAndRebook(app: App, tx: Tx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length > 0 && (await bookRefunds(tx, orderIds)) > 0) await rebookOrders(app, tx, orderIds);
}

subscribe(orderRefunded, 'finance', ['记账：退款', 'Book refunds'], (app, ctx, { orderIds }) =>
  app.database.inCompany(ctx, (tx) => refundAndRebook(app, tx, orderIds)),
);

subscribe(orderCancelled, 'finance', ['记账：取消与退款', 'Book cancellations and refunds'], (app, ctx, { orderIds }) =>
  app.database.inCompany(ctx, (tx) => refundAndRebook(app, tx, orderIds)),
);
