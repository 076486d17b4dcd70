import type { Context } from '../http/app.ts';
import { dollars, orderTotals, type Parcel, type SandboxOrder } from '../world/orders.ts';
import type { SandboxReturn } from '../world/returns.ts';
import type { Shop } from '../world/shop.ts';
import { NAME } from './api.ts';

export const STORE = '5f2b1c9a04e7d00107c5a001';
const DAYS = 3;
const COMMISSION = 0.15;
const RETURNED: Readonly<Record<SandboxReturn['state'], string>> = {
  requested: 'returnInitiated',
  approved: 'returnInitiated',
  shipped: 'returnInitiated',
  received: 'returnArrived',
  refunded: 'returnCompleted',
  rejected: 'returnDeclined',
};
export const STATUSES = new Set([
  ...['approved', 'cancelled', 'fulfilledOnline', 'shipped', 'paidByJoomRefund', 'refunded'],
  ...['returnInitiated', 'returnExpired', 'returnArrived', 'returnCompleted', 'returnDeclined'],
]);

const stamp = (ms: number): string => new Date(ms).toISOString();
export const parcelOf = (order: SandboxOrder): Parcel | undefined => order.parcels.find((one) => !one.cancelled);
export const returnOf = (shop: Shop, order: SandboxOrder): SandboxReturn | undefined =>
  shop.returns.findLast((one) => one.orderId === order.id);

/** Every third order has to go by Joom Logistics, every third by the seller's carrier. */
export const shippingTypes = (order: SandboxOrder): string =>
  ['offlineOnly', 'offlineOrOnline', 'onlineOnly'][order.seq % 3] ?? 'offlineOrOnline';

export function statusOf(ctx: Context, shop: Shop, order: SandboxOrder): string {
  if (ctx.faults.marks(NAME, 'unknownStatus', order.id)) return 'waitingForMoon';
  if (order.status === 'cancelled') return order.cancelledBy === 'MERCHANT' ? 'cancelled' : 'refunded';
  const returned = returnOf(shop, order);
  if (returned) return RETURNED[returned.state];
  const parcel = parcelOf(order);
  if (!parcel) return 'approved';
  return parcel.method === 'online' && parcel.events.length === 0 ? 'fulfilledOnline' : 'shipped';
}

/** The last change of the order or of what is sent back. */
export const updatedAt = (shop: Shop, order: SandboxOrder): number =>
  Math.max(order.updatedAt, returnOf(shop, order)?.updatedAt ?? 0);

/** Source: Order of the Joom for Merchants API v3. */
export function orderView(ctx: Context, shop: Shop, order: SandboxOrder) {
  const [line] = order.lines;
  if (!line) throw new Error(`order ${order.id} has no line`);
  const { goods } = orderTotals(order);
  const parcel = parcelOf(order);
  const returned = returnOf(shop, order);
  const refunded = order.status === 'cancelled' || returned?.state === 'refunded';
  const total = goods + order.shippingCents;
  const listing = shop.listings.bySku(line.sku);
  const malformed = ctx.faults.marks(NAME, 'malformed', order.id);
  const allowed = order.status !== 'pending';
  const [street = '', warehouse = ''] = /^\d/.test(order.address.line1)
    ? [order.address.line1.replace(/^\d+ /, ''), order.address.line1.split(' ')[0]]
    : [order.address.line1];
  return {
    id: order.id,
    transactionId: `TX${order.seq}`,
    storeId: STORE,
    status: statusOf(ctx, shop, order),
    currency: ctx.faults.marks(NAME, 'oddMoney', order.id) ? 'EUR' : shop.currency,
    quantity: malformed ? 'a lot' : line.quantity,
    orderTimestamp: stamp(order.createdAt),
    updateTimestamp: stamp(updatedAt(shop, order)),
    daysToFulfill: DAYS,
    hoursToFulfill: DAYS * 24,
    allowedShippingTypes: shippingTypes(order),
    isFbj: false,
    isFulfillmentAllowed: allowed,
    ...(allowed ? { fulfillmentAllowedTimestamp: stamp(order.createdAt) } : {}),
    canBeConsolidated: false,
    product: {
      id: listing?.itemId ?? '64aa000000000000000000ff',
      sku: line.sku,
      name: line.title,
      variant: { id: listing?.variantId ?? '64ab000000000000000000ff', sku: line.sku },
    },
    priceInfo: {
      orderPrice: dollars(total),
      unitPrice: dollars(line.priceCents),
      shippingPrice: dollars(order.shippingCents),
      buyerGmv: dollars(Math.round(total * 1.1)),
      commissionAmount: dollars(Math.round(goods * COMMISSION)),
      vat: dollars(Math.round(total * 0.1)),
      refundAmount: dollars(refunded ? (returned?.refundCents ?? total) : 0),
    },
    discounts: { sum: '0', details: [] },
    shippingOption: {
      tierName: 'Joom Logistics Standard',
      tierType: 'standard',
      warehouseId: 'w1',
      warehouseName: 'Main',
      warehouseType: 'standardShipping',
    },
    shippingAddress: {
      name: order.address.name,
      email: order.buyerEmail,
      phoneNumber: order.address.phone,
      country: order.address.country,
      state: order.address.state,
      city: order.address.city,
      street,
      house: warehouse,
      flat: order.address.line2,
      streetAddress1: order.address.line1,
      streetAddress2: order.address.line2,
      zipCode: order.address.postalCode,
      taxNumber: '',
    },
    ...(parcel
      ? {
          shipment: {
            provider: parcel.carrierName,
            providerId: parcel.carrier,
            trackingNumber: parcel.numbers[0],
            ...(parcel.method === 'online' ? { shippingOrderNumber: parcel.ref } : {}),
            timestamp: stamp(parcel.createdAt),
            fulfilledTimestamp: stamp(parcel.createdAt),
            ...(parcel.method === 'online' && parcel.events.length === 0
              ? {}
              : { shippedTimestamp: stamp(parcel.updatedAt) }),
          },
        }
      : {}),
    ...(refunded
      ? {
          refund: {
            by: order.cancelledBy === 'MERCHANT' ? 'merchant' : 'customer',
            price: dollars(returned?.refundCents ?? total),
            fraction: 100,
            reason: order.cancelReason || (returned?.reason ?? ''),
            timestamp: stamp(order.cancelledAt || updatedAt(shop, order)),
          },
        }
      : {}),
    ...(returned ? { return: { declineReason: '', timestamp: stamp(returned.createdAt) } } : {}),
    ...(ctx.faults.of(NAME).newField ? { moonPhase: 'waxing' } : {}),
  };
}
