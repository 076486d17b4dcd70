import { sql } from 'drizzle-orm';
import { defineInvariant } from './registry.ts';

defineInvariant({
  key: 'finance.balancedEntries',
  area: 'finance',
  title: ['每笔分录借贷相等', 'Every booking balances'],
  explain: [
    '每笔分录各行的本位币金额之和为零，借方合计与贷方合计等于分录上记下的数。',
    'The lines of each booking sum to zero in base currency, and its debits and credits are the totals it carries.',
  ],
  checked: (c) => sql`select count(*) from ledger_entry where company_id = ${c}`,
  broken: (c) => sql`
    select e.doc_kind || ' ' || e.doc_id || ' · ' || e.step as subject, f.field, f.expected::text as expected, f.actual::text as actual
    from ledger_entry e
    left join (select entry_id, sum(base_amount) as total, sum(base_amount) filter (where base_amount > 0) as debit,
        -sum(base_amount) filter (where base_amount < 0) as credit
      from ledger_line where company_id = ${c} group by entry_id) l on l.entry_id = e.id
    cross join lateral (values ('lines', 0, coalesce(l.total, 0)), ('debit', coalesce(l.debit, 0), e.debit_base),
      ('credit', coalesce(l.credit, 0), e.credit_base)) f(field, expected, actual)
    where e.company_id = ${c} and f.expected <> f.actual`,
});

defineInvariant({
  key: 'finance.balances',
  area: 'finance',
  title: ['科目余额等于分录行之和', 'Account balances equal the sum of their lines'],
  explain: [
    '每个科目、对象、币种的余额，必须等于全部分录行相加。不一致说明有金额绕过了分录。',
    'The balance of each account, party and currency is the sum of its lines. If not, an amount was changed past the ledger.',
  ],
  checked: (c) =>
    sql`select count(*) from (select distinct account, party_kind, party_id, currency from ledger_balance where company_id = ${c}) b`,
  broken: (c) => sql`
    select coalesce(b.account, l.account) || ' · ' || coalesce(b.party_kind, l.party_kind) || ' ' || coalesce(b.party_id, l.party_id) ||
        ' · ' || coalesce(b.currency, l.currency) as subject, f.field, f.expected::text as expected, f.actual::text as actual
    from (select account, party_kind, party_id, currency, sum(amount) as amount, sum(base_amount) as base
      from ledger_balance where company_id = ${c} group by 1, 2, 3, 4) b
    full join (select account, party_kind, party_id, currency, sum(amount) as amount, sum(base_amount) as base
      from ledger_line where company_id = ${c} group by 1, 2, 3, 4) l
      on l.account = b.account and l.party_kind = b.party_kind and l.party_id = b.party_id and l.currency = b.currency
    cross join lateral (values ('amount', coalesce(l.amount, 0), coalesce(b.amount, 0)),
      ('base', coalesce(l.base, 0), coalesce(b.base, 0))) f(field, expected, actual)
    where f.expected <> f.actual`,
});
