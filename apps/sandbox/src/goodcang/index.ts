import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Answered, Family, oldFashioned, Refused, sizeOf } from '../eccang/family.ts';
import { type Context, header, param, rawBody } from '../http/app.ts';
import { at, list, parseJson, text } from '../http/types.ts';
import { type Arrival, beijing, Depot, type DepotMoney, dollars, fromBeijing, pageOf } from '../kit/depot.ts';
import { pdfOf } from '../kit/pdf.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';

const KEYS = { key: 'goodcang-demo', token: 'goodcang-demo-token' };

const STATUS: Readonly<Record<Arrival['stage'], number>> = {
  submitted: 1,
  inTransit: 7,
  arrived: 7,
  receiving: 8,
  received: 9,
  putAway: 10,
  cancelled: 100,
};
const FLOW: Readonly<Record<DepotMoney['flow'], number>> = { topUp: 0, charge: 1, freeze: 2, unfreeze: 3 };
/** After so many rows only a token leads on, as after 5000 there. */
const PAGES_BY_NUMBER = 400;

type Service = (params: unknown) => Answered | Promise<Answered>;

function services(depot: Depot, family: Family): Readonly<Record<string, Service>> {
  return {
    'base_data/get_warehouse': () => family.warehouses(),
    'base_data/get_shipping_method': (params) => family.methods(params),
    'base_data/get_account_list': () => ({
      data: {
        customer_code: 'G001',
        account_list: [
          { account_code: 'ACG00101', balance_list: [{ currency_code: 'USD', amount: dollars(depot.balance) }] },
        ],
      },
    }),
    'product/add_product': (params) => family.putProduct(params, true, ['product_name_cn', 'product_name_en']),
    'product/edit_product': (params) => family.putProduct(params, false, ['product_name_cn', 'product_name_en']),
    'product/get_product_sku_list': (params) => family.products(params),
    'order/create_order': (params) => family.createOrder(params),
    'order/cancel_order': (params) => family.cancelOrder(params),
    'order/get_order_by_code': (params) => family.orderByCode(params),
    'order/get_order_by_ref_code': (params) => family.orderByReference(params),
    'order/get_order_list': (params) => family.orderList(params),
    'inventory/get_product_inventory': (params) => family.inventory(params, 200),
    'inventory/get_inventory_log': (params) => stockLog(depot, params),
    'inbound_order/create_grn': (params) => createGrn(family, params),
    'inbound_order/del_grn': (params) => family.cancelArrival(params),
    'inbound_order/get_grn_list': (params) => grnList(depot, params),
    'inbound_order/get_grn_detail': (params) => ({
      data: grnDetail(family.arrivalOf(text(at(params, 'receiving_code')))),
    }),
    'inbound_order/print_gc_receiving_box': async (params) => {
      const arrival = family.arrivalOf(text(at(params, 'receiving_code')));
      const boxes = new Set(arrival.boxes.map(({ box }) => box));
      const pdf = await pdfOf([...boxes].map((box) => [arrival.no, `BOX ${box}`, arrival.warehouse]));
      return { data: { label_image: pdf.toString('base64'), image_type: 2 } };
    },
  };
}

function createGrn(family: Family, params: unknown): Answered {
  const items = list(at(params, 'items'));
  items.forEach((box, index) => {
    if (Number(at(box, 'box_no')) !== index + 1) throw new Refused('40003', 'box_no 必须从1开始连续');
  });
  if (text(at(params, 'tracking_number')).length > 35) throw new Refused('40004', 'tracking_number 超过35个字符');
  if (![0, 1, 2, 3, 4, 5].includes(Number(at(params, 'receiving_shipping_type'))))
    throw new Refused('40005', 'receiving_shipping_type 不正确');
  const boxes = items.flatMap((box) =>
    list(at(box, 'box_details')).map((line) => ({ box: text(at(box, 'box_no')), ...family.line(line) })),
  );
  return { data: { receiving_code: family.arrival(params, 'RVG001-', boxes).no } };
}

function grnList(depot: Depot, params: unknown): Answered {
  const since = fromBeijing(text(at(params, 'create_date_from'))) ?? 0;
  const all = depot.arrivals.filter((one) => one.createdAt >= since);
  const page = pageOf(all, Number(at(params, 'page') ?? 1), sizeOf(params, 100));
  return {
    data: page.rows.map((one) => ({
      receiving_code: one.no,
      reference_no: one.ref,
      receiving_status: STATUS[one.stage],
      warehouse_code: one.warehouse,
      create_at: beijing(one.createdAt),
      update_at: beijing(one.updatedAt),
    })),
    more: { count: page.total },
  };
}

function grnDetail(arrival: Arrival) {
  const received = arrival.stage === 'received' || arrival.stage === 'putAway';
  return {
    receiving_code: arrival.no,
    reference_no: arrival.ref,
    receiving_status: STATUS[arrival.stage],
    warehouse_code: arrival.warehouse,
    create_at: beijing(arrival.createdAt),
    update_at: beijing(arrival.updatedAt),
    overseas_detail: arrival.boxes.map(({ box, sku, quantity }) => ({
      box_no: Number(box),
      product_sku: sku,
      overseas_pre_count: quantity,
      overseas_receiving_count: received ? quantity : 0,
      overseas_shelves_count: arrival.stage === 'putAway' ? quantity : 0,
    })),
  };
}

