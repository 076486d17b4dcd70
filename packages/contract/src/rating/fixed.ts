/** Exact figures of the rating: whole millionths, so that nothing is rounded before the end. */
export type Micros = bigint;

export const ONE = 1_000_000n;

/** @param text a decimal string with up to six places, never negative */
export function micros(text: string): Micros {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * ONE + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}

/** Rounded half up to `places`. */
export function textOf(value: Micros, places: number): string {
  const unit = 10n ** BigInt(6 - places);
  const rounded = (value + unit / 2n) / unit;
  const digits = rounded.toString().padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** As `textOf`, also below zero. */
export const signedText = (value: Micros, places: number): string => {
  const text = textOf(value < 0n ? -value : value, places);
  return value < 0n && /[1-9]/.test(text) ? `-${text}` : text;
};

/** a x b, half up. */
export const times = (a: Micros, b: Micros): Micros => (a * b + ONE / 2n) / ONE;

/** Up to a multiple of `step`; 0 leaves it. */
export const upTo = (value: Micros, step: Micros): Micros =>
  step === 0n ? value : ((value + step - 1n) / step) * step;

/** Half up to a multiple of `step`. */
export const nearest = (value: Micros, step: Micros): Micros => ((value + step / 2n) / step) * step;

export const least = (a: Micros, b: Micros): Micros => (a < b ? a : b);

export function most(...values: Micros[]): Micros {
  let largest = 0n;
  for (const value of values) if (value > largest) largest = value;
  return largest;
}
