import { isRecord, text } from '../http/types.ts';
import { pageOf } from '../kit/listing.ts';
import type { SandboxListing } from '../world/listings.ts';
import type { Shop } from '../world/shop.ts';
import { hasModel } from './articles.ts';
import { ShopeeError, wrongParameter } from './errors.ts';
import { integer, NAME, type OperationBook, records, type ShopCall, seconds } from './operations.ts';

const STATUSES = ['NORMAL', 'BANNED', 'UNLIST', 'REVIEWING', 'SELLER_DELETE', 'SHOPEE_DELETE'];

/** Listings: items in pages, their facts, their models, and setting stock and price. Source: v2.product.* */
export function registerProducts(book: OperationBook): void {
  book.add(
    {
      method: 'GET',
      path: 'product/get_item_list',
      query: ['offset', 'page_size', 'update_time_from', 'update_time_to', 'item_status'],
    },
    getItemList,
  );
  book.add(
    {
      method: 'GET',
      path: 'product/get_item_base_info',
      query: ['item_id_list', 'need_tax_info', 'need_complaint_policy'],
    },
    getItemBaseInfo,
  );
  book.add({ method: 'GET', path: 'product/get_model_list', query: ['item_id'] }, getModelList);
  book.add({ method: 'POST', path: 'product/update_stock', body: ['item_id', 'stock_list'] }, updateStock);
  book.add({ method: 'POST', path: 'product/update_price', body: ['item_id', 'price_list'] }, updatePrice);
}

function itemOf(shop: Shop, answered: unknown): SandboxListing {
  const listing = shop.listings.byId(text(answered));
  if (!listing || listing.itemId !== text(answered))
    throw new ShopeeError('error_item_not_found', 'Item_id is not found.');
  return listing;
}

const changedAt = (shop: Shop, listing: SandboxListing): number =>
  seconds(listing.updatedAt || [...shop.byId.values()][0]?.createdAt || 1_700_000_000_000);

const stockInfo = ({ ctx, shop }: ShopCall, listing: SandboxListing) => {
  const stock = shop.listings.quantityOf(listing, ctx.world.clock.now());
  return {
    summary_info: { total_reserved_stock: 0, total_available_stock: stock },
    seller_stock: [{ location_id: 'SGZ', stock, if_saleable: true }],
    shopee_stock: [],
  };
};
const priceInfo = (shop: Shop, listing: SandboxListing) => [
  { currency: shop.currency, original_price: listing.priceCents / 100, current_price: listing.priceCents / 100 },
];

function getItemList({ ctx, shop, query }: ShopCall) {
  const offset = integer('offset', query.get('offset'), 0, 1_000_000);
  const size = integer('page_size', query.get('page_size'), 1, 100);
  const statuses = query.getAll('item_status');
  if (statuses.length === 0 || statuses.some((one) => !STATUSES.includes(one)))
    throw new ShopeeError('error_param_item_status', 'Item status error.');
  const page = pageOf(ctx, NAME, statuses.includes('NORMAL') ? shop.listings.all : [], offset, size);
  return {
    item: page.rows.map((listing) => ({
      item_id: Number(listing.itemId),
      item_status: 'NORMAL',
      update_time: changedAt(shop, listing),
      tag: { kit: false },
    })),
    total_count: page.total,
    has_next_page: page.next !== undefined,
    next_offset: page.next ?? 0,
  };
}

function getItemBaseInfo(call: ShopCall) {
  const { shop, query } = call;
  const ids = query
    .getAll('item_id_list')
    .flatMap((one) => one.split(','))
    .filter(Boolean);
  if (ids.length < 1 || ids.length > 50) throw wrongParameter('item_id_list must hold 1 to 50 ids');
  return {
    item_list: ids.map((id) => {
      const listing = itemOf(shop, id);
      const models = hasModel(listing);
      return {
        item_id: Number(listing.itemId),
        category_id: 14_646,
        item_name: listing.title,
        item_sku: models ? '' : listing.sku,
        create_time: changedAt(shop, listing),
        update_time: changedAt(shop, listing),
        ...(models ? {} : { price_info: priceInfo(shop, listing), stock_info_v2: stockInfo(call, listing) }),
        image: { image_url_list: [`https://cf.shopee.sg/file/sg-${listing.itemId}`], image_id_list: [] },
        weight: (listing.item.weightGrams / 1000).toFixed(2),
        item_status: 'NORMAL',
        has_model: models,
        has_promotion: false,
        is_fulfillment_by_shopee: false,
      };
    }),
  };
}

function getModelList(call: ShopCall) {
  const listing = itemOf(call.shop, call.query.get('item_id'));
  if (!hasModel(listing)) return { tier_variation: [], model: [] };
  return {
    tier_variation: [{ name: 'Style', option_list: [{ option: 'Standard' }] }],
    model: [
      {
        model_id: Number(listing.variantId),
        tier_index: [0],
        promotion_id: 0,
        has_promotion: false,
        model_sku: listing.sku,
        model_status: 'MODEL_NORMAL',
        price_info: priceInfo(call.shop, listing),
        stock_info_v2: stockInfo(call, listing),
        is_fulfillment_by_shopee: false,
      },
    ],
  };
}

/** One by one, each taken or refused for itself. */
function update(
  call: ShopCall,
  name: string,
  work: (listing: SandboxListing, answered: Record<string, unknown>) => object,
) {
  const listing = itemOf(call.shop, call.body.item_id);
  const desired = hasModel(listing) ? Number(listing.variantId) : 0;
  const failure_list: object[] = [];
  const success_list: object[] = [];
  for (const answered of records(name, call.body[name])) {
    const model_id = answered.model_id ?? 0;
    if (model_id !== desired) failure_list.push({ model_id, failed_reason: 'model_id is not found in this item' });
    else success_list.push({ model_id, ...work(listing, answered) });
  }
  return { failure_list, success_list };
}

function updateStock(call: ShopCall) {
  const now = call.ctx.world.clock.now();
  return update(call, 'stock_list', (listing, answered) => {
    const [place, ...others] = records('seller_stock', answered.seller_stock);
    if (!place || others.length > 0) throw wrongParameter('this shop has one warehouse');
    if (place.location_id !== undefined && place.location_id !== 'SGZ')
      throw new ShopeeError(
        'error_auth',
        "The location_id input is not matched the shop's location_id(more/wrong). Please double check.",
      );
    const stock = integer('stock', place.stock, 0, 999_999);
    call.shop.listings.setQuantity(listing, stock, now);
    call.ctx.world.changes++;
    return { location_id: 'SGZ', stock };
  });
}

function updatePrice(call: ShopCall) {
  return update(call, 'price_list', (listing, answered) => {
    if (!isRecord(answered) || typeof answered.original_price !== 'number' || answered.original_price <= 0)
      throw wrongParameter('original_price must be a number');
    const cents = Math.round(answered.original_price * 100);
    if (Math.abs(cents - answered.original_price * 100) > 1e-6) throw wrongParameter('the price has too many decimals');
    call.shop.listings.setPrice(listing, cents, call.ctx.world.clock.now());
    call.ctx.world.changes++;
    return { original_price: answered.original_price };
  });
}
