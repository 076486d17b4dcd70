import type { Context } from '../http/app.ts';
import type { CatalogItem } from '../world/catalog.ts';
import type { Parcel, SandboxOrder } from '../world/orders.ts';
import { hashText } from '../world/random.ts';
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
  stock: [itemId: string, quantity: number][];
}

const VARIANTS = 44_000_000_000_000;
const ITEMS = 46_000_000_000_000;
const PRODUCTS = 8_000_000_000_000;

/** What a Shopify shop knows beside its orders: stock, fulfilments by id, webhook subscriptions, idempotency keys. */
export class ShopifyStore {
  readonly ctx: Context;
  readonly fulfillments = new Map<string, { order: SandboxOrder; parcel: Parcel }>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly idempotent = new Map<string, { params: string; result: unknown }>();
  readonly #stock = new Map<string, number>();
  /** Starts from the time, so that ids of a fresh sandbox never repeat those of its predecessor. */
  #number = Math.floor(Date.now() / 1000) * 10;

  constructor(ctx: Context) {
    this.ctx = ctx;
    ctx.world.onReset(() => {
      this.fulfillments.clear();
      this.idempotent.clear();
      this.#stock.clear();
      this.subscriptions.clear();
    });
  }

  save(): SavedStore {
    return { number: this.#number, subscriptions: [...this.subscriptions.values()], stock: [...this.#stock] };
  }

  load(saved: SavedStore): void {
    this.#number = saved.number;
    for (const one of saved.subscriptions) this.subscriptions.set(one.id, one);
    for (const [id, quantity] of saved.stock) this.#stock.set(id, quantity);
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

  available(itemId: string): number {
    return this.#stock.get(itemId) ?? 5 + (hashText(itemId) % 120);
  }

  setAvailable(itemId: string, quantity: number): void {
    this.#stock.set(itemId, quantity);
  }

  isLocation(id: string): boolean {
    return id === LOCATION_ID;
  }
}
