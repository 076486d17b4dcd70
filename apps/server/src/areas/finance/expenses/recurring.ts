import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { listRecurringExpenses, RecurringExpenseRow, saveRecurringExpense } from '@tradewind/contract/finance.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows, updateRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, conflict, Fail, notFound } from '../../../core/errors.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { defineList } from '../../../core/lists.ts';
import { Decimal } from '../../../core/money.ts';
import { say } from '../../../core/text/texts.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import { monthOf, nextMonth } from '../ledger/periods.ts';
import { submit } from './approval.ts';
import { bookApproved, today } from './booking.ts';
import { assertOn, holdMany, sidesOf } from './documents.ts';
import type { expense, recurringExpense } from './expenses.tables.ts';
import { assertPlaces, partsOf, saveDraft } from './save.ts';
import { typeFor } from './types.ts';

const KIND = 'recurring_expense';

export const recurring = defineList<
  Omit<ParsedOf<typeof listRecurringExpenses>, 'page' | 'pageSize'>,
  RecurringExpenseRow
>({
  table: 'recurring_expense',
  as: 'c',
  scope: (tx) => sql`exists (select 1 from expense_type s where s.company_id = ${sql.company} and s.id = c.type_id
    and s.side = any(${sidesOf(tx)}::text[]))`,
  filters: {
    side: (side) => sql`exists (select 1 from expense_type s where s.company_id = ${sql.company} and s.id = c.type_id
      and s.side = ${side})`,
  },
  order: sql`c.id desc`,
  columns: sql`c.id, t.side, c.subject, c.type_id, t.name_zh as type_zh, t.name_en as type_en, c.amount, c.currency, c.lines,
    c.payee, c.payee_account, c.member_id, c.remark, c.day_of_month, c.next_on, c.until, c.submits, c.active, c.last_error,
    (select count(*)::int from expense x where x.company_id = ${sql.company} and x.recurring_id = c.id) as made, c.version`,
  joins: sql`join expense_type t on t.company_id = ${sql.company} and t.id = c.type_id`,
  row: (row) => ({ ...row, amount: new Decimal(row.amount).toFixed(2) }),
  missing: 'finance.expense.notFound',
});

/** The day of a month; in a shorter month its last. */
export function dayIn(month: string, day: number): string {
  const last = Number(new Date(Date.parse(nextMonth(month)) - 86_400_000).toISOString().slice(8, 10));
  return `${month.slice(0, 8)}${String(Math.min(day, last)).padStart(2, '0')}`;
}

const yearBefore = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;

export async function saveRecurring(tx: Tx, input: ParsedOf<typeof saveRecurringExpense>) {
  const { id, version, idempotencyKey: _key, startsOn, ...values } = input;
  const type = await typeFor(tx, input.typeId);
  assertOn(tx, type.side, id === undefined ? 'add' : 'edit');
  if (new Decimal(input.amount).isZero()) throw badField('amount', 'finance.expense.zero');
  await assertPlaces(tx, input);
  partsOf(input.amount, input.lines);
  // It makes up for every month since, so a slip of the year must not make a hundred documents.
  if (startsOn < yearBefore(await today(tx))) throw badField('startsOn', 'finance.expense.startsEarly');
  if (input.until !== null && input.until < startsOn) throw badField('until', 'finance.expense.untilEarly');
  let old: { version: number; latest: string | null } | undefined;
  if (id !== undefined) {
    await recurring.one(tx, id);
    old = await tx.row<{ version: number; latest: string | null }>(sql`select c.version,
        (select max(x.recurring_month) from expense x where x.company_id = ${sql.company} and x.recurring_id = c.id) as latest
      from recurring_expense c where c.company_id = ${sql.company} and c.id = ${id} for update`);
    if (old?.version !== version) throw conflict('finance.expense.stale');
  }
  const begin = monthOf(startsOn);
  const free = old?.latest && old.latest >= begin ? nextMonth(old.latest) : begin;
  const row = { ...values, nextOn: dayIn(free, input.dayOfMonth), lastError: '' };
  const owner = { createdById: tx.actor.userId, createdBy: tx.actor.name };
  const [made] = await tx.rows<{ id: number }>(
    id === undefined
      ? sql`${insertRows<typeof recurringExpense>(KIND, [{ ...row, ...owner }])} returning id`
      : sql`${updateRows<typeof recurringExpense>(KIND, [{ ...row, id }], [sql`version = recurring_expense.version + 1`])} returning recurring_expense.id`,
  );
  if (!made) throw notFound('finance.expense.notFound');
  writeHistory(tx, [{ docKind: KIND, docId: made.id, event: id === undefined ? 'created' : 'changed' }]);
  return { id: made.id };
}

