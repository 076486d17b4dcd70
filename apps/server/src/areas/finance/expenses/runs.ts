import type { ParsedOf } from '@tradewind/contract/call.ts';
import {
  type listPaymentRuns,
  type PaymentRunRow,
  type PaymentRunState,
  paymentRunMay,
  type preparePaymentRun,
} from '@tradewind/contract/finance.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows } from '../../../core/database/write.ts';
import { nextNumbers, readHistory, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, forbidden, notFound } from '../../../core/errors.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { defineList, is } from '../../../core/lists.ts';
import { Decimal } from '../../../core/money.ts';
import { XlsxWriter } from '../../../core/xlsx.ts';
import { sum } from '../ledger/entry.ts';
import { assertPast, moneyAccountFor, settle } from './booking.ts';
import { assertMay, holdMany, trace, visible } from './documents.ts';
import type { paymentRun } from './expenses.tables.ts';
import { expenses } from './list.ts';

const RUN = { kind: 'payment_run', prefix: 'PAY' };
type DbRow = Omit<PaymentRunRow, 'preparedAt' | 'confirmedAt'> & { preparedAt: Date; confirmedAt: Date | null };
const two = (value: string) => new Decimal(value).toFixed(2);

export const runs = defineList<Omit<ParsedOf<typeof listPaymentRuns>, 'page' | 'pageSize'>, DbRow, PaymentRunRow>({
  table: 'payment_run',
  as: 'n',
  scope: (tx) => sql`not exists (select 1 from expense x where x.company_id = ${sql.company} and x.run_id = n.id
    and not ${visible(tx)})`,
  filters: { state: is(sql`n.state`) },
  order: sql`n.id desc`,
  columns: sql`n.id, n.number, n.state, n.pay_on, n.money_account_id, a.name as money_account_name, n.currency, n.amount,
    n.documents, n.remark, n.prepared_by_id, n.prepared_by, n.prepared_at, n.confirmed_by, n.confirmed_at`,
  joins: sql`left join money_account a on a.company_id = ${sql.company} and a.id = n.money_account_id`,
  row: (row) => ({
    ...row,
    amount: two(row.amount),
    preparedAt: row.preparedAt.toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
  }),
  missing: 'finance.expense.runNotFound',
});

interface Part {
  id: number;
  number: string;
  subject: string;
  payee: string;
  payeeAccount: string;
  amount: string;
  currency: string;
  day: string;
}
/** Of a cancelled run none: its expenses are free again. */
const partsOfRun = (tx: Tx, id: number): Promise<Part[]> =>
  tx.rows<Part>(sql`select x.id, x.number, x.subject, coalesce(nullif(x.payee, ''), m.name, '') as payee, x.payee_account,
      x.amount, x.currency, x.day
    from expense x left join user_account m on m.company_id = ${sql.company} and m.id = x.member_id
    where x.company_id = ${sql.company} and x.run_id = ${id} order by x.id limit 500`);

export async function runDetail(tx: Tx, id: number) {
  const row = await runs.one(tx, id);
  const parts = await partsOfRun(tx, id);
  const history = (await readHistory(tx, RUN.kind, id)).map((one) => ({ ...one, at: one.at.toISOString() }));
  return { ...row, expenses: parts.map((part) => ({ ...part, amount: two(part.amount) })), history };
}

/** Puts booked expenses of one currency together; they wait for a second person. */
export async function prepareRun(tx: Tx, input: ParsedOf<typeof preparePaymentRun>) {
  const { moneyAccountId, payOn, remark } = input;
  const ids = await expenses.choose(tx, { ids: input.ids }, 500);
  if (ids.length === 0 || ids.length < new Set(input.ids).size) throw badField('ids', 'finance.expense.notFound');
  const held = await holdMany(tx, ids);
  for (const one of held) {
    if (one.side !== 'expense') throw badField('ids', 'finance.expense.runExpenses', { number: one.number });
    assertMay('run', one);
  }
  const [first] = held;
  const currency = first?.currency ?? '';
  if (held.some((one) => one.currency !== currency)) throw badField('ids', 'finance.expense.runCurrency');
  const account = await moneyAccountFor(tx, moneyAccountId);
  if (account && account.currency !== currency)
    throw badField('moneyAccountId', 'finance.expense.otherCurrency', { currency });
  const [number = ''] = await nextNumbers(tx, RUN);
  const amount = sum(held.map((one) => one.amount)).toFixed(4);
  const [made] = await tx.rows<{ id: number }>(
    sql`${insertRows<typeof paymentRun>('payment_run', [
      {
        ...{ number, payOn, moneyAccountId, currency, amount, documents: held.length, remark },
        ...{ preparedById: tx.actor.userId, preparedBy: tx.actor.name, preparedAt: tx.now },
      },
    ])} returning id`,
  );
  const id = made?.id ?? 0;
  await tx.rows(sql`update expense set run_id = ${id}, version = version + 1
    where company_id = ${sql.company} and id = any(${ids}::bigint[])`);
  for (const one of held) trace(tx, one, 'inRun', { run: number });
  note(tx, id, 'prepared', { amount, currency, documents: held.length });
  return { id, number };
}

