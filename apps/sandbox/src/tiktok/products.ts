import { isRecord } from '../http/types.ts';
import { pageOf } from '../kit/listing.ts';
import type { SandboxListing } from '../world/listings.ts';
import { dollars } from '../world/orders.ts';
import type { Call, Operation } from './api.ts';
import { badRequest, TtsError } from './errors.ts';
import { WAREHOUSE } from './logistics.ts';
import { ids, nextToken, offsetIn, oneOf, pageSize, seconds } from './params.ts';
import { TIKTOK } from './shops.ts';

const MOST = 99_999;
const STATUSES = [
  ...(['ALL', 'DRAFT', 'PENDING', 'FAILED', 'ACTIVATE', 'SELLER_DEACTIVATED', 'PLATFORM_DEACTIVATED'] as const),
  ...(['FREEZE', 'DELETED'] as const),
];

function searchProducts(call: Call) {
  const { shop, body, query, now } = call;
  if (query.page_size === undefined) throw badRequest('Invalid parameter. page_size is required.');
  const size = pageSize(call, 100);
  const status = oneOf('status', body.status, STATUSES, 'ALL');
  const skus = ids('seller_skus', body.seller_skus);
  const all = status === 'ALL' || status === 'ACTIVATE' ? shop.listings.all : [];
  const found = skus ? all.filter((one) => skus.includes(one.sku)) : all;
  const page = pageOf(call.ctx, TIKTOK, found, offsetIn(call), size);
  return {
    total_count: page.total,
    next_page_token: nextToken(call, page.next),
    products: page.rows.map((one) => ({
      id: one.itemId,
      title: one.title,
      status: 'ACTIVATE',
      skus: [
        {
          id: one.variantId,
          seller_sku: one.sku,
          price: { currency: shop.currency, tax_exclusive_price: dollars(one.priceCents) },
          inventory: [{ warehouse_id: WAREHOUSE, quantity: shop.listings.quantityOf(one, now) }],
          status_info: { status: 'NORMAL' },
        },
      ],
      create_time: 1_700_000_000,
      update_time: seconds(one.updatedAt) || 1_700_000_000,
    })),
  };
}

/** The article named in the path, and what is told of its variants. */
function skusIn({ shop, ids: [id = ''], body }: Call): { listing: SandboxListing; skus: Record<string, unknown>[] } {
  const listing = shop.listings.byId(id);
  if (!listing || listing.itemId !== id) throw new TtsError(12052260, 'The product ID does not exist');
  const { skus } = body;
  if (!Array.isArray(skus) || skus.length === 0 || !skus.every(isRecord))
    throw new TtsError(
      12052902,
      'The SKU list is empty. Either omit the list entirely, or provide all required details.',
    );
  if (new Set(skus.map((one) => one.id)).size < skus.length) throw new TtsError(12052553, 'Sku id duplicate');
  return { listing, skus };
}

/** What is wrong with one variant is told beside those that went well. */
function updateInventory(call: Call) {
  const { listing, skus } = skusIn(call);
  const errors: object[] = [];
  for (const { id, inventory } of skus) {
    const refuse = (code: number, message: string) =>
      errors.push({
        code: 12052990,
        message: 'The check failed.',
        detail: { sku_id: id, extra_errors: [{ warehouse_id: WAREHOUSE, code, message }] },
      });
    const [first, ...more] = Array.isArray(inventory) ? inventory.filter(isRecord) : [];
    const quantity = first?.quantity;
    if (id !== listing.variantId) refuse(12052556, 'The SKU id not exist.');
    else if (first?.warehouse_id !== undefined && first.warehouse_id !== WAREHOUSE)
      refuse(12052097, 'The warehouse does not exist');
    else if (!first || more.length > 0) refuse(12019022, 'SKU must contain a valid warehouse.');
    else if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 0 || quantity > MOST)
      refuse(12052055, 'The SKU inventory quantity for the warehouse must be within allowed limits.');
    else call.shop.listings.setQuantity(listing, quantity, call.ctx.world.clock.now());
  }
  return errors.length > 0 ? { errors } : {};
}

function updatePrices(call: Call) {
  const { listing, skus } = skusIn(call);
  for (const { id, price } of skus) {
    if (id !== listing.variantId) throw new TtsError(12052557, 'The SKU ID does not belong to the product.');
    const answered = isRecord(price) ? (price.sale_price ?? price.amount) : undefined;
    if (!isRecord(price) || price.currency !== call.shop.currency)
      throw new TtsError(12052084, 'The provided currency is not available for this shop/region.');
    if (typeof answered !== 'string' || !/^\d+(\.\d{1,2})?$/.test(answered) || Number(answered) <= 0)
      throw new TtsError(12052012, 'Incorrect price format');
    call.shop.listings.setPrice(listing, Math.round(Number(answered) * 100), call.ctx.world.clock.now());
  }
  return {};
}

/** Source: Search Products 202502, Update Inventory and Update Price 202309. */
export const products: Operation[] = [
  {
    method: 'POST',
    path: '/product/202502/products/search',
    name: 'searchProducts',
    query: ['page_size', 'page_token'],
    body: ['status', 'seller_skus'],
    handle: searchProducts,
  },
  {
    method: 'POST',
    path: '/product/202309/products/{product_id}/inventory/update',
    name: 'updateInventory',
    body: ['skus'],
    handle: updateInventory,
  },
  {
    method: 'POST',
    path: '/product/202309/products/{product_id}/prices/update',
    name: 'updatePrices',
    body: ['skus'],
    handle: updatePrices,
  },
];
