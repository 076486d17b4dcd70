import { rights } from '@tradewind/contract/access/modules.ts';
import type { RequestedReport } from '@tradewind/contract/reports.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx, Language } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Tx } from '../../../core/database/tx.ts';
import { type Asker, exportEnded, queueExport, rightsOf } from '../../../core/exports.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { sendMail } from '../../../core/send-mail.ts';
import { say } from '../../../core/text/texts.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { sendMessage } from '../../messages/public.ts';
import { reportExport } from '../kit/files.ts';
import { reportOf } from '../kit/report.ts';
import { visibleMeasures } from '../kit/sums.ts';
import { nextRun, type Plan } from './next-run.ts';

interface Due extends Plan {
  id: number;
  ownerId: number;
  name: string;
  report: RequestedReport;
  format: 'xlsx' | 'csv';
  nextAt: Date;
}

/** Makes what is due. Times that nobody was there for are made up for by one file. */
export async function runSchedules(app: App, ctx: Ctx): Promise<void> {
  while (await app.database.inCompany(ctx, runNext));
}

/** One of them, in one transaction with its next time: of two that run it at once the second finds nothing. */
async function runNext(tx: Tx): Promise<boolean> {
  const due = await tx.row<Due>(sql`select id, owner_id, name, report, format, every, weekday, month_day, hour, next_at
    from report_schedule where company_id = ${sql.company} and state = 'active' and next_at <= ${tx.now}
    order by next_at, id limit 1 for update skip locked`);
  if (!due) return false;
  if (!(await rightsOf(tx, due.ownerId))) {
    await pauseWithoutOwner(tx, due);
    return true;
  }
  const people = await tx.rows<Person>(sql`select id, name, user_login_id, main_account, language from user_account u
    where u.company_id = ${sql.company} and u.enabled and (u.id = ${due.ownerId} or u.id in (select user_id from report_reader
      where company_id = ${sql.company} and schedule_id = ${due.id})) order by u.id`);
  for (const person of people)
    await queueExport(tx, askerOf(person), reportExport, await reportFor(tx, due, person), {
      // A reader who could not take the file gets none.
      access: person.id === due.ownerId ? 'user' : [rights.reportCentre.download],
      ...{ format: due.format, centre: true, schedule: { id: due.id, dueAt: due.nextAt } },
    });
  const { timeZone } = await companyOf(tx);
  await tx.rows(sql`update report_schedule set last_at = ${tx.now}, next_at = ${nextRun(due, timeZone, tx.now)}
    where company_id = ${sql.company} and id = ${due.id}`);
  return true;
}

/** A reader's file leaves out figures that they may not see; the owner's fails where the owner has lost the right to one. */
async function reportFor(tx: Tx, { ownerId, report }: Due, { id }: Person): Promise<RequestedReport> {
  const own = id === ownerId || !report.measures ? undefined : await rightsOf(tx, id);
  if (!own) return report;
  const visible = visibleMeasures({ rights: own }, reportOf(report.report));
  const measures = report.measures?.filter((name) => visible.includes(name));
  return measures && measures.length > 0 ? { ...report, measures } : report;
}

interface Person {
  id: number;
  name: string;
  userLoginId: string;
  mainAccount: boolean;
  language: Language;
}

const askerOf = ({ id, name, userLoginId, mainAccount, language }: Person): Asker => ({
  actor: { userId: id, name, userLoginId, mainAccount },
  language,
});

/** It stops, and main accounts learn of it: whoever set it up is not there any more. */
async function pauseWithoutOwner(tx: Tx, { id, ownerId, name }: Due): Promise<void> {
  await tx.rows(sql`update report_schedule set state = 'paused', paused = 'owner', version = version + 1
    where company_id = ${sql.company} and id = ${id}`);
  const owner = await tx.row<{ name: string }>(
    sql`select name from user_account where company_id = ${sql.company} and id = ${ownerId}`,
  );
  const to = await tx.rows<{ id: number; language: Language }>(sql`select id, language from user_account
    where company_id = ${sql.company} and enabled and main_account order by id limit 100`);
  await inform(tx, to, 'paused', { name, person: owner?.name ?? '' });
}

