import type { Context } from '../http/app.ts';
import { isRecord } from '../http/types.ts';

/** A stand-in says no, by the provider's own code. */
export class Refused extends Error {
  readonly code: string;
  readonly field: string | undefined;
  constructor(code: string, message: string, field?: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

/** What a step of an order or an arrival takes; products are looked at for one. */
export const STEP_MS = 2 * 60_000;

export interface DepotProduct {
  sku: string;
  nameEn: string;
  nameZh: string;
  grams: number;
  mm: [number, number, number];
  createdAt: number;
  /** Drafts wait until they are handed in. */
  draft: boolean;
  /** Weighed by the warehouse with the first arrival. */
  measured: boolean;
}

export const ARRIVAL = ['submitted', 'inTransit', 'arrived', 'receiving', 'received', 'putAway'] as const;
type ArrivalStage = (typeof ARRIVAL)[number] | 'cancelled';

export interface Arrival {
  no: string;
  ref: string;
  warehouse: string;
  boxes: { box: string; sku: string; quantity: number }[];
  createdAt: number;
  updatedAt: number;
  stage: ArrivalStage;
}

const ORDER = ['accepted', 'processing', 'picking', 'packed', 'shipped', 'delivered'] as const;
export type OrderStage = (typeof ORDER)[number] | 'cancelled' | 'short';

export interface DepotOrder {
  no: string;
  ref: string;
  warehouse: string;
  method: string;
  country: string;
  lines: { sku: string; quantity: number }[];
  createdAt: number;
  updatedAt: number;
  stage: OrderStage;
  /** Somebody runs through the hall to stop it. */
  stopping: boolean;
  tracking: string;
  shippedAt: number;
  grams: number;
  /** In cents of USD. */
  freight: number;
}

export interface DepotEntry {
  id: number;
  at: number;
  warehouse: string;
  sku: string;
  delta: number;
  balance: number;
  kind: 'receipt' | 'ship';
  ref: string;
}

export interface DepotMoney {
  id: number;
  at: number;
  flow: 'topUp' | 'charge' | 'freeze' | 'unfreeze';
  of: 'outbound' | 'inbound' | 'account';
  ref: string;
  type: string;
  cents: number;
  balance: number;
}

interface Shelf {
  available: number;
  allocated: number;
  shipped: number;
}

interface Books {
  running: number;
  balance: number;
  products: DepotProduct[];
  arrivals: Arrival[];
  orders: DepotOrder[];
  shelves: Record<string, Shelf>;
  entries: DepotEntry[];
  money: DepotMoney[];
}

const FIRST_BALANCE = 1_000_000;
const HANDLING = 120;

/**
 * The hall behind a third-party warehouse: products, arrivals, orders and stock, moved on by the sandbox's clock whenever
 * somebody looks. Each stand-in speaks of it in its own protocol.
 */
export class Depot {
  readonly #ctx: Context;
  #books: Books;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#books = this.#fresh();
    ctx.world.onReset(() => {
      this.#books = this.#fresh();
    });
  }

  now(): number {
    return this.#ctx.world.clock.now();
  }

  save(): unknown {
    return this.#books;
  }

  load(saved: unknown): void {
    if (isRecord(saved) && Array.isArray(saved.money)) this.#books = saved as unknown as Books;
  }

  get balance(): number {
    return this.#books.balance;
  }

  get entries(): readonly DepotEntry[] {
    return this.#moved().entries;
  }

  get money(): readonly DepotMoney[] {
    return this.#moved().money;
  }

  get products(): readonly DepotProduct[] {
    return this.#moved().products;
  }

  get arrivals(): readonly Arrival[] {
    return this.#moved().arrivals;
  }

  get orders(): readonly DepotOrder[] {
    return this.#moved().orders;
  }

  /** A number of the platform's own kind: a prefix, and as many digits as are told. */
  number(prefix: string, digits = 10): string {
    this.#ctx.world.changes++;
    return `${prefix}${String(++this.#books.running).padStart(digits, '0')}`;
  }

  product(sku: string): DepotProduct | undefined {
    return this.#books.products.find((one) => one.sku === sku);
  }

  putProduct(product: Omit<DepotProduct, 'createdAt' | 'measured'>): DepotProduct {
    const known = this.product(product.sku);
    if (known) return Object.assign(known, product, { createdAt: this.now() });
    const made = { ...product, createdAt: this.now(), measured: false };
    this.#books.products.push(made);
    this.#ctx.world.changes++;
    return made;
  }

  /** Approved a step after it was handed in. */
  isApproved(product: DepotProduct): boolean {
    return !product.draft && this.now() - product.createdAt >= STEP_MS;
  }

  arrive(arrival: Omit<Arrival, 'createdAt' | 'updatedAt' | 'stage'>): Arrival {
    const made: Arrival = { ...arrival, createdAt: this.now(), updatedAt: this.now(), stage: 'submitted' };
    this.#books.arrivals.push(made);
    return made;
  }

  /** @returns whether it could still be stopped */
  cancelArrival(arrival: Arrival): boolean {
    if (arrival.stage === 'cancelled') return true;
    if (arrival.stage !== 'submitted') return false;
    Object.assign(arrival, { stage: 'cancelled', updatedAt: this.now() });
    return true;
  }

  isInStock(warehouse: string, lines: DepotOrder['lines']): boolean {
    this.#moved();
    const desired = new Map<string, number>();
    for (const { sku, quantity } of lines) desired.set(sku, (desired.get(sku) ?? 0) + quantity);
    return [...desired].every(([sku, quantity]) => this.#shelf(warehouse, sku).available >= quantity);
  }

  /** Too little stock makes an order that lies there as `short`. */
  order(order: Pick<DepotOrder, 'no' | 'ref' | 'warehouse' | 'method' | 'country' | 'lines'>): DepotOrder {
    const enough = this.isInStock(order.warehouse, order.lines);
    const grams = order.lines.reduce((sum, line) => sum + line.quantity * (this.product(line.sku)?.grams ?? 500), 0);
    const made: DepotOrder = {
      ...order,
      createdAt: this.now(),
      updatedAt: this.now(),
      stage: enough ? 'accepted' : 'short',
      stopping: false,
      tracking: '',
      shippedAt: 0,
      grams,
      freight: 480 + Math.ceil(grams / 100) * 15,
    };
    this.#books.orders.push(made);
    if (!enough) return made;
    for (const line of made.lines)
      this.#move(made.warehouse, line.sku, { available: -line.quantity, allocated: line.quantity });
    this.#book(this.now(), 'freeze', 'outbound', made.no, 'SHIPPING', made.freight);
    return made;
  }

  /** Before it is picked at once; later somebody has to run, and is too late once it is packed. */
  stop(order: DepotOrder): 'cancelled' | 'stopping' | 'tooLate' {
    this.#moved();
    if (order.stage === 'cancelled') return 'cancelled';
    if (order.stage === 'shipped' || order.stage === 'delivered') return 'tooLate';
    if (order.stage === 'picking' || order.stage === 'packed') {
      order.stopping = true;
      return 'stopping';
    }
    this.#release(order, this.now());
    return 'cancelled';
  }

  /** On hand by SKU, and what is on its way or waits to be put away. */
  stock(warehouse: string): (Shelf & { sku: string; onway: number; pending: number })[] {
    const books = this.#moved();
    const rows = new Map<string, Shelf & { sku: string; onway: number; pending: number }>();
    const row = (sku: string) => {
      const known = rows.get(sku) ?? { sku, ...this.#shelf(warehouse, sku), onway: 0, pending: 0 };
      rows.set(sku, known);
      return known;
    };
    for (const key of Object.keys(books.shelves)) {
      const [at = '', sku = ''] = key.split('\n');
      if (at === warehouse) row(sku);
    }
    for (const arrival of books.arrivals) {
      if (arrival.warehouse !== warehouse) continue;
      for (const { sku, quantity } of arrival.boxes) {
        if (arrival.stage === 'received') row(sku).pending += quantity;
        else if (arrival.stage !== 'putAway' && arrival.stage !== 'cancelled') row(sku).onway += quantity;
      }
    }
    return [...rows.values()].sort((a, b) => (a.sku < b.sku ? -1 : 1));
  }

  #fresh(): Books {
    const books: Books = {
      running: 0,
      balance: FIRST_BALANCE,
      products: [],
      arrivals: [],
      orders: [],
      shelves: {},
      entries: [],
      money: [],
    };
    const at = this.now();
    books.money.push({
      id: 1,
      at,
      flow: 'topUp',
      of: 'account',
      ref: 'TOPUP',
      type: 'TOPUP',
      cents: FIRST_BALANCE,
      balance: FIRST_BALANCE,
    });
    return books;
  }

  /** Everything that has come due meanwhile, in the order in which it did. */
  #moved(): Books {
    const now = this.now();
    for (;;) {
      const due = [...this.#books.arrivals.map(nextOfArrival), ...this.#books.orders.map(nextOfOrder)]
        .filter((one) => one !== undefined)
        .filter(({ at }) => at <= now)
        .sort((a, b) => a.at - b.at)[0];
      if (!due) return this.#books;
      if ('arrival' in due) this.#stepArrival(due.arrival, due.at);
      else this.#stepOrder(due.order, due.at);
      this.#ctx.world.changes++;
    }
  }

  #stepArrival(arrival: Arrival, at: number): void {
    arrival.stage = ARRIVAL[ARRIVAL.indexOf(arrival.stage as 'submitted') + 1] ?? 'putAway';
    arrival.updatedAt = at;
    if (arrival.stage !== 'putAway') return;
    for (const { sku, quantity } of arrival.boxes) {
      this.#move(arrival.warehouse, sku, { available: quantity });
      this.#enter(at, arrival.warehouse, sku, quantity, 'receipt', arrival.no);
      const product = this.product(sku);
      if (product) product.measured = true;
    }
    this.#book(at, 'charge', 'inbound', arrival.no, 'RECEIVING', 35 * arrival.boxes.length);
  }

  #stepOrder(order: DepotOrder, at: number): void {
    if (order.stopping && order.stage === 'picking') {
      this.#release(order, at);
      return;
    }
    order.stage = ORDER[ORDER.indexOf(order.stage as 'accepted') + 1] ?? 'delivered';
    order.updatedAt = at;
    if (order.stage !== 'shipped') return;
    order.stopping = false;
    order.shippedAt = at;
    order.tracking = `1ZSB${order.no.replace(/\D/g, '').slice(-12).padStart(12, '0')}`;
    for (const { sku, quantity } of order.lines) {
      this.#move(order.warehouse, sku, { allocated: -quantity, shipped: quantity });
      this.#enter(at, order.warehouse, sku, -quantity, 'ship', order.no);
    }
    this.#book(at, 'unfreeze', 'outbound', order.no, 'SHIPPING', order.freight);
    this.#book(at, 'charge', 'outbound', order.no, 'SHIPPING', order.freight);
    this.#book(at, 'charge', 'outbound', order.no, 'OPF', HANDLING);
  }

