import type { StockCondition } from '@tradewind/contract/stock.ts';

/** System quantity of a location at the time of its count. */
export interface BookedBin {
  productId: number;
  batchId: number;
  condition: StockCondition;
  onHand: number;
  /** yyyy-mm-dd. Null: does not expire. */
  expiresOn: string | null;
}

export interface Reply {
  productId: number;
  /** undefined: the same condition as in the system. */
  condition: StockCondition | undefined;
  quantity: number;
  /** undefined: batches were not checked. */
  batchId: number | undefined;
}

export interface Tally {
  productId: number;
  batchId: number;
  condition: StockCondition;
  expected: number;
  counted: number;
}

type Lot = { productId: number; batchId: number; condition: StockCondition };
const NEVER = '~';
export const keyOf = (lot: Lot) => `${lot.productId}/${lot.batchId}/${lot.condition}`;
const PLACES: Record<string, StockCondition> = { damaged: 'damaged', returns: 'returned' };
/** The default condition of units in a location. */
export const usualCondition = (kindOfLocation: string): StockCondition => PLACES[kindOfLocation] ?? 'good';

/**
 * Compares system quantities with the counted ones. Products not counted are missing. Products unknown to the system
 * open a line. A count without condition or batch fills the system's lines: the location's usual condition last, so
 * that units are missing there and none becomes good by counting. Within a condition the earliest expiry fills first.
 * Any excess goes to the last line.
 */
export function tally(bins: readonly BookedBin[], answered: readonly Reply[], usual: StockCondition = 'good'): Tally[] {
  const lines = new Map<string, Tally>();
  const lineOf = ({ productId, batchId, condition }: Lot) => {
    const lot = { productId, batchId, condition };
    const line = lines.get(keyOf(lot)) ?? { ...lot, expected: 0, counted: 0 };
    lines.set(keyOf(lot), line);
    return line;
  };
  for (const bin of bins) lineOf(bin).expected = bin.onHand;
  // The most specific counts come first. The rest fills the remaining lines.
  for (const one of [...answered].sort((a, b) => unknownsOf(a) - unknownsOf(b))) {
    const own = fillingOf(bins, one, usual);
    let left = one.quantity;
    for (const line of own.map(lineOf)) {
      const part = Math.min(left, Math.max(0, line.expected - line.counted));
      line.counted += part;
      left -= part;
    }
    const { productId, condition = usual, batchId = 0 } = one;
    lineOf(own.at(-1) ?? { productId, condition, batchId }).counted += left;
  }
  return [...lines.values()].filter((line) => line.expected > 0 || line.counted > 0);
}

const unknownsOf = (one: Reply) => Number(one.condition === undefined) + Number(one.batchId === undefined);

/** The system lines that a count fills, in this order. Where nothing is left, the former contents give the batch. */
function fillingOf(bins: readonly BookedBin[], one: Reply, usual: StockCondition): BookedBin[] {
  const own = bins.filter(
    (bin) =>
      bin.productId === one.productId &&
      (one.condition === undefined || bin.condition === one.condition) &&
      (one.batchId === undefined || bin.batchId === one.batchId),
  );
  const lying = own.filter((bin) => bin.onHand > 0);
  const gone = own.filter((bin) => bin.condition === (one.condition ?? usual));
  return (lying.length > 0 ? lying : gone).sort(
    (a, b) =>
      Number(a.condition === usual) - Number(b.condition === usual) ||
      a.condition.localeCompare(b.condition) ||
      ((a.expiresOn ?? NEVER) < (b.expiresOn ?? NEVER) ? -1 : 1),
  );
}
