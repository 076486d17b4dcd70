import { randomUUID } from 'node:crypto';
import { isLoopbackUrl } from '../http/app.ts';
import { isRecord, list, text } from '../http/types.ts';
import type { Parcel, SandboxOrder } from '../world/orders.ts';
import { notify, type Shop } from '../world/shop.ts';
import { holdMutations } from './holdMutations.ts';
import { type Args, accessDenied } from './queries.ts';
import { fulfillmentOrderId, gid, idOf, lineIdOfFulfillmentOrderLine, orderOfFulfillmentOrder } from './status.ts';
import type { StoreView } from './stockViews.ts';
import { eventView, fulfillmentOrderStatus, fulfillmentView } from './views.ts';
import { subscriptionView } from './webhookViews.ts';

const FULFILLMENT_WRITE = [
  ...[
    'write_merchant_managed_fulfillment_orders',
    'write_assigned_fulfillment_orders',
    'write_third_party_fulfillment_orders',
  ],
];
const problem = (field: string[], message: string) => ({ field, message });

/** Which parts of an order a fulfillment covers, or why it cannot. */
export function readFulfillment(
  shop: Shop,
  groups: { fulfillmentOrderId: string; lines?: { id: string; quantity: number }[] }[],
):
  | { order: SandboxOrder; lines: { lineId: string; quantity: number }[] }
  | { error: { field: string[]; message: string } } {
  if (groups.length === 0) return { error: problem(['fulfillment', 'lineItemsByFulfillmentOrder'], "can't be blank") };
  const parts = new Map<string, number>();
  let order: SandboxOrder | undefined;
  for (const group of groups) {
    const found = orderOfFulfillmentOrder(shop, group.fulfillmentOrderId);
    if (!found || fulfillmentOrderId(found) !== group.fulfillmentOrderId)
      return { error: problem(['fulfillment'], 'Fulfillment order does not exist.') };
    if (order && order !== found)
      return { error: problem(['fulfillment'], 'All fulfillment orders must belong to the same order.') };
    const status = fulfillmentOrderStatus(found);
    if (status === 'CLOSED' || status === 'ON_HOLD') {
      const message = `Fulfillment order ${group.fulfillmentOrderId} has an unfulfillable status= ${status.toLowerCase()}.`;
      return { error: problem(['fulfillment'], message) };
    }
    order = found;
    const desired =
      group.lines && group.lines.length > 0
        ? group.lines.map((line) => ({ lineId: lineIdOfFulfillmentOrderLine(line.id), quantity: line.quantity }))
        : found.lines
            .filter((line) => line.shipped < line.quantity)
            .map((line) => ({ lineId: line.id, quantity: line.quantity - line.shipped }));
    for (const part of desired) {
      const line = found.lines.find((one) => one.id === part.lineId);
      const total = (parts.get(part.lineId) ?? 0) + part.quantity;
      if (!line) return { error: problem(['fulfillment'], 'Fulfillment order line item does not exist.') };
      if (part.quantity < 1 || total > line.quantity - line.shipped) {
        return { error: problem(['fulfillment'], 'Invalid fulfillment order line item quantity requested.') };
      }
      parts.set(part.lineId, total);
    }
  }
  return { order: order!, lines: [...parts].map(([lineId, quantity]) => ({ lineId, quantity })) };
}

export function bookFulfillment(
  view: StoreView,
  order: SandboxOrder,
  lines: Parcel['lines'],
  tracking: unknown,
  via: string,
): Parcel {
  const { store } = view;
  const { world } = store.ctx;
  const now = world.clock.now();
  const parcel: Parcel = {
    ref: store.nextNumber(5_200_000_000_000),
    ...trackingOf(tracking),
    carrierName: '',
    method: '',
    shippedAt: now,
    createdAt: now,
    updatedAt: now,
    cancelled: false,
    lines,
    events: [],
  };
  notify(order, now, {
    kind: 'shipment',
    via,
    ref: parcel.ref,
    carrier: parcel.carrier,
    tracking: parcel.numbers,
    lines,
  });
  store.fulfillments.set(parcel.ref, { order, parcel });
  world.shipped(order, () => order.parcels.push(parcel));
  return parcel;
}

