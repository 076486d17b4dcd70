import type { StatementResult } from '@tradewind/contract/finance.ts';
import { Decimal } from '../../../../core/money.ts';
import type { Item } from './items.ts';

export interface FeeLine {
  id: number;
  trackingNumber: string;
  reference: string;
  feeType: string;
  day: string;
  amount: string;
}
export interface Matched {
  id: number;
  result: StatementResult;
  /** Of the fees of ours; null: none. */
  ours: string | null;
  items: Item[];
  twiceId: number | null;
}
type Terms = { tolerancePercent: string; toleranceAmount: string };

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9\p{Script=Han}]/gu, '');
const sameKind = (line: FeeLine, item: Item) => plain(line.feeType) === plain(item.feeType);
const sameSign = (line: FeeLine, item: Item) => new Decimal(line.amount).isNegative() === item.amount.startsWith('-');
const keysOf = (line: FeeLine) => [line.reference, line.trackingNumber].filter((key) => key !== '');
/** Lines that say the same have the same text. */
const signOf = (line: FeeLine) =>
  [...keysOf(line), plain(line.feeType), new Decimal(line.amount).toFixed(4)].join('\n');
const DAYS_APART = 3;
const DAY_MS = 86_400_000;

/** The larger of both tolerances counts. */
export function within({ tolerancePercent, toleranceAmount }: Terms, theirs: string, ours: string): boolean {
  const most = Decimal.max(new Decimal(ours).abs().times(tolerancePercent).div(100), toleranceAmount);
  return new Decimal(theirs).minus(ours).abs().lte(most);
}

/**
 * Finds the fees of ours that each line accounts for, each fee for one line: by number or tracking number; of several the
 * one of the same kind and amount. A line that is the only one of a number stands for all fees of it. Fees without a
 * number are found by kind, amount and day.
 */
export function matchLines(lines: readonly FeeLine[], items: readonly Item[], terms: Terms): Matched[] {
  const byKey = new Map<string, Item[]>();
  for (const item of items) for (const key of item.keys) byKey.set(key, [...(byKey.get(key) ?? []), item]);
  const loose = Map.groupBy(
    items.filter((item) => item.outboundId === null),
    (item) => plain(item.feeType),
  );
  const firsts = new Map<string, number>();
  for (const line of lines) if (!firsts.has(signOf(line))) firsts.set(signOf(line), line.id);
  const taken = new Map<Item, number>(items.flatMap((item) => (item.lineId === null ? [] : [[item, item.lineId]])));
  const found = new Map<number, Item[]>();
  const among = (line: FeeLine): Item[] => {
    const keys = keysOf(line);
    if (keys.length > 0) return [...new Set(keys.flatMap((key) => byKey.get(key) ?? []))];
    return (loose.get(plain(line.feeType)) ?? []).filter(
      (item) => Math.abs(Date.parse(item.day) - Date.parse(line.day)) <= DAYS_APART * DAY_MS,
    );
  };
  const free = (line: FeeLine) => among(line).filter((item) => !taken.has(item) && sameSign(line, item));
  const take = (line: FeeLine, some: readonly Item[]) => {
    found.set(line.id, [...some]);
    for (const item of some) taken.set(item, line.id);
  };
  const pass = (fits: (line: FeeLine, item: Item) => boolean) => {
    for (const line of lines) {
      if (found.has(line.id)) continue;
      const item = free(line).find((one) => fits(line, one));
      if (item) take(line, [item]);
    }
  };
  const near = (line: FeeLine, item: Item) => within(terms, line.amount, item.amount);
  pass((line, item) => sameKind(line, item) && near(line, item));
  pass(near);
  takeAll(lines, found, free, take);
  pass(sameKind);
  pass((line, item) => keysOf(line).length > 0 && (line.feeType === '' || item.feeType === ''));
  return lines.map((line) =>
    resultOf(line, found.get(line.id), () => twiceOf(line, among(line), taken, firsts), terms),
  );
}

/** A line alone with its number sums up fees that we know one by one. */
function takeAll(
  lines: readonly FeeLine[],
  found: ReadonlyMap<number, Item[]>,
  free: (line: FeeLine) => Item[],
  take: (line: FeeLine, items: readonly Item[]) => void,
): void {
  const named = new Map<string, number>();
  for (const line of lines) for (const key of keysOf(line)) named.set(key, (named.get(key) ?? 0) + 1);
  for (const line of lines) {
    const keys = keysOf(line);
    if (found.has(line.id) || keys.length === 0 || keys.some((key) => named.get(key) !== 1)) continue;
    const all = free(line);
    if (all.length > 1 && !all.some((item) => sameKind(line, item))) take(line, all);
  }
}

/** The line that has the fee which this one would have: of the same number, kind and amount. */
function twiceOf(
  line: FeeLine,
  among: readonly Item[],
  taken: ReadonlyMap<Item, number>,
  firsts: ReadonlyMap<string, number>,
): number | null {
  const first = firsts.get(signOf(line));
  if (keysOf(line).length > 0 && first !== undefined && first !== line.id) return first;
  const item = among.find((one) => {
    const by = taken.get(one);
    return (
      by !== undefined &&
      by !== line.id &&
      sameSign(line, one) &&
      sameKind(line, one) &&
      new Decimal(one.amount).eq(line.amount)
    );
  });
  return item ? (taken.get(item) ?? null) : null;
}

function resultOf(
  line: FeeLine,
  items: readonly Item[] | undefined,
  twice: () => number | null,
  terms: Terms,
): Matched {
  if (!items) {
    const twiceId = twice();
    return { id: line.id, result: twiceId === null ? 'theirs' : 'duplicate', ours: null, items: [], twiceId };
  }
  const ours = items.reduce((sum, item) => sum.plus(item.amount), new Decimal(0)).toFixed(4);
  const result = within(terms, line.amount, ours) ? 'matched' : 'different';
  return { id: line.id, result, ours, items: [...items], twiceId: null };
}
