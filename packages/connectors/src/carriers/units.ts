import { divide } from '../money.ts';

const up = (top: bigint, bottom: bigint): bigint => (top + bottom - 1n) / bottom;
const tenths = (count: bigint): string => (count % 10n === 0n ? `${count / 10n}` : `${count / 10n}.${count % 10n}`);

/** A pound is 453.59237 g; tenths of a pound, rounded up, at least one. */
export function poundsOf(grams: number): string {
  const count = up(BigInt(Math.ceil(grams)) * 1_000_000n, 45_359_237n);
  return tenths(count > 0n ? count : 1n);
}

/** Tenths of a kilogram, rounded up, at least one. */
export function kilogramsOf(grams: number): string {
  const count = up(BigInt(Math.ceil(grams)), 100n);
  return tenths(count > 0n ? count : 1n);
}

/** Every fraction of an inch counts as a whole one, as carriers bill (UPS since 2025-08-18). */
export function inchesOf(millimetres: number): number {
  return Number(up(BigInt(Math.ceil(millimetres * 1000)), 25_400n));
}

/** Grams of a weight in LBS, KGS or OZS; undefined for another unit. */
export function gramsOf(weight: string, unit: string): number | undefined {
  const factor = { LBS: '0.00220462262', KGS: '0.001', OZS: '0.0352739619' }[unit];
  return factor === undefined ? undefined : Number(divide(weight, factor, 0));
}
