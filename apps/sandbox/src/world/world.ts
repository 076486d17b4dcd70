import { type Catalog, loadCatalog } from './catalog.ts';
import { Clock } from './clock.ts';
import type { SandboxOrder } from './orders.ts';
import { createRandom, hashText } from './random.ts';
import { type NewOrder, type SavedShop, Shop, tell } from './shop.ts';

export const AMAZON_SHOP = 'A2TRADEWIND01';
export const SHOPIFY_SHOP = 'tradewind-demo.myshopify.com';
export const AMAZON_MARKETPLACE = 'ATVPDKIKX0DER';

export interface WorldOptions {
  seed?: number;
  dataFile?: string;
  ordersPerShop?: number;
}

export interface Settings {
  /** Multiplies every documented rate; 1 is the real thing. */
  rateFactor: number;
  /** Amazon hides what changed in the last seconds (really 120); 0 shows at once. */
  visibilityDelaySeconds: number;
  /** How long a feed stays IN_QUEUE and again IN_PROGRESS. */
  feedStepMs: number;
  /** First pause before a webhook is sent again; doubles each time. */
  webhookRetryMs: number;
  /** A parcel moves one step after so many seconds; 0: only when told to. */
  parcelStepSeconds: number;
}

export interface SavedWorld {
  seed: number;
  clockOffsetMs: number;
  settings: Settings;
  shops: Record<string, SavedShop>;
}

export type OrderEvent = 'create' | 'update' | 'paid' | 'cancel' | 'fulfill' | 'partial';

const DEFAULTS: Settings = {
  rateFactor: 1000,
  visibilityDelaySeconds: 0,
  feedStepMs: 400,
  webhookRetryMs: 2000,
  parcelStepSeconds: 0,
};
const HOUR = 3_600_000;

/** Everything outside the seller's house: shops and their buyers, the clock, what was told to whom. */
export class World {
  readonly clock = new Clock();
  readonly settings: Settings = { ...DEFAULTS };
  readonly shops = new Map<string, Shop>();
  catalog: Catalog;
  seed: number;
  readonly #dataFile: string | undefined;
  readonly #listeners: ((event: OrderEvent, order: SandboxOrder) => void)[] = [];
  readonly #resets: (() => void)[] = [];
  /** Counts what the control calls changed, so that a keeper knows when to save. */
  changes = 0;

  constructor(options: WorldOptions = {}) {
    this.seed = options.seed ?? 1;
    this.#dataFile = options.dataFile;
    this.catalog = loadCatalog(options.dataFile, this.seed);
    this.#fill(options.ordersPerShop ?? 40);
  }

  get amazon(): Shop {
    return this.shop(AMAZON_SHOP);
  }

  shop(id: string): Shop {
    const shop = this.shops.get(id === 'amazon' ? AMAZON_SHOP : id === 'shopify' ? SHOPIFY_SHOP : id);
    if (!shop) throw new Error(`no such shop: ${id}`);
    return shop;
  }

  onOrder(listener: (event: OrderEvent, order: SandboxOrder) => void): void {
    this.#listeners.push(listener);
  }

  onReset(listener: () => void): void {
    this.#resets.push(listener);
  }

