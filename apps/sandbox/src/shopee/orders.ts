import { isRecord, list, text } from '../http/types.ts';
import { changedBetween, createdBetween, pageOf } from '../kit/listing.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify, type Shop } from '../world/shop.ts';
import { articleOf } from './articles.ts';
import { ShopeeError, wrongParameter } from './errors.ts';
import { integer, NAME, type OperationBook, records, type ShopCall, seconds, windowOf } from './operations.ts';
import { isSplit, packagesOf, parcelOf, split } from './packages.ts';
import { OPTIONAL_FIELDS, orderStatus, orderView, packageView } from './views.ts';

const REASONS = ['OUT_OF_STOCK', 'CUSTOMER_REQUEST', 'COD_NOT_SUPPORTED'];
const MOST_PACKAGES = 5;

/** Orders: lists by time, details by number, splitting and cancelling. Source: v2.order.* */
export function registerOrders(book: OperationBook): void {
  book.add(
    {
      method: 'GET',
      path: 'order/get_order_list',
      query: [
        ...['time_range_field', 'time_from', 'time_to', 'page_size', 'cursor', 'order_status'],
        ...['response_optional_fields', 'request_order_status_pending', 'logistics_channel_id'],
      ],
    },
    getOrderList,
  );
  book.add(
    {
      method: 'GET',
      path: 'order/get_order_detail',
      query: ['order_sn_list', 'response_optional_fields', 'request_order_status_pending'],
    },
    getOrderDetail,
  );
  book.add({ method: 'POST', path: 'order/split_order', body: ['order_sn', 'package_list'] }, splitOrder);
  book.add(
    {
      method: 'POST',
      path: 'order/cancel_order',
      body: ['order_sn', 'cancel_reason', 'item_list', 'partial_cancel_item_list'],
    },
    cancelOrder,
  );
  book.add(
    { method: 'POST', path: 'order/handle_buyer_cancellation', body: ['order_sn', 'operation'] },
    handleBuyerCancellation,
  );
}

export function orderOf(shop: Shop, answered: unknown): SandboxOrder {
  const order = shop.byId.get(text(answered));
  if (!order)
    throw new ShopeeError('error_not_found', `Wrong parameters, detail: order_sn ${text(answered)} not found.`);
  return order;
}

function getOrderList({ ctx, shop, query }: ShopCall) {
  const field = query.get('time_range_field');
  if (field !== 'create_time' && field !== 'update_time') throw wrongParameter('time_range_field is invalid');
  const [from, before] = windowOf(
    query,
    ['time_from', 'time_to'],
    () =>
      new ShopeeError('order.order_list_invalid_time', 'Start time must be earlier than end time and diff in 15days.'),
  );
  const size = integer('page_size', query.get('page_size'), 1, 100);
  const offset = integer('cursor', query.get('cursor') || '0', 0, Number.MAX_SAFE_INTEGER);
  const withStatus = (query.get('response_optional_fields') ?? '').split(',').includes('order_status');
  const desired = query.get('order_status');
  const found = (field === 'create_time' ? createdBetween : changedBetween)(shop, from, before).filter(
    (order) => !desired || orderStatus(ctx, shop, order) === desired,
  );
  const page = pageOf(ctx, NAME, found, offset, size);
  return {
    more: page.next !== undefined,
    next_cursor: page.next === undefined ? '' : String(page.next),
    order_list: page.rows.map((order) => ({
      order_sn: order.id,
      ...(withStatus ? { order_status: orderStatus(ctx, shop, order) } : {}),
      booking_sn: '',
    })),
  };
}

function getOrderDetail({ ctx, shop, query }: ShopCall) {
  const numbers = (query.get('order_sn_list') ?? '').split(',').filter(Boolean);
  if (numbers.length < 1 || numbers.length > 50) throw wrongParameter('order_sn_list must hold 1 to 50 numbers');
  const desired = new Set((query.get('response_optional_fields') ?? '').split(',').filter(Boolean));
  for (const name of desired)
    if (!OPTIONAL_FIELDS.has(name)) throw wrongParameter(`response_optional_fields: unknown field ${name}`);
  const orders = numbers.map((number) => orderOf(shop, number));
  return { order_list: orders.map((order) => orderView(ctx, shop, order, desired)) };
}

