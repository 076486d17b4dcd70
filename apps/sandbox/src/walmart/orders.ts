import { isRecord, list, text } from '../http/types.ts';
import { changedBetween, createdBetween, pageOf } from '../kit/listing.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify } from '../world/shop.ts';
import { type Call, type Operation, WALMART } from './api.ts';
import { badContent, badParam, notFound, WalmartError } from './errors.ts';
import { isOpen, isWfs, keptOf, type Sent, type Unit, unitsOf } from './units.ts';
import { customerOrderOf, orderView } from './views.ts';

const DAY = 86_400_000;
const FILTERS = [
  'sku',
  'customerOrderId',
  'purchaseOrderId',
  'status',
  'createdStartDate',
  'createdEndDate',
  'fromExpectedShipDate',
  'toExpectedShipDate',
  'lastModifiedStartDate',
  'lastModifiedEndDate',
  'limit',
  'productInfo',
  'shipNodeType',
  'shippingProgramType',
  'replacementInfo',
  'orderType',
];
/** Only ever given back: they come with the answer before. */
const PLACE = ['hasMoreElements', 'soIndex', 'poIndex', 'partnerId', 'sellerId'];
const NODES = ['SellerFulfilled', 'WFSFulfilled', '3PLFulfilled'];
const CARRIERS = [
  'UPS',
  'USPS',
  'FedEx',
  'Airborne',
  'OnTrac',
  'DHL',
  'LaserShip',
  'Asendia',
  'YunExpress',
  '4PX',
  'Yanwen',
  'China Post',
  'SF Express',
  'SFC',
  'CNE',
  'WanB',
  'Sunyou',
  'UBI',
  'Equick',
  'Flyt Express',
  'Royal Mail',
  'Australia Post',
];
const METHODS = ['Standard', 'Express', 'OneDay', 'Freight', 'WhiteGlove', 'Value'];
const REASONS = [
  'CUSTOMER_REQUESTED_SELLER_TO_CANCEL',
  'SELLER_CANCEL_PRICING_ERROR',
  'SELLER_CANCEL_OUT_OF_STOCK',
  'SELLER_CANCEL_FRAUD_STOP_SHIPMENT',
  'SELLER_CANCEL_ADDRESS_NOT_SERVICEABLE',
];

/** Orders v3. Source: Order Management API of the marketplace. */
export const orders: Operation[] = [
  operation('GET', '/v3/orders', 'getAllOrders', 'orders', listOrders, [...FILTERS, ...PLACE]),
  operation('GET', '/v3/orders/{purchaseOrderId}', 'getAnOrder', 'orders', (call) => answer(call, orderOf(call)), [
    'productInfo',
    'replacementInfo',
  ]),
  operation('POST', '/v3/orders/{purchaseOrderId}/acknowledge', 'acknowledgeOrders', 'acknowledge', acknowledge),
  operation('POST', '/v3/orders/{purchaseOrderId}/shipping', 'shippingUpdates', 'ship', ship),
  operation('POST', '/v3/orders/{purchaseOrderId}/cancel', 'cancelOrderLines', 'cancel', cancel),
];

function operation(
  method: Operation['method'],
  path: string,
  name: string,
  rate: Operation['rate'],
  handle: Operation['handle'],
  requested: readonly string[] = [],
): Operation {
  return { method, path, name, service: 'ORDER', rate, handle, query: requested };
}

const answer = ({ ctx, shop }: Call, order: SandboxOrder) => ({ order: orderView(ctx, shop, order) });

export function orderOf({ shop, ids }: Call): SandboxOrder {
  const order = shop.byId.get(ids[0] ?? '');
  if (!order) throw notFound('ORDER', `No order found for the purchaseOrderId ${ids[0]}`);
  return order;
}

/** Walmart has the buyer's money before it shows an order. */
function settle(order: SandboxOrder): void {
  if (order.status === 'pending') order.status = 'unshipped';
}

function moment(call: Call, name: string): number | undefined {
  const answered = call.query[name];
  if (answered === undefined) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z)?$/.test(answered) ? Date.parse(answered) : Number.NaN;
  if (Number.isNaN(at))
    throw badParam('ORDER', name, `${name} has to be a date in UTC, as 2020-03-16 or 2020-03-16T10:30:15Z`);
  return at;
}

