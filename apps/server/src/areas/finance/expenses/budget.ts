import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import {
  type BudgetRow,
  budgetFilter,
  type delMonthBudget,
  type getMonthBudgetJson,
  type saveOrUpdateMonthBudget,
} from '@tradewind/contract/finance.ts';
import type { z } from 'zod';
import { mayPress } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows, updateRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, conflict, forbidden, notFound } from '../../../core/errors.ts';
import { defineList, exportOf } from '../../../core/lists.ts';
import { Decimal } from '../../../core/money.ts';
import { inShops } from '../../../core/scope.ts';
import { nameIn } from '../../../core/text/names.ts';
import { companyOf } from '../../company/public.ts';
import { monthOf } from '../ledger/periods.ts';
import { COMMITTED, covers, USED } from './budget-left.ts';
import type { budget, budgetLine } from './expenses.tables.ts';
import { assertPlaces } from './save.ts';
import { ofType, typeFor } from './types.ts';

type Filter = z.output<typeof budgetFilter>;
type DbRow = Omit<BudgetRow, 'left' | 'percent'>;
const two = (value: Decimal.Value) => new Decimal(value).toFixed(2);
const firstDay = (month: string) => `${month.slice(0, 7)}-01`;
/** Budgets `b` that the actor sees: who sees some shops sees the budgets of these. */
const inScope = (tx: Tx) => (tx.rights.shopIds === null ? sql`true` : inShops(tx, sql`b.shop_id`));
const ofBudget = (condition: ReturnType<typeof sql.and>) =>
  sql`k.budget_id in (select b.id from budget b where b.company_id = ${sql.company} and ${condition})`;

export const budgetLines = defineList<Filter, DbRow, BudgetRow>({
  table: 'budget_line',
  as: 'k',
  scope: (tx) => ofBudget(inScope(tx)),
  filters: {
    month: (month) => ofBudget(sql`b.month = ${firstDay(month)}::date`),
    shopId: (id) => ofBudget(sql`b.shop_id = ${id}`),
    departmentId: (id) => ofBudget(sql`b.department_id = ${id}`),
    typeId: ofType(sql`k.type_id`),
  },
  order: sql`k.budget_id, k.type_id, k.id`,
  columns: sql`k.id, k.budget_id, b.month, b.department_id, d.name as department_name, b.shop_id, h.name as shop_name,
    k.type_id, t.name_zh as type_zh, t.name_en as type_en, t.side, k.amount, ${USED} as used, ${COMMITTED} as committed`,
  joins: sql`join budget b on b.company_id = ${sql.company} and b.id = k.budget_id
    join expense_type t on t.company_id = ${sql.company} and t.id = k.type_id
    left join department d on d.company_id = ${sql.company} and d.id = b.department_id
    left join shop h on h.company_id = ${sql.company} and h.id = b.shop_id`,
  row: (row) => {
    const amount = new Decimal(row.amount);
    const taken = new Decimal(row.used).plus(row.committed);
    return {
      ...{ ...row, amount: two(amount), used: two(row.used), committed: two(row.committed) },
      left: two(amount.minus(taken)),
      percent: amount.isZero() ? null : taken.div(amount).times(100).round().toNumber(),
    };
  },
});

