import type { Context } from '../http/app.ts';
import { type OrderLine, orderTotals, type Parcel, type SandboxOrder, speedOf } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { sellerOf } from './desk.ts';

const DAY = 86_400_000;
const SERVICES = { standard: 'USPSParcel', expedited: 'USPSPriority', nextDay: 'USPSPriorityMailExpress' };

/** eBay writes as many decimals as are needed, one at the least: "24.5". */
const value = (cents: number): string => {
  const text = (cents / 100).toFixed(2);
  return text.endsWith('0') ? text.slice(0, -1) : text;
};
export const moneyIn = (currency: string) => (cents: number) => ({ value: value(cents), currency });
export const iso = (ms: number): string => new Date(ms).toISOString();

export const paymentStatus = (order: SandboxOrder): string => {
  if (order.status === 'pending') return 'PENDING';
  return order.refunded || order.status === 'cancelled' ? 'FULLY_REFUNDED' : 'PAID';
};

const fulfillmentStatus = (order: SandboxOrder): string =>
  order.parcels.length === 0 || order.status === 'pending'
    ? 'NOT_STARTED'
    : order.lines.some((line) => line.shipped < line.quantity)
      ? 'IN_PROGRESS'
      : 'FULFILLED';

/** The buyer's request to cancel; its number is made of the order's. */
export const cancelIdOf = (order: SandboxOrder): string => String(5_000_000_000 + order.seq);

function cancelStatus(order: SandboxOrder, detail: boolean) {
  const requested = order.cancelRequested || order.status === 'cancelled';
  const done = order.status === 'cancelled';
  const request = {
    cancelRequestId: cancelIdOf(order),
    cancelInitiator: order.cancelRequested || order.cancelledBy === 'BUYER' ? 'Buyer' : 'Seller',
    cancelReason: order.cancelReason,
    cancelRequestState: done ? 'COMPLETED' : 'REQUESTED',
    ...(done ? { cancelCompletedDate: iso(order.cancelledAt) } : {}),
  };
  return {
    cancelState: done ? 'CANCELED' : requested ? 'IN_PROGRESS' : 'NONE_REQUESTED',
    // The list never tells them.
    cancelRequests: requested && detail ? [request] : [],
    ...(done ? { cancelledDate: iso(order.cancelledAt) } : {}),
  };
}

/** The listing that a line was sold by. */
export const listingOf = (shop: Shop, line: OrderLine): string =>
  shop.listings.bySku(line.sku)?.itemId ?? String(6_900_000_000 + Number(line.id.slice(-8)));

function lineView(shop: Shop, order: SandboxOrder, line: OrderLine, money: Money, taxes: boolean) {
  const { site } = sellerOf(shop);
  const shippedAll = line.shipped >= line.quantity;
  const tax = { taxType: 'STATE_SALES_TAX', amount: money(line.taxCents) };
  const first = order.lines[0] === line;
  const cost = line.priceCents * line.quantity;
  return {
    lineItemId: line.id,
    legacyItemId: listingOf(shop, line),
    sku: line.sku,
    title: line.title,
    quantity: line.quantity,
    soldFormat: 'FIXED_PRICE',
    lineItemCost: money(cost),
    total: money(cost + (first ? order.shippingCents : 0) + (taxes ? line.taxCents : 0)),
    deliveryCost: { shippingCost: money(first ? order.shippingCents : 0) },
    lineItemFulfillmentStatus: shippedAll ? 'FULFILLED' : line.shipped > 0 ? 'IN_PROGRESS' : 'NOT_STARTED',
    lineItemFulfillmentInstructions: {
      shipByDate: iso(order.createdAt + 3 * DAY),
      guaranteedDelivery: false,
    },
    ...(line.taxCents > 0 ? { ebayCollectAndRemitTaxes: [{ ...tax, collectionMethod: 'NET' }] } : {}),
    taxes: taxes && line.taxCents > 0 ? [tax] : [],
    appliedPromotions: [],
    refunds: [],
    listingMarketplaceId: site,
    purchaseMarketplaceId: site,
  };
}
type Money = ReturnType<typeof moneyIn>;

const userName = (order: SandboxOrder): string => order.buyerName.toLowerCase().replace(/[^a-z]+/g, '_');
/** Immutable. */
const userId = (order: SandboxOrder): string => `b${(order.seq * 7919 + 104_729).toString(36)}TrQ`;

