import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { BalanceLine, BalanceLineFilter, getBalanceEntry, listBalanceLines } from '@tradewind/contract/finance.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { COUNT_LIMIT, countAll } from '../../../core/database/statement.ts';
import { notFound } from '../../../core/errors.ts';
import { Decimal, money } from '../../../core/money.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { companyOf } from '../../company/public.ts';
import { COST_ACCOUNTS } from '../ledger/accounts.ts';
import { cents, planByDays } from './balances.queries.ts';
import { visibleDetails } from './details.queries.ts';
import { pathOf } from './documents.ts';
import { accountsFor, kindOf, partyJoins, partyName, visibleBalances } from './parties.ts';

type Shown = Omit<BalanceLine, 'at' | 'accountName'> & { at: Date };

/** One account is compared by itself: the index then gives its lines in order. */
const party = (tx: Tx, filter: BalanceLineFilter, x: Sql): Sql => {
  const accounts = accountsFor(tx, filter);
  const [only = ''] = accounts;
  return sql.and([
    sql`${x}.company_id = ${sql.company}`,
    accounts.length === 1 ? sql`${x}.account = ${only}` : sql`${x}.account = any(${arrayOf(accounts)}::text[])`,
    sql`${x}.party_kind = ${kindOf(filter.party)}`,
    sql`${x}.party_id = ${filter.partyId}`,
    sql`${x}.currency = ${filter.currency}`,
  ]);
};
const onDays = ({ from, to }: BalanceLineFilter): Sql =>
  sql.and([
    sql`true`,
    ...(from ? [sql`e.on_day >= ${from}::date`] : []),
    ...(to ? [sql`e.on_day <= ${to}::date`] : []),
  ]);
const hasDays = ({ from, to }: BalanceLineFilter) => from !== undefined || to !== undefined;
/** Lines `l` of the filter. Without days they need no entry. */
const lines = (tx: Tx, filter: BalanceLineFilter): Sql =>
  hasDays(filter)
    ? sql`from ledger_line l join ledger_entry e on e.company_id = ${sql.company} and e.id = l.entry_id
        where ${party(tx, filter, sql`l`)} and ${onDays(filter)}`
    : sql`from ledger_line l where ${party(tx, filter, sql`l`)}`;

/** The balance before the first day and after the last one. */
async function ends(tx: Tx, filter: BalanceLineFilter): Promise<{ opening: string; closing: string }> {
  planByDays(tx, filter);
  const now = await tx.row<{ sum: string }>(
    sql`select coalesce(sum(b.amount), 0)::text as sum from ledger_balance b where ${party(tx, filter, sql`b`)}`,
  );
  if (!hasDays(filter)) return { opening: '0', closing: now?.sum ?? '0' };
  const { from, to } = filter;
  const row = await tx.row<{ within: string; later: string }>(sql`
    select coalesce(sum(l.amount) filter (where ${onDays(filter)}), 0)::text as within,
      coalesce(sum(l.amount) filter (where ${to ? sql`e.on_day > ${to}::date` : sql`false`}), 0)::text as later
    from ledger_line l join ledger_entry e on e.company_id = ${sql.company} and e.id = l.entry_id
    where ${party(tx, filter, sql`l`)} and ${from ? sql`e.on_day >= ${from}::date` : sql`true`}`);
  const closing = new Decimal(now?.sum ?? 0).minus(row?.later ?? 0);
  return { opening: money(closing.minus(row?.within ?? 0)), closing: money(closing) };
}

const COLUMNS = sql`l.id, l.entry_id, e.at, e.on_day::text as on_day, e.text, e.doc_kind, e.doc_id, e.order_id,
  o.display_no as order_no, l.account, l.amount::text as amount, l.currency, l.base_amount::text as base_amount, e.actor`;
const JOINS = sql`join ledger_entry e on e.company_id = ${sql.company} and e.id = l.entry_id
  left join sales_order o on o.company_id = ${sql.company} and o.id = e.order_id`;

/**
 * Lines of one party, the last booked first. The running balance goes back from what it is in the end: only lines that
 * were booked after the page are summed.
 */
