import { decimal } from '../money.ts';
import { Unfit } from '../read.ts';
import type { Decimal, Instant } from '../types.ts';
import { instantIn } from '../zones.ts';

/** What the rows of one file have in common; undefined while nothing shows it. */
export interface Style {
  decimal?: '.' | ',' | undefined;
  dateOrder?: 'mdy' | 'dmy' | undefined;
  /** Of times that name no zone; UTC otherwise. */
  zone?: string | undefined;
}

const NOTHING = new Set(['', '-', '--', '—', 'n/a', 'N/A', 'null']);
export const isNothing = (cell: string): boolean => NOTHING.has(cell);

const PLAIN = /^-?\d+(\.\d{1,2}|\.\d{4,})?$/;
const SPACES = /[\s\u00a0\u202f'’]/g;

/** An amount in parts: its sign, its digits with their separators. */
function taken(cell: string): { negative: boolean; body: string } | undefined {
  let text = cell.trim().replaceAll('\u2212', '-');
  let negative = false;
  const bracketed = /^\((.*)\)$/.exec(text);
  if (bracketed) {
    negative = true;
    text = (bracketed[1] ?? '').trim();
  }
  // A currency before or after: $, €, US$, USD.
  const found =
    /^([+-]?)\s*(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3})?\s*([+-]?)([\d.,\s\u00a0\u202f'’]*\d)(-?)\s*(?:\p{Sc}|[A-Z]{3})?$/u.exec(
      text,
    );
  if (!found) return undefined;
  const [, before, inner, body = '', after] = found;
  const signs = [before, inner, after].filter((sign) => sign === '-' || sign === '+');
  if (signs.length > 1 || (negative && signs.length > 0)) return undefined;
  return { negative: negative || signs[0] === '-', body: body.replace(SPACES, '') };
}

/** The sign before the decimals, as far as the digits alone show it. */
function decimalSign(body: string): '.' | ',' | 'none' | 'either' {
  const last = Math.max(body.lastIndexOf('.'), body.lastIndexOf(','));
  if (last < 0) return 'none';
  const sign = body.charAt(last) as '.' | ',';
  const other = sign === '.' ? ',' : '.';
  if (body.includes(other)) return sign;
  if (body.indexOf(sign) !== last) return other;
  const [whole = '', decimals = ''] = [body.slice(0, last), body.slice(last + 1)];
  return decimals.length !== 3 || whole.length > 3 || whole === '' || whole.startsWith('0') ? sign : 'either';
}

/** Whole units without separators, or in groups of three (in India of two before the last). */
const grouped = (whole: string, sign: string): boolean =>
  /^\d*$/.test(whole) || whole.split(sign).every((part, at, all) => groupFits(part, at === 0, at === all.length - 1));
const groupFits = (part: string, first: boolean, last: boolean): boolean =>
  /^\d+$/.test(part) && (first ? part.length <= 3 : last ? part.length === 3 : part.length === 3 || part.length === 2);

/** @throws Unfit where it is no amount, or may be two */
export function amountOf(cell: string, column: string, style: Style): Decimal {
  if (PLAIN.test(cell)) return decimal(cell);
  const read = taken(cell);
  if (!read) throw new Unfit(column, `${cell} is no amount`);
  const { negative, body } = read;
  const shown = decimalSign(body);
  const sign = shown === 'either' ? style.decimal : shown;
  if (sign === undefined) throw new Unfit(column, `${cell} may have decimals or not, and no amount of the file tells`);
  const at = sign === 'none' ? -1 : body.lastIndexOf(sign);
  const [whole, decimals] = at < 0 ? [body, ''] : [body.slice(0, at), body.slice(at + 1)];
  if (!grouped(whole, sign === ',' ? '.' : ',') || !/^\d*$/.test(decimals))
    throw new Unfit(column, `${cell} is no amount`);
  const digits = whole.replace(/[.,]/g, '') || '0';
  return decimal(`${negative ? '-' : ''}${digits}${decimals === '' ? '' : `.${decimals}`}`);
}

const MONTHS: Readonly<Record<string, number>> = {
  ...{ jan: 1, feb: 2, mar: 3, mär: 3, apr: 4, may: 5, mai: 5, jun: 6 },
  ...{ jul: 7, aug: 8, sep: 9, oct: 10, okt: 10, nov: 11, dec: 12, dez: 12 },
};
/** Minutes ahead of UTC. What two places call the same (CST, IST) is not among them. */
const ZONES: Readonly<Record<string, number>> = {
  ...{ Z: 0, UTC: 0, GMT: 0, BST: 60, CET: 60, CEST: 120, MEZ: 60, MESZ: 120, EET: 120, EEST: 180 },
  ...{ PST: -480, PDT: -420, MST: -420, MDT: -360, EST: -300, EDT: -240, JST: 540, SGT: 480, AEST: 600, AEDT: 660 },
};
const TIME = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([AaPp])?\.?(?:[Mm]\.?)?\s*([A-Za-z]{1,4}|(?:GMT|UTC)?[+-]\d{1,2}:?\d{0,2})?)?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`);
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${TIME}$`);
const DAY_NAMED = new RegExp(String.raw`^(\d{1,2})[-. ]+(\p{L}{3,9})[-. ,]+(\d{4}|\d{2})${TIME}$`, 'u');
const NAMED_DAY = new RegExp(String.raw`^(\p{L}{3,9})\.? (\d{1,2}),? (\d{4})${TIME}$`, 'u');
/** A day as a spreadsheet counts it. */
const SERIAL = /^[2-7]\d{4}(\.\d+)?$/;
const SERIAL_OF_1970 = 25_569;

