import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import type { getMyPlan } from '@tradewind/contract/plans.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, mayPress } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { countOf, type Monthly, monthly } from './limits.ts';
import { alipayOf } from './payment.ts';
import { planOf } from './plans.ts';

const MONTHS_SHOWN = 12;

interface Month {
  month: string;
  from: Date;
}
/** The current month in the company's time zone. */
async function thisMonth(tx: Tx): Promise<Month> {
  const row = await tx.row<Month>(sql`
    select to_char(${tx.now}::timestamptz at time zone time_zone, 'YYYY-MM') as month,
      date_trunc('month', ${tx.now}::timestamptz at time zone time_zone) at time zone time_zone as from
    from company where id = ${sql.company}`);
  if (!row) throw new Error(`company ${tx.companyId} is gone`);
  return row;
}

/**
 * Adds to this month's usage. The guard for developer keys counts `apiCalls` in memory and adds many at a time, because
 * each addition locks the company's row until the commit.
 */
export async function countUse(tx: Tx, kind: Monthly, times: number): Promise<void> {
  const { month } = await thisMonth(tx);
  await tx.rows(sql`insert into usage as u (company_id, month, kind, used) values (${sql.company}, ${month}, ${kind}, ${times})
    on conflict (company_id, month, kind) do update set used = u.used + excluded.used`);
}

/** Stores figures that areas count themselves. They are absolute, so a repeated count changes nothing. */
export async function takeMonthly(tx: Tx): Promise<void> {
  const { month, from } = await thisMonth(tx);
  for (const [kind, count] of monthly()) {
    const used = await count(tx, from);
    await tx.rows(sql`insert into usage as u (company_id, month, kind, used) values (${sql.company}, ${month}, ${kind}, ${used})
      on conflict (company_id, month, kind) do update set used = excluded.used where u.used <> excluded.used`);
  }
}

defineSchedule({
  name: 'company.usage',
  cron: '*/10 * * * *',
  title: ['统计套餐用量', 'Count the use of the plan'],
  // What is counted comes from shops and from people.
  due: sql`select company_id from shop where state = 'authorized'
    union select company_id from session where last_seen_at > now() - interval '1 hour'`,
  each: (app, ctx) => app.database.inCompany(ctx, takeMonthly),
});

type MyPlan = ResultOf<typeof getMyPlan>;

export async function myPlan(app: App, tx: Tx, ctx: Ctx): Promise<MyPlan> {
  const [plan, users, shops, rows, { month }] = await Promise.all([
    planOf(tx),
    countOf(tx, 'users'),
    countOf(tx, 'shops'),
    tx.rows<{ month: string; orders: number; apiCalls: number }>(sql`
      select month, coalesce(sum(used) filter (where kind = 'orders'), 0)::int as orders,
        coalesce(sum(used) filter (where kind = 'apiCalls'), 0)::int as "apiCalls"
      from usage where company_id = ${sql.company} group by month order by month desc limit ${MONTHS_SHOWN}`),
    thisMonth(tx),
  ]);
  const present = rows.find((row) => row.month === month);
  const used = { users, shops, ordersPerMonth: present?.orders ?? 0, apiCallsPerMonth: present?.apiCalls ?? 0 };
  const meter = (kind: keyof typeof used): MyPlan['meters'][number] => {
    const limit = plan.limits[kind] ?? null;
    return { kind, used: used[kind], limit, over: limit !== null && used[kind] > limit };
  };
  return {
    plan: plan.code,
    expireTime: plan.expiresAt?.toISOString() ?? null,
    expired: plan.expired,
    meters: [meter('users'), meter('shops'), meter('ordersPerMonth'), meter('apiCallsPerMonth')],
    months: rows,
    mayOrder: mayPress(ctx.rights, rights.company.edit),
    payment: alipayOf(app) !== undefined,
  };
}
