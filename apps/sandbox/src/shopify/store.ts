import type { Context } from '../http/app.ts';
import type { CatalogItem } from '../world/catalog.ts';
import type { SandboxListing } from '../world/listings.ts';
import type { Parcel, SandboxOrder } from '../world/orders.ts';
import { LOCATION_ID } from './status.ts';

export interface Subscription {
  id: string;
  shop: string;
  topic: string;
  uri: string;
  format: string;
  createdAt: number;
}

export interface SavedStore {
  number: number;
  subscriptions: Subscription[];
}

const VARIANTS = 44_000_000_000_000;
const ITEMS = 46_000_000_000_000;
const PRODUCTS = 8_000_000_000_000;

/** What a Shopify shop knows beside its orders: articles by their ids, fulfilments by id, webhook subscriptions, idempotency keys. */
export class ShopifyStore {
  readonly ctx: Context;
  readonly fulfillments = new Map<string, { order: SandboxOrder; parcel: Parcel }>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly idempotent = new Map<string, { params: string; result: unknown }>();
  /** Starts from the time, so that ids of a fresh sandbox never repeat those of its predecessor. */
  #number = Math.floor(Date.now() / 1000) * 10;

  constructor(ctx: Context) {
    this.ctx = ctx;
    ctx.world.onReset(() => {
      this.fulfillments.clear();
      this.idempotent.clear();
      this.subscriptions.clear();
    });
  }

  save(): SavedStore {
    return { number: this.#number, subscriptions: [...this.subscriptions.values()] };
  }

  load(saved: SavedStore): void {
    this.#number = saved.number;
    for (const one of saved.subscriptions) this.subscriptions.set(one.id, one);
    for (const shop of this.ctx.world.shops.values()) {
      if (shop.platform !== 'shopify') continue;
      for (const order of shop.byId.values()) {
        for (const parcel of order.parcels) this.fulfillments.set(parcel.ref, { order, parcel });
      }
    }
  }

  nextNumber(base: number): string {
    return String(base + ++this.#number);
  }

  variantIdAt(index: number): string {
    return String(VARIANTS + index);
  }
  itemIdAt(index: number): string {
    return String(ITEMS + index);
  }
  productIdAt(index: number): string {
    return String(PRODUCTS + index);
  }

  indexOfVariant(id: string): number {
    return this.#inRange(Number(id) - VARIANTS);
  }
  indexOfItem(id: string): number {
    return this.#inRange(Number(id) - ITEMS);
  }

  indexOfProduct(id: string): number {
    return this.#inRange(Number(id) - PRODUCTS);
  }

  #inRange(index: number): number {
    return index >= 0 && index < this.ctx.world.catalog.items.length ? index : -1;
  }

  indexOfSku(sku: string): number {
    const item = this.ctx.world.catalog.bySku.get(sku);
    return item ? this.#indexes().get(item)! : -1;
  }

  #catalogIndex: { items: CatalogItem[]; map: Map<CatalogItem, number> } | undefined;
  #indexes(): Map<CatalogItem, number> {
    const { items } = this.ctx.world.catalog;
    if (this.#catalogIndex?.items !== items)
      this.#catalogIndex = { items, map: new Map(items.map((item, index) => [item, index])) };
    return this.#catalogIndex.map;
  }

  /** What the shop shows buyers of the article at this place of the catalogue. */
  listing(shopId: string, index: number): SandboxListing {
    return this.ctx.world.shop(shopId).listings.all[index]!;
  }

  available(shopId: string, index: number): number {
    return this.ctx.world.shop(shopId).listings.quantityOf(this.listing(shopId, index), this.ctx.world.clock.now());
  }

  setAvailable(shopId: string, index: number, quantity: number): void {
    const { world } = this.ctx;
    world.shop(shopId).listings.setQuantity(this.listing(shopId, index), quantity, world.clock.now());
    world.changes++;
  }

  setPrice(shopId: string, index: number, cents: number): void {
    const { world } = this.ctx;
    world.shop(shopId).listings.setPrice(this.listing(shopId, index), cents, world.clock.now());
    world.changes++;
  }

  isLocation(id: string): boolean {
    return id === LOCATION_ID;
  }
}
