import { type Sql, sql } from '../../../core/database/sql.ts';
import { accountsIn, inBooks } from '../../finance/public.ts';
import * as by from '../kit/dimensions.ts';
import { type Dimension, defineReport } from '../kit/report.ts';

const RESULT = accountsIn('income', 'expense');
const STANDING = accountsIn('asset', 'liability', 'equity');
/** Income and expense of all time, as the balance sheet shows them. */
const PROFIT = { profit: ['未分配利润', 'Retained profit'] } as const;

/** Debits less credits on these accounts; income and what we owe are credits. */
const debits = (names: readonly string[]): Sql =>
  sql`coalesce(sum(d.base_amount) filter (where d.account = any(${[...names]}::text[])), 0)`;
const credits = (names: readonly string[]): Sql => sql`(-${debits(names)})`;
const isOf = (names: readonly string[]): Sql => sql`d.account = any(${[...names]}::text[])`;

/** The department of the line, else that of its shop. */
const byOwnDepartment = (): Dimension => {
  const ofShop = by.byDepartment(sql`d.shop_id`);
  return { ...ofShop, value: sql`coalesce(nullif(d.department_id, 0), ${ofShop.value})` };
};

/** The days of the ledger, as the statements of a month sum them. */
defineReport({
  name: 'profitLoss',
  title: ['利润表', 'Profit and loss'],
  source: ({ from, to }) => sql`(select on_day, account, shop_id, department_id, currency, base_amount from finance_day
    where company_id = ${sql.company} and on_day between ${from}::date and ${to}::date and account = any(${RESULT}::text[])) d`,
  shown: () => sql`bool_or(d.base_amount <> 0)`,
  scope: (tx) => inBooks(tx, sql`d.shop_id`),
  dimensions: {
    account: by.byAccount(sql`d.account`, RESULT),
    statementPart: by.byWord(sql`case when ${isOf(accountsIn('income'))} then 'income' else 'expense' end`, {
      income: ['收入', 'Income'],
      expense: ['成本费用', 'Costs and expenses'],
    }),
    month: by.byMonth(sql`d.on_day`),
    day: by.byDay(sql`d.on_day`),
    shop: by.byShop(sql`d.shop_id`),
    platform: by.byPlatform(sql`d.shop_id`),
    department: byOwnDepartment(),
    currency: by.byText(sql`d.currency`),
  },
  measures: {
    bookIncome: { sum: credits(accountsIn('income')) },
    bookExpense: { sum: debits(accountsIn('expense')) },
    bookProfit: { of: ['bookIncome', 'bookExpense'], made: (income, expense) => sql`(${income} - ${expense})` },
  },
  usual: { dimensions: ['account'], sort: 'bookProfit', days: 30 },
});

/** At the end of a day: assets = liabilities + equity, of the company and of any shop. */
defineReport({
  name: 'balanceSheet',
  title: ['资产负债表', 'Balance sheet'],
  asOf: true,
  source: ({ to }) => sql`(select account, shop_id, currency, sum(base_amount) as base_amount from finance_day
    where company_id = ${sql.company} and on_day <= ${to}::date group by 1, 2, 3) d`,
  shown: () => sql`sum(d.base_amount) <> 0`,
  scope: (tx) => inBooks(tx, sql`d.shop_id`),
  dimensions: {
    account: by.byAccount(sql`case when ${isOf(STANDING)} then d.account else 'profit' end`, STANDING, PROFIT),
    statementPart: by.byWord(
      sql`case when ${isOf(accountsIn('asset'))} then 'asset' when ${isOf(accountsIn('liability'))} then 'liability' else 'equity' end`,
      { asset: ['资产', 'Assets'], liability: ['负债', 'Liabilities'], equity: ['所有者权益', 'Equity'] },
    ),
    shop: by.byShop(sql`d.shop_id`),
    platform: by.byPlatform(sql`d.shop_id`),
    currency: by.byText(sql`d.currency`),
  },
  measures: {
    assets: { sum: debits(accountsIn('asset')) },
    liabilities: { sum: credits(accountsIn('liability')) },
    equity: { sum: credits([...accountsIn('equity'), ...RESULT]) },
  },
  usual: { dimensions: ['statementPart', 'account'], sort: 'assets', days: 1 },
});
