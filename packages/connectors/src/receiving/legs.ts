import { isZero, magnitude, negate, sum } from '../money.ts';
import type { Decimal, Instant } from '../types.ts';
import type { LegName, LineKind, LineState, StatementLeg } from './connector.ts';

/** A line as a provider shows it: one movement, and what was taken for it. */
interface Line {
  id: string;
  at: Instant;
  status: LineState;
  rawKind: string;
  rawStatus: string;
  raw: unknown;
  valueDate?: string | undefined;
  accountId?: string | undefined;
  counterparty?: string | undefined;
  reference?: string | undefined;
}

/** One side of a line: `amount` with its sign, below zero for money that leaves. */
interface Side {
  leg: LegName;
  kind: LineKind;
  amount: Decimal;
  currency: string;
  fx?: NonNullable<StatementLeg['fx']>;
  balanceAfter?: Decimal | undefined;
}

function legOf(line: Line, side: Side): StatementLeg {
  const { id, valueDate, accountId, counterparty, reference, ...rest } = line;
  return {
    ...rest,
    externalTxnId: id,
    leg: side.leg,
    direction: side.amount.startsWith('-') ? 'OUT' : 'IN',
    kind: side.kind,
    amount: magnitude(side.amount),
    currency: side.currency,
    ...(valueDate ? { valueDate } : {}),
    ...(accountId ? { accountId } : {}),
    ...(counterparty ? { counterparty } : {}),
    ...(reference ? { reference } : {}),
    ...(side.fx ? { fx: side.fx } : {}),
    ...(side.balanceAfter === undefined ? {} : { balanceAfter: side.balanceAfter }),
  };
}

/** Of one side of an exchange: with which other currency, and the rate where it is one for a unit of what was sold. */
export function fxOf(
  side: 'FX_SELL' | 'FX_BUY',
  currency: string,
  other: string | undefined,
  rate?: Decimal,
): { fx: NonNullable<StatementLeg['fx']> } | undefined {
  if (!other) return undefined;
  const [fromCurrency, toCurrency] = side === 'FX_SELL' ? [currency, other] : [other, currency];
  return { fx: { fromCurrency, toCurrency, ...(rate ? { rate } : {}) } };
}

/** The same of a pair of currencies with its rate: units of the second for one of the first. */
export function fxOfPair(
  side: 'FX_SELL' | 'FX_BUY',
  currency: string,
  pair: string | undefined,
  rate: Decimal | undefined,
): ReturnType<typeof fxOf> {
  const [, first, second] = /^([A-Z]{3})[^A-Z]?([A-Z]{3})$/.exec(pair ?? '') ?? [];
  const other = first === currency ? second : first;
  const found = fxOf(side, currency, other);
  return found && rate && found.fx.fromCurrency === first ? { fx: { ...found.fx, rate } } : found;
}

/** What a provider took, above zero; below zero it gave it back. */
export interface Fee {
  amount: Decimal;
  currency: string;
}

/** The legs of a line. A fee of nothing makes none. */
export function legsOf(line: Line, sides: readonly Side[], fee?: Fee): StatementLeg[] {
  if (!fee || isZero(fee.amount)) return sides.map((side) => legOf(line, side));
  const { amount, currency } = fee;
  // The balance that the provider names is the one after both.
  const before = sides.map((side) =>
    legOf(line, {
      ...side,
      balanceAfter:
        side.balanceAfter === undefined || side.currency !== currency
          ? side.balanceAfter
          : sum([side.balanceAfter, amount]),
    }),
  );
  const balanceAfter = sides.find((side) => side.currency === currency)?.balanceAfter;
  return [...before, legOf(line, { leg: 'FEE', kind: 'FEE', amount: negate(amount), currency, balanceAfter })];
}

/** The amount with its sign. */
export const signed = ({ direction, amount }: Pick<StatementLeg, 'direction' | 'amount'>): Decimal =>
  direction === 'OUT' ? negate(amount) : amount;

/** By how much these legs changed each currency's balance: the successful ones count. */
export function changes(legs: readonly StatementLeg[]): Record<string, Decimal> {
  const counted = legs.filter(({ status }) => status === 'SUCCESS');
  const byCurrency = Object.entries(Object.groupBy(counted, ({ currency }) => currency));
  return Object.fromEntries(byCurrency.map(([currency, all = []]) => [currency, sum(all.map(signed))]));
}
