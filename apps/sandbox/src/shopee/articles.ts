import type { SandboxListing } from '../world/listings.ts';
import type { OrderLine } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';

/** Some listings are sold in variations; the rest has none, and its SKU stands at the item. */
export const hasModel = (listing: SandboxListing): boolean => listing.n % 8 === 2;

export interface Article {
  itemId: number;
  modelId: number;
  itemSku: string;
  modelSku: string;
}

/** What an order line is in the shop's listings; delisted goods keep ids of their own. */
export function articleOf(shop: Shop, line: OrderLine): Article {
  const listing = shop.listings.bySku(line.sku);
  if (!listing) return { itemId: Number(line.id), modelId: 0, itemSku: line.sku, modelSku: '' };
  return hasModel(listing)
    ? { itemId: Number(listing.itemId), modelId: Number(listing.variantId), itemSku: '', modelSku: line.sku }
    : { itemId: Number(listing.itemId), modelId: 0, itemSku: line.sku, modelSku: '' };
}
