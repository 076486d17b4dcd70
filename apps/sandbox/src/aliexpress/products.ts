import { isRecord, list, text } from '../http/types.ts';
import { pageOf } from '../kit/listing.ts';
import type { SandboxListing } from '../world/listings.ts';
import type { Shop } from '../world/shop.ts';
import { type AeApi, type AeCall, BusinessError, integer, json, listed, NAME, query, wrong } from './api.ts';
import { written } from './pacific.ts';
import { PRODUCT_SIZE } from './views.ts';

const STATUSES = ['onSelling', 'offline', 'auditing', 'editingRequired'];
const PUT_UP = Date.UTC(2024, 2, 1);
const MOST_PRODUCTS = 20;
const MOST_SKUS = 200;

/** Products with their variants, and setting stock and price. Source: aliexpress.solution.* */
export function registerProducts(api: AeApi): void {
  api.add('aliexpress.solution.product.list.get', ['aeop_a_e_product_list_query'], productList);
  api.add('aliexpress.solution.product.info.get', ['product_id'], productInfo);
  const update = ['mutiple_product_update_list'];
  api.add('aliexpress.solution.batch.product.inventory.update', update, (call) =>
    batch(call, 'inventory', (shop, listing, answered) =>
      shop.listings.setQuantity(listing, integer('inventory', answered, 0, 9_999_999), call.ctx.world.clock.now()),
    ),
  );
  api.add('aliexpress.solution.batch.product.price.update', update, (call) =>
    batch(call, 'price', (shop, listing, answered) => {
      if (typeof answered !== 'string' || !/^\d+(\.\d{1,2})?$/.test(answered) || Number(answered) === 0)
        throw wrong('price');
      shop.listings.setPrice(listing, Math.round(Number(answered) * 100), call.ctx.world.clock.now());
    }),
  );
}

/** Every so many articles are the variants of one product. */
function products(shop: Shop): SandboxListing[][] {
  const { all } = shop.listings;
  return Array.from({ length: Math.ceil(all.length / PRODUCT_SIZE) }, (_, n) =>
    all.slice(n * PRODUCT_SIZE, (n + 1) * PRODUCT_SIZE),
  );
}
const variantsOf = (shop: Shop, productId: unknown): SandboxListing[] =>
  products(shop).find(([first]) => first?.itemId === text(productId)) ?? [];

function productList(call: AeCall) {
  const { ctx, shop } = call;
  const answered = query(call, 'aeop_a_e_product_list_query', [
    ...['current_page', 'page_size', 'product_status_type', 'gmt_modified_start', 'gmt_modified_end'],
    ...['subject', 'sku_code', 'product_id'],
  ]);
  if (!STATUSES.includes(text(answered.product_status_type))) throw wrong('product_status_type is unknown');
  const size = integer('page_size', answered.page_size, 1, 100);
  const desired = integer('current_page', answered.current_page, 1, 100_000);
  const all = answered.product_status_type === 'onSelling' ? products(shop) : [];
  const page = pageOf(ctx, NAME, all, (desired - 1) * size, size);
  return {
    result: {
      success: true,
      current_page: desired,
      page_size: size,
      total_page: Math.ceil(page.total / size),
      product_count: page.total,
      aeop_a_e_product_display_d_t_o_list: listed(
        'item_display_dto',
        page.rows.map((variants) => ({
          product_id: Number(variants[0]?.itemId),
          subject: variants[0]?.title ?? '',
          currency_code: shop.currency,
          product_min_price: prices(variants)[0],
          product_max_price: prices(variants).at(-1),
          image_u_r_ls: `https://ae01.alicdn.com/kf/${variants[0]?.itemId ?? ''}.jpg`,
          gmt_create: written(PUT_UP),
          gmt_modified: written(PUT_UP),
        })),
      ),
    },
  };
}

const prices = (variants: readonly SandboxListing[]): string[] =>
  variants
    .map((one) => one.priceCents)
    .sort((a, b) => a - b)
    .map((cents) => (cents / 100).toFixed(2));

function productInfo({ ctx, shop, params }: AeCall) {
  const variants = variantsOf(shop, params.product_id);
  const [first] = variants;
  if (!first) throw new BusinessError('isv.product-not-exist', `the product ${text(params.product_id)} does not exist`);
  const now = ctx.world.clock.now();
  return {
    result: {
      product_id: Number(first.itemId),
      subject: first.title,
      product_status_type: 'onSelling',
      currency_code: shop.currency,
      image_u_r_ls: `https://ae01.alicdn.com/kf/${first.itemId}.jpg;https://ae01.alicdn.com/kf/${first.itemId}-2.jpg`,
      aeop_ae_product_s_k_us: listed(
        'global_aeop_ae_product_sku',
        variants.map((one) => ({
          id: `200000182:${one.variantId}`,
          sku_code: one.sku,
          sku_price: (one.priceCents / 100).toFixed(2),
          ipm_sku_stock: shop.listings.quantityOf(one, now),
          currency_code: shop.currency,
          sku_stock: true,
        })),
      ),
    },
  };
}

/** Product by product: one whose SKU is wrong is not updated at all, the others are. */
function batch(call: AeCall, field: string, set: (shop: Shop, listing: SandboxListing, answered: unknown) => void) {
  const { shop } = call;
  const desired = list(json(call, 'mutiple_product_update_list')).filter(isRecord);
  if (desired.length < 1 || desired.length > MOST_PRODUCTS) throw wrong(`1 to ${MOST_PRODUCTS} products at once`);
  const failed: object[] = [];
  const done: object[] = [];
  for (const { product_id, multiple_sku_update_list: answered } of desired) {
    const variants = variantsOf(shop, product_id);
    const skus = list(answered).filter(isRecord);
    const found = skus.map((sku) => variants.find((one) => one.sku === text(sku.sku_code)));
    const refuse = (error_code: string, error_message: string) =>
      failed.push({ product_id, error_code, error_message });
    if (typeof product_id !== 'number' || variants.length === 0) refuse('PRODUCT_NOT_EXIST', 'product does not exist');
    else if (skus.length < 1 || skus.length > MOST_SKUS) refuse('SKU_COUNT', `1 to ${MOST_SKUS} SKUs at once`);
    else if (found.some((one) => !one)) refuse('SKU_NOT_EXIST', 'sku_code does not exist');
    else {
      for (const [index, listing] of found.entries()) if (listing) set(shop, listing, skus[index]?.[field]);
      done.push({ product_id });
    }
  }
  call.ctx.world.changes++;
  return {
    update_success: failed.length === 0,
    update_error_code: failed.length > 0 ? 'PARTLY_FAILED' : '',
    update_error_message: '',
    update_failed_list: listed('synchronize_product_response_dto', failed),
    update_successful_list: listed('synchronize_product_response_dto', done),
  };
}
