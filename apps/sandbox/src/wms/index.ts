import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, type ErrorForms, header, isLoopbackUrl, param, query, rawBody } from '../http/app.ts';
import { at, isRecord, list, parseJson, text } from '../http/types.ts';
import { Courier } from '../kit/courier.ts';
import { Refused } from '../kit/depot.ts';
import { pdfOf } from '../kit/pdf.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { registerWmsControl } from './control.ts';
import * as views from './views.ts';
import { METHODS, type News, WAREHOUSES, Warehouse, type WarehouseStatus } from './warehouse.ts';

const WINDOW_MS = 5 * 60_000;
const MOST_NONCES = 10_000;
const STATUS: readonly (readonly [RegExp, number])[] = [
  [/^AUTH/, 401],
  [/^DUPLICATE|^STATE/, 409],
  [/^NOT_FOUND/, 404],
  [/^BALANCE/, 402],
];

const say = (reply: FastifyReply, status: number, code: string, message: string, field?: string) =>
  reply.code(status).send({
    requestId: randomUUID(),
    code,
    message,
    data: null,
    errors: field ? [{ field, code, message }] : [],
  });

const errors: ErrorForms = {
  throttled: (reply) => say(reply.header('retry-after', '1'), 429, 'LIMIT', 'too many calls'),
  broken: (reply) => say(reply, 500, 'TRANSIENT', 'our fault'),
};

/** Whether the call was signed with the house's keys, lately and for the first time. */
function watchman(name: string, now: () => number) {
  const visited = new Set<string>();
  return (request: FastifyRequest): void => {
    const [stamp, nonce] = [header(request, 'x-timestamp'), header(request, 'x-nonce')];
    if (header(request, 'x-access-id') !== `${name}-demo`) throw new Refused('AUTH_KEY', 'unknown access id');
    if (Math.abs(now() - Number(stamp)) > WINDOW_MS) throw new Refused('AUTH_TIME', 'the timestamp is too far off');
    if (!nonce || visited.has(nonce)) throw new Refused('AUTH_NONCE', 'the nonce was used before');
    const target = request.url.slice(`/${name}`.length);
    const digest = createHash('sha256')
      .update(rawBody(request) ?? '')
      .digest('hex');
    const right = createHmac('sha256', `${name}-secret`)
      .update([request.method, target, stamp, nonce, digest].join('\n'))
      .digest();
    const answered = Buffer.from(header(request, 'x-sign'), 'hex');
    if (answered.length !== right.length || !timingSafeEqual(answered, right))
      throw new Refused('AUTH_SIGN', 'wrong signature');
    if (visited.size >= MOST_NONCES) visited.clear();
    visited.add(nonce);
  };
}

