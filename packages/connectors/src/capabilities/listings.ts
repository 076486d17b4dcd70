import type { Decimal, ShopAccess } from '../types.ts';
import type { Unreadable } from './unreadable.ts';

export interface PlatformListing {
  /** The platform's key of what is sold: together with `variantId` unique in the shop. */
  itemId: string;
  variantId?: string;
  sellerSku: string;
  title: string;
  state: 'active' | 'inactive' | 'blocked' | 'ended';
  /** What buyers are shown as available; absent where the platform does not say. */
  quantity?: number;
  price?: Decimal;
  currency?: string;
  imageUrl?: string;
  /** The SKU of the goods that this is a variant of, where the platform keeps one. */
  parentSku?: string;
  /** GTIN, UPC or EAN, where the platform says. */
  barcode?: string;
  /** As packed, where the platform says. */
  weightGrams?: number;
  url?: string;
  fulfilledBy: 'seller' | 'platform';
  /** What pushing needs besides (Shopify: inventory item and location); given back as it came. */
  refs?: Record<string, string>;
}

export interface ListingPage {
  listings: PlatformListing[];
  unreadable: Unreadable[];
  nextCursor?: string;
}

export interface ListingCalls {
  listListings?(access: ShopAccess, input: { cursor?: string }): Promise<ListingPage>;
}
