import { whole } from '../iop/desk.ts';
import { IopError, missing } from '../iop/errors.ts';
import { pageOf } from '../kit/listing.ts';
import type { SandboxListing } from '../world/listings.ts';
import { instantOf, type LazadaApi, type LazadaCall, NAME } from './api.ts';

const FILTERS = ['all', 'live', 'inactive', 'deleted', 'pending', 'rejected', 'sold-out'];
const MOST_SKUS = 50;
/** All goods of the demo shop were put up on one day. */
const PUT_UP = Date.UTC(2024, 2, 1);

/** Listings, and setting their stock and price. Source: GetProducts, UpdatePriceQuantity, UpdateSellableQuantity */
export function registerProducts(api: LazadaApi): void {
  api.add(
    {
      method: 'GET',
      path: '/products/get',
      params: [
        ...['filter', 'create_after', 'create_before', 'update_after', 'update_before'],
        ...['offset', 'limit', 'options', 'sku_seller_list'],
      ],
    },
    getProducts,
  );
  api.add({ method: 'POST', path: '/product/price_quantity/update', params: ['payload'] }, (call) =>
    update(call, ['Price', 'SalePrice', 'SaleStartDate', 'SaleEndDate', 'Quantity']),
  );
  api.add({ method: 'POST', path: '/product/stock/sellable/update', params: ['payload'] }, (call) =>
    update(call, ['SellableQuantity']),
  );
}

function getProducts({ ctx, shop, params }: LazadaCall) {
  if (!FILTERS.includes(params.filter ?? '')) throw new IopError('36', 'E036: Invalid status filter', 'ISP');
  const offset = whole('Offset', params.offset ?? '0', 0, 10_000, '14');
  const limit = whole('Limit', params.limit ?? '20', 1, 50, '19');
  const from = params.create_after ? instantOf(params.create_after) : 0;
  const to = params.create_before ? instantOf(params.create_before) : Number.MAX_SAFE_INTEGER;
  const there = from <= PUT_UP && PUT_UP <= to && ['all', 'live'].includes(params.filter ?? '');
  const page = pageOf(ctx, NAME, there ? shop.listings.all : [], offset, limit);
  return {
    data: {
      total_products: page.total,
      products: page.rows.map((listing) => {
        const quantity = shop.listings.quantityOf(listing, ctx.world.clock.now());
        return {
          item_id: Number(listing.itemId),
          primary_category: 8707,
          status: 'Active',
          created_time: String(PUT_UP),
          updated_time: String(listing.updatedAt || PUT_UP),
          attributes: { name: listing.title },
          images: [`https://sg-live.slatic.net/p/${listing.itemId}.jpg`],
          skus: [
            {
              SkuId: Number(listing.variantId),
              SellerSku: listing.sku,
              ShopSku: `${listing.itemId}_SGAMZ-${listing.variantId}`,
              Status: 'active',
              Url: `https://www.lazada.sg/-i${listing.itemId}-s${listing.variantId}.html`,
              Images: [],
              price: listing.priceCents / 100,
              special_price: 0,
              quantity,
              Available: quantity,
              package_weight: (listing.item.weightGrams / 1000).toFixed(2),
              multiWarehouseInventories: [
                { warehouseCode: 'dropshipping', quantity, totalQuantity: quantity, sellableQuantity: quantity },
              ],
              fblWarehouseInventories: [],
            },
          ],
        };
      }),
    },
  };
}

const unescaped = (text: string): string =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');

/** The fields of each Sku of a payload; whatever is not of that form is refused. */
function skusOf(payload: string): Map<string, string>[] {
  const inner = /^\s*<Request>\s*<Product>\s*<Skus>(.*)<\/Skus>\s*<\/Product>\s*<\/Request>\s*$/s.exec(payload)?.[1];
  if (inner === undefined) throw new IopError('5', 'E005: Invalid Request Format', 'ISP');
  const skus = [...inner.matchAll(/<Sku>(.*?)<\/Sku>/gs)].map(
    ([, fields = '']) =>
      new Map(
        [...fields.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name, text]) => [name ?? '', unescaped(text ?? '')]),
      ),
  );
  if (skus.length === 0) throw new IopError('30', 'E030: Empty Request', 'ISP');
  if (skus.length > MOST_SKUS) throw new IopError('204', 'E204: Too many SKU in one request', 'ISP');
  return skus;
}

/** One that is wrong refuses them all. */
function update({ ctx, shop, params }: LazadaCall, figures: readonly string[]) {
  if (!params.payload) throw missing('payload');
  const now = ctx.world.clock.now();
  const refuse = (seller_sku: string, message: string) =>
    new IopError('501', 'E501: Update product failed', 'ISP', { detail: [{ seller_sku, message }] });
  const desired = skusOf(params.payload).map((fields): [SandboxListing, Map<string, string>] => {
    const sku = fields.get('SellerSku') ?? '';
    const listing = shop.listings.bySku(sku);
    if (!listing || fields.get('ItemId') !== listing.itemId || fields.get('SkuId') !== listing.variantId)
      throw refuse(sku, 'SELLER_SKU_NOT_FOUND');
    for (const name of fields.keys())
      if (!['ItemId', 'SkuId', 'SellerSku', ...figures].includes(name)) throw refuse(sku, `unknown field ${name}`);
    const quantity = fields.get('SellableQuantity') ?? fields.get('Quantity');
    if (quantity !== undefined && !/^\d{1,7}$/.test(quantity)) throw refuse(sku, 'INVALID_QUANTITY');
    const price = fields.get('Price');
    if (price !== undefined && (!/^\d+(\.\d{1,2})?$/.test(price) || Number(price) === 0))
      throw refuse(sku, 'BIZ_CHECK_PRICE_PRECISION_INVALID');
    if (quantity === undefined && price === undefined) throw refuse(sku, 'nothing to update');
    return [listing, fields];
  });
  for (const [listing, fields] of desired) {
    const quantity = fields.get('SellableQuantity') ?? fields.get('Quantity');
    const price = fields.get('Price');
    if (quantity !== undefined) shop.listings.setQuantity(listing, Number(quantity), now);
    if (price !== undefined) shop.listings.setPrice(listing, Math.round(Number(price) * 100), now);
  }
  ctx.world.changes++;
  return { data: {} };
}
