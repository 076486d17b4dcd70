import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type {
  monthBalances as balancesCall,
  monthEntries as entriesCall,
  monthFigures as figuresCall,
  getMonth as getCall,
  lateEntries as lateCall,
  listMonths as listCall,
  MonthFigure,
  MonthRow,
} from '@tradewind/contract/finance/closing.ts';
import { settingOf } from '../../../core/company-settings.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { countOf } from '../../../core/database/statement.ts';
import { notFound } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { say } from '../../../core/text/texts.ts';
import { companyOf } from '../../company/public.ts';
import { nextMonth } from '../ledger/periods.ts';
import { LINE_COLUMNS, LINE_JOINS, type LineRow, shownLine } from '../profit/lines.queries.ts';
import { ACCOUNT_ORDER, type AccountSums, figuresOf, kindOf, profitOf, sumsOf } from './figures.ts';
import { closeItems } from './items.ts';
import { SECOND_PERSON } from './months.ts';
import { assertCosts, visibleShops } from './whole.ts';

/** At the wire a month is 2026-11, in the database its first day. */
export const firstDay = (month: string): string => `${month}-01`;
const two = (amount: string | undefined): string => new Decimal(amount ?? 0).toFixed(2);
const skip = ({ page, pageSize }: { page: number; pageSize: number }) => (page - 1) * pageSize;
const accountName = (ctx: Ctx, account: string) => say(ctx.language, `finance.account.${account}`);

interface MonthDb {
  month: string;
  state: MonthRow['state'];
  version: number;
  changedAt: Date | null;
  changedBy: string;
  late: number;
  ready: boolean;
}
const MONTH = sql`p.month, p.state, p.version, p.changed_at, p.changed_by,
  (select count(*)::int from ledger_entry e where e.company_id = ${sql.company} and e.event_day >= p.month
    and e.event_day < p.month + interval '1 month') as late,
  not exists (select 1 from finance_close c where c.company_id = ${sql.company} and c.month = p.month and c.figures_at is null) as ready`;

const shownMonth = ({ month, changedAt, changedBy, ...row }: MonthDb): MonthRow => ({
  ...row,
  month: month.slice(0, 7),
  changedAt: changedBy === '' ? null : (changedAt?.toISOString() ?? null),
  changedBy,
});

export async function listMonths(tx: Tx, input: ParsedOf<typeof listCall>): Promise<ResultOf<typeof listCall>> {
  const from = sql`from finance_period p where p.company_id = ${sql.company}`;
  const [rows, total] = await Promise.all([
    tx.rows<MonthDb>(sql`select ${MONTH} ${from} order by p.month desc limit ${input.pageSize} offset ${skip(input)}`),
    countOf(tx, from),
  ]);
  return { rows: rows.map(shownMonth), ...total };
}

interface VersionDb {
  version: number;
  closedAt: Date;
  closedBy: string;
  figuresAt: Date | null;
  lines: number;
  digest: string;
  reopenReason: string | null;
  reopenUser: number | null;
  reopenBy: string | null;
  reopenAt: Date | null;
  confirmedBy: string | null;
  confirmedAt: Date | null;
}

/** @throws notFound */
async function periodOf(tx: Tx, month: string): Promise<MonthDb> {
  const row = await tx.row<MonthDb>(sql`select ${MONTH} from finance_period p
    where p.company_id = ${sql.company} and p.month = ${month}::date`);
  if (!row) throw notFound('finance.closing.noMonth', { month: month.slice(0, 7) });
  return row;
}

export async function getMonth(tx: Tx, ctx: Ctx, month: string): Promise<ResultOf<typeof getCall>> {
  assertCosts(ctx);
  const period = await periodOf(tx, month);
  const { baseCurrency } = await companyOf(tx);
  const versions =
    await tx.rows<VersionDb>(sql`select version, closed_at, closed_by, figures_at, lines, digest, reopen_reason,
      reopen_user, reopen_by, reopen_at, confirmed_by, confirmed_at
    from finance_close where company_id = ${sql.company} and month = ${month}::date order by version desc limit 100`);
  const earlier = await tx.row<{ month: string }>(sql`select month from finance_period
    where company_id = ${sql.company} and month < ${month}::date and state <> 'closed' order by month limit 1`);
  const next = period.state === 'closed' ? period.version : period.version + 1;
  return {
    ...shownMonth(period),
    currency: baseCurrency,
    secondPerson: await settingOf(tx, SECOND_PERSON),
    closeFirst: period.state === 'closed' ? null : (earlier?.month.slice(0, 7) ?? null),
    items: await closeItems(tx, month, next, ctx.language),
    versions: versions.map(({ closedAt, figuresAt, reopenReason, reopenUser, reopenBy, reopenAt, ...row }) => ({
      version: row.version,
      closedBy: row.closedBy,
      lines: row.lines,
      digest: row.digest,
      closedAt: closedAt.toISOString(),
      figuresAt: figuresAt?.toISOString() ?? null,
      reopen: reopenAt && {
        reason: reopenReason ?? '',
        by: reopenBy ?? '',
        byMe: reopenUser === ctx.actor.userId,
        at: reopenAt.toISOString(),
        confirmedBy: row.confirmedBy,
        confirmedAt: row.confirmedAt?.toISOString() ?? null,
      },
    })),
  };
}