function stockLog(depot: Depot, params: unknown): Answered {
  const from = fromBeijing(text(at(params, 'create_date_from')));
  const end = fromBeijing(text(at(params, 'create_date_end')));
  if (from === undefined || end === undefined || end - from > 31 * 86_400_000)
    throw new Refused('50001', '时间跨度最大为31天');
  const all = depot.entries.filter(
    (one) => one.warehouse === text(at(params, 'warehouse_code')) && one.at >= from && one.at < end + 86_400_000,
  );
  const page = pageOf(all, Number(at(params, 'page') ?? 1), sizeOf(params, 200));
  return {
    data: page.rows.map((one) => ({
      reference_no: one.ref,
      // They ask by number and answer by word; the word of what is shipped is published nowhere, its name is.
      application_code: one.kind === 'ship' ? 4 : 'Putaway',
      application_code_text: one.kind === 'ship' ? '订单签出' : '入库上架',
      product_sku: one.sku,
      warehouse_code: one.warehouse,
      inventory_change_type: one.kind === 'ship' ? 2 : 1,
      inventory_change_type_text: one.kind === 'ship' ? '减少' : '新增',
      ibl_change_quantity: Math.abs(one.delta),
      ibl_add_time: beijing(one.at),
    })),
    more: { count: page.total },
  };
}

/** Of the second generation: numbers are numbers, and the page has a size of another name. */
function costFlow(depot: Depot, params: unknown): unknown {
  const from = fromBeijing(text(at(params, 'happen_start_time')));
  const to = fromBeijing(text(at(params, 'happen_end_time')));
  if (from === undefined || to === undefined || to - from > 365 * 86_400_000)
    throw new Refused('50002', '时间跨度最大为365天');
  const size = sizeOf(params, 200, 'page_size');
  const token = text(at(params, 'next_page_token'));
  const all = depot.money.filter((one) => one.at >= from && one.at <= to + 999);
  const start = token
    ? Number(Buffer.from(token, 'base64url').toString())
    : (Number(at(params, 'page') ?? 1) - 1) * size;
  if (!token && start >= PAGES_BY_NUMBER) throw new Refused('50003', 'next_page_token 必填');
  const end = start + size;
  const byToken = end >= PAGES_BY_NUMBER && end < all.length;
  return {
    list: all.slice(start, end).map((one) => ({
      id: String(144_873_315_125_000_000n + BigInt(one.id)),
      order_number: one.ref,
      reference_number: one.ref,
      account_code: 'ACG00101',
      types_of_fee: one.type,
      types_of_fee_text: one.type === 'TOPUP' ? '充值' : one.type === 'SHIPPING' ? '运输费' : '操作费',
      flow_type: FLOW[one.flow],
      amount: dollars(one.cents),
      currency_code: 'USD',
      currency_balance: dollars(one.balance),
      charge_type: 0,
      add_time: beijing(one.at),
    })),
    next_page_token: byToken ? Buffer.from(String(end)).toString('base64url') : '',
    prev_page_token: '',
    total: all.length,
  };
}

export const goodcangPlatform = {
  name: 'goodcang',
  shops: [],
  errors: {
    throttled: (reply: FastifyReply) => reply.code(429).send({ ask: 'Failure', message: '请求过于频繁' }),
    broken: (reply: FastifyReply) => reply.code(500).type('text/html').send('<html><body>502</body></html>'),
  },
  register(app: FastifyInstance, ctx: Context): PlatformSide {
    const depot = new Depot(ctx);
    const family = new Family(depot, 'SOG001-');
    const known = services(depot, family);
    app.post('/goodcang/public_open/:group/:call', async (request, reply) => {
      const service = `${param(request, 'group')}/${param(request, 'call')}`;
      request.note = service;
      const params = parseJson(rawBody(request));
      const second = service === 'finance/cost_flow_list';
      try {
        if (header(request, 'app-key') !== KEYS.key || header(request, 'app-token') !== KEYS.token)
          throw new Refused('10000', 'app-key或app-token错误，鉴权失败');
        if (second) return reply.send({ code: 0, message: 'success', data: costFlow(depot, params) });
        const work = known[service];
        if (!work) throw new Refused('10404', '接口地址有误');
        const { data, more } = await work(params);
        return reply.send({ ask: 'Success', message: 'Success', ...(oldFashioned({ ...more, data }) as object) });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        const { code, message } = error;
        if (second) return reply.send({ code: Number(code), message, data: null });
        return reply.send({ ask: 'Failure', message, data: null, Error: { errCode: code, errMessage: message } });
      }
    });
    return { save: () => depot.save(), load: (saved) => depot.load(saved) };
  },
} satisfies SandboxPlatform;
