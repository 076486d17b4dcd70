import type { FastifyInstance } from 'fastify';
import { gatewayErrors, openGateway } from '../fourpx/gateway.ts';
import { type Context, param } from '../http/app.ts';
import { at, text } from '../http/types.ts';
import { Refused } from '../kit/depot.ts';
import { moveParcel } from '../kit/journey.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { type Consignment, Consignments, type SavedConsignments, statusOf } from './consignments.ts';
import { drawConsignment } from './label.ts';
import { readOrder } from './orderInput.ts';
import { COUNTRIES, costOf, PRODUCTS, sells } from './products.ts';

const NAME = 'fourpxDirect';
const KEYS = { key: 'fpx-direct-demo', secret: 'fpx-direct-secret' };
const LONG_MM: Readonly<Record<string, number>> = { label_100x100: 100, label_100x150: 150 };
const OWN = ['reference', 'number'] as const;
const ANY = ['reference', 'number', 'channelNo'] as const;

type Service = (params: unknown, desk: Consignments, baseUrl: string) => unknown;

/** The last order under the number. */
function known(desk: Consignments, params: unknown, fields: readonly ('reference' | 'number' | 'channelNo')[]) {
  const number = text(at(params, 'request_no'));
  const found = desk.under(number, fields).at(-1);
  if (!found) throw new Refused('DS000201', `订单 ${number} 不存在`);
  return found;
}

/** Only before the warehouse has it. */
function forecast(desk: Consignments, params: unknown): Consignment {
  const found = known(desk, params, OWN);
  if (statusOf(found) !== 'P') throw new Refused('DS000202', '订单当前状态不允许此操作');
  return found;
}

const numbersOf = (one: Consignment) => ({
  ds_consignment_no: one.consignment,
  '4px_tracking_no': one.number,
  ref_no: one.reference,
  logistics_channel_no: one.channelNo,
});

/** What the clock of the place showed. */
function eventView({ at: moment, code, words, country, city }: Consignment['events'][number]) {
  const offset = COUNTRIES[country]?.offset ?? '+08:00';
  const [hours = 0] = offset.split(':').map(Number);
  const local = new Date(moment + hours * 3_600_000).toISOString();
  return {
    businessLinkCode: code,
    occurDatetime: local.slice(0, 19).replace('T', ' '),
    timeZone: `UTC${offset}`,
    occurLocation: city,
    country,
    city,
    trackingContent: words,
  };
}

const ORDERS: Readonly<Record<string, Service>> = {
  'ds.xms.order.create': (params, desk) => {
    const order = readOrder(params);
    if (desk.isTaken(order.reference)) throw new Refused('DS000101', `此单已存在: ${order.reference}`);
    const made = desk.open(order);
    return { ...numbersOf(made), label_barcode: made.channelNo || made.number, oda_result_sign: 'N' };
  },
  'ds.xms.order.get': (params, desk) =>
    desk.under(text(at(params, 'request_no')), OWN).map((one) => ({
      consignment_info: {
        ...numbersOf(one),
        consignment_status: statusOf(one),
        logistics_product_code: one.product,
        insure_status: '',
        has_insurance: 'N',
        consignment_create_date: String(one.createdAt),
      },
      parcel_confirm_info: { confirm_parcel_qty: 1, parcel_total_weight: one.grams },
    })),
  'ds.xms.order.cancel': (params, desk) => {
    if (!text(at(params, 'cancel_reason'))) throw new Refused('DS000203', 'cancel_reason 不能为空');
    desk.cancel(forecast(desk, params));
    return null;
  },
  'ds.xms.order.updateweight': (params, desk) => {
    const grams = Number(at(params, 'weight'));
    if (!Number.isInteger(grams) || grams < 1) throw new Refused('DS000068', '预报重必须为正整数（g）');
    forecast(desk, params).grams = grams;
    return null;
  },
  'ds.xms.order.hold': (params, desk) => {
    const order = known(desk, params, OWN);
    if (!['P', 'H'].includes(statusOf(order))) throw new Refused('DS000204', '订单已出库，无法拦截');
    order.held = text(at(params, 'is_hold_flag')) === 'Y';
    return null;
  },
};

