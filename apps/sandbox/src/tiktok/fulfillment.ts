import { createHmac } from 'node:crypto';
import { isRecord } from '../http/types.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify, type Shop } from '../world/shop.ts';
import type { Call, Operation } from './api.ts';
import { badParams, badRequest, notYours, TtsError } from './errors.ts';
import { DELIVERY_OPTIONS, isProvider, providerName, TIKTOK_PROVIDER } from './logistics.ts';
import {
  addPackage,
  openPackage,
  ordersOfPackage,
  packagesOf,
  shippingTypeOf,
  type Unit,
  unitsOf,
} from './packages.ts';
import { ids, oneOf, seconds } from './params.ts';
import { recipientView } from './places.ts';
import { regionOf } from './shops.ts';

const HOUR = 3_600_000;
const SERVICES = [
  { id: '7208502187360519982', name: 'USPS Ground Advantage', cents: 450, perKg: 210, days: [2, 5], is_default: true },
  { id: '7208502187360519983', name: 'USPS Priority Mail', cents: 780, perKg: 320, days: [1, 3], is_default: false },
];

function orderOf(shop: Shop, id: unknown): SandboxOrder {
  const order = typeof id === 'string' ? shop.byId.get(id) : undefined;
  if (!order) throw notYours();
  return order;
}

/** Nothing of an order that is not paid, is called off, or that its buyer wants to call off is shipped. */
function assertShippable(order: SandboxOrder, kind: 'SELLER' | 'TIKTOK'): void {
  if (order.status === 'cancelled' || order.status === 'pending')
    throw new TtsError(21011003, 'fulfill_unit action not allowed');
  if (order.cancelRequested)
    throw new TtsError(21011007, 'Package item has after-sale request, please process the after-sale request first.');
  if (order.status === 'shipped') throw new TtsError(21011020, 'These orders are already shipped.');
  if (shippingTypeOf(order) !== kind) throw new TtsError(21011012, 'not match trade rule');
}

/** The units named; all that are open when none are. */
function openUnits(order: SandboxOrder, answered: unknown): Unit[] {
  const named = ids('order_line_item_ids', answered);
  const units = unitsOf(order);
  if (named === undefined) return units.filter((unit) => !unit.package);
  if (named.length === 0 || new Set(named).size < named.length) throw badParams();
  return named.map((id) => {
    const unit = units.find((one) => one.id === id);
    if (!unit) throw new TtsError(21011029, 'order does not belong to fulfill unit');
    if (unit.package) throw new TtsError(21011020, 'These orders are already shipped.');
    return unit;
  });
}

function selfShipment(answered: Record<string, unknown>): { tracking: string; providerId: string } {
  const { tracking_number: tracking, shipping_provider_id: providerId } = answered;
  if (typeof tracking !== 'string' || tracking === '' || typeof providerId !== 'string') throw badParams();
  if (!/^[A-Za-z0-9-]{4,50}$/.test(tracking))
    throw new TtsError(21004012, 'Tracking number has special characters, verify failed.');
  if (!isProvider(providerId))
    throw new TtsError(21011022, 'Invalid tracking number or provider ID. Please double check and try again.');
  return { tracking, providerId };
}

function shipBySeller(
  call: Call,
  order: SandboxOrder,
  units: Unit[],
  self: { tracking: string; providerId: string },
  via: string,
) {
  const { ctx } = call;
  const now = ctx.world.clock.now();
  const unitIds = units.map((unit) => unit.id);
  let id = '';
  ctx.world.shipped(order, () => {
    const carrier = providerName(self.providerId);
    id = addPackage(order, { kind: 'SELLER', unitIds, ...self, createdAt: now }, carrier).id;
    const { lines } = order.parcels.at(-1) ?? { lines: [] };
    notify(order, now, { kind: 'shipment', via, ref: id, carrier, tracking: [self.tracking], lines });
  });
  return id;
}

function buyLabel(call: Call, order: SandboxOrder, units: Unit[], via: string): string {
  const { ctx } = call;
  const now = ctx.world.clock.now();
  let id = '';
  ctx.world.shipped(order, () => {
    const tracking = `94001${openPackage(order).id.slice(-15)}`;
    const unitIds = units.map((unit) => unit.id);
    const providerId = TIKTOK_PROVIDER.id;
    id = addPackage(order, { kind: 'TIKTOK', unitIds, tracking, providerId, createdAt: now }, TIKTOK_PROVIDER.name).id;
    const { lines } = order.parcels.at(-1) ?? { lines: [] };
    notify(order, now, { kind: 'arrange', via, ref: id, tracking: [tracking], lines });
  });
  return id;
}

