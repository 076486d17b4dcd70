import { type Context, param } from '../http/app.ts';
import { isRecord, text } from '../http/types.ts';
import { pageOf } from '../kit/listing.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { ReturnState, SandboxReturn } from '../world/returns.ts';
import { notify, type Shop } from '../world/shop.ts';
import { type Call, type Desk, readPaging } from './desk.ts';
import { postOrder } from './errors.ts';
import { cancelIdOf, iso, listingOf, moneyIn } from './views.ts';

const REASONS = ['OUT_OF_STOCK_OR_CANNOT_FULFILL', 'BUYER_ASKED_CANCEL', 'ADDRESS_ISSUES'];
const EIGHTEEN_MONTHS = 548 * 86_400_000;

/** Our states in eBay's words: [state, status]. */
const STATES: Record<ReturnState, readonly [string, string]> = {
  requested: ['RETURN_REQUESTED', 'RETURN_REQUESTED'],
  approved: ['ITEM_READY_TO_SHIP', 'READY_FOR_SHIPPING'],
  shipped: ['ITEM_SHIPPED', 'ITEM_SHIPPED'],
  received: ['ITEM_DELIVERED', 'ITEM_DELIVERED'],
  refunded: ['CLOSED', 'CLOSED'],
  rejected: ['RETURN_REJECTED', 'RETURN_REJECTED'],
};

/** Sellers have three days to answer. */
const ANSWER_MS = 3 * 86_400_000;

/** Post-Order has no scope of its own: any token of a seller does. */
const SIGNED_IN = ['https://api.ebay.com/oauth/api_scope'];

/** Post-Order: cancellations and returns. Source: Post-Order API 2.8. */
export function registerPostOrder(desk: Desk, ctx: Context): void {
  const common = { api: 'postOrder', scopes: SIGNED_IN } as const;
  desk.add({
    ...common,
    method: 'POST',
    path: '/cancellation',
    name: 'createCancellation',
    signed: true,
    handle: (call) => cancel(ctx, call),
  });
  desk.add({
    ...common,
    method: 'POST',
    path: '/cancellation/:cancelId/approve',
    name: 'approveCancellation',
    signed: true,
    handle: (call) => approve(ctx, call),
  });
  desk.add({
    ...common,
    method: 'POST',
    path: '/cancellation/:cancelId/reject',
    name: 'rejectCancellation',
    signed: true,
    handle: (call) => reject(ctx, call),
  });
  desk.add({
    ...common,
    method: 'GET',
    path: '/return/search',
    name: 'searchReturns',
    params: [
      'creation_date_range_from',
      'creation_date_range_to',
      'limit',
      'offset',
      'order_id',
      'return_state',
      'sort',
    ],
    handle: (call) => searchReturns(ctx, call),
  });
  desk.add({
    ...common,
    method: 'GET',
    path: '/return/:returnId',
    name: 'getReturn',
    handle: (call) => call.reply.send({ summary: oneReturn(call).view }),
  });
  desk.add({
    ...common,
    method: 'POST',
    path: '/return/:returnId/decide',
    name: 'decideReturn',
    handle: (call) => decide(ctx, call),
  });
  desk.add({
    ...common,
    method: 'POST',
    path: '/return/:returnId/issue_refund',
    name: 'issueReturnRefund',
    signed: true,
    handle: (call) => issueRefund(ctx, call),
  });
}

function cancel(ctx: Context, { body, shop, reply }: Call) {
  const id = text(body.legacyOrderId);
  const order = shop.byId.get(id);
  if (!order) throw postOrder(400, 1604, `Invalid legacyOrderId: ${id}`);
  if (!REASONS.includes(text(body.cancelReason))) throw postOrder(400, 1605, 'Invalid cancelReason');
  if (body.buyerPaid !== (order.status !== 'pending')) throw postOrder(400, 1606, 'buyerPaid does not fit the order');
  if (order.status === 'cancelled') throw postOrder(409, 1607, 'A cancellation of this order exists already');
  if (order.cancelRequested) throw postOrder(409, 1607, 'The buyer has asked for a cancellation: approve or reject it');
  if (order.parcels.length > 0) throw postOrder(400, 1608, 'The order is not eligible for cancellation');
  ctx.world.cancel(order, text(body.cancelReason), 'MERCHANT');
  return reply.send({ cancelId: cancelIdOf(order) });
}

function requestedOrder({ request, shop }: Call): SandboxOrder {
  const id = param(request, 'cancelId');
  const order = [...shop.byId.values()].find((one) => one.cancelRequested && cancelIdOf(one) === id);
  if (!order) throw postOrder(404, 1603, `Invalid cancelId: ${id}`);
  if (order.status === 'cancelled') throw postOrder(409, 1609, 'The cancellation is closed');
  return order;
}

/** A body without both fields must still be one: an empty object. */
function reject(ctx: Context, call: Call) {
  const order = requestedOrder(call);
  if (typeof call.request.body !== 'object' || call.request.body === null)
    throw postOrder(400, 1601, 'The request has no body');
  notify(order, ctx.world.clock.now(), { kind: 'refuseCancel', via: 'rejectCancellation', ref: order.id });
  ctx.world.touch(order, () => {
    order.cancelRequested = false;
  });
  return call.reply.send({});
}

