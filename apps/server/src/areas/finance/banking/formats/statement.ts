import { Decimal } from '../../../../core/money.ts';

/** A line of a statement as its file says it. */
export interface ReadLine {
  /** Its place in the file. */
  line: number;
  externalId: string | null;
  onDay: string;
  valueDay: string | null;
  /** Positive: money came in. */
  amount: string;
  currency: string | null;
  counterparty: string;
  reference: string;
  balanceAfter: string | null;
}

export interface ReadStatement {
  /** The account's number, or '' where the file does not say it. */
  account: string;
  currency: string | null;
  reference: string;
  fromDay: string | null;
  toDay: string | null;
  opening: string | null;
  closing: string | null;
  lines: ReadLine[];
}

export interface LineProblem {
  line: number;
  code: string;
  params: Record<string, string>;
}

/** The file is none of its kind, or breaks off. */
export class Unreadable extends Error {}

/** One blank between words, at most so long. */
export const squeezed = (text: string, most = 300): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, most);

const MOST = new Decimal('99999999999999');
/** @throws Unreadable */
export function amountOf(text: string): Decimal {
  const digits = text.trim().replace(/^\+/, '');
  if (!/^-?\d*\.?\d*$/.test(digits) || !/\d/.test(digits)) throw new Unreadable(`"${text}" is no amount`);
  const amount = new Decimal(digits.endsWith('.') ? digits.slice(0, -1) : digits);
  if (amount.abs().gt(MOST) || amount.decimalPlaces() > 4) throw new Unreadable(`"${text}" is no amount`);
  return amount;
}

/** @throws Unreadable if there is no such day */
export function dayFrom(year: string, month: string, day: string): string {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text || !/^(19|2[01])/.test(year))
    throw new Unreadable(`"${text}" is no day`);
  return text;
}
