/** Where TikTok Shop sells, the United States first: they have a consent page (and often an app) of their own. */
interface Market {
  region: string;
  name: readonly [zh: string, en: string];
  currency: string;
}

const market = (region: string, zh: string, en: string, currency: string): Market => ({
  region,
  name: [zh, en],
  currency,
});

export const MARKETS: readonly Market[] = [
  market('US', '美国', 'United States', 'USD'),
  market('GB', '英国', 'United Kingdom', 'GBP'),
  market('DE', '德国', 'Germany', 'EUR'),
  market('FR', '法国', 'France', 'EUR'),
  market('IT', '意大利', 'Italy', 'EUR'),
  market('ES', '西班牙', 'Spain', 'EUR'),
  market('IE', '爱尔兰', 'Ireland', 'EUR'),
  market('MX', '墨西哥', 'Mexico', 'MXN'),
  market('BR', '巴西', 'Brazil', 'BRL'),
  market('JP', '日本', 'Japan', 'JPY'),
  market('ID', '印度尼西亚', 'Indonesia', 'IDR'),
  market('MY', '马来西亚', 'Malaysia', 'MYR'),
  market('PH', '菲律宾', 'Philippines', 'PHP'),
  market('SG', '新加坡', 'Singapore', 'SGD'),
  market('TH', '泰国', 'Thailand', 'THB'),
  market('VN', '越南', 'Vietnam', 'VND'),
];

export const currencyOf = (region: string): string | undefined =>
  MARKETS.find((one) => one.region === region)?.currency;

/** In the United States a label is bought for one order; elsewhere TikTok makes the packages, also of several orders. */
export const sharesParcels = (region: string | undefined): boolean => Boolean(region) && region !== 'US';

/** There sellers mark units of an order as shipped; elsewhere they ship the packages that TikTok has made of it. */
const MARKING = new Set(['US', 'GB', 'DE', 'FR', 'IT', 'ES', 'IE', 'JP']);
export const marksAsShipped = (region: string | undefined): boolean => region === undefined || MARKING.has(region);
