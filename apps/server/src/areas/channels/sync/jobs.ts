import type { App } from '../../../core/app.ts';
import { systemContext } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineJob } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { connectorIfAny } from '../connectors.ts';
import { enqueueStream, SYNC_JOB } from '../queue.ts';
import { FETCH_JOB, fetchOrder } from './fetch-order.ts';
import { runStream } from './run-stream.ts';
import { type StreamKind, streamOf, streams } from './stream.ts';
import './missing-orders.ts';
import './streams/listings.ts';
import './streams/orders.ts';
import './streams/returns.ts';
import './streams/settlements.ts';

defineJob<{ shopId: number; stream?: StreamKind }>(
  SYNC_JOB.name,
  ['同步店铺数据', 'Sync a shop'],
  async (app, ctx, { shopId, stream = 'orders' }) => void (await runStream(app, ctx, shopId, stream)),
);
defineJob<{ shopId: number; platformOrderNo: string }>(
  FETCH_JOB.name,
  ['同步单个平台订单', 'Sync a platform order'],
  (app, ctx, { shopId, platformOrderNo }) => fetchOrder(app, ctx, shopId, platformOrderNo),
);

defineSchedule({ name: 'channels.syncAll', cron: '*/2 * * * *', work: async (app) => void (await enqueueDue(app)) });

interface Due extends Record<string, unknown> {
  companyId: number;
  shopId: number;
  platform: string;
  kind: StreamKind;
}

/**
 * Queues every due stream of authorized shops, company by company; skips streams that wait for the platform or are
 * paused. @returns the number of companies
 */
export async function enqueueDue(app: App): Promise<number> {
  const all = streams();
  const due = await app.database.asOwner<Due>(
    sql`select s.company_id, s.id as shop_id, s.platform, k.kind from shop s
     cross join unnest(${all.map((one) => one.kind)}::text[], ${all.map((one) => one.everyMinutes)}::int[]) as k(kind, minutes)
     left join shop_stream t on t.company_id = s.company_id and t.shop_id = s.id and t.kind = k.kind
     where s.state = 'authorized' and not coalesce(t.paused, false) and (t.next_run_at is null or t.next_run_at <= now())
       and (k.kind = 'orders' or t.last_run_at is null or t.last_run_at <= now() - make_interval(mins => k.minutes))
     order by s.company_id, s.id`,
  );
  const supported = due.filter((one) => {
    const connector = connectorIfAny(app, one.platform);
    return connector !== undefined && streamOf(one.kind).supports(connector);
  });
  const companies = Map.groupBy(supported, (one) => one.companyId);
  for (const [companyId, rows] of companies)
    await app.database.inCompany(systemContext(companyId, 'channels.syncAll'), async (tx) => {
      await Promise.all(rows.map(({ shopId, kind }) => enqueueStream(tx, shopId, kind)));
    });
  return companies.size;
}

/** Platforms repeat a push for at most two days. */
defineSchedule({
  name: 'channels.forgetPushes',
  cron: '17 3 * * *',
  work: async (app) => {
    await app.database.global(sql`delete from push_delivery where at < now() - interval '7 days'`);
  },
});
