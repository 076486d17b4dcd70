import { z } from 'zod';
import type { ListingPage, PlatformListing } from '../../capabilities/listings.ts';
import type { Unreadable } from '../../capabilities/unreadable.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { optionalText, reasonOf, wholeNumber } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { type EbayClient, offsetOf, PLATFORM, shaped } from './client.ts';
import { money } from './orderShape.ts';

/** Each article's offers are a call of their own, made at the same time; so many are kind to eBay. */
const PAGE_SIZE = 25;

const place = z.object({ offset: wholeNumber, repeats: z.number().int().default(0) });

const itemShape = z.object({
  sku: z.string().min(1),
  product: z.object({ title: optionalText, imageUrls: z.array(z.string()).nullish() }).nullish(),
  availability: z
    .object({ shipToLocationAvailability: z.object({ quantity: wholeNumber.nullish() }).nullish() })
    .nullish(),
  groupIds: z.array(z.string()).nullish(),
  inventoryItemGroupKeys: z.array(z.string()).nullish(),
});
type Item = z.output<typeof itemShape>;

const offerShape = z.object({
  offerId: z.string().min(1),
  status: z.string(),
  availableQuantity: wholeNumber.nullish(),
  pricingSummary: z.object({ price: money.nullish() }).nullish(),
  listing: z
    .object({ listingId: optionalText, listingStatus: optionalText, listingOnHold: z.boolean().nullish() })
    .nullish(),
});
type Offer = z.output<typeof offerShape>;

const itemsShape = z.object({
  inventoryItems: z
    .array(z.unknown())
    .nullish()
    .transform((items) => items ?? []),
  next: z.string().nullish(),
});
const offersShape = z.object({ offers: z.array(z.unknown()).nullish() });

const STATES: Record<string, PlatformListing['state']> = {
  ACTIVE: 'active',
  OUT_OF_STOCK: 'active',
  INACTIVE: 'inactive',
  ENDED: 'ended',
  EBAY_ENDED: 'blocked',
};

/** Undefined for what buyers never saw: a draft. @throws Error for a state that is not documented */
function toListing(item: Item, offer: Offer): PlatformListing | undefined {
  const { listing } = offer;
  if (!listing?.listingId || listing.listingStatus === 'NOT_LISTED') return undefined;
  const word = listing.listingStatus ?? (offer.status === 'PUBLISHED' ? 'ACTIVE' : 'INACTIVE');
  const state = listing.listingOnHold ? 'blocked' : STATES[word];
  if (!state) throw new Error(`listing.listingStatus: "${word}" is unknown`);
  // The offer's own quantity goes before the article's.
  const quantity = offer.availableQuantity ?? item.availability?.shipToLocationAvailability?.quantity ?? undefined;
  const price = offer.pricingSummary?.price;
  const [imageUrl] = item.product?.imageUrls ?? [];
  const isVariant = [...(item.groupIds ?? []), ...(item.inventoryItemGroupKeys ?? [])].length > 0;
  return {
    itemId: listing.listingId,
    // The variants of a group share one listing.
    ...(isVariant ? { variantId: item.sku } : {}),
    sellerSku: item.sku,
    title: item.product?.title ?? item.sku,
    state,
    ...(quantity === undefined ? {} : { quantity }),
    ...(price ? { price: price.value, currency: price.currency } : {}),
    ...(imageUrl ? { imageUrl } : {}),
    url: `https://www.ebay.com/itm/${listing.listingId}`,
    fulfilledBy: 'seller',
    refs: { offerId: offer.offerId },
  };
}

/** What was made by the Inventory API; listings of other origin have to be migrated to it before it knows them. */
export function createCatalog(call: EbayClient) {
  async function offersOf(access: ShopAccess, sku: string): Promise<unknown[]> {
    const query = { sku, format: 'FIXED_PRICE', limit: 100 };
    try {
      const answer = await call(access, { api: 'inventory', method: 'GET', path: '/offer', query });
      return answer.json === undefined ? [] : (shaped(offersShape, answer, 'getOffers').offers ?? []);
    } catch (error) {
      // An article that is offered nowhere.
      if (error instanceof ConnectorError && error.status === 404) return [];
      throw error;
    }
  }

  async function readItem(
    access: ShopAccess,
    raw: unknown,
  ): Promise<{ listings: PlatformListing[]; bad: Unreadable[] }> {
    const item = itemShape.safeParse(raw);
    if (!item.success) return { listings: [], bad: [{ raw, reason: reasonOf(item.error) }] };
    const listings: PlatformListing[] = [];
    const bad: Unreadable[] = [];
    for (const answered of await offersOf(access, item.data.sku)) {
      const offer = offerShape.safeParse(answered);
      try {
        const listing = offer.success ? toListing(item.data, offer.data) : undefined;
        if (listing) listings.push(listing);
        if (!offer.success) bad.push({ raw: answered, reason: reasonOf(offer.error) });
      } catch (error) {
        bad.push({ raw: answered, reason: error instanceof Error ? error.message : String(error) });
      }
    }
    return { listings, bad };
  }

  return async function listListings(access: ShopAccess, input: { cursor?: string }): Promise<ListingPage> {
    const saved = input.cursor === undefined ? undefined : readCursor(PLATFORM, place, input.cursor);
    const query = { limit: PAGE_SIZE, offset: saved?.offset ?? 0 };
    const answer = await call(access, { api: 'inventory', method: 'GET', path: '/inventory_item', query });
    const page = answer.json === undefined ? { inventoryItems: [] } : shaped(itemsShape, answer, 'getInventoryItems');
    const read = await Promise.all(page.inventoryItems.map((raw) => readItem(access, raw)));
    // Here eBay counts offsets in pages; its own link knows.
    const offset = 'next' in page ? offsetOf(page.next) : undefined;
    const repeats = offset === undefined ? 0 : countRepeats(PLATFORM, offset <= query.offset, saved?.repeats ?? 0);
    return {
      listings: read.flatMap((one) => one.listings),
      unreadable: read.flatMap((one) => one.bad),
      ...(offset === undefined ? {} : { nextCursor: writeCursor({ offset, repeats }) }),
    };
  };
}
