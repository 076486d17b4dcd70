import { candidates, type Forecast, type Model, type Season } from './models.ts';
import { scratch } from './scratch.ts';
import type { Base, Weights } from './windows.ts';

/** Origins at most: a year of history has many overlapping spans, which say little more. */
const MOST_ORIGINS = 40;
/** Origins lie in the last year: what came before only teaches. */
const MOST_DAYS = 365;
/** Days of history before the first origin. */
const WARM_UP = 28;
/** Fewer origins choose nothing: the windows stay. */
const LEAST_ORIGINS = 6;
/** Another model takes the place of the windows only if its loss is smaller by this share. */
const BETTER_BY = 0.05;

export interface Chosen {
  model: Model;
  forecast: Forecast;
  /** Actual less forecast over the protected span, at each origin and for each lead time drawn, smallest first. */
  errors: Float64Array;
  origins: number;
  /** What each candidate that was replayed would have cost. */
  losses: { model: Model; loss: number }[];
}

export interface Choice {
  season?: Season | undefined;
  /** The weighted windows and nothing else, as a comparison. */
  plain?: boolean | undefined;
  /** Equally likely differences of the lead time, in days. */
  draws?: readonly number[] | undefined;
}

/**
 * Replays each candidate at many days of the past and takes the one whose quantile costs least. A day's loss counts a
 * missing unit `goal` and a surplus one 1 - goal, after the errors' own quantile was added as safety stock.
 */
export function chooseModel(
  base: Base,
  weights: Weights,
  span: number,
  goal: number,
  { season, plain, draws = [] }: Choice = {},
): Chosen {
  const origins = originsOf(base, span);
  const came = cameOf(base, origins, span);
  const all = candidates(base, weights, span, season);
  const [first] = all;
  if (!first) throw new Error('no candidates');
  const losses: Chosen['losses'] = [];
  let best: Chosen = {
    model: first[0],
    forecast: first[1],
    errors: new Float64Array(),
    origins: origins.length,
    losses,
  };
  let least = Number.POSITIVE_INFINITY;
  for (const [model, forecast] of plain || origins.length < LEAST_ORIGINS ? [first] : all) {
    const errors = errorsOf(forecast, origins, span, came);
    const loss = pinball(errors, goal);
    losses.push({ model, loss });
    if (loss >= least) continue;
    best = { model, forecast, errors, origins: origins.length, losses };
    least = model === 'windows' ? loss * (1 - BETTER_BY) : loss;
  }
  if (draws.length > 0) best.errors = errorsOf(best.forecast, origins, span, cameOf(base, origins, span, draws));
  return best;
}

/** Days at which the past is replayed, evenly spread, each with enough counted days after it. */
function originsOf(base: Base, span: number): number[] {
  const last = base.days - span;
  const first = Math.max(WARM_UP, last - MOST_DAYS);
  const step = Math.max(1, Math.ceil((last - first + 1) / MOST_ORIGINS));
  const found: number[] = [];
  for (let day = last; day >= first; day -= step)
    if ((base.daysBefore[day + span] ?? 0) - (base.daysBefore[day] ?? 0) >= span / 2) found.push(day);
  return found;
}

const PLANNED = [0];

/** The demand from each origin until goods arrive, as planned or `draws` days later or earlier. */
function cameOf(
  base: Base,
  origins: readonly number[],
  span: number,
  draws: readonly number[] = PLANNED,
): Float64Array {
  const came = scratch(origins.length * draws.length);
  let at = 0;
  for (const day of origins)
    for (const draw of draws) {
      const days = Math.max(0, span + draw);
      const end = Math.min(base.days, day + days);
      const counted = (base.daysBefore[end] ?? 0) - (base.daysBefore[day] ?? 0);
      const sold = (base.unitsBefore[end] ?? 0) - (base.unitsBefore[day] ?? 0);
      came[at++] = counted === 0 ? 0 : (sold * days) / counted;
    }
  return came;
}

/** What came less the forecast until goods should arrive, smallest first. */
function errorsOf(forecast: Forecast, origins: readonly number[], span: number, came: Float64Array): Float64Array {
  const errors = scratch(came.length);
  const each = came.length / origins.length;
  for (let at = 0; at < origins.length; at++) {
    const foreseen = forecast.sum(origins[at] as number, span);
    for (let draw = at * each; draw < (at + 1) * each; draw++) errors[draw] = (came[draw] as number) - foreseen;
  }
  return sorted(errors);
}

/** In place. Few values are sorted here in a third of the time that the engine's own sorting takes. */
function sorted(values: Float64Array): Float64Array {
  if (values.length > MOST_ORIGINS) return values.sort();
  for (let end = 1; end < values.length; end++) {
    const value = values[end] as number;
    let at = end;
    for (; at > 0 && (values[at - 1] as number) > value; at--) values[at] = values[at - 1] as number;
    values[at] = value;
  }
  return values;
}

/** Of errors in ascending order, around their own quantile. */
function pinball(errors: Float64Array, goal: number): number {
  const mark = quantile(errors, goal);
  let loss = 0;
  for (const error of errors) loss += error > mark ? goal * (error - mark) : (1 - goal) * (mark - error);
  return errors.length === 0 ? 0 : loss / errors.length;
}

/**
 * Of values in ascending order, at position goal x (n + 1): a new value of the same kind stays below it with exactly
 * this chance. Beyond the greatest value, the greatest. `apart`: how many of the values do not depend on others.
 */
export function quantile(sorted: ArrayLike<number>, goal: number, apart = sorted.length): number {
  const n = sorted.length;
  if (n === 0) return 0;
  const place = (goal * (apart + 1) * n) / apart - 1;
  if (place >= n - 1) return sorted[n - 1] ?? 0;
  if (place <= 0) return sorted[0] ?? 0;
  const below = Math.floor(place);
  const low = sorted[below] ?? 0;
  return low + (place - below) * ((sorted[below + 1] ?? 0) - low);
}
