import type { MatchKind, MatchReason } from '@tradewind/contract/finance/banking.ts';
import { Decimal, toBase } from '../../../core/money.ts';
import type { Target } from './targets.ts';

/** An open statement line with the account that it is of. */
export interface OpenLine {
  id: number;
  accountId: number;
  accountName: string;
  tail: string;
  onDay: string;
  amount: string;
  currency: string;
  counterparty: string;
  reference: string;
}
export interface Scored {
  kind: MatchKind;
  score: number;
  reasons: { reason: MatchReason; params?: Record<string, string | number> }[];
  lineIds: number[];
  targets: Target[];
  pair: OpenLine | null;
  account: 'bank_fee' | null;
  fee: string;
  clear: boolean;
}
export interface Pool {
  lines: readonly OpenLine[];
  targets: readonly Target[];
  /** By currency: to the base currency, on about these days. */
  rates: ReadonlyMap<string, string>;
}

/** A payout arrives within a week; a day early where time zones differ. */
export const PAYOUT_DAYS = { before: 1, after: 7 };
const DOCUMENT_DAYS = { before: 7, after: 7 };
const TRANSFER_DAYS = 5;
const EXCHANGE_DAYS = 3;
/** How far a bank's own rate may lie from ours. */
const EXCHANGE_SPREAD = 0.03;
/** What a bank may keep of an amount: 1.5 percent, or up to 40 of its currency where that is no more than a tenth. */
export function feeLimit(amount: string): Decimal {
  const size = new Decimal(amount).abs();
  return Decimal.max(size.times(0.015), Decimal.min(40, size.times(0.1)));
}
/** From here on a suggestion is confirmed together with others. */
export const SURE = 90;
/** Two that lie closer than this are not clear. */
const NEAR = 15;
const MOST = 8;
/** So many payouts are tried in sums of two and three. */
const IN_SUMS = 60;

const DAY_MS = 86_400_000;
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
const inside = (days: number, { before, after }: { before: number; after: number }) => days >= -before && days <= after;
const sameSign = (a: string, b: string) => a.startsWith('-') === b.startsWith('-');
const abs = (amount: string) => new Decimal(amount).abs();
const words = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
/** Long enough not to stand in other words by chance. */
const names = (line: OpenLine, name: string) =>
  words(name).length >= (/\p{Script=Han}/u.test(name) ? 2 : 3) &&
  words(`${line.counterparty} ${line.reference}`).includes(words(name));

const FEE_WORDS = /\b(fee|fees|charge|charges|commission|wire fee|service charge)\b|手续费|工本费|服务费|年费|管理费/i;
const MOVE_WORDS =
  /\b(transfer|exchange|conversion|convert|fx|forex|internal|withdraw(al)?|top ?up)\b|转账|划转|调拨|结汇|购汇|换汇|兑换|提现|内部/i;

type Reason = Scored['reasons'][number];
function points(reasons: readonly Reason[], days: number, slow: boolean): number {
  const each: Record<MatchReason, number> = {
    ...{ exact: 50, fee: 38, sum: 45, day: 0, tail: 10, platform: 10, party: 10, number: 15, only: 15, words: 15 },
  };
  const far = Math.abs(days);
  const near = slow ? (far <= 2 ? 25 : far <= 5 ? 18 : 10) : far === 0 ? 25 : far <= 2 ? 20 : 10;
  return Math.min(
    100,
    reasons.reduce((sum, { reason }) => sum + each[reason], near),
  );
}

const made = (part: Partial<Scored> & Pick<Scored, 'kind' | 'score' | 'reasons' | 'lineIds'>): Scored => ({
  ...{ targets: [], pair: null, account: null, fee: '0.00', clear: false },
  ...part,
});

function textReasons(line: OpenLine, target: Target): Reason[] {
  return [
    ...(target.platform && names(line, target.platform) ? [{ reason: 'platform' as const }] : []),
    ...(target.party && names(line, target.party)
      ? [{ reason: 'party' as const, params: { name: target.party } }]
      : []),
    ...(target.number && names(line, target.number)
      ? [{ reason: 'number' as const, params: { name: target.number } }]
      : []),
  ];
}
const dayReason = (days: number): Reason => ({ reason: 'day', params: { days } });
const isPayout = ({ account }: Target) => account !== 'cash';
const fits = (line: OpenLine, target: Target): boolean =>
  target.currency === line.currency &&
  sameSign(target.amount, line.amount) &&
  (target.partyKind !== 'money_account' || target.partyId === line.accountId) &&
  inside(daysBetween(target.onDay, line.onDay), isPayout(target) ? PAYOUT_DAYS : DOCUMENT_DAYS);

