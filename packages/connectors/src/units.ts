/** Orders that tell every unit by itself, as some platforms do, read and shipped as lines with a quantity. */

/** Ids are numbers of up to 19 digits, kept as text: the longer one is the greater. */
export const byNumber = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

/**
 * Units that people would call the same line. A line goes by the least of its units' ids (`idOf`), which stays when some
 * of them are shipped or cancelled.
 */
export function groupUnits<U>(units: readonly U[], idOf: (unit: U) => string, keyOf: (unit: U) => unknown): U[][] {
  const lines = Map.groupBy(units, (unit) => JSON.stringify(keyOf(unit)));
  return [...lines.values()].map((line) => line.toSorted((a, b) => byNumber(idOf(a), idOf(b))));
}

/** Of each line wanted as many units as it holds, among those that `fits` lets through; null: there are too few. */
export function chooseUnits<U>(
  lines: readonly U[][],
  desired: readonly { platformLineId: string; quantity: number }[],
  how: { idOf(unit: U): string; fits(unit: U): boolean; missing(lineId: string): Error },
): U[] | null {
  const chosen = new Set<U>();
  for (const { platformLineId, quantity } of desired) {
    const line = lines.find((units) => units.some((unit) => how.idOf(unit) === platformLineId));
    if (!line) throw how.missing(platformLineId);
    const units = line.filter((unit) => how.fits(unit) && !chosen.has(unit)).slice(0, quantity);
    if (units.length < quantity) return null;
    for (const unit of units) chosen.add(unit);
  }
  return [...chosen];
}
