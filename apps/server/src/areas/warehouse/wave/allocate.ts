/** Quantity of a product that one outbound line needs. */
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
  /** The last day on which it may ship, as yyyy-mm-dd. Null: does not expire. */
  expiresOn: string | null;
  /** On hand and not allocated. */
  free: number;
  /** A picker found less than the system quantity, and nobody has counted since. */
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

/** Kinds of locations in picking order. Other kinds (receiving, returns, damaged) are not picked from. */
const KIND_RANK: Record<string, number> = { picking: 0, storage: 1, packing: 2 };
export const PICKABLE = Object.keys(KIND_RANK);

/**
 * Allocates bins to outbound orders in their order: earliest expiry first (FEFO), then picking locations before storage
 * before leftovers at packing, along the pick path, one pick task if a bin can fill the whole line. Bins with a short
 * pick come last until they are counted. An outbound order gets all of its lines or nothing.
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

/** @returns false when the bins hold too little. `taken` has what was taken, for the caller to release */
function takeLine(line: Need, shelf: Bin[], taken: { bin: Bin; pick: Pick }[]): boolean {
  let left = line.quantity;
  const whole = shelf.find((bin) => bin.free >= left);
  const first = shelf.find((bin) => bin.free > 0);
  // One pick task beats two, but not if it empties storage while picking locations still have units.
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

/** Later than any yyyy-mm-dd date. */
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