function markShipped(call: Call) {
  const order = orderOf(call.shop, call.ids[0]);
  const self = selfShipment(call.body);
  assertShippable(order, 'SELLER');
  const units = openUnits(order, call.body.order_line_item_ids);
  const id = shipBySeller(call, order, units, self, 'orders/packages');
  return { order_id: order.id, order_line_item_ids: units.map((unit) => unit.id), package_id: id };
}

/** Weight and size as they were told. @throws TtsError where one of the three lengths is missing */
function measuresIn(body: Record<string, unknown>) {
  const number = (value: unknown) =>
    typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  const { weight, dimension } = body;
  if (weight !== undefined) {
    if (!isRecord(weight) || !(number(weight.value) > 0)) throw badParams();
    oneOf('weight.unit', weight.unit, ['GRAM', 'POUND'], 'GRAM');
  }
  if (dimension !== undefined) {
    if (!isRecord(dimension) || ![dimension.length, dimension.width, dimension.height].every((one) => number(one) > 0))
      throw badParams();
    oneOf('dimension.unit', dimension.unit, ['CM', 'INCH'], 'CM');
  }
  const grams = isRecord(weight) ? number(weight.value) * (weight.unit === 'POUND' ? 453.6 : 1) : 500;
  return { grams, ...(weight ? { weight } : {}), ...(dimension ? { dimension } : {}) };
}

const serviceView = ({ id, name, cents, perKg, days, is_default }: (typeof SERVICES)[number], grams: number) => ({
  id,
  name,
  price: ((cents + Math.ceil((perKg * grams) / 1000)) / 100).toFixed(2),
  currency: 'USD',
  earliest_delivery_days: days[0],
  latest_delivery_days: days[1],
  is_default,
  shipping_provider_id: TIKTOK_PROVIDER.id,
  shipping_provider_name: TIKTOK_PROVIDER.name,
});

function assertUs(shop: Shop): void {
  if (regionOf(shop) !== 'US') throw new TtsError(21008106, 'This interface cannot be used in this region.');
}

function queryServices({ shop, ids: [id], body }: Call) {
  assertUs(shop);
  const order = orderOf(shop, id);
  assertShippable(order, 'TIKTOK');
  const units = openUnits(order, body.order_line_item_ids);
  const { grams, ...answered } = measuresIn(body);
  return {
    order_id: order.id,
    order_line_id: units.map((unit) => unit.id),
    ...answered,
    shipping_services: SERVICES.map((one) => serviceView(one, grams)),
  };
}

function createPackage(call: Call) {
  const { shop, body } = call;
  assertUs(shop);
  const order = orderOf(shop, body.order_id);
  assertShippable(order, 'TIKTOK');
  const units = openUnits(order, body.order_line_item_ids);
  const { grams, ...answered } = measuresIn(body);
  const service = SERVICES.find((one) =>
    body.shipping_service_id === undefined ? one.is_default : one.id === body.shipping_service_id,
  );
  if (!service) throw new TtsError(21004008, 'create label shipping service not found');
  const id = buyLabel(call, order, units, 'packages');
  return {
    order_id: order.id,
    order_line_item_ids: units.map((unit) => unit.id),
    ...answered,
    shipping_service_info: serviceView(service, grams),
    package_id: id,
    create_time: seconds(call.ctx.world.clock.now()),
  };
}

function packageIn({ shop, ids: [id = ''] }: Call) {
  const orders = ordersOfPackage(shop, id);
  const [order] = orders;
  if (!order) throw notYours();
  const made = packagesOf(order).find((one) => one.id === id);
  const units = orders.flatMap((one) => unitsOf(one).filter((unit) => unit.package?.id === made?.id));
  return { order, orders, made, units };
}

/** Two hours each, the day after. */
function slotsOf(now: number) {
  const start = Math.ceil((now + 24 * HOUR) / HOUR) * HOUR;
  return [0, 2, 4].map((hours) => ({
    start_time: seconds(start + hours * HOUR),
    end_time: seconds(start + (hours + 2) * HOUR),
    avaliable: hours !== 4,
  }));
}

function timeSlots(call: Call) {
  for (const order of packageIn(call).orders) assertShippable(order, 'TIKTOK');
  return {
    can_pickup: true,
    can_drop_off: true,
    can_van_collection: false,
    drop_off_point_url: '',
    pickup_slots: slotsOf(call.now),
  };
}

