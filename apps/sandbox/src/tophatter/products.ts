import { pageOf } from '../kit/listing.ts';
import type { SandboxListing } from '../world/listings.ts';
import { type Api, bad, type Call, missing, NAME, pageIn, required, stamp } from './api.ts';

const BEGIN = Date.parse('2019-05-01T15:00:00Z');
const SORTS = ['created_at_ascending', 'created_at_descending', 'updated_at_ascending', 'updated_at_descending'];
const STATUSES = ['in_stock', 'enabled', 'disabled', 'deleted', 'sold_out', 'problematic', 'low_inventory', 'banned'];

/** What the merchant puts up for auction; each article is a product of one variation. */
export function registerProducts(api: Api): void {
  api.add('GET', 'products', ['status', 'category', 'page', 'per_page', 'pagination', 'sort'], listProducts);
  api.add('GET', 'products/retrieve', ['identifier'], (call) => view(call, articleOf(call, 'product')));
  api.add('POST', 'products/update', ['identifier', 'buy_now_price', 'starting_bid', 'shipping_price'], updateProduct);
  api.add('POST', 'variations/update', ['identifier', 'quantity'], updateVariation);
}

function articleOf({ shop, fields }: Call, what: string): SandboxListing {
  const identifier = required(fields, 'identifier');
  const found = shop.listings.bySku(identifier);
  if (!found) throw missing(what, identifier);
  return found;
}

const variation = ({ ctx, shop }: Call, article: SandboxListing) => ({
  identifier: article.sku,
  size: null,
  color: null,
  quantity: shop.listings.quantityOf(article, ctx.world.clock.now()),
  created_at: stamp(BEGIN + article.n * 60_000),
});

function view(call: Call, article: SandboxListing) {
  const one = variation(call, article);
  return {
    identifier: article.sku,
    category: 'Home & Garden | Decor',
    title: article.title,
    condition: 'New',
    available_quantity: one.quantity,
    variations: [one],
    starting_bid: 1,
    buy_now_price: article.priceCents / 100,
    retail_price: Math.round(article.priceCents / 40),
    cost_basis: (article.priceCents / 200).toFixed(1),
    shipping_price: 5,
    shipping_origin: 'China',
    days_to_fulfill: 3,
    days_to_deliver: 12,
    primary_image: `https://images.tophatter.example/${article.sku}/original.jpg`,
    created_at: one.created_at,
    updated_at: stamp(article.updatedAt || BEGIN + article.n * 60_000),
    disabled_at: null,
    deleted_at: null,
    internal_id: 400_000_000 + article.n,
    admin_banned_at: null,
    admin_hold_at: null,
    ...(call.ctx.faults.of(NAME).newField ? { moon_phase: 'waxing' } : {}),
  };
}

function listProducts(call: Call) {
  const { ctx, shop, fields } = call;
  const [offset, size] = pageIn(fields, 200);
  const { sort = 'created_at_descending', status, pagination } = fields;
  if (!SORTS.includes(sort)) throw bad('The sort is invalid.');
  if (status && !STATUSES.includes(status)) throw bad('The status is invalid.');
  const ascending = sort.endsWith('_ascending') ? 1 : -1;
  const found = [...shop.listings.all].sort((a, b) => (a.n - b.n) * ascending);
  const page = pageOf(ctx, NAME, found, offset, size);
  const results = page.rows.map((article) => view(call, article));
  if (!pagination) return results;
  const from = offset + 1;
  const to = offset + results.length;
  return { results, from, to, page: offset / size + 1, per_page: size, total_entries: page.total };
}

function updateProduct(call: Call) {
  const article = articleOf(call, 'product');
  const { buy_now_price: price } = call.fields;
  if (price !== undefined) {
    if (!/^\d+(\.\d{1,2})?$/.test(price) || Number(price) <= 0) throw bad('The buy_now_price is invalid.');
    call.shop.listings.setPrice(article, Math.round(Number(price) * 100), call.ctx.world.clock.now());
  }
  return view(call, article);
}

function updateVariation(call: Call) {
  const article = articleOf(call, 'variation');
  const quantity = required(call.fields, 'quantity');
  if (!/^\d+$/.test(quantity)) throw bad('The quantity is invalid.');
  call.shop.listings.setQuantity(article, Number(quantity), call.ctx.world.clock.now());
  return { product_identifier: article.sku, ...variation(call, article), disabled_at: null, deleted_at: null };
}
