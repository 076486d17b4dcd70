import { type Context, param } from '../http/app.ts';
import { isoSeconds } from '../world/clock.ts';
import {
  dollars,
  type OrderLine,
  type OrderStatus,
  orderTotals,
  type Parcel,
  type SandboxOrder,
  speedOf,
} from '../world/orders.ts';
import { AMAZON_MARKETPLACE } from '../world/world.ts';
import { readBefore, readDate, readEnumList, readList, readPageSize } from './dates.ts';
import { invalidInput } from './errors.ts';
import type { Call, OperationBook } from './operations.ts';
import { orderOf } from './ordersV0.ts';
import { readPage, readToken } from './paging.ts';

const STATUS: Record<OrderStatus, string> = {
  pending: 'PENDING',
  unshipped: 'UNSHIPPED',
  partial: 'PARTIALLY_SHIPPED',
  shipped: 'SHIPPED',
  cancelled: 'CANCELLED',
};
const STATUSES = [
  'PENDING_AVAILABILITY',
  'PENDING',
  'UNSHIPPED',
  'PARTIALLY_SHIPPED',
  'SHIPPED',
  'CANCELLED',
  'UNFULFILLABLE',
];
const DATA = [
  'BUYER',
  'RECIPIENT',
  'PROCEEDS',
  'EXPENSE',
  'PROMOTION',
  'CANCELLATION',
  'FULFILLMENT',
  'PACKAGES',
  'TAX',
  'PAYMENT',
  'FULFILLMENT_ORDERS',
];
const LEVELS = { standard: 'STANDARD', expedited: 'EXPEDITED', nextDay: 'NEXT_DAY' };
const DAY = 86_400_000;
const usd = (cents: number) => ({ amount: dollars(cents), currencyCode: 'USD' });

/** Where a parcel is, as the carrier knows it: Amazon follows the tracking number by itself. */
export type ParcelStatus = (trackingNumber: string) => 'PENDING' | 'IN_TRANSIT' | 'DELIVERED' | undefined;

/** Orders 2026-01-01: no payload wrapper, items always there, personal data by includedData. Source: orders_2026-01-01.json. */
export function registerOrders2026(book: OperationBook, ctx: Context, parcelStatus: ParcelStatus): void {
  const path = '/orders/2026-01-01/orders';
  book.add({ method: 'GET', path, name: 'searchOrders', handle: (call) => searchOrders(ctx, call, parcelStatus) });
  book.add({
    method: 'GET',
    path: `${path}/{orderId}`,
    name: 'getOrder2026',
    handle: (call) => {
      const data = new Set(readEnumList('includedData', call.query.includedData, DATA));
      return call.reply.send({
        order: viewOrder(ctx, orderOf(call.shop, param(call.request, 'orderId')), data, parcelStatus),
      });
    },
  });
}

