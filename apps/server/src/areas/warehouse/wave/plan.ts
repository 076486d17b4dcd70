import type { WaveMethod } from '@tradewind/contract/warehouse.ts';
import type { Pick } from './allocate.ts';
import { compactWaves, cut } from './compact.ts';
import type { FloorPlan } from './floor.ts';
import { numberWalks } from './route.ts';

export interface WaveRules {
  /** Which outbound orders: single-line only, multi-line only, or all. */
  lines?: 'any' | 'single' | 'multi';
  /** One shipping channel per wave. */
  sameChannel?: boolean;
  /** One area per wave. Orders across areas go into waves of their own. */
  sameArea?: boolean;
  /** Only outbound orders that this area can fill completely. Others keep waiting. */
  area?: string;
  maxOrders?: number;
  /** Its provider has the order: the only way for outbound orders of third-party warehouses to proceed. */
  outside?: boolean;
  maxLines?: number | null;
  maxUnits?: number | null;
  method?: WaveMethod;
}

/**
 * Packed by scanning an item, picked without slots: the single-item lane takes single-line orders, whatever the rule
 * says.
 */
export function linesAllowed({ lines, method }: WaveRules): WaveRules['lines'] {
  return method === 'single' ? 'single' : lines;
}

export interface Planned {
  outboundId: number;
  channelId: number | null;
  picks: Pick[];
}

/** The floor of waves: its plan if drawn, and where walks start and end. */
export interface Ground {
  plan: FloorPlan | undefined;
  packingLocationId: number | null;
}

export interface PlannedWave {
  members: Planned[];
  /** Length of its walk. Null if its locations are not drawn. */
  walkMm: number | null;
}

const DEFAULT_ORDERS_PER_WAVE = 50;
const NOWHERE: Ground = { plan: undefined, packingLocationId: null };

/**
 * Groups outbound orders into waves by the rules: orders close together on the floor (or on the pick path if the floor
 * is not drawn), up to the max orders, lines and units per wave. On a drawn floor, and when picking order by order,
 * pick lines get their position on the walk as path order.
 */
export function planWaves(outbounds: readonly Planned[], rules: WaveRules, ground: Ground = NOWHERE): PlannedWave[] {
  const groups = new Map<string, Planned[]>();
  for (const outbound of outbounds) {
    const areas = [...new Set(outbound.picks.map((p) => p.area))];
    const key = JSON.stringify([
      rules.sameChannel ? outbound.channelId : null,
      rules.sameArea ? (areas.length === 1 ? areas[0] : null) : null,
    ]);
    const group = groups.get(key);
    if (group) group.push(outbound);
    else groups.set(key, [outbound]);
  }
  const fits = limitsOf(rules);
  return [...groups.values()].flatMap((group) => {
    const sorted = group.sort((a, b) => start(a) - start(b) || a.outboundId - b.outboundId);
    return grouped(sorted, ground, fits).map((members) => walked(members, rules, ground));
  });
}

type Fits = (wave: readonly Planned[], next: Planned) => boolean;

function limitsOf(rules: WaveRules): Fits {
  const sum = (wave: readonly Planned[], of: (o: Planned) => number) => wave.reduce((n, o) => n + of(o), 0);
  const lines = (o: Planned) => o.picks.length;
  const units = (o: Planned) => o.picks.reduce((n, p) => n + p.quantity, 0);
  return (wave, next) =>
    wave.length < (rules.maxOrders ?? DEFAULT_ORDERS_PER_WAVE) &&
    (!rules.maxLines || sum(wave, lines) + lines(next) <= rules.maxLines) &&
    (!rules.maxUnits || sum(wave, units) + units(next) <= rules.maxUnits);
}

function grouped(sorted: readonly Planned[], { plan, packingLocationId }: Ground, fits: Fits): Planned[][] {
  if (!plan) return cut(sorted, fits);
  const orders = sorted.map((o) => ({
    outboundId: o.outboundId,
    locationIds: o.picks.map((p) => p.locationId),
    of: o,
  }));
  const all = (wave: readonly { of: Planned }[], next: { of: Planned }) =>
    fits(
      wave.map((order) => order.of),
      next.of,
    );
  return compactWaves(orders, plan, packingLocationId, all).map((wave) =>
    wave.map((order) => order.of).sort((a, b) => a.outboundId - b.outboundId),
  );
}

/** When picking order by order, each order is its own walk, even if the floor is not drawn. */
function walked(members: Planned[], rules: WaveRules, { plan, packingLocationId }: Ground): PlannedWave {
  const apart = rules.method === 'orders';
  if (!plan && !apart) return { members, walkMm: null };
  const picks = members.map((member) => member.picks);
  const ends = { from: packingLocationId, to: packingLocationId };
  const { placeOf, walkMm } = numberWalks(plan, apart ? picks : [picks.flat()], ends);
  const routed = members.map((member) => ({
    ...member,
    picks: member.picks.map((pick) => ({ ...pick, pathOrder: placeOf.get(pick) ?? 0 })),
  }));
  return { members: routed, walkMm };
}

function start(outbound: Planned): number {
  return outbound.picks.reduce((least, p) => Math.min(least, p.pathOrder), Number.MAX_SAFE_INTEGER);
}
