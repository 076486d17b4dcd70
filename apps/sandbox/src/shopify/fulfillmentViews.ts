import { isoSeconds } from '../world/clock.ts';
import type { Parcel, SandboxOrder } from '../world/orders.ts';
import { connection, type PageArgs } from './connection.ts';
import { fulfillmentOrderId, fulfillmentOrderLineId, gid } from './status.ts';
import { locationView, type StoreView } from './stockViews.ts';
import { lineItemView, orderView } from './views.ts';

export function fulfillmentOrderStatus(order: SandboxOrder): string {
  if (order.status === 'shipped' || order.status === 'cancelled') return 'CLOSED';
  return order.status === 'partial' ? 'IN_PROGRESS' : 'OPEN';
}

/** One location, so one fulfillment order an order: what is left to send of it. */
export function fulfillmentOrderView(view: StoreView, order: SandboxOrder) {
  const a = order.address;
  const [firstName, ...rest] = a.name.split(' ');
  const status = fulfillmentOrderStatus(order);
  const cancelled = order.status === 'cancelled';
  return {
    id: gid('FulfillmentOrder', fulfillmentOrderId(order)),
    orderId: gid('Order', order.id),
    orderName: order.name,
    createdAt: isoSeconds(order.createdAt),
    updatedAt: isoSeconds(order.updatedAt),
    fulfillAt: isoSeconds(order.createdAt),
    status,
    requestStatus: 'UNSUBMITTED',
    supportedActions: status === 'CLOSED' ? [] : [{ action: 'CREATE_FULFILLMENT', externalUrl: null }],
    assignedLocation: { name: 'Timonium warehouse', countryCode: 'US', location: () => locationView() },
    destination: {
      id: gid('FulfillmentOrderDestination', fulfillmentOrderId(order)),
      firstName,
      lastName: rest.join(' '),
      address1: a.line1,
      address2: a.line2 || null,
      city: a.city,
      province: a.state || null,
      zip: a.postalCode,
      countryCode: a.country,
      phone: a.phone,
      email: order.buyerEmail,
    },
    order: () => orderView(view, order),
    lineItems: (args: PageArgs) =>
      connection(order.lines, args, (line) => ({
        id: gid('FulfillmentOrderLineItem', fulfillmentOrderLineId(line.id)),
        sku: line.sku,
        totalQuantity: line.quantity,
        remainingQuantity: cancelled ? 0 : line.quantity - line.shipped,
        lineItem: () => lineItemView(view, order, line),
      })),
  };
}

const SHOWN: Record<string, string> = { CARRIER_PICKED_UP: 'CARRIER_PICKED_UP', CONFIRMED: 'CONFIRMED' };

function displayStatus(parcel: Parcel): string {
  if (parcel.cancelled) return 'CANCELED';
  const last = parcel.events.at(-1)?.status;
  return last ? (SHOWN[last] ?? last) : 'FULFILLED';
}

export function fulfillmentView(view: StoreView, order: SandboxOrder, parcel: Parcel, index: number) {
  const seen = (status: string) => {
    const event = parcel.events.find((one) => one.status === status);
    return event ? isoSeconds(event.happenedAt) : null;
  };
  return {
    id: gid('Fulfillment', parcel.ref),
    legacyResourceId: parcel.ref,
    name: `${order.name}-F${index + 1}`,
    status: parcel.cancelled ? 'CANCELLED' : 'SUCCESS',
    displayStatus: displayStatus(parcel),
    createdAt: isoSeconds(parcel.createdAt),
    updatedAt: isoSeconds(parcel.updatedAt),
    deliveredAt: seen('DELIVERED'),
    inTransitAt: seen('IN_TRANSIT'),
    estimatedDeliveryAt: null,
    totalQuantity: parcel.lines.reduce((sum, line) => sum + line.quantity, 0),
    trackingInfo: (args: { first?: number }) =>
      parcel.numbers.slice(0, args.first ?? 250).map((number, place) => ({
        company: parcel.carrier || null,
        number,
        url: parcel.urls[place] ?? parcel.urls[0] ?? null,
      })),
    fulfillmentLineItems: (args: PageArgs) =>
      connection(parcel.lines, args, (part) => ({
        id: gid('FulfillmentLineItem', `${parcel.ref}${part.lineId.slice(-6)}`),
        quantity: part.quantity,
        lineItem: () => lineItemView(view, order, order.lines.find((line) => line.id === part.lineId)!),
      })),
    events: (args: PageArgs) => connection(parcel.events, args, eventView),
    location: () => locationView(),
    order: () => orderView(view, order),
  };
}

export function eventView(event: Parcel['events'][number]) {
  return {
    id: gid('FulfillmentEvent', event.id),
    status: event.status,
    happenedAt: isoSeconds(event.happenedAt),
    message: event.message || null,
  };
}
