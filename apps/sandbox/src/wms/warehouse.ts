import { Refused } from '../kit/depot.ts';
/** What a third-party warehouse keeps, and how it moves with time. No protocol here. */

export interface Knobs {
  /** Orders and products with this SKU are refused. */
  rejectSku: string;
  /** So many orders are answered as out of stock. */
  outOfStock: number;
  /** So many cancellations are asked of the floor first. */
  cancelLater: number;
  /** What the floor then says. */
  cancelRefused: boolean;
  /** Tracking numbers come a step after the parcel left. */
  trackingLater: boolean;
  /** So many orders leave in two packages. */
  splitPackages: number;
  /** Units that are missing, too many or damaged in the next inbound. */
  shortReceipt: number;
  overReceipt: number;
  damagedReceipt: number;
  /** So many shipped orders get a part of their freight back later. */
  feeCorrection: number;
  /** So many orders are stored and answered with 500. */
  failAfterStoring: number;
  /** The next order is stored and answered with 500, and only so many looks by its number later it is found. */
  storeLate: number;
  /** New products are looked at by a person first. */
  review: boolean;
  /** Orders and inbounds take a step by themselves after so long; 0: only when told. */
  stepSeconds: number;
}

export const QUIET: Knobs = {
  rejectSku: '',
  outOfStock: 0,
  cancelLater: 0,
  cancelRefused: false,
  trackingLater: false,
  splitPackages: 0,
  shortReceipt: 0,
  overReceipt: 0,
  damagedReceipt: 0,
  feeCorrection: 0,
  failAfterStoring: 0,
  storeLate: 0,
  review: false,
  stepSeconds: 30,
};

export interface Item {
  sku: string;
  qty: number;
}
export interface Package {
  packageNo: string;
  carrier: string;
  trackingNumber: string | null;
  weightG: number;
  shippedAt: string;
  items: Item[];
}
export interface Order {
  orderNo: string;
  clientOrderNo: string;
  warehouse: string;
  shippingMethod: string;
  status: string;
  /** What it was before somebody asked to cancel it. */
  before: string;
  items: Item[];
  packages: Package[];
  problem: string | null;
  updatedAt: string;
  movedMs: number;
  ownTracking: string | null;
  /** So many looks by its number still find nothing. */
  unseen: number;
}
export interface Inbound {
  inboundNo: string;
  clientInboundNo: string;
  warehouse: string;
  status: string;
  items: { sku: string; planned: number; received: number; putAway: number; damaged: number }[];
  receipts: { receiptId: string; at: string; lines: (Item & { damaged: boolean; lot: string | null })[] }[];
  movedMs: number;
}
export interface Product {
  sku: string;
  status: string;
  problem: string | null;
  weightG: number;
  lengthMm: number;
  widthMm: number;
  heightMm: number;
}
export interface Stock {
  sku: string;
  warehouse: string;
  available: number;
  allocated: number;
  damaged: number;
}
export interface Entry {
  n: number;
  entryId: string;
  warehouse: string;
  at: string;
  sku: string;
  qtyDelta: number;
  balance: number;
  type: string;
  refNo: string | null;
}
export interface Fee {
  n: number;
  feeId: string;
  at: string;
  refType: string;
  refNo: string | null;
  feeType: string;
  direction: string;
  /** Cents. */
  cents: number;
}

export const WAREHOUSES = [
  { code: 'US-W1', name: 'Los Angeles 1', country: 'US' },
  { code: 'US-E1', name: 'New Jersey 1', country: 'US' },
  { code: 'DE-1', name: 'Bremen 1', country: 'DE' },
] as const;
export const METHODS = [
  { code: 'GND', name: 'Ground', carrier: 'UPS', countries: ['US'], maxWeightG: 30_000, trackingMode: 'IMMEDIATE' },
  { code: 'ECO', name: 'Economy', carrier: 'USPS', countries: ['US', 'CA'], maxWeightG: 9_000, trackingMode: 'LATER' },
  { code: 'DHLPAKET', name: 'DHL Paket', carrier: 'DHL', countries: ['DE'], maxWeightG: 31_500, trackingMode: 'LATER' },
] as const;

export type News = { type: string; orderNo?: string; inboundNo?: string };