const note = (tx: Tx, docId: number, event: string, detail?: Record<string, unknown>) =>
  writeHistory(tx, [{ docKind: RUN.kind, docId, event, ...(detail ? { detail } : {}) }]);

interface HeldRun {
  id: number;
  number: string;
  state: PaymentRunState;
  payOn: string;
  moneyAccountId: number | null;
  preparedById: number;
}
async function holdRun(tx: Tx, id: number, act: 'confirm' | 'cancel'): Promise<HeldRun> {
  await runs.one(tx, id);
  const row = await tx.row<HeldRun>(sql`select id, number, state, pay_on, money_account_id, prepared_by_id
    from payment_run where company_id = ${sql.company} and id = ${id} for update`);
  if (!row) throw notFound('finance.expense.runNotFound');
  if (!paymentRunMay(act, row)) throw conflict('finance.expense.runState', { number: row.number });
  return row;
}

/** A second person confirms: the payments are booked once, on the run's day. */
export async function confirmRun(tx: Tx, id: number): Promise<void> {
  const run = await holdRun(tx, id, 'confirm');
  if (run.preparedById === tx.actor.userId) throw forbidden('finance.expense.ownRun');
  await assertPast(tx, 'id', run.payOn);
  const parts = await partsOfRun(tx, id);
  const held = await holdMany(
    tx,
    parts.map((part) => part.id),
  );
  const paidOf = ({ amount, currency }: { amount: string; currency: string }) => ({
    ...{ onDay: run.payOn, from: 'money' as const, moneyAccountId: run.moneyAccountId, amount, currency },
  });
  await settle(
    tx,
    held.map((one) => ({ held: one, paid: paidOf(one) })),
    run.number,
  );
  await tx.rows(sql`update payment_run set state = 'confirmed', confirmed_by_id = ${tx.actor.userId},
      confirmed_by = ${tx.actor.name}, confirmed_at = ${tx.now} where company_id = ${sql.company} and id = ${id}`);
  note(tx, id, 'confirmed');
}

export async function cancelRun(tx: Tx, id: number): Promise<void> {
  const run = await holdRun(tx, id, 'cancel');
  const freed = await tx.rows<{ id: number; side: 'expense' | 'income' }>(sql`
    update expense set run_id = null, version = version + 1
    where company_id = ${sql.company} and run_id = ${id} returning id, side`);
  await tx.rows(sql`update payment_run set state = 'cancelled' where company_id = ${sql.company} and id = ${id}`);
  for (const one of freed) trace(tx, one, 'outOfRun', { run: run.number });
  note(tx, id, 'cancelled');
}

const TITLES = [
  ['单号', 'Number'],
  ['收款方', 'Payee'],
  ['账号', 'Account no.'],
  ['金额', 'Amount'],
  ['币种', 'Currency'],
  ['事由', 'Subject'],
] as const;
/** A spreadsheet must not take a cell for a formula. */
const plain = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const quoted = (text: string) => `"${plain(text).replaceAll('"', '""')}"`;

/** The list of a run for the bank or for paper, with its total. */
export async function runFile(tx: Tx, ctx: Ctx, id: number, kind: 'csv' | 'xlsx'): Promise<FileAnswer> {
  const run = await runs.one(tx, id);
  const parts = await partsOfRun(tx, id);
  const titles = TITLES.map((title) => title[ctx.language === 'zh' ? 0 : 1]);
  const total = [run.number, '', '', run.amount, run.currency, ''];
  const rows = parts.map((part) => [
    part.number,
    part.payee,
    part.payeeAccount,
    two(part.amount),
    part.currency,
    part.subject,
  ]);
  const name = `${run.number}.${kind}`;
  if (kind === 'csv') {
    const text = [titles, ...rows, total].map((cells) => cells.map(quoted).join(',')).join('\r\n');
    return { name, mime: 'text/csv', data: Buffer.from(`\ufeff${text}\r\n`) };
  }
  const writer = await XlsxWriter.open(titles.map((title) => ({ title, width: 22 })));
  const cells = [...rows, total].map((row) => row.map((cell, at) => (at === 3 ? { number: cell } : cell)));
  await writer.rows(cells);
  const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return { name, mime, data: await writer.finish() };
}
