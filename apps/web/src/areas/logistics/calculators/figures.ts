import type { TFunction } from 'i18next';

/** What a decimal field holds: text, a number, or nothing. */
export type Figure = string | number | null | undefined;
const PATTERN = /^\d{1,9}(\.\d{1,6})?$/;

/** As a decimal; `empty` where nothing is typed; undefined where it is no figure. */
export function figureOf(value: Figure, empty = '0'): string | undefined {
  if (value === null || value === undefined || value === '') return empty;
  const text = String(value);
  return PATTERN.test(text) ? text : undefined;
}

/** All of them, or undefined where one is no figure. */
export function figuresOf<K extends string>(values: Record<K, Figure>): Record<K, string> | undefined {
  const entries = Object.entries<Figure>(values).map(([key, value]) => [key, figureOf(value)] as const);
  if (entries.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(entries) as Record<K, string>;
}

export const figurePattern = (t: TFunction<'logistics'>) => ({ value: PATTERN, message: t('calculator.bad') });

const GRAMS = { metric: 1000, imperial: 453.59237 };
const MILLIMETRES = { metric: 10, imperial: 25.4 };
export type Units = keyof typeof GRAMS;
const whole = (value: string | undefined, factor: number) => Math.round(Number(value ?? 0) * factor);

/** As parcels are kept: whole grams and millimetres. Without all three sides it has none. */
export function measuredOf(units: Units, box: { weight?: Figure; length?: Figure; width?: Figure; height?: Figure }) {
  const weightGrams = whole(figureOf(box.weight), GRAMS[units]);
  const sides = [box.length, box.width, box.height].map((side) => whole(figureOf(side), MILLIMETRES[units]));
  const [length = 0, width = 0, height = 0] = sides;
  return sides.every((side) => side > 0) ? { weightGrams, sidesMm: [length, width, height] as const } : { weightGrams };
}
