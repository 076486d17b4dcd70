import { text } from '../http/types.ts';
import { pageOf } from '../kit/listing.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify, type Shop } from '../world/shop.ts';
import { type Api, type Call, invalid, limitOf, sortOf } from './api.ts';
import { NAME } from './name.ts';
import { isStrict, orderView, stamp, stateOf, WAREHOUSE, type Work, workOf } from './views.ts';

const GENERAL = ['USPS', 'UPS', 'DHL', 'FedEx', 'YunExpress', '4PX', 'ChinaAirPost', 'YanWen'];
const CONFIRMED = ['USPS', 'UPS', 'DHL', 'FedEx'];
const STATES = new Set(['APPROVED', 'SHIPPED', 'REFUNDED', 'REQUIRE_REVIEW', 'DECLINED']);
const BEFORE = ['UNABLE_TO_SHIP', 'MERCHANT_OUT_OF_STOCK'];
const AFTER = ['ITEM_IS_DAMAGED', 'SHIPPING_TAKING_TOO_LONG', 'ITEM_DOES_NOT_FIT', 'RECEIVED_WRONG_ITEM'];

/** Orders: lists by time, one by number, telling of parcels, refunds. What changes an order is done afterwards. */
export class Orders {
  /** What it takes to finish the changes that were taken on. */
  readonly #begun = new Map<() => void, NodeJS.Timeout>();

  constructor(api: Api) {
    const read = 'orders:read';
    const windows = ['updated_at_min', 'updated_at_max', 'released_at_min', 'released_at_max'];
    api.add(
      { method: 'GET', path: '/orders', scope: read, query: ['limit', 'states', ...windows, 'sort_by', 'order_type'] },
      (call) => {
        this.#settle();
        return listOrders(call);
      },
    );
    api.add(
      { method: 'GET', path: '/orders/shipping_carriers', scope: read, query: ['order_type', 'dest_country_code'] },
      ({ query }) => carriers(query),
    );
    api.add({ method: 'GET', path: '/orders/:id', scope: read }, (call) => {
      this.#settle();
      return view(call, orderOf(call));
    });
    api.add({ method: 'GET', path: '/orders/:id/refund_reasons', scope: read }, (call) => reasons(call, orderOf(call)));
    const write = 'orders:write';
    api.add(
      {
        method: 'PUT',
        path: '/orders/:id/tracking',
        scope: write,
        body: ['shipping_provider', 'tracking_number', 'origin_country', 'ship_note'],
      },
      (call) => this.#track(call),
    );
    api.add(
      { method: 'PUT', path: '/orders/:id/refund', scope: write, body: ['refund_reason', 'refund_reason_note'] },
      (call) => this.#refund(call),
    );
    api.add(
      {
        method: 'GET',
        path: '/penalties',
        scope: 'penalties:read',
        query: ['limit', 'sort_by', 'created_at_min', 'created_at_max', 'reversed_at_min', 'reversed_at_max'],
      },
      listPenalties,
    );
  }

  stop(): void {
    for (const timer of this.#begun.values()) clearTimeout(timer);
  }

  #settle(): void {
    for (const finish of this.#begun.keys()) finish();
  }

  /** Takes a change on, answers at once, and does it a moment later by the world's clock, whether anyone looks or not. */
  #accept(call: Call, order: SandboxOrder, source: Work['source'], work: () => void) {
    const { ctx, shop } = call;
    if (workOf(order)?.status === 'IN_PROGRESS') throw invalid('Another update of this order is in progress');
    ctx.world.touch(order, () => Object.assign(order.extra, { work: { source, status: 'IN_PROGRESS' } }));
    const step = ctx.world.settings.feedStepMs;
    const readyAt = ctx.world.clock.now() + step;
    const finish = () => {
      if (ctx.world.clock.now() < readyAt) return;
      clearTimeout(this.#begun.get(finish));
      this.#begun.delete(finish);
      // The world may have begun anew.
      if (ctx.world.shops.get(shop.id)?.byId.get(order.id) !== order) return;
      Object.assign(order.extra, { work: { source, status: 'SUCCEEDED' } });
      work();
    };
    this.#begun.set(finish, setTimeout(finish, step + 5).unref());
    return view(call, order);
  }

  #track(call: Call) {
    const order = orderOf(call);
    const { ctx, shop, body } = call;
    const [carrier, tracking, origin] = ['shipping_provider', 'tracking_number', 'origin_country'].map((name) => {
      const answered = text(body[name]);
      if (!answered) throw invalid(`${name} is a required field`);
      return answered;
    }) as [string, string, string];
    if (!/^[A-Za-z0-9]+$/.test(tracking)) throw invalid('tracking_number should only contain alphanumeric characters');
    if (!/^[A-Z]{2}$/.test(origin)) throw invalid('origin_country is not a valid country code');
    if (!(isStrict(order) ? CONFIRMED : GENERAL).includes(carrier))
      throw invalid(`${carrier} is not an accepted shipping provider for this order`);
    const state = stateOf(ctx, shop, order);
    if (state !== 'APPROVED' && state !== 'SHIPPED') throw invalid(`This order cannot be shipped in state ${state}`);
    return this.#accept(call, order, 'UPDATE_TRACKING', () => ship(call, order, carrier, tracking));
  }