/** The version that a closed month shows by itself; null: the ledger. @throws notFound for a version without figures */
async function versionOf(tx: Tx, month: string, desired: number | undefined): Promise<number | null> {
  const row = await tx.row<{ version: number }>(sql`select c.version from finance_close c
    join finance_period p on p.company_id = c.company_id and p.month = c.month
    where c.company_id = ${sql.company} and c.month = ${month}::date and c.figures_at is not null
      and ${desired === undefined ? sql`p.state = 'closed' and c.version = p.version` : sql`c.version = ${desired}`}`);
  if (desired !== undefined && !row) throw notFound('finance.closing.noVersion', { version: desired });
  return row?.version ?? null;
}

const monthBefore = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 2, 1)).toISOString().slice(0, 10);

export async function monthFigures(
  tx: Tx,
  ctx: Ctx,
  input: ParsedOf<typeof figuresCall>,
): Promise<ResultOf<typeof figuresCall>> {
  assertCosts(ctx);
  const month = firstDay(input.month);
  const { baseCurrency } = await companyOf(tx);
  const version = await versionOf(tx, month, input.version);
  const compare = input.compare === undefined ? null : await versionOf(tx, month, input.compare);
  const last = monthBefore(month);
  const now = await sumsOf(tx, ctx, month, version);
  const before = await sumsOf(tx, ctx, last, await versionOf(tx, last, undefined));
  const other = compare === null ? null : await sumsOf(tx, ctx, month, compare);
  const known = new Set([...now.keys(), ...before.keys(), ...(other?.keys() ?? [])]);
  return {
    currency: baseCurrency,
    version,
    compare,
    rows: ACCOUNT_ORDER.filter((account) => known.has(account)).map((account) =>
      shownFigure(ctx, account, now.get(account), before.get(account), other && (other.get(account) ?? NONE)),
    ),
    profit: profitOf(now),
    profitBefore: profitOf(before),
    otherProfit: other && profitOf(other),
  };
}

const NONE: AccountSums = { movement: '0', closing: '0' };
function shownFigure(
  ctx: Ctx,
  account: string,
  now: AccountSums = NONE,
  before: AccountSums = NONE,
  other: AccountSums | null = null,
): MonthFigure {
  return {
    account,
    accountName: accountName(ctx, account),
    kind: kindOf(account),
    movement: two(now.movement),
    before: two(before.movement),
    opening: new Decimal(now.closing).minus(now.movement).toFixed(2),
    closing: two(now.closing),
    otherMovement: other && two(other.movement),
    otherClosing: other && two(other.closing),
  };
}

/** Names of the parties of figures. */
export const PARTY_NAME = sql`coalesce(case f.party_kind
    when 'shop' then (select name from shop where company_id = ${sql.company} and id = f.party_id)
    when 'carrier_account' then (select name from carrier_account where company_id = ${sql.company} and id = f.party_id)
    when 'warehouse' then (select name from warehouse where company_id = ${sql.company} and id = f.party_id)
    when 'wholesale_customer' then (select name from wholesale_customer where company_id = ${sql.company} and id = f.party_id)
    when 'supplier' then (select coalesce(nullif(name_zh, ''), name_en) from supplier where company_id = ${sql.company} and id = f.party_id)
    when 'money_account' then (select name from money_account where company_id = ${sql.company} and id = f.party_id)
    when 'member' then (select name from user_account where company_id = ${sql.company} and id = f.party_id)
  end, '')`;

/** The figures of a month by party, shop and currency, in the actor's shops. */
export async function balancesFrom(tx: Tx, ctx: Ctx, month: string, version: number | undefined): Promise<Sql> {
  const figures = await figuresOf(tx, month, await versionOf(tx, month, version));
  return sql`from (${figures}) f left join shop s on s.company_id = ${sql.company} and s.id = f.shop_id
    where ${(await visibleShops(tx, ctx))(sql`f.shop_id`)}`;
}

