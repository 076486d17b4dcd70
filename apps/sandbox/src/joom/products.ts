import { isRecord, list, text } from '../http/types.ts';
import { pageOf } from '../kit/listing.ts';
import type { SandboxListing } from '../world/listings.ts';
import { dollars } from '../world/orders.ts';
import { type Api, type Call, expected, limitOf, listAnswer, momentOf, NAME, notFound, offsetOf } from './api.ts';
import { STORE } from './views.ts';

const UPDATE = ['sku', 'price', 'inventory', 'salePrice', 'shippingPrice', 'msrPrice', 'gtin', 'hsCode'];

/** What the merchant sells; each article is a product of one variant. */
export function registerProducts(api: Api): void {
  api.add({ method: 'GET', path: '/products/multi', query: ['limit', 'after', 'updatedFrom'] }, listProducts);
  api.add({ method: 'GET', path: '/products', query: ['id', 'sku'] }, (call) => ({
    data: view(call, productOf(call)),
  }));
  api.add(
    { method: 'POST', path: '/products/update', query: ['id', 'sku'], body: ['variants', 'enabled', 'name'] },
    update,
  );
}

function productOf({ shop, query }: Call): SandboxListing {
  const [id, sku] = [query.get('id'), query.get('sku')];
  if ((id === null) === (sku === null)) throw expected('sku', 'either `id` or `sku`', sku);
  const found = sku === null ? shop.listings.byId(id ?? '') : shop.listings.bySku(sku);
  if (!found) throw notFound(`Product with ${sku === null ? 'ID' : 'SKU'} '${sku ?? id}' not found`);
  return found;
}

function view({ ctx, shop }: Call, listing: SandboxListing) {
  const quantity = shop.listings.quantityOf(listing, ctx.world.clock.now());
  const at = new Date(listing.updatedAt || ctx.world.clock.now() - 86_400_000).toISOString();
  return {
    id: listing.itemId,
    sku: listing.sku,
    name: listing.title,
    state: 'active',
    enabled: true,
    storeId: STORE,
    hasActiveVersion: true,
    updateTimestamp: at,
    uploadTimestamp: at,
    review: { infractions: [] },
    variants: [
      {
        id: listing.variantId,
        sku: listing.sku,
        price: dollars(listing.priceCents),
        shippingPrice: '0',
        currency: shop.currency,
        inventory: quantity,
        effectiveStock: quantity,
        enabled: true,
      },
    ],
    ...(ctx.faults.of(NAME).newField ? { moonPhase: 'waxing' } : {}),
  };
}

function listProducts(call: Call) {
  const { ctx, shop, query } = call;
  const since = momentOf(query, 'updatedFrom') ?? 0;
  const found = shop.listings.all.filter((one) => one.updatedAt >= since);
  const page = pageOf(ctx, NAME, found, offsetOf(query), limitOf(query));
  return listAnswer(
    call,
    page.rows.map((one) => view(call, one)),
    page.next,
  );
}

/** All of it or nothing: every variant is looked at before the first is changed. */
function update(call: Call) {
  const listing = productOf(call);
  const { shop, ctx, body } = call;
  const variants = list(body.variants);
  if (!Array.isArray(body.variants) || variants.length === 0) throw expected('variants', 'list', body.variants);
  const changes = variants.map((variant, index) => {
    const field = (name: string) => `variants[${index}].${name}`;
    if (!isRecord(variant)) throw expected(field(''), 'object', variant);
    for (const name of Object.keys(variant))
      if (!UPDATE.includes(name)) throw expected(field(name), 'no such field', name);
    if (text(variant.sku) !== listing.sku) throw expected(field('sku'), 'SKU of a variant', variant.sku);
    if (typeof variant.price !== 'string' || !/^\d+(\.\d{1,2})?$/.test(variant.price))
      throw expected(field('price'), 'price', variant.price);
    const { inventory } = variant;
    if (inventory !== undefined && !(typeof inventory === 'number' && Number.isInteger(inventory) && inventory >= 0))
      throw expected(field('inventory'), 'non-negative integer', inventory);
    return { cents: Math.round(Number(variant.price) * 100), inventory: inventory as number | undefined };
  });
  const now = ctx.world.clock.now();
  for (const { cents, inventory } of changes) {
    if (cents !== listing.priceCents) shop.listings.setPrice(listing, cents, now);
    if (inventory !== undefined) shop.listings.setQuantity(listing, inventory, now);
  }
  return { data: view(call, listing) };
}
