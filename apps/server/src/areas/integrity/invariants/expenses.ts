import { sql } from '../../../core/database/sql.ts';
import { defineInvariant } from './registry.ts';

defineInvariant({
  key: 'finance.expenses',
  area: 'finance',
  title: ['收支单据与分录一致', 'Expenses and income match their ledger entries'],
  explain: [
    '每张已入账的收支单据，各部分之和等于单据金额，并按类型、店铺和部门记在分录里；草稿和作废单据在账上为零。未付款的单据在应付或应收中留有全额。',
    'The parts of each booked document sum to its amount and stand in the ledger by type, shop and department. Drafts and void documents stand there with zero. What is not paid yet is still owed in full.',
  ],
  checked: (c) => sql`select count(*) from expense where company_id = ${c}`,
  broken: (c) => sql`
    select x.number as subject, f.field, f.expected::text as expected, f.actual::text as actual
    from expense x
    cross join lateral (select coalesce(sum(p.amount), 0) as parts from expense_line p
      where p.company_id = ${c} and p.expense_id = x.id) p
    cross join lateral (select
        coalesce(sum(l.amount) filter (where l.party_kind = 'expense_type' and l.party_id = x.type_id), 0)
          * case x.side when 'income' then -1 else 1 end as booked,
        coalesce(sum(l.amount) filter (where l.account in ('expense_payable', 'receivable')), 0)
          * case x.side when 'income' then 1 else -1 end as owed
      from ledger_entry e join ledger_line l on l.company_id = ${c} and l.entry_id = e.id
      where e.company_id = ${c} and e.doc_kind = x.side and e.doc_id = x.id) l
    cross join lateral (select count(*) as odd from (
        select 1 from (
          select coalesce(l.shop_id, 0) as shop, coalesce(l.department_id, 0) as department, l.amount as booked, 0 as noted
          from ledger_entry e join ledger_line l on l.company_id = ${c} and l.entry_id = e.id and l.party_kind = 'expense_type'
          where e.company_id = ${c} and e.doc_kind = x.side and e.doc_id = x.id
          union all select coalesce(q.shop_id, 0), coalesce(q.department_id, 0), 0, q.amount
          from expense_line q where q.company_id = ${c} and q.expense_id = x.id) y
        group by y.shop, y.department having abs(sum(y.booked)) <> sum(y.noted)) z) o
    cross join lateral (values ('parts', x.amount, p.parts),
      ('booked', case when x.state in ('booked', 'paid') then x.amount else 0 end, l.booked),
      ('owed', case x.state when 'booked' then x.amount else 0 end, l.owed),
      ('places', 0, case when x.state in ('booked', 'paid') then o.odd else 0 end)) f(field, expected, actual)
    where x.company_id = ${c} and f.expected <> f.actual`,
});

defineInvariant({
  key: 'finance.advances',
  area: 'finance',
  title: ['员工借款余额与单据一致', 'Advances to members match their documents'],
  explain: [
    '每位员工每个币种的借款余额，等于借款减还款、减用借款冲销的费用。',
    'The balance of each member and currency equals advances less repayments and less the expenses settled with them.',
  ],
  checked: (c) => sql`select count(*) from expense_advance where company_id = ${c}`,
  broken: (c) => sql`
    select coalesce(u.name, '#' || x.member_id) || ' · ' || x.currency as subject, 'balance' as field,
      sum(x.noted)::text as expected, sum(x.booked)::text as actual
    from (
      select member_id, currency, case kind when 'advance' then amount else -amount end as noted, 0::numeric as booked
      from expense_advance where company_id = ${c} and state = 'booked'
      union all
      select member_id, currency, -amount, 0 from expense where company_id = ${c} and paid_from = 'advance' and state = 'paid'
      union all
      select party_id, currency, 0, amount from ledger_line
      where company_id = ${c} and account = 'staff_advance' and party_kind = 'member') x
    left join user_account u on u.company_id = ${c} and u.id = x.member_id
    group by u.name, x.member_id, x.currency having sum(x.noted) <> sum(x.booked)`,
});
