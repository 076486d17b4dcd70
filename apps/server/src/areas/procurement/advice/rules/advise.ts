import { type Choice, chooseModel } from './choose.ts';
import type { LeadSpread } from './leads.ts';
import type { Forecast, Model } from './models.ts';
import { firstDay, lackWithin, runOut, type Supply } from './projection.ts';
import { type Packing, roundUp } from './quantity.ts';
import { dailyDeviation, type Safety, safetyStock } from './safety.ts';
import { beginScratch } from './scratch.ts';
import { fasterWay, type Travel, unmetBetween } from './transport.ts';
import { type Base, baseOf, longestWindow, type Series, type Weights, WINDOWS, windowMean } from './windows.ts';

/** What a person decides: how sure, how often, from which sales. */
export interface Policy {
  /** Share of protected spans that are to end in stock. */
  goal: number;
  /** A weight for each window; together 1. */
  weights: Weights;
  /** `daily`: the stock is checked every day. `fixed`: orders are placed every `reviewDays`. */
  review: 'daily' | 'fixed';
  /** Days between two orders; when checked daily, the days that an order is to last. */
  reviewDays: number;
  /** From the order until the goods can be sold. */
  leadDays: number;
  /** How the lead time spreads, by the supplier's own receipts. */
  spread: LeadSpread;
}

/** What is there, and what comes. Day 0 is today. */
export interface Position {
  available: number;
  /** Ordered and on the way, each on its promised day. */
  supplies: readonly Supply[];
  /** Approved and not yet ordered. */
  requested: number;
  /** Units that orders wait for. */
  backorders: number;
  /** Units that lie at home and are meant for this place. */
  fromHome?: number;
  /** Units here that are meant for other places. */
  away?: number;
}

/** Of the days to come: 1 is usual, a planned promotion is more. */
export type Uplift = (day: number) => number;

/** Every number of an advice, so that the page can show each beside its formula. */
export interface Terms {
  /** Mean daily sales of each window; null: no day of it counts. */
  means: (number | null)[];
  model: Model;
  perDay: number;
  deviation: number;
  spikes: number;
  /** The protected span in days. */
  span: number;
  safety: number;
  safetyBy: Safety['by'];
  origins: number;
  /** Demand of the protected span: what `reorderAt` covers beside the safety stock. */
  spanDemand: number;
  reorderAt: number;
  /** Demand until the order after the next one arrives. */
  demand: number;
  target: number;
  available: number;
  /** Of the supplies: those within the days of the demand, and those after them, which do not count. */
  incoming: number;
  later: number;
  requested: number;
  backorders: number;
  fromHome: number;
  away: number;
  position: number;
  /** What lacks before rounding. */
  lack: number;
  quantity: number;
  /** Days from today. Null: none within the days looked at. */
  runOutDay: number | null;
  /** Days that the available units last. Null: nothing is sold. */
  cover: number | null;
  /** Days until an order is due: 0 is today. Null: none within the days looked at. */
  orderInDays: number | null;
  /** It runs out before an order placed today could arrive. */
  urgent: boolean;
  /** Units that a faster way brings before the slowest one arrives. Null: in time, or there is none. */
  fast: { slow: Travel; fast: Travel; arrives: number; units: number } | null;
}

/** What is known besides: the season, planned promotions, or that the plain rule is to be calculated. */
type More = Choice & { uplift?: Uplift | undefined; ways?: readonly Travel[] | undefined };

const LOOK_AHEAD = 365;

/** How far the stock is to be protected: until the next order could arrive. */
export const spanOf = ({ review, leadDays, reviewDays }: Policy) => leadDays + (review === 'daily' ? 1 : reviewDays);

/** A lead time longer than the sales period that it is planned from. */
export const leadTooLong = ({ leadDays, weights }: Pick<Policy, 'leadDays' | 'weights'>) =>
  leadDays > longestWindow(weights);

/** What will be sold in a place, and what is to lie there beside: the same whatever lies there now. */
export interface Foreseen {
  known: Omit<Terms, keyof Order>;
  /** Demand of the first days from today on. */
  until: (days: number) => number;
}

/**
 * What to order of one product for one place today. The caller refuses a policy that is `leadTooLong` beforehand.
 */
export const advise = (series: Series, policy: Policy, position: Position, packing: Packing, more: More = {}): Terms =>
  adviseOf(foresee(series, policy, more), policy, position, packing, more.ways);

/** The advice for a position, of what was foreseen before. */
export const adviseOf = (
  { known, until }: Foreseen,
  policy: Policy,
  position: Position,
  packing: Packing,
  ways: readonly Travel[] = [],
): Terms => ({ ...known, ...order(policy, position, packing, { until, safe: known.safety, span: known.span, ways }) });

export function foresee(series: Series, policy: Policy, more: More = {}): Foreseen {
  beginScratch();
  const base = baseOf(series);
  const span = spanOf(policy);
  const { draws, deviation: leadDeviation } = policy.spread;
  const chosen = chooseModel(base, policy.weights, span, policy.goal, { ...more, draws });
  const until = demandFrom(base, chosen.forecast, more.uplift);
  const perDay = chosen.forecast.sum(base.days, span) / span;
  const deviation = dailyDeviation(base);
  const wanting = until(span);
  // Without demand there is nothing to protect.
  const safety: Safety =
    wanting > 0
      ? safetyStock({
          ...{ goal: policy.goal, span, perDay, deviation, leadDeviation },
          ...(more.plain ? { errors: [] } : { errors: chosen.errors, origins: chosen.origins }),
        })
      : { units: 0, by: 'deviation' };
  const safe = Math.max(0, Math.ceil(safety.units - 1e-9));
  const known = {
    means: WINDOWS.map((window) => windowMean(base, window) ?? null),
    ...{ model: chosen.model, perDay, deviation, spikes: base.spikes, span },
    ...{ safety: safe, safetyBy: safety.by, origins: chosen.origins, spanDemand: wanting },
  };
  return { known, until };
}

