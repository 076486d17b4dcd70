import { makeAddress, spoilAddress } from './addresses.ts';
import type { Catalog } from './catalog.ts';
import { Listings, type SavedListings } from './listings.ts';
import { type OrderLine, type Platform, type Reply, recount, type SandboxOrder } from './orders.ts';
import { createRandom, hashText, type Random } from './random.ts';
import type { SandboxReturn } from './returns.ts';
import { TimeIndex } from './timeIndex.ts';

export interface ShopSettings {
  id: string;
  platform: Platform;
  name: string;
  currency: string;
  /** How the platform numbers its orders; `seq` counts them from 1. Default: a long running number. */
  orderId?(random: Random, seq: number, at: number): string;
  /** Line ids follow this number. */
  firstLine?: number;
  buyerEmail?(random: Random, seq: number): string;
  /** How many of the buyers live outside the United States; a share of 1. */
  abroadShare?: number;
  /** A flag of a cancellation wish stays on the order until the seller acts, instead of cancelling at once. */
  asksToCancel?: boolean;
  /** The platform makes an order of each line of a basket. */
  oneLine?: boolean;
  /** A line is one piece: an order has no quantity. */
  onePiece?: boolean;
  /** Whatever happens to a return counts as a change of its order. */
  returnsChangeOrders?: boolean;
}

export interface NewOrder {
  at: number;
  status?: 'pending' | 'unshipped';
  unknownSku?: boolean;
  badAddress?: boolean;
  cancelRequested?: boolean;
  lines?: { sku: string; quantity: number; priceUsd?: string }[];
  abroadShare?: number;
  /** Of the buyer of this order, to the same address. */
  buyerOf?: string;
}

export interface RememberedOrder
  extends Pick<SandboxOrder, 'id' | 'name' | 'seq' | 'createdAt' | 'buyerEmail' | 'address' | 'shippingCents'> {
  lines: Pick<OrderLine, 'id' | 'sku' | 'title' | 'quantity' | 'priceCents' | 'taxCents'>[];
}

export interface SavedShop {
  seq: number;
  touch: number;
  basket: number;
  random: number;
  orders: SandboxOrder[];
  listings?: SavedListings;
  returns?: SandboxReturn[];
}

const SALES_TAX = 0.0725;

/** One shop's orders: made from the catalogue's baskets, found by id, listed by time. */
export class Shop {
  readonly id: string;
  readonly platform: Platform;
  readonly name: string;
  readonly currency: string;
  readonly byId = new Map<string, SandboxOrder>();
  readonly byUpdate = new TimeIndex(true);
  readonly byCreation = new TimeIndex(false);
  readonly settings: ShopSettings;
  readonly listings: Listings;
  readonly returns: SandboxReturn[] = [];
  /** Orders whose money the platform holds back for now. */
  readonly deferred = new Set<string>();
  readonly counts = { pending: 0, unshipped: 0, partial: 0, shipped: 0, cancelled: 0 };
  readonly #catalog: Catalog;
  readonly #random: Random;
  #seq = 0;
  #touch = 0;
  #basket: number;

  constructor(settings: ShopSettings, catalog: Catalog, seed: number, mostListings?: number) {
    this.settings = settings;
    this.listings = new Listings(catalog, hashText(settings.id), mostListings);
    this.id = settings.id;
    this.platform = settings.platform;
    this.name = settings.name;
    this.currency = settings.currency;
    this.#catalog = catalog;
    this.#random = createRandom(hashText(`${settings.id}/${seed}`));
    this.#basket = this.#random.int(0, catalog.baskets.length - 1);
  }

  create(desired: NewOrder): SandboxOrder {
    const random = this.#random;
    const seq = ++this.#seq;
    const earlier = desired.buyerOf === undefined ? undefined : this.byId.get(desired.buyerOf);
    if (desired.buyerOf !== undefined && !earlier) throw new Error(`no such order: ${desired.buyerOf}`);
    const drawn = makeAddress(random, desired.abroadShare ?? this.settings.abroadShare ?? 0.12);
    const address = earlier ? structuredClone(earlier.address) : drawn;
    const lines = this.#lines(desired, seq);
    const goods = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
    if (address.country === 'US') {
      for (const line of lines) line.taxCents = Math.round(line.priceCents * line.quantity * SALES_TAX);
    }
    const order: SandboxOrder = {
      platform: this.platform,
      shop: this.id,
      id: this.settings.orderId?.(random, seq, desired.at) ?? String(5_550_001_110_000 + seq * 1109),
      name: `#${1000 + seq}`,
      seq,
      createdAt: floorSecond(desired.at),
      updatedAt: floorSecond(desired.at),
      touch: 0,
      status: desired.status ?? 'unshipped',
      buyerName: address.name,
      buyerEmail: earlier?.buyerEmail ?? this.settings.buyerEmail?.(random, seq) ?? `buyer${seq}@example.test`,
      address: desired.badAddress ? spoilAddress(address) : address,
      lines,
      shippingCents: goods >= 3500 ? 0 : 499,
      cancelRequested: desired.cancelRequested ?? false,
      cancelReason: desired.cancelRequested ? 'Bought by mistake' : '',
      cancelledAt: 0,
      cancelledBy: '',
      refunded: false,
      acknowledged: false,
      delivered: false,
      extra: {},
      parcels: [],
      told: [],
    };
    this.byId.set(order.id, order);
    this.counts[order.status]++;
    order.touch = ++this.#touch;
    this.byUpdate.add(order);
    this.byCreation.add(order);
    return order;
  }