  #release(order: DepotOrder, at: number): void {
    const held = order.stage !== 'short';
    Object.assign(order, { stage: 'cancelled', stopping: false, updatedAt: at });
    if (!held) return;
    for (const line of order.lines)
      this.#move(order.warehouse, line.sku, { available: line.quantity, allocated: -line.quantity });
    this.#book(at, 'unfreeze', 'outbound', order.no, 'SHIPPING', order.freight);
  }

  #shelf(warehouse: string, sku: string): Shelf {
    return this.#books.shelves[`${warehouse}\n${sku}`] ?? { available: 0, allocated: 0, shipped: 0 };
  }

  #move(warehouse: string, sku: string, by: Partial<Shelf>): void {
    const shelf = { ...this.#shelf(warehouse, sku) };
    for (const [name, change] of Object.entries(by)) shelf[name as keyof Shelf] += change;
    this.#books.shelves[`${warehouse}\n${sku}`] = shelf;
  }

  #enter(at: number, warehouse: string, sku: string, delta: number, kind: DepotEntry['kind'], ref: string): void {
    const { available, allocated } = this.#shelf(warehouse, sku);
    const id = this.#books.entries.length + 1;
    this.#books.entries.push({ id, at, warehouse, sku, delta, balance: available + allocated, kind, ref });
  }

  #book(at: number, flow: DepotMoney['flow'], of: DepotMoney['of'], ref: string, type: string, cents: number): void {
    const books = this.#books;
    books.balance += flow === 'topUp' || flow === 'unfreeze' ? cents : -cents;
    books.money.push({ id: books.money.length + 1, at, flow, of, ref, type, cents, balance: books.balance });
  }
}

