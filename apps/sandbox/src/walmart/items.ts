import { isRecord, list, text } from '../http/types.ts';
import { pageOf } from '../kit/listing.ts';
import type { SandboxListing } from '../world/listings.ts';
import { type Call, type Operation, WALMART } from './api.ts';
import { badContent, badParam, notFound } from './errors.ts';
import { moneyIn } from './views.ts';

/** Items, inventory and prices, one by one. Source: Item, Inventory and Price Management APIs. */
export const items: Operation[] = [
  {
    method: 'GET',
    path: '/v3/items',
    name: 'getAllItems',
    service: 'ITEM',
    rate: 'items',
    query: ['nextCursor', 'sku', 'offset', 'limit', 'lifecycleStatus', 'publishedStatus'],
    handle: listItems,
  },
  {
    method: 'GET',
    path: '/v3/inventory',
    name: 'getInventory',
    service: 'INVENTORY',
    rate: 'inventory',
    query: ['sku', 'shipNode'],
    handle: readInventory,
  },
  {
    method: 'PUT',
    path: '/v3/inventory',
    name: 'updateInventoryForAnItem',
    service: 'INVENTORY',
    rate: 'inventory',
    query: ['sku', 'shipNode'],
    handle: putInventory,
  },
  { method: 'PUT', path: '/v3/price', name: 'updatePrice', service: 'PRICE', rate: 'price', handle: putPrice },
];

function itemView({ shop }: Call, listing: SandboxListing) {
  return {
    mart: 'WALMART_US',
    sku: listing.sku,
    condition: 'New',
    wpid: `WP${listing.itemId}`,
    upc: String(600_000_000_000 + listing.n),
    gtin: `00${600_000_000_000 + listing.n}`,
    productName: listing.title,
    productType: 'Home Other',
    price: moneyIn(shop.currency)(listing.priceCents),
    publishedStatus: listing.n % 23 === 0 ? 'UNPUBLISHED' : 'PUBLISHED',
    ...(listing.n % 23 === 0 ? { unpublishedReasons: { reason: ['Your item needs a better image.'] } } : {}),
    lifecycleStatus: 'ACTIVE',
  };
}

function listItems(call: Call) {
  const { ctx, shop, query } = call;
  const limit = query.limit === undefined ? 20 : Number(query.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 50)
    throw badParam('ITEM', 'limit', 'The limit is between 1 and 50');
  const cursor = query.nextCursor;
  if (cursor !== undefined && query.offset !== undefined)
    throw badParam('ITEM', 'offset', 'Either an offset or a cursor');
  const answered =
    cursor === undefined || cursor === '*' ? (query.offset ?? '0') : Buffer.from(cursor, 'base64url').toString();
  const offset = /^\d{1,9}$/.test(answered) ? Number(answered) : Number.NaN;
  if (Number.isNaN(offset)) throw badParam('ITEM', 'nextCursor', 'Invalid nextCursor');
  const all = shop.listings.all.filter((one) => query.sku === undefined || one.sku === query.sku);
  const page = pageOf(ctx, WALMART, all, offset, limit);
  if (page.total === 0 || offset >= page.total) throw notFound('ITEM', 'No items found');
  return {
    ItemResponse: page.rows.map((one) => itemView(call, one)),
    totalItems: page.total,
    // A cursor comes with the last page too; what it leads to is empty.
    nextCursor: Buffer.from(String(page.next ?? page.total)).toString('base64url'),
  };
}

function listingOf({ shop }: Call, sku: string, service: 'INVENTORY' | 'PRICE'): SandboxListing {
  const listing = shop.listings.bySku(sku);
  if (!listing) throw notFound(service, `SKU ${sku} does not exist`);
  return listing;
}

function readInventory(call: Call) {
  const listing = listingOf(call, call.query.sku ?? '', 'INVENTORY');
  const amount = call.shop.listings.quantityOf(listing, call.ctx.world.clock.now());
  return { sku: listing.sku, quantity: { unit: 'EACH', amount } };
}

/** What a seller tells of one article, here and in feeds. @returns what is wrong with it */
export function takeQuantity({ ctx, shop }: Call, answered: unknown): string | undefined {
  const row = isRecord(answered) ? answered : {};
  const quantity = isRecord(row.quantity) ? row.quantity : {};
  const amount = quantity.amount;
  if (quantity.unit !== 'EACH' || typeof amount !== 'number' || !Number.isInteger(amount) || amount < 0)
    return 'The quantity has to be a whole number of EACH';
  const listing = shop.listings.bySku(text(row.sku));
  if (!listing) return `SKU ${text(row.sku)} does not exist`;
  shop.listings.setQuantity(listing, amount, ctx.world.clock.now());
  ctx.world.changes++;
  return undefined;
}

export function takePrice({ ctx, shop }: Call, answered: unknown): string | undefined {
  const row = isRecord(answered) ? answered : {};
  const [pricing] = list(row.pricing);
  const base = isRecord(pricing) && (pricing.currentPriceType ?? 'BASE') === 'BASE' ? pricing.currentPrice : undefined;
  const price = isRecord(base) ? base : {};
  const cents = typeof price.amount === 'number' ? Math.round(price.amount * 100) : Number.NaN;
  if (price.currency !== shop.currency || !(cents > 0) || Math.abs(cents / 100 - Number(price.amount)) > 1e-9)
    return `The price has to be an amount of ${shop.currency} with two decimals`;
  const listing = shop.listings.bySku(text(row.sku));
  if (!listing) return `SKU ${text(row.sku)} does not exist`;
  shop.listings.setPrice(listing, cents, ctx.world.clock.now());
  ctx.world.changes++;
  return undefined;
}

function putInventory(call: Call) {
  const sku = call.query.sku ?? '';
  if (!sku || text(call.body.sku) !== sku)
    throw badParam('INVENTORY', 'sku', 'The sku of the query and of the body differ');
  listingOf(call, sku, 'INVENTORY');
  const wrong = takeQuantity(call, call.body);
  if (wrong) throw badContent('INVENTORY', 'quantity', wrong);
  return { sku, quantity: call.body.quantity };
}

function putPrice(call: Call) {
  const sku = text(call.body.sku);
  listingOf(call, sku, 'PRICE');
  const wrong = takePrice(call, call.body);
  if (wrong) throw badContent('PRICE', 'pricing', wrong);
  return {
    ItemPriceResponse: {
      mart: 'WALMART_US',
      sku,
      message:
        'Thank you. Your price has been updated. Please allow up to five minutes for this change to be reflected on the site.',
    },
  };
}