function searchOrders(ctx: Context, call: Call, parcelStatus: ParcelStatus) {
  const { query, shop } = call;
  const now = ctx.world.clock.now();
  const size = readPageSize('maxResultsPerPage', query.maxResultsPerPage);
  const statuses = readEnumList('fulfillmentStatuses', query.fulfillmentStatuses, STATUSES);
  const by = readEnumList('fulfilledBy', query.fulfilledBy, ['MERCHANT', 'AMAZON']);
  const marketplaces = readList(query.marketplaceIds);
  if (marketplaces.length > 50) throw invalidInput('At most 50 marketplaceIds.');
  const data = new Set(readEnumList('includedData', query.includedData, DATA));
  const bounds = readBounds(query, now, now - ctx.world.settings.visibilityDelaySeconds * 1000);
  const filters = JSON.stringify(
    Object.entries(query)
      .filter(([key]) => key !== 'paginationToken' && key !== 'maxResultsPerPage')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const token = query.paginationToken ? readToken(ctx, 'paginationToken', query.paginationToken) : undefined;
  if (token && token.filters !== filters)
    throw invalidInput('The request parameters differ from those the paginationToken was made for.');
  const here =
    (marketplaces.length === 0 || marketplaces.includes(AMAZON_MARKETPLACE)) &&
    (by.length === 0 || by.includes('MERCHANT'));
  const desired = (order: SandboxOrder) => here && (statuses.length === 0 || statuses.includes(STATUS[order.status]));
  const listing = token ?? { ...bounds, filters };
  const page = readPage(ctx, shop, { listing, ...(token && { pos: token.pos, prev: token.prev }) }, size, desired);
  return call.reply.send({
    orders: page.orders.map((order) => viewOrder(ctx, order, data, parcelStatus)),
    ...(page.nextToken && { pagination: { nextToken: page.nextToken } }),
    [listing.by === 'updated' ? 'lastUpdatedBefore' : 'createdBefore']: isoSeconds(listing.until),
  });
}

function readBounds(query: Record<string, string>, now: number, horizon: number) {
  const updated = readDate('lastUpdatedAfter', query.lastUpdatedAfter, true);
  const created = readDate('createdAfter', query.createdAfter, true);
  if ((updated === undefined) === (created === undefined))
    throw invalidInput('Exactly one of createdAfter and lastUpdatedAfter must be provided.');
  const updatedBefore = readBefore('lastUpdatedBefore', query.lastUpdatedBefore, true, now, updated);
  const createdBefore = readBefore('createdBefore', query.createdBefore, true, now, created);
  if (updated !== undefined) {
    if (createdBefore !== undefined) throw invalidInput('createdBefore cannot be used with lastUpdatedAfter.');
    return { by: 'updated' as const, from: updated, until: updatedBefore ?? horizon };
  }
  if (updatedBefore !== undefined) throw invalidInput('lastUpdatedBefore cannot be used with createdAfter.');
  return { by: 'created' as const, from: created ?? 0, until: createdBefore ?? horizon };
}

function viewOrder(ctx: Context, order: SandboxOrder, data: Set<string>, parcelStatus: ParcelStatus) {
  const pending = order.status === 'pending';
  const broken = ctx.faults.isMalformed('amazon', order.id);
  const odd = ctx.faults.marks('amazon', 'oddMoney', order.id);
  const unknown = ctx.faults.marks('amazon', 'unknownStatus', order.id);
  const totals = orderTotals(order);
  const a = order.address;
  return {
    orderId: order.id,
    orderAliases: [{ aliasId: order.id, aliasType: 'SELLER_ORDER_ID' }],
    createdTime: broken ? 'yesterday' : isoSeconds(order.createdAt),
    lastUpdatedTime: isoSeconds(order.updatedAt),
    programs: [],
    ...(ctx.faults.of('amazon').newField && { neverSeenBefore: { deep: [1] } }),
    salesChannel: { channelName: 'AMAZON', marketplaceId: AMAZON_MARKETPLACE, marketplaceName: 'Amazon.com' },
    ...(data.has('BUYER') && !pending && { buyer: { buyerEmail: order.buyerEmail, buyerName: order.buyerName } }),
    ...(data.has('RECIPIENT') &&
      !pending && {
        recipient: {
          deliveryAddress: {
            name: a.name,
            addressLine1: a.line1,
            ...(a.line2 && { addressLine2: a.line2 }),
            city: a.city,
            stateOrRegion: a.state,
            postalCode: a.postalCode,
            countryCode: a.country,
            phone: a.phone,
            addressType: a.residential ? 'RESIDENTIAL' : 'COMMERCIAL',
          },
        },
      }),
    ...(data.has('PROCEEDS') &&
      !pending && {
        proceeds: {
          grandTotal: broken ? { amount: 'NaN' } : { ...usd(totals.total), ...(odd && { currencyCode: 'CAD' }) },
          breakdowns: [
            { type: 'ITEM', subtotal: usd(totals.goods) },
            { type: 'SHIPPING', subtotal: usd(order.shippingCents) },
            { type: 'TAX', subtotal: usd(totals.tax) },
          ],
        },
      }),
    ...(data.has('FULFILLMENT') && {
      fulfillment: {
        fulfillmentStatus: unknown ? 'BEING_PONDERED' : STATUS[order.status],
        fulfilledBy: 'MERCHANT',
        fulfillmentServiceLevel: LEVELS[speedOf(order)],
        ...(!pending && {
          shipByWindow: {
            earliestDateTime: isoSeconds(order.createdAt),
            latestDateTime: isoSeconds(order.createdAt + 2 * DAY),
          },
          deliverByWindow: {
            earliestDateTime: isoSeconds(order.createdAt + 3 * DAY),
            latestDateTime: isoSeconds(order.createdAt + 7 * DAY),
          },
        }),
      },
    }),
    orderItems: order.lines.map((line) => ({
      ...viewItem(order, line, data),
      ...(broken && { quantityOrdered: 'two' }),
    })),
    ...(data.has('PACKAGES') && { packages: order.parcels.map((parcel) => viewPackage(parcel, parcelStatus)) }),
  };
}

function viewItem(order: SandboxOrder, line: OrderLine, data: Set<string>) {
  const pending = order.status === 'pending';
  const goods = line.priceCents * line.quantity;
  const shipping = line === order.lines[0] ? order.shippingCents : 0;
  return {
    orderItemId: line.id,
    quantityOrdered: line.quantity,
    programs: [],
    product: {
      asin: line.asin,
      title: line.title,
      sellerSku: line.sku,
      condition: { conditionType: 'NEW', conditionSubtype: 'NEW' },
      ...(!pending && { price: { unitPrice: usd(line.priceCents) } }),
    },
    ...(data.has('PROCEEDS') &&
      !pending && {
        proceeds: {
          proceedsTotal: usd(goods + shipping + line.taxCents),
          breakdowns: [
            { type: 'ITEM', subtotal: usd(goods) },
            ...(shipping > 0 ? [{ type: 'SHIPPING', subtotal: usd(shipping) }] : []),
            {
              type: 'TAX',
              subtotal: usd(line.taxCents),
              detailedBreakdowns: [{ subtype: 'ITEM', value: usd(line.taxCents) }],
            },
          ],
        },
      }),
    ...(data.has('CANCELLATION') && {
      cancellation: {
        ...(order.cancelRequested && { cancellationRequest: { requester: 'BUYER', cancelReason: order.cancelReason } }),
        ...(order.status === 'cancelled' && {
          cancellationExecution: { cancelledBy: order.cancelledBy, cancelReason: order.cancelReason },
        }),
      },
    }),
    ...(data.has('FULFILLMENT') && {
      fulfillment: {
        quantityFulfilled: line.shipped,
        quantityUnfulfilled: order.status === 'cancelled' ? 0 : line.quantity - line.shipped,
      },
    }),
  };
}

function viewPackage(parcel: Parcel, parcelStatus: ParcelStatus) {
  return {
    packageReferenceId: parcel.ref,
    createdTime: isoSeconds(parcel.createdAt),
    packageStatus: { status: parcelStatus(parcel.numbers[0] ?? '') ?? 'IN_TRANSIT' },
    carrier: parcel.carrierName || parcel.carrier,
    shipTime: isoSeconds(parcel.shippedAt),
    ...(parcel.method && { shippingService: parcel.method }),
    trackingNumber: parcel.numbers[0] ?? '',
    packageItems: parcel.lines.map((line) => ({ orderItemId: line.lineId, quantity: line.quantity })),
  };
}
