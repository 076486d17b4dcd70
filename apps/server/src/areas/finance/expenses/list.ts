import {
  EXPENSE_SIDES,
  EXPENSE_STATES,
  type ExpenseRow,
  type expenseFilter,
  expenseFilter as filter,
} from '@tradewind/contract/finance.ts';
import type { z } from 'zod';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { beginsWith } from '../../../core/database/statement.ts';
import { readHistory } from '../../../core/documents.ts';
import { defineList, exportOf, is, tabFor } from '../../../core/lists.ts';
import { Decimal } from '../../../core/money.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { companyOf } from '../../company/public.ts';
import { assertOn, mayOn, visible } from './documents.ts';
import { ofType } from './types.ts';

export type ExpenseFilter = z.output<typeof expenseFilter>;
type DbRow = Omit<ExpenseRow, 'createdAt'> & { createdAt: Date };

/** A part of the document is in the place. */
const partIn = (column: 'shop_id' | 'department_id') => (id: number) =>
  sql`exists (select 1 from expense_line p where p.company_id = ${sql.company} and p.expense_id = x.id
    and p.${sql.id(column, [column])} = ${id})`;

const two = (value: string) => new Decimal(value).toFixed(2);

export const expenses = defineList<ExpenseFilter, DbRow, ExpenseRow>({
  table: 'expense',
  as: 'x',
  scope: visible,
  filters: {
    side: is(sql`x.side`),
    state: is(sql`x.state`),
    typeId: ofType(sql`x.type_id`),
    shopId: partIn('shop_id'),
    departmentId: partIn('department_id'),
    memberId: is(sql`x.member_id`),
    currency: is(sql`x.currency`),
    runId: is(sql`x.run_id`),
    from: (day) => sql`x.day >= ${day}::date`,
    to: (day) => sql`x.day <= ${day}::date`,
    text: (typed) => sql`(${beginsWith(sql`x.number`, typed.toUpperCase())}
      or position(lower(${typed}) in lower(x.subject || ' ' || x.payee)) > 0)`,
  },
  order: sql`x.id desc`,
  columns: sql`x.id, x.number, x.side, x.state, x.subject, x.type_id, t.name_zh as type_zh, t.name_en as type_en, x.amount,
    x.currency, x.rate, round(x.amount * x.rate, 2) as base_amount, x.day, x.occurred_on, l.shop_names, l.department_names,
    x.order_id, o.display_no as order_no, x.payee, x.payee_account, x.member_id, m.name as member_name, x.remark, x.run_id,
    r.number as run_number, (x.run_id is not null and x.state = 'booked') as in_run, x.recurring_id is not null as recurring,
    x.paid_on, x.paid_from, a.name as money_account_name, x.paid_amount, x.paid_currency, x.paid_reference, x.created_by,
    x.created_at, x.version`,
  joins: sql`join expense_type t on t.company_id = ${sql.company} and t.id = x.type_id
    left join sales_order o on o.company_id = ${sql.company} and o.id = x.order_id
    left join user_account m on m.company_id = ${sql.company} and m.id = x.member_id
    left join payment_run r on r.company_id = ${sql.company} and r.id = x.run_id
    left join money_account a on a.company_id = ${sql.company} and a.id = x.money_account_id
    cross join lateral (select coalesce(string_agg(distinct h.name, ', '), '') as shop_names,
        coalesce(string_agg(distinct d.name, ', '), '') as department_names
      from expense_line p left join shop h on h.company_id = ${sql.company} and h.id = p.shop_id
      left join department d on d.company_id = ${sql.company} and d.id = p.department_id
      where p.company_id = ${sql.company} and p.expense_id = x.id) l`,
  row: (row) => ({
    ...row,
    amount: two(row.amount),
    baseAmount: two(row.baseAmount),
    rate: new Decimal(row.rate).toFixed(),
    paidAmount: row.paidAmount && two(row.paidAmount),
    createdAt: row.createdAt.toISOString(),
  }),
  missing: 'finance.expense.notFound',
});

export async function tabs(tx: Tx, side: 'expense' | 'income') {
  assertOn(tx, side, 'view');
  return { counts: await expenses.tabs(tx, tabFor('state', EXPENSE_STATES), { side }) };
}

/** What the filter matches, by currency. */
export async function sums(tx: Tx, query: ExpenseFilter) {
  const { baseCurrency } = await companyOf(tx);
  const rows = await tx.rows<{ currency: string; count: number; amount: string; baseAmount: string }>(sql`
    select x.currency, count(*)::int as count, sum(x.amount) as amount, sum(round(x.amount * x.rate, 2)) as base_amount
    from expense x where ${expenses.where(tx, query)} and x.state <> 'void' group by x.currency order by x.currency`);
  return {
    baseCurrency,
    sums: rows.map((row) => ({ ...row, amount: two(row.amount), baseAmount: two(row.baseAmount) })),
  };
}

interface EntryLine {
  entryId: number;
  onDay: string;
  eventDay: string | null;
  step: string;
  account: string;
  amount: string;
  currency: string;
  baseAmount: string;
  shopName: string | null;
  departmentName: string | null;
}

