import { type Context, param, rawBody } from '../http/app.ts';
import { parseJson, text } from '../http/types.ts';
import { isoSeconds } from '../world/clock.ts';
import type { SandboxListing } from '../world/listings.ts';
import { dollars } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { AMAZON_MARKETPLACE } from '../world/world.ts';
import { readDate, readEnumList, readList } from './dates.ts';
import { denied, invalidInput, notFound, SpApiError } from './errors.ts';
import { isPatchBody, PRODUCT_TYPE, patchListing } from './listingPatch.ts';
import type { Call, OperationBook } from './operations.ts';

const DATA = [
  ...['summaries', 'attributes', 'issues', 'offers'],
  ...['fulfillmentAvailability', 'procurement', 'relationships', 'productTypes'],
];
const SORTS = ['sku', 'createdDate', 'lastUpdatedDate'];
/** Nothing beyond so many can be paged through. */
const MOST = 1000;
/** The first listing was made here, each other a minute after the one before. */
const FIRST_MADE = Date.UTC(2025, 0, 1);
const madeAt = (listing: SandboxListing): number => FIRST_MADE + listing.n * 60_000;

/** Whose listings: a seller's with offers and stock, or a vendor's, who only names what it makes. */
interface Keeper {
  platform: string;
  partnerOf(shop: Shop): string;
  sells: boolean;
}
const SELLER: Keeper = { platform: 'amazon', partnerOf: (shop) => shop.id, sells: true };

/** Listings Items 2021-08-01. Source: listingsItems_2021-08-01.json. */
export function registerListings(book: OperationBook, ctx: Context, keeper: Keeper = SELLER): void {
  const path = '/listings/2021-08-01/items/{sellerId}';
  book.add({ method: 'GET', path, name: 'searchListingsItems', handle: (call) => search(ctx, call, keeper) });
  book.add({
    method: 'GET',
    path: `${path}/{sku}`,
    name: 'getListingsItem',
    handle: (call) => call.reply.send(view(ctx, call.shop, desired(call, keeper), data(call), keeper)),
  });
  if (!keeper.sells) return;
  book.add({
    method: 'PATCH',
    path: `${path}/{sku}`,
    name: 'patchListingsItem',
    handle: (call) => {
      const listing = desired(call, keeper);
      const body = parseJson(rawBody(call.request));
      if (!isPatchBody(body)) throw new SpApiError(400, 'BAD_REQUEST', 'Invalid input', 'Invalid request body');
      const now = ctx.world.clock.now();
      const issues = patchListing(call.shop, listing, text(body.productType), body.patches, now);
      ctx.world.changes++;
      const status = issues.length === 0 ? 'ACCEPTED' : 'INVALID';
      return call.reply.send({ sku: listing.sku, status, submissionId: crypto.randomUUID(), issues });
    },
  });
}

/** The listing named in the address, of the seller that the token is of, in a marketplace that they sell in. */
function desired(call: Call, keeper: Keeper): SandboxListing {
  checkPlace(call, keeper);
  const listing = call.shop.listings.bySku(param(call.request, 'sku'));
  if (!listing) throw notFound(`SKU '${param(call.request, 'sku')}' not found in marketplace ${AMAZON_MARKETPLACE}`);
  return listing;
}

function checkPlace(call: Call, keeper: Keeper): void {
  if (param(call.request, 'sellerId') !== keeper.partnerOf(call.shop))
    throw denied('The seller is not the one who agreed.');
  const places = readList(call.query.marketplaceIds);
  if (places.length === 0) throw invalidInput('Missing required parameter: marketplaceIds');
  for (const one of places)
    if (one !== AMAZON_MARKETPLACE) throw invalidInput(`Invalid 'marketplaceIds' provided: ${one}`);
}

const data = (call: Call): Set<string> => {
  const requested = readEnumList('includedData', call.query.includedData, DATA);
  return new Set(requested.length > 0 ? requested : ['summaries']);
};

