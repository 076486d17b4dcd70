import type { Pick } from './allocate.ts';

export interface WaveRules {
  /** Which outbounds: of one line only, of several lines only, or all. */
  lines?: 'any' | 'single' | 'multi';
  /** Outbounds of one shipping channel in a wave. */
  sameChannel?: boolean;
  /** Outbounds whose goods lie in one area of the warehouse in a wave; what crosses areas goes into waves of its own. */
  sameArea?: boolean;
  maxOrders?: number;
}

export interface Planned {
  outboundId: number;
  channelId: number | null;
  picks: Pick[];
}

const DEFAULT_ORDERS_PER_WAVE = 50;

/**
 * Cuts outbounds into waves: groups by the rules, neighbours on the walking path together, at most `maxOrders` a wave.
 */
export function planWaves(outbounds: readonly Planned[], rules: WaveRules): Planned[][] {
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
  const size = rules.maxOrders ?? DEFAULT_ORDERS_PER_WAVE;
  return [...groups.values()].flatMap((group) => {
    const sorted = group.sort((a, b) => start(a) - start(b) || a.outboundId - b.outboundId);
    return Array.from({ length: Math.ceil(sorted.length / size) }, (_, i) => sorted.slice(i * size, (i + 1) * size));
  });
}

function start(outbound: Planned): number {
  return outbound.picks.reduce((least, p) => Math.min(least, p.pathOrder), Number.MAX_SAFE_INTEGER);
}
