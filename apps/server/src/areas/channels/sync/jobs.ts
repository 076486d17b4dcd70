import { sql } from 'drizzle-orm/sql/sql';
import type { App } from '../../../core/app.ts';
import { systemContext } from '../../../core/context.ts';
import { defineJob } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { enqueueSync, SYNC_JOB } from '../queue.ts';
import { FETCH_JOB, fetchOrder } from './fetch-order.ts';
import { syncShop } from './sync-shop.ts';

defineJob<{ shopId: number }>(SYNC_JOB.name, ['同步店铺订单', 'Sync a shop’s orders'], (app, ctx, { shopId }) =>
  syncShop(app, ctx, shopId),
);
defineJob<{ shopId: number; platformOrderNo: string }>(
  FETCH_JOB.name,
  ['重新读取平台订单', 'Read an order of a platform anew'],
  (app, ctx, { shopId, platformOrderNo }) => fetchOrder(app, ctx, shopId, platformOrderNo),
);

defineSchedule({ name: 'channels.syncAll', cron: '*/2 * * * *', work: async (app) => void (await enqueueDue(app)) });

/** Every authorized shop whose time has come, company by company; one that waits for the platform is left alone. */
export async function enqueueDue(app: App): Promise<number> {
  const due = await app.database.owner.query<{ companyId: number; shopIds: number[] }>(
    `select company_id as "companyId", array_agg(id order by id)::int[] as "shopIds" from shop
     where state = 'authorized' and (next_sync_at is null or next_sync_at <= now()) group by company_id`,
  );
  for (const { companyId, shopIds } of due.rows)
    await app.database.inCompany(systemContext(companyId, 'channels.syncAll'), async (tx) => {
      for (const shopId of shopIds) await enqueueSync(tx, shopId);
    });
  return due.rows.length;
}

/** Platforms repeat a push for two days at most. */
defineSchedule({
  name: 'channels.forgetPushes',
  cron: '17 3 * * *',
  work: async (app) => {
    await app.database.global(sql`delete from push_seen where at < now() - interval '7 days'`);
  },
});
