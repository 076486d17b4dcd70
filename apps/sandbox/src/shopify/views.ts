import type { Address } from '../world/addresses.ts';
import { isoSeconds } from '../world/clock.ts';
import { orderTotals, type Parcel, type SandboxOrder, speedOf } from '../world/orders.ts';
import { connection, type PageArgs } from './connection.ts';
import { holdsOf, holdView } from './holds.ts';
import { bag, lineItemView } from './lineViews.ts';
import { refundedCents, refundsOf } from './refundBook.ts';
import { refundView, transactionViews } from './refundViews.ts';
import { returnsOf, returnView } from './returns.ts';
import { displayFinancial, displayFulfillment, fulfillmentOrderId, fulfillmentOrderLineId, gid } from './status.ts';
import { locationView, type StoreView } from './stockViews.ts';

const SERVICES = { standard: 'Standard', expedited: 'Express', nextDay: 'Next day delivery' };

export function addressView(a: Address, id: string) {
  const [firstName, ...rest] = a.name.split(' ');
  return {
    id: gid('MailingAddress', id),
    name: a.name,
    firstName,
    lastName: rest.join(' '),
    company: null,
    address1: a.line1,
    address2: a.line2 || null,
    city: a.city,
    province: a.state || null,
    provinceCode: a.state || null,
    zip: a.postalCode,
    country: a.country,
    countryCode: a.country,
    countryCodeV2: a.country,
    phone: a.phone,
  };
}

/** An order as GraphQL shows it: plain values, and functions for what has arguments or costs work. */
export function orderView(view: StoreView, order: SandboxOrder) {
  const broken = view.store.ctx.faults.isMalformed('shopify', order.id);
  const { faults } = view.store.ctx;
  const unknown = faults.marks('shopify', 'unknownStatus', order.id);
  const odd = faults.marks('shopify', 'oddMoney', order.id);
  const totals = orderTotals(order);
  const shop = view.store.ctx.world.shop(order.shop);
  const back = order.refunded ? totals.total : refundedCents(order);
  const cancelled = order.status === 'cancelled';
  const paid = order.status !== 'pending';
  const pieces = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  const speed = speedOf(order);
  const shippingLine = {
    id: gid('ShippingLine', `${order.id}1`),
    title: speed === 'standard' && order.shippingCents === 0 ? 'Free shipping' : SERVICES[speed],
    code: SERVICES[speed],
    source: 'shopify',
    originalPriceSet: bag(order.shippingCents),
    discountedPriceSet: bag(order.shippingCents),
  };
  return {
    id: gid('Order', order.id),
    legacyResourceId: order.id,
    name: order.name,
    number: Number(order.name.slice(1)),
    createdAt: broken ? 'yesterday' : isoSeconds(order.createdAt),
    updatedAt: isoSeconds(order.updatedAt),
    processedAt: isoSeconds(order.createdAt),
    cancelledAt: cancelled ? isoSeconds(order.cancelledAt) : null,
    cancelReason: cancelled ? order.cancelReason : null,
    closed: order.status === 'shipped',
    closedAt: order.status === 'shipped' ? isoSeconds(order.updatedAt) : null,
    confirmed: true,
    test: false,
    edited: false,
    displayFinancialStatus: displayFinancial(order),
    displayFulfillmentStatus: unknown ? 'BEING_PONDERED' : displayFulfillment(order),
    fullyPaid: paid,
    unpaid: !paid,
    fulfillable: paid && !cancelled && order.status !== 'shipped',
    requiresShipping: true,
    currencyCode: odd ? 'CAD' : 'USD',
    presentmentCurrencyCode: 'USD',
    email: order.buyerEmail,
    phone: order.address.phone,
    note: null,
    tags: [],
    sourceName: 'web',
    poNumber: null,
    customer: {
      id: gid('Customer', String(7_000_000_000_000 + order.seq)),
      displayName: order.buyerName,
      firstName: order.buyerName.split(' ')[0],
      lastName: order.buyerName.split(' ').slice(1).join(' '),
      email: order.buyerEmail,
      phone: order.address.phone,
    },
    shippingAddress: addressView(order.address, order.id),
    billingAddress: addressView(order.address, `${order.id}?model_name=Billing`),
    shippingLine,
    currentTotalPriceSet: broken
      ? { shopMoney: { amount: 'NaN', currencyCode: 'USD' }, presentmentMoney: bag(0).presentmentMoney }
      : bag(cancelled ? 0 : totals.total),
    totalPriceSet: bag(totals.total),
    subtotalPriceSet: bag(totals.goods),
    currentSubtotalPriceSet: bag(cancelled ? 0 : totals.goods),
    totalTaxSet: bag(totals.tax),
    currentTotalTaxSet: bag(cancelled ? 0 : totals.tax),
    totalShippingPriceSet: bag(order.shippingCents),
    totalDiscountsSet: bag(0),
    totalRefundedSet: bag(back),
    netPaymentSet: bag(paid ? totals.total - back : 0),
    totalOutstandingSet: bag(paid ? 0 : totals.total),
    totalWeight: String(order.lines.reduce((sum, line) => sum + line.weightGrams * line.quantity, 0)),
    subtotalLineItemsQuantity: pieces,
    currentSubtotalLineItemsQuantity: cancelled ? 0 : pieces,
    paymentGatewayNames: ['shopify_payments'],
    lineItems: (args: PageArgs) => connection(order.lines, args, (line) => lineItemView(view, order, line, broken)),
    shippingLines: (args: PageArgs) => connection([shippingLine], args, (line) => line),
    fulfillmentOrders: (args: PageArgs) => {
      const readable = view.may(
        'read_merchant_managed_fulfillment_orders',
        'read_assigned_fulfillment_orders',
        'read_third_party_fulfillment_orders',
      );
      // Without the scope the list is empty, not an error: a known trap.
      return connection(readable ? [order] : [], args, (one) => fulfillmentOrderView(view, one));
    },
    fulfillments: (args: { first?: number }) =>
      order.parcels.slice(0, args.first ?? 250).map((parcel, index) => fulfillmentView(view, order, parcel, index)),
    transactions: () => transactionViews(shop, order),
    refunds: (args: { first?: number }) =>
      refundsOf(shop, order)
        .slice(0, args.first ?? 250)
        .map((one) => refundView(view, shop, order, one, () => orderView(view, order))),
    returns: (args: PageArgs) =>
      connection(returnsOf(view, order), args, (one) => returnView(view, order, one, () => orderView(view, order))),
  };
}

export type ParcelOf = { order: SandboxOrder; parcel: Parcel };

export function fulfillmentOrderStatus(order: SandboxOrder): string {
  if (order.status === 'shipped' || order.status === 'cancelled') return 'CLOSED';
  if (holdsOf(order).length > 0) return 'ON_HOLD';
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
    fulfillmentHolds: () => holdsOf(order).map(holdView),
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
  const observed = (status: string) => {
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
    deliveredAt: observed('DELIVERED'),
    inTransitAt: observed('IN_TRANSIT'),
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
