import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { ReportSchedule, saveReportSchedule } from '@tradewind/contract/reports/requests.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Tx } from '../../../core/database/tx.ts';
import { badField, conflict, forbidden, notFound, ruleBroken } from '../../../core/errors.ts';
import { defineList } from '../../../core/lists.ts';
import { arrayOf } from '../../../core/scope.ts';
import { companyOf } from '../../company/public.ts';
import { type Swap, userRemoving, userSwapping } from '../../identity/public.ts';
import { reportExport } from '../kit/files.ts';
import { reportOf } from '../kit/report.ts';
import { sumsOf } from '../kit/sums.ts';
import { nextRun, type Plan } from './next-run.ts';

const MOST = 50;
const saved = defineAction('reports.scheduled', ['设置定时报表', 'Report scheduled']);
const paused = defineAction('reports.schedulePaused', ['暂停或恢复定时报表', 'Schedule of a report paused or resumed']);
const deleted = defineAction('reports.scheduleDeleted', ['删除定时报表', 'Schedule of a report deleted']);

/** A main account looks after the schedules of those who have left. */
const reachable = (tx: Tx) => (tx.actor.mainAccount ? sql`true` : sql`s.owner_id = ${tx.actor.userId}`);

export const schedules = defineList<{ text?: string | undefined }, ReportSchedule>({
  table: 'report_schedule',
  as: 's',
  scope: reachable,
  filters: { text: (words) => sql`s.name ilike ${`%${words.replace(/[\\%_]/g, '\\$&')}%`}` },
  order: sql`s.id desc`,
  columns: (
    tx,
  ) => sql`s.id, s.version, s.name, s.report, s.format, s.every, s.weekday, s.month_day, s.hour, s.state, s.paused,
    s.next_at, s.last_at, last.state as last_state, last.error as last_error, coalesce(o.name, '') as owner,
    s.owner_id = ${tx.actor.userId} as mine,
    coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.name) from report_reader r
      join user_account u on u.company_id = r.company_id and u.id = r.user_id
      where r.company_id = ${sql.company} and r.schedule_id = s.id), '[]') as readers`,
  joins: sql`left join user_account o on o.company_id = ${sql.company} and o.id = s.owner_id
    left join lateral (select f.state, f.error from export_file f where f.company_id = ${sql.company} and f.schedule_id = s.id
      and f.user_id = s.owner_id order by f.due_at desc limit 1) last on true`,
  missing: 'reports.scheduleNotFound',
});

/** Those of the members who may be readers. */
export const readersLike = (tx: Tx, text: string, ids?: readonly number[]) =>
  tx.rows<{ id: number; name: string }>(sql`select id, name from user_account
    where company_id = ${sql.company} and enabled and ${
      ids ? sql`id = any(${arrayOf(ids)}::bigint[])` : sql`name ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`
    } order by name, id limit 50`);

type Desired = Omit<ParsedOf<typeof saveReportSchedule>, 'idempotencyKey'>;

/** Creates or changes one of the actor's own. @throws forbidden without the right to export the report */
export async function saveSchedule(tx: Tx, ctx: Ctx, desired: Desired): Promise<{ id: number }> {
  if (!maySee(ctx.rights, 'export')) throw forbidden('export.notPermitted');
  reportExport.allow?.(ctx, desired.report);
  assertFits(ctx, desired);
  const known = await readersLike(tx, '', desired.readers);
  if (known.length < new Set(desired.readers).size) throw badField('readers', 'reports.unknownReader');
  const plan = planOf(desired);
  const { timeZone } = await companyOf(tx);
  const nextAt = nextRun(plan, timeZone, tx.now);
  const id =
    desired.id === undefined ? await create(tx, desired, plan, nextAt) : await change(tx, desired, plan, nextAt);
  await tx.rows(sql`delete from report_reader where company_id = ${sql.company} and schedule_id = ${id}`);
  await tx.rows(sql`insert into report_reader (company_id, schedule_id, user_id)
    select ${sql.company}, ${id}, unnest(${arrayOf(known.map((one) => one.id))}::bigint[]) returning 1`);
  const { name, report, readers } = desired;
  const detail = { report: report.report, ...plan, readers: readers.length };
  writeAudit(tx, [{ action: saved, targetKind: 'report_schedule', targetId: id, targetName: name, detail }]);
  return { id };
}

/** The report has what is wanted of it, and the actor may see it. @throws badField */
function assertFits(ctx: Ctx, { report: requested }: Desired): void {
  const { report, dimensions, measures, filters, order } = requested;
  sumsOf(ctx, reportOf(report), {
    ...{ report, dimensions, order, from: '', to: '' },
    ...(measures ? { measures } : {}),
    ...(filters ? { filters } : {}),
  });
}