const NEXT: Readonly<Record<string, string>> = { ACCEPTED: 'PICKING', PICKING: 'PACKED', PACKED: 'SHIPPED' };
const INBOUND_NEXT: Readonly<Record<string, string>> = {
  SUBMITTED: 'ARRIVED',
  ARRIVED: 'RECEIVING',
  RECEIVING: 'RECEIVED',
  RECEIVED: 'PUT_AWAY',
};

export interface WarehouseStatus {
  orders: Order[];
  inbounds: Inbound[];
  products: Product[];
  stock: Stock[];
  ledger: Entry[];
  fees: Fee[];
  balanceCents: number;
  count: number;
  knobs: Knobs;
}

const empty = (): WarehouseStatus => ({
  ...{ orders: [], inbounds: [], products: [], stock: [], ledger: [], fees: [] },
  balanceCents: 100_000,
  count: 0,
  knobs: { ...QUIET },
});

export class Warehouse {
  state = empty();
  readonly name: string;
  readonly #now: () => number;
  readonly #notifyOne: (news: News) => void;

  constructor(name: string, now: () => number, notify: (news: News) => void) {
    this.name = name;
    this.#now = now;
    this.#notifyOne = notify;
  }

  clear(): void {
    this.state = empty();
  }

  get knobs(): Knobs {
    return this.state.knobs;
  }