async function inform(
  tx: Tx,
  to: readonly { id: number; language: Language }[],
  what: 'paused' | 'failed',
  said: Record<string, string>,
): Promise<void> {
  for (const language of ['zh', 'en'] as const)
    await sendMessage(tx, {
      to: to.filter((one) => one.language === language).map(({ id }) => id),
      thesis: say(language, `reports.message.${what}`, said),
      content: say(language, `reports.message.${what}Text`, said),
    });
}

/** A reader has a mail of a file that is there; the owner has a message of one that failed. */
exportEnded.listen(async (tx, { exportId, done }) => {
  const file = await tx.row<{
    schedule: string;
    ownerId: number;
    language: Language;
    person: string;
    error: string | null;
    mail: boolean;
  }>(sql`
    select s.name as schedule, s.owner_id, o.language, u.name as person, f.error, r.user_id is not null as mail
    from export_file f join report_schedule s on s.company_id = ${sql.company} and s.id = f.schedule_id
    join user_account u on u.company_id = ${sql.company} and u.id = f.user_id
    join user_account o on o.company_id = ${sql.company} and o.id = s.owner_id
    left join report_reader r on r.company_id = ${sql.company} and r.schedule_id = s.id and r.user_id = f.user_id
    where f.company_id = ${sql.company} and f.id = ${exportId}`);
  if (!file) return;
  const { schedule: name, person, error } = file;
  if (!done)
    await inform(tx, [{ id: file.ownerId, language: file.language }], 'failed', { name, person, error: error ?? '' });
  else if (file.mail) await addJob(tx, mailJob, { exportId }, { maxAttempts: 8 });
});

const mailJob = defineJob<{ exportId: number }>(
  'reports.mail',
  ['发送定时报表邮件', 'Mail that a report is ready'],
  async (app, ctx, { exportId }) => {
    const mail = await app.database.inCompany(ctx, (tx) => mailOf(app, tx, exportId));
    if (!mail) return;
    await sendMail(app, ctx, mail);
    await app.database.inCompany(ctx, (tx) =>
      tx.rows(sql`update export_file set mailed_at = now() where company_id = ${sql.company} and id = ${exportId}`),
    );
  },
);

/** It has a link that wants a sign-in, and no figures. Undefined: it was sent, or its reader is not there any more. */
async function mailOf(app: App, tx: Tx, exportId: number) {
  const row = await tx.row<{
    name: string;
    email: string;
    person: string;
    language: Language;
    owner: string;
    expiresAt: Date;
  }>(sql`
    select s.name, u.email, u.name as person, u.language, o.name as owner, f.expires_at
    from export_file f join report_schedule s on s.company_id = ${sql.company} and s.id = f.schedule_id
    join user_account u on u.company_id = ${sql.company} and u.id = f.user_id and u.enabled
    join user_account o on o.company_id = ${sql.company} and o.id = s.owner_id
    where f.company_id = ${sql.company} and f.id = ${exportId} and f.state = 'done' and f.mailed_at is null and u.email <> ''`);
  if (!row) return undefined;
  const { timeZone } = await companyOf(tx);
  const link = `${app.config.publicUrl}/#/report/request`;
  const said = { name: row.name, person: row.person, owner: row.owner, link, until: localDay(row.expiresAt, timeZone) };
  return {
    to: row.email,
    subject: say(row.language, 'reports.mail.subject', said),
    text: say(row.language, 'reports.mail.text', said),
  };
}

defineSchedule({
  name: 'reports.schedules',
  cron: '*/5 * * * *',
  title: ['生成定时报表', 'Make scheduled reports'],
  due: sql`select distinct company_id from report_schedule where state = 'active' and next_at <= now()`,
  each: runSchedules,
});
