import { list, text } from '../http/types.ts';
import { whole } from '../iop/desk.ts';
import { IopError } from '../iop/errors.ts';
import { pageOf } from '../kit/listing.ts';
import type { SandboxReturn } from '../world/returns.ts';
import type { Shop } from '../world/shop.ts';
import { jsonOf, type LazadaApi, type LazadaCall, NAME } from './api.ts';
import { unitsOf } from './units.ts';

type State = SandboxReturn['state'];
const STATUS: Readonly<Record<State, readonly [reverse: string, logistics: string]>> = {
  requested: ['REQUEST_INITIATE', 'INITIAL'],
  approved: ['REFUND_PENDING', 'RETURN_PICKUP_PENDING'],
  shipped: ['REFUND_PENDING', 'RETURN_IN_TRANSIT'],
  received: ['REFUND_PENDING', 'RETURN_DELIVERED'],
  refunded: ['REFUND_SUCCESS', 'RETURN_DELIVERED'],
  rejected: ['REQUEST_REJECT', 'RETURN_CANCELED'],
};
const TYPES = ['CANCEL', 'RETURN', 'ONLY_REFUND'];

/** What buyers send back. Source: GetReverseOrdersForSeller */
export function registerReturns(api: LazadaApi): void {
  api.add(
    {
      method: 'ANY',
      path: '/reverse/getreverseordersforseller',
      params: [
        ...['page_no', 'page_size', 'request_type_list', 'ofc_status_list', 'reverse_status_list', 'reverse_order_id'],
        ...['trade_order_id', 'return_to_type', 'dispute_in_progress', 'QC_Decision'],
        ...['ReverseOrderLineModifiedTimeRangeStart', 'ReverseOrderLineModifiedTimeRangeEnd'],
        ...['ReverseOrderLineTimeRangeStart', 'ReverseOrderLineTimeRangeEnd'],
      ],
    },
    getReverseOrders,
  );
  api.add({ method: 'GET', path: '/order/reverse/reason/list', params: ['reverse_order_line_id'] }, reasons);
  api.add(
    {
      method: 'GET',
      path: '/order/reverse/return/update',
      params: ['action', 'reverse_order_id', 'reverse_order_item_ids', 'reason_id', 'comment', 'image_info'],
    },
    update,
  );
}

const REASONS = [
  { reason_id: 1_000_017, text: 'Item is used or damaged', muti_language_text: 'Item is used or damaged' },
  { reason_id: 1_000_018, text: 'Others', muti_language_text: 'Others' },
];
const refuse = (code: string, message: string) => new IopError(code, `E0${code}: ${message}`, 'ISP');

function reasons({ params }: LazadaCall) {
  if (!params.reverse_order_line_id) throw refuse('103', 'reverse order line id is empty when query reject reason');
  return { data: REASONS };
}

/** Lines of a return that were refused, until all of it is. */
const refused = new WeakMap<SandboxReturn, Set<number>>();
const refusedOf = (one: SandboxReturn): Set<number> => refused.get(one) ?? new Set();

/** Source: ReverseOrderReturnUpdate. Buyers of the sandbox always send things back. */
function update({ ctx, shop, params }: LazadaCall) {
  const found = shop.returns.find((one) => one.id === params.reverse_order_id);
  if (!found) throw refuse('112', 'no reverse order found');
  const known = view(shop, found).reverse_order_lines.map((line) => line.reverse_order_line_id);
  const lines = list(jsonOf('reverse_order_item_ids', params.reverse_order_item_ids ?? '[]')).map(Number);
  if (lines.length === 0 || lines.some((line) => !known.includes(line)))
    throw refuse('126', 'invalid reverse order lines');
  if (params.action !== 'agreeReturn' && params.action !== 'refuseReturn')
    throw refuse('114', 'this reverse does not support this action');
  if (found.state !== 'requested' || lines.some((line) => refusedOf(found).has(line)))
    throw refuse('114', 'this reverse does not support this action');
  if (params.action === 'agreeReturn') ctx.world.moveReturn(shop.id, found.id, 'approved');
  else {
    if (!REASONS.some((one) => String(one.reason_id) === params.reason_id))
      throw refuse('108', "reason can't be empty if you want to refuse return or refund");
    if (!params.comment) throw refuse('109', "comment can't be empty if you want to refuse return or refund");
    if (lines.length > 1) throw refuse('111', 'do not support massive reverse order line operation');
    refused.set(found, new Set([...refusedOf(found), ...lines]));
    if (refusedOf(found).size === known.length) ctx.world.moveReturn(shop.id, found.id, 'rejected');
  }
  return { data: { reverse_order_id: Number(found.id), reverse_order_line: [] } };
}

function getReverseOrders({ ctx, shop, params }: LazadaCall) {
  const pageNo = whole('page_no', params.page_no, 1, 100_000, '5');
  const size = whole('page_size', params.page_size, 1, 100, '5');
  const bound = (name: string, otherwise: number) =>
    params[name] ? whole(name, params[name], 0, Number.MAX_SAFE_INTEGER, '5') : otherwise;
  const from = bound('ReverseOrderLineModifiedTimeRangeStart', 0);
  const to = bound('ReverseOrderLineModifiedTimeRangeEnd', Number.MAX_SAFE_INTEGER);
  const types = params.request_type_list
    ? list(jsonOf('request_type_list', params.request_type_list)).map(text)
    : TYPES;
  for (const type of types) if (!TYPES.includes(type)) throw new IopError('5', `unknown request type ${type}`, 'ISP');
  const found = shop.returns.filter(
    (one) =>
      types.includes('RETURN') &&
      one.updatedAt >= from &&
      one.updatedAt <= to &&
      (!params.trade_order_id || one.orderId === params.trade_order_id) &&
      (!params.reverse_order_id || one.id === params.reverse_order_id),
  );
  const page = pageOf(ctx, NAME, found, (pageNo - 1) * size, size);
  return {
    result: {
      success: true,
      page_no: pageNo,
      page_size: size,
      total: page.total,
      items: page.rows.map((one) => view(shop, one)),
    },
  };
}

function view(shop: Shop, one: SandboxReturn) {
  const order = shop.byId.get(one.orderId);
  const units = order ? unitsOf(order) : [];
  const returned = one.lines.flatMap(({ lineId, quantity }) =>
    units.filter((unit) => unit.line.id === lineId).slice(0, quantity),
  );
  const [reverse_status, ofc_status] = STATUS[one.state];
  return {
    reverse_order_id: Number(one.id),
    trade_order_id: Number(one.orderId),
    request_type: 'RETURN',
    is_rtm: true,
    shipping_type: 'PICK_UP',
    reverse_order_lines: returned.map(({ id, line }, index) => ({
      reverse_order_line_id: Number(one.id) * 1000 + index,
      trade_order_line_id: id,
      seller_sku_id: line.sku,
      platform_sku_id: '',
      reverse_status: refusedOf(one).has(Number(one.id) * 1000 + index) ? STATUS.rejected[0] : reverse_status,
      ofc_status,
      refund_amount: line.priceCents,
      item_unit_price: line.priceCents,
      reason_text: one.reason,
      reason_code: 10_001,
      tracking_number: one.tracking,
      is_need_refund: true,
      is_dispute: false,
      whqc_decision: '',
      return_order_line_gmt_create: one.createdAt,
      return_order_line_gmt_modified: one.updatedAt,
    })),
  };
}