/** No other open line and no other target has this amount in these days. */
function isOnly(line: OpenLine, target: Target, pool: Pool): boolean {
  const others = pool.targets.some(
    (one) => one.ledgerLineId !== target.ledgerLineId && fits(line, one) && new Decimal(one.amount).eq(target.amount),
  );
  return !others && !rivals(line, target, pool, [line.id]);
}
const rivals = (line: OpenLine, target: Target, pool: Pool, mine: readonly number[]) =>
  pool.lines.some(
    (one) =>
      !mine.includes(one.id) &&
      one.currency === line.currency &&
      new Decimal(one.amount).eq(line.amount) &&
      fits(one, target),
  );

const targetKind = (target: Target): MatchKind => (isPayout(target) ? 'payout' : 'document');

/** One booked amount for one line: equal, or less by what a bank keeps. */
function singles(line: OpenLine, pool: Pool): Scored[] {
  return pool.targets.flatMap((target) => {
    if (!fits(line, target)) return [];
    // What came in is less by the fee, what went out is more.
    const fee = new Decimal(target.amount).minus(line.amount);
    if (fee.isNegative() || fee.gt(feeLimit(target.amount))) return [];
    const days = daysBetween(target.onDay, line.onDay);
    const reasons: Reason[] = [
      fee.isZero() ? { reason: 'exact' } : { reason: 'fee', params: { fee: fee.toFixed(2), currency: line.currency } },
      dayReason(days),
      ...textReasons(line, target),
      ...(isOnly(line, target, pool) ? [{ reason: 'only' as const }] : []),
    ];
    const score = points(reasons, days, isPayout(target));
    return [
      made({ kind: targetKind(target), score, reasons, lineIds: [line.id], targets: [target], fee: fee.toFixed(2) }),
    ];
  });
}

/** Two or three payouts that came in one line. */
function sums(line: OpenLine, pool: Pool): Scored[] {
  const usable = pool.targets
    .filter((target) => fits(line, target) && isPayout(target) && abs(target.amount).lt(abs(line.amount)))
    .slice(0, IN_SUMS);
  const found: Target[][] = [];
  usable.forEach((first, i) => {
    usable.slice(i + 1).forEach((second, j) => {
      const two = new Decimal(first.amount).plus(second.amount);
      if (two.eq(line.amount)) found.push([first, second]);
      else if (two.abs().lt(abs(line.amount)))
        for (const third of usable.slice(i + j + 2))
          if (two.plus(third.amount).eq(line.amount)) found.push([first, second, third]);
    });
  });
  return found.slice(0, MOST).map((targets) => {
    const days = Math.max(...targets.map(({ onDay }) => Math.abs(daysBetween(onDay, line.onDay))));
    const shared = textReasons(line, targets[0] as Target).filter(({ reason }) =>
      targets.every((one) => textReasons(line, one).some((other) => other.reason === reason)),
    );
    const reasons: Reason[] = [
      { reason: 'sum', params: { count: targets.length } },
      dayReason(days),
      ...shared,
      ...(found.length === 1 ? [{ reason: 'only' as const }] : []),
    ];
    return made({ kind: 'payout', score: points(reasons, days, true), reasons, lineIds: [line.id], targets });
  });
}

