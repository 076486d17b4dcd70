/** What one outbound needs of one product for one of its lines. */
export interface Need {
  outboundId: number;
  outboundLineId: number;
  productId: number;
  quantity: number;
}

export interface Bin {
  locationId: number;
  productId: number;
  batchId: number;
  /** The last day on which it may leave, as yyyy-mm-dd; null: it does not run out. */
  expiresOn: string | null;
  /** On hand and promised to nobody. */
  free: number;
  /** A picker found less of it than the books say, and nobody has counted since. */
  doubted: boolean;
  kind: string;
  area: string;
  pathOrder: number;
}

export interface Pick {
  outboundId: number;
  outboundLineId: number;
  productId: number;
  locationId: number;
  batchId: number;
  quantity: number;
  pathOrder: number;
  area: string;
}

/** Where pickers take from first. Other kinds (receiving, returns, damaged) are not picked from. */
const KIND_RANK: Record<string, number> = { picking: 0, storage: 1, packing: 2 };
export const PICKABLE = Object.keys(KIND_RANK);

/**
 * Promises bins to outbounds in their order: what runs out first before anything else (FEFO), then picking locations
 * before storage before leftovers of packing, along the walking path, one stop where a bin can fill the whole line. Bins
 * that ran short come last of all until they are counted. An outbound gets all of its lines or nothing.
 */
export function allocate(
  needs: readonly Need[],
  bins: readonly Bin[],
): { picks: Pick[]; missing: Map<number, number> } {
  const shelves = new Map<number, (Bin & { free: number })[]>();
  for (const bin of [...bins].sort(byPreference)) {
    const shelf = shelves.get(bin.productId) ?? [];
    shelf.push({ ...bin });
    shelves.set(bin.productId, shelf);
  }
  const picks: Pick[] = [];
  const missing = new Map<number, number>();
  for (const lines of byOutbound(needs)) {
    const taken: { bin: Bin; pick: Pick }[] = [];
    const lacking = lines.find((line) => !takeLine(line, shelves.get(line.productId) ?? [], taken));
    if (lacking) {
      for (const { bin, pick } of taken) bin.free += pick.quantity;
      missing.set(lacking.outboundId, lacking.productId);
    } else {
      for (const { pick } of taken) picks.push(pick);
    }
  }
  return { picks, missing };
}

/** @returns false when the shelf holds too little; what was taken is in `taken` and is the caller's to give back */
function takeLine(line: Need, shelf: Bin[], taken: { bin: Bin; pick: Pick }[]): boolean {
  let left = line.quantity;
  const whole = shelf.find((bin) => bin.free >= left);
  const first = shelf.find((bin) => bin.free > 0);
  // One stop beats two, but not at the price of emptying storage while picking locations still hold some.
  const tour = whole && first && likeEachOther(whole, first) ? [whole] : shelf;
  for (const bin of tour) {
    const quantity = Math.min(left, bin.free);
    if (quantity === 0) continue;
    bin.free -= quantity;
    left -= quantity;
    const { locationId, batchId, pathOrder, area } = bin;
    taken.push({
      bin,
      pick: {
        outboundId: line.outboundId,
        outboundLineId: line.outboundLineId,
        productId: line.productId,
        locationId,
        batchId,
        quantity,
        pathOrder,
        area,
      },
    });
    if (left === 0) return true;
  }
  return left === 0;
}

const likeEachOther = (a: Bin, b: Bin) => a.kind === b.kind && a.expiresOn === b.expiresOn && a.doubted === b.doubted;

/** Later than any day that is written yyyy-mm-dd. */
const NEVER = '~';

function byPreference(a: Bin, b: Bin): number {
  if (a.doubted !== b.doubted) return a.doubted ? 1 : -1;
  const ends = [a.expiresOn ?? NEVER, b.expiresOn ?? NEVER] as const;
  if (ends[0] !== ends[1]) return ends[0] < ends[1] ? -1 : 1;
  return (
    (KIND_RANK[a.kind] ?? 9) - (KIND_RANK[b.kind] ?? 9) ||
    a.pathOrder - b.pathOrder ||
    a.locationId - b.locationId ||
    a.batchId - b.batchId
  );
}

function byOutbound(needs: readonly Need[]): Iterable<Need[]> {
  const groups = new Map<number, Need[]>();
  for (const need of needs) {
    const group = groups.get(need.outboundId);
    if (group) group.push(need);
    else groups.set(need.outboundId, [need]);
  }
  return groups.values();
}
