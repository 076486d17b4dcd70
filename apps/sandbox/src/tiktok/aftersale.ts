import { pageOf } from '../kit/listing.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { dollars } from '../world/orders.ts';
import type { ReturnState, SandboxReturn } from '../world/returns.ts';
import { type Shop, tell } from '../world/shop.ts';
import type { Call, Operation } from './api.ts';
import { TtsError } from './errors.ts';
import { ids, nextToken, offsetIn, oneOf, pageSize, seconds, time } from './params.ts';
import { regionOf, TIKTOK } from './shops.ts';

/** What sellers may say before and after the payment. Source: "Cancel reasons"; British names end in _uk. */
const REASONS = {
  unpaid: [
    'seller_cancel_unpaid_reason_out_of_stock',
    'seller_cancel_unpaid_reason_wrong_price',
    'seller_cancel_unpaid_reason_buyer_hasnt_paid_within_time_allowed',
    'seller_cancel_unpaid_reason_buyer_requested_cancellation',
  ],
  paid: [
    'seller_cancel_reason_out_of_stock',
    'seller_cancel_reason_wrong_price',
    'seller_cancel_paid_reason_address_not_deliver',
    'seller_cancel_paid_reason_buyer_requested_cancellation',
  ],
};
const NOT_IN_GB = /buyer_requested_cancellation$/;

function reasonsIn(shop: Shop, when: keyof typeof REASONS): string[] {
  if (regionOf(shop) !== 'GB') return REASONS[when];
  return REASONS[when].filter((one) => !NOT_IN_GB.test(one)).map((one) => `${one}_uk`);
}

const STATUS: Record<ReturnState, string> = {
  requested: 'RETURN_OR_REFUND_REQUEST_PENDING',
  approved: 'AWAITING_BUYER_SHIP',
  shipped: 'BUYER_SHIPPED_ITEM',
  received: 'RETURN_OR_REFUND_REQUEST_SUCCESS',
  refunded: 'RETURN_OR_REFUND_REQUEST_COMPLETE',
  rejected: 'REFUND_OR_RETURN_REQUEST_REJECT',
};

export const cancelIdOf = (order: SandboxOrder): string => `4035${order.id.slice(-15)}`;
const denied = () => new TtsError(25020005, 'No permission to process this order');

function cancel(call: Call) {
  const { ctx, shop, body } = call;
  const order = typeof body.order_id === 'string' ? shop.byId.get(body.order_id) : undefined;
  if (!order) throw denied();
  const reason = body.cancel_reason;
  if (typeof reason !== 'string')
    throw new TtsError(
      25001001,
      'An invalid request parameter was passed. Please check that you have the correct parameter type(s) and format.',
    );
  if (body.skus !== undefined || body.order_line_item_ids !== undefined)
    throw new TtsError(25005010, 'Unable to cancel individual line items within this request.');
  if (order.status === 'cancelled' || order.cancelRequested)
    throw new TtsError(25001011, 'A return request is already in process, or the order has already been cancelled.');
  if (order.status === 'shipped' || order.status === 'partial')
    throw new TtsError(
      25001045,
      'The order has already been shipped and we are unable to cancel shipment with the courier.',
    );
  const now = order.status === 'pending' ? 'unpaid' : 'paid';
  if (!reasonsIn(shop, now).includes(reason)) {
    const known = reasonsIn(shop, now === 'paid' ? 'unpaid' : 'paid').includes(reason);
    throw known
      ? new TtsError(25001021, 'Reason not match order status')
      : new TtsError(25001014, 'Unknown return reason. Please ensure you are passing a valid return reason.');
  }
  ctx.world.cancel(order, reason, 'MERCHANT');
  return { cancel_id: cancelIdOf(order), cancel_status: 'CANCELLATION_REQUEST_SUCCESS' };
}

function searchCancellations(call: Call) {
  const size = pageSize(call, 50);
  const wanted = ids('order_ids', call.body.order_ids);
  const statuses = ids('cancel_status', call.body.cancel_status);
  const statusOf = (order: SandboxOrder) =>
    order.status === 'cancelled' ? 'CANCELLATION_REQUEST_COMPLETE' : 'CANCELLATION_REQUEST_PENDING';
  const found = [...call.shop.byId.values()].filter(
    (order) =>
      (order.status === 'cancelled' || order.cancelRequested) &&
      (wanted === undefined || wanted.includes(order.id)) &&
      (statuses === undefined || statuses.includes(statusOf(order))),
  );
  const page = pageOf(call.ctx, TIKTOK, found, offsetIn(call), size);
  return {
    total_count: page.total,
    next_page_token: nextToken(call, page.next),
    cancellations: page.rows.map((order) => ({
      cancel_id: cancelIdOf(order),
      order_id: order.id,
      cancel_type: order.cancelledBy === 'MERCHANT' ? 'CANCEL' : 'BUYER_CANCEL',
      cancel_status: statusOf(order),
      role: order.cancelledBy === 'MERCHANT' ? 'SELLER' : 'BUYER',
      cancel_reason: order.cancelReason,
      create_time: seconds(order.updatedAt),
      update_time: seconds(order.updatedAt),
    })),
  };
}

