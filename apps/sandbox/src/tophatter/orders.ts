import type { Context } from '../http/app.ts';
import { pageOf } from '../kit/listing.ts';
import { dollars, orderTotals, type SandboxOrder } from '../world/orders.ts';
import { notify, type Shop } from '../world/shop.ts';
import { type Api, bad, type Call, missing, NAME, pageIn, required, stamp } from './api.ts';

const CARRIERS: Readonly<Record<string, string>> = {
  USPS: 'usps',
  FedEx: 'fedex',
  UPS: 'ups',
  DHL: 'dhl',
  'China EMS': 'china-ems',
  'China Post': 'china-post',
  EUB: 'china-post',
  Yanwen: 'yanwen',
  '4PX': '4px',
  'Yun Express': 'yunexpress',
};
const REASONS = new Set([
  ...['no_buyer_communication_regarding_size', 'incorrect_buyers_address', 'buyer_requested_through_ticket'],
  ...['buyer_requested_through_resolution_center', 'buyer_requested_a_return', 'delay_in_shipping', 'out_of_stock'],
  ...['in_stock_items_damaged', 'untrackable', 'other'],
]);
const FILTERS: Readonly<Record<string, string>> = { unfulfilled: 'paid', fulfilled: 'shipped', refunded: 'refunded' };
const SORTS = ['id_desc', 'id_asc', 'paid_at_desc', 'paid_at_asc'];
const SHARE = 0.1;

/** Orders: pages, one by number, telling of a parcel, giving back. Source: Tophatter's Merchant API, "Orders". */
export function registerOrders(api: Api): void {
  api.add('GET', 'orders', ['filter', 'sort', 'page', 'per_page'], listOrders);
  api.add('GET', 'orders/retrieve', ['order_id'], (call) => view(call, orderOf(call)));
  api.add('POST', 'orders/fulfill', ['order_id', 'carrier', 'tracking_number', 'service_type'], fulfill);
  api.add('POST', 'orders/refund', ['order_id', 'type', 'reason', 'explanation'], refund);
  api.add('GET', 'metadata/carriers', [], () => CARRIERS);
}

const parcelOf = (order: SandboxOrder) => order.parcels.find((one) => !one.cancelled);
const returnOf = (shop: Shop, order: SandboxOrder) =>
  shop.returns.find((one) => one.orderId === order.id && one.state === 'refunded');

function statusOf(ctx: Context, shop: Shop, order: SandboxOrder): string {
  if (ctx.faults.marks(NAME, 'unknownStatus', order.id)) return 'gone_to_the_moon';
  if (order.status === 'cancelled' || returnOf(shop, order)) return 'refunded';
  if (order.status === 'pending') return 'processing_payment';
  return parcelOf(order) ? 'shipped' : 'paid';
}

const countries = new Intl.DisplayNames('en', { type: 'region' });

function view({ ctx, shop }: Call, order: SandboxOrder) {
  const [line] = order.lines;
  const parcel = parcelOf(order);
  const status = statusOf(ctx, shop, order);
  const [goods, freight] = [orderTotals(order).goods, order.shippingCents];
  const fee = Math.round((goods + freight) * SHARE);
  const number = (cents: number) => Number(dollars(cents));
  const malformed = ctx.faults.marks(NAME, 'malformed', order.id);
  const input = status === 'refunded';
  return {
    order_id: Number(order.id),
    status,
    carrier: parcel?.carrier ?? null,
    tracking_number: parcel?.numbers[0] ?? null,
    product_name: line?.title,
    product_identifier: line?.sku,
    variation_identifier: line?.sku,
    customer_name: order.address.name,
    customer_id: 980_000_000 + order.seq,
    address1: order.address.line1,
    address2: order.address.line2 || null,
    city: order.address.city,
    state: order.address.state,
    postal_code: order.address.postalCode,
    country: countries.of(order.address.country),
    available_refunds: input
      ? {}
      : { buyer_fee: number(goods), ...(freight > 0 ? { shipping_fee: number(freight) } : {}) },
    refund_amount: input ? number(goods + freight) : 0,
    disbursement_amount: input ? 0 : number(goods + freight - fee),
    seller_fees_amount: input ? 0 : number(fee),
    seller_fees: input ? [] : [{ type: 'commission_fee', amount: number(fee) }],
    paid_at: status === 'processing_payment' ? null : stamp(order.createdAt),
    created_at: malformed ? 'yesterday' : stamp(order.createdAt),
    // Tophatter sold in dollars alone; this is what it would look like if it had not.
    ...(ctx.faults.marks(NAME, 'oddMoney', order.id) ? { currency: 'CAD' } : {}),
    ...(ctx.faults.of(NAME).newField ? { moon_phase: 'waxing' } : {}),
  };
}

function orderOf({ shop, fields }: Call): SandboxOrder {
  const id = required(fields, 'order_id');
  const order = shop.byId.get(id);
  if (!order) throw missing('order', id);
  return order;
}

function listOrders(call: Call) {
  const { ctx, shop, fields } = call;
  const [offset, size] = pageIn(fields, 1000);
  const { filter, sort = 'id_desc' } = fields;
  if (filter && !FILTERS[filter]) throw bad('The filter is invalid.');
  if (!SORTS.includes(sort)) throw bad('The sort is invalid.');
  const found = [...shop.byId.values()]
    .filter((order) => !filter || statusOf(ctx, shop, order) === FILTERS[filter])
    .sort((a, b) => (a.seq - b.seq) * (sort.endsWith('asc') ? 1 : -1));
  return pageOf(ctx, NAME, found, offset, size).rows.map((order) => view(call, order));
}

function fulfill(call: Call) {
  const order = orderOf(call);
  const { ctx, shop, fields } = call;
  const answered = required(fields, 'carrier');
  const tracking = required(fields, 'tracking_number');
  const carrier = CARRIERS[answered] ?? Object.values(CARRIERS).find((code) => code === answered);
  if (!carrier) throw bad('The carrier is not supported.');
  const status = statusOf(ctx, shop, order);
  if (status !== 'paid') throw bad(`This order cannot be fulfilled because its status is ${status}.`);
  const now = ctx.world.clock.now();
  const lines = order.lines.map((line) => ({ lineId: line.id, quantity: line.quantity }));
  notify(order, now, { kind: 'shipment', via: 'fulfill', ref: order.id, carrier, tracking: [tracking], lines });
  ctx.world.shipped(order, () =>
    order.parcels.push({
      ref: order.id,
      carrier,
      carrierName: answered,
      method: 'fulfill',
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
  return view(call, order);
}

function refund(call: Call) {
  const order = orderOf(call);
  const { ctx, shop, fields } = call;
  if (!REASONS.has(required(fields, 'reason'))) throw bad('The reason is invalid.');
  if (required(fields, 'type') !== 'full') throw bad('The type is invalid.');
  const status = statusOf(ctx, shop, order);
  if (status !== 'paid') throw bad(`This order cannot be refunded because its status is ${status}.`);
  ctx.world.cancel(order, fields.reason ?? '', 'MERCHANT');
  return view(call, order);
}