type Due = Pick<typeof recurringExpense.$inferSelect, 'id' | 'subject' | 'typeId' | 'amount' | 'currency' | 'payee'> &
  Pick<typeof recurringExpense.$inferSelect, 'payeeAccount' | 'memberId' | 'remark' | 'dayOfMonth' | 'nextOn'> &
  Pick<typeof recurringExpense.$inferSelect, 'until' | 'submits'> & { lines: Parameters<typeof partsOf>[1] };

/** Makes what is due of one, a document for each month since the last. The row's lock and its next day make each once. */
async function makeOne(tx: Tx, id: number): Promise<number> {
  const row =
    await tx.row<Due>(sql`select id, subject, type_id, amount, currency, payee, payee_account, member_id, remark,
      day_of_month, next_on, until, submits, lines
    from recurring_expense where company_id = ${sql.company} and id = ${id} and active for update`);
  if (!row) return 0;
  const { dayOfMonth, nextOn, until, submits, id: recurringId, ...content } = row;
  const now = await today(tx);
  let made = 0;
  let next = nextOn;
  for (; next <= now && (until === null || next <= until); next = dayIn(nextMonth(monthOf(next)), dayOfMonth)) {
    const origin = { recurringId, recurringMonth: monthOf(next) };
    const draft = await saveDraft(tx, { ...content, day: next, occurredOn: null, orderId: null }, { origin });
    if (submits) await submit(tx, draft.id);
    made++;
  }
  const over = until !== null && next > until;
  await tx.rows(sql`update recurring_expense set next_on = ${next}::date, active = ${!over}, last_error = '',
      version = version + 1 where company_id = ${sql.company} and id = ${id}`);
  return made;
}

/** Makes the documents that are due, in the name of who set them up. @returns how many */
export async function makeDue(app: App, ctx: Ctx): Promise<number> {
  const due = await app.database.look(ctx, async (tx) =>
    tx.rows<{ id: number; userId: number; name: string }>(sql`
      select id, created_by_id as user_id, created_by as name from recurring_expense
      where company_id = ${sql.company} and active and next_on <= ${await today(tx)}::date order by id limit 1000`),
  );
  let made = 0;
  for (const { id, userId, name } of due) {
    const owner: Ctx = { ...ctx, actor: { userId, name, mainAccount: false } };
    try {
      made += await app.database.inCompany(owner, (tx) => makeOne(tx, id));
    } catch (error) {
      if (!(error instanceof Fail)) throw error;
      const [first] = error.fields;
      const why = first ? say(ctx.language, first.code, first.params) : say(ctx.language, error.code, error.params);
      await app.database.inCompany(ctx, (tx) =>
        tx.rows(sql`update recurring_expense set last_error = ${why} where company_id = ${sql.company} and id = ${id}`),
      );
    }
  }
  return made;
}

/** Books approved documents whose day has come, at the rate of that day. */
export async function bookDue(tx: Tx): Promise<number> {
  const due = await tx.rows<{ id: number }>(sql`select id from expense where company_id = ${sql.company}
    and state = 'approved' and day <= ${await today(tx)}::date order by id limit 500`);
  const held = (
    await holdMany(
      tx,
      due.map(({ id }) => id),
    )
  ).filter((one) => one.state === 'approved');
  const rates = await ratesOn(tx, held);
  const rated = held.map((one) => ({ ...one, rate: rates.get(rateKey(one.currency, one.day)) ?? one.rate }));
  if (rated.length === 0) return 0;
  await tx.rows(
    sql`${updateRows<typeof expense>(
      'expense',
      rated.map(({ id, rate }) => ({ id, rate })),
    )}`,
  );
  await bookApproved(tx, rated);
  return rated.length;
}

defineSchedule({
  name: 'finance.expensesOfTheDay',
  cron: '17 * * * *',
  title: ['生成并入账当天的收支', 'Create and book the expenses of the day'],
  due: sql`select company_id from recurring_expense where active and next_on <= current_date + 1
    union select company_id from expense where state = 'approved' and day <= current_date + 1`,
  each: async (app, ctx) => {
    await makeDue(app, ctx);
    await app.database.inCompany(ctx, bookDue);
  },
});
