import { isRecord, list, text } from '../http/types.ts';
import { drawLabel } from '../kit/label.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify } from '../world/shop.ts';
import { type AeApi, type AeCall, BusinessError, integer, json, listed, wrong } from './api.ts';
import { orderOf } from './orders.ts';
import { written } from './pacific.ts';
import { SERVICES } from './services.ts';
import { orderStatus } from './views.ts';

/** An order for AliExpress's own logistics: parcels go to a warehouse of theirs, and on from there. */
interface Online {
  id: number;
  service: string;
  courierNo: string;
  tracking: string;
  at: number;
}

const FEE_CENTS = 312;
const ADDRESS_ID = 417_001;
const WEIGHT = /^\d+(\.\d{1,3})?$/;
const onlineOf = (order: SandboxOrder): Online[] =>
  list(order.extra.online).flatMap((one) => (isRecord(one) ? [one as unknown as Online] : []));

/** What ways there are for an order, ordering one, finding it again, its label. Source: aliexpress.logistics.* */
export function registerLogistics(api: AeApi): void {
  api.add(
    'aliexpress.logistics.redefining.getonlinelogisticsservicelistbyorderid',
    ['order_id', 'goods_weight', 'goods_length', 'goods_width', 'goods_height', 'locale'],
    services,
  );
  api.add('aliexpress.logistics.redefining.getlogisticsselleraddresses', ['seller_address_query'], () => {
    const address = { address_id: ADDRESS_ID, is_default: 1, name: 'Tradewind', country: 'CN', city: 'Shenzhen' };
    return {
      result_success: true,
      sender_seller_address_list: listed('senderselleraddresslist', [address]),
      pickup_seller_address_list: listed('pickupselleraddresslist', [address]),
      refund_seller_address_list: listed('refundselleraddresslist', [address]),
    };
  });
  api.add(
    'aliexpress.logistics.createwarehouseorder',
    [
      ...['trade_order_id', 'trade_order_from', 'warehouse_carrier_service', 'declare_product_d_t_os'],
      ...['address_d_t_os', 'domestic_logistics_company', 'domestic_logistics_company_id', 'domestic_tracking_no'],
      ...['package_num', 'undeliverable_decision', 'oaid', 'invoice_number', 'top_user_key'],
    ],
    create,
  );
  api.add(
    'aliexpress.logistics.querylogisticsorderdetail',
    ['trade_order_id', 'domestic_logistics_num', 'current_page', 'page_size', 'international_logistics_num'],
    find,
  );
  api.add(
    'aliexpress.logistics.redefining.getprintinfos',
    ['print_detail', 'warehouse_order_query_d_t_os'],
    printInfos,
  );
}

const ready = (call: AeCall, order: SandboxOrder): boolean =>
  ['WAIT_SELLER_SEND_GOODS', 'SELLER_PART_SEND_GOODS'].includes(orderStatus(call.ctx, call.shop, order));

function services(call: AeCall) {
  const order = orderOf(call.shop, call.params.order_id);
  if (!WEIGHT.test(call.params.goods_weight ?? '')) throw wrong('goods_weight must be in kilograms');
  for (const name of ['goods_length', 'goods_width', 'goods_height']) integer(name, call.params[name], 1, 300);
  return {
    is_success: true,
    result_list: listed(
      'result',
      (ready(call, order) ? SERVICES.filter((one) => one.online) : []).map((one) => ({
        logistics_service_id: `${one.key}_SZ`,
        logistics_service_name: one.name,
        warehouse_name: 'Shenzhen',
        logistics_timeliness: '15-25',
        trial_result: 'CN￥ 22.40',
        express_logistics_service: false,
      })),
    ),
  };
}

