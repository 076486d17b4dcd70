import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Context, param, query, rawBody } from '../http/app.ts';
import { at, list, parseJson, text } from '../http/types.ts';
import { moveParcel } from '../kit/journey.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { Gate, Refused, yunexpressErrors } from './gate.ts';
import { drawWaybill } from './label.ts';
import { gramsOf, readOrder } from './orderInput.ts';
import { COUNTRIES, feesOf, PRODUCTS, sells } from './tariff.ts';
import { createdView, orderView, trackView } from './views.ts';
import { type SavedWaybills, stateOf, type Waybill, Waybills } from './waybills.ts';

type Cut = (label: Buffer) => Buffer;
type Service = (input: unknown, ctx: { desk: Waybills; baseUrl: string; cut: Cut }) => object | Promise<object>;

function known(desk: Waybills, number: string): Waybill {
  const found = desk.find(number);
  if (!found) throw new Refused('02030013', `运单 ${number} 不存在`);
  return found;
}

/** Only before the warehouse has it. */
function forecast(desk: Waybills, number: string): Waybill {
  const found = known(desk, number);
  if (stateOf(found) !== 'A') throw new Refused('02030021', `运单 ${number} 当前状态不允许此操作`);
  return found;
}

const WRITES: Readonly<Record<string, Service>> = {
  'order/package/create': (input, { desk }) => {
    const order = readOrder(input);
    if (desk.isTaken(order.reference)) throw new Refused('02039066', `客户订单号 ${order.reference} 重复`);
    return { result: createdView(desk.open(order)) };
  },
  'order/cancel': (input, { desk }) => {
    desk.cancel(forecast(desk, text(at(input, 'waybill_number'))));
    return { code: '00000000', msg: '处理成功' };
  },
  'order/weight/modify': (input, { desk }) => {
    const order = forecast(desk, text(at(input, 'waybill_number')));
    order.grams = gramsOf(at(input, 'weight'), text(at(input, 'weight_unit')) || 'KG');
    return { code: '00000000', msg: '处理成功' };
  },
  'order/hold': (input, { desk }) => {
    const order = known(desk, text(at(input, 'waybill_number')));
    if (!['A', 'B'].includes(stateOf(order))) throw new Refused('02030022', '包裹已出库，无法拦截');
    order.held = true;
    return { code: '00000000', msg: '处理成功' };
  },
  'order/last-mile/get': (input, { desk }) => {
    const numbers = list(at(input, 'waybill_numbers')).map(text);
    if (numbers.length > 20) throw new Refused('02030023', '最多查询20个运单');
    const found = numbers.flatMap((number) => desk.find(number) ?? []).filter(({ tracking }) => tracking !== '');
    return {
      result: found.map((one) => ({
        waybill_number: one.waybill,
        tracking_number: one.tracking,
        carrier_code: 'LM',
        carrier_name: 'Last Mile',
      })),
    };
  },
};

const READS: Readonly<Record<string, Service>> = {
  'order/info/get': (input, { desk }) => ({ result: orderView(known(desk, text(at(input, 'order_number')))) }),
  'order/label/get': async (input, { desk, baseUrl, cut }) => {
    const number = text(at(input, 'order_number'));
    const order = known(desk, number);
    if (stateOf(order) === 'E') throw new Refused('02030015', `运单 ${number} 已取消`);
    const inline = PRODUCTS.find(({ code }) => code === order.product)?.inline;
    const file = inline
      ? { label_string: cut(await drawWaybill(order)).toString('base64') }
      : { url: `${baseUrl}/yunexpress/labels/${order.waybill}.pdf`, label_string: '' };
    return { result: { order_number: number, label_type: 'PDF', ...file } };
  },
  'track-service/info/get': (input, { desk }) => {
    const number = text(at(input, 'order_number'));
    return { result: trackView(number, known(desk, number)) };
  },
  'price-trial/get': (input) => {
    const field = (name: string) => text(at(input, name));
    const country = field('country_code');
    if (!(country in COUNTRIES)) throw new Refused('02039020', `国家简码 ${country} 无效`);
    const grams = gramsOf(Number(field('weight')), field('weight_unit') || 'KG');
    const cm = ['length', 'width', 'height'].map((side) => Number(field(side)) || 0);
    const sold = PRODUCTS.filter((product) => sells(product, country) && grams <= product.mostGrams);
    if (sold.length === 0) throw new Refused('02030008', '没有可用的物流产品');
    return { result: sold.flatMap((product) => feesOf(product, country, grams, cm)) };
  },
  'basic-data/products/getlist': (input) => {
    const country = text(at(input, 'country_code'));
    return {
      detail: PRODUCTS.filter((one) => country === '' || sells(one, country)).map(({ code, name, group }) => ({
        product_code: code,
        product_name: name,
        product_group_code: group,
      })),
    };
  },
  'basic-data/countries/getlist': () => ({
    result: {
      list: Object.entries(COUNTRIES).map(([code, { zh, en, three }]) => ({
        country_code: code,
        country_name: zh,
        country_name_en: en,
        country_code_three: three,
      })),
    },
  }),
};

/** The open platform of YunExpress: tokens, orders, labels, prices, tracking. */
function register(app: FastifyInstance, ctx: Context): PlatformSide {
  const desk = new Waybills(ctx);
  const gate = new Gate(ctx);
  const cut: Cut = (label) => ctx.faults.cut('yunexpress', label);
  const work = (service: Service, input: unknown) => service(input, { desk, baseUrl: ctx.baseUrl(), cut });
  app.post('/yunexpress/openapi/oauth2/token', async (request, reply) => gate.token(request, reply));
  for (const [path, service] of Object.entries(WRITES))
    app.post(`/yunexpress/v1/${path}`, (request: FastifyRequest, reply) =>
      gate.guarded(request, reply, path, () => work(service, parseJson(rawBody(request)))),
    );
  for (const [path, service] of Object.entries(READS))
    app.get(`/yunexpress/v1/${path}`, (request: FastifyRequest, reply) =>
      gate.guarded(request, reply, path, () => work(service, query(request))),
    );
  app.get('/yunexpress/labels/:file', async (request, reply) => {
    const order = desk.find(param(request, 'file').replace(/\.pdf$/, ''));
    return order ? reply.type('application/pdf').send(cut(await drawWaybill(order))) : reply.code(404).send();
  });
  return {
    save: () => desk.save(),
    load: (saved) => desk.load(saved as SavedWaybills),
    advanceParcel: (number, to) => moveParcel(desk, desk.find(number), to),
  };
}

export const yunexpressPlatform: SandboxPlatform = {
  name: 'yunexpress',
  shops: [],
  errors: yunexpressErrors,
  prefixForHost: (host) => (/^openapi(-sbx)?\.yunexpress\.cn$/.test(host) ? '/yunexpress' : undefined),
  register,
};
