import { type Catalog, loadCatalog } from './catalog.ts';
import { Clock } from './clock.ts';
import type { SandboxOrder } from './orders.ts';
import { createRandom, hashText } from './random.ts';
import type { ReturnState, SandboxReturn } from './returns.ts';
import { type NewOrder, notify, type SavedShop, Shop, type ShopSettings } from './shop.ts';

export const AMAZON_SHOP = 'A2TRADEWIND01';
export const SHOPIFY_SHOP = 'tradewind-demo.myshopify.com';
/** A shop that the demo company does not sell in: nothing of what the demo does changes its orders. */
export const SECOND_SHOPIFY_SHOP = 'harbour-goods.myshopify.com';
export const AMAZON_MARKETPLACE = 'ATVPDKIKX0DER';

export interface WorldOptions {
  /** The shops of all platforms. */
  shops: readonly ShopSettings[];
  seed?: number;
  dataFile?: string;
  ordersPerShop?: number;
  /** A shop lists so many articles of the catalogue; without it, all. */
  listingsPerShop?: number;
}

export interface Settings {
  /** Multiplies every documented rate; 1 is the real thing. */
  rateFactor: number;
  /** Amazon hides what changed in the last seconds (really 120); 0 shows at once. */
  visibilityDelaySeconds: number;
  /** How long a feed stays IN_QUEUE and again IN_PROGRESS. */
  feedStepMs: number;
  /** How long Amazon works on an operation of an inbound plan. */
  inboundWorkMs: number;
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
  /** When a seller took our permission back, by platform and shop. */
  revoked?: Record<string, number>;
}

/** A stage that a carrier's parcel has behind it, by the names of the control page. */
export interface Passed {
  stage: string;
  at: number;
}

/** An order at a carrier, with all its numbers. */
export type Ordered = { stage: string };

export type OrderEvent = 'create' | 'update' | 'paid' | 'cancel' | 'fulfill' | 'partial';

