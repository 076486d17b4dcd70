import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type {
  listBankStatements,
  listMoneyAccounts,
  listMoneyEntries,
  MoneyAccountRow,
  saveMoneyAccount,
} from '@tradewind/contract/finance/banking.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Language } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { countOf } from '../../../core/database/statement.ts';
import { insertRows, updateRows } from '../../../core/database/write.ts';
import { badField, notFound } from '../../../core/errors.ts';
import { hintCompany } from '../../../core/hints.ts';
import { defineList, is } from '../../../core/lists.ts';
import { Decimal, money, toBase } from '../../../core/money.ts';
import { say } from '../../../core/text/texts.ts';
import { companyOf } from '../../company/public.ts';
import { rateOn } from '../../settings/public.ts';
import type { moneyAccount } from '../finance.tables.ts';
import { book, reverse } from '../ledger/book.ts';

const saved = defineAction('finance.moneyAccountSaved', ['保存资金账户', 'Money account saved']);
const switched = defineAction('finance.moneyAccountSwitched', [
  '停用或启用资金账户',
  'Money account activated or deactivated',
]);
/** The document kind of opening balances: they are the account's own. */
const DOC = 'money_account';

const two = (column: ReturnType<typeof sql>) => sql`round(${column}, 2)::text`;
/** The opening balance that stands: reversed ones sum to nothing. */
const OPENING = sql`(select coalesce(sum(l.amount), 0) as amount, max(e.on_day) filter (where e.step not like '%:reversed')::text as on_day
  from ledger_entry e join ledger_line l on l.company_id = ${sql.company} and l.entry_id = e.id and l.account = 'cash'
  where e.company_id = ${sql.company} and e.doc_kind = ${DOC} and e.doc_id = a.id)`;

export const moneyAccounts = defineList<{ id?: number | undefined; active?: boolean | undefined }, MoneyAccountRow>({
  table: 'money_account',
  as: 'a',
  filters: { id: is(sql`a.id`), active: is(sql`a.active`) },
  order: sql`a.active desc, a.name, a.id`,
  columns: sql`a.id, a.name, a.kind, a.currency, a.holder, a.bank_name, a.tail, a.active, ${two(sql`b.amount`)} as balance,
    ${two(sql`b.base`)} as base_balance, ${two(sql`o.amount`)} as opening_amount,
    case when o.amount <> 0 then o.on_day end as opening_on, n.open as open_lines,
    ${two(sql`s.closing`)} as statement_balance, s.to_day::text as statement_on`,
  joins: sql`cross join lateral (select coalesce(sum(x.amount), 0) as amount, coalesce(sum(x.base_amount), 0) as base
      from ledger_balance x where x.company_id = ${sql.company} and x.account = 'cash' and x.party_kind = 'money_account' and x.party_id = a.id) b
    cross join lateral ${OPENING} o
    cross join lateral (select count(*)::int as open from bank_line x where x.company_id = ${sql.company} and x.account_id = a.id and x.match_id is null and not x.reversed) n
    left join lateral (select x.closing, x.to_day from bank_statement x where x.company_id = ${sql.company} and x.account_id = a.id
      and x.closing is not null order by x.to_day desc nulls last, x.id desc limit 1) s on true`,
  missing: 'finance.bank.accountGone',
});

type Page = { page: number; pageSize: number };
export async function accountPage(
  tx: Tx,
  query: ParsedOf<typeof listMoneyAccounts>,
): Promise<ResultOf<typeof listMoneyAccounts>> {
  const { baseCurrency } = await companyOf(tx);
  return { ...(await moneyAccounts.page(tx, query)), baseCurrency };
}

export interface Account {
  id: number;
  name: string;
  currency: string;
  tail: string;
  active: boolean;
}
/** @throws notFound finance.bank.accountGone */
export async function accountOf(tx: Tx, id: number): Promise<Account> {
  const found = await tx.row<Account>(
    sql`select id, name, currency, tail, active from money_account where company_id = ${sql.company} and id = ${id}`,
  );
  if (!found) throw notFound('finance.bank.accountGone');
  return found;
}

/** @throws badField name, currency, openingOn */
export async function saveAccount(tx: Tx, input: ParsedOf<typeof saveMoneyAccount>): Promise<{ id: number }> {
  const { id, idempotencyKey: _key, openingAmount, openingOn, ...row } = input;
  const there = await tx.row<{ taken: boolean; currency: string | null; used: boolean }>(sql`select
      exists (select from money_account where company_id = ${sql.company} and name = ${row.name} and id <> ${id ?? 0}) as taken,
      (select currency from money_account where company_id = ${sql.company} and id = ${id ?? 0}) as currency,
      exists (select from ledger_line where company_id = ${sql.company} and account = 'cash' and party_kind = 'money_account' and party_id = ${id ?? 0})
        or exists (select from bank_line where company_id = ${sql.company} and account_id = ${id ?? 0}) as used`);
  if (there?.taken) throw badField('name', 'finance.bank.nameTaken');
  if (id !== undefined && there?.used && there.currency !== row.currency)
    throw badField('currency', 'finance.bank.currencyStays');
  const made = await tx.row<{ id: number }>(
    id === undefined
      ? sql`${insertRows<typeof moneyAccount>('money_account', [{ ...row, createdAt: tx.now }])} returning id`
      : sql`${updateRows<typeof moneyAccount>('money_account', [{ id, ...row }])} returning money_account.id`,
  );
  if (!made) throw notFound('finance.bank.accountGone');
  await bookOpening(tx, made.id, row.currency, openingAmount, openingOn);
  hintCompany(tx, 'work');
  writeAudit(tx, [
    {
      action: saved,
      targetKind: DOC,
      targetId: made.id,
      targetName: row.name,
      detail: { ...row, openingAmount, openingOn },
    },
  ]);
  return made;
}

