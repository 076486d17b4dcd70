import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import {
  DEBT_STAGES,
  type DebtStages,
  type payoutsInTransit,
  type ShopMoney,
  type settledSincePayout,
  type whereIsMoney,
} from '@tradewind/contract/finance.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { Decimal } from '../../../core/money.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';
import { shopInScope } from '../../channels/public.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { PLATFORM_DEBT } from '../ledger/accounts.ts';
import { LINE_DOC } from './booking.ts';
import { settlementLines } from './lists.ts';
import { nextPayout } from './payout-day.ts';
import { debtAccount } from './stages.ts';

interface Balance {
  shopId: number;
  shopName: string;
  platform: string;
  currency: string;
  account: string;
  amount: string;
  base: string;
}
interface Pair {
  shopId: number;
  currency: string;
}
const keyOf = ({ shopId, currency }: Pair) => `${shopId}/${currency}`;
const isZero = ({ own, base }: ShopMoney) =>
  DEBT_STAGES.every((stage) => Number(own[stage]) === 0 && Number(base[stage]) === 0);

/** What platforms owe, as far as the actor sees the shops, and when each shop is paid next in each currency. */
async function owedNow(tx: Tx) {
  const balances =
    await tx.rows<Balance>(sql`select h.id as shop_id, h.name as shop_name, h.platform, b.currency, b.account,
      sum(b.amount) as amount, sum(b.base_amount) as base
    from ledger_balance b join shop h on h.company_id = b.company_id and h.id = b.party_id
    where b.company_id = ${sql.company} and b.account = any(${arrayOf(PLATFORM_DEBT)}::text[]) and b.party_kind = 'shop'
      and ${inShops(tx, sql`b.party_id`)} group by h.id, h.name, h.platform, b.currency, b.account order by h.name, h.id, b.currency`);
  const groups = Map.groupBy(balances, keyOf);
  const pairs = [...groups.values()].flatMap(([first]) => (first ? [first] : []));
  const payouts = await payoutsOf(tx, pairs);
  const begun = await firstLines(
    tx,
    pairs.filter((pair) => !payouts.has(keyOf(pair))),
  );
  const next = new Map(
    pairs.map((pair) => {
      const paid = (payouts.get(keyOf(pair)) ?? []).map((one) => one.day);
      return [keyOf(pair), nextPayout(pair.platform, paid, begun.get(keyOf(pair)))];
    }),
  );
  return { balances, pairs, groups, payouts, next };
}

/** What platforms owe, by shop and currency, as far as the actor sees the shops. */
export async function moneyOfShops(tx: Tx): Promise<ResultOf<typeof whereIsMoney>> {
  const { baseCurrency, timeZone } = await companyOf(tx);
  const today = localDay(tx.now, timeZone);
  const { balances, pairs, groups, payouts, next: nexts } = await owedNow(tx);
  const oldest = await oldestUnsettled(tx, pairs, groups);
  const rows = pairs.map((pair): ShopMoney => {
    const { shopId, shopName, platform, currency } = pair;
    const key = keyOf(pair);
    const mine = groups.get(key) ?? [];
    const own = stagesOf(mine, (row) => row.amount);
    const paid = payouts.get(key) ?? [];
    const next = nexts.get(key);
    return {
      ...{ shopId, shopName, platform, currency, own },
      base: stagesOf(mine, (row) => row.base),
      lastPayoutDay: paid[0]?.day ?? null,
      lastPayoutAmount: paid[0] ? new Decimal(paid[0].amount).toFixed(2) : null,
      nextPayoutDay: next?.day ?? null,
      nextBy: next?.by ?? null,
      late: next !== undefined && next.day < today && Number(own.settled) > 0,
      oldestUnsettledDays: oldest.get(key) ?? null,
    };
  });
  return {
    currency: baseCurrency,
    rows: rows.filter((row) => row.lastPayoutDay !== null || !isZero(row)),
    sum: stagesOf(balances, (row) => row.base),
  };
}

/** A part of what a platform owes; `day`: when it is expected to be let go or paid, null where nothing says so. */
export interface HeldMoney {
  shopId: number;
  shopName: string;
  currency: string;
  account: string;
  amount: string;
  base: string;
  day: string | null;
}

/**
 * What platforms owe by the day on which it is expected: settled money with the next payout, a payout on its way now, what
 * is held back on the day that the platform names. The sums are those of `moneyOfShops`.
 */
