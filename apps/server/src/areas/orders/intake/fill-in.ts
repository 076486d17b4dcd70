import { z } from 'zod';
import type { App } from '../../../core/app.ts';
import { defineSetting, saveSetting, settingOf } from '../../../core/company-settings.ts';
import { systemContext } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addJob, defineJob, type Job } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { type Earning, estimateProfits } from '../profit/profit.ts';
import { addTerms, recipientTerms } from '../terms.ts';

/** Orders per transaction, few enough that nobody waits long. */
const AT_ONCE = 500;
/** After this many pages, the job requeues behind other waiting work. */
const PAGES_A_RUN = 20;
const KEY = 'orders.filledIn';

/** The progress of the fill-in, and the last order it must reach. */
const filledIn = defineSetting(KEY, z.object({ after: z.number(), upTo: z.number() }), { after: 0, upTo: 0 });

const fillInJob: Job<object> = defineJob(
  'orders.fillIn',
  ['补全历史订单', 'Complete older orders'],
  async (app, ctx) => {
    for (let page = 0; page < PAGES_A_RUN; page++) if (!(await app.database.inCompany(ctx, fillInPage))) return;
    await app.database.inCompany(ctx, begin);
  },
);

const begin = (tx: Tx) => addJob(tx, fillInJob, {}, { key: KEY, queue: KEY, priority: 10 });

/**
 * Fills in paid_at, profit_estimate and recipient search for older orders: once per company, up to its newest order
 * when this started.
 */
export async function fillInOnce(app: App): Promise<void> {
  const rows = await app.database.asOwner<{ id: number }>(
    sql`select id from company where id not in (select company_id from company_setting where key = ${KEY}) order by id`,
  );
  for (const { id } of rows)
    await app.database.inCompany(systemContext(id, 'orders.fillIn'), async (tx) => {
      const [newest] = await tx.rows<{ id: number | null }>(
        sql`select max(id) as id from sales_order where company_id = ${sql.company}`,
      );
      saveSetting(tx, filledIn, { after: 0, upTo: newest?.id ?? 0 });
      if (newest?.id) await begin(tx);
    });
}

defineSchedule({ name: 'orders.fillInOnce', cron: '*/5 * * * *', work: fillInOnce });

/** Fills in the next orders and stores the progress with them: a crash loses nothing. False when none are left. */
export async function fillInPage(tx: Tx): Promise<boolean> {
  const { after, upTo } = await settingOf(tx, filledIn);
  // Lock the orders, so that no erasure runs while their terms are written.
  const page = await tx.rows<{ id: number }>(
    sql`select id from sales_order where company_id = ${sql.company} and id > ${after} and id <= ${upTo} order by id limit ${AT_ONCE} for update`,
  );
  const ids = page.map((row) => row.id);
  const last = ids.at(-1);
  if (last === undefined) return false;
  await fillInPaid(tx, ids);
  const orders = await tx.rows<Order>(
    sql`select o.id, o.ordered_at::text as "orderedAt", o.ship_to, o.platform, o.currency, o.goods_amount as goods,
       o.shipping_amount as shipping, o.discount_amount as discount, o.total_amount as total, o.amounts_unknown,
       case when o.profit_estimate is null then coalesce((
         select jsonb_agg(jsonb_build_object('productId', l.product_id, 'quantity', l.quantity, 'factor', l.factor))
         from order_line l where l.company_id = ${sql.company} and l.order_id = o.id), '[]') end as lines,
       case when o.fulfilled_by = 'seller' and not o.platform_shipping then jsonb_build_object('channelId', o.channel_id) end as way
     from sales_order o where o.company_id = ${sql.company} and o.id = any(${ids}::bigint[])`,
  );
  await fillInProfits(tx, orders);
  await addTerms(
    tx,
    orders.map(({ id, orderedAt, shipTo }) => ({ orderId: id, orderedAt, terms: recipientTerms(shipTo) })),
  );
  saveSetting(tx, filledIn, { after: last, upTo });
  return ids.length === AT_ONCE;
}

interface Order extends Omit<Earning, 'lines'> {
  id: number;
  orderedAt: string;
  /** Null when the buyer was erased. */
  shipTo: Parameters<typeof recipientTerms>[0];
  /** Null when the profit is known. */
  lines: Earning['lines'] | null;
}

/** Like intake without a payment time: paid when ordered. Unknown for cancelled orders. */
async function fillInPaid(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.rows(
    sql`update sales_order set paid_at = ordered_at where company_id = ${sql.company} and id = any(${ids}::bigint[]) and paid_at is null
       and status <> all('{unpaid,cancelled}') and platform_hold is distinct from 'UNPAID'`,
  );
}

async function fillInProfits(tx: Tx, orders: readonly Order[]): Promise<void> {
  const unknown = orders.flatMap(({ lines, ...order }) => (lines ? [{ ...order, lines }] : []));
  const profits = await estimateProfits(tx, unknown);
  const known = unknown.flatMap(({ id }, at) => {
    const { profit = null, freight = null } = profits[at] ?? {};
    return profit === null ? [] : [{ id, profit, freight }];
  });
  if (known.length === 0) return;
  await tx.rows(
    sql`update sales_order o set profit_estimate = r.profit, freight_estimate = r.freight
     from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as r(id bigint, profit numeric, freight numeric) where o.company_id = ${sql.company} and o.id = r.id`,
  );
}
