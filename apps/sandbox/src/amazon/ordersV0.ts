import { type Context, param } from '../http/app.ts';
import { isoSeconds } from '../world/clock.ts';
import { dollars, type OrderLine, type OrderStatus, orderTotals, type SandboxOrder, speedOf } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { AMAZON_MARKETPLACE } from '../world/world.ts';
import { readBefore, readDate, readEnumList, readList, readPageSize } from './dates.ts';
import { invalidInput, notFound } from './errors.ts';
import type { Call, OperationBook } from './operations.ts';
import { readPage, readToken } from './paging.ts';

const STATUS: Record<OrderStatus, string> = {
  pending: 'Pending',
  unshipped: 'Unshipped',
  partial: 'PartiallyShipped',
  shipped: 'Shipped',
  cancelled: 'Canceled',
};
const STATUSES = [
  'PendingAvailability',
  'Pending',
  'Unshipped',
  'PartiallyShipped',
  'Shipped',
  'InvoiceUnconfirmed',
  'Canceled',
  'Unfulfillable',
];
const LEVELS = {
  standard: { ShipServiceLevel: 'Std US D2D Dom', ShipmentServiceLevelCategory: 'Standard' },
  expedited: { ShipServiceLevel: 'Exp US D2D Dom', ShipmentServiceLevelCategory: 'Expedited' },
  nextDay: { ShipServiceLevel: 'Next US D2D Dom', ShipmentServiceLevelCategory: 'NextDay' },
};
const DAY = 86_400_000;

export function orderOf(shop: Shop, id: string): SandboxOrder {
  if (!/^\d{3}-\d{7}-\d{7}$/.test(id)) throw invalidInput(`Invalid orderId: ${id}`);
  const order = shop.byId.get(id);
  if (!order) throw notFound();
  return order;
}

/** Orders v0. Source: ordersV0.json of Amazon's models. */
export function registerOrdersV0(book: OperationBook, ctx: Context): void {
  const path = '/orders/v0/orders';
  book.add({ method: 'GET', path, name: 'getOrders', personal: 'optional', handle: (call) => listOrders(ctx, call) });
  book.add({
    method: 'GET',
    path: `${path}/{orderId}`,
    name: 'getOrder',
    personal: 'optional',
    handle: (call) =>
      call.reply.send({ payload: viewOrder(ctx, orderOf(call.shop, param(call.request, 'orderId')), call.personal) }),
  });
  book.add({
    method: 'GET',
    path: `${path}/{orderId}/orderItems`,
    name: 'getOrderItems',
    personal: 'optional',
    handle: (call) => {
      const order = orderOf(call.shop, param(call.request, 'orderId'));
      const broken = ctx.faults.isMalformed('amazon', order.id);
      const OrderItems = order.lines.map((line) => ({
        ...viewItem(order, line),
        ...(broken && { SellerSKU: null, QuantityOrdered: 'two' }),
      }));
      return call.reply.send({ payload: { AmazonOrderId: order.id, OrderItems } });
    },
  });
  book.add({
    method: 'GET',
    path: `${path}/{orderId}/address`,
    name: 'getOrderAddress',
    personal: 'required',
    handle: (call) => {
      const order = orderOf(call.shop, param(call.request, 'orderId'));
      const ShippingAddress = order.status === 'pending' ? undefined : fullAddress(order);
      return call.reply.send({ payload: { AmazonOrderId: order.id, ShippingAddress } });
    },
  });
  book.add({
    method: 'GET',
    path: `${path}/{orderId}/buyerInfo`,
    name: 'getOrderBuyerInfo',
    personal: 'required',
    handle: (call) => {
      const order = orderOf(call.shop, param(call.request, 'orderId'));
      return call.reply.send({
        payload: { AmazonOrderId: order.id, BuyerEmail: order.buyerEmail, BuyerName: order.buyerName },
      });
    },
  });
  book.add({
    method: 'GET',
    path: `${path}/{orderId}/orderItems/buyerInfo`,
    name: 'getOrderItemsBuyerInfo',
    personal: 'required',
    handle: (call) => {
      const order = orderOf(call.shop, param(call.request, 'orderId'));
      return call.reply.send({
        payload: { AmazonOrderId: order.id, OrderItems: order.lines.map((line) => ({ OrderItemId: line.id })) },
      });
    },
  });
}

