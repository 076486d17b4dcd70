/** Where Wayfair sells. A purchase order names its store, and no currency: each store buys in one. */
interface Store {
  code: string;
  name: readonly [zh: string, en: string];
  currency: string;
}

export const STORES: readonly Store[] = [
  { code: 'US', name: ['美国', 'United States'], currency: 'USD' },
  { code: 'CA', name: ['加拿大', 'Canada'], currency: 'CAD' },
  { code: 'GB', name: ['英国', 'United Kingdom'], currency: 'GBP' },
  { code: 'DE', name: ['德国', 'Germany'], currency: 'EUR' },
];

const PREFIXES: Readonly<Record<string, string>> = { CS: 'USD', CA: 'CAD', UK: 'GBP', DE: 'EUR' };

/** By the letters before the number of a purchase order; undefined for a store that is not documented. */
export const currencyOfStore = (prefix: string): string | undefined =>
  Object.hasOwn(PREFIXES, prefix) ? PREFIXES[prefix] : undefined;

export const currencyOf = (region: string | undefined): string =>
  STORES.find((one) => one.code === region)?.currency ?? 'USD';
