import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';

const DAYS = 90;
/** Fewer settled orders say too little of a shop. */
const ENOUGH = 20;

/**
 * Learns what each shop's platform keeps: the median of its fees in percent of the revenue of orders settled in the last
 * 90 days. New orders are estimated by it.
 */
export async function learnFees(tx: Tx): Promise<void> {
  await tx.rows(sql`insert into fee_experience (company_id, shop_id, percent, error_percent, orders, updated_at)
    select company_id, shop_id, percentile_cont(0.5) within group (order by platform_fee / revenue * 100),
      least(percentile_cont(0.5) within group (order by abs(fee_estimate - platform_fee) / greatest(platform_fee, 0.01) * 100), 9999),
      count(*), ${tx.now}::timestamptz
    from (select p.company_id, p.shop_id, p.platform_fee, p.fee_estimate, p.goods + p.shipping - p.discount as revenue
      from order_profit p where p.company_id = ${sql.company} and p.fee_state = 'settled'
        and p.on_day > ${dayOf(sql`${tx.now}`)} - ${DAYS}::int) o
    where revenue > 0 and platform_fee between 0 and revenue group by company_id, shop_id having count(*) >= ${ENOUGH}
    on conflict (company_id, shop_id) do update set percent = excluded.percent, error_percent = excluded.error_percent,
      orders = excluded.orders, updated_at = excluded.updated_at`);
}

defineSchedule({
  name: 'finance.learnFees',
  cron: '31 3 * * *',
  title: ['学习平台费率', 'Learn platform fees'],
  due: sql`select company_id from settlement group by company_id`,
  each: (app, ctx) => app.database.inCompany(ctx, learnFees),
});