function trackingOf(input: unknown): { carrier: string; numbers: string[]; urls: string[] } {
  const value = isRecord(input) ? input : {};
  const numbers = [...list(value.numbers).map(text), text(value.number)].filter(Boolean);
  const urls = [...list(value.urls).map(text), text(value.url)].filter(Boolean);
  return { carrier: text(value.company), numbers: [...new Set(numbers)], urls };
}

/** The mutation root without stock: fulfilment, cancellation, webhook subscriptions. */
export function mutationRoot(view: StoreView, shop: Shop) {
  const { store } = view;
  const { world } = store.ctx;
  const need = (field: string, ...scopes: string[]) => {
    if (!view.may(...scopes)) throw accessDenied(field, scopes[0]!);
  };
  const known = (id: unknown) => {
    const found = store.fulfillments.get(idOf(id));
    return found?.order.shop === shop.id ? found : undefined;
  };
  const show = ({ order, parcel }: { order: SandboxOrder; parcel: Parcel }) =>
    fulfillmentView(view, order, parcel, order.parcels.indexOf(parcel));

  return {
    ...holdMutations(view, shop),

    fulfillmentCreate: (args: Args) => {
      need('fulfillmentCreate', ...FULFILLMENT_WRITE);
      const input = isRecord(args.fulfillment) ? args.fulfillment : {};
      const groups = list(input.lineItemsByFulfillmentOrder).map((group) => {
        const one = isRecord(group) ? group : {};
        const lines = list(one.fulfillmentOrderLineItems).map((line) => ({
          id: idOf(isRecord(line) ? line.id : ''),
          quantity: Number(isRecord(line) ? line.quantity : 0),
        }));
        return { fulfillmentOrderId: idOf(one.fulfillmentOrderId), lines };
      });
      const read = readFulfillment(shop, groups);
      if ('error' in read) return { fulfillment: null, userErrors: [read.error] };
      const parcel = bookFulfillment(view, read.order, read.lines, input.trackingInfo, 'fulfillmentCreate');
      return { fulfillment: show({ order: read.order, parcel }), userErrors: [] };
    },

    fulfillmentTrackingInfoUpdate: (args: Args) => {
      need('fulfillmentTrackingInfoUpdate', ...FULFILLMENT_WRITE, 'write_fulfillments');
      const found = known(args.fulfillmentId);
      if (!found) return { fulfillment: null, userErrors: [problem(['fulfillmentId'], 'Fulfillment not found.')] };
      if (found.parcel.cancelled)
        return { fulfillment: null, userErrors: [problem(['fulfillmentId'], 'The fulfillment is cancelled.')] };
      const now = world.clock.now();
      const fresh = trackingOf(args.trackingInfoInput);
      notify(found.order, now, {
        kind: 'tracking',
        via: 'fulfillmentTrackingInfoUpdate',
        ref: found.parcel.ref,
        carrier: fresh.carrier,
        tracking: fresh.numbers,
      });
      world.touch(found.order, () => Object.assign(found.parcel, fresh, { updatedAt: now }));
      return { fulfillment: show(found), userErrors: [] };
    },

    fulfillmentEventCreate: (args: Args) => {
      need('fulfillmentEventCreate', 'write_fulfillments', ...FULFILLMENT_WRITE);
      const input = isRecord(args.fulfillmentEvent) ? args.fulfillmentEvent : {};
      const found = known(input.fulfillmentId);
      if (!found)
        return {
          fulfillmentEvent: null,
          userErrors: [problem(['fulfillmentEvent', 'fulfillmentId'], 'Fulfillment does not exist.')],
        };
      const now = world.clock.now();
      const happenedAt = input.happenedAt ? Date.parse(text(input.happenedAt)) : now;
      const event = {
        id: store.nextNumber(9_100_000_000_000),
        status: text(input.status),
        happenedAt,
        message: text(input.message),
      };
      notify(found.order, now, {
        kind: 'event',
        via: 'fulfillmentEventCreate',
        ref: found.parcel.ref,
        detail: event.status,
      });
      world.touch(found.order, () => {
        found.parcel.events.push(event);
        found.parcel.updatedAt = now;
      });
      return { fulfillmentEvent: eventView(event), userErrors: [] };
    },

    fulfillmentCancel: (args: Args) => {
      need('fulfillmentCancel', ...FULFILLMENT_WRITE);
      const found = known(args.id);
      if (!found) return { fulfillment: null, userErrors: [problem(['id'], 'Fulfillment not found.')] };
      if (found.parcel.cancelled)
        return { fulfillment: null, userErrors: [problem(['id'], 'Fulfillment is already cancelled.')] };
      const now = world.clock.now();
      notify(found.order, now, { kind: 'fulfillmentCancel', via: 'fulfillmentCancel', ref: found.parcel.ref });
      world.touch(found.order, () => {
        found.parcel.cancelled = true;
        found.parcel.updatedAt = now;
      });
      return { fulfillment: show(found), userErrors: [] };
    },

    orderCancel: (args: Args) => {
      need('orderCancel', 'write_orders');
      const order = shop.byId.get(idOf(args.orderId));
      const fail = (code: string, message: string) => {
        const error = { ...problem(['orderId'], message), code };
        return { job: null, orderCancelUserErrors: [error], userErrors: [problem(['orderId'], message)] };
      };
      if (!order) return fail('NOT_FOUND', 'Order does not exist');
      if (order.status === 'cancelled') return fail('INVALID', 'Order has already been cancelled');
      if (order.status === 'shipped' || order.status === 'partial')
        return fail('INVALID', 'Cannot cancel an order that has been fulfilled');
      const method = isRecord(args.refundMethod) ? args.refundMethod : {};
      order.refunded =
        order.status !== 'pending' && (args.refund === true || method.originalPaymentMethodsRefund === true);
      world.cancel(order, text(args.reason), 'MERCHANT');
      return { job: { id: gid('Job', randomUUID()), done: false }, orderCancelUserErrors: [], userErrors: [] };
    },

    webhookSubscriptionCreate: (args: Args) => {
      const input = isRecord(args.webhookSubscription) ? args.webhookSubscription : {};
      const uri = text(input.uri) || text(input.callbackUrl);
      const topic = text(args.topic);
      const fail = (message: string) => ({
        webhookSubscription: null,
        userErrors: [problem(['webhookSubscription', 'callbackUrl'], message)],
      });
      if (!uri) return fail("Address can't be blank");
      if (!isLoopbackUrl(uri)) return fail('Address is not allowed (this sandbox sends to loopback addresses only)');
      const twin = [...store.subscriptions.values()].find(
        (one) => one.shop === shop.id && one.topic === topic && one.uri === uri,
      );
      if (twin) return fail('Address for this topic has already been taken');
      if (topic.startsWith('ORDERS_')) need('webhookSubscriptionCreate', 'read_orders');
      const one = {
        id: store.nextNumber(1_400_000_000_000),
        shop: shop.id,
        topic,
        uri,
        format: text(input.format) || 'JSON',
        createdAt: world.clock.now(),
      };
      store.subscriptions.set(one.id, one);
      return { webhookSubscription: subscriptionView(one), userErrors: [] };
    },

    webhookSubscriptionDelete: (args: Args) => {
      const found = store.subscriptions.get(idOf(args.id));
      if (!found || found.shop !== shop.id) {
        return {
          deletedWebhookSubscriptionId: null,
          userErrors: [problem(['id'], 'Webhook subscription does not exist')],
        };
      }
      store.subscriptions.delete(found.id);
      return { deletedWebhookSubscriptionId: args.id, userErrors: [] };
    },
  };
}
