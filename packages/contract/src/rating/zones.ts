import type { RateCardContent, RemoteArea } from '../logistics/rates.ts';

export interface Destination {
  country: string;
  postcode: string;
  city?: string;
}

type Area = RateCardContent['areas'][number];
interface Country {
  prefixes: Map<string, string>;
  longest: number;
  ranges: Area[];
  cities: Map<string, string>;
  whole?: string;
}

/** "SW1A 1AA" and "sw1a1aa" are one postcode. */
const plain = (postcode: string) => postcode.toUpperCase().replace(/[^A-Z0-9]/g, '');
const cityKey = (city: string) => city.trim().toLowerCase();

/** Finds the zone of an address: the longest prefix, else a range, else the city, else the country. */
export function zoneFinder(areas: readonly Area[]): (to: Destination) => string | undefined {
  const countries = new Map<string, Country>();
  for (const area of areas) {
    let country = countries.get(area.country);
    if (!country) {
      country = { prefixes: new Map(), longest: 0, ranges: [], cities: new Map() };
      countries.set(area.country, country);
    }
    const prefix = plain(area.prefix);
    if (prefix) {
      country.prefixes.set(prefix, area.zone);
      country.longest = Math.max(country.longest, prefix.length);
    } else if (area.from) country.ranges.push({ ...area, from: plain(area.from), to: plain(area.to || area.from) });
    else if (area.city) country.cities.set(cityKey(area.city), area.zone);
    else country.whole = area.zone;
  }
  for (const { ranges } of countries.values()) ranges.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  return (to) => {
    const country = countries.get(to.country);
    if (!country) return undefined;
    const postcode = plain(to.postcode);
    for (let length = Math.min(country.longest, postcode.length); length > 0; length--) {
      const zone = country.prefixes.get(postcode.slice(0, length));
      if (zone !== undefined) return zone;
    }
    return inRange(country.ranges, postcode) ?? country.cities.get(cityKey(to.city ?? '')) ?? country.whole;
  };
}

/** A range covers all postcodes that begin like one of it: 100-119 covers 10115. Ranges do not overlap. */
function inRange(ranges: readonly Area[], postcode: string): string | undefined {
  if (postcode === '') return undefined;
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (!range) return undefined;
    if (postcode.slice(0, range.from.length) < range.from) high = middle - 1;
    else if (postcode.slice(0, range.to.length) > range.to) low = middle + 1;
    else return range.zone;
  }
  return undefined;
}

/** Finds the kinds of remote areas that an address is in. */
export function remoteFinder(areas: readonly RemoteArea[]): (to: Destination) => string[] {
  const kinds = [...Map.groupBy(areas, ({ kind }) => kind)].map(
    ([kind, own]) => [kind, zoneFinder(own.map((area) => ({ ...area, zone: kind })))] as const,
  );
  return (to) => kinds.flatMap(([kind, find]) => (find(to) === undefined ? [] : kind));
}
