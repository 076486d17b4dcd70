import { isRecord, list, text } from '../http/types.ts';
import { drawLabel } from '../kit/label.ts';
import { changedBetween, pageOf } from '../kit/listing.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify, type Shop } from '../world/shop.ts';
import {
  type Api,
  type Call,
  expected,
  JoomError,
  limitOf,
  listAnswer,
  momentOf,
  NAME,
  notFound,
  offsetOf,
} from './api.ts';
import { orderView, parcelOf, returnOf, STATUSES, STORE, shippingTypes, statusOf, updatedAt } from './views.ts';

const SHIPPERS = [
  { id: '5b5ad7e6aef5c00107a1a001', name: 'UPS' },
  { id: '5b5ad7e6aef5c00107a1a002', name: 'DHL' },
  { id: '5b5ad7e6aef5c00107a1a003', name: 'China Post' },
  { id: '5b5ad7e6aef5c00107a1a004', name: 'Yanwen' },
];
const CANCEL_REASONS = ['outOfStock', 'unableToFulfill'];

/** Orders: lists by change, one by number, telling of parcels, Joom Logistics, calling off. */
export function registerOrders(api: Api): void {
  api.add(
    {
      method: 'GET',
      path: '/orders/multi',
      query: ['limit', 'after', 'updatedFrom', 'updatedTo', 'status', 'storeId'],
      limit: 'orders',
    },
    listOrders,
  );
  api.add({ method: 'GET', path: '/orders', query: ['id'] }, (call) => ({ data: view(call, orderOf(call)) }));
  api.add({ method: 'GET', path: '/shippers' }, () => ({ data: { items: SHIPPERS } }));
  const parcel = ['provider', 'providerId', 'trackingNumber'];
  api.add({ method: 'POST', path: '/orders/fulfill', query: ['id'], body: parcel }, fulfill);
  api.add({ method: 'POST', path: '/orders/modifyTracking', query: ['id'], body: parcel }, modifyTracking);
  api.add(
    {
      method: 'POST',
      path: '/orders/fulfillOnline',
      body: ['ids', 'pickup', 'pickupAddressId', 'orderParams', 'onlineInvoiceInfo'],
    },
    fulfillOnline,
  );
  api.add({ method: 'GET', path: '/orders/shippingLabel', query: ['id'] }, shippingLabel);
  api.add({ method: 'POST', path: '/orders/cancel', query: ['id'], body: ['reason', 'note'] }, cancel);
}

const view = ({ ctx, shop }: Call, order: SandboxOrder) => orderView(ctx, shop, order);
const refuse = (message: string) => new JoomError(400, 'invalid_order_status', message);

function orderOf({ shop, query }: Call): SandboxOrder {
  const id = query.get('id') ?? '';
  if (!/^[A-Z\d]{8}$/.test(id)) throw expected('id', 'valid order ID', id);
  const order = shop.byId.get(id);
  if (!order) throw notFound(`Order with ID '${id}' not found`);
  return order;
}

/** What is sent back changes an order too. */
function changed(shop: Shop, from: number, to: number): SandboxOrder[] {
  const found = changedBetween(shop, from, to);
  const more = shop.returns
    .map((one) => shop.byId.get(one.orderId))
    .filter((order) => order !== undefined && updatedAt(shop, order) >= from && updatedAt(shop, order) < to);
  return [...new Set([...found, ...more.filter((order) => order !== undefined)])];
}

function listOrders(call: Call) {
  const { ctx, shop, query } = call;
  const limit = limitOf(query);
  const from = momentOf(query, 'updatedFrom') ?? 0;
  const to = momentOf(query, 'updatedTo') ?? Number.MAX_SAFE_INTEGER;
  const status = query.get('status');
  if (status !== null && !STATUSES.has(status)) throw expected('status', 'order status', status);
  const storeId = query.get('storeId');
  const found = changed(shop, from, to).filter(
    (order) => (status === null || statusOf(ctx, shop, order) === status) && (storeId === null || storeId === STORE),
  );
  const page = pageOf(ctx, NAME, found, offsetOf(query), limit);
  return listAnswer(
    call,
    page.rows.map((order) => view(call, order)),
    page.next,
  );
}

function readParcel({ body }: Call) {
  const tracking = text(body.trackingNumber);
  if (!/^[\w -]{5,50}$/.test(tracking)) throw expected('trackingNumber', 'tracking number', tracking);
  const shipper = SHIPPERS.find(
    (one) => one.id === body.providerId || (!body.providerId && one.name === body.provider),
  );
  if (!shipper) throw expected('providerId', 'shipper ID', body.providerId);
  return { tracking, shipper };
}

