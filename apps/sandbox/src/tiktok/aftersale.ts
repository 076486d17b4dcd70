import { pageOf } from '../kit/listing.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { dollars } from '../world/orders.ts';
import type { ReturnState, SandboxReturn } from '../world/returns.ts';
import { notify, type Shop } from '../world/shop.ts';
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
  const desired = ids('order_ids', call.body.order_ids);
  const statuses = ids('cancel_status', call.body.cancel_status);
  const statusOf = (order: SandboxOrder) =>
    order.status === 'cancelled' ? 'CANCELLATION_REQUEST_COMPLETE' : 'CANCELLATION_REQUEST_PENDING';
  const found = [...call.shop.byId.values()].filter(
    (order) =>
      (order.status === 'cancelled' || order.cancelRequested) &&
      (desired === undefined || desired.includes(order.id)) &&
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
  notify(order, ctx.world.clock.now(), { kind: 'cancel', via: 'cancellations/approve', ref: cancelIdOf(order) });
  ctx.world.cancel(order, order.cancelReason, 'BUYER');
  return {};
}

/** Sellers have four days for each answer. */
const ANSWER_MS = 4 * 86_400_000;

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
    seller_next_action_response:
      one.state === 'requested'
        ? [{ action: 'SELLER_RESPOND_RETURN', deadline: seconds(one.createdAt + ANSWER_MS) }]
        : one.state === 'shipped'
          ? [{ action: 'SELLER_RESPOND_RECEIVE_PACKAGE', deadline: seconds(one.updatedAt + ANSWER_MS) }]
          : [],
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

/** From which state a decision leads where. Buyers of the sandbox always send things back. */
const DECISIONS: Readonly<Record<string, readonly [from: ReturnState, to: ReturnState]>> = {
  APPROVE_RETURN: ['requested', 'approved'],
  APPROVE_RECEIVED_PACKAGE: ['shipped', 'refunded'],
  REJECT_RETURN: ['requested', 'rejected'],
  REJECT_RECEIVED_PACKAGE: ['shipped', 'rejected'],
};
const REJECT_REASONS = [
  { name: 'reverse_reject_request_reason_1', text: 'Reached an agreement with the buyer' },
  { name: 'reverse_reject_request_reason_other', text: 'Others' },
];

const returnOf = ({ shop }: Call, id: string | undefined): SandboxReturn => {
  const found = shop.returns.find((one) => one.id === id);
  if (!found) throw new TtsError(25001002, 'The return order does not exist.');
  return found;
};

function decideReturn(how: 'APPROVE' | 'REJECT') {
  return (call: Call) => {
    const { ctx, shop, body } = call;
    const found = returnOf(call, call.ids[0]);
    const decision = typeof body.decision === 'string' && body.decision.startsWith(how) ? body.decision : '';
    const way = DECISIONS[decision];
    if (!way) throw new TtsError(25001004, 'The decision does not match the type of the return request.');
    if (how === 'REJECT' && !REJECT_REASONS.some((one) => one.name === body.reject_reason))
      throw new TtsError(25001014, 'Unknown return reason. Please ensure you are passing a valid return reason.');
    if (found.state !== way[0])
      throw new TtsError(25001009, 'The current status of the return does not allow this decision.');
    if (decision === 'APPROVE_RECEIVED_PACKAGE') found.refundedCents = found.refundCents;
    ctx.world.moveReturn(shop.id, found.id, way[1]);
    return {};
  };
}

function rejectReasons(call: Call) {
  returnOf(call, call.query.return_or_cancel_id);
  return { reasons: REJECT_REASONS };
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
  {
    method: 'POST',
    path: '/return_refund/202309/returns/{return_id}/approve',
    name: 'approveReturn',
    query: ['idempotency_key'],
    body: ['decision', 'buyer_keep_item', 'partial_refund'],
    handle: decideReturn('APPROVE'),
  },
  {
    method: 'POST',
    path: '/return_refund/202309/returns/{return_id}/reject',
    name: 'rejectReturn',
    query: ['idempotency_key'],
    body: ['decision', 'reject_reason', 'comment', 'images'],
    handle: decideReturn('REJECT'),
  },
  {
    method: 'GET',
    path: '/return_refund/202309/reject_reasons',
    name: 'getRejectReasons',
    query: ['return_or_cancel_id', 'locale'],
    handle: rejectReasons,
  },
];
