import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Context, rawBody } from '../http/app.ts';
import { escapeHtml } from '../http/pages.ts';
import { at, list, text } from '../http/types.ts';
import { type Arrival, beijing, Depot, type DepotMoney, dollars, fromBeijing, pageOf } from '../kit/depot.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { type Answered, Family, oldFashioned, Refused, sizeOf } from './family.ts';

const KEYS = { key: 'eccang-demo-key', token: 'eccang-demo-token' };

const STATUS: Readonly<Record<Arrival['stage'], string>> = {
  submitted: 'W',
  inTransit: 'P',
  arrived: 'P',
  receiving: 'Z',
  received: 'Z',
  putAway: 'E',
  cancelled: 'X',
};
const FLOW: Readonly<Record<DepotMoney['flow'], number>> = { topUp: 0, charge: 1, freeze: 2, unfreeze: 3 };

type Service = (params: unknown) => Answered;

function services(depot: Depot, family: Family): Readonly<Record<string, Service>> {
  return {
    getWarehouse: () => family.warehouses(),
    getShippingMethod: (params) => family.methods(params),
    createProduct: (params) => family.putProduct(params, true, ['product_title', 'product_title_en']),
    modifyProduct: (params) => family.putProduct(params, false, ['product_title', 'product_title_en']),
    getProductList: (params) => family.products(params),
    createOrder: (params) => {
      const { more } = family.createOrder(params);
      return { more: more ?? {} };
    },
    cancelOrder: (params) => family.cancelOrder(params),
    getOrderByCode: (params) => family.orderByCode(params),
    getOrderByRefCode: (params) => family.orderByReference(params),
    getOrderList: (params) => family.orderList(params),
    getProductInventory: (params) => family.inventory(params, 100),
    createAsn: (params) => {
      const boxes = list(at(params, 'items')).map((line) => ({ box: text(at(line, 'box_no')), ...family.line(line) }));
      return { more: { receiving_code: family.arrival(params, 'RVE001-', boxes).no } };
    },
    cancelAsn: (params) => family.cancelArrival(params),
    getAsnList: (params) => asnList(depot, params),
    getCostWater: (params) => costWater(depot, params),
  };
}

function asnList(depot: Depot, params: unknown): Answered {
  const [code, ref] = [text(at(params, 'receiving_code')), text(at(params, 'reference_no'))];
  const all = depot.arrivals.filter((one) => (!code || one.no === code) && (!ref || one.ref === ref));
  const page = pageOf(all, Number(at(params, 'page') ?? 1), sizeOf(params, 20));
  return {
    data: page.rows.map((one) => ({
      receiving_code: one.no,
      reference_no: one.ref,
      receiving_status: STATUS[one.stage],
      warehouse_code: one.warehouse,
      create_date: beijing(one.createdAt),
      items: one.boxes.map(({ box, sku, quantity }) => ({
        box_no: box,
        product_sku: sku,
        quantity,
        received_qty: one.stage === 'received' || one.stage === 'putAway' ? quantity : 0,
        putaway_qty: one.stage === 'putAway' ? quantity : 0,
      })),
    })),
    more: { count: page.total, nextPage: page.more ? 'true' : 'false' },
  };
}

function costWater(depot: Depot, params: unknown): Answered {
  const from = fromBeijing(text(at(params, 'addDateFrom'))) ?? 0;
  const to = fromBeijing(text(at(params, 'addDateEnd'))) ?? Number.MAX_SAFE_INTEGER;
  const all = depot.money.filter(({ at: time }) => time >= from && time <= to + 999);
  const page = pageOf(all, Number(at(params, 'page') ?? 1), sizeOf(params, 100));
  return {
    data: page.rows.map((one) => ({
      cbl_id: 500_000 + one.id,
      cbl_refer_code: one.ref,
      ft_code: one.type,
      ft_name: one.type === 'TOPUP' ? '充值' : '费用',
      cbl_type: FLOW[one.flow],
      cbl_value: dollars(one.cents),
      currency_code: 'USD',
      cbl_add_time: beijing(one.at),
    })),
    more: { count: page.total, nextPage: page.more ? 'true' : 'false' },
  };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (response: string): string =>
  response.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, dec?: string, hex?: string, name?: string) =>
    dec
      ? String.fromCodePoint(Number(dec))
      : hex
        ? String.fromCodePoint(Number.parseInt(hex, 16))
        : (ENTITIES[name ?? ''] ?? whole),
  );

/** An element of the call; what is not escaped as XML wants it ends it early. */
function element(xml: string, name: string): string {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return found === undefined ? '' : unescaped(found);
}

function envelope(inner: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" ' +
    `xmlns:ns1="http://www.example.org/Ec/"><SOAP-ENV:Body>${inner}</SOAP-ENV:Body></SOAP-ENV:Envelope>`
  );
}
const answered = (json: unknown): string =>
  envelope(
    `<ns1:callServiceResponse><response>${escapeHtml(JSON.stringify(json))}</response></ns1:callServiceResponse>`,
  );
const fault = (words: string): string =>
  envelope(
    `<SOAP-ENV:Fault><faultcode>SOAP-ENV:Client</faultcode><faultstring>${words}</faultstring></SOAP-ENV:Fault>`,
  );

export const eccangPlatform = {
  name: 'eccang',
  shops: [],
  errors: {
    throttled: (reply: FastifyReply) => reply.code(429).type('text/xml').send(fault('Too many requests')),
    broken: (reply: FastifyReply) => reply.code(500).type('text/xml').send(fault('Internal error')),
  },
  register(app: FastifyInstance, ctx: Context): PlatformSide {
    const depot = new Depot(ctx);
    const known = services(depot, new Family(depot, 'EC'));
    app.post('/eccang/default/svc/web-service', async (request, reply) => {
      const xml = rawBody(request)?.toString('utf8') ?? '';
      const service = element(xml, 'service');
      request.note = service;
      reply.type('text/xml; charset=utf-8');
      if (!/<ns1:callService>/.test(xml)) return reply.send(fault('no such operation'));
      try {
        if (element(xml, 'appKey') !== KEYS.key || element(xml, 'appToken') !== KEYS.token)
          throw new Refused('10001', 'appToken或appKey错误');
        const work = known[service];
        if (!work) throw new Refused('10002', `service ${service} 不存在`);
        const { data, more } = work(paramsOf(element(xml, 'paramsJson')));
        const response = oldFashioned({ ...more, ...(data === undefined ? {} : { data }) }) as object;
        return reply.send(answered({ ask: 'Success', message: 'Success', ...response }));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        const { code, message } = error;
        return reply.send(answered({ ask: 'Failure', message, Error: { errMessage: message, errCode: code } }));
      }
    });
    return { save: () => depot.save(), load: (saved) => depot.load(saved) };
  },
} satisfies SandboxPlatform;

function paramsOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Refused('10003', 'paramsJson 格式错误');
  }
}