function approve(ctx: Context, call: Call) {
  const order = requestedOrder(call);
  const { reply } = call;
  ctx.world.cancel(order, order.cancelReason, 'MERCHANT');
  return reply.send({});
}

/** eBay's returns are of one line each. */
function returnViews(shop: Shop, one: SandboxReturn): object[] {
  const [state, status] = STATES[one.state];
  const order = shop.byId.get(one.orderId);
  return one.lines.map((returned, index) => {
    const line = order?.lines.find((candidate) => candidate.id === returned.lineId);
    // What the seller pays is told as a negative amount.
    const money = moneyIn(shop.currency)(-(line?.priceCents ?? 0) * returned.quantity);
    const input = one.refundedCents === undefined ? money : moneyIn(shop.currency)(-one.refundedCents);
    return {
      returnId: `${one.id}${index + 1}`,
      orderId: one.orderId,
      buyerLoginName: order?.buyerName.toLowerCase().replace(/[^a-z]+/g, '_'),
      currentType: 'MONEY_BACK',
      state,
      status,
      creationInfo: {
        type: 'MONEY_BACK',
        item: {
          itemId: line ? listingOf(shop, line) : '',
          transactionId: returned.lineId,
          returnQuantity: returned.quantity,
        },
        reason: 'NO_LONGER_NEED_ITEM',
        reasonType: 'REMORSE',
        comments: { content: one.reason },
        creationDate: { value: iso(one.createdAt) },
      },
      ...(one.state === 'requested'
        ? {
            sellerResponseDue: {
              activityDue: 'SELLER_APPROVE_REQUEST',
              respondByDate: { value: iso(one.createdAt + ANSWER_MS) },
            },
          }
        : {}),
      sellerTotalRefund: {
        estimatedRefundAmount: money,
        ...(one.state === 'refunded' || one.refundedCents ? { actualRefundAmount: input } : {}),
      },
    };
  });
}

function oneReturn({ request, shop }: Call): { found: SandboxReturn; view: object } {
  const id = param(request, 'returnId');
  for (const found of shop.returns) {
    const at = found.lines.findIndex((_line, index) => `${found.id}${index + 1}` === id);
    const view = returnViews(shop, found)[at];
    if (view) return { found, view };
  }
  throw postOrder(404, 1616, `Invalid returnId: ${id}`);
}

function decide(ctx: Context, call: Call) {
  const { found } = oneReturn(call);
  const decision = text(call.body.decision);
  if (decision !== 'APPROVE' && decision !== 'DECLINE') throw postOrder(400, 1617, `Invalid decision: ${decision}`);
  if (found.state !== 'requested') throw postOrder(409, 1618, 'The return does not wait for a decision');
  ctx.world.moveReturn(call.shop.id, found.id, decision === 'APPROVE' ? 'approved' : 'rejected');
  return call.reply.send({});
}

function issueRefund(ctx: Context, call: Call) {
  const { found } = oneReturn(call);
  const detail = isRecord(call.body.refundDetail) ? call.body.refundDetail : {};
  const total = isRecord(detail.totalAmount) ? detail.totalAmount : {};
  const cents = Math.round(Number(text(total.value)) * 100);
  if (text(total.currency) !== call.shop.currency) throw postOrder(400, 1619, 'Invalid currency');
  if (!(cents > 0)) throw postOrder(400, 1620, 'Invalid refund amount');
  if (found.state === 'requested' || found.state === 'rejected' || found.state === 'refunded')
    throw postOrder(409, 1621, 'The return is not in a state to be refunded');
  const input = (found.refundedCents ?? 0) + cents;
  if (input > found.refundCents) throw postOrder(400, 1622, 'The refund exceeds what the buyer paid');
  found.refundedCents = input;
  found.updatedAt = call.now;
  // What is given back in parts ends with the last of them.
  if (input === found.refundCents) ctx.world.moveReturn(call.shop.id, found.id, 'refunded');
  return call.reply.send({ refundStatus: 'SUCCESS' });
}

function searchReturns(ctx: Context, { query, shop, reply, now }: Call) {
  const { limit, offset } = readPaging(query, { most: 200, usual: 25 }, (name, value) =>
    postOrder(400, 1614, `Invalid ${name}: ${value}`),
  );
  const from = query.creation_date_range_from === undefined ? 0 : Date.parse(query.creation_date_range_from);
  const to = query.creation_date_range_to === undefined ? now + 1 : Date.parse(query.creation_date_range_to);
  if (!(from <= to) || (from > 0 && from < now - EIGHTEEN_MONTHS)) throw postOrder(400, 1615, 'Invalid date range');
  if (query.sort !== undefined && !/^[+-]?(FILING_DATE|RETURN_ID|STATUS|REASON)$/.test(query.sort))
    throw postOrder(400, 1616, `Invalid sort: ${query.sort}`);
  const all = shop.returns
    .filter((one) => one.createdAt >= from && one.createdAt <= to)
    .filter((one) => query.order_id === undefined || one.orderId === query.order_id)
    .flatMap((one) => returnViews(shop, one));
  const page = pageOf(ctx, 'ebay', all, offset, limit);
  return reply.send({
    members: page.rows,
    total: page.total,
    paginationOutput: {
      limit,
      offset,
      totalEntries: page.total,
      totalPages: Math.ceil(page.total / limit),
    },
  });
}