function ship(
  { ctx }: Call,
  order: SandboxOrder,
  by: { method: string; ref: string; carrier: string; name: string; tracking: string },
): void {
  const now = ctx.world.clock.now();
  const lines = order.lines.map((line) => ({ lineId: line.id, quantity: line.quantity }));
  notify(order, now, {
    kind: by.method === 'online' ? 'arrange' : 'shipment',
    via: by.method === 'online' ? 'fulfillOnline' : 'fulfill',
    ref: by.ref,
    carrier: by.name,
    tracking: [by.tracking],
    lines,
  });
  ctx.world.shipped(order, () =>
    order.parcels.push({
      ref: by.ref,
      carrier: by.carrier,
      carrierName: by.name,
      method: by.method,
      numbers: [by.tracking],
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

function assertOpen({ ctx, shop }: Call, order: SandboxOrder): void {
  const status = statusOf(ctx, shop, order);
  if (status !== 'approved') throw refuse(`Order can not be fulfilled in status \`${status}\``);
  if (order.status === 'pending') throw new JoomError(400, 'fulfillment_not_allowed', 'Fulfillment is not allowed yet');
}

function fulfill(call: Call) {
  const order = orderOf(call);
  const { tracking, shipper } = readParcel(call);
  assertOpen(call, order);
  if (shippingTypes(order) === 'onlineOnly')
    throw new JoomError(400, 'offline_shipping_not_allowed', 'Order has to be fulfilled online');
  ship(call, order, { method: 'offline', ref: order.id, carrier: shipper.id, name: shipper.name, tracking });
  return { data: view(call, order) };
}

function modifyTracking(call: Call) {
  const order = orderOf(call);
  const { tracking, shipper } = readParcel(call);
  const parcel = parcelOf(order);
  if (!parcel || parcel.method === 'online' || returnOf(call.shop, order))
    throw refuse('Tracking of this order can not be modified');
  const now = call.ctx.world.clock.now();
  notify(order, now, { kind: 'shipmentEdit', via: 'modifyTracking', ref: order.id, tracking: [tracking] });
  call.ctx.world.touch(order, () =>
    Object.assign(parcel, { carrier: shipper.id, carrierName: shipper.name, numbers: [tracking], updatedAt: now }),
  );
  return { data: view(call, order) };
}

function fulfillOnline(call: Call) {
  const ids = list(call.body.ids).map(text);
  if (!Array.isArray(call.body.ids) || ids.length === 0) throw expected('ids', 'list of order IDs', call.body.ids);
  if (call.body.pickup === true && !call.body.pickupAddressId)
    throw expected('pickupAddressId', 'pickup address ID', '');
  if (call.body.orderParams !== undefined && !list(call.body.orderParams).every(isRecord))
    throw expected('orderParams', 'list of objects', call.body.orderParams);
  const orders = ids.map((id) => {
    const order = call.shop.byId.get(id);
    if (!order) throw notFound(`Order with ID '${id}' not found`);
    assertOpen(call, order);
    if (shippingTypes(order) === 'offlineOnly')
      throw new JoomError(400, 'online_shipping_not_allowed', 'Order has to be fulfilled offline');
    return order;
  });
  const [first] = orders;
  if (orders.length > 1 || !first)
    throw new JoomError(400, 'consolidation_not_allowed', 'Orders can not be consolidated');
  const by = { ref: `JL${first.id}`, tracking: `JMPLG${first.id}0EE`, name: 'Joom Logistics' };
  ship(call, first, { method: 'online', carrier: 'joom', ...by });
  return { data: { shipperName: by.name, shippingOrderNumber: by.ref, trackingNumber: by.tracking } };
}

async function shippingLabel(call: Call): Promise<Buffer> {
  const order = orderOf(call);
  const parcel = parcelOf(order);
  if (parcel?.method !== 'online') throw notFound(`Order with ID '${order.id}' has no shipping label`);
  call.reply.type('application/pdf');
  return drawLabel('JOOM LOGISTICS', order, parcel.numbers[0] ?? '');
}

function cancel(call: Call) {
  const order = orderOf(call);
  const { ctx, shop, body } = call;
  if (!CANCEL_REASONS.includes(text(body.reason))) throw expected('reason', CANCEL_REASONS.join(' or '), body.reason);
  const status = statusOf(ctx, shop, order);
  if (status !== 'approved') throw refuse(`Order can not be cancelled in status \`${status}\``);
  ctx.world.cancel(order, text(body.reason), 'MERCHANT');
  return { data: view(call, order) };
}

/** The courier scans a parcel of Joom Logistics: now it is shipped. */
export function collect(order: SandboxOrder, now: number): void {
  const parcel = parcelOf(order);
  if (parcel?.method !== 'online' || parcel.events.length > 0) return;
  parcel.updatedAt = now;
  parcel.events.push({ id: `${parcel.ref}-1`, status: 'ACCEPTED', happenedAt: now, message: 'Accepted' });
}