/** The month as the ledger has it, and what of it no budget covers. */
export async function budgetMonth(tx: Tx, month: string) {
  const { baseCurrency } = await companyOf(tx);
  const first = firstDay(month);
  const row = await tx.row<{ booked: string; committed: string; uncovered: string }>(sql`
    select coalesce(sum(s.amount), 0) as booked,
      coalesce(sum(s.amount) filter (where not exists (select 1 from budget b
        join budget_line k on k.company_id = ${sql.company} and k.budget_id = b.id and k.type_id in (s.id, s.parent_id)
        where b.company_id = ${sql.company} and b.month = ${first}::date
          and ${covers(sql`s.department_id`, sql`s.shop_id`)})), 0) as uncovered,
      (select coalesce(sum(round(p.amount * x.rate, 2)), 0) from expense x
        join expense_line p on p.company_id = ${sql.company} and p.expense_id = x.id
        where x.company_id = ${sql.company} and x.side = 'expense' and x.state in ('reviewing', 'approved')
          and x.day >= ${first}::date and x.day < (${first}::date + interval '1 month')
          and (${tx.rights.shopIds === null} or ${inShops(tx, sql`p.shop_id`)})) as committed
    from (select f.id, f.parent_id, l.department_id, l.shop_id, sum(l.base_amount) as amount
      from expense_type f
      join ledger_line l on l.company_id = ${sql.company} and l.account = f.account and l.party_kind = 'expense_type' and l.party_id = f.id
      join ledger_entry e on e.company_id = ${sql.company} and e.id = l.entry_id and e.on_day >= ${first}::date
        and e.on_day < (${first}::date + interval '1 month')
      where f.company_id = ${sql.company} and f.side = 'expense'
        and (${tx.rights.shopIds === null} or ${inShops(tx, sql`l.shop_id`)})
      group by f.id, f.parent_id, l.department_id, l.shop_id) s`);
  return {
    currency: baseCurrency,
    ...{ booked: two(row?.booked ?? 0), committed: two(row?.committed ?? 0), uncovered: two(row?.uncovered ?? 0) },
  };
}

export const budgetExport = exportOf(budgetLines, {
  name: 'finance.budget',
  title: ['月度预算', 'Monthly budget'],
  filter: budgetFilter,
  columns: [
    { title: ['月份', 'Month'], value: (row) => row.month.slice(0, 7) },
    { title: ['部门', 'Department'], width: 18, value: (row) => row.departmentName ?? '' },
    { title: ['店铺', 'Shop'], width: 18, value: (row) => row.shopName ?? '' },
    {
      title: ['类型', 'Type'],
      width: 20,
      value: (row, ctx) => nameIn(ctx.language, { nameZh: row.typeZh, nameEn: row.typeEn }),
    },
    { title: ['预算', 'Budget'], value: (row) => ({ number: row.amount }) },
    { title: ['已用', 'Used'], value: (row) => ({ number: row.used }) },
    { title: ['审批中', 'Committed'], value: (row) => ({ number: row.committed }) },
    { title: ['剩余', 'Left'], value: (row) => ({ number: row.left }) },
  ],
});

// ---- The specification's calls.
interface Head {
  id: number;
  month: string;
  departmentId: number | null;
  departmentName: string | null;
  shopId: number | null;
  shopName: string | null;
  remark: string;
  amount: string;
  version: number;
}
const heads = defineList<object, Head>({
  table: 'budget',
  as: 'b',
  scope: inScope,
  filters: {},
  order: sql`b.month desc, b.id desc`,
  columns: sql`b.id, b.month, b.department_id, d.name as department_name, b.shop_id, h.name as shop_name, b.remark,
    (select coalesce(sum(k.amount), 0) from budget_line k where k.company_id = ${sql.company} and k.budget_id = b.id) as amount,
    b.version`,
  joins: sql`left join department d on d.company_id = ${sql.company} and d.id = b.department_id
    left join shop h on h.company_id = ${sql.company} and h.id = b.shop_id`,
  missing: 'finance.budget.notFound',
});

const wireOf = (
  { id, month, departmentId, departmentName, shopId, shopName, remark, amount, version }: Head,
  of: Of,
) => ({
  ...{ id, currency: of.baseCurrency, eaDate: month, occurrenceDate2: month, company2: of.name },
  ...{ deptId: departmentId, deptName: departmentName, shopId, shopName, remark, amount: two(amount), version },
});
type Of = { baseCurrency: string; name: string };

export async function budgetPage(tx: Tx, { pageNum, pageSize }: ParsedOf<typeof getMonthBudgetJson>) {
  const of = await companyOf(tx);
  const page = await heads.page(tx, { page: pageNum, pageSize });
  return { list: page.rows.map((row) => wireOf(row, of)), total: page.total };
}

export const oneBudget = async (tx: Tx, id: number) => wireOf(await heads.one(tx, id), await companyOf(tx));

export async function budgetAccounts(tx: Tx, id: number, language: 'zh' | 'en') {
  await heads.one(tx, id);
  const rows = await tx.rows<{ id: number; type: number; nameZh: string; nameEn: string; amount: string }>(sql`
    select k.id, k.type_id as type, t.name_zh, t.name_en, k.amount from budget_line k
    join expense_type t on t.company_id = ${sql.company} and t.id = k.type_id
    where k.company_id = ${sql.company} and k.budget_id = ${id} order by k.type_id`);
  return {
    list: rows.map((row) => ({ id: row.id, type: row.type, typeName: nameIn(language, row), amount: two(row.amount) })),
  };
}