  #at(): string {
    return new Date(this.#now()).toISOString();
  }
  #number(prefix: string): string {
    this.state.count++;
    return `${prefix}${String(this.state.count).padStart(6, '0')}`;
  }
  /** Uses one of a counted knob up. */
  take(
    knob:
      | 'outOfStock'
      | 'cancelLater'
      | 'splitPackages'
      | 'shortReceipt'
      | 'overReceipt'
      | 'damagedReceipt'
      | 'feeCorrection'
      | 'failAfterStoring',
  ): boolean {
    if (this.knobs[knob] <= 0) return false;
    this.knobs[knob]--;
    return true;
  }

  putProduct(product: Product): Product {
    const known = this.state.products.find((one) => one.sku === product.sku);
    const row = known ?? product;
    Object.assign(row, product);
    if (product.sku === this.knobs.rejectSku) {
      row.status = 'REJECTED';
      row.problem = 'declared value does not fit the goods';
    } else row.status = this.knobs.review ? 'REVIEW' : 'ACTIVE';
    if (!known) this.state.products.push(row);
    return row;
  }

  stockOf(warehouse: string, sku: string): Stock {
    const known = this.state.stock.find((one) => one.warehouse === warehouse && one.sku === sku);
    if (known) return known;
    const made = { sku, warehouse, available: 0, allocated: 0, damaged: 0 };
    this.state.stock.push(made);
    return made;
  }
  #enter(stock: Stock, qtyDelta: number, type: string, refNo: string | null): void {
    const n = this.state.ledger.length + 1;
    const { sku, warehouse } = stock;
    const balance = stock.available + stock.allocated + stock.damaged;
    const entryId = `L${n}`;
    this.state.ledger.push({ n, entryId, warehouse, at: this.#at(), sku, qtyDelta, balance, type, refNo });
  }
  /** Somebody counts there and finds so many to sell; `silent`: nothing stands in their ledger. */
  setStock(warehouse: string, sku: string, available: number, silent = false): void {
    const stock = this.stockOf(warehouse, sku);
    const delta = available - stock.available;
    stock.available = available;
    if (delta !== 0 && !silent) this.#enter(stock, delta, 'ADJUST', null);
  }

  fee(refType: string, refNo: string, feeType: string, direction: string, cents: number): void {
    const n = this.state.fees.length + 1;
    this.state.fees.push({ n, feeId: `F${n}`, at: this.#at(), refType, refNo, feeType, direction, cents });
    if (direction === 'CHARGE' || direction === 'FREEZE') this.state.balanceCents -= cents;
    if (direction === 'REFUND' || direction === 'UNFREEZE' || direction === 'TOPUP') this.state.balanceCents += cents;
  }

  /** What is stored under a number of the seller's, as far as one can see it yet. */
  look(clientOrderNo: string): Order[] {
    return this.state.orders.filter((one) => one.clientOrderNo === clientOrderNo && !(one.unseen-- > 0));
  }

  create(desired: Pick<Order, 'clientOrderNo' | 'warehouse' | 'shippingMethod' | 'items' | 'ownTracking'>): Order {
    if (this.state.orders.some((one) => one.clientOrderNo === desired.clientOrderNo))
      throw new Refused('DUPLICATE', `clientOrderNo ${desired.clientOrderNo} exists`, 'clientOrderNo');
    if (!METHODS.some((one) => one.code === desired.shippingMethod))
      throw new Refused(
        'VALIDATION_METHOD',
        `shipping method ${desired.shippingMethod} is not offered`,
        'shippingMethod',
      );
    for (const [i, { sku }] of desired.items.entries()) {
      const product = this.state.products.find((one) => one.sku === sku);
      if (!product || sku === this.knobs.rejectSku)
        throw new Refused('VALIDATION_SKU', `SKU ${sku} is not known`, `items[${i}].sku`);
      if (product.status !== 'ACTIVE')
        throw new Refused('VALIDATION_SKU', `SKU ${sku} is not approved`, `items[${i}].sku`);
    }
    const sums = new Map<string, number>();
    for (const { sku, qty } of desired.items) sums.set(sku, (sums.get(sku) ?? 0) + qty);
    const out = this.take('outOfStock');
    for (const [sku, qty] of sums)
      if (out || this.stockOf(desired.warehouse, sku).available < qty)
        throw new Refused('STOCK_OUT', `SKU ${sku} is out of stock`, 'items');
    for (const [sku, qty] of sums) {
      const stock = this.stockOf(desired.warehouse, sku);
      stock.available -= qty;
      stock.allocated += qty;
    }
    const order: Order = {
      ...desired,
      orderNo: this.#number('O'),
      status: 'ACCEPTED',
      before: 'ACCEPTED',
      packages: [],
      problem: null,
      updatedAt: this.#at(),
      movedMs: this.#now(),
      unseen: this.knobs.storeLate,
    };
    this.knobs.storeLate = 0;
    this.state.orders.push(order);
    this.fee('OUTBOUND', order.orderNo, 'FREIGHT', 'FREEZE', 620);
    return order;
  }

  #move(order: Order, status: string): void {
    order.status = status;
    order.updatedAt = this.#at();
    order.movedMs = this.#now();
    this.#notifyOne({ type: status === 'SHIPPED' ? 'outbound.shipped' : 'outbound.status', orderNo: order.orderNo });
  }

  cancel(order: Order): 'CANCELLED' | 'PENDING' | 'REFUSED' {
    if (order.status === 'CANCELLED') return 'CANCELLED';
    if (order.status === 'CANCELLING') return 'PENDING';
    if (!(order.status in NEXT)) throw new Refused('STATE', `an order that is ${order.status} cannot be cancelled`);
    if (order.status !== 'ACCEPTED' || this.take('cancelLater')) {
      order.before = order.status;
      this.#move(order, 'CANCELLING');
      return 'PENDING';
    }
    this.#release(order);
    return 'CANCELLED';
  }
  #release(order: Order): void {
    for (const { sku, qty } of order.items) {
      const stock = this.stockOf(order.warehouse, sku);
      stock.allocated -= qty;
      stock.available += qty;
    }
    this.fee('OUTBOUND', order.orderNo, 'FREIGHT', 'UNFREEZE', 620);
    this.#move(order, 'CANCELLED');
  }

  /** The house cannot serve it, or somebody there cancels it. */
  stumble(order: Order, status: 'EXCEPTION' | 'CANCELLED', problem: string): void {
    order.problem = problem;
    if (status === 'CANCELLED') this.#release(order);
    else this.#move(order, status);
  }

  step(order: Order): void {
    if (order.status === 'CANCELLING') {
      if (this.knobs.cancelRefused) {
        order.problem = 'the parcel was packed already';
        this.#move(order, order.before);
      } else this.#release(order);
      return;
    }
    const late = order.packages.find((one) => one.trackingNumber === null);
    if (late) {
      for (const one of order.packages) one.trackingNumber ??= this.#number('TRK');
      this.#move(order, order.status);
      return;
    }
    const next = NEXT[order.status];
    if (!next) return;
    if (next === 'SHIPPED') this.#ship(order);
    this.#move(order, next);
  }

  #ship(order: Order): void {
    const carrier = METHODS.find((one) => one.code === order.shippingMethod)?.carrier ?? 'OTHER';
    const half = Math.ceil(order.items.length / 2);
    const split = this.take('splitPackages');
    const contents =
      split && order.items.length > 1 ? [order.items.slice(0, half), order.items.slice(half)] : [order.items];
    if (split && contents.length === 1) contents.push([]);
    order.packages = contents.map((items, i) => ({
      packageNo: `${order.orderNo}-${i + 1}`,
      carrier,
      trackingNumber: this.knobs.trackingLater ? null : (order.ownTracking ?? this.#number('TRK')),
      weightG: 500,
      shippedAt: this.#at(),
      items,
    }));
    for (const { sku, qty } of order.items) {
      const stock = this.stockOf(order.warehouse, sku);
      stock.allocated -= qty;
      this.#enter(stock, -qty, 'SHIP', order.orderNo);
    }
    this.fee('OUTBOUND', order.orderNo, 'FREIGHT', 'UNFREEZE', 620);
    this.fee('OUTBOUND', order.orderNo, 'FREIGHT', 'CHARGE', 520);
    this.fee('OUTBOUND', order.orderNo, 'PICKPACK', 'CHARGE', 110);
    if (this.take('feeCorrection')) this.fee('OUTBOUND', order.orderNo, 'ADJUST', 'REFUND', 50);
  }

  announce(clientInboundNo: string, warehouse: string, items: readonly Item[]): Inbound {
    if (this.state.inbounds.some((one) => one.clientInboundNo === clientInboundNo))
      throw new Refused('DUPLICATE', `clientInboundNo ${clientInboundNo} exists`, 'clientInboundNo');
    const inbound: Inbound = {
      inboundNo: this.#number('I'),
      clientInboundNo,
      warehouse,
      status: 'SUBMITTED',
      items: items.map(({ sku, qty }) => ({ sku, planned: qty, received: 0, putAway: 0, damaged: 0 })),
      receipts: [],
      movedMs: this.#now(),
    };
    this.state.inbounds.push(inbound);
    return inbound;
  }

  /** Half of it comes in first, the rest with the next step. */
  stepInbound(inbound: Inbound): void {
    const next = INBOUND_NEXT[inbound.status];
    if (!next) return;
    if (next === 'RECEIVING' || next === 'RECEIVED') this.#receive(inbound, next === 'RECEIVED');
    if (next === 'PUT_AWAY') for (const item of inbound.items) item.putAway = item.received;
    const short = next === 'PUT_AWAY' && inbound.items.some((item) => item.received < item.planned);
    inbound.status = short ? 'CLOSED_SHORT' : next;
    inbound.movedMs = this.#now();
    this.#notifyOne({ type: 'inbound.status', inboundNo: inbound.inboundNo });
  }
  #receive(inbound: Inbound, rest: boolean): void {
    const lines: (Item & { damaged: boolean; lot: null })[] = [];
    for (const item of inbound.items) {
      let qty = rest ? item.planned - item.received : Math.floor(item.planned / 2);
      while (rest && qty > 0 && this.take('shortReceipt')) qty--;
      while (rest && this.take('overReceipt')) qty++;
      let damaged = 0;
      while (rest && damaged < qty && this.take('damagedReceipt')) damaged++;
      item.received += qty;
      item.damaged += damaged;
      const stock = this.stockOf(inbound.warehouse, item.sku);
      stock.available += qty - damaged;
      stock.damaged += damaged;
      if (qty > 0) this.#enter(stock, qty, 'RECEIPT', inbound.inboundNo);
      if (qty > damaged) lines.push({ sku: item.sku, qty: qty - damaged, damaged: false, lot: null });
      if (damaged > 0) lines.push({ sku: item.sku, qty: damaged, damaged: true, lot: null });
    }
    if (lines.length > 0) inbound.receipts.push({ receiptId: this.#number('R'), at: this.#at(), lines });
  }

  tick(): void {
    for (const order of this.state.orders) this.step(order);
    for (const inbound of this.state.inbounds) this.stepInbound(inbound);
  }

  /** What has moved by itself since somebody last looked. */
  catchUp(): void {
    const { stepSeconds } = this.knobs;
    if (stepSeconds <= 0) return;
    const due = this.#now() - stepSeconds * 1000;
    for (const order of this.state.orders) if (order.movedMs <= due) this.step(order);
    for (const inbound of this.state.inbounds) if (inbound.movedMs <= due) this.stepInbound(inbound);
  }
}