export async function detail(tx: Tx, id: number, language: 'zh' | 'en') {
  const row = await expenses.one(tx, id);
  const { baseCurrency } = await companyOf(tx);
  const lines = await tx.rows<{
    shopId: number | null;
    shopName: string | null;
    departmentId: number | null;
    departmentName: string | null;
    share: string;
    amount: string;
  }>(sql`select p.shop_id, h.name as shop_name, p.department_id, d.name as department_name, p.share, p.amount
    from expense_line p left join shop h on h.company_id = ${sql.company} and h.id = p.shop_id
    left join department d on d.company_id = ${sql.company} and d.id = p.department_id
    where p.company_id = ${sql.company} and p.expense_id = ${id} order by p.position`);
  const entries = await tx.rows<EntryLine>(sql`
    select e.id as entry_id, e.on_day, e.event_day, e.step, l.account, l.amount, l.currency, l.base_amount,
      h.name as shop_name, d.name as department_name
    from ledger_entry e join ledger_line l on l.company_id = ${sql.company} and l.entry_id = e.id
    left join shop h on h.company_id = ${sql.company} and h.id = l.shop_id
    left join department d on d.company_id = ${sql.company} and d.id = l.department_id
    where e.company_id = ${sql.company} and e.doc_kind = ${row.side} and e.doc_id = ${id} order by e.id, l.id limit 500`);
  const history = (await readHistory(tx, row.side, id)).map((one) => ({ ...one, at: one.at.toISOString() }));
  return {
    ...row,
    baseCurrency,
    lines: lines.map((line) => ({ ...line, share: new Decimal(line.share).toFixed(), amount: two(line.amount) })),
    entries: entries.map((line) => ({
      ...line,
      accountName: say(language, `finance.account.${line.account}`),
      amount: two(line.amount),
      baseAmount: two(line.baseAmount),
    })),
    history,
  };
}

interface Part extends DbRow {
  shopName: string | null;
  departmentName: string | null;
  share: string;
}

export const expensesExport = exportOf<ExpenseFilter, ExpenseRow, Part>(
  expenses,
  {
    name: 'finance.expenses',
    title: ['收支登记', 'Expenses and income'],
    filter,
    allow: (ctx, { side }) => {
      for (const one of side ? [side] : EXPENSE_SIDES) assertOn(ctx, one, 'export');
    },
    columns: [
      { title: ['单号', 'Number'], width: 20, value: (row) => row.number },
      {
        title: ['状态', 'Status'],
        value: (row, ctx) => say(ctx.language, `finance.expense.states.${row.side}.${row.state}`),
      },
      { title: ['入账日期', 'Booking date'], width: 12, value: (row) => row.day },
      {
        title: ['类型', 'Type'],
        width: 18,
        value: (row, ctx) => nameIn(ctx.language, { nameZh: row.typeZh, nameEn: row.typeEn }),
      },
      { title: ['事由', 'Subject'], width: 28, value: (row) => row.subject },
      { title: ['店铺', 'Shop'], width: 18, value: (row) => row.shopName ?? '' },
      { title: ['部门', 'Department'], width: 18, value: (row) => row.departmentName ?? '' },
      { title: ['金额', 'Amount'], value: (row) => ({ number: two(row.share) }) },
      { title: ['币种', 'Currency'], value: (row) => row.currency },
      { title: ['汇率', 'Rate'], value: (row) => ({ number: new Decimal(row.rate).toFixed() }) },
      { title: ['往来方', 'Payee or payer'], width: 22, value: (row) => row.payee },
      { title: ['账号', 'Account no.'], width: 22, value: (row) => row.payeeAccount },
      { title: ['报销人', 'Reimbursed to'], value: (row) => row.memberName ?? '' },
      { title: ['订单号', 'Order'], width: 20, value: (row) => row.orderNo ?? '' },
      { title: ['付款日期', 'Payment date'], width: 12, value: (row) => row.paidOn ?? '' },
      { title: ['备注', 'Remark'], width: 30, value: (row) => row.remark },
    ],
  },
  {
    columns: sql`x.number, x.side, x.state, x.day, t.name_zh as type_zh, t.name_en as type_en, x.subject, h.name as shop_name,
      d.name as department_name, q.amount as share, x.currency, x.rate, x.payee, x.payee_account, m.name as member_name,
      o.display_no as order_no, x.paid_on, x.remark`,
    joins: sql`join expense_line q on q.company_id = ${sql.company} and q.expense_id = x.id
      join expense_type t on t.company_id = ${sql.company} and t.id = x.type_id
      left join shop h on h.company_id = ${sql.company} and h.id = q.shop_id
      left join department d on d.company_id = ${sql.company} and d.id = q.department_id
      left join sales_order o on o.company_id = ${sql.company} and o.id = x.order_id
      left join user_account m on m.company_id = ${sql.company} and m.id = x.member_id`,
    order: sql`q.position`,
  },
);

/** The export of a side that the actor may take out; without a side, of all that they may. */
export function exportable(tx: Tx, query: ExpenseFilter): ExpenseFilter {
  const side =
    query.side ?? (mayOn(tx, 'expense', 'export') ? (mayOn(tx, 'income', 'export') ? undefined : 'expense') : 'income');
  if (side) assertOn(tx, side, 'export');
  return side ? { ...query, side } : query;
}
