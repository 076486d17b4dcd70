/** Units that arrive; `day` 0 is today. */
export interface Supply {
  day: number;
  quantity: number;
}

export interface Projection {
  /** Units in stock at the end of each day, from today on; never below zero. */
  stock: number[];
  /** The first day on which the demand is more than what lies there. Null: beyond the days looked at. */
  runOutDay: number | null;
}

/** Each supply on its promised day: an order that comes late does not hide the days before it. */
export function project(
  available: number,
  supplies: readonly Supply[],
  demandOf: (day: number) => number,
  days: number,
): Projection {
  const arriving = new Float64Array(days);
  for (const { day, quantity } of supplies) if (day < days) arriving[Math.max(0, day)]! += quantity;
  const stock: number[] = [];
  let left = Math.max(0, available);
  let runOutDay: number | null = null;
  for (let day = 0; day < days; day++) {
    left += arriving[day] ?? 0;
    const demand = demandOf(day);
    if (runOutDay === null && demand > 0 && left < demand - 1e-9) runOutDay = day;
    left = Math.max(0, left - demand);
    stock.push(left);
  }
  return { stock, runOutDay };
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
