import type { ProfitFigure } from '@tradewind/contract/finance.ts';
import { Decimal, money, toBase } from '../../../core/money.ts';
import { type Account, figureOf, type Party } from './accounts.ts';

/** Positive: debit. Negative: credit. `amount` in `currency`, at `rate` to the base currency. */
export interface Line {
  account: Account;
  partyKind?: Party;
  partyId?: number;
  amount: string;
  currency: string;
  rate: string;
  /** Only where it is known: a reversal uses the exact booked amount. */
  baseAmount?: string;
  /** What it belongs to in reports. Without a shop: that of its party or of the entry's order. */
  shopId?: number | null;
  departmentId?: number | null;
  /** Without it, income and cost of an order are divided by its products (goods-of.ts). */
  productId?: number | null;
  /** Units of the product, with the sign of the amount; `units`: the line is for all units of the order. */
  quantity?: number;
  units?: 'all' | null;
  /** Where the goods go; that of the entry's order. */
  country?: string;
}

export interface Entry {
  /** Booked once by (docKind, docId, step). */
  docKind: string;
  docId: number;
  step: string;
  /** When it happened. `book` moves it out of a closed month and keeps this day beside. */
  onDay: string;
  /** Description code, with a text in both languages. */
  text: string;
  /** The order for the profit. `sale`: its day is the booking date. */
  order?: { id: number; shopId: number; sale?: boolean };
  lines: readonly Line[];
}

export interface ReadyLine extends Required<Omit<Line, 'partyKind'>> {
  partyKind: Party | '';
}

export interface ReadyEntry extends Omit<Entry, 'lines'> {
  /** Set where the day is another than that of the event. */
  eventDay?: string;
  debitBase: string;
  creditBase: string;
  lines: readonly ReadyLine[];
}

/** An unbalanced entry is a bug of its creator. */
export class Unbalanced extends Error {}

/**
 * Balanced lines with base amounts: amounts of each currency must sum to zero; rounding remainders go to `rounding`.
 * Skips zero lines; undefined when none is left.
 */
export function ready(entry: Entry, baseCurrency: string): ReadyEntry | undefined {
  const lines = entry.lines
    .filter((line) => !new Decimal(line.amount).isZero() || (line.baseAmount && !new Decimal(line.baseAmount).isZero()))
    .map(
      (line): ReadyLine => ({
        account: line.account,
        partyKind: line.partyKind ?? '',
        partyId: line.partyId ?? 0,
        amount: money(line.amount),
        currency: line.currency,
        rate: line.rate,
        baseAmount: line.baseAmount ?? toBase(line.amount, line.rate),
        shopId: line.shopId ?? (line.partyKind === 'shop' ? line.partyId : undefined) ?? entry.order?.shopId ?? null,
        departmentId: line.departmentId ?? null,
        productId: line.productId ?? null,
        quantity: line.quantity ?? 0,
        units: line.units ?? null,
        country: line.country ?? '',
      }),
    );
  if (lines.length === 0) return undefined;
  const name = `${entry.docKind} ${entry.docId} ${entry.step}`;
  const own = lines.filter((line) => line.account !== 'rounding');
  const currencies = new Set(own.map((line) => line.currency));
  if (currencies.size === 1 && !sum(own.map((line) => line.amount)).isZero())
    throw new Unbalanced(`${name}: the amounts do not sum to zero`);
  const rest = sum(lines.map((line) => line.baseAmount));
  if (rest.abs().gt(new Decimal('0.01').times(lines.length)))
    throw new Unbalanced(`${name}: ${rest.toFixed(4)} is more than rounding`);
  if (!rest.isZero()) {
    const amount = money(rest.neg());
    lines.push({
      account: 'rounding',
      partyKind: '',
      partyId: 0,
      amount,
      currency: baseCurrency,
      rate: '1',
      baseAmount: amount,
      shopId: entry.order?.shopId ?? null,
      departmentId: null,
      productId: null,
      quantity: 0,
      units: null,
      country: '',
    });
  }
  const debit = sum(lines.map((line) => line.baseAmount).filter((base) => !base.startsWith('-')));
  return { ...entry, lines, debitBase: money(debit), creditBase: money(debit) };
}

export function sum(amounts: readonly string[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), new Decimal(0));
}

/** The reversed lines, to the cent. */
export function reversed(lines: readonly ReadyLine[]): Line[] {
  return lines.map(({ partyKind, ...line }) => ({
    ...line,
    ...(partyKind ? { partyKind } : {}),
    amount: money(new Decimal(line.amount).neg()),
    baseAmount: money(new Decimal(line.baseAmount).neg()),
    quantity: -line.quantity || 0,
  }));
}

/** The figures that an entry adds to its order. */
export function figuresOf(lines: readonly ReadyLine[]): Map<ProfitFigure, Decimal> {
  const figures = new Map<ProfitFigure, Decimal>();
  for (const line of lines) {
    const found = figureOf(line.account);
    if (!found) continue;
    const before = figures.get(found.figure) ?? new Decimal(0);
    figures.set(found.figure, before.plus(new Decimal(line.baseAmount).times(found.sign)));
  }
  return figures;
}