/** @throws badField company2: another company than the actor's */
export async function assertOwnCompany(tx: Tx, name: string | undefined): Promise<void> {
  if (name && name !== (await companyOf(tx)).name) throw badField('company2', 'finance.expense.ownCompany');
}

export async function saveBudget(tx: Tx, input: ParsedOf<typeof saveOrUpdateMonthBudget>) {
  const { id, version, deptId: departmentId, shopId, remark, accounts } = input;
  if (!mayPress(tx.rights, id === undefined ? rights.budget.add : rights.budget.edit)) throw forbidden();
  const { baseCurrency } = await companyOf(tx);
  await assertOwnCompany(tx, input.company2);
  if (input.currency && input.currency !== baseCurrency)
    throw badField('currency', 'finance.budget.currency', { currency: baseCurrency });
  const place = { lines: [{ shopId, departmentId, share: '1' }], memberId: null };
  await assertPlaces(tx, place, (_at, key) => (key === 'shopId' ? 'shopId' : 'deptId'));
  // Who sees some shops only sets budgets for these.
  if (shopId === null && tx.rights.shopIds !== null) throw badField('shopId', 'finance.expense.shopId');
  const month = monthOf(input.eaDate);
  for (const [at, { type }] of (accounts ?? []).entries()) {
    await typeFor(tx, type, `accounts.${at}.type`);
    if (accounts?.findIndex((one) => one.type === type) !== at)
      throw badField(`accounts.${at}.type`, 'finance.budget.typeTwice');
  }
  const row = { month, departmentId, shopId, remark };
  const taken = await tx.row<{ id: number }>(sql`select id from budget where company_id = ${sql.company}
    and month = ${month}::date and coalesce(department_id, 0) = coalesce(${departmentId}::bigint, 0)
    and coalesce(shop_id, 0) = coalesce(${shopId}::bigint, 0) and id <> ${id ?? 0}`);
  if (taken) throw badField('eaDate', 'finance.budget.taken');
  if (id !== undefined) {
    const old = await heads.one(tx, id);
    if (version !== undefined && old.version !== version) throw conflict('finance.expense.stale');
  }
  const [made] = await tx.rows<{ id: number }>(
    id === undefined
      ? sql`${insertRows<typeof budget>('budget', [row])} returning id`
      : sql`${updateRows<typeof budget>('budget', [{ ...row, id }], [sql`version = budget.version + 1`])} returning budget.id`,
  );
  if (!made) throw notFound('finance.budget.notFound');
  if (accounts) await writeAccounts(tx, made.id, accounts);
  writeHistory(tx, [
    { docKind: 'budget', docId: made.id, event: id === undefined ? 'created' : 'changed', detail: { month } },
  ]);
  return { id: made.id };
}

async function writeAccounts(
  tx: Tx,
  budgetId: number,
  accounts: readonly { type: number; amount: string }[],
): Promise<void> {
  await tx.rows(sql`delete from budget_line where company_id = ${sql.company} and budget_id = ${budgetId}
    and type_id <> all(${accounts.map(({ type }) => type)}::bigint[])`);
  if (accounts.length === 0) return;
  const rows = accounts.map(({ type, amount }) => ({ budgetId, typeId: type, amount }));
  await tx.rows(sql`${insertRows<typeof budgetLine>('budget_line', rows)}
    on conflict (company_id, budget_id, type_id) do update set amount = excluded.amount`);
}

export async function deleteBudgets(tx: Tx, { ids }: ParsedOf<typeof delMonthBudget>) {
  const chosen = await heads.choose(tx, { ids }, 200);
  const gone = await tx.rows<{ id: number; month: string }>(sql`delete from budget
    where company_id = ${sql.company} and id = any(${chosen}::bigint[]) returning id, month`);
  writeHistory(
    tx,
    gone.map(({ id, month }) => ({ docKind: 'budget', docId: id, event: 'deleted', detail: { month } })),
  );
  return { done: gone.length };
}