  emit(event: OrderEvent, order: SandboxOrder): void {
    this.changes++;
    for (const listener of this.#listeners) listener(event, order);
  }

  reset(options: { seed?: number; orders?: number } = {}): void {
    this.seed = options.seed ?? this.seed;
    this.clock.reset();
    Object.assign(this.settings, DEFAULTS);
    this.catalog = loadCatalog(this.#dataFile, this.seed);
    this.#fill(options.orders ?? 40);
    this.changes++;
    for (const listener of this.#resets) listener();
  }

  /** New orders arrive. `spreadHours` dates them back evenly, for large histories. */
  arrive(shopId: string, count: number, wanted: Partial<NewOrder> = {}, spreadHours = 0): SandboxOrder[] {
    const shop = this.shop(shopId);
    const now = this.clock.now();
    const made: SandboxOrder[] = [];
    for (let i = 0; i < count; i++) {
      const at = now - Math.floor(((count - i) / count) * spreadHours * HOUR);
      const order = shop.create({ ...wanted, at });
      made.push(order);
      if (spreadHours === 0) this.emit('create', order);
    }
    return made;
  }

  /** A buyer wants out. Amazon only flags the items; a Shopify order, or one not yet paid, is cancelled at once. */
  buyerCancels(shopId: string, orderId: string, reason = 'CUSTOMER'): SandboxOrder {
    const { shop, order } = this.#find(shopId, orderId);
    const now = this.clock.now();
    if (order.platform === 'amazon' && order.status !== 'pending') {
      shop.change(order, now, () => {
        order.cancelRequested = true;
        order.cancelReason = reason === 'CUSTOMER' ? 'Bought by mistake' : reason;
      });
      this.emit('update', order);
    } else this.cancel(order, reason, 'BUYER');
    return order;
  }

  cancel(order: SandboxOrder, reason: string, by: 'BUYER' | 'MERCHANT' | 'AMAZON'): void {
    const now = this.clock.now();
    this.shop(order.shop).change(order, now, () => {
      order.status = 'cancelled';
      order.cancelReason = reason;
      order.cancelledAt = now;
      order.cancelledBy = by;
    });
    if (by === 'MERCHANT') tell(order, now, { kind: 'cancel', via: order.platform, ref: order.id, detail: reason });
    this.emit('cancel', order);
  }

  pay(shopId: string, orderId: string): SandboxOrder {
    const { shop, order } = this.#find(shopId, orderId);
    if (order.status !== 'pending') return order;
    shop.change(order, this.clock.now(), () => {
      order.status = 'unshipped';
    });
    this.emit('paid', order);
    return order;
  }

  /** After a shipment was recorded on the order: counts, time, and who listens. */
  shipped(order: SandboxOrder, work: () => void): void {
    this.shop(order.shop).change(order, this.clock.now(), work);
    this.emit(order.status === 'shipped' ? 'fulfill' : 'partial', order);
  }

  touch(order: SandboxOrder, work: () => void): void {
    this.shop(order.shop).change(order, this.clock.now(), work);
    this.emit('update', order);
  }

  save(): SavedWorld {
    const shops = Object.fromEntries([...this.shops].map(([id, shop]) => [id, shop.save()]));
    return { seed: this.seed, clockOffsetMs: this.clock.offsetMs, settings: this.settings, shops };
  }

  load(saved: SavedWorld): void {
    this.seed = saved.seed;
    this.clock.reset(saved.clockOffsetMs);
    Object.assign(this.settings, saved.settings);
    this.catalog = loadCatalog(this.#dataFile, this.seed);
    this.#fill(0);
    for (const [id, shop] of Object.entries(saved.shops)) this.shops.get(id)?.load(shop);
  }

  #find(shopId: string, orderId: string): { shop: Shop; order: SandboxOrder } {
    const shop = this.shop(shopId);
    const order = shop.byId.get(orderId) ?? [...shop.byId.values()].find((candidate) => candidate.name === orderId);
    if (!order) throw new Error(`no such order: ${orderId}`);
    return { shop, order };
  }

  #fill(count: number): void {
    this.shops.clear();
    const shops = [
      { id: AMAZON_SHOP, platform: 'amazon' as const, name: 'Tradewind Home US', currency: 'USD' },
      { id: SHOPIFY_SHOP, platform: 'shopify' as const, name: 'Tradewind Demo', currency: 'USD' },
    ];
    for (const settings of shops) {
      const shop = new Shop(settings, this.catalog, this.seed);
      this.shops.set(settings.id, shop);
      this.#firstOrders(shop, count);
    }
  }

  /** The last four days' orders, the awkward ones among them at fixed places. */
  #firstOrders(shop: Shop, count: number): void {
    const random = createRandom(hashText(`first/${shop.id}/${this.seed}`));
    const now = this.clock.now();
    for (let i = 0; i < count; i++) {
      const hoursAgo = 96 * ((count - i) / count) + random.next();
      const order = shop.create({
        at: now - Math.floor(hoursAgo * HOUR) - 180_000,
        status: i % 13 === 11 ? 'pending' : 'unshipped',
        unknownSku: i === 7,
        badAddress: i === 15,
        cancelRequested: i === 21 && shop.platform === 'amazon',
      });
      if (i !== 21 || shop.platform !== 'shopify') continue;
      const cancelAt = order.createdAt + HOUR;
      shop.change(order, cancelAt, () => {
        Object.assign(order, {
          status: 'cancelled',
          cancelReason: 'CUSTOMER',
          cancelledAt: cancelAt,
          cancelledBy: 'BUYER',
        });
      });
    }
  }
}