const DEFAULTS: Settings = {
  rateFactor: 1000,
  visibilityDelaySeconds: 0,
  feedStepMs: 400,
  inboundWorkMs: 250,
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
  /** When a seller took the app's permission back: tokens given before are dead. */
  readonly revoked = new Map<string, number>();
  readonly #settings: readonly ShopSettings[];
  readonly #dataFile: string | undefined;
  readonly #listingsPerShop: number | undefined;
  readonly #listeners: ((event: OrderEvent, order: SandboxOrder) => void)[] = [];
  readonly #resets: (() => void)[] = [];
  readonly #carriers: ((trackingNumber: string) => readonly Passed[] | undefined)[] = [];
  readonly #ordered: ((reference: string) => readonly Ordered[])[] = [];
  /** Counts what the control calls changed, so that a keeper knows when to save. */
  changes = 0;

  constructor(options: WorldOptions) {
    this.#settings = options.shops;
    this.seed = options.seed ?? 1;
    this.#dataFile = options.dataFile;
    this.#listingsPerShop = options.listingsPerShop;
    this.catalog = loadCatalog(options.dataFile, this.seed);
    this.#fill(options.ordersPerShop ?? 40);
  }

  get amazon(): Shop {
    return this.shop(AMAZON_SHOP);
  }

  shop(id: string): Shop {
    const shop = this.shops.get(id) ?? this.of(id)[0];
    if (!shop) throw new Error(`no such shop: ${id}`);
    return shop;
  }

  /** All shops of a platform. */
  of(platform: string): Shop[] {
    return [...this.shops.values()].filter((shop) => shop.platform === platform);
  }

  onOrder(listener: (event: OrderEvent, order: SandboxOrder) => void): void {
    this.#listeners.push(listener);
  }

  onReset(listener: () => void): void {
    this.#resets.push(listener);
  }

  /** A carrier's desk tells of its parcels, for who follows those of all carriers. */
  onCarried(passedBy: (trackingNumber: string) => readonly Passed[] | undefined): void {
    this.#carriers.push(passedBy);
  }

  /** A carrier's desk shows the orders under a customer's number, cancelled ones too. */
  onOrdered(under: (reference: string) => readonly Ordered[]): void {
    this.#ordered.push(under);
  }

  /** At whichever carrier, UPS left out. */
  orderedUnder(reference: string): Ordered[] {
    return this.#ordered.flatMap((under) => under(reference));
  }

  /** Undefined for a number that no carrier here knows. */
  passedBy(trackingNumber: string): readonly Passed[] | undefined {
    for (const passedBy of this.#carriers) {
      const passed = passedBy(trackingNumber);
      if (passed) return passed;
    }
    return undefined;
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
  arrive(shopId: string, count: number, desired: Partial<NewOrder> = {}, spreadHours = 0): SandboxOrder[] {
    const shop = this.shop(shopId);
    const now = this.clock.now();
    const made: SandboxOrder[] = [];
    for (let i = 0; i < count; i++) {
      const at = now - Math.floor(((count - i) / count) * spreadHours * HOUR);
      const order = shop.create({ ...desired, at });
      made.push(order);
      if (spreadHours === 0) this.emit('create', order);
    }
    return made;
  }

  /** A buyer wants out. Amazon only flags the items; a Shopify order, or one not yet paid, is cancelled at once. */
  buyerCancels(shopId: string, orderId: string, reason = 'CUSTOMER'): SandboxOrder {
    const { shop, order } = this.#find(shopId, orderId);
    const now = this.clock.now();
    if (shop.settings.asksToCancel && order.status !== 'pending') {
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
    if (by === 'MERCHANT') notify(order, now, { kind: 'cancel', via: order.platform, ref: order.id, detail: reason });
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

  /** A buyer takes some of what their page shows as available; undefined when it shows too little. */
  buy(shopId: string, sku: string, quantity: number): SandboxOrder | undefined {
    const shop = this.shop(shopId);
    const listing = shop.listings.bySku(sku);
    if (!listing) throw new Error(`no such listing: ${sku}`);
    if (shop.listings.quantityOf(listing, this.clock.now()) < quantity) return undefined;
    listing.shown -= quantity;
    return this.arrive(shop.id, 1, { lines: [{ sku, quantity }] })[0];
  }

  /** A buyer sends everything back that was shipped. */
  requestReturn(shopId: string, orderId: string, reason = 'Does not fit'): SandboxReturn {
    const { shop, order } = this.#find(shopId, orderId);
    const lines = order.lines
      .filter((line) => line.shipped > 0)
      .map((line) => ({
        lineId: line.id,
        sku: line.sku,
        quantity: line.shipped,
        cents: line.priceCents * line.shipped,
      }));
    if (lines.length === 0) throw new Error('nothing of this order has been shipped');
    const now = this.clock.now();
    const made: SandboxReturn = {
      id: String(800_000_000 + shop.returns.length + 1),
      orderId: order.id,
      state: 'requested',
      reason,
      lines: lines.map(({ lineId, sku, quantity }) => ({ lineId, sku, quantity })),
      refundCents: lines.reduce((total, line) => total + line.cents, 0),
      tracking: '',
      createdAt: now,
      updatedAt: now,
    };
    shop.returns.push(made);
    if (shop.settings.returnsChangeOrders) this.touch(order, () => {});
    this.changes++;
    return made;
  }

  moveReturn(shopId: string, returnId: string, state: ReturnState): SandboxReturn {
    const shop = this.shop(shopId);
    const found = shop.returns.find((one) => one.id === returnId);
    if (!found) throw new Error(`no such return: ${returnId}`);
    found.state = state;
    found.updatedAt = this.clock.now();
    const order = shop.byId.get(found.orderId);
    if (order && (state === 'refunded' || shop.settings.returnsChangeOrders))
      this.touch(order, () => {
        order.refunded ||= state === 'refunded';
      });
    this.changes++;
    return found;
  }

  save(): SavedWorld {
    const shops = Object.fromEntries([...this.shops].map(([id, shop]) => [id, shop.save()]));
    const revoked = Object.fromEntries(this.revoked);
    return { seed: this.seed, clockOffsetMs: this.clock.offsetMs, settings: this.settings, shops, revoked };
  }

  load(saved: SavedWorld): void {
    this.seed = saved.seed;
    this.clock.reset(saved.clockOffsetMs);
    Object.assign(this.settings, saved.settings);
    this.catalog = loadCatalog(this.#dataFile, this.seed);
    this.#fill(0);
    for (const [key, at] of Object.entries(saved.revoked ?? {})) this.revoked.set(key, at);
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
    this.revoked.clear();
    for (const settings of this.#settings) {
      const shop = new Shop(settings, this.catalog, this.seed, this.#listingsPerShop);
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
        cancelRequested: i === 21 && shop.settings.asksToCancel === true,
      });
      if (i !== 21 || shop.settings.asksToCancel) continue;
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
