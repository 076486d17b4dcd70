import type { Language } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { Decimal, moneyText } from '../../../core/money.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { companyOf } from '../../company/public.ts';

/** The budget `b` covers this department and shop: without one of its own it covers all. */
export const covers = (department: Sql, shop: Sql): Sql =>
  sql`((b.department_id is null or b.department_id = ${department}) and (b.shop_id is null or b.shop_id = ${shop}))`;
const inMonth = (day: Sql): Sql => sql`${day} >= b.month and ${day} < (b.month + interval '1 month')`;
/** The types `f` of the budget line `k`: its own and those under it. */
const TYPES = sql`f.company_id = ${sql.company} and (f.id = k.type_id or f.parent_id = k.type_id)`;

/** What the ledger has on the budget line `k` of the budget `b`; an income counts as it comes in. */
export const USED: Sql = sql`(select coalesce(sum(case f.side when 'income' then -l.base_amount else l.base_amount end), 0)
  from expense_type f
  join ledger_line l on l.company_id = ${sql.company} and l.account = f.account and l.party_kind = 'expense_type' and l.party_id = f.id
  join ledger_entry e on e.company_id = ${sql.company} and e.id = l.entry_id and ${inMonth(sql`e.on_day`)}
  where ${TYPES} and ${covers(sql`l.department_id`, sql`l.shop_id`)})`;

/** Documents in review, and approved ones whose day is to come. */
export const COMMITTED: Sql = sql`(select coalesce(sum(round(p.amount * x.rate, 2)), 0)
  from expense_type f
  join expense x on x.company_id = ${sql.company} and x.type_id = f.id and x.state in ('reviewing', 'approved') and ${inMonth(sql`x.day`)}
  join expense_line p on p.company_id = ${sql.company} and p.expense_id = x.id
  where ${TYPES} and ${covers(sql`p.department_id`, sql`p.shop_id`)})`;

interface Left {
  department: string | null;
  shop: string | null;
  nameZh: string;
  nameEn: string;
  amount: string;
  left: string;
}

/** What approvers need to know: what the budgets of a document have left with it. A fact for each. */
export async function leftFor(tx: Tx, id: number, language: Language): Promise<{ label: string; value: string }[]> {
  const { baseCurrency } = await companyOf(tx);
  const rows = await tx.rows<Left>(sql`
    select d.name as department, h.name as shop, t.name_zh, t.name_en, k.amount, k.amount - ${USED} - ${COMMITTED} as left
    from (select distinct c.id from expense y
        join expense_type u on u.company_id = ${sql.company} and u.id = y.type_id
        join expense_line q on q.company_id = ${sql.company} and q.expense_id = y.id
        join budget b on b.company_id = ${sql.company} and b.month = date_trunc('month', y.day)::date
          and ${covers(sql`q.department_id`, sql`q.shop_id`)}
        join budget_line c on c.company_id = ${sql.company} and c.budget_id = b.id and c.type_id in (u.id, u.parent_id)
        where y.company_id = ${sql.company} and y.id = ${id}) one
    join budget_line k on k.company_id = ${sql.company} and k.id = one.id
    join budget b on b.company_id = ${sql.company} and b.id = k.budget_id
    join expense_type t on t.company_id = ${sql.company} and t.id = k.type_id
    left join department d on d.company_id = ${sql.company} and d.id = b.department_id
    left join shop h on h.company_id = ${sql.company} and h.id = b.shop_id
    order by k.id limit 20`);
  return rows.map((row) => {
    const place =
      [row.department, row.shop].filter(Boolean).join(' · ') || say(language, 'finance.expense.wholeCompany');
    const figure = (value: string) => moneyText(value, baseCurrency);
    return {
      label: say(language, 'finance.expense.fact.budget', { type: nameIn(language, row), place }),
      value: say(language, new Decimal(row.left).lt(0) ? 'finance.budget.over' : 'finance.budget.left', {
        ...{ left: figure(new Decimal(row.left).abs().toFixed()), amount: figure(row.amount) },
      }),
    };
  });
}
