import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';

/** A device repeats only unanswered scans, and after this many days all are answered. */
export const RESULT_DAYS = 30;
const AT_ONCE = 2_000;
/** From the newest old row downwards. Rows beyond the last batch were deleted before. */
const forget = (below: number, now: Date): Sql => sql`with old as (
    select id, jsonb_typeof(result) <> 'null' as kept from scan_log
    where company_id = ${sql.company} and id < ${below} and received_at < ${now}::timestamptz - make_interval(days => ${RESULT_DAYS}) order by id desc limit ${AT_ONCE}),
  gone as (update scan_log s set result = null from old where s.company_id = ${sql.company} and s.id = old.id and old.kept returning 1)
  select (select min(id) from old) as below, (select count(*)::int from gone) as gone`;

/** The record of a scan is kept for good, its answer only as long as the device may ask again. */
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
  title: ['清理扫描结果', 'Clear scan results'],
  each: forgetResults,
});
