import { isRecord } from '../http/types.ts';
import { pageOf } from '../kit/listing.ts';
import type { SandboxListing } from '../world/listings.ts';
import type { Shop } from '../world/shop.ts';
import { type Api, type Call, invalid, limitOf, sortOf } from './api.ts';
import { NAME } from './name.ts';
import { stamp, WAREHOUSE } from './views.ts';

/** The shop's articles are variations of products, so many each. */
const VARIATIONS = 25;
/** When the first of them was put up; each further one a minute later. */
const BEGIN = Date.parse('2025-03-01T08:00:00Z');
const EDITABLE = ['id', 'sku', 'status', 'price', 'cost', 'inventories', 'gtin', 'image', 'options', 'attributes'];

interface Product {
  id: string;
  n: number;
  articles: SandboxListing[];
  updatedAt: number;
}

const at = (n: number): number => BEGIN + n * 60_000;

function productsOf(shop: Shop): Product[] {
  return [...Map.groupBy(shop.listings.all, ({ n }) => Math.floor((n - 1) / VARIATIONS))].map(([n, articles]) => ({
    id: `63f0${String(n).padStart(20, '0')}`,
    n,
    articles,
    updatedAt: Math.max(at(n), ...articles.map((one) => one.updatedAt)),
  }));
}

/** What the merchant sells, and the merchant. Lists tell products without their variations. */
export function registerProducts(api: Api): void {
  const scope = 'products:read';
  const windows = ['created_at_min', 'created_at_max', 'updated_at_min', 'updated_at_max'];
  api.add(
    {
      method: 'GET',
      path: '/products',
      scope,
      query: ['limit', 'sort_by', ...windows, 'parent_sku', 'statuses', 'state'],
    },
    listProducts,
  );
  api.add({ method: 'GET', path: '/products/:id', scope }, (call) => view(call, productOf(call)));
  api.add(
    { method: 'PUT', path: '/products/:id', scope: 'products:write', body: ['variations', 'name', 'status'] },
    update,
  );
  api.add({ method: 'GET', path: '/merchant/account_details', scope: 'merchant:read' }, ({ shop }) => ({
    status: 'ACTIVE',
    revenue_type: 'REV_SHARE',
    display_name: shop.name,
  }));
  api.add({ method: 'GET', path: '/merchant/currency_settings', scope: 'merchant:read' }, ({ shop }) => ({
    localized_currency: shop.currency,
    product_boost_currency: shop.currency,
  }));
  api.add({ method: 'GET', path: '/merchant/warehouses', scope: 'merchant:read' }, () => [
    {
      id: WAREHOUSE.id,
      name: WAREHOUSE.name,
      shipping_type: 'STANDARD',
      address: {
        ship_to_name: 'Tradewind',
        street_address1: '1 Bao’an Road',
        city: 'Shenzhen',
        state: 'Guangdong',
        zipcode: '518000',
        country_code: WAREHOUSE.country,
      },
    },
  ]);
}

function productOf({ shop, id }: Call): Product {
  const found = productsOf(shop).find((one) => one.id === id);
  if (!found) throw invalid('There is no such product for the merchant.');
  return found;
}

const shallow = (product: Product) => ({
  id: product.id,
  name: `Home collection ${product.n + 1}`,
  parent_sku: `TW-${product.n + 1}`,
  state: 'ACTIVE',
  status: 'APPROVED',
  condition: 'NEW',
  created_at: stamp(at(product.n)),
  updated_at: stamp(product.updatedAt),
});

function view({ ctx, shop }: Call, product: Product) {
  return {
    ...shallow(product),
    variations: product.articles.map((article) => ({
      id: article.variantId,
      product_id: product.id,
      sku: article.sku,
      status: 'ENABLED',
      price: { amount: article.priceCents / 100, currency_code: shop.currency },
      options: [{ name: 'STYLE', value: article.title }],
      inventories: [
        { warehouse_id: WAREHOUSE.id, inventory: shop.listings.quantityOf(article, ctx.world.clock.now()) },
      ],
    })),
    ...(ctx.faults.of(NAME).newField ? { moon_phase: 'waxing' } : {}),
  };
}

function listProducts({ ctx, shop, query }: Call) {
  const limit = limitOf(query, 50, 1000);
  const { by, ascending, windows } = sortOf(query, ['updated_at', 'created_at'], 'updated_at');
  const timeOf = (one: Product, field: string) => (field === 'created_at' ? at(one.n) : one.updatedAt);
  const found = productsOf(shop)
    .filter((one) => windows.every(({ field, min, max }) => timeOf(one, field) >= min && timeOf(one, field) <= max))
    .sort((a, b) => (timeOf(a, by) - timeOf(b, by)) * (ascending ? 1 : -1));
  return pageOf(ctx, NAME, found, 0, limit).rows.map(shallow);
}

/** All of it or nothing: every variation is looked at before the first is changed. */
function update(call: Call) {
  const product = productOf(call);
  const { ctx, shop, body } = call;
  const answered: unknown[] = Array.isArray(body.variations) ? body.variations : [];
  const changes = answered.map((one) => {
    if (!isRecord(one)) throw invalid('variations must hold objects');
    for (const name of Object.keys(one)) if (!EDITABLE.includes(name)) throw invalid(`Unknown field ${name}`);
    const article = product.articles.find(({ variantId }) => variantId === one.id);
    if (!article) throw invalid(`There is no variation ${String(one.id)} of this product.`);
    return { article, cents: centsOf(one.price, shop), quantity: quantityOf(one.inventories) };
  });
  const now = ctx.world.clock.now();
  for (const { article, cents, quantity } of changes) {
    if (cents !== undefined) shop.listings.setPrice(article, cents, now);
    if (quantity !== undefined) shop.listings.setQuantity(article, quantity, now);
  }
  return view(call, productOf(call));
}

function centsOf(answered: unknown, shop: Shop): number | undefined {
  if (answered === undefined) return undefined;
  if (!isRecord(answered) || typeof answered.amount !== 'number' || !(answered.amount >= 0))
    throw invalid('price is not valid');
  if (answered.currency_code !== shop.currency) throw invalid(`price has to be in ${shop.currency}`);
  return Math.round(answered.amount * 100);
}

function quantityOf(answered: unknown): number | undefined {
  if (answered === undefined) return undefined;
  if (!Array.isArray(answered) || answered.length !== 1 || !isRecord(answered[0]))
    throw invalid('inventories is not valid');
  const { warehouse_id: warehouse, inventory } = answered[0];
  if (warehouse !== WAREHOUSE.id) throw invalid('There is no such warehouse ID for the merchant.');
  if (typeof inventory !== 'number' || !Number.isInteger(inventory) || inventory < 0 || inventory > 500_000)
    throw invalid('inventory must be between 0 and 500000');
  return inventory;
}
