import type { SandboxOrder } from '../world/orders.ts';
import type { Position } from '../world/timeIndex.ts';
import type { Call, Operation } from './api.ts';
import { badRequest, notYours } from './errors.ts';
import { WAREHOUSE } from './logistics.ts';
import { shippingTypeOf } from './packages.ts';
import { ids, oneOf, pageSize, placeIn, time, tokenFor } from './params.ts';
import { TIKTOK } from './shops.ts';
import { orderView, statusOf } from './views.ts';

const STATUSES = [
  ...(['UNPAID', 'ON_HOLD', 'AWAITING_SHIPMENT', 'PARTIALLY_SHIPPING', 'AWAITING_COLLECTION'] as const),
  ...(['IN_TRANSIT', 'DELIVERED', 'COMPLETED', 'CANCELLED'] as const),
];
const MOST_IDS = 50;

/** A place in the listing: after which order, and where the page before began. */
interface Place {
  after: Position;
  before: Position;
  total: number;
}

function matcherOf({ body, now }: Call): (order: SandboxOrder) => boolean {
  const updatedFrom = time('update_time_ge', body.update_time_ge, 0);
  const updatedTo = time('update_time_lt', body.update_time_lt, now + 1000);
  const createdFrom = time('create_time_ge', body.create_time_ge, 0);
  const createdTo = time('create_time_lt', body.create_time_lt, now + 1000);
  const status =
    body.order_status === undefined ? undefined : oneOf('order_status', body.order_status, STATUSES, 'UNPAID');
  const shipping =
    body.shipping_type === undefined
      ? undefined
      : oneOf('shipping_type', body.shipping_type, ['TIKTOK', 'SELLER'], 'SELLER');
  const warehouses = ids('warehouse_ids', body.warehouse_ids);
  return (order) =>
    order.updatedAt >= updatedFrom &&
    order.updatedAt < updatedTo &&
    order.createdAt >= createdFrom &&
    order.createdAt < createdTo &&
    (status === undefined || statusOf(order) === status) &&
    (shipping === undefined || shippingTypeOf(order) === shipping) &&
    (body.is_buyer_request_cancel === undefined || order.cancelRequested === body.is_buyer_request_cancel) &&
    (warehouses === undefined || warehouses.includes(WAREHOUSE));
}

/** The token holds the place itself, so orders that change between two pages move nothing out of sight. */
function searchOrders(call: Call) {
  const { ctx, shop, query } = call;
  if (query.page_size === undefined) throw badRequest('Invalid parameter. page_size is required.');
  const size = pageSize(call, 100);
  const field = oneOf('sort_field', query.sort_field, ['create_time', 'update_time'], 'create_time');
  const ascending = oneOf('sort_order', query.sort_order, ['ASC', 'DESC'], 'DESC') === 'ASC';
  const desired = matcherOf(call);
  const index = field === 'update_time' ? shop.byUpdate : shop.byCreation;
  const positionOf = (order: SandboxOrder): Position =>
    field === 'update_time' ? { t: order.updatedAt, n: order.touch } : { t: order.createdAt, n: order.seq };
  const start: Position = ascending ? { t: 0, n: -1 } : { t: Number.MAX_SAFE_INTEGER, n: 0 };
  const place = placeIn(call) as Place | undefined;
  const total = place?.total ?? [...shop.byId.values()].filter(desired).length;
  let after = place?.after ?? start;
  if (place && ctx.faults.take(TIKTOK, 'repeatPage')) after = place.before;
  const first = after;
  const orders: SandboxOrder[] = [];
  let more = false;
  for (const order of ascending ? index.after(after) : index.before(after)) {
    if (!desired(order)) continue;
    if (orders.length === size) {
      more = true;
      break;
    }
    orders.push(order);
    after = positionOf(order);
  }
  const lost = orders.length > 0 && ctx.faults.take(TIKTOK, 'losePage');
  return {
    next_page_token: more ? tokenFor(call, { after, before: first, total } satisfies Place) : '',
    total_count: total,
    orders: lost ? [] : orders.map((order) => orderView(ctx, shop, order)),
  };
}

function getOrders({ ctx, shop, query }: Call) {
  const desired = (query.ids ?? '').split(',').filter(Boolean);
  if (desired.length === 0 || desired.length > MOST_IDS)
    throw badRequest(`Invalid parameter. ids must name 1 to ${MOST_IDS} orders.`);
  const orders = desired.flatMap((id) => shop.byId.get(id) ?? []);
  if (orders.length < desired.length) throw notYours();
  return { orders: orders.map((order) => orderView(ctx, shop, order)) };
}

/** Source: Get Order List, Get Order Detail 202309. */
export const orders: Operation[] = [
  {
    method: 'POST',
    path: '/order/202309/orders/search',
    name: 'searchOrders',
    query: ['page_size', 'page_token', 'sort_field', 'sort_order'],
    body: [
      ...['order_status', 'create_time_ge', 'create_time_lt', 'update_time_ge', 'update_time_lt', 'shipping_type'],
      ...['buyer_user_id', 'is_buyer_request_cancel', 'warehouse_ids'],
    ],
    handle: searchOrders,
  },
  { method: 'GET', path: '/order/202309/orders', name: 'getOrders', query: ['ids'], handle: getOrders },
];
