import { advise, type Policy } from './advise.ts';
import type { Packing } from './quantity.ts';
import type { Series } from './windows.ts';

export interface Replayed {
  /** Order cycles (days, if checked daily) looked at, and those that ended in stock. */
  checked: number;
  inStock: number;
  /** Units that were demanded, and those that were sold. */
  demanded: number;
  sold: number;
  /** Sum of the stock at the end of each day, for its mean and the cash that it ties up. */
  stockDays: number;
  days: number;
  /** Days on which everything demanded was there. */
  daysInStock: number;
  orders: number;
  ordered: number;
}

export const nothingReplayed = (): Replayed => ({
  ...{ checked: 0, inStock: 0, demanded: 0, sold: 0, stockDays: 0, days: 0, daysInStock: 0, orders: 0, ordered: 0 },
});

export function addReplayed(to: Replayed, one: Replayed): void {
  for (const key of Object.keys(to) as (keyof Replayed)[]) to[key] += one[key];
}

interface ReplayOf {
  policy: Policy;
  packing?: Packing;
  /** Days of the series that are only history. */
  warmUp: number;
  /** The weighted windows with z x deviation, as a comparison. */
  plain?: boolean;
  /** `lost`: what lacks is not sold later. */
  unmet?: 'lost' | 'waits';
}

const LOOSE: Packing = { moq: null, orderMultiple: null, perCarton: null };

/**
 * What an advice would have done: on each order day it knows the days before it and nothing else, its orders arrive after the lead time. Days until the first
 * order could arrive count nothing. With fixed order days, a cycle is checked on its last day, when it is at its lowest.
 */
export function replay(past: Series, { policy, packing = LOOSE, warmUp, plain, unmet = 'lost' }: ReplayOf): Replayed {
  const series = { units: slice(past.units, past.units.length), counts: slice(past.counts, past.counts.length) };
  const result = nothingReplayed();
  const end = series.units.length;
  const every = policy.review === 'daily' ? 1 : policy.reviewDays;
  const underWay: { day: number; quantity: number }[] = [];
  let stock = Number.NaN;
  let owed = 0;
  for (let day = warmUp; day < end; day++) {
    if (Number.isNaN(stock)) stock = Math.ceil(firstStock(series, day, policy, plain));
    // Goods of an order of `leadDays` ago can be sold today.
    while (underWay[0] && underWay[0].day <= day) stock += underWay.shift()?.quantity ?? 0;
    const paid = Math.min(owed, stock);
    owed -= paid;
    stock -= paid;
    if ((day - warmUp) % every === 0) {
      const quantity = orderOn(day);
      if (quantity > 0) {
        result.orders++;
        result.ordered += quantity;
        underWay.push({ day: day + policy.leadDays, quantity });
      }
      while (underWay[0] && underWay[0].day <= day) stock += underWay.shift()?.quantity ?? 0;
    }
    const demand = series.units[day] ?? 0;
    const sold = Math.min(stock, demand);
    stock -= sold;
    if (unmet === 'waits') owed += demand - sold;
    if (day < warmUp + policy.leadDays + every) continue;
    result.days++;
    result.demanded += demand;
    result.sold += sold;
    result.stockDays += stock;
    if (sold >= demand && owed <= 0) result.daysInStock++;
    const lowest = policy.review === 'daily' || (day - warmUp - policy.leadDays + 1) % every === 0;
    if (!lowest) continue;
    result.checked++;
    if (sold >= demand && owed <= 0) result.inStock++;
  }
  return result;

  function orderOn(day: number): number {
    const known = { units: slice(series.units, day), counts: slice(series.counts, day) };
    const supplies = underWay.map((one) => ({ day: one.day - day, quantity: one.quantity }));
    const position = { available: stock, supplies, requested: 0, backorders: owed };
    return advise(known, policy, position, packing, { plain }).quantity;
  }
}

/** The days before `until`; a view, where the values allow it. */
const slice = (values: ArrayLike<number>, until: number): ArrayLike<number> =>
  values instanceof Float64Array || values instanceof Uint8Array
    ? values.subarray(0, until)
    : Float64Array.from(values).subarray(0, until);

/** A replay begins with what an advice would have had there. */
function firstStock(series: Series, day: number, policy: Policy, plain: boolean | undefined): number {
  const known = { units: slice(series.units, day), counts: slice(series.counts, day) };
  const nothing = { available: 0, supplies: [], requested: 0, backorders: 0 };
  return advise(known, policy, nothing, LOOSE, { plain }).target;
}