type Order = Omit<
  Terms,
  'means' | 'model' | 'perDay' | 'deviation' | 'spikes' | 'span' | 'safety' | 'safetyBy' | 'origins' | 'spanDemand'
>;

function order(
  policy: Policy,
  position: Position,
  packing: Packing,
  { until, safe, span, ways }: { until: (days: number) => number; safe: number; span: number; ways: readonly Travel[] },
): Order {
  const { available, supplies, requested, backorders, fromHome = 0, away = 0 } = position;
  const horizon = policy.leadDays + policy.reviewDays;
  const reorderAt = until(span) + safe;
  const target = until(horizon) + safe;
  const incoming = supplies.reduce((sum, one) => sum + (one.day <= horizon ? one.quantity : 0), 0);
  const later = supplies.reduce((sum, one) => sum + one.quantity, 0) - incoming;
  const own = available + requested - backorders + fromHome - away;
  const at = { from: policy.leadDays, safety: safe, position: own };
  const due = lackWithin({ ...at, until: span }, supplies, until) > (policy.review === 'daily' ? 1e-9 : -Infinity);
  const lack = until(horizon) > 0 || backorders > 0 ? lackWithin({ ...at, until: horizon }, supplies, until) : 0;
  const quantity = due ? roundUp(lack, packing) : 0;
  // Goods from home travel as slowly as others; until they have left, they hide no run-out.
  const coming = fromHome > 0 ? [...supplies, { day: slowest(ways), quantity: fromHome }] : supplies;
  const runOutDay = runOut(available - backorders, supplies, until, LOOK_AHEAD);
  return {
    ...{ reorderAt, demand: until(horizon), target, available, incoming, later, requested, backorders },
    ...{ fromHome, away },
    ...{ position: own + incoming, lack: Math.max(0, lack), quantity, runOutDay },
    cover: coverOf(available, until),
    orderInDays: quantity > 0 ? 0 : orderDay(reorderAt, own + incoming, until),
    urgent: runOutDay !== null && runOutDay < policy.leadDays,
    fast: fastOf(ways, { quantity, runOutDay, leadDays: policy.leadDays }, (span) =>
      roundUp(unmetBetween(available - backorders, coming, until, span), { ...LOOSE, perCarton: packing.perCarton }),
    ),
  };
}

/** Days of the slowest way. */
export const slowest = (ways: readonly Travel[]): number => ways.reduce((most, { days }) => Math.max(most, days), 0);

const LOOSE: Packing = { moq: null, orderMultiple: null, perCarton: null };

/** A part of what is ordered, at most all of it. */
function fastOf(
  ways: readonly Travel[],
  { quantity, runOutDay, leadDays }: { quantity: number; runOutDay: number | null; leadDays: number },
  unmet: (span: { from: number; to: number }) => number,
): Terms['fast'] {
  if (quantity === 0 || runOutDay === null || runOutDay >= leadDays) return null;
  const way = fasterWay(ways, leadDays, runOutDay);
  const units = way ? Math.min(quantity, unmet({ from: way.arrives, to: leadDays })) : 0;
  return way && units > 0 ? { ...way, units } : null;
}

/** Days until a position has fallen to the reorder point. */
function orderDay(reorderAt: number, position: number, until: (days: number) => number): number | null {
  if (until(LOOK_AHEAD) <= 0) return null;
  return firstDay(0, LOOK_AHEAD, (day) => until(day) >= position - reorderAt);
}

function coverOf(available: number, until: (days: number) => number): number | null {
  if (until(LOOK_AHEAD) <= 0) return null;
  return firstDay(0, LOOK_AHEAD, (day) => until(day + 1) > Math.max(0, available) + 1e-9) ?? LOOK_AHEAD;
}

/** Demand of the first days from today on, with planned promotions. */
function demandFrom({ days }: Base, forecast: Forecast, uplift: Uplift | undefined): (days: number) => number {
  const rate = Math.max(0, forecast.sum(days, 1));
  if (!uplift && !forecast.path) return (ahead) => rate * Math.max(0, ahead);
  const path = forecast.path?.(days, LOOK_AHEAD);
  const sums = new Float64Array(LOOK_AHEAD + 1);
  for (let day = 0; day < LOOK_AHEAD; day++)
    sums[day + 1] = (sums[day] ?? 0) + (path?.[day] ?? rate) * (uplift?.(day) ?? 1);
  return (ahead) => sums[Math.min(LOOK_AHEAD, Math.max(0, ahead))] ?? 0;
}

/** Demand of single days, for the chart of a projection: the same as an advice uses. */
export function dailyDemand(series: Series, policy: Policy, more: More = {}): (day: number) => number {
  beginScratch();
  const base = baseOf(series);
  const { forecast } = chooseModel(base, policy.weights, spanOf(policy), policy.goal, more);
  const until = demandFrom(base, forecast, more.uplift);
  return (day) => until(day + 1) - until(day);
}
