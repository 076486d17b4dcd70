import { list, text } from '../http/types.ts';
import { whole } from '../iop/desk.ts';
import { IopError, missing } from '../iop/errors.ts';
import { changedBetween, createdBetween, pageOf } from '../kit/listing.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify, type Shop } from '../world/shop.ts';
import { instantOf, jsonOf, type LazadaApi, type LazadaCall, NAME } from './api.ts';
import { unitStatus, unitsOf } from './units.ts';
import { awaitsCancel, orderView, reverseIdOf, unitViews } from './views.ts';

const STATUSES = [
  ...['unpaid', 'pending', 'topack', 'toship', 'ready_to_ship', 'shipping', 'shipped', 'delivered', 'canceled'],
  ...['returned', 'failed', 'lost', 'packed'],
];
const REASONS: readonly (readonly [id: string, name: string])[] = [
  ['1000017', 'Out of Stock'],
  ['1000018', 'Wrong Price or Pricing Error'],
  ['1000019', 'Sourcing Delay (cannot meet deadline)'],
];
const MOST_NUMBERS = 50;

/** Orders: lists by time, details and units by number, and calling off. Source: GetOrders, GetMultipleOrderItems ... */
export function registerOrders(api: LazadaApi): void {
  api.add(
    {
      method: 'GET',
      path: '/orders/get',
      params: [
        ...['created_after', 'created_before', 'update_after', 'update_before', 'status'],
        ...['sort_by', 'sort_direction', 'offset', 'limit'],
      ],
    },
    getOrders,
  );
  api.add({ method: 'GET', path: '/order/get', params: ['order_id'] }, ({ ctx, shop, params }) => ({
    data: orderView(ctx, orderOf(shop, params.order_id)),
  }));
  api.add({ method: 'GET', path: '/order/items/get', params: ['order_id'] }, ({ ctx, shop, params }) => ({
    data: unitViews(ctx, shop, orderOf(shop, params.order_id)),
  }));
  api.add({ method: 'GET', path: '/orders/items/get', params: ['order_ids'] }, getMultipleOrderItems);
  const named = ['order_id', 'order_item_id_list'];
  api.add({ method: 'GET', path: '/order/reverse/cancel/validate', params: named }, validateCancel);
  api.add({ method: 'GET', path: '/order/reverse/cancel/create', params: [...named, 'reason_id'] }, createCancel);
  api.add(
    {
      method: 'GET',
      path: '/order/reverse/cancel/seller/decide',
      params: ['reverse_order_id', 'agree_cancel', 'reason_code'],
    },
    decideCancel,
  );
}

export function orderOf(shop: Shop, answered: unknown): SandboxOrder {
  const order = shop.byId.get(text(answered));
  if (!order) throw new IopError('16', `E016: "${text(answered)}" Invalid Order ID`, 'ISP');
  return order;
}

function getOrders({ ctx, shop, params }: LazadaCall) {
  const field = params.update_after ? 'update' : 'created';
  const from = params[`${field}_after`];
  if (!from) throw missing('update_after or created_after');
  const before = params[`${field}_before`];
  const { sort_by: sortBy = 'created_at', sort_direction: direction = 'DESC', status } = params;
  if (sortBy !== 'created_at' && sortBy !== 'updated_at') throw new IopError('75', 'E075: Invalid sort filter.', 'ISP');
  if (direction !== 'ASC' && direction !== 'DESC') throw new IopError('74', 'E074: Invalid sort direction.', 'ISP');
  if (status && !STATUSES.includes(status)) throw new IopError('36', 'E036: Invalid status filter', 'ISP');
  const offset = whole('Offset', params.offset ?? '0', 0, 5000, '14');
  const limit = whole('Limit', params.limit ?? '100', 1, 100, '19');
  const end = before ? instantOf(before) + 1000 : Number.MAX_SAFE_INTEGER;
  const found = (field === 'update' ? changedBetween : createdBetween)(shop, instantOf(from), end).filter(
    (order) => !status || unitsOf(order).some((unit) => unitStatus(order, unit.id) === status),
  );
  const time = (order: SandboxOrder) => (sortBy === 'created_at' ? order.createdAt : order.updatedAt);
  found.sort((a, b) => (direction === 'ASC' ? time(a) - time(b) : time(b) - time(a)));
  const page = pageOf(ctx, NAME, found, offset, limit);
  const orders = page.rows.map((order) => orderView(ctx, order));
  return { data: { count: orders.length, countTotal: page.total, orders } };
}