interface Local {
  day: string;
  /** Undefined for a day without a time. */
  time?: string;
  zone?: string | undefined;
}

const two = (part: string | number): string => String(part).padStart(2, '0');
const dayOf = (year: string, month: string | number, day: string): string =>
  `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`;

function timeOf(parts: readonly (string | undefined)[]): Pick<Local, 'time' | 'zone'> {
  const [hour, minute = '00', second = '00', half, zone] = parts;
  if (hour === undefined) return {};
  const shown = Number(hour);
  const hours = half === undefined ? shown : (shown % 12) + (/p/i.test(half) ? 12 : 0);
  return { time: `${two(hours)}:${minute}:${second}`, zone };
}

function localOf(cell: string, column: string, style: Style): Local | undefined {
  let found = YEAR_FIRST.exec(cell);
  if (found) return { day: dayOf(found[1] ?? '', found[2] ?? '', found[3] ?? ''), ...timeOf(found.slice(4)) };
  found = YEAR_LAST.exec(cell);
  if (found) {
    const [, first = '', sign, second = '', year = ''] = found;
    const order = sign === '.' ? 'dmy' : (orderOf(first, second) ?? style.dateOrder);
    if (order === undefined)
      throw new Unfit(column, `${cell} may be two days, and no day of the file tells in which order they are written`);
    const day = order === 'dmy' ? dayOf(year, second, first) : dayOf(year, first, second);
    return { day, ...timeOf(found.slice(5)) };
  }
  found = DAY_NAMED.exec(cell);
  if (found) return named(found[3], found[2], found[1], found.slice(4));
  found = NAMED_DAY.exec(cell);
  if (found) return named(found[3], found[1], found[2], found.slice(4));
  if (/^20\d{6}$/.test(cell)) return { day: dayOf(cell.slice(0, 4), cell.slice(4, 6), cell.slice(6)) };
  if (!SERIAL.test(cell)) return undefined;
  const at = new Date(Math.round((Number(cell) - SERIAL_OF_1970) * 86_400) * 1000).toISOString();
  return cell.includes('.') ? { day: at.slice(0, 10), time: at.slice(11, 19) } : { day: at.slice(0, 10) };
}

function named(year = '', month = '', day = '', time: readonly (string | undefined)[] = []): Local | undefined {
  const number = MONTHS[month.slice(0, 3).toLowerCase()];
  return number === undefined ? undefined : { day: dayOf(year, number, day), ...timeOf(time) };
}

function orderOf(first: string, second: string): 'mdy' | 'dmy' | undefined {
  if (Number(first) > 12) return 'dmy';
  return Number(second) > 12 ? 'mdy' : undefined;
}

function minutesAhead(zone: string): number | undefined {
  const known = ZONES[zone.toUpperCase()];
  if (known !== undefined) return known;
  const [, sign, hours = '', minutes = ''] = /^(?:GMT|UTC)?([+-])(\d{1,2}):?(\d{0,2})$/i.exec(zone) ?? [];
  return sign === undefined ? undefined : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

const IN_UTC = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?: ?UTC|Z|\+00:00)$/;

/** A day without a time is told as its beginning in UTC. @throws Unfit where it is no time, or may be two */
export function instantOf(cell: string, column: string, style: Style): Instant {
  const usual = IN_UTC.exec(cell);
  if (usual) {
    const at = `${usual[1]}T${usual[2]}.000Z`;
    const read = Date.parse(at);
    if (!Number.isNaN(read) && new Date(read).toISOString() === at) return at;
  }
  const local = localOf(cell.trim(), column, style);
  const noTime = () => new Unfit(column, cell === '' ? 'it is empty' : `${cell} is no time`);
  if (!local) throw noTime();
  const text = `${local.day}T${local.time ?? '00:00:00'}`;
  const at = Date.parse(`${text}Z`);
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(text)) throw noTime();
  if (local.time === undefined) return new Date(at).toISOString();
  if (local.zone === undefined) return (style.zone && instantIn(style.zone, text)) || new Date(at).toISOString();
  const ahead = minutesAhead(local.zone);
  if (ahead === undefined) throw new Unfit(column, `${cell} is in a zone that nobody knows`);
  return new Date(at - ahead * 60_000).toISOString();
}

/** The day that a cell shows: the one that is written where it names no zone. @throws Unfit as `instantOf` */
export function dayIn(cell: string, column: string, style: Style): string {
  const at = instantOf(cell, column, style);
  const local = localOf(cell.trim(), column, style);
  return local && local.zone === undefined ? local.day : at.slice(0, 10);
}

/** Gathers from all cells how the file writes amounts and days. What two cells show differently is not known. */
export function styleFinder() {
  const decimals = new Set<'.' | ','>();
  const orders = new Set<'mdy' | 'dmy'>();
  const only = <T>(known: ReadonlySet<T>): T | undefined => (known.size === 1 ? [...known][0] : undefined);
  return {
    amount(cell: string): void {
      if (cell === '' || decimals.size > 1) return;
      const body = PLAIN.test(cell) ? cell : taken(cell)?.body;
      const sign = body === undefined ? 'none' : decimalSign(body);
      if (sign === '.' || sign === ',') decimals.add(sign);
    },
    day(cell: string): void {
      if (cell === '' || orders.size > 1) return;
      const found = YEAR_LAST.exec(cell);
      const order = found && found[2] !== '.' ? orderOf(found[1] ?? '', found[3] ?? '') : undefined;
      if (order) orders.add(order);
    },
    style: (): Style => ({ decimal: only(decimals), dateOrder: only(orders) }),
  };
}