  /** An order of a past that another program knows of; one that is here already stays as it is. */
  remember(known: RememberedOrder): boolean {
    if (this.byId.has(known.id)) return false;
    const order: SandboxOrder = {
      ...known,
      platform: this.platform,
      shop: this.id,
      updatedAt: known.createdAt,
      touch: ++this.#touch,
      status: 'unshipped',
      buyerName: known.address.name,
      lines: known.lines.map((line) => {
        const item = this.#catalog.bySku.get(line.sku);
        return { ...line, shipped: 0, asin: item?.asin ?? 'B0UNKNOWN0', weightGrams: item?.weightGrams ?? 300 };
      }),
      cancelRequested: false,
      cancelReason: '',
      cancelledAt: 0,
      cancelledBy: '',
      refunded: false,
      acknowledged: false,
      delivered: false,
      extra: {},
      parcels: [],
      told: [],
    };
    this.byId.set(order.id, order);
    this.counts[order.status]++;
    this.byUpdate.add(order);
    this.byCreation.add(order);
    return true;
  }

  /** Runs one change of an order and puts it at the end of "changed since". */
  change(order: SandboxOrder, now: number, work: () => void): void {
    this.counts[order.status]--;
    work();
    recount(order);
    this.counts[order.status]++;
    order.updatedAt = Math.max(order.updatedAt, floorSecond(now));
    order.touch = ++this.#touch;
    this.byUpdate.moved();
    this.byUpdate.add(order);
  }

  save(): SavedShop {
    const orders = [...this.byCreation.after({ t: Number.MIN_SAFE_INTEGER, n: -1 })];
    return {
      seq: this.#seq,
      touch: this.#touch,
      basket: this.#basket,
      random: this.#random.state(),
      orders,
      listings: this.listings.save(),
      returns: this.returns,
    };
  }

  /** Puts a saved shop in place of an empty one. */
  load(saved: SavedShop): void {
    this.#seq = saved.seq;
    this.#touch = saved.touch;
    this.#basket = saved.basket;
    this.#random.restore(saved.random);
    this.listings.load(saved.listings);
    this.returns.splice(0, this.returns.length, ...(saved.returns ?? []));
    for (const order of saved.orders) {
      order.extra ??= {};
      this.byId.set(order.id, order);
      this.counts[order.status]++;
      this.byUpdate.add(order);
      this.byCreation.add(order);
    }
  }

  #lines(desired: NewOrder, seq: number): OrderLine[] {
    const base = this.settings.firstLine ?? 14_000_000_000_000;
    const make = (index: number, sku: string, quantity: number, priceCents: number): OrderLine => {
      const item = this.#catalog.bySku.get(sku);
      return {
        id: String(base + seq * 1000 + index + 1),
        sku,
        title: item?.title ?? `Discontinued article ${sku}`,
        asin: item?.asin ?? 'B0UNKNOWN0',
        quantity,
        shipped: 0,
        priceCents,
        taxCents: 0,
        weightGrams: item?.weightGrams ?? 300,
      };
    };
    if (desired.lines) {
      if (this.settings.oneLine && desired.lines.length > 1) throw new Error(`an order of ${this.id} has one line`);
      if (this.settings.onePiece && desired.lines.some(({ quantity }) => quantity !== 1))
        throw new Error(`a line of ${this.id} is one piece`);
      return desired.lines.map((line, index) => {
        const price = line.priceUsd
          ? Math.round(Number(line.priceUsd) * 100)
          : (this.#catalog.bySku.get(line.sku)?.priceCents ?? 1299);
        return make(index, line.sku, line.quantity, price);
      });
    }
    const baskets = this.#catalog.baskets;
    const whole = baskets[this.#basket++ % baskets.length]!;
    const basket = this.settings.oneLine ? whole.slice(0, 1) : whole;
    const pieces = (quantity: number) => (this.settings.onePiece ? 1 : quantity);
    const lines = basket.map((part, index) => make(index, part.item.sku, pieces(part.quantity), part.item.priceCents));
    if (desired.unknownSku) lines[0] = make(0, `NO-SUCH-SKU-${seq}`, 1, 1299);
    return lines;
  }
}

export function notify(order: SandboxOrder, now: number, entry: Omit<Reply, 'at'>): void {
  order.told.push({ at: new Date(now).toISOString(), ...entry });
}

export function floorSecond(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}
