import type { Language } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { defineSchedule } from '../../core/jobs/schedule.ts';
import { say } from '../../core/text/texts.ts';
import { delegateOf } from '../identity/public.ts';
import { asHtml, sendMessage } from '../messages/public.ts';

/** Longer lists point to the approval center. */
const MOST_TITLES = 20;

interface Waiting {
  id: number;
  title: string;
  author: string;
  /** Company-local day since when the step is open. */
  since: string;
  userId: number;
  enabled: boolean;
}

/**
 * Takes the steps that have been open for more than a day and had no reminder on this local day, and marks them, so
 * that each step has one reminder a day however often this runs.
 */
const TAKE = (tx: Tx): Sql => sql`
  with zone as (select time_zone as tz from company where id = ${sql.company}), late as (
    select r.id, s.user_id, greatest(r.submitted_at, (select max(d.decided_at) from approval_step d
        where d.company_id = ${sql.company} and d.request_id = r.id)) as opened
    from approval_request r join approval_step s on s.company_id = ${sql.company} and s.request_id = r.id and s.state = 'open'
    where r.company_id = ${sql.company} and r.state in ('unaudited', 'reviewing')
  ), taken as (
    update approval_request r set reminded_at = ${tx.now}::timestamptz from late l, zone z
    where r.company_id = ${sql.company} and r.id = l.id and l.opened < ${tx.now}::timestamptz - interval '1 day'
      and (r.reminded_at is null or (r.reminded_at at time zone z.tz)::date < (${tx.now}::timestamptz at time zone z.tz)::date)
    returning r.id, r.title, r.author, to_char(l.opened at time zone z.tz, 'YYYY-MM-DD') as since, l.user_id
  )
  select t.id, t.title, t.author, t.since, u.id as "userId", u.enabled
  from taken t join user_account u on u.company_id = ${sql.company} and u.id = t.user_id order by t.since, t.id`;

/** One message to each possible approver, with all pending documents. */
export async function remindOfWaiting(tx: Tx): Promise<void> {
  const waiting = await tx.rows<Waiting>(TAKE(tx));
  if (waiting.length === 0) return;
  const mains = await tx.rows<{ id: number }>(
    sql`select id from user_account where company_id = ${sql.company} and main_account and enabled`,
  );
  const lists = new Map<number, Waiting[]>();
  for (const [userId, own] of Map.groupBy(waiting, (each) => each.userId)) {
    // Who may decide: the approver and their delegate; a main account for a disabled approver.
    const delegate = await delegateOf(tx, userId, tx.now);
    const first = own[0]?.enabled ? [userId] : mains.map((main) => main.id);
    for (const receiver of new Set(delegate === undefined ? first : [...first, delegate]))
      lists.set(receiver, [...(lists.get(receiver) ?? []), ...own]);
  }
  const languages = await tx.rows<{ id: number; language: Language }>(
    sql`select id, language from user_account where company_id = ${sql.company} and id = any(${[...lists.keys()]}::bigint[])`,
  );
  for (const { id, language } of languages) {
    const list = lists.get(id) ?? [];
    await sendMessage(tx, { to: [id], ...words(language, list), about: 'approval_request' });
  }
}

function words(language: Language, list: readonly Waiting[]): { thesis: string; content: string } {
  const lines = list
    .slice(0, MOST_TITLES)
    .map(({ title, author, since }) =>
      say(language, 'approvals.reminderLine', { title: asHtml(title), author: asHtml(author), since }),
    );
  const more = list.length - lines.length;
  return {
    thesis: say(language, 'approvals.reminder', { count: list.length }),
    content: [
      `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`,
      more > 0 ? say(language, 'approvals.reminderMore', { more }) : '',
      say(language, 'approvals.reminderEnd'),
    ].join(''),
  };
}

// Nine o'clock in China, in time for a working day there and in Europe.
defineSchedule({
  name: 'approvals.reminder',
  cron: '0 1 * * *',
  title: ['提醒待审批事项', 'Remind of waiting approvals'],
  each: (app, ctx) => app.database.inCompany(ctx, remindOfWaiting),
});