/** Only while nothing of it is arranged, into whole lines, all of them. */
function splitOrder({ ctx, shop, body }: ShopCall) {
  const order = orderOf(shop, body.order_sn);
  if (orderStatus(ctx, shop, order) !== 'READY_TO_SHIP' || order.parcels.some((parcel) => !parcel.cancelled))
    throw new ShopeeError('order.error_order_state', 'Operation is not allow with current order status.');
  if (isSplit(order)) throw new ShopeeError('order.error_param', 'Order has been splitted.');
  const parts = records('package_list', body.package_list, MOST_PACKAGES);
  if (parts.length < 2) throw wrongParameter('package_list needs at least two packages');
  const open = new Map(
    order.lines.map((line) => {
      const { itemId, modelId } = articleOf(shop, line);
      return [`${itemId}/${modelId}`, line];
    }),
  );
  const lines = parts.map((part) =>
    records('item_list', part.item_list).map((item) => {
      const key = `${text(item.item_id)}/${text(item.model_id)}`;
      const line = open.get(key);
      if (!line) throw wrongParameter(`item ${key} is not in the order, or stands in two packages`);
      open.delete(key);
      return { lineId: line.id, quantity: line.quantity };
    }),
  );
  if (open.size > 0) throw wrongParameter('the packages must contain all items of the order');
  let packages = packagesOf(order);
  ctx.world.touch(order, () => {
    packages = split(order, lines);
  });
  return {
    order_sn: order.id,
    package_list: packages.map((one) => {
      const { package_number, item_list } = packageView(shop, order, one);
      return { package_number, item_list };
    }),
  };
}

function cancelOrder({ ctx, shop, body }: ShopCall) {
  const order = orderOf(shop, body.order_sn);
  const reason = text(body.cancel_reason);
  if (!REASONS.includes(reason)) throw wrongParameter(`cancel_reason ${reason} is invalid for this region`);
  if (body.partial_cancel_item_list !== undefined)
    throw new ShopeeError('order.error_limit', 'This order can not be partially cancelled');
  if (reason === 'OUT_OF_STOCK') {
    const articles = order.lines.map((line) => articleOf(shop, line));
    const named = list(body.item_list).filter(isRecord);
    if (named.length === 0) throw wrongParameter('item_list is required for OUT_OF_STOCK');
    for (const item of named)
      if (!articles.some((one) => one.itemId === item.item_id && one.modelId === item.model_id))
        throw wrongParameter(`item ${text(item.item_id)} is not in the order`);
  }
  const arranged = packagesOf(order).some((one) => parcelOf(order, one));
  if (orderStatus(ctx, shop, order) !== 'READY_TO_SHIP' || arranged)
    throw new ShopeeError('order.error_limit', 'Can not cancel this order');
  ctx.world.cancel(order, reason, 'MERCHANT');
  return { update_time: seconds(order.updatedAt) };
}

function handleBuyerCancellation({ ctx, shop, body }: ShopCall) {
  const order = orderOf(shop, body.order_sn);
  const operation = text(body.operation);
  if (operation !== 'ACCEPT' && operation !== 'REJECT') throw wrongParameter('operation is invalid');
  if (orderStatus(ctx, shop, order) !== 'IN_CANCEL')
    throw new ShopeeError('order.error_order_state', 'Operation is not allow with current order status.');
  if (operation === 'ACCEPT') {
    notify(order, ctx.world.clock.now(), { kind: 'cancel', via: 'handle_buyer_cancellation', ref: order.id });
    ctx.world.cancel(order, order.cancelReason, 'BUYER');
  } else {
    ctx.world.touch(order, () => {
      order.cancelRequested = false;
    });
  }
  return { update_time: seconds(order.updatedAt) };
}
