import { FREIGHT_PART, type RateCardContent, type Surcharge, type ZonePrice } from '../logistics/rates.ts';
import { type Micros, micros, most, textOf, times, upTo } from './fixed.ts';
import { chargeable, type Measured, type Measures, measuresOf } from './measure.ts';
import { type Destination, remoteFinder, zoneFinder } from './zones.ts';

export interface RatedParcel extends Measured {
  to: Destination;
  /** The company's day on which it is handed over: YYYY-MM-DD. */
  day: string;
  residential?: boolean;
  battery?: boolean;
  signature?: boolean;
  /** Rated by this zone, whatever the address is: that of a bill. */
  zone?: string;
}

export interface Rating {
  zone: string;
  /** In the card's units, as is `chargeableWeight`. */
  weight: string;
  volumeWeight: string;
  chargeableWeight: string;
  /** freight, surcharges by code, fuel, minimum, tax: each rounded to cents. */
  parts: { code: string; amount: string }[];
  total: string;
  currency: string;
}

export type Refusal = 'noZone' | 'noPrice';
export type Rate = { rating: Rating; refusal?: undefined } | { rating?: undefined; refusal: Refusal };

const PERCENT = 100n;
const CENTS = 10_000n;
export const FUEL = 'fuel';
export const MINIMUM = 'minimum';
export const TAX = 'tax';

interface Bracket {
  from: Micros;
  to: Micros;
  price: Record<'parcelFee' | 'unitPrice' | 'firstWeight' | 'firstPrice' | 'stepWeight' | 'stepPrice', Micros>;
}
interface Place {
  zone: string;
  /** Kinds of remote areas that it is in. */
  remote: readonly string[];
}
interface Condition {
  rule: Surcharge;
  amount: Micros;
  atLeast: Micros;
  minimumWeight: Micros;
  holds(parcel: RatedParcel, place: Place, measures: Measures): boolean;
}

/** Reads a card once, so that thousands of parcels can be rated by it. */
export function raterOf(card: RateCardContent): (parcel: RatedParcel) => Rate {
  const zoneOf = zoneFinder(card.areas);
  const remoteOf = remoteFinder(card.remote);
  const prices = new Map(
    Object.entries(Object.groupBy(card.prices, ({ zone }) => zone)).map(([zone, rows = []]) => [
      zone,
      rows.map(bracketOf).sort((a, b) => (a.from < b.from ? -1 : 1)),
    ]),
  );
  const surcharges = card.surcharges.map(conditionOf);
  const fuel = [...(card.fuel?.weeks ?? [])].sort((a, b) => (a.from < b.from ? 1 : -1));
  const weighing = {
    mode: card.volumeMode,
    threshold: micros(card.volumeThreshold),
    minimum: micros(card.minimumWeight),
    step: micros(card.step),
  };
  const floor = micros(card.minimumCharge);
  const tax = micros(card.taxPercent);
  return (parcel) => {
    const zone = parcel.zone ?? zoneOf(parcel.to);
    if (zone === undefined) return { refusal: 'noZone' };
    const measures = measuresOf(parcel, card);
    const place = { zone, remote: remoteOf(parcel.to) };
    const charged = alone(surcharges.filter((one) => one.holds(parcel, place, measures)));
    const minimum = most(weighing.minimum, ...charged.map((one) => one.minimumWeight));
    const weight = chargeable(measures, { ...weighing, minimum });
    const bracket = bracketAt(prices.get(zone) ?? [], weight, card.edge);
    if (!bracket) return { refusal: 'noPrice' };
    const parts = new Map<string, Micros>([[FREIGHT_PART, cents(freightOf(bracket, weight))]]);
    for (const one of inOrder(charged)) parts.set(one.rule.code, cents(surchargeOf(one, weight, parts)));
    const percent = fuel.find((week) => week.from <= parcel.day)?.percent;
    if (card.fuel && percent !== undefined) parts.set(FUEL, cents(share(micros(percent), card.fuel.on, parts)));
    const sum = total(parts);
    if (sum < floor) parts.set(MINIMUM, floor - sum);
    if (tax > 0n) parts.set(TAX, cents(times(total(parts), tax) / PERCENT));
    return { rating: written(card, { zone, measures, weight, parts }) };
  };
}