function checkDeclared(call: AeCall): void {
  const rows = list(json(call, 'declare_product_d_t_os')).filter(isRecord);
  if (rows.length < 1 || rows.length > 50) throw wrong('declare_product_d_t_os must hold 1 to 50 products');
  for (const row of rows) {
    integer('product_id', row.product_id, 0, Number.MAX_SAFE_INTEGER);
    integer('product_num', row.product_num, 1, 999);
    if (!text(row.category_en_desc) || text(row.category_en_desc).length > 60) throw wrong('category_en_desc');
    if (!text(row.category_cn_desc) || text(row.category_cn_desc).length > 20) throw wrong('category_cn_desc');
    if (!WEIGHT.test(text(row.product_weight)) || Number(row.product_weight) > 30) throw wrong('product_weight');
    if (!(Number(row.product_declare_amount) >= 0.01)) throw wrong('product_declare_amount');
  }
  const answered = json(call, 'address_d_t_os');
  if (!isRecord(answered) || !isRecord(answered.sender) || !isRecord(answered.receiver))
    throw wrong('address_d_t_os needs a sender and a receiver');
  const { sender } = answered;
  if (sender.address_id === undefined ? !text(sender.street_address) : Number(sender.address_id) !== ADDRESS_ID)
    throw wrong('the address of the sender is not known');
}

function create(call: AeCall) {
  const { params, ctx } = call;
  const order = orderOf(call.shop, params.trade_order_id);
  if (params.trade_order_from !== 'ESCROW') throw wrong('trade_order_from must be ESCROW');
  const service = SERVICES.find((one) => one.online && `${one.key}_SZ` === params.warehouse_carrier_service);
  if (!service) throw new BusinessError('isv.service-error', 'warehouse_carrier_service is unknown');
  const courierNo = params.domestic_tracking_no ?? '';
  if (courierNo.length < 1 || courierNo.length > 32) throw wrong('domestic_tracking_no');
  if (integer('domestic_logistics_company_id', params.domestic_logistics_company_id, -1, 1e9) === -1)
    if (!params.domestic_logistics_company) throw wrong('domestic_logistics_company');
  checkDeclared(call);
  if (!ready(call, order))
    return {
      result_success: true,
      result: { success: false, error_code: 20_012, error_desc: 'the order cannot be sent' },
    };
  const known = onlineOf(order);
  const now = ctx.world.clock.now();
  const id = order.seq * 100 + known.length + 1;
  const one: Online = {
    id: 3_000_000_000 + id,
    service: service.key,
    courierNo,
    tracking: `LP${String(id).padStart(14, '0')}CN`,
    at: now,
  };
  notify(order, now, { kind: 'arrange', via: 'createwarehouseorder', ref: String(one.id), tracking: [one.tracking] });
  ctx.world.touch(order, () => {
    order.extra.online = [...known, one];
  });
  return {
    result_success: true,
    result: {
      success: true,
      error_code: 1,
      warehouse_order_id: one.id,
      intl_tracking_no: one.tracking,
      out_order_id: one.id,
      trade_order_id: Number(order.id),
      trade_order_from: 'ESCROW',
    },
  };
}

function find(call: AeCall) {
  const { params, shop } = call;
  integer('current_page', params.current_page, 1, 10_000);
  integer('page_size', params.page_size, 1, 50);
  const order = orderOf(shop, params.trade_order_id);
  const found = onlineOf(order).filter(
    (one) => !params.domestic_logistics_num || one.courierNo === params.domestic_logistics_num,
  );
  return {
    result: {
      success: true,
      current_page: 1,
      total_page: 1,
      result_list: listed(
        'aeop_logistics_order_detail_dto',
        found.map((one) => ({
          logistics_order_id: one.id,
          trade_order_id: Number(order.id),
          international_logistics_num: one.tracking,
          international_logistics_type: one.service,
          logistics_status: 'wait_warehouse_receive_goods',
          logistics_fee: { amount: (FEE_CENTS / 100).toFixed(2), cent: FEE_CENTS, currency_code: shop.currency },
          gmt_create: written(one.at),
        })),
      ),
    },
  };
}

async function printInfos(call: AeCall) {
  const [row, ...others] = list(json(call, 'warehouse_order_query_d_t_os')).filter(isRecord);
  if (!row || others.length > 0) throw wrong('warehouse_order_query_d_t_os: the stand-in prints one at a time');
  for (const order of call.shop.byId.values()) {
    const one = onlineOf(order).find((candidate) => candidate.id === Number(row.id));
    if (!one) continue;
    const pdf = await drawLabel('CAINIAO', order, one.tracking);
    return { result: JSON.stringify({ StatusCode: 200, body: pdf.toString('base64') }) };
  }
  throw new BusinessError('isv.warehouse-order-not-exist', `the warehouse order ${text(row.id)} does not exist`);
}