function listOrders(ctx: Context, call: Call) {
  const { query, shop } = call;
  const now = ctx.world.clock.now();
  const marketplaces = readList(query.MarketplaceIds);
  if (marketplaces.length === 0) throw invalidInput('Missing required parameter: MarketplaceIds');
  if (marketplaces.length > 50) throw invalidInput('At most 50 MarketplaceIds.');
  const size = readPageSize('MaxResultsPerPage', query.MaxResultsPerPage);
  const horizon = now - ctx.world.settings.visibilityDelaySeconds * 1000;
  const token = query.NextToken ? readToken(ctx, 'NextToken', query.NextToken) : undefined;
  const statuses = token
    ? readList(token.filters.split('|')[0])
    : readEnumList('OrderStatuses', query.OrderStatuses, STATUSES);
  const channels = token
    ? readList(token.filters.split('|')[1])
    : readEnumList('FulfillmentChannels', query.FulfillmentChannels, ['MFN', 'AFN']);
  const ids = readList(query.AmazonOrderIds);
  const here = marketplaces.includes(AMAZON_MARKETPLACE) && (channels.length === 0 || channels.includes('MFN'));
  const desired = (order: SandboxOrder) =>
    here &&
    (statuses.length === 0 || statuses.includes(STATUS[order.status])) &&
    (ids.length === 0 || ids.includes(order.id));

  if (!token && ids.length > 0) {
    if (ids.length > 50) throw invalidInput('At most 50 AmazonOrderIds.');
    const orders = ids.flatMap((id) => shop.byId.get(id) ?? []).filter(desired);
    return call.reply.send({
      payload: {
        Orders: orders.map((order) => viewOrder(ctx, order, call.personal)),
        CreatedBefore: isoSeconds(horizon),
      },
    });
  }
  const listing = token ?? readBounds(query, now, horizon, `${statuses.join(',')}|${channels.join(',')}`);
  const page = readPage(ctx, shop, { listing, ...(token && { pos: token.pos, prev: token.prev }) }, size, desired);
  return call.reply.send({
    payload: {
      Orders: page.orders.map((order) => viewOrder(ctx, order, call.personal)),
      ...(page.nextToken && { NextToken: page.nextToken }),
      [listing.by === 'updated' ? 'LastUpdatedBefore' : 'CreatedBefore']: isoSeconds(listing.until),
    },
  });
}

function readBounds(query: Record<string, string>, now: number, horizon: number, filters: string) {
  const updated = readDate('LastUpdatedAfter', query.LastUpdatedAfter, false);
  const created = readDate('CreatedAfter', query.CreatedAfter, false);
  if ((updated === undefined) === (created === undefined)) {
    throw invalidInput('Either CreatedAfter or LastUpdatedAfter must be specified, and not both.');
  }
  const updatedBefore = readBefore('LastUpdatedBefore', query.LastUpdatedBefore, false, now, updated);
  const createdBefore = readBefore('CreatedBefore', query.CreatedBefore, false, now, created);
  if (updated !== undefined) {
    if (createdBefore !== undefined) throw invalidInput('CreatedBefore cannot be used with LastUpdatedAfter.');
    return { by: 'updated' as const, from: updated, until: updatedBefore ?? horizon, filters };
  }
  if (updatedBefore !== undefined) throw invalidInput('LastUpdatedBefore cannot be used with CreatedAfter.');
  return { by: 'created' as const, from: created ?? 0, until: createdBefore ?? horizon, filters };
}

const usd = (cents: number) => ({ CurrencyCode: 'USD', Amount: dollars(cents) });

