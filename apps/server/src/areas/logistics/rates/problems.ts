import { FREIGHT_PART, type RateCardContent, type ZoneArea } from '@tradewind/contract/logistics/rates.ts';
import { micros } from '@tradewind/contract/rating/fixed.ts';
import { FUEL, MINIMUM, TAX } from '@tradewind/contract/rating/rate.ts';

/** What is wrong with a card, and in which rows of `prices`, `areas`, `surcharges` or `remote` (from 0). */
export interface CardProblem {
  code:
    | 'overlap'
    | 'gap'
    | 'emptyBracket'
    | 'unpricedZone'
    | 'areaTwice'
    | 'rangeOverlap'
    | 'codeTwice'
    | 'unknownPart'
    | 'unknownRemote';
  at: 'prices' | 'areas' | 'surcharges' | 'remote';
  rows: number[];
  /** The zone, part or place that it is about. */
  about: string;
}

/** Overlaps, gaps and dead ends: a card with any of them is refused. */
export function cardProblems(card: RateCardContent): CardProblem[] {
  return [...priceProblems(card), ...areaProblems(card), ...remoteProblems(card), ...surchargeProblems(card)];
}

function priceProblems({ prices, areas }: RateCardContent): CardProblem[] {
  const found: CardProblem[] = [];
  const rows = prices.map((price, row) => ({ row, zone: price.zone, from: micros(price.from), to: micros(price.to) }));
  const zones = Map.groupBy(rows, ({ zone }) => zone);
  for (const [about, own] of zones) {
    const sorted = own.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.row - b.row));
    for (const { row, from, to } of sorted)
      if (to <= from) found.push({ code: 'emptyBracket', at: 'prices', rows: [row], about });
    for (const [n, next] of sorted.entries()) {
      const last = sorted[n - 1];
      if (!last || last.to === next.from) continue;
      found.push({ code: last.to > next.from ? 'overlap' : 'gap', at: 'prices', rows: [last.row, next.row], about });
    }
  }
  for (const [row, { zone }] of areas.entries())
    if (!zones.has(zone) && !found.some((one) => one.code === 'unpricedZone' && one.about === zone))
      found.push({ code: 'unpricedZone', at: 'areas', rows: [row], about: zone });
  return found;
}

const plain = (postcode: string) => postcode.replace(/[^A-Z0-9]/g, '');

const areaProblems = ({ areas }: RateCardContent) => placeProblems('areas', [...areas.entries()]);

/** Two kinds may have a place in common. */
const remoteProblems = ({ remote }: RateCardContent) =>
  [...Map.groupBy(remote.entries(), ([, { kind }]) => kind).values()].flatMap((own) => placeProblems('remote', own));

type Place = Omit<ZoneArea, 'zone'>;
function placeProblems(at: 'areas' | 'remote', areas: readonly (readonly [row: number, Place])[]): CardProblem[] {
  const found: CardProblem[] = [];
  const places = new Map<string, number>();
  const ranges: { row: number; country: string; from: string; to: string }[] = [];
  for (const [row, { country, prefix, from, to, city }] of areas) {
    if (!prefix && from) {
      ranges.push({ row, country, from: plain(from), to: plain(to || from) });
      continue;
    }
    const about = [country, plain(prefix) || city.trim().toLowerCase()].filter(Boolean).join(' ');
    const first = places.get(about);
    if (first === undefined) places.set(about, row);
    else found.push({ code: 'areaTwice', at, rows: [first, row], about });
  }
  for (const [country, own] of Map.groupBy(ranges, (one) => one.country)) {
    const sorted = own.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.row - b.row));
    for (const [n, next] of sorted.entries()) {
      const last = sorted[n - 1];
      // "100-119" reaches to 119999.
      if (last && next.from.slice(0, last.to.length) <= last.to)
        found.push({ code: 'rangeOverlap', at, rows: [last.row, next.row], about: country });
    }
  }
  return found;
}

function surchargeProblems({ surcharges, fuel, remote }: RateCardContent): CardProblem[] {
  const found: CardProblem[] = [];
  const known = new Set<string>([FREIGHT_PART]);
  const taken = new Set<string>([FREIGHT_PART, FUEL, MINIMUM, TAX]);
  for (const { code } of surcharges) known.add(code);
  const kinds = new Set(remote.map(({ kind }) => kind));
  for (const [row, { code, basis, on, when }] of surcharges.entries()) {
    if (taken.has(code)) found.push({ code: 'codeTwice', at: 'surcharges', rows: [row], about: code });
    taken.add(code);
    for (const part of basis === 'percent' ? on : [])
      if (!known.has(part)) found.push({ code: 'unknownPart', at: 'surcharges', rows: [row], about: part });
    for (const kind of when.remote ?? [])
      if (!kinds.has(kind)) found.push({ code: 'unknownRemote', at: 'surcharges', rows: [row], about: kind });
  }
  for (const part of fuel?.on ?? [])
    if (!known.has(part)) found.push({ code: 'unknownPart', at: 'surcharges', rows: [], about: part });
  return found;
}
