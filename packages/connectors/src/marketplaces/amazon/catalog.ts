import { z } from 'zod';
import type { ListingPage, PlatformListing } from '../../capabilities/listings.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { laxList, laxObject } from '../../lax.ts';
import { amount, currencyCode, instant, optionalText, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { gramsOf } from '../../weight.ts';
import { type AmazonCall, marketplacesOf, PLATFORM, shaped } from './client.ts';

const PAGE_SIZE = 20;
/** A search ends after so many listings, whatever there is: a new one then begins where it ended. */
const SEARCH_ENDS_AT = 1000;
const BLOCKING = new Set(['LISTING_SUPPRESSED', 'SEARCH_SUPPRESSED', 'CATALOG_ITEM_REMOVED']);

const offerShape = z.object({
  sku: z.string().min(1),
  summaries: z
    .array(
      z.object({
        marketplaceId: z.string(),
        asin: optionalText,
        productType: z.string().min(1),
        status: z.array(z.string()),
        itemName: optionalText,
        createdDate: instant,
        mainImage: z.object({ link: z.string() }).nullish(),
      }),
    )
    .min(1),
  offers: z
    .array(
      z.object({
        marketplaceId: z.string(),
        offerType: z.string(),
        price: z.object({ amount, currencyCode }),
      }),
    )
    .nullish(),
  fulfillmentAvailability: z
    .array(z.object({ fulfillmentChannelCode: z.string(), quantity: wholeNumber.nullish() }))
    .nullish(),
  issues: z
    .array(
      z.object({
        enforcements: z.object({ actions: z.array(z.object({ action: z.string() })).nullish() }).nullish(),
      }),
    )
    .nullish(),
});
const weights = laxList(z.object({ unit: z.string(), value: z.number() }));
/** `item_package_weight` and `item_weight` of the product type definitions; `parentSkus` of ItemRelationship. */
const goodsShape = z.object({
  attributes: laxObject({ item_package_weight: weights, item_weight: weights }),
  relationships: laxList(
    z.object({
      relationships: laxList(z.object({ type: z.literal('VARIATION'), parentSkus: z.array(z.string()).min(1) })),
    }),
  ),
});
const itemShape = offerShape.extend(goodsShape.shape);
type AmazonListing = z.output<typeof itemShape>;

const pageShape = z.object({
  numberOfResults: wholeNumber,
  items: z.array(z.unknown()),
  pagination: z.object({ nextToken: z.string().nullish() }).nullish(),
});

const place = z.object({
  /** Which of the shop's places. */
  index: wholeNumber,
  createdAfter: z.string().optional(),
  /** What the search before has told of that moment already. */
  told: z.array(z.string()).default([]),
  /** The last moment of this search so far, and what was made then. */
  edge: z.object({ at: z.string(), skus: z.array(z.string()) }).optional(),
  token: z.string().optional(),
  repeats: wholeNumber.default(0),
});

function stateOf(item: AmazonListing, statuses: readonly string[]): PlatformListing['state'] {
  if (statuses.includes('BUYABLE')) return 'active';
  const actions = (item.issues ?? []).flatMap((one) => one.enforcements?.actions ?? []);
  return actions.some(({ action }) => BLOCKING.has(action)) ? 'blocked' : 'inactive';
}

/** One listing for each marketplace: the same SKU has a price and a state of its own in each. */
function listingsOf(item: AmazonListing, partner: string): PlatformListing[] {
  const channels = item.fulfillmentAvailability ?? [];
  const own = channels.find((one) => one.fulfillmentChannelCode === 'DEFAULT');
  const [amazons] = own ? [] : channels;
  const [weight = {}] = [...item.attributes.item_package_weight, ...item.attributes.item_weight];
  const weightGrams = gramsOf(weight);
  const [parentSku] = item.relationships.flatMap((one) => one.relationships.flatMap(({ parentSkus }) => parentSkus));
  return item.summaries.map((summary) => {
    const price = item.offers?.find((one) => one.marketplaceId === summary.marketplaceId && one.offerType === 'B2C');
    const quantity = own?.quantity;
    return {
      itemId: summary.asin ?? item.sku,
      // Several SKUs may offer one article, and one SKU is offered in several marketplaces.
      variantId: `${summary.marketplaceId}/${item.sku}`,
      sellerSku: item.sku,
      title: summary.itemName ?? item.sku,
      state: stateOf(item, summary.status),
      ...(typeof quantity === 'number' ? { quantity } : {}),
      ...(price ? { price: price.price.amount, currency: price.price.currencyCode } : {}),
      ...(summary.mainImage ? { imageUrl: summary.mainImage.link } : {}),
      ...(parentSku ? { parentSku } : {}),
      ...(weightGrams ? { weightGrams } : {}),
      fulfilledBy: amazons ? 'platform' : 'seller',
      refs: {
        partner,
        marketplaceId: summary.marketplaceId,
        productType: summary.productType,
        ...(amazons ? { channel: amazons.fulfillmentChannelCode } : {}),
      },
    };
  });
}

/** By whose id Amazon keeps listings, and in which marketplace. */
export interface ListingPlace {
  partner: string;
  marketplaceId: string;
}
const sellersPlaces = async (access: ShopAccess): Promise<ListingPlace[]> =>
  marketplacesOf(access).map((marketplaceId) => ({ partner: access.account, marketplaceId }));

/** What a partner of Amazon lists, place by place. Default: a seller, in each marketplace. */
export function createCatalog(
  call: (access: ShopAccess, input: AmazonCall<'searchListingsItems'>) => Promise<unknown>,
  placesOf = sellersPlaces,
  platform = PLATFORM,
) {
  return async function listListings(access: ShopAccess, input: { cursor?: string }): Promise<ListingPage> {
    const places = await placesOf(access);
    const at: z.output<typeof place> =
      input.cursor === undefined ? { index: 0, told: [], repeats: 0 } : readCursor(platform, place, input.cursor);
    const here = places[at.index];
    if (!here) return { listings: [], unreadable: [] };
    const answer = await call(access, {
      operation: 'searchListingsItems',
      method: 'GET',
      path: `/listings/2021-08-01/items/${encodeURIComponent(here.partner)}`,
      query: {
        marketplaceIds: [here.marketplaceId],
        includedData: ['summaries', 'attributes', 'relationships', 'offers', 'fulfillmentAvailability', 'issues'],
        sortBy: 'createdDate',
        sortOrder: 'ASC',
        createdAfter: at.createdAfter,
        pageSize: PAGE_SIZE,
        pageToken: at.token,
      },
    });
    const page = shaped(pageShape, answer, 'searchListingsItems', platform);

    const result: ListingPage = { listings: [], unreadable: [] };
    let { edge } = at;
    await readEach(itemShape, page.items, result.unreadable, (item) => {
      const made = item.summaries[0]?.createdDate ?? '';
      edge = edge?.at === made ? { at: made, skus: [...edge.skus, item.sku] } : { at: made, skus: [item.sku] };
      if (made !== at.createdAfter || !at.told.includes(item.sku))
        result.listings.push(...listingsOf(item, here.partner));
    });

    const token = page.pagination?.nextToken || undefined;
    if (token) {
      const repeats = countRepeats(platform, token === at.token, at.repeats);
      return { ...result, nextCursor: writeCursor({ ...at, edge, token, repeats }) };
    }
    if (page.numberOfResults > SEARCH_ENDS_AT) {
      if (!edge || edge.at === at.createdAfter) {
        throw new ConnectorError(platform, 'rejected', `more listings were made at once than Amazon tells of`, {
          code: 'TOO_MANY_LISTINGS',
        });
      }
      const next = { index: at.index, createdAfter: edge.at, told: edge.skus, repeats: 0 };
      return { ...result, nextCursor: writeCursor(next) };
    }
    if (at.index + 1 < places.length)
      return { ...result, nextCursor: writeCursor({ index: at.index + 1, repeats: 0 }) };
    return result;
  };
}