type Balance = ResultOf<typeof balancesCall>['rows'][number];
export async function monthBalances(
  tx: Tx,
  ctx: Ctx,
  input: ParsedOf<typeof balancesCall>,
): Promise<ResultOf<typeof balancesCall>> {
  assertCosts(ctx);
  const from = sql`${await balancesFrom(tx, ctx, firstDay(input.month), input.version)} and f.account = ${input.account}
    and (f.movement <> 0 or f.closing <> 0 or f.movement_base <> 0 or f.closing_base <> 0)`;
  const rows =
    await tx.rows<Balance>(sql`select f.party_kind, f.party_id, ${PARTY_NAME} as party, coalesce(s.name, '') as shop,
      f.currency, f.movement, f.movement_base, f.closing, f.closing_base ${from}
    order by abs(f.closing_base) desc, f.party_kind, f.party_id, f.shop_id, f.currency
    limit ${input.pageSize} offset ${skip(input)}`);
  return {
    rows: rows.map((row) => ({
      ...row,
      movement: two(row.movement),
      movementBase: two(row.movementBase),
      closing: two(row.closing),
      closingBase: two(row.closingBase),
    })),
    ...(await countOf(tx, from)),
  };
}

/** The lines behind a figure of an account. */
export async function monthEntries(
  tx: Tx,
  ctx: Ctx,
  input: ParsedOf<typeof entriesCall>,
): Promise<ResultOf<typeof entriesCall>> {
  assertCosts(ctx);
  const month = firstDay(input.month);
  const { baseCurrency } = await companyOf(tx);
  const since =
    input.of === 'since'
      ? sql`and e.id > (select last_entry from finance_close where company_id = ${sql.company}
      and month = ${month}::date and version = ${input.version ?? 1})`
      : sql.empty;
  const begin = input.of === 'closing' ? sql.empty : sql`and e.on_day >= ${month}::date`;
  const where = sql`where e.company_id = ${sql.company} ${begin} and e.on_day < ${nextMonth(month)}::date ${since}
    and l.account = ${input.account} and ${(await visibleShops(tx, ctx))(sql`l.shop_id`)}`;
  const lines = sql`from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id ${where}`;
  const sums = await tx.row<{ total: number; sum: string }>(
    sql`select count(*)::int as total, coalesce(sum(l.base_amount), 0) as sum ${lines}`,
  );
  const rows = await tx.rows<LineRow>(sql`select ${LINE_COLUMNS} from ledger_entry e ${LINE_JOINS} ${where}
    order by e.on_day desc, e.id desc, l.id limit ${input.pageSize} offset ${skip(input)}`);
  return {
    rows: rows.map((row) => shownLine(ctx.language, row)),
    total: sums?.total ?? 0,
    totalExact: true,
    currency: baseCurrency,
    sum: two(sums?.sum),
  };
}

type Late = Omit<ResultOf<typeof lateCall>['rows'][number], 'at'> & { at: Date };
export async function lateEntries(
  tx: Tx,
  ctx: Ctx,
  input: ParsedOf<typeof lateCall>,
): Promise<ResultOf<typeof lateCall>> {
  assertCosts(ctx);
  const month = firstDay(input.month);
  const visible = await visibleShops(tx, ctx);
  const mine = sql`exists (select 1 from ledger_line l where l.company_id = ${sql.company} and l.entry_id = e.id
    and ${visible(sql`l.shop_id`)})`;
  const from = sql`from ledger_entry e left join sales_order o on o.company_id = e.company_id and o.id = e.order_id
    where e.company_id = ${sql.company} and e.event_day >= ${month}::date and e.event_day < ${nextMonth(month)}::date and ${mine}`;
  const rows =
    await tx.rows<Late>(sql`select e.id as "entryId", e.event_day, e.on_day, e.text, e.doc_kind, e.doc_id, e.order_id,
      o.display_no as "orderNo", e.debit_base as amount, e.at, e.actor ${from}
    order by e.id desc limit ${input.pageSize} offset ${skip(input)}`);
  return {
    rows: rows.map((row) => ({
      ...row,
      text: say(ctx.language, `finance.entry.${row.text}`),
      amount: two(row.amount),
      at: row.at.toISOString(),
    })),
    ...(await countOf(tx, from)),
  };
}