/** Developers in China are given the id in place of the names of buyers in the US. */
const buyerName = (order: SandboxOrder): string => (order.address.country === 'US' ? userId(order) : userName(order));

/** A buyer whose account was closed, as everybody is told who may keep their data. */
export const closedAccount = (order: SandboxOrder) => ({
  username: userName(order),
  userId: userId(order),
  eiasToken: Buffer.from(`eias ${userId(order)}`).toString('base64'),
});

function instructions(order: SandboxOrder) {
  const { address } = order;
  return {
    fulfillmentInstructionsType: 'SHIP_TO',
    minEstimatedDeliveryDate: iso(order.createdAt + 5 * DAY),
    maxEstimatedDeliveryDate: iso(order.createdAt + 9 * DAY),
    ...(order.status === 'pending'
      ? {}
      : {
          shippingStep: {
            shipTo: {
              fullName: address.name,
              contactAddress: {
                addressLine1: address.line1,
                ...(address.line2 ? { addressLine2: address.line2 } : {}),
                city: address.city,
                ...(address.state ? { stateOrProvince: address.state } : {}),
                postalCode: address.postalCode,
                countryCode: address.country,
              },
              primaryPhone: { phoneNumber: address.phone.replace(/\D/g, '') },
              email: order.buyerEmail,
            },
            shippingCarrierCode: 'USPS',
            shippingServiceCode: SERVICES[speedOf(order)],
          },
        }),
  };
}

/** An order as getOrder and getOrders tell it. `taxes`: the field group TAX_BREAKDOWN was asked for. */
export function orderView(ctx: Context, shop: Shop, order: SandboxOrder, desired: { taxes: boolean; detail: boolean }) {
  const odd = ctx.faults.marks('ebay', 'oddMoney', order.id);
  const money = moneyIn(odd ? (shop.currency === 'EUR' ? 'CHF' : 'EUR') : shop.currency);
  const { goods, tax } = orderTotals(order);
  const total = goods + order.shippingCents + (desired.taxes ? tax : 0);
  const view: Record<string, unknown> = {
    orderId: order.id,
    creationDate: iso(order.createdAt),
    lastModifiedDate: iso(order.updatedAt),
    orderFulfillmentStatus: fulfillmentStatus(order),
    orderPaymentStatus: paymentStatus(order),
    sellerId: sellerOf(shop).username,
    buyer: { username: buyerName(order), taxAddress: { countryCode: order.address.country } },
    ...(order.seq % 17 === 0 ? { buyerCheckoutNotes: 'Please leave it at the door.' } : {}),
    cancelStatus: cancelStatus(order, desired.detail),
    pricingSummary: {
      priceSubtotal: money(goods),
      deliveryCost: money(order.shippingCents),
      ...(desired.taxes && tax > 0 ? { tax: money(tax) } : {}),
      total: money(total),
    },
    paymentSummary: {
      totalDueSeller: money(goods + order.shippingCents),
      refunds: [],
      payments:
        order.status === 'pending'
          ? []
          : [{ paymentMethod: 'EBAY', paymentStatus: 'PAID', paymentDate: iso(order.createdAt), amount: money(total) }],
    },
    fulfillmentStartInstructions: [instructions(order)],
    fulfillmentHrefs: order.parcels.map(
      (parcel) => `https://api.ebay.com/sell/fulfillment/v1/order/${order.id}/shipping_fulfillment/${parcel.ref}`,
    ),
    lineItems: order.lines.map((line) => lineView(shop, order, line, money, desired.taxes)),
    salesRecordReference: String(1000 + order.seq),
    ...(tax > 0 ? { ebayCollectAndRemitTax: true } : {}),
  };
  if (ctx.faults.marks('ebay', 'unknownStatus', order.id)) view.orderFulfillmentStatus = 'AWAITING_DRONE';
  if (ctx.faults.marks('ebay', 'malformed', order.id))
    Object.assign(view, { creationDate: null, lineItems: [{ lineItemId: 7, quantity: 'two' }] });
  if (ctx.faults.of('ebay').newField) Object.assign(view, { carbonFootprint: { grams: 812 } });
  return view;
}

export const fulfillmentView = (parcel: Parcel) => ({
  fulfillmentId: parcel.ref,
  shipmentTrackingNumber: parcel.numbers[0] ?? '',
  shippingCarrierCode: parcel.carrier,
  shippedDate: iso(parcel.shippedAt),
  lineItems: parcel.lines.map(({ lineId, quantity }) => ({ lineItemId: lineId, quantity })),
});