export async function heldMoney(tx: Tx): Promise<HeldMoney[]> {
  const { timeZone } = await companyOf(tx);
  const today = localDay(tx.now, timeZone);
  const { balances, next } = await owedNow(tx);
  const named = await tx.rows<Pair & { day: string; amount: string }>(sql`
    select h.shop_id, h.currency, ${dayOf(sql`h.until`)} as day, sum(h.amount) as amount from settlement_held h
    where h.company_id = ${sql.company} and h.released_at is null and h.until is not null and ${inShops(tx, sql`h.shop_id`)}
    group by 1, 2, 3 having sum(h.amount) <> 0 order by 1, 2, 3`);
  const byPair = Map.groupBy(named, keyOf);
  return balances.flatMap(({ platform: _platform, ...row }): HeldMoney[] => {
    if (row.account === debtAccount('inTransit')) return [{ ...row, day: today }];
    if (row.account === debtAccount('settled')) return [{ ...row, day: next.get(keyOf(row))?.day ?? null }];
    if (row.account !== debtAccount('deferred')) return [{ ...row, day: null }];
    return byDay(row, byPair.get(keyOf(row)) ?? []);
  });
}

/** A balance by the days named for its parts; the rest has none. The amounts in base currency sum to the whole one. */
function byDay(row: Omit<HeldMoney, 'day'>, parts: readonly { day: string; amount: string }[]): HeldMoney[] {
  const whole = new Decimal(row.amount);
  const dated = whole.isZero()
    ? []
    : parts.map(({ day, amount }) => ({
        ...{ ...row, day, amount },
        base: new Decimal(row.base).mul(amount).div(whole).toDecimalPlaces(4).toFixed(),
      }));
  const rest = (of: 'amount' | 'base') =>
    dated.reduce((left, one) => left.minus(one[of]), new Decimal(row[of])).toFixed();
  return [...dated, { ...row, amount: rest('amount'), base: rest('base'), day: null }];
}

function stagesOf(rows: readonly Balance[], of: (row: Balance) => string): DebtStages {
  const sum = (accounts: readonly string[]) =>
    rows
      .filter((row) => accounts.includes(row.account))
      .reduce((all, row) => all.plus(of(row)), new Decimal(0))
      .toFixed(2);
  return {
    unsettled: sum([debtAccount('unsettled')]),
    deferred: sum([debtAccount('deferred')]),
    settled: sum([debtAccount('settled')]),
    reserve: sum([debtAccount('reserve')]),
    inTransit: sum([debtAccount('inTransit')]),
    total: sum(PLATFORM_DEBT),
  };
}

const PAYOUTS_LOOKED_AT = 6;
/** Some platforms pay in several parts on a day. */
const PARTS_READ = 100;
/** The last days on which each shop was paid in each currency, with what came, newest first. */
async function payoutsOf(tx: Tx, pairs: readonly Pair[]): Promise<Map<string, { day: string; amount: string }[]>> {
  const rows = await tx.rows<Pair & { day: string; amount: string }>(sql`
    select w."shopId" as shop_id, w.currency, p.day, p.amount
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as w("shopId" bigint, currency text)
    cross join lateral (select x.day, -sum(x.amount) as amount from (
        select ${dayOf(sql`l.posted_at`)} as day, l.amount from settlement_line l where l.company_id = ${sql.company} and l.shop_id = w."shopId"
          and l.currency = w.currency and l.kind = 'payout' order by l.posted_at desc limit ${PARTS_READ}) x
      group by x.day having sum(x.amount) < 0 order by x.day desc limit ${PAYOUTS_LOOKED_AT}) p`);
  return Map.groupBy(rows, keyOf);
}

/** The day of each shop's first line in a currency. */
async function firstLines(tx: Tx, pairs: readonly Pair[]): Promise<Map<string, string>> {
  if (pairs.length === 0) return new Map();
  const rows = await tx.rows<
    Pair & { day: string }
  >(sql`select w."shopId" as shop_id, w.currency, ${dayOf(sql`f.posted_at`)} as day
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as w("shopId" bigint, currency text)
    cross join lateral (select l.posted_at from settlement_line l where l.company_id = ${sql.company} and l.shop_id = w."shopId"
      and l.currency = w.currency order by l.posted_at limit 1) f`);
  return new Map(rows.map((row) => [keyOf(row), row.day]));
}

/**
 * The age of each shop's oldest order that is not settled. Where a shop is owed in one currency only, its index has it;
 * otherwise the currency of the orders decides.
 */
