import type { Transport } from '@tradewind/contract/procurement/advice-transport.ts';
import type { Supply } from './projection.ts';

/** How goods travel to a place, and how long. */
export interface Travel {
  mode: Transport['mode'];
  days: number;
}

/**
 * The faster way to take beside the slowest one, if the stock runs out before goods could come by that: the slowest that
 * still arrives in time, else the fastest. `leadDays` are those of the slowest way.
 */
export function fasterWay(
  ways: readonly Travel[],
  leadDays: number,
  runOutDay: number,
): { slow: Travel; fast: Travel; arrives: number } | undefined {
  const [slow, ...others] = [...ways].sort((a, b) => b.days - a.days);
  const faster = slow ? others.filter((way) => way.days < slow.days) : [];
  const arrival = (way: Travel) => Math.max(0, leadDays - ((slow?.days ?? 0) - way.days));
  const fast = faster.find((way) => arrival(way) <= runOutDay) ?? faster.at(-1);
  return slow && fast && arrival(fast) < leadDays ? { slow, fast, arrives: arrival(fast) } : undefined;
}

/**
 * Units that are demanded between two arrivals and that nothing there covers: what the faster goods save. What lacks
 * before the first arrival is lost either way.
 */
export function unmetBetween(
  available: number,
  supplies: readonly Supply[],
  until: (days: number) => number,
  { from, to }: { from: number; to: number },
): number {
  const arriving = new Float64Array(Math.max(0, to));
  for (const { day, quantity } of supplies)
    if (day < to) arriving[Math.max(0, day)] = (arriving[Math.max(0, day)] ?? 0) + quantity;
  let [left, unmet] = [Math.max(0, available), 0];
  for (let day = 0; day < to; day++) {
    left += arriving[day] ?? 0;
    const demand = until(day + 1) - until(day);
    if (day >= from) unmet += Math.max(0, demand - left);
    left = Math.max(0, left - demand);
  }
  return unmet;
}

/** Freight of a unit: by weight or by measure, whichever is more. Null: no rate, or nothing is known of the unit. */
export function freightOfUnit(
  { perKg, perCbm }: { perKg: number | null; perCbm: number | null },
  { unitKg, unitCbm }: { unitKg: number | null; unitCbm: number | null },
): number | null {
  const byWeight = perKg !== null && unitKg !== null ? perKg * unitKg : null;
  const byMeasure = perCbm !== null && unitCbm !== null ? perCbm * unitCbm : null;
  return byWeight === null ? byMeasure : Math.max(byWeight, byMeasure ?? 0);
}
