import type { ResultOf } from '@tradewind/contract/call.ts';
import type {
  FinanceDetailFilters,
  getExpensesName,
  getFinanceDetailBill,
  getFinanceDetailFee,
  getUserSalesAgent,
} from '@tradewind/contract/finance.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { countOf } from '../../../core/database/statement.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { companyOf } from '../../company/public.ts';
import { ACCOUNTS, type Account, COST_ACCOUNTS } from '../ledger/accounts.ts';
import { cents } from './balances.queries.ts';

const MOST = 200;
type Kind = 'income' | 'expense';
const kindOf = (account: string): Kind => (ACCOUNTS[account as Account].kind === 'income' ? 'income' : 'expense');

/** Accounts of income and costs that the actor may see. */
function visibleAccounts(tx: Tx): Account[] {
  const hidden: readonly Account[] = maySee(tx.rights, 'seeCost') ? [] : COST_ACCOUNTS;
  return (Object.keys(ACCOUNTS) as Account[]).filter(
    (account) => ['income', 'expense'].includes(ACCOUNTS[account].kind) && !hidden.includes(account),
  );
}

/** The rows of `x` (lines of the ledger) that are income or costs which the actor may see. */
export const visibleDetails = (tx: Tx, x: Sql): Sql => sql`${x}.account = any(${arrayOf(visibleAccounts(tx))}::text[])
  and ${tx.rights.shopIds === null ? sql`true` : inShops(tx, sql`${x}.shop_id`)}`;

/** Who looks after a shop: the members to whom it is assigned. */
const ofUser = (
  userId: number,
  shop: Sql,
): Sql => sql`exists (select from user_scope u where u.company_id = ${sql.company}
  and u.user_id = ${userId} and u.kind = 'shop' and u.target_id = ${shop})`;

/** Lines `l` of entries `e`: income and costs of the filter, in the actor's shops. */
function lines(tx: Tx, filter: FinanceDetailFilters): Sql {
  const { from, to, shopId, deptId, userId, account, expenseTypeId, currency } = filter;
  const conditions = [
    sql`e.company_id = ${sql.company}`,
    visibleDetails(tx, sql`l`),
    ...(from ? [sql`e.on_day >= ${from}::date`] : []),
    ...(to ? [sql`e.on_day <= ${to}::date`] : []),
    ...(shopId ? [sql`l.shop_id = ${shopId}`] : []),
    ...(deptId ? [sql`l.department_id = ${deptId}`] : []),
    ...(userId ? [ofUser(userId, sql`l.shop_id`)] : []),
    ...(account ? [sql`l.account = ${account}`] : []),
    ...(expenseTypeId ? [sql`l.party_kind = 'expense_type' and l.party_id = ${expenseTypeId}`] : []),
    ...(currency ? [sql`l.currency = ${currency}`] : []),
  ];
  return sql`from ledger_entry e join ledger_line l on l.company_id = ${sql.company} and l.entry_id = e.id
    where ${sql.and(conditions)}`;
}

type Bill = ResultOf<typeof getFinanceDetailBill>['rows'][number];
export async function detailBills(
  tx: Tx,
  ctx: Ctx,
  filter: FinanceDetailFilters,
): Promise<ResultOf<typeof getFinanceDetailBill>> {
  const { pageNum, size } = filter;
  const found = await tx.rows<Omit<Bill, 'accountName'>>(sql`
    select x.id, x.entry_id, x.on_day::text as on_day, x.text, x.doc_kind, x.doc_id, o.display_no as order_no, x.account,
      x.shop_id, coalesce(h.name, '') as shop_name, x.amount::text as amount, x.currency, x.base_amount::text as base_amount, x.actor
    from (select l.id, e.id as entry_id, e.on_day, e.text, e.doc_kind, e.doc_id, e.order_id, l.account, l.shop_id, l.amount,
        l.currency, l.base_amount, e.actor ${lines(tx, filter)}
      order by e.on_day desc, e.id desc, l.id desc limit ${size} offset ${(pageNum - 1) * size}) x
    left join sales_order o on o.company_id = ${sql.company} and o.id = x.order_id
    left join shop h on h.company_id = ${sql.company} and h.id = x.shop_id
    order by x.on_day desc, x.entry_id desc, x.id desc`);
  const rows = found.map((row) => ({
    ...row,
    text: say(ctx.language, `finance.entry.${row.text}`),
    accountName: say(ctx.language, `finance.account.${row.account}`),
    amount: cents(row.amount),
    baseAmount: cents(row.baseAmount),
  }));
  return { rows, ...(await countOf(tx, lines(tx, filter))) };
}

export async function detailFees(
  tx: Tx,
  ctx: Ctx,
  filter: FinanceDetailFilters,
): Promise<ResultOf<typeof getFinanceDetailFee>> {
  const { baseCurrency } = await companyOf(tx);
  type Sum = { account: string; currency: string; lines: number; amount: string; baseAmount: string };
  const rows =
    await tx.rows<Sum>(sql`select l.account, l.currency, count(*)::int as lines, sum(l.amount)::text as amount,
      sum(l.base_amount)::text as base_amount ${lines(tx, filter)} group by l.account, l.currency order by l.account, l.currency`);
  return {
    baseCurrency,
    list: rows.map((row) => ({
      ...row,
      accountName: say(ctx.language, `finance.account.${row.account}`),
      kind: kindOf(row.account),
      amount: cents(row.amount),
      baseAmount: cents(row.baseAmount),
    })),
  };
}

export function expenseNames(tx: Tx, ctx: Ctx): ResultOf<typeof getExpensesName> {
  const list = visibleAccounts(tx).map((account) => ({
    ...{ account, name: say(ctx.language, `finance.account.${account}`), kind: kindOf(account) },
  }));
  return { list };
}

export async function salesAgents(tx: Tx, filter: FinanceDetailFilters): Promise<ResultOf<typeof getUserSalesAgent>> {
  const { baseCurrency } = await companyOf(tx);
  const income = (Object.keys(ACCOUNTS) as Account[]).filter((account) => ACCOUNTS[account].kind === 'income');
  const list = await tx.rows<ResultOf<typeof getUserSalesAgent>['list'][number]>(sql`
    with sums as (select l.shop_id, -coalesce(sum(l.base_amount) filter (where l.account = any(${arrayOf(income)}::text[])), 0) as income,
        coalesce(sum(l.base_amount) filter (where l.account <> all(${arrayOf(income)}::text[])), 0) as cost
      ${lines(tx, filter)} and l.shop_id is not null group by l.shop_id)
    select a.id as user_id, a.user_login_id, a.name, count(*)::int as shops, round(coalesce(sum(s.income), 0), 2)::text as income,
      case when ${maySee(tx.rights, 'seeCost')} then round(coalesce(sum(s.cost), 0), 2)::text end as cost
    from user_scope u join user_account a on a.company_id = ${sql.company} and a.id = u.user_id and a.enabled
    left join sums s on s.shop_id = u.target_id
    where u.company_id = ${sql.company} and u.kind = 'shop' and ${inShops(tx, sql`u.target_id`)}
      and ${filter.userId ? sql`a.id = ${filter.userId}` : sql`true`}
    group by a.id, a.user_login_id, a.name order by a.name, a.id limit ${sql.literal(MOST)}`);
  return { currency: baseCurrency, list };
}