async function oldestUnsettled(
  tx: Tx,
  pairs: readonly Pair[],
  groups: ReadonlyMap<string, readonly Balance[]>,
): Promise<Map<string, number>> {
  const owed = pairs.filter((pair) =>
    groups.get(keyOf(pair))?.some((row) => row.account === debtAccount('unsettled') && Number(row.base) !== 0),
  );
  const currencies = Map.groupBy(owed, (pair) => pair.shopId);
  const desired = owed.map(({ shopId, currency }) => ({
    shopId,
    currency,
    alone: currencies.get(shopId)?.length === 1,
  }));
  if (desired.length === 0) return new Map();
  const rows = await tx.rows<
    Pair & { days: number }
  >(sql`select w."shopId" as shop_id, w.currency, ${dayOf(sql`${tx.now}`)} - f.on_day as days
    from jsonb_to_recordset(${JSON.stringify(desired)}::jsonb) as w("shopId" bigint, currency text, alone boolean)
    cross join lateral (select p.on_day from order_profit p where p.company_id = ${sql.company} and p.shop_id = w."shopId" and p.unsettled <> 0
      and (w.alone or (select o.currency from sales_order o where o.company_id = ${sql.company} and o.id = p.order_id) = w.currency)
      order by p.on_day limit 1) f`);
  return new Map(rows.map((row) => [keyOf(row), row.days]));
}

/** The settled balance of a shop: what was left at its last payout, and the lines since. */
export async function sincePayout(
  tx: Tx,
  { shopId, currency }: ParsedOf<typeof settledSincePayout>,
): Promise<ResultOf<typeof settledSincePayout>> {
  await shopInScope(tx, tx, shopId);
  const balance = await balanceOf(tx, { shopId, currency }, debtAccount('settled'));
  const paid = await tx.row<{
    at: Date;
  }>(sql`select posted_at as at from settlement_line where company_id = ${sql.company}
    and shop_id = ${shopId} and currency = ${currency} and kind = 'payout' order by posted_at desc limit 1`);
  const after = paid?.at.toISOString();
  const since = await tx.row<{ lines: number; amount: string }>(sql`
    select count(*)::int as lines, coalesce(sum(l.amount), 0) as amount from settlement_line l
    where ${settlementLines.where(tx, { shopIds: [shopId], currency, after })}`);
  const amount = new Decimal(since?.amount ?? 0);
  return {
    balance: balance.toFixed(2),
    carried: balance.minus(amount).toFixed(2),
    lines: since?.lines ?? 0,
    amount: amount.toFixed(2),
    since: after ?? null,
  };
}

async function balanceOf(tx: Tx, { shopId, currency }: Pair, account: string): Promise<Decimal> {
  const row = await tx.row<{ amount: string }>(sql`select coalesce(sum(amount), 0) as amount from ledger_balance
    where company_id = ${sql.company} and account = ${account} and party_kind = 'shop' and party_id = ${shopId} and currency = ${currency}`);
  return new Decimal(row?.amount ?? 0);
}

const PAYOUTS_SHOWN = 200;
interface Payout {
  docKind: string;
  docId: number;
  onDay: string;
  days: number;
  amount: string;
  number: string | null;
}
/** Payouts that are not received yet: of what is received the oldest ones were paid. */
export async function inTransit(
  tx: Tx,
  pair: ParsedOf<typeof payoutsInTransit>,
): Promise<ResultOf<typeof payoutsInTransit>> {
  await shopInScope(tx, tx, pair.shopId);
  const account = debtAccount('inTransit');
  const balance = await balanceOf(tx, pair, account);
  const payouts = await tx.rows<Payout>(sql`select x.*, l.settlement_id as number from (
      select e.doc_kind, e.doc_id, min(e.on_day) as on_day, ${dayOf(sql`${tx.now}`)} - min(e.on_day) as days, sum(l.amount) as amount
      from ledger_line l join ledger_entry e on e.company_id = ${sql.company} and e.id = l.entry_id
      where l.company_id = ${sql.company} and l.account = ${account} and l.party_kind = 'shop' and l.party_id = ${pair.shopId} and l.currency = ${pair.currency}
      group by 1, 2 having sum(l.amount) > 0 order by 3 desc, 2 desc limit ${PAYOUTS_SHOWN}) x
    left join settlement_line l on x.doc_kind = ${LINE_DOC} and l.company_id = ${sql.company} and l.id = x.doc_id order by x.on_day desc, x.doc_id desc`);
  let left = balance;
  const rows: ResultOf<typeof payoutsInTransit>['rows'] = [];
  for (const { docKind, docId, onDay, days, amount, number } of payouts) {
    if (left.lte(0)) break;
    const open = Decimal.min(left, amount);
    left = left.minus(open);
    rows.push({
      ...{ number, onDay, days, lineId: docKind === LINE_DOC ? docId : null },
      ...{ amount: new Decimal(amount).toFixed(2), open: open.toFixed(2) },
    });
  }
  return { balance: balance.toFixed(2), rows };
}
