/** Fewer receipts say nothing about how punctual a supplier is. */
const LEAST_RECEIPTS = 3;
/** Lead times that the past is replayed with: more of them cost time and say little more. */
const MOST_DRAWS = 9;

/** How the lead times of a supplier's own receipts spread. */
export interface LeadSpread {
  receipts: number;
  /** Days from the order to the receipt. */
  mean: number;
  /** Standard deviation in days. */
  deviation: number;
  /** Equally likely differences from the mean, in whole days. */
  draws: readonly number[];
}

/** Every order arrives when it should. */
export const PUNCTUAL: LeadSpread = { receipts: 0, mean: 0, deviation: 0, draws: [] };

export function spreadOf(days: readonly number[]): LeadSpread {
  const receipts = days.length;
  if (receipts < LEAST_RECEIPTS) return { ...PUNCTUAL, receipts };
  const mean = days.reduce((sum, one) => sum + one, 0) / receipts;
  const squares = days.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (receipts - 1));
  const sorted = days.map((one) => one - mean).sort((a, b) => a - b);
  const count = deviation === 0 ? 0 : Math.min(receipts, MOST_DRAWS);
  const draws = Array.from({ length: count }, (_, at) =>
    Math.round(sorted[Math.floor(((at + 0.5) * receipts) / count)] ?? 0),
  );
  return { receipts, mean, deviation, draws };
}
