import { inchesOf, kilogramsOf, poundsOf } from '../units.ts';

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
