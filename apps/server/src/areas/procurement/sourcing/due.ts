import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { finish } from './accept.ts';
import { follow, TRADE, type Trade } from './follow.ts';
import { place } from './place.ts';

const MOST_AT_ONCE = 200;

defineSchedule({
  name: 'procurement.1688',
  cron: '*/5 * * * *',
  title: ['跟踪 1688 订单', 'Follow orders on 1688'],
  due: sql`select company_id from (select company_id from sourcing_trade where next_at <= now()
    union select company_id from sourcing_order where next_at <= now()) d`,
  each: followDue,
});

/** Everything whose time has come, unless the account may not be asked now. */
export async function followDue(app: App, ctx: Ctx): Promise<void> {
  const due = await app.database.inCompany(ctx, async (tx) => {
    const open = await tx.row(sql`select 1 as one from sourcing_account where company_id = ${sql.company}
      and state = 'authorized' and (held_until is null or held_until <= ${tx.now})`);
    if (!open) return undefined;
    return {
      orders: await tx.rows<{ id: number; state: string }>(sql`select id, state from sourcing_order
        where company_id = ${sql.company} and next_at <= ${tx.now} order by next_at, id limit ${MOST_AT_ONCE}`),
      trades: await tx.rows<Trade>(sql`select ${TRADE} from sourcing_trade t
        join sourcing_order s on s.company_id = ${sql.company} and s.id = t.sourcing_id
        where t.company_id = ${sql.company} and t.next_at <= ${tx.now} order by t.next_at, t.id limit ${MOST_AT_ONCE}`),
    };
  });
  for (const { id, state } of due?.orders ?? [])
    await (state === 'placed' ? finish(app, ctx, id) : place(app, ctx, id));
  for (const trade of due?.trades ?? []) if (!(await follow(app, ctx, trade))) break;
}