function nextOfArrival(arrival: Arrival): { at: number; arrival: Arrival } | undefined {
  if (arrival.stage === 'putAway' || arrival.stage === 'cancelled') return undefined;
  return { at: arrival.createdAt + (ARRIVAL.indexOf(arrival.stage) + 1) * STEP_MS, arrival };
}

function nextOfOrder(order: DepotOrder): { at: number; order: DepotOrder } | undefined {
  if (order.stage === 'delivered' || order.stage === 'cancelled' || order.stage === 'short') return undefined;
  const done = ORDER.indexOf(order.stage) + 1;
  // The way to the buyer is the longest step.
  return { at: order.createdAt + (order.stage === 'shipped' ? 4 * STEP_MS + 48 * 3_600_000 : done * STEP_MS), order };
}

/** 12.34 */
export const dollars = (cents: number): string => (cents / 100).toFixed(2);

/** Beijing's wall clock, as the platforms of China write it. */
export const beijing = (at: number): string =>
  at === 0 ? '' : new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** `undefined` where nothing, or nothing that can be read, was said. */
export function fromBeijing(text: string): number | undefined {
  const at = Date.parse(`${text.trim().replace(' ', 'T')}${text.trim().length === 10 ? 'T00:00:00' : ''}+08:00`);
  return Number.isNaN(at) ? undefined : at;
}

/** Whether a call was stamped just now: by its own clock, or by the sandbox's, which may have been put ahead. */
export function isJustNow(ctx: Context, platform: string, stamp: number, skewMs: number): boolean {
  const skew = ctx.faults.of(platform).clockSkewSeconds * 1000;
  return [Date.now(), ctx.world.clock.now()].some((now) => Math.abs(now + skew - stamp) <= skewMs);
}

interface Paged<T> {
  rows: T[];
  total: number;
  page: number;
  size: number;
  more: boolean;
}

/** A page of a list, counted from one. */
export function pageOf<T>(all: readonly T[], page: number, size: number): Paged<T> {
  const from = (Math.max(1, page) - 1) * size;
  return { rows: all.slice(from, from + size), total: all.length, page, size, more: from + size < all.length };
}
