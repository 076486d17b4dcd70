import { divide } from '../../money.ts';

/** UPS takes the units of the country that a parcel leaves from. */
const IMPERIAL = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP']);

/** The description is required with the code (Rating.yaml) and not looked at. */
const UNITS = {
  imperial: {
    weight: { Code: 'LBS', Description: 'Pounds' },
    length: { Code: 'IN', Description: 'Inches' },
  },
  metric: {
    weight: { Code: 'KGS', Description: 'Kilograms' },
    length: { Code: 'CM', Description: 'Centimeters' },
  },
} as const;
interface Unit {
  Code: string;
  Description: string;
}

export interface Measures {
  weight: { UnitOfMeasurement: Unit; Weight: string };
  dimensions?: { UnitOfMeasurement: Unit; Length: string; Width: string; Height: string };
}

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

/** Every fraction of an inch counts as a whole one (UPS, since 2025-08-18). */
export function inchesOf(millimetres: number): number {
  return Number(up(BigInt(Math.ceil(millimetres * 1000)), 25_400n));
}

export function measuresOf(parcel: {
  from: { country: string };
  weightGrams: number;
  lengthMm?: number;
  widthMm?: number;
  heightMm?: number;
}): Measures {
  const imperial = IMPERIAL.has(parcel.from.country);
  const sides = [parcel.lengthMm, parcel.widthMm, parcel.heightMm].filter(
    (side): side is number => side !== undefined && side > 0,
  );
  // The longest side is the length.
  const [Length, Width, Height] = sides
    .map((side) => (imperial ? inchesOf(side) : Math.ceil(side / 10)))
    .sort((a, b) => b - a)
    .map(String);
  const units = imperial ? UNITS.imperial : UNITS.metric;
  return {
    weight: {
      UnitOfMeasurement: units.weight,
      Weight: imperial ? poundsOf(parcel.weightGrams) : kilogramsOf(parcel.weightGrams),
    },
    ...(Length && Width && Height ? { dimensions: { UnitOfMeasurement: units.length, Length, Width, Height } } : {}),
  };
}

/** What UPS bills by, in grams. */
export function gramsOf(weight: string, unit: string): number | undefined {
  const factor = { LBS: '0.00220462262', KGS: '0.001', OZS: '0.0352739619' }[unit];
  return factor === undefined ? undefined : Number(divide(weight, factor, 0));
}