/** Books the opening balance against the owners' money; another one reverses the one before. */
async function bookOpening(tx: Tx, id: number, currency: string, amount: string, onDay: string | null): Promise<void> {
  await tx.rows(sql`select id from money_account where company_id = ${sql.company} and id = ${id} for update`);
  const booked = await tx.rows<{ step: string; onDay: string; amount: string; reversed: boolean }>(sql`
    select e.step, coalesce(e.event_day, e.on_day)::text as on_day, l.amount,
      exists (select from ledger_entry r where r.company_id = ${sql.company} and r.doc_kind = ${DOC} and r.doc_id = ${id}
        and r.step = e.step || ':reversed') as reversed
    from ledger_entry e join ledger_line l on l.company_id = ${sql.company} and l.entry_id = e.id and l.account = 'cash'
    where e.company_id = ${sql.company} and e.doc_kind = ${DOC} and e.doc_id = ${id} and e.step not like '%:reversed'`);
  const standing = booked.find(({ reversed }) => !reversed);
  const zero = new Decimal(amount).isZero();
  if (!zero && onDay === null) throw badField('openingOn', 'finance.bank.openingDay');
  if (standing ? new Decimal(standing.amount).eq(amount) && standing.onDay === onDay : zero) return;
  if (standing)
    await reverse(tx, [{ docKind: DOC, docId: id, step: standing.step }], standing.onDay, 'bankOpeningUndone');
  if (zero || onDay === null) return;
  const plain = { currency, rate: await rateOn(tx, currency, onDay) };
  const base = toBase(amount, plain.rate);
  await book(tx, [
    {
      ...{ docKind: DOC, docId: id, step: `opening:${booked.length + 1}`, onDay, text: 'bankOpening' },
      lines: [
        { account: 'cash', partyKind: DOC, partyId: id, amount, baseAmount: base, ...plain },
        {
          account: 'owner_equity',
          amount: money(new Decimal(amount).neg()),
          baseAmount: money(new Decimal(base).neg()),
          ...plain,
        },
      ],
    },
  ]);
}

export async function switchAccount(tx: Tx, { id, active }: { id: number; active: boolean }): Promise<void> {
  const { name } = await accountOf(tx, id);
  await tx.rows(updateRows<typeof moneyAccount>('money_account', [{ id, active }]));
  hintCompany(tx, 'work');
  writeAudit(tx, [{ action: switched, targetKind: DOC, targetId: id, targetName: name, detail: { active } }]);
}

export async function accountEntries(
  tx: Tx,
  language: Language,
  { accountId, page, pageSize }: Page & { accountId: number },
): Promise<ResultOf<typeof listMoneyEntries>> {
  await accountOf(tx, accountId);
  const from = sql`from ledger_line l where l.company_id = ${sql.company} and l.account = 'cash' and l.party_kind = 'money_account' and l.party_id = ${accountId}`;
  const rows = await tx.rows<ResultOf<typeof listMoneyEntries>['rows'][number]>(sql`
    select l.id, e.on_day::text as on_day, e.doc_kind, e.doc_id, e.text, round(l.amount, 2)::text as amount, l.currency,
      trim_scale(l.rate)::text as rate, round(l.base_amount, 2)::text as base_amount, e.actor
    from (select l.* ${from} order by l.id desc limit ${pageSize} offset ${(page - 1) * pageSize}) l
    join ledger_entry e on e.company_id = ${sql.company} and e.id = l.entry_id order by l.id desc`);
  return {
    rows: rows.map((row) => ({ ...row, text: say(language, `finance.entry.${row.text}`) })),
    ...(await countOf(tx, from)),
  };
}

export const statements = defineList<{ accountId: number }, ResultOf<typeof listBankStatements>['rows'][number]>({
  table: 'bank_statement',
  as: 's',
  filters: { accountId: is(sql`s.account_id`) },
  order: sql`s.id desc`,
  columns: sql`s.id, s.source, s.file_name, s.reference, s.from_day::text as from_day, s.to_day::text as to_day,
    ${two(sql`s.opening`)} as opening, ${two(sql`s.closing`)} as closing, ${two(sql`s.total`)} as total,
    ${two(sql`s.opening + s.total - s.closing`)} as gap, s.line_count, s.added_count, s.created_by, s.created_at`,
});

/** The money that the company has at hand, in base currency; null where nobody keeps money accounts. */
export async function moneyLeft(tx: Tx): Promise<string | null> {
  const row = await tx.row<{ accounts: number; base: string }>(sql`
    select (select count(*)::int from money_account where company_id = ${sql.company} and active) as accounts,
      coalesce(sum(b.base_amount), 0)::text as base
    from ledger_balance b join money_account a on a.company_id = ${sql.company} and a.id = b.party_id and a.active
    where b.company_id = ${sql.company} and b.account = 'cash' and b.party_kind = 'money_account'`);
  return row && row.accounts > 0 ? new Decimal(row.base).toFixed(2) : null;
}
