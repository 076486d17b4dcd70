import { exact } from '../../json.ts';
import type { Parcel, Piece } from '../../types.ts';
import { gramsOf as gramsOfUnit, inchesOf, kilogramsOf, poundsOf } from '../units.ts';

/** The boxes of a shipment, the first one first. */
export const piecesOf = (parcel: Parcel): readonly Piece[] => [parcel, ...(parcel.further ?? [])];

/** Pounds and inches from the United States, kilograms and centimetres from elsewhere. */
const isImperial = (country: string): boolean => country === 'US' || country === 'PR';

export const weightOf = (grams: number, country: string) =>
  isImperial(country)
    ? { units: 'LB', value: exact(poundsOf(grams)) }
    : { units: 'KG', value: exact(kilogramsOf(grams)) };

/** Whole units, rounded up; the longest side is the length. Nothing where a side is not known. */
export function sidesOf(piece: Piece, country: string) {
  const imperial = isImperial(country);
  const [length, width, height] = [piece.lengthMm, piece.widthMm, piece.heightMm]
    .filter((side): side is number => side !== undefined && side > 0)
    .map((side) => (imperial ? inchesOf(side) : Math.ceil(side / 10)))
    .sort((a, b) => b - a);
  if (!length || !width || !height) return {};
  return { dimensions: { units: imperial ? 'IN' : 'CM', length, width, height } };
}

/** What FedEx bills by, in grams. */
export const gramsOf = (weight: { units: string; value: string }): number | undefined =>
  gramsOfUnit(weight.value, `${weight.units}S`);
