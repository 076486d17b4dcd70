import type { StockCondition } from '@tradewind/contract/stock.ts';

/** What the books say of a location when it is counted. */
export interface BookedBin {
  productId: number;
  batchId: number;
  condition: StockCondition;
  onHand: number;
  /** yyyy-mm-dd; null: it does not run out. */
  expiresOn: string | null;
}

export interface Reply {
  productId: number;
  /** undefined: whoever counted takes it to be as the books say. */
  condition: StockCondition | undefined;
  quantity: number;
  /** undefined: whoever counted did not look at batches. */
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
/** What goods of a location are when nobody says otherwise. */
export const usualCondition = (kindOfLocation: string): StockCondition => PLACES[kindOfLocation] ?? 'good';

/**
 * What a location held by the books beside what was found there: what is not told is not there, what the books do not
 * know opens a line. A number without its condition or batch fills those of the books: what is usual in the location
 * last, so that what is missing is missing there and nothing becomes good by being counted; of a condition what runs
 * out first first. What is more than they hold belongs to the last of them.
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
  // What is known best is told first: the rest fills what is left of the books.
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

/** Which of the books a number fills, in this order. Where nothing lies any more, what lay there tells the batch. */
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