function fullAddress(order: SandboxOrder) {
  const a = order.address;
  return {
    Name: a.name,
    AddressLine1: a.line1,
    ...(a.line2 && { AddressLine2: a.line2 }),
    City: a.city,
    StateOrRegion: a.state,
    PostalCode: a.postalCode,
    CountryCode: a.country,
    Phone: a.phone,
    AddressType: a.residential ? 'Residential' : 'Commercial',
  };
}

/** Pending orders have no total and no address; without a restricted token only the place is told, not the person. */
function viewOrder(ctx: Context, order: SandboxOrder, personal: Set<string>) {
  const pending = order.status === 'pending';
  const { City, StateOrRegion, PostalCode, CountryCode } = fullAddress(order);
  const shipped = order.lines.reduce((sum, line) => sum + line.shipped, 0);
  const all = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  const broken = ctx.faults.isMalformed('amazon', order.id);
  return {
    AmazonOrderId: order.id,
    SellerOrderId: order.id,
    PurchaseDate: broken ? 'yesterday' : isoSeconds(order.createdAt),
    LastUpdateDate: isoSeconds(order.updatedAt),
    OrderStatus: STATUS[order.status],
    FulfillmentChannel: 'MFN',
    SalesChannel: 'Amazon.com',
    ...LEVELS[speedOf(order)],
    ...(!pending && { OrderTotal: broken ? { CurrencyCode: 'USD', Amount: 'NaN' } : usd(orderTotals(order).total) }),
    NumberOfItemsShipped: shipped,
    NumberOfItemsUnshipped: order.status === 'cancelled' ? 0 : all - shipped,
    PaymentMethod: 'Other',
    PaymentMethodDetails: ['Standard'],
    MarketplaceId: AMAZON_MARKETPLACE,
    OrderType: 'StandardOrder',
    ...(!pending && {
      EarliestShipDate: isoSeconds(order.createdAt),
      LatestShipDate: isoSeconds(order.createdAt + 2 * DAY),
      EarliestDeliveryDate: isoSeconds(order.createdAt + 3 * DAY),
      LatestDeliveryDate: isoSeconds(order.createdAt + 7 * DAY),
      ShippingAddress: personal.has('shippingAddress')
        ? fullAddress(order)
        : { City, StateOrRegion, PostalCode, CountryCode },
    }),
    BuyerInfo:
      personal.has('buyerInfo') && !pending ? { BuyerEmail: order.buyerEmail, BuyerName: order.buyerName } : {},
    IsBusinessOrder: false,
    IsPrime: false,
    IsPremiumOrder: false,
    IsGlobalExpressEnabled: false,
    IsReplacementOrder: 'false',
    IsSoldByAB: false,
    IsISPU: false,
    IsAccessPointOrder: false,
    HasRegulatedItems: false,
  };
}

/** ItemPrice is the line's total, not the unit's price; booleans travel as strings. */
function viewItem(order: SandboxOrder, line: OrderLine) {
  const pending = order.status === 'pending';
  return {
    ASIN: line.asin,
    SellerSKU: line.sku,
    OrderItemId: line.id,
    Title: line.title,
    QuantityOrdered: order.status === 'cancelled' ? 0 : line.quantity,
    QuantityShipped: line.shipped,
    ProductInfo: { NumberOfItems: '1' },
    ...(!pending && {
      ItemPrice: usd(line.priceCents * line.quantity),
      ItemTax: usd(line.taxCents),
      ...(line === order.lines[0] && {
        ShippingPrice: usd(order.shippingCents),
        ShippingTax: usd(0),
        ShippingDiscount: usd(0),
      }),
      PromotionDiscount: usd(0),
      PromotionDiscountTax: usd(0),
    }),
    ...(line.taxCents > 0 && {
      TaxCollection: { Model: 'MarketplaceFacilitator', ResponsibleParty: 'Amazon Services, Inc.' },
    }),
    IsGift: 'false',
    ConditionId: 'New',
    ConditionSubtypeId: 'New',
    IsTransparency: false,
    BuyerRequestedCancel: {
      IsBuyerRequestedCancel: String(order.cancelRequested),
      BuyerCancelReason: order.cancelRequested ? order.cancelReason : '',
    },
  };
}
