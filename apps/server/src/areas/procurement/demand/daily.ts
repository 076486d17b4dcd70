import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { subscribe } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { outboundShipped } from '../../warehouse/public.ts';
import { countShipments, rebuildMonths, uncounted, whileNobodyRebuilds } from './entries.ts';
import { EMPTY_MONTH } from './months.ts';

const AT_ONCE = 500;
const LOOK_BACK_DAYS = 60;

subscribe(
  outboundShipped,
  'procurement',
  ['统计需求：发货', 'Count demand of shipments'],
  (app, ctx, { outboundIds }) => app.database.inCompany(ctx, (tx) => countShipments(tx, outboundIds)),
);

/** Counts what no event has counted: shipments from before the program counted demand, and what a job could not. */
export async function countMissed(app: App, ctx: Ctx, days: number | null = LOOK_BACK_DAYS): Promise<number> {
  for (let counted = 0; ; ) {
    const ids = await app.database.inCompany(ctx, async (tx) => {
      const found = (await uncounted(tx, days, AT_ONCE)).map((row) => row.id);
      if (found.length > 0) await countShipments(tx, found);
      return found;
    });
    counted += ids.length;
    if (ids.length < AT_ONCE) return counted;
  }
}

/** The whole demand again from the shipments: every shipment counted, every month the sum of its entries. */
export async function rebuildDemand(app: App, ctx: Ctx): Promise<void> {
  await countMissed(app, ctx, null);
  await app.database.inCompany(ctx, rebuildMonths);
}

/**
 * Marks today for what begins it without available stock. A day that began and ended so is a day without stock: what
 * was not sold on it says nothing about the demand. Only for what was sold within the last months.
 */
export async function markEmpty(tx: Tx): Promise<void> {
  await whileNobodyRebuilds(tx);
  const today = dayOf(sql`${tx.now}`);
  await tx.rows(sql`
    insert into demand_month as m (company_id, product_id, warehouse_id, month, units, empty)
    select ${sql.company}, b.product_id, b.warehouse_id, date_trunc('month', t.day)::date, ${EMPTY_MONTH},
      1 << (extract(day from t.day)::int - 1)
    from (select ${today} as day) t cross join stock_balance b
    where b.company_id = ${sql.company} and b.available <= 0
      and exists (select 1 from demand_month d where d.company_id = ${sql.company} and d.product_id = b.product_id
        and d.warehouse_id = b.warehouse_id and d.month >= t.day - 120 and d.total > 0)
    order by b.product_id, b.warehouse_id
    on conflict (company_id, product_id, warehouse_id, month) do update set empty = m.empty | excluded.empty`);
}

defineSchedule({
  name: 'procurement.demand',
  cron: '12 * * * *',
  title: ['每日统计需求', 'Count demand daily'],
  // Companies whose day has just begun.
  due: sql`select id as company_id from company where extract(hour from now() at time zone time_zone) = 0`,
  each: async (app, ctx) => {
    await app.database.inCompany(ctx, markEmpty);
    await countMissed(app, ctx);
  },
});
