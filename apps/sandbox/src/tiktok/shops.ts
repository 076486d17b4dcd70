import { createHmac } from 'node:crypto';
import type { Shop, ShopSettings } from '../world/shop.ts';

export const TIKTOK = 'tiktok';
export const TIKTOK_APP = {
  appKey: 'tradewind1demo',
  appSecret: 'tiktok-demo-secret',
  serviceId: '7431458374265161478',
};

/** Ids begin with these digits, one set for each shop; the order's running number follows, so packages find their order. */
const US = { id: '7494049642642441621', orders: '5764', packages: '1153' };
const GB = { id: '7495123456789012345', orders: '5765', packages: '1154' };

export const orderIdOf = (prefix: string, seq: number): string => `${prefix}${String(seq).padStart(14, '0')}`;
export const prefixOf = (shop: Shop): string => (shop.id === GB.id ? GB.orders : US.orders);
export const packagePrefixOf = (shopId: string): string => (shopId === GB.id ? GB.packages : US.packages);
export const regionOf = (shop: Shop): 'US' | 'GB' => (shop.id === GB.id ? 'GB' : 'US');

const settings = (shop: typeof US, name: string, currency: string, abroadShare: number) =>
  ({
    id: shop.id,
    name,
    currency,
    orderId: (_random, seq) => orderIdOf(shop.orders, seq),
    // Each unit of a line has an id: the line's and three digits more.
    firstLine: 577_000_000_000_000,
    buyerEmail: (random) => `v2b${random.digits(10)}@scs.tiktokw.us`,
    abroadShare,
    asksToCancel: true,
  }) satisfies Omit<ShopSettings, 'platform'>;

/** The first stands behind the door of the United States, the other behind the one for the rest of the world. */
export const TIKTOK_SHOPS = [
  settings(US, 'Tradewind Home', 'USD', 0),
  settings(GB, 'Tradewind Home UK', 'GBP', 1),
] as const;

/** Names a shop in each call; nobody else can make it. */
export function cipherOf(shop: Shop): string {
  return `GCP_${createHmac('sha256', 'sandbox/tiktok/cipher').update(shop.id).digest('base64url').slice(0, 28)}`;
}
