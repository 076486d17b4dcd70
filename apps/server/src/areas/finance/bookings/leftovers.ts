import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Fail } from '../../../core/errors.ts';
import { defineJob, type Job } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { bookUnbookedLines } from '../settlements/intake.ts';
import { bookGoodsCost, bookStock, STOCK_BATCH } from './goods.ts';
import { bookLabels, unbookedLabels } from './labels.ts';
import { bookUnbookedPrepayments } from './prepaid.ts';
import { bookUnbookedProviderFees } from './provider-fees.ts';
import { bookRefunds, bookSales } from './sales.ts';
import { bookPayments, unbookedPayments } from './wholesale.ts';

const AT_ONCE = 500;

/** Outbounds that left, with each of their orders, where the sale or the cost is not booked. */
export const UNBOOKED_ORDERS = sql`from outbound b
      cross join lateral (select b.order_id as id union all
        select s.id from sales_order s where s.company_id = ${sql.company} and s.merged_into = b.order_id) m
      where b.company_id = ${sql.company} and b.state = 'shipped'
        and (not exists (select 1 from ledger_entry e where e.company_id = ${sql.company} and e.doc_kind = 'sales_order'
            and e.doc_id = m.id and e.step = 'sale')
          -- What is sent again for nothing is no sale.
          and exists (select 1 from sales_order o where o.company_id = ${sql.company} and o.id = m.id
            and greatest(o.goods_amount, o.shipping_amount, o.total_amount) > 0)
          or not exists (select 1 from ledger_entry e where e.company_id = ${sql.company} and e.doc_kind = 'outbound'
            and e.doc_id = b.id and e.step = 'cost')
          -- What cost nothing has no entry.
          and (select sum(c.quantity * c.unit_cost) from cost_issue c where c.company_id = ${sql.company}
            and c.doc_kind = 'outbound' and c.doc_id = b.id) >= 0.005)`;

/**
 * Books what events missed or could not book: orders shipped without an exchange rate, orders refunded after shipping,
 * labels, received stock. Ignores what is booked already. A currency without a rate only keeps its own waiting.
 * @returns the number of checked orders
 * @throws the first refusal, once all else is booked
 */
export async function bookLeftovers(app: App, ctx: Ctx, days: number, allStock = false): Promise<number> {
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => app.database.inCompany(ctx, work);
  const refusals: Fail[] = [];
  const unlessRefused = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Fail)) throw error;
      refusals.push(error);
    }
  };
  const orders = await bookMissingOrders(app, ctx, days, unlessRefused);
  await inCompany((tx) => bookUnbookedPrepayments(tx, allStock, 5000));
  const paid = await inCompany((tx) => unbookedPayments(tx, AT_ONCE));
  while ((await inCompany((tx) => bookStock(tx, allStock))) >= STOCK_BATCH);
  for (const { parcelIds } of await inCompany((tx) => unbookedLabels(tx, allStock, 5000)))
    await unlessRefused(() => inCompany((tx) => bookLabels(tx, parcelIds)));
  if (paid.length > 0) await unlessRefused(() => inCompany((tx) => bookPayments(tx, paid)));
  await unlessRefused(() => bookUnbookedProviderFees(app, ctx, allStock));
  await unlessRefused(() => bookUnbookedLines(app, ctx));
  if (refusals[0]) throw refusals[0];
  return orders;
}

async function bookMissingOrders(
  app: App,
  ctx: Ctx,
  days: number,
  unlessRefused: (work: () => Promise<unknown>) => Promise<void>,
): Promise<number> {
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
    await unlessRefused(() =>
      bookSales(
        app,
        ctx,
        part.map((row) => row.orderId),
      ),
    );
  }
  const refunded = await app.database.inCompany(ctx, (tx) =>
    tx.rows<{
      id: number;
    }>(sql`select o.id from sales_order o join order_profit p on p.company_id = o.company_id and p.order_id = o.id
      where o.company_id = ${sql.company} and o.status = 'refunded' and p.goods > 0 and p.refund = 0 limit 5000`),
  );
  if (refunded.length > 0)
    await app.database.inCompany(ctx, (tx) =>
      bookRefunds(
        tx,
        refunded.map((row) => row.id),
      ),
    );
  return missing.length + refunded.length;
}

export const leftoversJob: Job<{ days: number }> = defineJob(
  'finance.leftovers',
  ['补记遗漏的账', 'Book missed entries'],
  async (app: App, ctx: Ctx, { days }: { days: number }) => void (await bookLeftovers(app, ctx, days, true)),
);

/** A currency without an exchange rate: closing the month names it too, and trying again helps nothing. */
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
