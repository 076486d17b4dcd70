import type { FastifyInstance } from 'fastify';
import { type Context, param } from '../http/app.ts';
import { at, list, text } from '../http/types.ts';
import { type Arrival, Depot, type DepotOrder, dollars, pageOf, Refused, STEP_MS } from '../kit/depot.ts';
import { pdfOf } from '../kit/pdf.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { gatewayErrors, openGateway } from './gateway.ts';

const KEYS = { key: 'fpx-key-demo', secret: 'fpx-secret-demo' };
const MONTH_MS = 30 * 86_400_000;

const WAREHOUSES = [
  {
    warehouse_code: 'USLAXA',
    warehouse_name_cn: '洛杉矶仓',
    warehouse_name_en: 'Los Angeles',
    country: 'US',
    service_code: 'F,R',
  },
  {
    warehouse_code: 'CZPRGA',
    warehouse_name_cn: '布拉格仓',
    warehouse_name_en: 'Prague',
    country: 'CZ',
    service_code: 'F',
  },
  {
    warehouse_code: 'CNSZXA',
    warehouse_name_cn: '深圳仓',
    warehouse_name_en: 'Shenzhen',
    country: 'CN',
    service_code: 'S',
  },
];
const PRODUCTS = [
  { logistics_product_code: 'B1', logistics_product_name_cn: '美国本土标准', logistics_product_name_en: 'US standard' },
  {
    logistics_product_code: 'B2',
    logistics_product_name_cn: '美国本土快速',
    logistics_product_name_en: 'US expedited',
  },
];

const ARRIVAL: Readonly<Record<Arrival['stage'], string>> = {
  submitted: 'S',
  inTransit: 'A',
  arrived: 'A',
  receiving: 'G',
  received: 'V',
  putAway: 'C',
  cancelled: 'X',
};
const ORDER: Readonly<Record<DepotOrder['stage'], string>> = {
  accepted: 'S',
  processing: 'S',
  picking: 'P',
  packed: 'P',
  shipped: 'C',
  delivered: 'C',
  cancelled: 'X',
  short: 'E',
};

type Service = (params: unknown) => unknown;

function paged<T>(params: unknown, all: readonly T[], most: number, view: (one: T) => unknown) {
  const size = Number(at(params, 'page_size') ?? 20);
  if (!(size >= 1 && size <= most)) throw new Refused('P001', `page_size must be 1 to ${most}`);
  const page = pageOf(all, Number(at(params, 'page_no') ?? 1), size);
  return { page_no: page.page, page_size: size, total: page.total, data: page.rows.map(view) };
}

/** Times between two fields of the question; a month at most lies between them. */
function within(params: unknown, name: string): (time: number) => boolean {
  const start = at(params, `${name}_start`);
  const end = at(params, `${name}_end`);
  if (start === undefined && end === undefined) return () => true;
  if (!(Number(end) - Number(start) <= MONTH_MS)) throw new Refused('P002', `${name}: 时间跨度不能超过30天`);
  return (time) => time > 0 && time >= Number(start) && time <= Number(end);
}

function lineOf(depot: Depot, line: unknown, quantity: string) {
  const sku = text(at(line, 'sku_code'));
  const product = depot.product(sku);
  if (!product) throw new Refused('W010', `SKU ${sku} 不存在`);
  if (!depot.isApproved(product)) throw new Refused('W011', `SKU ${sku} 未发布`);
  const many = Number(at(line, quantity));
  if (!Number.isInteger(many) || many < 1) throw new Refused('W012', `${quantity} 必须为正整数`);
  return { sku, quantity: many };
}

function warehouseOf(code: string): string {
  if (WAREHOUSES.some((one) => one.warehouse_code === code && one.service_code.includes('F'))) return code;
  throw new Refused('W001', `warehouse_code ${code} 不存在`);
}

function products(depot: Depot): Readonly<Record<string, Service>> {
  const put = (params: unknown, isNew: boolean) => {
    const sku = text(at(params, 'sku_code'));
    if (!/^[\w-]{1,50}$/.test(sku)) throw new Refused('W002', 'sku_code 只允许字母、数字和-');
    const known = depot.product(sku);
    if (isNew === (known !== undefined)) throw new Refused('W003', `SKU ${sku} ${isNew ? '已存在' : '不存在'}`);
    const [length = 0, width = 0, height = 0] = ['length', 'width', 'height'].map(
      (side) => Number(at(params, side)) * 10,
    );
    const grams = Number(at(params, 'weight'));
    if (![grams, length, width, height].every((one) => one > 0)) throw new Refused('W004', 'weight 必须大于0');
    if (!/[\u4e00-\u9fff]/.test(text(at(params, 'chinese_name')))) throw new Refused('W005', 'chinese_name 必须为中文');
    depot.putProduct({
      sku,
      nameEn: text(at(params, 'sku_name')),
      nameZh: text(at(params, 'chinese_name')),
      grams,
      mm: [length, width, height],
      draft: false,
    });
    return { sku_code: sku };
  };
  return {
    'fu.wms.sku.newcreate': (params) => put(params, true),
    'fu.wms.sku.edit': (params) => put(params, false),
    'fu.wms.sku.getlist': (params) => {
      const requested = list(at(params, 'lstsku')).map(text);
      if (requested.length > 100) throw new Refused('W006', 'lstsku 最大支持100个');
      return {
        skulist: depot.products
          .filter(({ sku }) => requested.includes(sku))
          .map((one) => ({
            sku_code: one.sku,
            sku_name: one.nameEn,
            chinese_name: one.nameZh,
            weight: String(one.grams),
            sku_status: depot.isApproved(one) ? 'S' : 'W',
          })),
      };
    },
  };
}

