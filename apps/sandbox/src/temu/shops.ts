import type { Context } from '../http/app.ts';
import type { Shop, ShopSettings } from '../world/shop.ts';
import { TEMU } from './signing.ts';

export const REGION_ID = 211;
const digits = (n: number | string, length: number): string => String(n).padStart(length, '0');

/** A local shop of the United States. */
export const TEMU_SHOP: Omit<ShopSettings, 'platform'> = {
  id: '634418210000001',
  name: 'Temu 634418210000001',
  currency: 'USD',
  orderId: (_random, seq) => `PO-${REGION_ID}-${digits(seq, 17)}`,
  firstLine: 18_000_000_000_000,
  abroadShare: 0,
  asksToCancel: true,
};

/** What the seller copies out of their seller centre; dead once they have taken it back. */
export function tokenFor(ctx: Context, region: string, shop: Shop): string | undefined {
  if (region !== 'us' || ctx.world.revoked.has(`${TEMU}/${shop.id}`)) return undefined;
  return 'demo-temu-us-token-7f3k2m9x';
}

export const orderSnOf = (lineId: string): string => `${REGION_ID}-${digits(lineId, 17)}`;
/** Beyond what JavaScript counts. */
export const goodsIdOf = (shop: Shop, sku: string): string =>
  `6010${digits(shop.listings.bySku(sku)?.itemId ?? 0, 15)}`;
export const skuIdOf = (shop: Shop, sku: string): string =>
  `1759${digits(shop.listings.bySku(sku)?.variantId ?? 0, 15)}`;
