import {
  BANK_LINE_STATES,
  type BankLineFilter,
  type BankLineRow,
  bankLineFilter,
} from '@tradewind/contract/finance/banking.ts';
import type { Language } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { defineList, exportOf, is, tabFor } from '../../../core/lists.ts';
import { Decimal } from '../../../core/money.ts';
import { inShops } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { PARTY_JOINS, PARTY_NAME } from './party-names.ts';

type Found = Omit<BankLineRow, 'matchedWith'> & {
  account: string | null;
  text: string | null;
  parties: string | null;
  pair: string | null;
};

const AMOUNT = /^-?\d{1,13}(\.\d{1,2})?$/;
function like(typed: string): Sql {
  const words = sql`strpos(lower(l.counterparty || ' ' || l.reference), lower(${typed})) > 0`;
  return AMOUNT.test(typed) ? sql`(abs(l.amount) = abs(${typed}::numeric) or ${words})` : words;
}

export const bankLines = defineList<BankLineFilter, Found>({
  table: 'bank_line',
  as: 'l',
  filters: {
    id: is(sql`l.id`),
    accountId: is(sql`l.account_id`),
    state: (state) => (state === 'open' ? sql`(l.match_id is null and not l.reversed)` : sql`l.match_id is not null`),
    ruleId: (ruleId) =>
      sql`exists (select from bank_match r where r.company_id = ${sql.company} and r.id = l.match_id and r.rule_id = ${ruleId})`,
    from: (day) => sql`l.on_day >= ${day}`,
    to: (day) => sql`l.on_day <= ${day}`,
    text: like,
  },
  order: sql`l.on_day desc, l.id desc`,
  columns: sql`l.id, l.account_id, a.name as account_name, l.on_day::text as on_day, l.value_day::text as value_day,
    round(l.amount, 2)::text as amount, l.currency, l.counterparty, l.reference,
    coalesce((select case k when 'api' then regexp_replace(v, '^\\d+:', '') else v end
      from jsonb_each_text(l.external_ids) x(k, v) order by k limit 1), '') as external_id,
    round(l.balance_after, 2)::text as balance_after, l.reversed, l.match_id, m.kind as match_kind, coalesce(m.created_by, '') as matched_by,
    m.account, t.text, t.parties, o.name as pair`,
  joins: (tx) => sql`join money_account a on a.company_id = ${sql.company} and a.id = l.account_id
    left join bank_match m on m.company_id = ${sql.company} and m.id = l.match_id
    left join lateral (select min(e.text) filter (where x.account = 'cash') as text, string_agg(distinct nullif(x.name, ''), ', ') as parties
      from bank_match_item i
      cross join lateral (select l.entry_id, l.account, case when l.account = 'cash' or (l.party_kind = 'shop' and not ${inShops(tx, sql`l.party_id`)}) then '' else ${PARTY_NAME} end as name
        from ledger_line l ${PARTY_JOINS} where l.company_id = ${sql.company} and l.id = i.ledger_line_id) x
      join ledger_entry e on e.company_id = ${sql.company} and e.id = x.entry_id
      where i.company_id = ${sql.company} and i.match_id = l.match_id and i.line_id = l.id) t on true
    left join lateral (select oa.name from bank_line ol join money_account oa on oa.company_id = ${sql.company} and oa.id = ol.account_id
      where m.kind in ('transfer', 'exchange') and ol.company_id = ${sql.company} and ol.match_id = l.match_id and ol.account_id <> l.account_id limit 1) o on true`,
  missing: 'finance.bank.lineGone',
});

/** With what it is matched with, in the reader's language. */
export function shownLine(language: Language, { account, text, parties, pair, ...row }: Found): BankLineRow {
  const what = account
    ? say(language, `finance.account.${account}`)
    : text
      ? say(language, `finance.entry.${text}`)
      : '';
  return { ...row, matchedWith: [what, parties, pair].filter(Boolean).join(' · ') };
}

export async function linePage(tx: Tx, language: Language, query: BankLineFilter & { page: number; pageSize: number }) {
  const { rows, ...total } = await bankLines.page(tx, query);
  return { rows: rows.map((row) => shownLine(language, row)), ...total };
}

export const lineTabs = (tx: Tx, accountId: number | undefined) =>
  bankLines.tabs(tx, tabFor('state', BANK_LINE_STATES), accountId === undefined ? {} : { accountId });

export const lineExport = exportOf(bankLines, {
  name: 'finance.bankLines',
  title: ['银行流水', 'Statement lines'],
  filter: bankLineFilter,
  columns: [
    { title: ['资金账户', 'Money account'], width: 20, value: (row) => row.accountName },
    { title: ['日期', 'Date'], width: 12, value: (row) => row.onDay },
    { title: ['起息日', 'Value date'], width: 12, value: (row) => row.valueDay },
    { title: ['金额', 'Amount'], width: 14, value: (row) => ({ number: new Decimal(row.amount).toFixed(2) }) },
    { title: ['币种', 'Currency'], width: 8, value: (row) => row.currency },
    { title: ['对方', 'Counterparty'], width: 24, value: (row) => row.counterparty },
    { title: ['摘要', 'Reference'], width: 40, value: (row) => row.reference },
    {
      title: ['余额', 'Balance'],
      width: 14,
      value: (row) => (row.balanceAfter === null ? null : { number: row.balanceAfter }),
    },
    {
      title: ['匹配', 'Match'],
      width: 14,
      value: (row, ctx) => (row.matchKind ? say(ctx.language, `finance.bank.kind.${row.matchKind}`) : ''),
    },
    { title: ['匹配对象', 'Matched with'], width: 30, value: (row, ctx) => shownLine(ctx.language, row).matchedWith },
  ],
});
