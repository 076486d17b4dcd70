import { list, text } from '../http/types.ts';
import { changedBetween, createdBetween, pageOf } from '../kit/listing.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { type AeApi, type AeCall, BusinessError, integer, listed, NAME, query, wrong } from './api.ts';
import { readTime } from './pacific.ts';
import { listRow, orderStatus, orderView } from './views.ts';

const DAY_MS = 86_400_000;
const STATUSES = [
  ...['PLACE_ORDER_SUCCESS', 'PAYMENT_PROCESSING', 'IN_CANCEL', 'WAIT_SELLER_SEND_GOODS', 'SELLER_PART_SEND_GOODS'],
  ...['WAIT_BUYER_ACCEPT_GOODS', 'FUND_PROCESSING', 'IN_ISSUE', 'IN_FROZEN', 'WAIT_SELLER_EXAMINE_MONEY'],
  ...['RISK_CONTROL', 'RISK_CONTROL_HOLD', 'FINISH', 'ARCHIVE'],
];

/** Orders by the time they were placed and changed, and one by one. Source: aliexpress.trade.* */
export function registerOrders(api: AeApi): void {
  api.add('aliexpress.trade.seller.orderlist.get', ['param_aeop_order_query'], orderList);
  api.add('aliexpress.trade.new.redefining.findorderbyid', ['param1'], (call) => {
    const answered = query(call, 'param1', ['order_id', 'ext_info_bit_flag', 'field_list']);
    return { result: { success: true, target: orderView(call.ctx, call.shop, orderOf(call.shop, answered.order_id)) } };
  });
}

export function orderOf(shop: Shop, answered: unknown): SandboxOrder {
  const order = shop.byId.get(text(answered));
  if (!order) throw new BusinessError('isv.order-not-exist', `the order ${text(answered)} does not exist`);
  return order;
}

/** A shop's orders placed in a span that may not be too long, and changed in another. */
function chosen({ ctx, shop }: AeCall, answered: Record<string, unknown>): SandboxOrder[] {
  const statuses = list(answered.order_status_list ?? answered.order_status).map(text);
  for (const status of statuses) if (!STATUSES.includes(status)) throw wrong(`order_status ${status} is unknown`);
  const modified = answered.modified_date_start !== undefined || answered.modified_date_end !== undefined;
  if (modified && (answered.create_date_start === undefined || answered.create_date_end === undefined))
    throw wrong('create_date_start and create_date_end must come with the modified dates');
  const from = readTime('create_date_start', answered.create_date_start);
  const to = readTime('create_date_end', answered.create_date_end);
  const most = statuses.includes('FINISH') || statuses.includes('ARCHIVE') ? 30 : 180;
  // An hour more or less, where summer time begins or ends in it.
  if (to < from || to - from > most * DAY_MS + 3_600_000)
    throw wrong(`the span between create_date_start and create_date_end must not be more than ${most} days`);
  const found = modified
    ? changedBetween(
        shop,
        readTime('modified_date_start', answered.modified_date_start),
        readTime('modified_date_end', answered.modified_date_end) + 1000,
      ).filter((order) => order.createdAt >= from && order.createdAt <= to)
    : createdBetween(shop, from, to + 1000);
  return found.filter((order) => {
    const status = orderStatus(ctx, shop, order);
    return !STATUSES.includes(status) || (statuses.length > 0 ? statuses.includes(status) : status !== 'FINISH');
  });
}

function orderList(call: AeCall) {
  const { ctx, shop } = call;
  const answered = query(call, 'param_aeop_order_query', [
    ...['current_page', 'page_size', 'create_date_start', 'create_date_end', 'modified_date_start'],
    ...['modified_date_end', 'order_status_list', 'order_status', 'buyer_login_id'],
  ]);
  const size = integer('page_size', answered.page_size, 1, 50);
  const desired = integer('current_page', answered.current_page, 1, 100_000);
  const found = chosen(call, answered).reverse();
  const page = pageOf(ctx, NAME, found, (desired - 1) * size, size);
  const [first] = page.rows;
  return {
    result: {
      success: true,
      total_count: page.total,
      total_page: Math.ceil(page.total / size),
      // A page that was answered twice says which it is.
      current_page: first ? Math.floor(found.indexOf(first) / size) + 1 : desired,
      page_size: size,
      target_list: listed(
        'aeop_order_item_dto',
        page.rows.map((order) => listRow(ctx, shop, order)),
      ),
    },
  };
}