function chosen(call: Call): SandboxOrder[] {
  const { shop, query, now } = call;
  const modifiedFrom = moment(call, 'lastModifiedStartDate');
  const modifiedTo = moment(call, 'lastModifiedEndDate') ?? Number.MAX_SAFE_INTEGER;
  const createdFrom = moment(call, 'createdStartDate') ?? now - 7 * DAY;
  const createdTo = moment(call, 'createdEndDate') ?? Number.MAX_SAFE_INTEGER;
  if (Math.min(createdFrom, modifiedFrom ?? createdFrom) < now - 180 * DAY - 10 * 60_000)
    throw badParam('ORDER', 'createdStartDate', 'Orders are told for 180 days only');
  if (createdTo < createdFrom || modifiedTo < (modifiedFrom ?? 0))
    throw badParam('ORDER', 'createdEndDate', 'The end date is before the start date');
  const node = query.shipNodeType ?? 'SellerFulfilled';
  if (!NODES.includes(node)) throw badParam('ORDER', 'shipNodeType', `Invalid shipNodeType: ${node}`);
  const found =
    modifiedFrom === undefined
      ? createdBetween(shop, createdFrom, createdTo)
      : changedBetween(shop, modifiedFrom, modifiedTo).filter(
          (one) => one.createdAt >= createdFrom && one.createdAt < createdTo,
        );
  return found
    .filter((order) => node === (isWfs(order) ? 'WFSFulfilled' : 'SellerFulfilled'))
    .filter((order) => query.purchaseOrderId === undefined || order.id === query.purchaseOrderId)
    .filter((order) => query.customerOrderId === undefined || customerOrderOf(order) === query.customerOrderId)
    .filter((order) => query.sku === undefined || order.lines.some((line) => line.sku === query.sku))
    .filter((order) => query.status === undefined || unitsOf(order).some((unit) => unit.status === query.status));
}

function placeOf(call: Call): number {
  const { query, rawQuery, shop } = call;
  const answered = PLACE.filter((name) => query[name] !== undefined);
  if (answered.length === 0) return 0;
  const poIndex = Number(query.poIndex);
  if (
    answered.length < PLACE.length ||
    !Number.isInteger(poIndex) ||
    query.sellerId !== shop.id ||
    rawQuery.includes('%3A')
  )
    throw badParam('ORDER', 'nextCursor', 'The cursor has to come back as it was given');
  return poIndex;
}

function listOrders(call: Call) {
  const { ctx, shop, query } = call;
  const limit = query.limit === undefined ? 100 : Number(query.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 200)
    throw badParam('ORDER', 'limit', 'The limit is between 1 and 200');
  const offset = placeOf(call);
  const all = chosen(call);
  if (all.length === 0) throw notFound('ORDER', 'No purchase orders found for the given search parameters');
  const page = pageOf(ctx, WALMART, all, offset, limit);
  const kept = FILTERS.filter((name) => name !== 'limit' && query[name] !== undefined).map(
    (name) => `&${name}=${query[name]}`,
  );
  const place = `&hasMoreElements=true&soIndex=${page.total}&poIndex=${page.next}&partnerId=${shop.id}&sellerId=${shop.id}`;
  return {
    list: {
      meta: {
        totalCount: page.total,
        limit,
        nextCursor: page.next === undefined ? null : `?limit=${limit}${place}${kept.join('')}`,
      },
      elements: { order: page.rows.map((order) => orderView(ctx, shop, order)) },
    },
  };
}

function acknowledge(call: Call) {
  const order = orderOf(call);
  const units = unitsOf(order);
  if (!units.some(isOpen))
    throw badContent('ORDER', 'purchaseOrderId', `The order ${order.id} is not in a status that can be acknowledged`);
  if (!order.acknowledged) {
    call.ctx.world.touch(order, () => {
      settle(order);
      order.acknowledged = true;
    });
    notify(order, call.now, { kind: 'acknowledge', via: 'acknowledgeOrders', ref: order.id });
  }
  return answer(call, order);
}

interface Desired {
  unit: Unit;
  told: Record<string, unknown>;
  override: boolean;
}

/** The lines of a request and what is said of each, refused where a line is unknown, not open or said twice. */
function readLines(order: SandboxOrder, outer: unknown, status: 'Shipped' | 'Cancelled'): Desired[] {
  const lines = isRecord(outer) && isRecord(outer.orderLines) ? list(outer.orderLines.orderLine) : [];
  if (lines.length === 0) throw badContent('ORDER', 'orderLines', 'No order lines in the request');
  const units = unitsOf(order);
  const visited = new Set<string>();
  return lines.map((line) => {
    const number = isRecord(line) ? text(line.lineNumber) : '';
    const unit = units.find((one) => one.number === number);
    const statuses =
      isRecord(line) && isRecord(line.orderLineStatuses) ? list(line.orderLineStatuses.orderLineStatus) : [];
    const [answered] = statuses;
    if (!unit || visited.has(number)) throw badContent('ORDER', 'lineNumber', `Invalid line number: ${number}`);
    visited.add(number);
    if (statuses.length !== 1 || !isRecord(answered) || answered.status !== status)
      throw badContent('ORDER', 'orderLineStatus', `The line ${number} needs one status ${status}`);
    const quantity = isRecord(answered.statusQuantity) ? answered.statusQuantity : {};
    if (quantity.unitOfMeasurement !== 'EACH' || quantity.amount !== '1')
      throw badContent('ORDER', 'statusQuantity', `Invalid quantity for line ${number}`);
    if (!isOpen(unit))
      throw new WalmartError(
        400,
        'INVALID_REQUEST_CONTENT',
        'ORDER',
        `The line ${number} is in status ${unit.status} and cannot be changed to ${status}`,
        'data',
      );
    return { unit, told: answered, override: isRecord(line) && line.intentToCancelOverride === true };
  });
}

