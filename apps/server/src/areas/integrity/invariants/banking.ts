import { sql } from '../../../core/database/sql.ts';
import { defineInvariant } from './registry.ts';

defineInvariant({
  key: 'finance.bankLines',
  area: 'finance',
  title: ['已匹配流水与其分录一致', 'Matched statement lines equal their entries'],
  explain: [
    '每笔已匹配流水的金额必须等于它在资金账户上的分录，加上它所对应的、已直接记在该账户的款项；未匹配的流水没有任何分录。',
    'The amount of each matched statement line must equal its entries on the money account and the amounts that documents booked there themselves. A line that is not matched has none.',
  ],
  checked: (c) => sql`select count(*) from bank_line where company_id = ${c} and match_id is not null`,
  broken: (c) => sql`
    select a.name || ' · ' || l.on_day || ' · #' || l.id as subject, 'amount' as field,
      (case when l.match_id is null then 0 else l.amount end)::text as expected, (coalesce(e.amount, 0) + coalesce(i.amount, 0))::text as actual
    from bank_line l join money_account a on a.company_id = ${c} and a.id = l.account_id
    left join (select e.doc_id, x.party_id, sum(x.amount) as amount from ledger_entry e
      join ledger_line x on x.company_id = ${c} and x.entry_id = e.id and x.account = 'cash' and x.party_kind = 'money_account'
      where e.company_id = ${c} and e.doc_kind = 'bank_line' group by 1, 2) e on e.doc_id = l.id and e.party_id = l.account_id
    left join (select i.line_id, sum(i.amount) as amount from bank_match_item i
      join ledger_line x on x.company_id = ${c} and x.id = i.ledger_line_id and x.account = 'cash' and x.party_kind = 'money_account'
      where i.company_id = ${c} and i.live group by 1) i on i.line_id = l.id
    where l.company_id = ${c}
      and (case when l.match_id is null then 0 else l.amount end) <> coalesce(e.amount, 0) + coalesce(i.amount, 0)`,
});

defineInvariant({
  key: 'finance.bankCash',
  area: 'finance',
  title: ['账户余额等于期初余额加已匹配流水', 'Account balances equal opening balances and matched lines'],
  explain: [
    '每个资金账户的余额必须等于期初余额、已匹配流水，以及直接记在该账户但尚未出现在对账单上的款项之和。',
    'The balance of each money account must equal its opening balance, its matched statement lines and what documents booked there that no line has shown yet.',
  ],
  checked: (c) => sql`select count(*) from money_account where company_id = ${c}`,
  broken: (c) => sql`
    select a.name as subject, 'cash' as field, coalesce(d.amount, 0)::text as expected, coalesce(b.amount, 0)::text as actual
    from money_account a
    left join (select party_id, sum(amount) as amount from ledger_balance
      where company_id = ${c} and account = 'cash' and party_kind = 'money_account' group by 1) b on b.party_id = a.id
    left join (select account_id, sum(amount) as amount from (
        select account_id, amount from bank_line where company_id = ${c} and match_id is not null
        union all
        select x.party_id, x.amount from ledger_entry e
          join ledger_line x on x.company_id = ${c} and x.entry_id = e.id and x.account = 'cash' and x.party_kind = 'money_account'
          where e.company_id = ${c} and e.doc_kind <> 'bank_line'
        union all
        select x.party_id, -i.amount from bank_match_item i
          join ledger_line x on x.company_id = ${c} and x.id = i.ledger_line_id and x.account = 'cash' and x.party_kind = 'money_account'
          where i.company_id = ${c} and i.live) s group by 1) d on d.account_id = a.id
    where a.company_id = ${c} and coalesce(d.amount, 0) <> coalesce(b.amount, 0)`,
});

defineInvariant({
  key: 'finance.bankItems',
  area: 'finance',
  title: ['没有款项被重复匹配', 'No amount is matched twice'],
  explain: [
    '一笔打款或付款被流水匹配的金额合计不能超过它本身，方向也必须相同。',
    'What statement lines take of a payout or payment must not exceed it and must have its direction.',
  ],
  checked: (c) => sql`select count(*) from bank_match_item where company_id = ${c} and live`,
  broken: (c) => sql`
    select e.doc_kind || ' ' || e.doc_id as subject, 'matched' as field, l.amount::text as expected, sum(i.amount)::text as actual
    from bank_match_item i join ledger_line l on l.company_id = ${c} and l.id = i.ledger_line_id
    join ledger_entry e on e.company_id = ${c} and e.id = l.entry_id
    where i.company_id = ${c} and i.live group by e.id, e.doc_kind, e.doc_id, l.id, l.amount
    having abs(sum(i.amount)) > abs(l.amount) or sign(sum(i.amount)) <> sign(l.amount)`,
});