/** One provider's house: its interface below `/<name>/v1`, its buttons below `/control/<name>`. */
function register(name: string, app: FastifyInstance, ctx: Context): PlatformSide {
  const courier = new Courier(ctx, name);
  let address = '';
  const now = () => ctx.world.clock.now();
  const notify = (news: News) => {
    ctx.world.changes++;
    if (!address) return;
    const body = JSON.stringify({ eventId: randomUUID(), ...news });
    const stamp = String(now());
    const v1 = createHmac('sha256', `whsec-${name}`).update(`${stamp}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-signature': `t=${stamp},v1=${v1}` };
    courier.send({ uri: address }, { topic: news.type, body: Buffer.from(body), headers });
  };
  const site = new Warehouse(name, now, notify);
  ctx.world.onReset(() => site.clear());
  const guard = watchman(name, now);
  const serve = (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    work: (request: FastifyRequest, body: unknown) => unknown,
  ) =>
    app.route({
      method,
      url: `/${name}/v1${path}`,
      handler: async (request, reply) => {
        try {
          guard(request);
          site.catchUp();
          const data = await work(request, parseJson(rawBody(request)));
          ctx.world.changes++;
          return reply.send({ requestId: randomUUID(), code: 'OK', message: '', data, errors: [] });
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          const status = STATUS.find(([pattern]) => pattern.test(error.code))?.[1] ?? 422;
          return say(reply, error.code === 'TRANSIENT' ? 500 : status, error.code, error.message, error.field);
        }
      },
    });
  serveGoods(serve, site);
  serveDocuments(serve, site);
  registerWmsControl(app, site, (uri) => {
    if (uri && !isLoopbackUrl(uri)) throw new Error('pushes go to this machine only');
    address = uri;
  });
  return {
    deliveries: () => courier.deliveries,
    save: () => ({ state: site.state, address }),
    load: (saved) => {
      const { state, address: answered } = saved as { state: WarehouseStatus; address: string };
      site.state = state;
      address = answered;
    },
    stop: () => courier.stop(),
  };
}

type Serve = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  work: (request: FastifyRequest, body: unknown) => unknown,
) => void;

function serveGoods(serve: Serve, site: Warehouse): void {
  serve('GET', '/capabilities', () => ({ asn: true, cancelIntercept: true, webhook: true, feeFlow: true }));
  serve('GET', '/warehouses', () => WAREHOUSES);
  serve('GET', '/shipping-methods', (request) => {
    const country = WAREHOUSES.find(({ code }) => code === query(request).warehouse)?.country;
    return METHODS.filter(({ countries }) => !country || (countries as readonly string[]).includes(country));
  });
  serve('PUT', '/products/:sku', (request, body) =>
    views.product(
      site.putProduct({
        sku: param(request, 'sku'),
        status: '',
        problem: null,
        weightG: Number(at(body, 'weightG') ?? 0),
        lengthMm: Number(at(body, 'lengthMm') ?? 0),
        widthMm: Number(at(body, 'widthMm') ?? 0),
        heightMm: Number(at(body, 'heightMm') ?? 0),
      }),
    ),
  );
  serve('GET', '/products', (request) => {
    const desired = new Set((query(request).skus ?? '').split(','));
    return { rows: site.state.products.filter(({ sku }) => desired.has(sku)).map(views.product), next: null };
  });
  serve('GET', '/inventory', (request) => views.inventory(site, query(request)));
  serve('GET', '/inventory/ledger', (request) => views.ledger(site, query(request)));
  serve('GET', '/fees', (request) => views.fees(site, query(request)));
  serve('GET', '/account', () => [{ currency: 'USD', amount: (site.state.balanceCents / 100).toFixed(2) }]);
  serve('POST', '/quotes', () =>
    METHODS.map(({ code }, i) => ({
      shippingMethod: code,
      total: { amount: (5.2 + i).toFixed(2), currency: 'USD' },
      days: { min: 2, max: 5 + i },
    })),
  );
}

const itemsOf = (value: unknown) =>
  list(value).map((item, i) => {
    const qty = Number(at(item, 'qty'));
    if (!Number.isInteger(qty) || qty < 1) throw new Refused('VALIDATION', 'qty must be 1 or more', `items[${i}].qty`);
    return { sku: text(at(item, 'sku')), qty };
  });

function serveDocuments(serve: Serve, site: Warehouse): void {
  const order = (request: FastifyRequest) => {
    const found = site.state.orders.find(({ orderNo }) => orderNo === param(request, 'no'));
    if (!found) throw new Refused('NOT_FOUND', 'no such order');
    return found;
  };
  const inbound = (request: FastifyRequest) => {
    const found = site.state.inbounds.find(({ inboundNo }) => inboundNo === param(request, 'no'));
    if (!found) throw new Refused('NOT_FOUND', 'no such inbound order');
    return found;
  };
  const failed = (late = false) => {
    if (late || site.take('failAfterStoring')) throw new Refused('TRANSIENT', 'our fault');
  };
  serve('POST', '/outbound-orders', (_request, body) => {
    if (!isRecord(body) || !text(body.clientOrderNo)) throw new Refused('VALIDATION', 'clientOrderNo is missing');
    for (const field of ['name', 'city', 'address1', 'country'])
      if (!text(at(body.recipient, field)))
        throw new Refused('VALIDATION_ADDRESS', `${field} is missing`, `recipient.${field}`);
    const made = site.create({
      clientOrderNo: text(body.clientOrderNo),
      warehouse: text(body.warehouse),
      shippingMethod: text(body.shippingMethod),
      items: itemsOf(body.items),
      ownTracking: text(at(body, 'options', 'platformLabel', 'trackingNumber')) || null,
    });
    failed(made.unseen > 0);
    return { orderNo: made.orderNo, status: made.status };
  });
  serve('GET', '/outbound-orders', (request) => views.orders(site, query(request)));
  serve('GET', '/outbound-orders/:no', (request) => views.order(order(request)));
  serve('POST', '/outbound-orders/:no/cancel', (request) => ({ result: site.cancel(order(request)) }));
  serve('POST', '/inbound-orders', (_request, body) => {
    const sums = new Map<string, number>();
    for (const { sku, qty } of list(at(body, 'cartons')).flatMap((carton) => itemsOf(at(carton, 'items'))))
      sums.set(sku, (sums.get(sku) ?? 0) + qty);
    for (const sku of sums.keys())
      if (!site.state.products.some((one) => one.sku === sku))
        throw new Refused('VALIDATION_SKU', `SKU ${sku} is not known`);
    const items = [...sums].map(([sku, qty]) => ({ sku, qty }));
    const made = site.announce(text(at(body, 'clientInboundNo')), text(at(body, 'warehouse')), items);
    failed();
    return { inboundNo: made.inboundNo, status: made.status };
  });
  serve('GET', '/inbound-orders', (request) => ({
    rows: site.state.inbounds.filter((one) => one.clientInboundNo === query(request).clientInboundNo),
    next: null,
  }));
  serve('GET', '/inbound-orders/:no', (request) => inbound(request));
  serve('GET', '/inbound-orders/:no/labels', async (request) => {
    const { inboundNo, warehouse, items } = inbound(request);
    const pdf = await pdfOf([[inboundNo, warehouse, ...items.map(({ sku, planned }) => `${planned} x ${sku}`)]]);
    return { pdf: pdf.toString('base64') };
  });
  serve('POST', '/inbound-orders/:no/cancel', (request) => {
    const one = inbound(request);
    if (one.receipts.length > 0) throw new Refused('STATE', 'goods of it came in already');
    one.status = 'CANCELLED';
    return {};
  });
}

const NAMES = ['zipto', 'unidoor', 'genericwms'] as const;

/** Providers that speak the neutral warehouse interface: the same house under several names. */
export const wmsPlatforms: readonly SandboxPlatform[] = NAMES.map((name) => ({
  name,
  shops: [],
  errors,
  register: (app, ctx) => register(name, app, ctx),
}));