function shipPackage(call: Call) {
  const { body } = call;
  const { order, orders, made, units } = packageIn(call);
  if (made) throw new TtsError(21008099, 'Package has been shipped. Please not ship the package again.');
  if (shippingTypeOf(order) === 'SELLER') {
    if (!isRecord(body.self_shipment)) throw badParams();
    const self = selfShipment(body.self_shipment);
    assertShippable(order, 'SELLER');
    shipBySeller(call, order, units, self, 'packages/ship');
    return {};
  }
  for (const one of orders) assertShippable(one, 'TIKTOK');
  const method = oneOf('handover_method', body.handover_method, ['PICKUP', 'DROP_OFF'], 'DROP_OFF');
  const slot = body.pickup_slot;
  const offered = (one: { start_time: number; end_time: number; avaliable: boolean }) =>
    isRecord(slot) && one.avaliable && one.start_time === slot.start_time && one.end_time === slot.end_time;
  if (method === 'PICKUP' && !slotsOf(call.now).some(offered))
    throw new TtsError(21004017, 'ON DEMAND RTS NOT IN PICKUP TIME.');
  for (const one of orders) buyLabel(call, one, openUnits(one, undefined), 'packages/ship');
  return {};
}

function getPackage(call: Call) {
  const { order, orders, made, units } = packageIn(call);
  const shipping = shippingTypeOf(order);
  return {
    package_id: call.ids[0],
    orders: orders.map(({ id }) => ({ id })),
    package_status: made ? 'PROCESSING' : 'TO_FULFILL',
    split_and_combine_tag: orders.length > 1 ? 'COMBINE' : 'DEFAULT',
    has_multi_skus: new Set(units.map((unit) => unit.line.sku)).size > 1,
    shipping_type: shipping,
    delivery_option_id: DELIVERY_OPTIONS[shipping].id,
    delivery_option_name: DELIVERY_OPTIONS[shipping].name,
    shipping_provider_id: made?.providerId ?? '',
    shipping_provider_name: made ? providerName(made.providerId) : '',
    tracking_number: made?.tracking ?? '',
    order_line_item_ids: units.map((unit) => unit.id),
    recipient_address: recipientView(order.address, true),
    create_time: seconds(made?.createdAt ?? order.createdAt),
    update_time: seconds(made?.createdAt ?? order.updatedAt),
  };
}

export const documentSeal = (id: string): string =>
  createHmac('sha256', 'sandbox/tiktok/label').update(id).digest('base64url').slice(0, 22);

function getDocument(call: Call) {
  const { order, made } = packageIn(call);
  const { document_type: type } = call.query;
  if (type === undefined) throw badRequest('Invalid parameter. document_type is required.');
  oneOf('document_type', type, ['SHIPPING_LABEL', 'PACKING_SLIP', 'SHIPPING_LABEL_AND_PACKING_SLIP'], 'SHIPPING_LABEL');
  oneOf('document_size', call.query.document_size, ['A5', 'A6'], 'A6');
  oneOf('document_format', call.query.document_format, ['PDF'], 'PDF');
  if (shippingTypeOf(order) !== 'TIKTOK')
    throw new TtsError(
      21008017,
      'This API is only applicable to TikTok Shipping orders. For seller shipping, please obtain the shipping label offline and upload it to TikTok Shop via API or Seller Center.',
    );
  if (order.status === 'cancelled') throw new TtsError(21023059, 'Package has already been cancelled.');
  if (!made) throw new TtsError(21023035, 'Please arrange shipment before retrieving the shipping document.');
  const url = `${call.ctx.baseUrl()}/tiktok/documents/${made.id}.pdf?seal=${documentSeal(made.id)}`;
  return { doc_url: url, tracking_number: made.tracking };
}

const PACKAGE = '/fulfillment/202309/packages';

/** Source: the Fulfillment API 202309 of Partner Center. */
export const fulfillment: Operation[] = [
  {
    method: 'POST',
    path: '/fulfillment/202309/orders/{order_id}/packages',
    name: 'markShipped',
    body: ['order_line_item_ids', 'tracking_number', 'shipping_provider_id'],
    handle: markShipped,
  },
  {
    method: 'POST',
    path: '/fulfillment/202309/orders/{order_id}/shipping_services/query',
    name: 'queryServices',
    body: ['order_line_item_ids', 'weight', 'dimension'],
    handle: queryServices,
  },
  {
    method: 'POST',
    path: PACKAGE,
    name: 'createPackage',
    body: ['order_id', 'order_line_item_ids', 'dimension', 'shipping_service_id', 'weight'],
    handle: createPackage,
  },
  { method: 'GET', path: `${PACKAGE}/{package_id}`, name: 'getPackage', handle: getPackage },
  { method: 'GET', path: `${PACKAGE}/{package_id}/handover_time_slots`, name: 'getTimeSlots', handle: timeSlots },
  {
    method: 'POST',
    path: `${PACKAGE}/{package_id}/ship`,
    name: 'shipPackage',
    body: ['handover_method', 'pickup_slot', 'self_shipment'],
    handle: shipPackage,
  },
  {
    method: 'GET',
    path: `${PACKAGE}/{package_id}/shipping_documents`,
    name: 'getDocument',
    query: ['document_type', 'document_size', 'document_format'],
    handle: getDocument,
  },
];
