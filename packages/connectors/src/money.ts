import type { Decimal } from './types.ts';

/** Decimal strings counted with BigInt: an amount of money never becomes a float. */
const NUMBER = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

interface Fixed {
  units: bigint;
  scale: number;
}

export class NotADecimal extends Error {
  constructor(text: unknown) {
    super(`not a decimal number: ${JSON.stringify(text)?.slice(0, 60)}`);
    this.name = 'NotADecimal';
  }
}

function read(text: string): Fixed {
  const found = NUMBER.exec(text.trim());
  if (!found) throw new NotADecimal(text);
  const [, sign, whole = '', fraction = '', exponent = '0'] = found;
  let units = BigInt(whole + fraction);
  let scale = fraction.length - Number(exponent);
  if (scale < 0) {
    units *= 10n ** BigInt(-scale);
    scale = 0;
  }
  return { units: sign === '-' ? -units : units, scale };
}

function write({ units, scale }: Fixed): Decimal {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const text = scale === 0 ? whole : `${whole}.${digits.slice(digits.length - scale)}`;
  return units < 0n ? `-${text}` : text;
}

const atScale = (value: Fixed, scale: number): bigint => value.units * 10n ** BigInt(scale - value.scale);

export function isDecimal(text: string): boolean {
  return NUMBER.test(text.trim());
}

/** Plain notation, without plus sign, leading zeros or exponent; the number of decimals stays as it was said. */
export function decimal(text: string | number): Decimal {
  if (typeof text === 'number' && !Number.isSafeInteger(text)) throw new NotADecimal(text);
  return write(read(String(text)));
}

export function sum(amounts: Iterable<Decimal>): Decimal {
  let total: Fixed = { units: 0n, scale: 0 };
  for (const amount of amounts) {
    const next = read(amount);
    const scale = Math.max(total.scale, next.scale);
    total = { units: atScale(total, scale) + atScale(next, scale), scale };
  }
  return write(total);
}

export function times(amount: Decimal, factor: Decimal | number): Decimal {
  const left = read(amount);
  const right = read(decimal(factor));
  return write({ units: left.units * right.units, scale: left.scale + right.scale });
}

/** Rounded half away from zero to `places` decimals. */
export function divide(amount: Decimal, divisor: Decimal | number, places: number): Decimal {
  const top = read(amount);
  const bottom = read(decimal(divisor));
  if (bottom.units === 0n) throw new RangeError('division by zero');
  const numerator = top.units * 10n ** BigInt(places + bottom.scale);
  const denominator = bottom.units * 10n ** BigInt(top.scale);
  const negative = numerator < 0n !== denominator < 0n;
  const [n, d] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  const rounded = (n * 2n + d) / (d * 2n);
  return write({ units: negative ? -rounded : rounded, scale: places });
}

export function negate(amount: Decimal): Decimal {
  const value = read(amount);
  return write({ units: -value.units, scale: value.scale });
}

export function least(a: Decimal, b: Decimal): Decimal {
  return sum([a, negate(b)]).startsWith('-') ? a : b;
}

export function isPositive(amount: Decimal): boolean {
  return read(amount).units > 0n;
}

export function magnitude(amount: Decimal): Decimal {
  const value = read(amount);
  return write({ units: value.units < 0n ? -value.units : value.units, scale: value.scale });
}

export function isZero(amount: Decimal): boolean {
  return read(amount).units === 0n;
}

const places = new Map<string, number>();
/** Digits after the point by ISO 4217. @throws RangeError for what is no code of a currency */
export function placesOf(currency: string): number {
  let known = places.get(currency);
  if (known === undefined) {
    known = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
    places.set(currency, known);
  }
  return known;
}

/** An amount told in the currency's smallest unit: 1234 cents are "12.34", 1234 yen "1234". */
export function fromMinor(units: string | number, currency: string): Decimal {
  const places = placesOf(currency);
  const whole = read(decimal(units));
  if (whole.scale !== 0) throw new NotADecimal(units);
  return write({ units: whole.units, scale: places });
}
