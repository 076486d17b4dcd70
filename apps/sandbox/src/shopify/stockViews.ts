import { isoSeconds } from '../world/clock.ts';
import { dollars } from '../world/orders.ts';
import { connection, type PageArgs } from './connection.ts';
import { gid, idOf, LOCATION_ID } from './status.ts';
import type { ShopifyStore } from './store.ts';

export interface StoreView {
  store: ShopifyStore;
  shop: string;
  scopes: string[];
  /** Whether the token holds one of these scopes. */
  may(...scopes: string[]): boolean;
}

const LONG_AGO = Date.UTC(2026, 0, 5, 9);

export function locationView() {
  return {
    id: gid('Location', LOCATION_ID),
    legacyResourceId: LOCATION_ID,
    name: 'Timonium warehouse',
    isActive: true,
    fulfillsOnlineOrders: true,
    address: { address1: '1 Dock Rd', city: 'Timonium', provinceCode: 'MD', zip: '21093', countryCode: 'US' },
  };
}

export function productView(view: StoreView, index: number) {
  const item = view.store.ctx.world.catalog.items[index]!;
  const id = view.store.productIdAt(index);
  return {
    id: gid('Product', id),
    legacyResourceId: id,
    title: item.title,
    status: 'ACTIVE',
    onlineStoreUrl: `https://${view.shop}/products/${item.sku.toLowerCase()}`,
    vendor: 'Tradewind',
    handle: `${item.title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${item.sku.toLowerCase()}`,
  };
}

/** A variant has at most one, an image. Source: the object ProductVariant, "Manage media for product variants". */
function mediaView(view: StoreView, index: number) {
  const image = { url: `https://cdn.shopify.com/s/files/1/0001/files/${view.store.variantIdAt(index)}.jpg` };
  return {
    __typename: 'MediaImage',
    id: gid('MediaImage', view.store.variantIdAt(index)),
    alt: '',
    mediaContentType: 'IMAGE',
    status: 'READY',
    preview: { status: 'READY', image },
    image,
  };
}

export function variantView(view: StoreView, index: number) {
  const item = view.store.ctx.world.catalog.items[index]!;
  const listing = view.store.listing(view.shop, index);
  const id = view.store.variantIdAt(index);
  return {
    id: gid('ProductVariant', id),
    legacyResourceId: id,
    sku: item.sku,
    title: 'Default Title',
    displayName: `${item.title} - Default Title`,
    price: dollars(listing.priceCents),
    image: mediaView(view, index).image,
    media: (args: PageArgs) => connection([index], args, (one) => mediaView(view, one)),
    compareAtPrice: null,
    barcode: null,
    inventoryQuantity: view.store.available(view.shop, index),
    createdAt: isoSeconds(LONG_AGO),
    updatedAt: isoSeconds(listing.updatedAt || LONG_AGO + index * 1000),
    product: () => productView(view, index),
    inventoryItem: () => inventoryItemView(view, index),
  };
}

export function inventoryItemView(view: StoreView, index: number): Record<string, unknown> {
  const item = view.store.ctx.world.catalog.items[index]!;
  const id = view.store.itemIdAt(index);
  return {
    id: gid('InventoryItem', id),
    legacyResourceId: id,
    sku: item.sku,
    tracked: true,
    requiresShipping: true,
    measurement: { id: gid('InventoryItemMeasurement', id), weight: { unit: 'GRAMS', value: item.weightGrams } },
    inventoryLevel: (args: { locationId: string }) =>
      view.store.isLocation(idOf(args.locationId)) ? levelView(view, index) : null,
    inventoryLevels: (args: PageArgs) => connection([index], args, (one) => levelView(view, one)),
    variant: () => variantView(view, index),
  };
}

function levelView(view: StoreView, index: number) {
  const id = view.store.itemIdAt(index);
  const available = view.store.available(view.shop, index);
  const values: Record<string, number> = {
    available,
    on_hand: available,
    committed: 0,
    incoming: 0,
    reserved: 0,
    damaged: 0,
    safety_stock: 0,
    quality_control: 0,
  };
  return {
    id: gid('InventoryLevel', `${LOCATION_ID}?inventory_item_id=${id}`),
    item: () => inventoryItemView(view, index),
    location: () => locationView(),
    quantities: (args: { names: string[] }) =>
      args.names
        .filter((name) => name in values)
        .map((name) => ({ id: gid('InventoryQuantity', `${id}?name=${name}`), name, quantity: values[name] })),
  };
}
