/** Units that arrive; `day` 0 is today. */
export interface Supply {
  day: number;
  quantity: number;
}

/** Units in stock at the end of each day, from today on; never below zero. */
export function project(
  available: number,
  supplies: readonly Supply[],
  demandOf: (day: number) => number,
  days: number,
): number[] {
  const stock: number[] = [];
  let left = Math.max(0, available);
  for (let day = 0; day < days; day++) {
    for (const supply of supplies) if (supply.day === day) left += supply.quantity;
    left = Math.max(0, left - demandOf(day));
    stock.push(left);
  }
  return stock;
}

/**
 * The first day on which the demand is more than what lies there, each supply on its promised day: an order that comes
 * late does not hide the days before it. Null: beyond the days looked at.
 */
export function runOut(
  available: number,
  supplies: readonly Supply[],
  demandUntil: (day: number) => number,
  days: number,
): number | null {
  const sorted = [...supplies].sort((a, b) => a.day - b.day);
  let arrived = available;
  let from = 0;
  for (let next = 0; next <= sorted.length; next++) {
    const supply = sorted[next];
    const end = Math.min(days, supply?.day ?? days);
    const had = arrived;
    const found = firstDay(from, end, (day) => demandUntil(day + 1) > had + 1e-9);
    if (found !== null) return found;
    arrived += supply?.quantity ?? 0;
    from = Math.max(from, end);
  }
  return null;
}

/** The first day of a range for which a condition holds that holds for all its later days too. */
export function firstDay(from: number, end: number, holds: (day: number) => boolean): number | null {
  if (from >= end || !holds(end - 1)) return null;
  let [low, high] = [from, end - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The greatest lack between the arrival of an order placed today and the end of the span, each supply on its day. */
export function lackWithin(
  { from, until, safety, position }: { from: number; until: number; safety: number; position: number },
  supplies: readonly Supply[],
  demandUntil: (day: number) => number,
): number {
  const sorted = [...supplies].sort((a, b) => a.day - b.day);
  let lack = Number.NEGATIVE_INFINITY;
  let arrived = 0;
  let next = 0;
  for (let day = Math.min(from, until); day <= until; day++) {
    for (; next < sorted.length && (sorted[next]?.day ?? 0) <= day; next++) arrived += sorted[next]?.quantity ?? 0;
    lack = Math.max(lack, demandUntil(day) + safety - position - arrived);
  }
  return lack;
}