function arrivals(depot: Depot, baseUrl: () => string): Readonly<Record<string, Service>> {
  const find = (params: unknown) => {
    const found = depot.arrivals.find((one) => one.no === text(at(params, 'consignment_no')));
    if (!found) throw new Refused('W020', '入库委托单不存在');
    return found;
  };
  return {
    'fu.wms.inbound.create': (params) => {
      const ref = text(at(params, 'ref_no'));
      if (depot.arrivals.some((one) => one.ref === ref && one.stage !== 'cancelled'))
        throw new Refused('W021', `ref_no ${ref} 重复`);
      const boxes = list(at(params, 'iconsignment_sku')).map((line) => ({
        box: text(at(line, 'box_no')),
        ...lineOf(depot, line, 'plan_qty'),
      }));
      const warehouse = warehouseOf(text(at(params, 'to_warehouse_code')));
      return { consignment_no: depot.arrive({ no: depot.number('IC', 12), ref, warehouse, boxes }).no, ref_no: ref };
    },
    'fu.wms.inbound.cancel': (params) => {
      const arrival = find(params);
      if (!depot.cancelArrival(arrival)) throw new Refused('W022', '当前状态不能取消');
      return { consignment_no: arrival.no, status: 'X' };
    },
    'fu.wms.inbound.getlist': (params) => {
      const [no, ref] = [text(at(params, 'consignment_no')), text(at(params, 'ref_no'))];
      const made = within(params, 'create_time');
      const all = depot.arrivals.filter(
        (one) => (!no || one.no === no) && (!ref || one.ref === ref) && made(one.createdAt),
      );
      return paged(params, all, 500, (one) => ({
        consignment_no: one.no,
        ref_no: one.ref,
        to_warehouse_code: one.warehouse,
        status: ARRIVAL[one.stage],
        create_time: one.createdAt,
        lstsku: one.boxes.map(({ box, sku, quantity }) => ({
          box_no: box,
          sku_code: sku,
          plan_qty: String(quantity),
          received_qty: String(one.stage === 'received' || one.stage === 'putAway' ? quantity : 0),
          putaway_qty: String(one.stage === 'putAway' ? quantity : 0),
          exception_qty: '',
        })),
      }));
    },
    'fu.wms.inbound.getinboundlabel': (params) => ({
      label_url: `${baseUrl()}/fourpx/labels/${find(params).no}.pdf`,
      status: 'S',
    }),
  };
}