function search(ctx: Context, call: Call, keeper: Keeper) {
  checkPlace(call, keeper);
  const { query, shop } = call;
  const size = query.pageSize === undefined ? 10 : Number(query.pageSize);
  if (!Number.isInteger(size) || size < 1 || size > 20) throw invalidInput('pageSize must be between 1 and 20.');
  const [sortBy = 'lastUpdatedDate'] = readEnumList('sortBy', query.sortBy, SORTS);
  const [order = 'DESC'] = readEnumList('sortOrder', query.sortOrder, ['ASC', 'DESC']);
  const after = readDate('createdAfter', query.createdAfter, false) ?? 0;
  const before = readDate('createdBefore', query.createdBefore, false) ?? Number.MAX_SAFE_INTEGER;
  const offset = query.pageToken ? Number(Buffer.from(query.pageToken, 'base64url').toString('utf8')) : 0;
  if (!Number.isInteger(offset) || offset < 0) throw invalidInput('Invalid pageToken.');
  const keys: Record<string, (one: SandboxListing) => number | string> = {
    sku: (one) => one.sku,
    createdDate: madeAt,
    lastUpdatedDate: (one) => Math.max(one.updatedAt, madeAt(one)),
  };
  const key = keys[sortBy] ?? madeAt;
  const all = shop.listings.all
    .filter((one) => madeAt(one) >= after && madeAt(one) <= before)
    .sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.n - b.n) * (order === 'ASC' ? 1 : -1));
  const reach = all.slice(0, MOST);
  const next = offset + size < reach.length ? offset + size : undefined;
  const token = (place: number) => Buffer.from(String(place)).toString('base64url');
  return call.reply.send({
    numberOfResults: all.length,
    ...(next !== undefined && { pagination: { nextToken: token(next) } }),
    items: reach.slice(offset, offset + size).map((one) => view(ctx, shop, one, data(call), keeper)),
  });
}

function view(ctx: Context, shop: Shop, listing: SandboxListing, wants: Set<string>, keeper: Keeper) {
  const quantity = shop.listings.quantityOf(listing, ctx.world.clock.now());
  return {
    sku: listing.sku,
    ...(ctx.faults.of(keeper.platform).newField && { neverSeenBefore: { deep: [1] } }),
    ...(wants.has('summaries') && {
      summaries: [
        {
          marketplaceId: AMAZON_MARKETPLACE,
          asin: listing.item.asin,
          productType: PRODUCT_TYPE,
          conditionType: 'new_new',
          status: quantity > 0 ? ['BUYABLE', 'DISCOVERABLE'] : ['DISCOVERABLE'],
          itemName: listing.title,
          createdDate: isoSeconds(madeAt(listing)),
          lastUpdatedDate: isoSeconds(Math.max(listing.updatedAt, madeAt(listing))),
          mainImage: { link: `https://m.media-amazon.com/images/I/${listing.item.asin}.jpg`, height: 500, width: 500 },
        },
      ],
    }),
    ...(keeper.sells &&
      wants.has('offers') && {
        offers: [
          {
            marketplaceId: AMAZON_MARKETPLACE,
            offerType: 'B2C',
            price: { currencyCode: 'USD', amount: dollars(listing.priceCents) },
            audience: { value: 'ALL', displayName: 'Sell on Amazon' },
          },
        ],
      }),
    ...(keeper.sells &&
      wants.has('fulfillmentAvailability') && {
        fulfillmentAvailability: [{ fulfillmentChannelCode: 'DEFAULT', quantity }],
      }),
    ...(wants.has('attributes') && {
      attributes: {
        item_package_weight: [{ unit: 'grams', value: listing.item.weightGrams, marketplace_id: AMAZON_MARKETPLACE }],
      },
    }),
    ...(wants.has('relationships') && {
      relationships: [{ marketplaceId: AMAZON_MARKETPLACE, relationships: [] }],
    }),
    ...(wants.has('issues') && { issues: [] }),
    ...(wants.has('productTypes') && {
      productTypes: [{ marketplaceId: AMAZON_MARKETPLACE, productType: PRODUCT_TYPE }],
    }),
  };
}
