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

/** Orders of one transaction: nobody waits long for them. */
const AT_ONCE = 500;
/** After so many pages the job begins anew, behind whatever waits by then. */
const PAGES_A_RUN = 20;
const KEY = 'orders.filledIn';

/** How far the orders have been filled in, and up to which there was something to fill in when it began. */
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
 * Orders that came before paid_at, profit_estimate and the search by recipient get them: once for each company, up to
 * the newest order it had when this was first looked at.
 */
export async function fillInOnce(app: App): Promise<void> {
  const rows = await app.database.asOwner<{ id: number }>(
    sql`select c.id from company c where not exists (select from company_setting s where s.company_id = c.id and s.key = ${KEY}) order by c.id`,
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

/** The next orders, kept with how far it has come: a crash loses nothing. False when there are no more. */
export async function fillInPage(tx: Tx): Promise<boolean> {
  const { after, upTo } = await settingOf(tx, filledIn);
  // Locked, so that nobody erases a buyer while their terms are written.
  const page = await tx.rows<{ id: number }>(
    sql`select id from sales_order where company_id = ${sql.company} and id > ${after} and id <= ${upTo} order by id limit ${AT_ONCE} for update`,
  );
  const ids = page.map((row) => row.id);
  const last = ids.at(-1);
  if (last === undefined) return false;
  await fillInPaid(tx, ids);
  const orders = await tx.rows<Order>(
    sql`select o.id, o.ordered_at::text as "orderedAt", o.ship_to, o.platform, o.currency, o.goods_amount as goods,
       o.shipping_amount as shipping, o.discount_amount as discount, o.total_amount as total,
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
  /** Null where the buyer has been erased. */
  shipTo: Parameters<typeof recipientTerms>[0];
  /** Null where the profit is known. */
  lines: Earning['lines'] | null;
}

/** As intake does where the platform does not tell when: paid when it was ordered. Of what was cancelled nobody knows. */
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