const READS: Readonly<Record<string, Service>> = {
  'ds.xms.label.get': (params, desk, baseUrl) => {
    const order = known(desk, params, ANY);
    if (statusOf(order) === 'X') throw new Refused('DS000205', '订单已取消，不能打印标签');
    const size = text(at(params, 'label_size')) || 'label_100x150';
    if (!LONG_MM[size]) throw new Refused('DS000206', 'label_size 不正确');
    return {
      label_barcode: order.channelNo || order.number,
      child_label_barcode: [],
      label_url_info: {
        logistics_label: `${baseUrl}/${NAME}/labels/${size}/${order.number}.pdf`,
        custom_label: '',
        package_label: '',
        invoice_label: '',
      },
    };
  },
  'ds.xms.logistics_product.getlist': (params) => {
    if (!text(at(params, 'transport_mode'))) throw new Refused('DS000301', 'transport_mode 不能为空');
    const country = text(at(params, 'dest_country_code'));
    return PRODUCTS.filter((one) => country === '' || sells(one, country)).map(({ code, cn, en }) => ({
      logistics_product_code: code,
      logistics_product_name_cn: cn,
      logistics_product_name_en: en,
      transport_mode: '1',
      with_battery: 'N',
    }));
  },
  'ds.xms.estimated_cost.get': (params) => {
    const country = text(at(params, 'country_code'));
    if (!(country in COUNTRIES)) throw new Refused('DS000056', `国家 ${country} 不支持`);
    const grams = Number(text(at(params, 'weight')));
    if (!(grams > 0 && grams < 1_000_000)) throw new Refused('DS000068', '重量须大于0');
    const cm = ['length', 'width', 'height'].map((side) => Number(at(params, side)) || 0);
    if (cm.some((side) => side > 0) && cm.includes(0)) throw new Refused('DS000302', '长宽高须同时填写');
    return PRODUCTS.filter((one) => sells(one, country) && grams <= one.mostGrams).map((one) => costOf(one, grams, cm));
  },
  /** By 4PX's number or the last mile's; newest first, and as the text of the JSON that they sometimes send. */
  'tr.order.tracking.get': (params, desk) => {
    const number = text(at(params, 'deliveryOrderNo'));
    const order = desk.under(number, ['number', 'channelNo']).at(-1);
    const trackingList = (order?.events ?? []).map(eventView).toReversed();
    return JSON.stringify({ deliveryOrderNo: number, destinationCountry: order?.country ?? '', trackingList });
  },
};

const VERSIONS: Readonly<Record<string, string>> = {
  'ds.xms.order.create': '1.1.0',
  'ds.xms.order.get': '1.1.0',
  'ds.xms.label.get': '1.1.0',
};

/** Direct shipping of 4PX: orders, labels, prices and tracking by the gateway that its warehouses have, too. */
function register(app: FastifyInstance, ctx: Context): PlatformSide {
  const desk = new Consignments(ctx);
  openGateway(app, ctx, NAME, KEYS, (method) => {
    const service = ORDERS[method] ?? READS[method];
    return service && { work: (params) => service(params, desk, ctx.baseUrl()), v: VERSIONS[method] ?? '1.0.0' };
  });
  app.get(`/${NAME}/labels/:size/:file`, async (request, reply) => {
    const [order] = desk.under(param(request, 'file').replace(/\.pdf$/, ''), ['number']);
    const long = LONG_MM[param(request, 'size')];
    if (!order || !long) return reply.code(404).send();
    return reply.type('application/pdf').send(ctx.faults.cut(NAME, await drawConsignment(order, long)));
  });
  return {
    save: () => desk.save(),
    load: (saved) => desk.load(saved as SavedConsignments),
    advanceParcel: (number, to) => moveParcel(desk, desk.under(number, ANY).at(-1), to),
  };
}

export const fourpxDirectPlatform: SandboxPlatform = { name: NAME, shops: [], errors: gatewayErrors, register };
