/** Where Walmart's marketplace sells; outside the United States its Global APIs are spoken, by two more headers. */
interface Market {
  code: string;
  name: readonly [zh: string, en: string];
  currency: string;
  /** What the consent page calls a seller of it. */
  clientType: string;
  headers: Readonly<Record<string, string>>;
}

const abroad = (market: string) => ({ wm_market: market, wm_global_version: '3.1' });

export const MARKETS: readonly Market[] = [
  { code: 'US', name: ['美国', 'United States'], currency: 'USD', clientType: 'seller', headers: {} },
  { code: 'CA', name: ['加拿大', 'Canada'], currency: 'CAD', clientType: 'seller-ca', headers: abroad('ca') },
  { code: 'MX', name: ['墨西哥', 'Mexico'], currency: 'MXN', clientType: 'seller-mx', headers: abroad('mx') },
  { code: 'CL', name: ['智利', 'Chile'], currency: 'CLP', clientType: 'seller-cl', headers: abroad('cl') },
];
const [HOME] = MARKETS as readonly [Market, ...Market[]];

export const marketOf = (region: string | undefined): Market => MARKETS.find((one) => one.code === region) ?? HOME;
