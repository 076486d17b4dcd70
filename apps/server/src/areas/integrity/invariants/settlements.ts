import { sql } from '../../../core/database/sql.ts';
import { defineInvariant } from './registry.ts';

defineInvariant({
  key: 'finance.settlementLines',
  area: 'finance',
  title: ['结算明细各记账一次', 'Each settlement line is booked once'],
  explain: [
    '每条已记账的结算明细，其分录合计必须等于明细金额，并且只在登记的科目上。不一致说明重复记账、漏记或记错科目。',
    'The entries of each booked settlement line must add up to its amount, in the account on record and no other. A mismatch means a line was booked twice, not at all or to another account.',
  ],
  checked: (c) => sql`select count(*) from settlement_booking where company_id = ${c}`,
  broken: (c) => sql`
    select coalesce(l.settlement_id || ' · ', '') || coalesce(l.reference, '#' || x.line_id) as subject, x.account as field,
      sum(x.expected)::text as expected, sum(x.booked)::text as actual
    from (
      select b.line_id, v.account, v.amount as expected, 0 as booked from settlement_booking b
        join settlement_line l on l.company_id = ${c} and l.id = b.line_id
        cross join lateral (values ('platform_settled', l.amount), (b.account, -l.amount)) v(account, amount) where b.company_id = ${c}
      union all
      select e.doc_id, d.account, 0, d.amount from ledger_entry e
        join ledger_line d on d.company_id = ${c} and d.entry_id = e.id and d.account <> 'rounding'
        where e.company_id = ${c} and e.doc_kind = 'settlement_line'
    ) x
    left join settlement_line l on l.company_id = ${c} and l.id = x.line_id
    group by x.line_id, x.account, l.settlement_id, l.reference having sum(x.expected) <> sum(x.booked)`,
});

defineInvariant({
  key: 'finance.settlements',
  area: 'finance',
  title: ['结算单合计等于其明细之和', 'Settlements equal the sum of their lines'],
  explain: [
    '结算单的行数、结算金额和已打款金额必须等于其明细之和；还有明细未记账的结算单待记账后再核对。',
    'The number of lines, the amount and the payout of a settlement must equal the sum of its lines. Settlements with lines that are not booked yet are checked once they are.',
  ],
  checked: (c) => sql`select count(*) from settlement where company_id = ${c}`,
  broken: (c) => sql`
    select h.name || ' · ' || s.number as subject, f.field, f.expected::text as expected, f.actual::text as actual
    from settlement s
    join shop h on h.company_id = ${c} and h.id = s.shop_id
    left join (select l.shop_id, l.settlement_id, l.currency, count(*) as lines, count(*) filter (where b.line_id is null) as unbooked,
        coalesce(sum(l.amount) filter (where l.kind <> 'payout'), 0) as amount, coalesce(-sum(l.amount) filter (where l.kind = 'payout'), 0) as paid_out
      from settlement_line l left join settlement_booking b on b.company_id = ${c} and b.line_id = l.id
      where l.company_id = ${c} and l.settlement_id is not null group by 1, 2, 3) x
      on x.shop_id = s.shop_id and x.settlement_id = s.number and x.currency = s.currency
    cross join lateral (values ('lines', coalesce(x.lines, 0)::numeric, s.lines::numeric), ('amount', coalesce(x.amount, 0), s.amount),
      ('paidOut', coalesce(x.paid_out, 0), s.paid_out)) f(field, expected, actual)
    where s.company_id = ${c} and coalesce(x.unbooked, 0) = 0 and f.expected <> f.actual`,
});
