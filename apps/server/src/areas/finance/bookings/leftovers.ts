import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { Fail } from '../../../core/errors.ts';
import { defineJob, type Job } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { bookUnbookedLines } from '../settlements/intake.ts';
import { bookGoodsCost, bookStock, STOCK_BATCH } from './goods.ts';
import { bookUnbookedPrepayments } from './prepaid.ts';
import { bookUnbookedProviderFees } from './provider-fees.ts';
import { bookRefunds, bookSales } from './sales.ts';
import { bookPayments, unbookedPayments } from './wholesale.ts';

const AT_ONCE = 500;

/** Outbounds that left, with each of their orders, where the sale or the cost is not booked. */
export const UNBOOKED_ORDERS = sql`from outbound b
      cross join lateral (select b.order_id as id union all
        select s.id from sales_order s where s.company_id = b.company_id and s.merged_into = b.order_id) m
      where b.company_id = ${sql.company} and b.state = 'shipped'
        and (not exists (select 1 from ledger_entry e where e.company_id = b.company_id and e.doc_kind = 'sales_order'
            and e.doc_id = m.id and e.step = 'sale')
          -- What is sent again for nothing is no sale.
          and exists (select 1 from sales_order o where o.company_id = b.company_id and o.id = m.id
            and greatest(o.goods_amount, o.shipping_amount, o.total_amount) > 0)
          or not exists (select 1 from ledger_entry e where e.company_id = b.company_id and e.doc_kind = 'outbound'
            and e.doc_id = b.id and e.step = 'cost')
          -- What cost nothing has no entry.
          and (select sum(c.quantity * c.unit_cost) from cost_issue c where c.company_id = b.company_id
            and c.doc_kind = 'outbound' and c.doc_id = b.id) >= 0.005)`;

/**
 * Books what events missed or could not book: orders shipped without an exchange rate, orders refunded after shipping,
 * received stock. Ignores what is booked already. @returns the number of checked orders
 */
export async function bookLeftovers(app: App, ctx: Ctx, days: number, allStock = false): Promise<number> {
  const since = new Date(ctx.now().getTime() - days * 86_400_000);
  const missing = await app.database.inCompany(ctx, (tx) =>
    tx.rows<{
      orderId: number;
      outboundId: number;
    }>(
      sql`select m.id as "orderId", b.id as "outboundId" ${UNBOOKED_ORDERS} and b.shipped_at > ${since} order by b.id desc limit 5000`,
    ),
  );
  for (let i = 0; i < missing.length; i += AT_ONCE) {
    const part = missing.slice(i, i + AT_ONCE);
    await app.database.inCompany(ctx, (tx) =>
      bookGoodsCost(
        tx,
        part.map((row) => row.outboundId),
      ),
    );
    await bookSales(
      app,
      ctx,
      part.map((row) => row.orderId),
    );
  }
  const refunded = await app.database.inCompany(ctx, (tx) =>
    tx.rows<{
      id: number;
    }>(sql`select o.id from sales_order o join order_profit p on p.company_id = o.company_id and p.order_id = o.id
      where o.company_id = ${tx.companyId} and o.status = 'refunded' and p.goods > 0 and p.refund = 0 limit 5000`),
  );
  if (refunded.length > 0)
    await app.database.inCompany(ctx, (tx) =>
      bookRefunds(
        tx,
        refunded.map((row) => row.id),
      ),
    );
  await app.database.inCompany(ctx, (tx) => bookUnbookedPrepayments(tx, allStock, 5000));
  const paid = await app.database.inCompany(ctx, (tx) => unbookedPayments(tx, AT_ONCE));
  while ((await app.database.inCompany(ctx, (tx) => bookStock(tx, allStock))) >= STOCK_BATCH);
  // Last: a currency without an exchange rate would block the others.
  if (paid.length > 0) await app.database.inCompany(ctx, async (tx) => void (await bookPayments(tx, paid)));
  await bookUnbookedProviderFees(app, ctx, allStock);
  await bookUnbookedLines(app, ctx);
  return missing.length + refunded.length;
}

export const leftoversJob: Job<{ days: number }> = defineJob(
  'finance.leftovers',
  ['补记遗漏的账', 'Book missed entries'],
  async (app: App, ctx: Ctx, { days }: { days: number }) => void (await bookLeftovers(app, ctx, days, true)),
);

/** A currency without an exchange rate: the order's job reports it too, and trying again helps nothing. */
const unlessRefused = (booked: Promise<number>) =>
  booked.catch((error: unknown) => {
    if (!(error instanceof Fail)) throw error;
  });

defineSchedule({
  name: 'finance.leftovers',
  cron: '23 * * * *',
  title: ['补记遗漏的账', 'Book missed entries'],
  each: (app, ctx) => unlessRefused(bookLeftovers(app, ctx, 2)),
});

defineSchedule({
  name: 'finance.leftoversOfTheDay',
  cron: '41 3 * * *',
  title: ['补记遗漏的账', 'Book missed entries'],
  each: (app, ctx) => unlessRefused(bookLeftovers(app, ctx, 60, true)),
});