function approveCancellation({ ctx, shop, ids: [id] }: Call) {
  const order = [...shop.byId.values()].find((one) => one.cancelRequested && cancelIdOf(one) === id);
  if (!order) throw denied();
  if (order.status === 'cancelled')
    throw new TtsError(
      25001010,
      'A return request has already been completed, or the order has already been cancelled.',
    );
  tell(order, ctx.world.clock.now(), { kind: 'cancel', via: 'cancellations/approve', ref: cancelIdOf(order) });
  ctx.world.cancel(order, order.cancelReason, 'BUYER');
  return {};
}

/** One entry for each piece, as everywhere at TikTok. */
function returnView(shop: Shop, one: SandboxReturn) {
  const money = { currency: shop.currency, refund_total: dollars(one.refundCents) };
  return {
    return_id: one.id,
    order_id: one.orderId,
    return_type: 'RETURN_AND_REFUND',
    return_status: STATUS[one.state],
    role: 'BUYER',
    return_reason: 'ecom_order_delivered_refund_and_return_reason_not_fit',
    return_reason_text: one.reason,
    shipment_type: 'PLATFORM',
    handover_method: 'DROP_OFF',
    return_tracking_number: one.tracking,
    refund_amount: money,
    return_line_items: one.lines.flatMap((line) =>
      Array.from({ length: line.quantity }, (_, index) => ({
        return_line_item_id: `${one.id}${index + 1}`,
        order_line_item_id: `${line.lineId}${String(index + 1).padStart(3, '0')}`,
        seller_sku: line.sku,
        sku_id: shop.listings.bySku(line.sku)?.variantId ?? '',
      })),
    ),
    create_time: seconds(one.createdAt),
    update_time: seconds(one.updatedAt),
  };
}

function searchReturns(call: Call) {
  const { shop, query, body } = call;
  const size = pageSize(call, 50, 10);
  const field = oneOf('sort_field', query.sort_field, ['create_time', 'update_time'], 'create_time');
  const ascending = oneOf('sort_order', query.sort_order, ['ASC', 'DESC'], 'ASC') === 'ASC';
  const from = time('update_time_ge', body.update_time_ge, 0);
  const to = time('update_time_lt', body.update_time_lt, Number.MAX_SAFE_INTEGER);
  const orderIds = ids('order_ids', body.order_ids);
  const statuses = ids('return_status', body.return_status);
  const timeOf = (one: SandboxReturn) => (field === 'update_time' ? one.updatedAt : one.createdAt);
  const found = shop.returns
    .filter(
      (one) =>
        one.updatedAt >= from &&
        one.updatedAt < to &&
        (orderIds === undefined || orderIds.includes(one.orderId)) &&
        (statuses === undefined || statuses.includes(STATUS[one.state])),
    )
    .toSorted((a, b) => (timeOf(a) - timeOf(b)) * (ascending ? 1 : -1));
  const page = pageOf(call.ctx, TIKTOK, found, offsetIn(call), size);
  return {
    total_count: page.total,
    next_page_token: nextToken(call, page.next),
    return_orders: page.rows.map((one) => returnView(shop, one)),
  };
}

const CANCELLATIONS = '/return_refund/202309/cancellations';

/** Source: the Return and Refund API 202309 of Partner Center. */
export const aftersale: Operation[] = [
  {
    method: 'POST',
    path: CANCELLATIONS,
    name: 'cancel',
    query: ['idempotency_key'],
    body: ['order_id', 'skus', 'order_line_item_ids', 'cancel_reason'],
    handle: cancel,
  },
  {
    method: 'POST',
    path: `${CANCELLATIONS}/search`,
    name: 'searchCancellations',
    query: ['sort_field', 'sort_order', 'page_size', 'page_token'],
    body: ['order_ids', 'cancel_status'],
    handle: searchCancellations,
  },
  {
    method: 'POST',
    path: `${CANCELLATIONS}/{cancel_id}/approve`,
    name: 'approveCancellation',
    query: ['idempotency_key'],
    handle: approveCancellation,
  },
  {
    method: 'POST',
    path: '/return_refund/202309/returns/search',
    name: 'searchReturns',
    query: ['sort_field', 'sort_order', 'page_size', 'page_token'],
    body: ['order_ids', 'return_status', 'update_time_ge', 'update_time_lt'],
    handle: searchReturns,
  },
];