function readTracking(call: Call, order: SandboxOrder, answered: unknown): Sent {
  const info = isRecord(answered) ? answered : {};
  const name = isRecord(info.carrierName) ? info.carrierName : {};
  const carrier = text(name.carrier);
  const otherCarrier = text(name.otherCarrier);
  if (Boolean(carrier) === Boolean(otherCarrier) || (carrier && !CARRIERS.includes(carrier)))
    throw badContent('ORDER', 'carrierName', `Invalid carrier: ${carrier || otherCarrier}`);
  if (!METHODS.includes(text(info.methodCode)))
    throw badContent('ORDER', 'methodCode', `Invalid methodCode: ${text(info.methodCode)}`);
  if (!text(info.trackingNumber)) throw badContent('ORDER', 'trackingNumber', 'The tracking number is missing');
  const at = typeof info.shipDateTime === 'number' ? info.shipDateTime : Number.NaN;
  if (!(at <= call.now + 1000 && at >= order.createdAt))
    throw badContent('ORDER', 'shipDateTime', 'The ship date is before the order, or in the future');
  return {
    carrier,
    otherCarrier,
    at,
    tracking: text(info.trackingNumber),
    method: text(info.methodCode),
    url: text(info.trackingURL),
  };
}

function ship(call: Call) {
  const order = orderOf(call);
  const desired = readLines(order, call.body.orderShipment, 'Shipped');
  if (order.cancelRequested && desired.some((one) => !one.override))
    throw badContent(
      'ORDER',
      'intentToCancelOverride',
      'The customer has requested to cancel: set intentToCancelOverride to ship',
    );
  const parcels = new Map<string, { sent: Sent; units: Unit[] }>();
  for (const { unit, told: answered } of desired) {
    const sent = readTracking(call, order, answered.trackingInfo);
    const parcel = parcels.get(sent.tracking) ?? { sent, units: [] };
    parcel.units.push(unit);
    parcels.set(sent.tracking, parcel);
  }
  call.ctx.world.shipped(order, () => {
    settle(order);
    for (const { sent, units } of parcels.values()) addParcel(call, order, sent, units);
  });
  return answer(call, order);
}

function addParcel({ now }: Call, order: SandboxOrder, sent: Sent, units: Unit[]): void {
  const kept = keptOf(order);
  const byLine = new Map<string, number>();
  for (const unit of units) {
    kept.sent[unit.number] = sent;
    byLine.set(unit.line.id, (byLine.get(unit.line.id) ?? 0) + 1);
  }
  const lines = [...byLine].map(([lineId, quantity]) => ({ lineId, quantity }));
  const carrier = sent.carrier || sent.otherCarrier;
  order.parcels.push({
    ref: sent.tracking,
    carrier,
    carrierName: carrier,
    method: sent.method,
    numbers: [sent.tracking],
    urls: sent.url ? [sent.url] : [],
    shippedAt: sent.at,
    createdAt: now,
    updatedAt: now,
    cancelled: false,
    lines,
    events: [],
  });
  notify(order, now, {
    kind: 'shipment',
    via: 'shippingUpdates',
    ref: sent.tracking,
    carrier,
    tracking: [sent.tracking],
    lines,
  });
}

function cancel(call: Call) {
  const order = orderOf(call);
  const desired = readLines(order, call.body.orderCancellation, 'Cancelled');
  const reasons = desired.map(({ told: answered }) => text(answered.cancellationReason));
  const bad = reasons.find((reason) => !REASONS.includes(reason));
  if (bad !== undefined) throw badContent('ORDER', 'cancellationReason', `Invalid cancellationReason: ${bad}`);
  const [reason = ''] = reasons;
  if (desired.length === unitsOf(order).length) call.ctx.world.cancel(order, reason, 'MERCHANT');
  else
    call.ctx.world.touch(order, () => {
      for (const { unit } of desired) keptOf(order).cancelled[unit.number] = reason;
      notify(order, call.now, { kind: 'cancel', via: 'cancelOrderLines', ref: order.id, detail: reason });
    });
  return answer(call, order);
}
