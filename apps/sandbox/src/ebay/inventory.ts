import type { Context } from '../http/app.ts';
import { isRecord, list, text } from '../http/types.ts';
import { pageOf } from '../kit/listing.ts';
import type { SandboxListing } from '../world/listings.ts';
import type { Shop } from '../world/shop.ts';
import { type Call, type Desk, linkTo, readPaging, sellerOf } from './desk.ts';
import { type EbayError, inventory, wordsOf } from './errors.ts';
import { moneyIn } from './views.ts';

const MOST = 25;
const REVISIONS_A_DAY = 250;

/** Sell Inventory: articles, offers, and the call that changes many. Source: sell_inventory_v1 (1.18). */
export function registerInventory(desk: Desk, ctx: Context): void {
  const scopes = ['sell.inventory'];
  desk.add({
    api: 'inventory',
    method: 'GET',
    path: '/inventory_item',
    name: 'getInventoryItems',
    scopes,
    params: ['limit', 'offset'],
    handle: (call) => listItems(ctx, call),
  });
  desk.add({
    api: 'inventory',
    method: 'GET',
    path: '/offer',
    name: 'getOffers',
    scopes,
    params: ['sku', 'format', 'limit', 'offset', 'marketplace_id'],
    handle: (call) => listOffers(ctx, call),
  });
  desk.add({
    api: 'inventory',
    method: 'POST',
    path: '/bulk_update_price_quantity',
    name: 'bulkUpdatePriceQuantity',
    scopes,
    handle: (call) => update(call),
  });
}

const paging = (call: Call, most: number, usual: number) =>
  readPaging(call.query, { most, usual }, () => inventory(400, 25706, 'You have provided invalid pagination values.'));

function listItems(ctx: Context, call: Call) {
  const { limit, offset } = paging(call, 200, 25);
  const { listings } = call.shop;
  // In this one call the offset counts pages.
  const page = pageOf(ctx, 'ebay', listings.all, offset * limit, limit);
  return call.reply.send({
    href: linkTo(call.request, offset, limit),
    total: page.total,
    size: page.rows.length,
    limit,
    ...(page.next === undefined ? {} : { next: linkTo(call.request, page.next / limit, limit) }),
    inventoryItems: page.rows.map((one) => ({
      sku: one.sku,
      locale: 'en_US',
      condition: 'NEW',
      product: { title: one.title, aspects: {}, description: one.title, imageUrls: [] },
      packageWeightAndSize: { weight: { value: one.item.weightGrams, unit: 'GRAM' } },
      availability: {
        shipToLocationAvailability: {
          quantity: listings.quantityOf(one, call.now),
          allocationByFormat: { fixedPrice: listings.quantityOf(one, call.now), auction: 0 },
        },
      },
    })),
  });
}

function offerView(shop: Shop, one: SandboxListing, now: number) {
  const quantity = shop.listings.quantityOf(one, now);
  return {
    offerId: one.variantId,
    sku: one.sku,
    marketplaceId: sellerOf(shop).site,
    format: 'FIXED_PRICE',
    availableQuantity: quantity,
    pricingSummary: { price: moneyIn(shop.currency)(one.priceCents) },
    listingDuration: 'GTC',
    status: 'PUBLISHED',
    listing: { listingId: one.itemId, listingStatus: quantity > 0 ? 'ACTIVE' : 'OUT_OF_STOCK', soldQuantity: 0 },
  };
}

function listOffers(_ctx: Context, call: Call) {
  const { query, shop, reply, now } = call;
  paging(call, 100, 100);
  if (!query.sku || query.sku.length > 50) throw inventory(400, 25709, 'Invalid value for sku.');
  const one = shop.listings.bySku(query.sku);
  if (!one) throw inventory(404, 25713, 'This Offer is not available.');
  const offers = query.format && query.format !== 'FIXED_PRICE' ? [] : [offerView(shop, one, now)];
  return reply.send({ total: offers.length, size: offers.length, limit: 100, offers });
}

interface Change {
  listing: SandboxListing;
  quantity?: number;
  priceCents?: number;
}

/** One article of the call, wholly checked before anything of it is done. */
function readRequest({ shop, now }: Call, request: Record<string, unknown>): { offerIds: string[]; change: Change } {
  const sku = text(request.sku);
  const listing = shop.listings.bySku(sku);
  if (!listing) throw inventory(404, 25702, `${sku} could not be found or is not available in the system.`);
  const today = now - (now % 86_400_000);
  if (listing.told.filter((one) => one.at >= today).length >= REVISIONS_A_DAY)
    throw inventory(400, 25002, 'You have reached the limit of revisions of this listing for today.');
  const change: Change = { listing };
  const stock = request.shipToLocationAvailability;
  if (stock !== undefined) change.quantity = readQuantity(isRecord(stock) ? stock.quantity : undefined);
  const offers = list(request.offers).filter(isRecord);
  const offerIds = offers.map((offer) => text(offer.offerId));
  if (new Set(offerIds).size < offerIds.length) throw inventory(400, 25709, 'Invalid value for offerId.');
  for (const offer of offers) {
    if (text(offer.offerId) !== listing.variantId) throw inventory(400, 25713, 'This Offer is not available.');
    if (offer.availableQuantity !== undefined) change.quantity = readQuantity(offer.availableQuantity);
    if (offer.price !== undefined) change.priceCents = readPrice(shop, offer.price);
  }
  if (change.quantity === undefined && change.priceCents === undefined)
    throw inventory(400, 25002, 'Nothing to update was given.');
  return { offerIds, change };
}

function readQuantity(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw inventory(400, 25709, 'Invalid value for quantity.');
  return value;
}

function readPrice(shop: Shop, price: unknown): number {
  const value = isRecord(price) ? text(price.value) : '';
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(value) || Number(value) <= 0)
    throw inventory(400, 25709, 'Invalid value for price.');
  if (!isRecord(price) || price.currency !== shop.currency) throw inventory(400, 25709, 'Invalid value for currency.');
  const [whole = '0', cents = ''] = value.split('.');
  return Number(whole) * 100 + Number(cents.padEnd(2, '0'));
}

function update(call: Call) {
  const { body, shop, reply, now } = call;
  const requests = list(body.requests).filter(isRecord);
  const offers = requests.flatMap((one) => list(one.offers));
  if (requests.length === 0 || requests.length > MOST || offers.length > MOST)
    throw inventory(400, 25709, `Invalid value for requests. Between 1 and ${MOST} are taken.`);
  const skus = requests.map((one) => text(one.sku));
  if (new Set(skus).size < skus.length) throw inventory(400, 25709, 'Invalid value for sku. It stands there twice.');
  const responses: { sku: string; offerId?: string; statusCode: number; errors?: unknown[] }[] = [];
  for (const request of requests) {
    const sku = text(request.sku);
    try {
      const { offerIds, change } = readRequest(call, request);
      if (change.quantity !== undefined) shop.listings.setQuantity(change.listing, change.quantity, now);
      if (change.priceCents !== undefined) shop.listings.setPrice(change.listing, change.priceCents, now);
      if (request.shipToLocationAvailability !== undefined) responses.push({ sku, statusCode: 200 });
      for (const offerId of offerIds) responses.push({ sku, offerId, statusCode: 200 });
    } catch (error) {
      const refused = error as EbayError;
      if (typeof refused.errorId !== 'number') throw error;
      responses.push({ sku, statusCode: refused.status, errors: [wordsOf(refused)] });
    }
  }
  const bad = responses.filter((one) => one.statusCode !== 200).length;
  return reply.code(bad === 0 ? 200 : bad < responses.length ? 207 : 400).send({ responses });
}