const cents = (value: Micros): Micros => ((value + CENTS / 2n) / CENTS) * CENTS;
const total = (parts: ReadonlyMap<string, Micros>): Micros => [...parts.values()].reduce((a, b) => a + b, 0n);
const share = (percent: Micros, on: readonly string[], parts: ReadonlyMap<string, Micros>): Micros =>
  times(
    on.reduce((sum, code) => sum + (parts.get(code) ?? 0n), 0n),
    percent,
  ) / PERCENT;

function written(
  { currency }: RateCardContent,
  { zone, measures, weight, parts }: { zone: string; measures: Measures; weight: Micros; parts: Map<string, Micros> },
): Rating {
  return {
    ...{ zone, currency },
    weight: textOf(measures.weight, 3),
    volumeWeight: textOf(measures.volumeWeight, 3),
    chargeableWeight: textOf(weight, 3),
    parts: [...parts].map(([code, amount]) => ({ code, amount: textOf(amount, 2) })),
    total: textOf(total(parts), 2),
  };
}

function bracketOf(row: ZonePrice): Bracket {
  const { parcelFee, unitPrice, firstWeight, firstPrice, stepWeight, stepPrice } = row;
  return {
    from: micros(row.from),
    to: micros(row.to),
    price: {
      parcelFee: micros(parcelFee),
      unitPrice: micros(unitPrice),
      firstWeight: micros(firstWeight),
      firstPrice: micros(firstPrice),
      stepWeight: micros(stepWeight),
      stepPrice: micros(stepPrice),
    },
  };
}

function bracketAt(brackets: readonly Bracket[], weight: Micros, edge: RateCardContent['edge']): Bracket | undefined {
  // A parcel of no weight is charged like the lightest.
  const at = weight === 0n ? 1n : weight;
  return brackets.find(({ from, to }) => (edge === 'below' ? from < at && at <= to : from <= at && at < to));
}

function freightOf({ price }: Bracket, weight: Micros): Micros {
  const beyond = weight > price.firstWeight ? weight - price.firstWeight : 0n;
  const steps = price.stepWeight === 0n ? 0n : upTo(beyond, price.stepWeight) / price.stepWeight;
  return price.parcelFee + times(price.unitPrice, weight) + price.firstPrice + steps * price.stepPrice;
}

function surchargeOf({ rule, amount, atLeast }: Condition, weight: Micros, parts: ReadonlyMap<string, Micros>): Micros {
  if (rule.basis === 'flat') return most(amount, atLeast);
  return most(rule.basis === 'perUnit' ? times(amount, weight) : share(amount, rule.on, parts), atLeast);
}

/** Percentages come after the parts that they may stand on, and then as the card lists them. */
const inOrder = (charged: readonly Condition[]): Condition[] => [
  ...charged.filter(({ rule }) => rule.basis !== 'percent'),
  ...charged.filter(({ rule }) => rule.basis === 'percent'),
];

/** Of an exclusive group the highest priority stays; of equals the first. */
function alone(holding: readonly Condition[]): Condition[] {
  const best = new Map<string, Condition>();
  for (const one of holding) {
    const { group, priority } = one.rule;
    const known = best.get(group);
    if (group && (!known || known.rule.priority < priority)) best.set(group, one);
  }
  return holding.filter((one) => !one.rule.group || best.get(one.rule.group) === one);
}

function conditionOf(rule: Surcharge): Condition {
  const { when } = rule;
  const limits = [when.weightOver, when.longestOver, when.secondOver, when.girthOver].map((limit) =>
    limit === undefined ? undefined : micros(limit),
  );
  const countries = when.countries && new Set(when.countries);
  const zones = when.zones && new Set(when.zones);
  return {
    rule,
    amount: micros(rule.amount),
    atLeast: micros(rule.atLeast),
    minimumWeight: micros(rule.minimumWeight),
    holds: (parcel, { zone, remote }, { weight, sides, girth }) => {
      if (rule.validFrom !== null && parcel.day < rule.validFrom) return false;
      if (rule.validTo !== null && parcel.day > rule.validTo) return false;
      if (when.residential && !parcel.residential) return false;
      if (when.battery && !parcel.battery) return false;
      if (when.signature && !parcel.signature) return false;
      if (when.remote && !when.remote.some((kind) => remote.includes(kind))) return false;
      if (countries && !countries.has(parcel.to.country)) return false;
      if (zones && !zones.has(zone)) return false;
      const values = [weight, sides[0] ?? 0n, sides[1] ?? 0n, girth];
      return limits.every((limit, n) => limit === undefined || (values[n] ?? 0n) > limit);
    },
  };
}
