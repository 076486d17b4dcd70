/** What a place wants of goods that lie elsewhere. */
export interface Wish {
  id: number;
  /** Units that lack; more than whole packages of them help nobody. */
  wants: number;
  /** What it has and what comes, less what orders wait for. */
  position: number;
  perDay: number;
}

/** A place without sales wants only what is owed: it lasts so long that others are hardly moved by it. */
const LEAST_PER_DAY = 1e-6;
const ALMOST = 1e-9;

/** Units that each wish would get if units could be split: all run out on one day, and nobody gets more than it wants. */
export function fairShares(has: number, wishes: readonly Wish[]): number[] {
  const lacks = wishes.map((one) => Math.max(0, one.wants));
  if (sum(lacks) <= has) return lacks;
  const rates = wishes.map((one) => Math.max(LEAST_PER_DAY, one.perDay));
  const until = (day: number) =>
    wishes.map((one, at) => Math.min(lacks[at] ?? 0, Math.max(0, (rates[at] ?? 0) * day - one.position)));
  // On these days somebody begins to get, or has all that it wants: in between, every share grows evenly.
  const turns = wishes
    .flatMap((one, at) => [one.position, one.position + (lacks[at] ?? 0)].map((units) => units / (rates[at] ?? 1)))
    .sort((a, b) => a - b);
  let [low, had] = [turns[0] ?? 0, 0];
  for (const day of turns) {
    const gone = sum(until(day));
    if (gone > has) {
      const part = (Math.max(0, has) - had) / (gone - had);
      const [from, to] = [until(low), until(day)];
      return from.map((units, at) => units + part * ((to[at] ?? 0) - units));
    }
    [low, had] = [day, gone];
  }
  return until(low);
}

/**
 * Shares out what lies there in whole packages of `step` units. Everybody gets its fair share, rounded down; what is left
 * then goes, a package each, to those who run out first.
 */
export function shareOut(has: number, wishes: readonly Wish[], step = 1): ReadonlyMap<number, number> {
  const sorted = [...wishes].sort((a, b) => a.id - b.id);
  const shares = fairShares(has, sorted).map((units) => Math.floor(units / step + ALMOST) * step);
  let left = Math.floor(has / step) * step - sum(shares);
  const lasts = (at: number) => {
    const { position = 0, perDay = 0 } = sorted[at] ?? {};
    return (position + (shares[at] ?? 0)) / Math.max(LEAST_PER_DAY, perDay);
  };
  const short = sorted
    .map((_, at) => at)
    .filter((at) => (shares[at] ?? 0) + ALMOST < (sorted[at]?.wants ?? 0))
    .sort((a, b) => lasts(a) - lasts(b) || a - b);
  for (const at of short) {
    if (left < step) break;
    shares[at] = (shares[at] ?? 0) + step;
    left -= step;
  }
  return new Map(sorted.map((one, at) => [one.id, shares[at] ?? 0]));
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
