import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';

const WORTH_COMPACTING = 200;

/**
 * Compacts counter deltas into one row per (module, shop, status, day). This transaction does not see rows written
 * meanwhile, so these stay; the sums never change.
 */
export async function compactCounts(tx: Tx): Promise<void> {
  const gone = await tx.rows<{
    moduleId: number;
    shopId: number;
    status: string;
    onDay: string;
    delta: number;
  }>(sql`
    delete from order_count c using (
      select module_id, shop_id, status, on_day from order_count where company_id = ${sql.company}
      group by module_id, shop_id, status, on_day having count(*) > 1
    ) g where c.company_id = ${sql.company} and c.module_id = g.module_id and c.shop_id = g.shop_id and c.status = g.status and c.on_day = g.on_day
    returning c.module_id as "moduleId", c.shop_id as "shopId", c.status, c.on_day as "onDay", c.delta`);
  if (gone.length === 0) return;
  await tx.rows(sql`insert into order_count (company_id, module_id, shop_id, status, on_day, delta)
    select ${sql.company}, r."moduleId", r."shopId", r.status, r."onDay", sum(r.delta)
    from jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as r("moduleId" int, "shopId" bigint, status text, "onDay" date, delta int)
    group by 2, 3, 4, 5 having sum(r.delta) <> 0 on conflict do nothing`);
}

defineSchedule({
  name: 'orders.foldCounts',
  cron: '* * * * *',
  title: ['合并订单计数', 'Compact order counts'],
  due: sql`select company_id from order_count group by company_id
    having count(*) - count(distinct (module_id, shop_id, status, on_day)) >= ${sql.literal(WORTH_COMPACTING)}`,
  each: (app, ctx) => app.database.inCompany(ctx, compactCounts),
});