export async function balanceLineRows(
  tx: Tx,
  ctx: Pick<Ctx, 'language'>,
  filter: BalanceLineFilter,
  which: Sql,
  closing: string,
): Promise<BalanceLine[]> {
  const rows = await tx.rows<Omit<Shown, 'balance'> & { later: string }>(sql`
    with page as materialized (select l.* ${lines(tx, filter)} ${which}),
      after as (select coalesce(sum(l.amount), 0) as sum ${lines(tx, filter)} and l.id > (select max(id) from page))
    select ${COLUMNS}, after.sum::text as later from page l ${JOINS} cross join after order by l.id desc`);
  let left = new Decimal(closing).minus(rows[0]?.later ?? 0);
  return rows.map(({ later: _later, at, ...row }) => {
    const balance = cents(left.toFixed(4));
    left = left.minus(row.amount);
    return {
      ...row,
      at: at.toISOString(),
      text: say(ctx.language, `finance.entry.${row.text}`),
      accountName: say(ctx.language, `finance.account.${row.account}`),
      amount: cents(row.amount),
      baseAmount: cents(row.baseAmount),
      balance,
    };
  });
}

export const lineEnds = ends;
export const linesCount = (tx: Tx, filter: BalanceLineFilter, atMost?: number): Promise<number> =>
  atMost === undefined
    ? countAll(tx, lines(tx, filter))
    : countAll(tx, sql`from (select 1 ${lines(tx, filter)} limit ${sql.literal(atMost)}) x`);

async function nameOf(tx: Tx, ctx: Ctx, filter: BalanceLineFilter): Promise<string> {
  const row = await tx.row<{ name: string }>(sql`select ${partyName(ctx.language)} as name
    from (select ${kindOf(filter.party)}::text as party_kind, ${filter.partyId}::bigint as party_id) x ${partyJoins(sql`x`)}`);
  return row?.name ?? '';
}

export async function balanceLines(
  tx: Tx,
  ctx: Ctx,
  { page, pageSize, ...filter }: ParsedOf<typeof listBalanceLines>,
): Promise<ResultOf<typeof listBalanceLines>> {
  const { opening, closing } = await ends(tx, filter);
  const which = sql`order by l.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`;
  const rows = await balanceLineRows(tx, ctx, filter, which, closing);
  const total = await linesCount(tx, filter, COUNT_LIMIT + 1);
  return {
    rows,
    total: Math.min(total, COUNT_LIMIT),
    totalExact: total <= COUNT_LIMIT,
    name: await nameOf(tx, ctx, filter),
    opening: cents(opening),
    closing: cents(closing),
  };
}

type EntryCall = ResultOf<typeof getBalanceEntry>;
/** An entry one line of which is a balance, income or cost that the actor sees. @throws notFound finance.entryGone */
export async function balanceEntry(tx: Tx, ctx: Ctx, id: number): Promise<EntryCall> {
  const { baseCurrency } = await companyOf(tx);
  const entry = await tx.row<Omit<EntryCall, 'lines' | 'currency' | 'path' | 'at'> & { at: Date }>(sql`
    select e.id, e.on_day::text as on_day, e.event_day::text as event_day, e.at, e.text, e.doc_kind, e.doc_id, e.step, e.actor,
      e.order_id, o.display_no as order_no
    from ledger_entry e left join sales_order o on o.company_id = ${sql.company} and o.id = e.order_id
    where e.company_id = ${sql.company} and e.id = ${id} and exists (select from ledger_line l
      where l.company_id = ${sql.company} and l.entry_id = e.id
        and (${visibleBalances(tx, sql`l`)} or ${visibleDetails(tx, sql`l`)}))`);
  if (!entry) throw notFound('finance.entryGone');
  const hidden = maySee(ctx.rights, 'seeCost') ? [] : COST_ACCOUNTS;
  const lines = await tx.rows<Omit<EntryCall['lines'][number], 'accountName'>>(sql`
    select l.id, l.account, ${partyName(ctx.language)} as name, l.amount::text as amount, l.currency, l.rate::text as rate,
      l.base_amount::text as base_amount
    from ledger_line l ${partyJoins(sql`l`)} where l.company_id = ${sql.company} and l.entry_id = ${id}
      and l.account <> all(${arrayOf(hidden)}::text[]) and (l.shop_id is null or ${inShops(tx, sql`l.shop_id`)})
    order by l.id limit 500`);
  return {
    ...entry,
    at: entry.at.toISOString(),
    text: say(ctx.language, `finance.entry.${entry.text}`),
    currency: baseCurrency,
    path: await pathOf(tx, entry),
    lines: lines.map((line) => ({
      ...line,
      accountName: say(ctx.language, `finance.account.${line.account}`),
      amount: cents(line.amount),
      rate: new Decimal(line.rate).toFixed(),
      baseAmount: cents(line.baseAmount),
    })),
  };
}
