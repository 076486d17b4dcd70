import { type Context, param } from '../http/app.ts';
import { isRecord, list, text } from '../http/types.ts';
import { changedBetween, createdBetween, pageOf } from '../kit/listing.ts';
import type { Parcel, SandboxOrder } from '../world/orders.ts';
import { notify, type Shop } from '../world/shop.ts';
import { type Call, type Desk, pageHead, readFilters, readPaging, readRange } from './desk.ts';
import { fulfillment } from './errors.ts';
import { fulfillmentView, orderView } from './views.ts';

const TWO_YEARS = 731 * 86_400_000;
const DEFAULT_DAYS = 90 * 86_400_000;
const STATES: Readonly<Record<string, readonly string[]>> = {
  'NOT_STARTED|IN_PROGRESS': ['unshipped', 'partial'],
  'FULFILLED|IN_PROGRESS': ['shipped', 'partial'],
};

/** Sell Fulfillment: orders and their shipments. Source: sell_fulfillment_v1 (v1.20). */
export function registerOrders(desk: Desk, ctx: Context): void {
  const scopes = ['sell.fulfillment', 'sell.fulfillment.readonly'];
  desk.add({
    api: 'fulfillment',
    method: 'GET',
    path: '/order',
    name: 'getOrders',
    scopes,
    params: ['filter', 'limit', 'offset', 'orderIds', 'fieldGroups'],
    handle: (call) => listOrders(ctx, call),
  });
  desk.add({
    api: 'fulfillment',
    method: 'GET',
    path: '/order/:orderId',
    name: 'getOrder',
    scopes,
    params: ['fieldGroups'],
    handle: (call) => {
      const order = orderOf(call, 404);
      return call.reply.send(orderView(ctx, call.shop, order, { taxes: withTaxes(call), detail: true }));
    },
  });
  desk.add({
    api: 'fulfillment',
    method: 'GET',
    path: '/order/:orderId/shipping_fulfillment',
    name: 'getShippingFulfillments',
    scopes,
    handle: (call) => {
      const { parcels } = orderOf(call, 400);
      return call.reply.send({ fulfillments: parcels.map(fulfillmentView), total: parcels.length });
    },
  });
  desk.add({
    api: 'fulfillment',
    method: 'POST',
    path: '/order/:orderId/shipping_fulfillment',
    name: 'createShippingFulfillment',
    scopes: ['sell.fulfillment'],
    handle: (call) => ship(ctx, call),
  });
}

export function orderOf({ request, shop }: Call, status: number): SandboxOrder {
  const id = param(request, 'orderId');
  const order = shop.byId.get(id);
  if (!order) throw fulfillment(status, 32100, `Invalid order ID: ${id}`);
  return order;
}

function withTaxes({ query }: Call): boolean {
  if (query.fieldGroups !== undefined && query.fieldGroups !== 'TAX_BREAKDOWN')
    throw fulfillment(400, 32800, `Invalid field group: ${query.fieldGroups}`);
  return query.fieldGroups === 'TAX_BREAKDOWN';
}

function readWindow(name: string, value: string, now: number): { from: number; to: number } {
  const { from, to } = readRange(value);
  if (value.startsWith('..')) throw fulfillment(400, 30820, 'Start date is missing');
  if (Number.isNaN(from) || Number.isNaN(to ?? 0)) throw fulfillment(400, 30810, 'Invalid date format');
  if (from > now || (to ?? 0) > now) throw fulfillment(400, 30850, "Start and end dates can't be in the future");
  if (to !== undefined && to < from) throw fulfillment(400, 30840, 'Start date should be before end date');
  if ((to ?? now) - from > TWO_YEARS)
    throw fulfillment(400, 30830, "Time range between start date and end date must be within '2' years.");
  if (from < now - TWO_YEARS) throw fulfillment(400, 30800, `Invalid filter value ${value} for filter ${name}`);
  return { from, to: to ?? Number.MAX_SAFE_INTEGER };
}

function chosen(call: Call): SandboxOrder[] {
  const { query, shop, now } = call;
  if (query.orderIds !== undefined) {
    const ids = query.orderIds.split(',').filter(Boolean);
    if (ids.length > 50)
      throw fulfillment(400, 30900, 'Exceeded maximum number of order IDs (the current limit is 50)');
    return ids.flatMap((id) => shop.byId.get(id) ?? []);
  }
  const filters = readFilters(query.filter);
  if (!filters) throw fulfillment(400, 30800, `Invalid filter value ${query.filter} for filter filter`);
  for (const name of filters.keys())
    if (!['creationdate', 'lastmodifieddate', 'orderfulfillmentstatus'].includes(name))
      throw fulfillment(400, 30700, `Invalid filter name: ${name}`);
  const states = filters.get('orderfulfillmentstatus');
  const desired = states === undefined ? undefined : STATES[states];
  if (states !== undefined && !desired)
    throw fulfillment(400, 30800, `Invalid filter value ${states} for filter orderfulfillmentstatus`);
  const found = inWindow(shop, filters, now);
  return desired ? found.filter((order) => desired.includes(order.status)) : found;
}

