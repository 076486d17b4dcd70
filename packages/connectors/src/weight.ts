/** Grams of one unit, by the platforms' words for it in capitals. */
const GRAMS: Readonly<Record<string, number>> = {
  GRAMS: 1,
  KILOGRAMS: 1000,
  OUNCES: 28.349523125,
  POUNDS: 453.59237,
};

/** A weight in whole grams; undefined where it is nothing or in a unit that nobody knows. */
export function gramsOf(weight: { unit?: string | undefined; value?: number | undefined }): number | undefined {
  const grams = Math.round((weight.value ?? 0) * (GRAMS[(weight.unit ?? '').toUpperCase()] ?? 0));
  return grams > 0 && grams < 1_000_000 ? grams : undefined;
}
