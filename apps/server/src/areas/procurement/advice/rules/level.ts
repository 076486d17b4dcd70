import { type Packing, roundUp } from './quantity.ts';

/** Nobody fills an order with more than what sells in a year. */
const LONGEST = 365;
/** Halvings of the days: below a step of any line. */
const HALVINGS = 60;

/** A line of an order that may be raised. */
export interface Raisable {
  quantity: number;
  /** What is there and comes, without this line. */
  position: number;
  perDay: number;
  packing: Packing;
}

/** The day until which a line's quantity lasts. */
const lastsUntil = ({ position, perDay }: Raisable, quantity: number): number =>
  perDay > 0 ? (position + quantity) / perDay : Number.POSITIVE_INFINITY;

/** What a line needs to last until a day, as its supplier sells it; never less than it has. */
function quantityUntil({ quantity, position, perDay, packing }: Raisable, day: number): number {
  const needed = perDay * day - position;
  return perDay <= 0 || needed <= quantity ? quantity : Math.max(quantity, roundUp(needed, packing));
}

interface Between {
  low: number[];
  high: number[];
}

/** Quantities just before and from the day on at which `holds` begins to hold; undefined: it does not within a year. */
function turn(lines: readonly Raisable[], holds: (quantities: readonly number[]) => boolean): Between | undefined {
  const at = (day: number) => lines.map((line) => quantityUntil(line, day));
  if (!holds(at(LONGEST))) return undefined;
  let [low, high] = [0, LONGEST];
  for (let one = 0; one < HALVINGS; one++) {
    const middle = (low + high) / 2;
    if (holds(at(middle))) high = middle;
    else low = middle;
  }
  return { low: at(low), high: at(high) };
}

/** Places of lines, those that run out soonest with these quantities first. */
const bySoonest = (lines: readonly Raisable[], quantities: readonly number[]): number[] =>
  lines
    .map((line, at) => ({ at, day: lastsUntil(line, quantities[at] ?? 0) }))
    .sort((a, b) => a.day - b.day || a.at - b.at)
    .map(({ at }) => at);

/**
 * Raises lines, what runs out soonest first, until there is enough: a supplier's minimum. Undefined: a year's demand
 * does not reach it. `enough` holds for all greater quantities once it holds.
 */
export function fillUntil(
  lines: readonly Raisable[],
  enough: (quantities: readonly number[]) => boolean,
): number[] | undefined {
  const now = lines.map(({ quantity }) => quantity);
  if (enough(now)) return now;
  const found = turn(lines, enough);
  if (!found) return undefined;
  const raised = found.low;
  for (const at of bySoonest(lines, found.low)) {
    raised[at] = found.high[at] ?? 0;
    if (enough(raised)) break;
  }
  return raised;
}

/** Raises lines, what runs out soonest first, as long as they fit: a container. What is too much already stays. */
export function fillWithin(lines: readonly Raisable[], fits: (quantities: readonly number[]) => boolean): number[] {
  const now = lines.map(({ quantity }) => quantity);
  if (!fits(now)) return now;
  const found = turn(lines, (quantities) => !fits(quantities));
  if (!found) return lines.map((line) => quantityUntil(line, LONGEST));
  const raised = found.low;
  for (const at of bySoonest(lines, found.low)) {
    const before = raised[at] ?? 0;
    raised[at] = found.high[at] ?? 0;
    if (!fits(raised)) raised[at] = before;
  }
  return raised;
}