/** Where both are given only the creation counts. */
function inWindow(shop: Shop, filters: ReadonlyMap<string, string>, now: number): SandboxOrder[] {
  const created = filters.get('creationdate');
  const modified = filters.get('lastmodifieddate');
  if (created === undefined && modified !== undefined) {
    const { from, to } = readWindow('lastmodifieddate', modified, now);
    return changedBetween(shop, from, to + 1);
  }
  const { from, to } =
    created === undefined
      ? { from: now - DEFAULT_DAYS, to: Number.MAX_SAFE_INTEGER }
      : readWindow('creationdate', created, now);
  return createdBetween(shop, from, to + 1);
}

function listOrders(ctx: Context, call: Call) {
  const { query, shop, request, reply } = call;
  const taxes = withTaxes(call);
  const { limit, offset } = readPaging(query, { most: 200, usual: 50 }, (name, value) =>
    fulfillment(400, name === 'limit' ? 31100 : 31000, `Invalid ${name}: ${value}`),
  );
  const all = chosen(call);
  const page = pageOf(ctx, 'ebay', all, offset, query.orderIds === undefined ? limit : 50);
  return reply.send({
    ...pageHead(request, page, offset, limit),
    orders: page.rows.map((order) => orderView(ctx, shop, order, { taxes, detail: false })),
  });
}

function readLines(order: SandboxOrder, body: Record<string, unknown>): { lineId: string; quantity: number }[] {
  const visited = new Set<string>();
  const lines = list(body.lineItems).map((one) => {
    const lineId = isRecord(one) ? text(one.lineItemId) : '';
    const quantity = isRecord(one) && one.quantity !== undefined ? Number(one.quantity) : 1;
    const line = order.lines.find((candidate) => candidate.id === lineId);
    if (!line) throw fulfillment(400, 32200, `Invalid line item id: ${lineId}`);
    if (visited.has(lineId)) throw fulfillment(400, 32210, 'Duplicate line item in the request');
    visited.add(lineId);
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > line.quantity)
      throw fulfillment(400, 32600, 'Invalid input data');
    if (line.shipped + quantity > line.quantity)
      throw fulfillment(400, 34500, 'Please use PUT operation for updating shipping fulfillment');
    return { lineId, quantity };
  });
  if (lines.length === 0) throw fulfillment(400, 32600, 'Invalid input data');
  return lines;
}

function ship(ctx: Context, call: Call) {
  const { body, reply, request, now } = call;
  const order = orderOf(call, 400);
  if (order.status === 'cancelled' || order.status === 'pending')
    throw fulfillment(409, 32600, 'Invalid input data: the order is not waiting to be shipped');
  const lines = readLines(order, body);
  const tracking = text(body.trackingNumber);
  const carrier = text(body.shippingCarrierCode);
  if (Boolean(tracking) !== Boolean(carrier) || !/^[A-Za-z0-9]*$/.test(tracking))
    throw fulfillment(400, 32300, 'Invalid shipment tracking number or carrier');
  const shippedAt = body.shippedDate === undefined ? now : readRange(text(body.shippedDate)).from;
  if (!(shippedAt <= now && shippedAt >= order.createdAt - 86_400_000))
    throw fulfillment(400, 32500, 'Invalid shipped date');
  const ref = tracking || '999';
  addParcel(ctx, order, { ref, tracking, carrier, shippedAt, lines }, 'createShippingFulfillment');
  const path = request.originalUrl.split('?')[0] ?? '';
  return reply.code(201).header('location', `https://api.ebay.com${path}/${ref}`).send({});
}

/** A shipment stands on the order, and what was told is kept. */
function addParcel(
  ctx: Context,
  order: SandboxOrder,
  answered: Pick<Parcel, 'ref' | 'carrier' | 'shippedAt' | 'lines'> & { tracking: string },
  via: string,
): void {
  const at = ctx.world.clock.now();
  const { ref, tracking, carrier, shippedAt, lines } = answered;
  ctx.world.shipped(order, () => {
    order.parcels.push({
      ref,
      carrier,
      carrierName: carrier,
      method: '',
      numbers: tracking ? [tracking] : [],
      urls: [],
      shippedAt,
      createdAt: at,
      updatedAt: at,
      cancelled: false,
      lines,
      events: [],
    });
    notify(order, at, { kind: 'shipment', via, ref, carrier, tracking: [tracking], lines });
  });
}