function orders(depot: Depot): Readonly<Record<string, Service>> {
  const view = (one: DepotOrder) => {
    const sent = one.shippedAt > 0;
    return {
      consignment_no: one.no,
      ref_no: one.ref,
      from_warehouse_code: one.warehouse,
      '4px_tracking_no': sent ? `4PX${one.no.slice(2)}CN` : '',
      // The last mile tells its number a step later.
      shipping_no: sent && depot.now() - one.shippedAt >= STEP_MS ? one.tracking : null,
      carrier_code: sent ? 'USPS' : null,
      status: ORDER[one.stage],
      sub_status: one.stage === 'short' ? 'S' : null,
      logistics_product_code: one.method,
      country: one.country,
      total_weight: String(one.grams),
      shipping_weight: sent ? String(one.grams + 40) : null,
      billing_amount: sent ? Number(dollars(one.freight + 120)) : 0,
      currency: 'USD',
      create_time: one.createdAt,
      update_time: one.updatedAt,
      complete_time: one.shippedAt || null,
      outboundlist_sku: one.lines.map(({ sku, quantity }) => ({ sku_code: sku, qty: quantity, stock_quality: 'G' })),
      consignment_packages: null,
    };
  };
  return {
    'fu.wms.outbound.create': (params) => {
      const ref = text(at(params, 'ref_no'));
      if (!ref) throw new Refused('W030', 'ref_no 不能为空');
      if (depot.orders.some((one) => one.ref === ref && one.stage !== 'cancelled'))
        throw new Refused('W031', `ref_no ${ref} 重复`);
      const method = text(at(params, 'logistics_service_info', 'logistics_product_code'));
      if (!PRODUCTS.some((one) => one.logistics_product_code === method))
        throw new Refused('W032', `logistics_product_code ${method} 不可用`);
      const address = at(params, 'oconsignment_desc');
      for (const field of ['country', 'city', 'post_code', 'street', 'first_name'])
        if (!text(at(address, field))) throw new Refused('W033', `${field} 不能为空`);
      const order = depot.order({
        no: depot.number('OC', 12),
        ref,
        warehouse: warehouseOf(text(at(params, 'from_warehouse_code'))),
        method,
        country: text(at(address, 'country')),
        lines: list(at(params, 'oconsignment_sku')).map((line) => lineOf(depot, line, 'qty')),
      });
      return { consignment_no: order.no, ref_no: ref };
    },
    'fu.wms.outbound.cancel': (params) => {
      const order = depot.orders.find((one) => one.no === text(at(params, 'consignment_no')));
      if (!order) throw new Refused('W034', '出库委托单不存在');
      const type = text(at(params, 'cancel_type'));
      if (!['AP', 'RO', 'OS', 'BC', 'CF', 'OT'].includes(type)) throw new Refused('W035', 'cancel_type 不正确');
      if (type === 'OT' && !text(at(params, 'cancel_remark'))) throw new Refused('W036', 'cancel_remark 不能为空');
      if (!['accepted', 'processing', 'short'].includes(order.stage))
        throw new Refused('W037', '已拣货的委托单不能取消');
      depot.stop(order);
      return { consignment_no: order.no, status: 'X', ref_no: order.ref };
    },
    'fu.wms.outbound.getlist': (params) => {
      const [no, ref] = [text(at(params, 'consignment_no')), text(at(params, 'ref_no'))];
      const made = within(params, 'create_time');
      const gone = within(params, 'complete_time');
      const all = depot.orders.filter(
        (one) => (!no || one.no === no) && (!ref || one.ref === ref) && made(one.createdAt) && gone(one.shippedAt),
      );
      return paged(params, all, 500, view);
    },
  };
}

function stock(depot: Depot): Readonly<Record<string, Service>> {
  return {
    'fu.wms.inventory.get': (params) => {
      const warehouse = warehouseOf(text(at(params, 'warehouse_code')));
      return paged(params, depot.stock(warehouse), 50, (one) => ({
        sku_id: `ID${one.sku}`,
        sku_code: one.sku,
        warehouse_code: warehouse,
        batch_no: null,
        available_stock: one.available,
        pending_stock: one.allocated,
        onway_stock: one.onway,
        stock_quality: 'G',
      }));
    },
    'fu.wms.inventory.getlog': (params) => {
      const made = within(params, 'create_time');
      const warehouse = text(at(params, 'warehouse_code'));
      const all = depot.entries.filter((one) => one.warehouse === warehouse && made(one.at));
      return paged(params, all, 500, (one) => ({
        inventory_flow_id: String(880_000 + one.id),
        sku_code: one.sku,
        warehouse_code: one.warehouse,
        business_type: one.kind === 'ship' ? 'O' : 'I',
        business_ref_no: one.ref,
        io_qty: String(Math.abs(one.delta)),
        balance_stock: String(one.balance),
        journal_type: one.delta < 0 ? 'O' : 'I',
        create_time: one.at,
      }));
    },
  };
}

export const fourpxPlatform = {
  name: 'fourpx',
  shops: [],
  errors: gatewayErrors,
  register(app: FastifyInstance, ctx: Context): PlatformSide {
    const depot = new Depot(ctx);
    const services: Readonly<Record<string, Service>> = {
      'com.basis.warehouse.getlist': (params) =>
        WAREHOUSES.filter((one) => one.service_code.includes(text(at(params, 'service_code')) || 'F')),
      'com.basis.logistics_product.getlist': () => PRODUCTS,
      ...products(depot),
      ...arrivals(depot, () => ctx.baseUrl()),
      ...orders(depot),
      ...stock(depot),
    };
    openGateway(app, ctx, 'fourpx', KEYS, (method) => {
      const service = services[method];
      return service && { work: service };
    });
    app.get('/fourpx/labels/:file', async (request, reply) => {
      const arrival = depot.arrivals.find((one) => `${one.no}.pdf` === param(request, 'file'));
      if (!arrival) return reply.code(404).send('not found');
      const boxes = [...new Set(arrival.boxes.map(({ box }) => box))];
      const pdf = await pdfOf(boxes.map((box) => [arrival.no, `BOX ${box}`, arrival.warehouse]));
      return reply.type('application/pdf').send(pdf);
    });
    return { save: () => depot.save(), load: (saved) => depot.load(saved) };
  },
} satisfies SandboxPlatform;