/** Without what does not belong to how often it runs. */
const planOf = ({ every, weekday, monthDay, hour }: Plan): Plan => ({
  ...{ every, hour },
  weekday: every === 'week' ? weekday : null,
  monthDay: every === 'month' ? monthDay : null,
});

async function create(tx: Tx, { name, report, format }: Desired, plan: Plan, nextAt: Date): Promise<number> {
  const made = await tx.row<{ id: number }>(sql`
    insert into report_schedule (company_id, owner_id, name, report, format, every, weekday, month_day, hour, next_at)
    select ${sql.company}, ${tx.actor.userId}, ${name}, ${JSON.stringify(report)}::jsonb, ${format}, ${plan.every},
      ${plan.weekday}, ${plan.monthDay}, ${plan.hour}, ${nextAt}
    where (select count(*) from report_schedule where company_id = ${sql.company} and owner_id = ${tx.actor.userId}) < ${MOST}
    returning id`);
  if (!made) throw ruleBroken('reports.tooManySchedules', { limit: MOST });
  return made.id;
}

async function change(
  tx: Tx,
  { id, version, name, report, format }: Desired,
  plan: Plan,
  nextAt: Date,
): Promise<number> {
  const own = sql`company_id = ${sql.company} and owner_id = ${tx.actor.userId} and id = ${id ?? 0}`;
  const changed = await tx.row<{ id: number }>(sql`update report_schedule set version = version + 1, name = ${name},
      report = ${JSON.stringify(report)}::jsonb, format = ${format}, every = ${plan.every}, weekday = ${plan.weekday},
      month_day = ${plan.monthDay}, hour = ${plan.hour}, next_at = ${nextAt}
    where ${own} and version = ${version ?? 0} returning id`);
  if (changed) return changed.id;
  throw (await tx.row(sql`select 1 as there from report_schedule where ${own}`))
    ? conflict('reports.scheduleChanged')
    : notFound('reports.scheduleNotFound');
}

interface Reached extends Plan {
  name: string;
}

/** Locked: the clock does not run it meanwhile. @throws notFound */
async function reach(tx: Tx, id: number): Promise<Reached> {
  const found = await tx.row<Reached>(sql`select s.name, s.every, s.weekday, s.month_day, s.hour from report_schedule s
    where s.company_id = ${sql.company} and s.id = ${id} and ${reachable(tx)} for update`);
  if (!found) throw notFound('reports.scheduleNotFound');
  return found;
}

/** Times that went by while it was paused are not made up for. */
export async function pauseSchedule(tx: Tx, id: number, pause: boolean): Promise<void> {
  const plan = await reach(tx, id);
  const { timeZone } = await companyOf(tx);
  const changed =
    await tx.row(sql`update report_schedule set version = version + 1, state = ${pause ? 'paused' : 'active'},
      paused = ${pause ? 'person' : ''}, next_at = ${nextRun(plan, timeZone, tx.now)}
    where company_id = ${sql.company} and id = ${id} and (state = 'paused') <> ${pause} returning id`);
  if (!changed) return;
  writeAudit(tx, [
    { action: paused, targetKind: 'report_schedule', targetId: id, targetName: plan.name, detail: { paused: pause } },
  ]);
}

export async function deleteSchedule(tx: Tx, id: number): Promise<void> {
  const { name } = await reach(tx, id);
  await removeSchedules(tx, [id]);
  writeAudit(tx, [{ action: deleted, targetKind: 'report_schedule', targetId: id, targetName: name }]);
}

async function removeSchedules(tx: Tx, ids: readonly number[]): Promise<void> {
  const these = arrayOf(ids);
  await tx.rows(
    sql`delete from report_reader where company_id = ${sql.company} and schedule_id = any(${these}::bigint[])`,
  );
  await tx.rows(sql`delete from report_schedule where company_id = ${sql.company} and id = any(${these}::bigint[])`);
}

userRemoving.listen(async (tx, { userId }) => {
  await tx.rows(sql`delete from report_reader where company_id = ${sql.company} and user_id = ${userId}`);
  const own = await tx.rows<{ id: number }>(
    sql`select id from report_schedule where company_id = ${sql.company} and owner_id = ${userId}`,
  );
  await removeSchedules(
    tx,
    own.map(({ id }) => id),
  );
});

/** Schedules are open work: whoever takes over owns and reads them, by their own rights. */
userSwapping.listen(async (tx: Tx, { oldUserId, newUserId }: Swap) => {
  await tx.rows(sql`update report_schedule set owner_id = ${newUserId}
    where company_id = ${sql.company} and owner_id = ${oldUserId}`);
  await tx.rows(sql`insert into report_reader (company_id, schedule_id, user_id)
    select company_id, schedule_id, ${newUserId} from report_reader where company_id = ${sql.company} and user_id = ${oldUserId}
    on conflict do nothing`);
  await tx.rows(sql`delete from report_reader where company_id = ${sql.company} and user_id = ${oldUserId}`);
});
