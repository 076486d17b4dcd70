import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { eachCompany } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';

/** A device asks again only for what it was not answered: after so many days it has long been. */
export const RESULT_DAYS = 30;
const AT_ONCE = 2_000;
/** From the newest that is old enough downwards; what is further down than the last batch was forgotten before. */
const forget = (below: number, now: Date): Sql => sql`with old as (
    select id, jsonb_typeof(result) <> 'null' as kept from scan_log
    where company_id = ${sql.company} and id < ${below} and received_at < ${now}::timestamptz - make_interval(days => ${RESULT_DAYS}) order by id desc limit ${AT_ONCE}),
  gone as (update scan_log s set result = null from old where s.company_id = ${sql.company} and s.id = old.id and old.kept returning 1)
  select (select min(id) from old) as below, (select count(*)::int from gone) as gone`;

/** That a scan was carried out is kept for good, what was answered to it only as long as somebody may ask. */
export async function forgetResults(app: App, ctx: Ctx): Promise<number> {
  let below = Number.MAX_SAFE_INTEGER;
  for (let forgotten = 0; ; ) {
    const [row] = await app.database.inCompany(ctx, (tx) =>
      tx.rows<{ below: number | null; gone: number }>(forget(below, tx.now)),
    );
    if (!row?.gone || row.below === null) return forgotten;
    forgotten += row.gone;
    below = row.below;
  }
}

defineSchedule({
  name: 'warehouse.forgetResults',
  cron: '17 3 * * *',
  work: (app) => eachCompany(app, 'warehouse.forgetResults', async (ctx) => void (await forgetResults(app, ctx))),
});