  #refund(call: Call) {
    const order = orderOf(call);
    const reason = text(call.body.refund_reason);
    if (!reasons(call, order).includes(reason)) throw invalid(`refund_reason ${reason} is not valid for this order`);
    return this.#accept(call, order, 'REFUND', () => call.ctx.world.cancel(order, reason, 'MERCHANT'));
  }
}

const view = ({ ctx, shop }: Call, order: SandboxOrder) => orderView(ctx, shop, order);

function orderOf({ shop, id }: Call): SandboxOrder {
  if (!/^[0-9a-f]{24}$/.test(id)) throw invalid(`${id} is not a valid object id`);
  const order = shop.byId.get(id);
  if (!order) throw invalid(`We could not find an order for id: '${id}'`);
  return order;
}

function listOrders(call: Call) {
  const { ctx, shop, query } = call;
  const limit = limitOf(query, 50, 500);
  const { by, ascending, windows } = sortOf(query, ['updated_at', 'released_at'], 'updated_at');
  const states = query.getAll('states').flatMap((answered) => answered.split(','));
  for (const state of states)
    if (!STATES.has(state)) throw invalid(`states: ${state} is not one of the allowed values`);
  const at = (order: SandboxOrder, field: string) => (field === 'released_at' ? order.createdAt : order.updatedAt);
  // The fault "a page comes again" gives rows from before the window: so the list is cut only after it is sorted.
  const all = [...shop.byId.values()]
    .filter((order) => windows.every(({ field, max }) => at(order, field) <= max))
    .filter((order) => states.length === 0 || states.includes(stateOf(ctx, shop, order)))
    .sort((a, b) => (at(a, by) - at(b, by) || a.touch - b.touch) * (ascending ? 1 : -1));
  const inside = (order: SandboxOrder) => windows.every(({ field, min }) => at(order, field) >= min);
  if (!ascending) return pageOf(ctx, NAME, all.filter(inside), 0, limit).rows.map((order) => view(call, order));
  const start = all.findIndex(inside);
  if (start < 0) return [];
  return pageOf(ctx, NAME, all, start, limit).rows.map((order) => view(call, order));
}

function carriers(query: URLSearchParams) {
  const type = query.get('order_type');
  if (type === 'GENERAL') return GENERAL.map((name) => ({ name }));
  if (type !== 'CONFIRMED_DELIVERY') throw invalid('order_type is not one of the allowed values');
  if (!query.get('dest_country_code')) throw invalid('dest_country_code is needed when order_type is not GENERAL');
  return CONFIRMED.map((name) => ({ name }));
}

function reasons({ ctx, shop }: Call, order: SandboxOrder): string[] {
  const state = stateOf(ctx, shop, order);
  return state === 'APPROVED' ? BEFORE : state === 'SHIPPED' ? AFTER : [];
}

/** The same call ships, and changes the number of what is shipped. */
function ship({ ctx }: Call, order: SandboxOrder, carrier: string, tracking: string): void {
  const now = ctx.world.clock.now();
  const [standing] = order.parcels.filter((parcel) => !parcel.cancelled);
  const lines = order.lines.map((line) => ({ lineId: line.id, quantity: line.quantity }));
  notify(order, now, {
    kind: standing ? 'shipmentEdit' : 'shipment',
    via: 'tracking',
    ref: order.id,
    carrier,
    tracking: [tracking],
    lines,
  });
  if (standing) {
    const changed = { carrier, carrierName: carrier, numbers: [tracking], updatedAt: now };
    ctx.world.touch(order, () => Object.assign(standing, changed));
    return;
  }
  ctx.world.shipped(order, () =>
    order.parcels.push({
      ref: order.id,
      carrier,
      carrierName: carrier,
      method: WAREHOUSE.name,
      numbers: [tracking],
      urls: [],
      shippedAt: now,
      createdAt: now,
      updatedAt: now,
      cancelled: false,
      lines,
      events: [],
    }),
  );
}

const FINE = 2;

/** Whoever calls an order off pays for it. */
function listPenalties({ shop, query }: Call) {
  const limit = limitOf(query, 100, 500);
  const { ascending, windows } = sortOf(query, ['created_at', 'reversed_at'], 'created_at');
  const [created] = windows;
  const fined = (one: Shop) => [...one.byId.values()].filter((order) => order.cancelledBy === 'MERCHANT');
  return fined(shop)
    .filter(({ cancelledAt }) => created && cancelledAt >= created.min && cancelledAt <= created.max)
    .sort((a, b) => (a.cancelledAt - b.cancelledAt) * (ascending ? 1 : -1))
    .slice(0, limit)
    .map((order) => ({
      id: `65${order.id.slice(2)}`,
      penalty_reason: 'Merchant refunded an order before it was shipped',
      penalty_amount: { amount: FINE, currency_code: shop.currency },
      related_entity_type: 'ORDER',
      related_entity_id: order.id,
      created_at: stamp(order.cancelledAt),
      reversed: false,
    }));
}
