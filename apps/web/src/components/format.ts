import { currentLanguage } from '../i18n.ts';

const LOCALES = { zh: 'zh-CN', en: 'en-US' } as const;
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${currentLanguage()}${JSON.stringify(options)}`;
  const known = numberFormats.get(key) ?? new Intl.NumberFormat(LOCALES[currentLanguage()], options);
  numberFormats.set(key, known);
  return known;
}

/** Exact for decimal strings of any length. */
export function formatNumber(value: number | string, digits?: { min?: number; max?: number }): string {
  const options = { minimumFractionDigits: digits?.min ?? 0, maximumFractionDigits: digits?.max ?? 6 };
  return numberFormat(options).format(value as Intl.StringNumericLiteral);
}

const NO_CENTS = new Set(['JPY', 'KRW', 'VND', 'IDR', 'CLP']);

/** 1,234.50: as many decimals as the currency has, or more if the amount has more. */
export function formatMoney(amount: number | string, currency: string): string {
  const digits = NO_CENTS.has(currency) ? 0 : 2;
  return formatNumber(amount, { min: digits, max: 6 });
}

export function formatPercent(share: number, digits = 1): string {
  return numberFormat({ style: 'percent', maximumFractionDigits: digits }).format(share);
}

/** "2026-11-21 09:30:00" in a time zone. */
export function formatInstant(instant: string | Date, timeZone: string): string {
  const key = timeZone;
  const format =
    dateFormats.get(key) ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  dateFormats.set(key, format);
  const date = typeof instant === 'string' ? new Date(instant) : instant;
  return Number.isNaN(date.getTime()) ? '' : format.format(date);
}

/** "3–6", or "3" where both are the same: the days that half, and nine of ten, parcels took at most. */
export const daysSpan = ({ p50, p90 }: { p50: number; p90: number }): string =>
  p50 === p90 ? `${p90}` : `${p50}–${p90}`;
