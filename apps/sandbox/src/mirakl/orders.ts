import { isRecord, text } from '../http/types.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify } from '../world/shop.ts';
import { type Call, done, type Operation, ok } from './api.ts';
import { bad, MiraklError, notFound } from './errors.ts';
import { instant, list, offsetPage } from './params.ts';
import { recordParcel } from './shipments.ts';
import { lineOf, orderView, stateOf } from './views.ts';

/** The start of a window of changes is widened by the server, against latency. */
const WIDENED_MS = 1_000;

export function orderIn({ shop }: Call, id: string): SandboxOrder {
  const order = shop.byId.get(id);
  if (!order) throw new MiraklError(404, `Order with id '${id}' not found`, 'ORDER_NOT_FOUND');
  return order;
}

function listOrders(call: Call) {
  const { shop, ctx, account } = call;
  const ids = list(call, 'order_ids');
  const states = list(call, 'order_state_codes');
  const from = instant(call, 'start_date') ?? 0;
  const to = instant(call, 'end_date') ?? Number.MAX_SAFE_INTEGER;
  const changedFrom = (instant(call, 'start_update_date') ?? WIDENED_MS) - WIDENED_MS;
  const changedTo = instant(call, 'end_update_date') ?? Number.MAX_SAFE_INTEGER;
  const found = [...shop.byId.values()]
    .filter(
      (order) =>
        (ids === undefined || ids.includes(order.id)) &&
        (states === undefined || states.includes(stateOf(order))) &&
        order.createdAt >= from &&
        order.createdAt <= to &&
        order.updatedAt >= changedFrom &&
        order.updatedAt <= changedTo,
    )
    .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  const page = offsetPage(call, found);
  return ok({ total_count: page.total, orders: page.rows.map((order) => orderView(ctx, account, shop, order)) });
}

function acceptOrder(call: Call) {
  const { ids, body, ctx } = call;
  const order = orderIn(call, ids[0] ?? '');
  const answered = isRecord(body) && Array.isArray(body.order_lines) ? body.order_lines.filter(isRecord) : [];
  if (answered.some((one) => typeof one.accepted !== 'boolean' || !text(one.id)))
    throw bad('order_lines: id and accepted are required', 'VALIDATION_ERROR');
  if (stateOf(order) !== 'WAITING_ACCEPTANCE')
    throw bad('Order is not in the expected state for this operation', 'ORDER_INVALID_STATE');
  const strange = answered.find((one) => !lineOf(order, text(one.id)));
  if (strange) throw bad(`Order line with id '${text(strange.id)}' not found`, 'ORDER_LINE_NOT_FOUND');
  if (new Set(answered.map((one) => one.id)).size < order.lines.length)
    throw bad('Some order lines are missing from the acceptance decision', 'ORDER_LINE_ACCEPTANCE_DECISION_MISSING');
  const accepted = answered.filter((one) => one.accepted === true).length;
  if (accepted > 0 && accepted < answered.length)
    throw bad('Partial acceptance is disabled', 'ORDER_PARTIAL_ACCEPTANCE_DISABLED');
  if (accepted === 0) ctx.world.cancel(order, 'refused by the shop', 'MERCHANT');
  else {
    notify(order, ctx.world.clock.now(), { kind: 'acknowledge', via: 'OR21', ref: order.id });
    ctx.world.touch(order, () => {
      order.acknowledged = true;
    });
  }
  return done;
}

const noCarrier = () => bad('Tracking details are mandatory for this shipping method', 'VALIDATION_ERROR');

function trackOrder(call: Call) {
  const { ids, body, ctx, account } = call;
  const order = orderIn(call, ids[0] ?? '');
  if (!isRecord(body) || !text(body.tracking_number)) throw noCarrier();
  const carrier = account.carriers.find((one) => one.code === text(body.carrier_code));
  if (!carrier) throw bad(`Carrier '${text(body.carrier_code) || text(body.carrier_name)}' is not registered`);
  if (order.status === 'cancelled' || order.status === 'pending') throw bad('Order is not in the expected state');
  order.extra.tracking = { carrier: carrier.code, number: text(body.tracking_number) };
  ctx.world.changes++;
  return done;
}

/** The rest of the order in one parcel, by the tracking told before. */
function shipOrder(call: Call) {
  const order = orderIn(call, call.ids[0] ?? '');
  // Nothing more is said about it.
  if (stateOf(order) !== 'SHIPPING') throw bad('Bad Request');
  const tracking = order.extra.tracking as { carrier: string; number: string } | undefined;
  if (!tracking) throw noCarrier();
  const lines = order.lines
    .filter((line) => line.shipped < line.quantity)
    .map((line) => ({ lineId: line.id, quantity: line.quantity - line.shipped }));
  recordParcel(call, order, { ...tracking, lines, via: 'OR24' });
  return done;
}

function cancelOrder(call: Call) {
  const order = orderIn(call, call.ids[0] ?? '');
  const state = stateOf(order);
  if (state !== 'SHIPPING' || order.lines.some((line) => line.shipped > 0))
    throw bad('Order cannot be canceled', 'ORDER_INVALID_STATE');
  call.ctx.world.cancel(order, 'canceled by the shop', 'MERCHANT');
  return done;
}

/** Source: OR11, OR12, OR21, OR23, OR24, OR29. */
export const orders: Operation[] = [
  {
    method: 'GET',
    path: '/api/orders',
    name: 'OR11',
    query: [
      ...['order_ids', 'order_state_codes', 'start_date', 'end_date', 'start_update_date', 'end_update_date'],
      ...['max', 'offset', 'sort', 'order'],
    ],
    handle: listOrders,
  },
  {
    method: 'GET',
    path: '/api/orders/{order_id}',
    name: 'OR12',
    handle: (call) => {
      const order = call.shop.byId.get(call.ids[0] ?? '');
      if (!order) throw notFound('Order');
      return ok(orderView(call.ctx, call.account, call.shop, order));
    },
  },
  { method: 'PUT', path: '/api/orders/{order_id}/accept', name: 'OR21', handle: acceptOrder },
  { method: 'PUT', path: '/api/orders/{order_id}/tracking', name: 'OR23', handle: trackOrder },
  { method: 'PUT', path: '/api/orders/{order_id}/ship', name: 'OR24', handle: shipOrder },
  { method: 'PUT', path: '/api/orders/{order_id}/cancel', name: 'OR29', handle: cancelOrder },
];