/** A payout that came in two lines, of which this is one. */
function parts(line: OpenLine, pool: Pool): Scored[] {
  return pool.targets.flatMap((target) => {
    if (!isPayout(target) || !fits(line, target) || abs(target.amount).lte(abs(line.amount))) return [];
    const rest = new Decimal(target.amount).minus(line.amount);
    const others = pool.lines.filter(
      (one) => one.id !== line.id && one.accountId === line.accountId && fits(one, target) && rest.eq(one.amount),
    );
    return others.slice(0, 3).map((other) => {
      const days = Math.max(...[line, other].map(({ onDay }) => Math.abs(daysBetween(target.onDay, onDay))));
      const reasons: Reason[] = [
        { reason: 'sum', params: { count: 2 } },
        dayReason(days),
        ...textReasons(line, target),
        ...(others.length === 1 ? [{ reason: 'only' as const }] : []),
      ];
      return made({
        kind: 'payout',
        score: points(reasons, days, true),
        reasons,
        lineIds: [line.id, other.id].sort((a, b) => a - b),
        targets: [target],
      });
    });
  });
}

/** The other side of a transfer or an exchange between two accounts of the company. */
function pairs(line: OpenLine, pool: Pool): Scored[] {
  const found = pool.lines.flatMap((other) => {
    if (other.accountId === line.accountId || sameSign(other.amount, line.amount)) return [];
    const [out, into] = line.amount.startsWith('-') ? [line, other] : [other, line];
    const days = daysBetween(out.onDay, into.onDay);
    const same = out.currency === into.currency;
    if (!inside(days, { before: 1, after: same ? TRANSFER_DAYS : EXCHANGE_DAYS })) return [];
    const fee = abs(out.amount).minus(into.amount);
    if (same && (fee.isNegative() || fee.gt(feeLimit(out.amount)))) return [];
    if (!same && !likeRate(out, into, pool)) return [];
    const text = `${line.counterparty} ${line.reference} ${other.counterparty} ${other.reference}`;
    const reasons: Reason[] = [
      same && !fee.isZero()
        ? { reason: 'fee', params: { fee: fee.toFixed(2), currency: out.currency } }
        : { reason: same ? 'exact' : 'sum', params: { count: 2 } },
      dayReason(days),
      ...(MOVE_WORDS.test(text) ? [{ reason: 'words' as const }] : []),
      ...((other.tail && names(line, other.tail)) || (line.tail && names(other, line.tail))
        ? [{ reason: 'tail' as const }]
        : []),
    ];
    return [{ other, days, same, reasons, fee: same ? fee.toFixed(2) : '0.00' }];
  });
  return found.map(({ other, days, same, reasons, fee }) => {
    const all: Reason[] = found.length === 1 ? [...reasons, { reason: 'only' }] : reasons;
    const ids = [line.id, other.id].sort((a, b) => a - b);
    return made({
      kind: same ? 'transfer' : 'exchange',
      score: points(all, days, false),
      reasons: all,
      lineIds: ids,
      pair: other,
      fee,
    });
  });
}

function likeRate(out: OpenLine, into: OpenLine, { rates }: Pool): boolean {
  const [from, to] = [rates.get(out.currency), rates.get(into.currency)];
  if (!from || !to) return false;
  const [left, came] = [abs(toBase(out.amount, from)), abs(toBase(into.amount, to))];
  return !left.isZero() && left.minus(came).abs().div(left).lte(EXCHANGE_SPREAD);
}

function fees(line: OpenLine): Scored[] {
  if (!line.amount.startsWith('-') || !FEE_WORDS.test(`${line.counterparty} ${line.reference}`)) return [];
  const reasons: Reason[] = [{ reason: 'words' }];
  return [made({ kind: 'fee', score: 70, reasons, lineIds: [line.id], account: 'bank_fee' })];
}

/** What may belong to a line, best first. Pure: the same line and pool give the same answer. */
export function candidatesOf(line: OpenLine, pool: Pool): Scored[] {
  const exact = singles(line, pool);
  const some = exact.some(({ reasons }) => reasons.some(({ reason }) => reason === 'exact'))
    ? []
    : [...sums(line, pool), ...parts(line, pool)];
  const all = [...exact, ...some, ...pairs(line, pool), ...fees(line)]
    .sort((a, b) => b.score - a.score || (a.targets[0]?.ledgerLineId ?? 0) - (b.targets[0]?.ledgerLineId ?? 0))
    .slice(0, MOST);
  const [best, second] = all;
  if (best && best.score - (second?.score ?? 0) >= NEAR)
    best.clear = !best.targets.some(
      (target) => best.lineIds.length === 1 && best.targets.length === 1 && rivals(line, target, pool, best.lineIds),
    );
  return all;
}
