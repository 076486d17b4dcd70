import { type Context, isLoopbackUrl } from '../http/app.ts';
import { at, isRecord, list, text } from '../http/types.ts';
import { Courier } from '../kit/courier.ts';
import type { Delivery } from '../kit/platform.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify, type Shop } from '../world/shop.ts';
import { signed } from './signing.ts';
import { orderView } from './views.ts';

export interface Keys {
  /** Tradewind's own address. */
  url: string;
  key: string;
  secret: string;
}

const ORDERS_A_CALL = 50;
const ORDERS = '/api/push/other';

/** The software of a shop of the seller's own: tells Tradewind its orders, and comes for shipments and stock. */
export class ShopSoftware {
  readonly #ctx: Context;
  readonly #shop: () => Shop;
  readonly #courier: Courier;
  #keys: Keys | undefined;
  /** From where each listing goes on. */
  #since = { shipments: '', cancellations: '' };

  constructor(ctx: Context, shop: () => Shop) {
    this.#ctx = ctx;
    this.#shop = shop;
    this.#courier = new Courier(ctx, 'other');
    ctx.world.onReset(() => {
      this.#keys = undefined;
      this.#since = { shipments: '', cancellations: '' };
    });
    ctx.world.onOrder((_event, order) => {
      if (order.platform === 'other' && this.#keys) this.#send(this.#keys, order);
    });
  }

  get keys(): Keys | undefined {
    return this.#keys;
  }

  get deliveries(): readonly Delivery[] {
    return this.#courier.deliveries;
  }

  stop(): void {
    this.#courier.stop();
  }

  save(): unknown {
    return { keys: this.#keys, since: this.#since };
  }

  load(saved: unknown): void {
    const keys = at(saved, 'keys');
    if (isRecord(keys)) this.#keys = { url: text(keys.url), key: text(keys.key), secret: text(keys.secret) };
    this.#since = {
      shipments: text(at(saved, 'since', 'shipments')),
      cancellations: text(at(saved, 'since', 'cancellations')),
    };
  }

  /** Keeps the keys and tells every order there is. */
  async connect(keys: Keys): Promise<unknown[]> {
    if (!isLoopbackUrl(keys.url)) throw new Error('Tradewind is looked for on this machine only');
    this.#keys = { ...keys, url: keys.url.replace(/\/$/, '') };
    this.#ctx.world.changes++;
    return this.pushAll();
  }

  async pushAll(): Promise<unknown[]> {
    const orders = [...this.#shop().byId.values()];
    const answers: unknown[] = [];
    for (let from = 0; from < orders.length; from += ORDERS_A_CALL)
      answers.push(await this.#call('POST', ORDERS, this.#written(orders.slice(from, from + ORDERS_A_CALL))));
    return answers;
  }

  /** Comes for the shipments told since the last time; each is booked once. */
  fetchShipments(): Promise<number> {
    return this.#fetchSince('shipments', (one) => this.#book(one));
  }

  /** Comes for the orders that were cancelled in Tradewind since the last time. */
  fetchCancellations(): Promise<number> {
    return this.#fetchSince('cancellations', (one) => {
      const order = this.#shop().byId.get(text(at(one, 'orderNo')));
      if (!order || order.status === 'cancelled' || order.status === 'shipped') return false;
      this.#ctx.world.cancel(order, text(at(one, 'reason')), 'MERCHANT');
      return true;
    });
  }

  async #fetchSince(what: 'shipments' | 'cancellations', take: (one: unknown) => boolean): Promise<number> {
    let taken = 0;
    for (let next = ''; ; ) {
      const since = this.#since[what];
      const query = new URLSearchParams(next ? { cursor: next } : since ? { since } : {});
      const answer = await this.#call('GET', `${ORDERS}/${what}${query.size > 0 ? `?${query}` : ''}`);
      for (const one of list(at(answer, what))) if (take(one)) taken++;
      next = text(at(answer, 'nextCursor'));
      if (next) continue;
      this.#since[what] = text(at(answer, 'until'));
      this.#ctx.world.changes++;
      return taken;
    }
  }

  async fetchStock(skus: readonly string[]): Promise<unknown> {
    const query = new URLSearchParams(skus.map((sku): [string, string] => ['sku', sku]));
    return this.#call('GET', `${ORDERS}/stock?${query}`);
  }

  #written(orders: readonly SandboxOrder[]): string {
    return JSON.stringify({ orders: orders.map((order) => orderView(this.#ctx, order)) });
  }

  #now(): number {
    return this.#ctx.world.clock.now() + this.#ctx.faults.of('other').clockSkewSeconds * 1000;
  }

  #send(keys: Keys, order: SandboxOrder): void {
    const body = this.#written([order]);
    const headers = signed(keys, { method: 'POST', target: ORDERS, body, at: this.#now() });
    this.#courier.send({ uri: `${keys.url}${ORDERS}` }, { topic: 'orders', body: Buffer.from(body, 'utf8'), headers });
  }

  async #call(method: 'GET' | 'POST', target: string, body = ''): Promise<unknown> {
    const keys = this.#keys;
    if (!keys) throw new Error('the shop is not connected');
    const answer = await fetch(`${keys.url}${target}`, {
      method,
      headers: signed(keys, { method, target, body, at: this.#now() }),
      ...(method === 'POST' ? { body } : {}),
      signal: AbortSignal.timeout(30_000),
    });
    const said = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${target}: ${answer.status} ${said}`);
    return said === '' ? undefined : JSON.parse(said);
  }

  #book(shipment: unknown): boolean {
    const order = this.#shop().byId.get(text(at(shipment, 'orderNo')));
    const tracking = text(at(shipment, 'trackingNumber'));
    if (!order || order.parcels.some((parcel) => parcel.numbers.includes(tracking))) return false;
    const now = this.#ctx.world.clock.now();
    const lines = list(at(shipment, 'lines')).map((line) => ({
      lineId: text(at(line, 'lineId')),
      quantity: Number(at(line, 'quantity')),
    }));
    const carrier = text(at(shipment, 'carrierName'));
    notify(order, now, { kind: 'shipment', via: 'shipments', ref: order.id, carrier, tracking: [tracking], lines });
    this.#ctx.world.shipped(order, () =>
      order.parcels.push({
        ref: `${order.id}-${tracking}`,
        carrier,
        carrierName: carrier,
        method: text(at(shipment, 'serviceName')),
        numbers: [tracking],
        urls: [text(at(shipment, 'trackingUrl'))].filter(Boolean),
        shippedAt: Date.parse(text(at(shipment, 'shippedAt'))) || now,
        createdAt: now,
        updatedAt: now,
        cancelled: false,
        lines,
        events: [],
      }),
    );
    return true;
  }
}
