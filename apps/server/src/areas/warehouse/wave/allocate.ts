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
  /** On hand and promised to nobody. */
  free: number;
  kind: string;
  area: string;
  pathOrder: number;
}

export interface Pick {
  outboundId: number;
  outboundLineId: number;
  productId: number;
  locationId: number;
  quantity: number;
  pathOrder: number;
  area: string;
}

/** Where pickers take from first. Other kinds (receiving, returns, damaged) are not picked from. */
const KIND_RANK: Record<string, number> = { picking: 0, storage: 1, packing: 2 };
export const PICKABLE = Object.keys(KIND_RANK);

/**
 * Promises bins to outbounds in their order: picking locations before storage before leftovers of packing, along the
 * walking path, one stop where a bin can fill the whole line. An outbound gets all of its lines or nothing.
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
  const rank = shelf.find((bin) => bin.free > 0)?.kind;
  // One stop beats two, but not at the price of emptying storage while picking locations still hold some.
  const tour = whole && whole.kind === rank ? [whole] : shelf;
  for (const bin of tour) {
    const quantity = Math.min(left, bin.free);
    if (quantity === 0) continue;
    bin.free -= quantity;
    left -= quantity;
    const { locationId, pathOrder, area } = bin;
    taken.push({
      bin,
      pick: {
        outboundId: line.outboundId,
        outboundLineId: line.outboundLineId,
        productId: line.productId,
        locationId,
        quantity,
        pathOrder,
        area,
      },
    });
    if (left === 0) return true;
  }
  return left === 0;
}

function byPreference(a: Bin, b: Bin): number {
  return (
    (KIND_RANK[a.kind] ?? 9) - (KIND_RANK[b.kind] ?? 9) || a.pathOrder - b.pathOrder || a.locationId - b.locationId
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