function getMultipleOrderItems({ ctx, shop, params }: LazadaCall) {
  const numbers = list(jsonOf('order_ids', params.order_ids)).map(text);
  if (numbers.length < 1 || numbers.length > MOST_NUMBERS)
    throw new IopError('37', `E037: order_ids must hold 1 to ${MOST_NUMBERS} numbers`, 'ISP');
  return {
    data: numbers.map((number) => {
      const order = orderOf(shop, number);
      return { order_number: Number(order.id), order_id: Number(order.id), order_items: unitViews(ctx, shop, order) };
    }),
  };
}

/** All units of the order, as numbers or texts. */
function namedOrder(call: LazadaCall): SandboxOrder {
  const order = call.shop.byId.get(call.params.order_id ?? '');
  if (!order) throw new IopError('122', 'E0122: invalid trade order', 'ISP');
  const named = list(jsonOf('order_item_id_list', call.params.order_item_id_list)).map(text);
  if (named.length === 0) throw new IopError('102', 'E0102: trade order line id is empty or invalid', 'ISP');
  const units = unitsOf(order).map((unit) => String(unit.id));
  for (const one of named)
    if (!units.includes(one)) throw new IopError('123', `E0123: invalid trade order lines ${one}`, 'ISP');
  if (named.length < units.length) throw new IopError('123', 'E0123: the stand-in cancels whole orders only', 'ISP');
  return order;
}

const isOpen = (order: SandboxOrder): boolean =>
  order.status === 'unshipped' && !order.parcels.some((parcel) => !parcel.cancelled);

function validateCancel(call: LazadaCall) {
  if (!isOpen(namedOrder(call)))
    return { data: { tip_type: 'error', tip_content: 'The order cannot be canceled in its current status' } };
  return {
    data: {
      tip_type: 'warn',
      tip_content: 'stock will be set as 0',
      reason_options: REASONS.map(([reason_id, reason_name]) => ({ reason_id, reason_name })),
    },
  };
}

function createCancel(call: LazadaCall) {
  const order = namedOrder(call);
  const reason = REASONS.find(([id]) => id === call.params.reason_id);
  if (!reason) throw new IopError('104', 'E0104: reason is empty or invalid', 'ISP');
  if (!isOpen(order))
    return { data: { tip_type: 'error', tip_content: 'The order cannot be canceled in its current status' } };
  call.ctx.world.cancel(order, reason[1], 'MERCHANT');
  return { data: { tip_type: 'warn', tip_content: 'stock will be set as 0' } };
}

function decideCancel({ ctx, shop, params }: LazadaCall) {
  const order = [...shop.byId.values()].find((one) => String(reverseIdOf(one)) === params.reverse_order_id);
  if (!order || !awaitsCancel(order)) throw new IopError('105', 'E0105: reverse order id is empty or invalid', 'ISP');
  if (params.agree_cancel === 'true') {
    notify(order, ctx.world.clock.now(), { kind: 'cancel', via: 'seller/decide', ref: order.id });
    ctx.world.cancel(order, order.cancelReason, 'BUYER');
  } else if (params.agree_cancel === 'false') {
    ctx.world.touch(order, () => {
      order.cancelRequested = false;
    });
  } else throw new IopError('131', 'E0131: no decision for this reverse order', 'ISP');
  return {};
}
