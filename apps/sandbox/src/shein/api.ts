import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Context, header, query, rawBody } from '../http/app.ts';
import { isRecord } from '../http/types.ts';
import { parseExact } from '../kit/exact.ts';
import { platformNow } from '../kit/listing.ts';
import { RateDesk } from '../kit/rates.ts';
import type { Shop } from '../world/shop.ts';
import { SheinError, sendError, sendInfo, tooMany, wrongParameter, wrongSignature } from './errors.ts';
import type { SecretDesk } from './secrets.ts';
import { SHEIN, SHEIN_APP, signatureOf } from './signing.ts';

const BASE = '/shein';
const LATEST_MS = 5 * 60_000;
/** Source: the limits told at each call's page. */
const LIMITS = {
  'order/order-detail': { perSecond: 300, burst: 300 },
  'order/import-batch-multiple-express': { perSecond: 100, burst: 100 },
  'return-order/list': { perSecond: 5, burst: 5 },
  'return-order/details': { perSecond: 5, burst: 5 },
};

export interface Call {
  ctx: Context;
  shop: Shop;
  body: Record<string, unknown>;
  query: Record<string, string>;
  now: number;
}

export interface Operation {
  method?: 'GET' | 'POST';
  /** Below /open-api/. */
  path: string;
  /** What may be said; anything else is refused. */
  body?: readonly string[];
  query?: readonly string[];
  /** Answers `info`. */
  handle(call: Call): unknown;
}

/** Who signed the request, with what and when. */
function checkSigned(request: FastifyRequest, path: string, id: string, secret: string | undefined, now: number): void {
  const timestamp = header(request, 'x-lt-timestamp');
  const answered = header(request, 'x-lt-signature');
  if (!/^\d{13}$/.test(timestamp) || Math.abs(Number(timestamp) - now) > LATEST_MS)
    throw new SheinError('openapi00002', 'The request timestamp has expired');
  if (!secret || answered !== signatureOf(id, timestamp, path, secret, answered.slice(0, 5))) throw wrongSignature();
}

/** Every call behind what all of them share: signature, clock, rate, names, envelope. */
export function registerApi(app: FastifyInstance, ctx: Context, secrets: SecretDesk, operations: readonly Operation[]) {
  const rates = new RateDesk(ctx, LIMITS);

  const route = (method: 'GET' | 'POST', name: string, work: (request: FastifyRequest, path: string) => unknown) =>
    app.route({
      method,
      url: `${BASE}/open-api/${name}`,
      handler: async (request, reply) => {
        request.note = name;
        try {
          return sendInfo(reply, work(request, `/open-api/${name}`) ?? {});
        } catch (error) {
          if (!(error instanceof SheinError)) throw error;
          request.note += ` ${error.code}: ${error.message}`;
          return sendError(reply, error);
        }
      },
    });

  const bodyOf = (request: FastifyRequest, names: readonly string[]) => {
    if (!header(request, 'content-type').startsWith('application/json'))
      throw wrongParameter('Content-Type must be application/json');
    const body = parseExact(rawBody(request));
    if (!isRecord(body)) throw wrongParameter('the body is no JSON object');
    for (const name of Object.keys(body)) if (!names.includes(name)) throw wrongParameter(`${name} is unknown`);
    return body;
  };

  for (const { method = 'POST', path: name, body: names = [], query: requested = [], handle } of operations)
    route(method, name, (request, path) => {
      const now = platformNow(ctx, SHEIN);
      const openKeyId = header(request, 'x-lt-openkeyid');
      const shop = ctx.world.of(SHEIN).find((one) => one.id === openKeyId);
      checkSigned(request, path, openKeyId, shop && secrets.current(shop.id), now);
      if (!shop) throw wrongSignature();
      if (!rates.take(shop.id, name)) throw tooMany();
      const answered = query(request);
      for (const one of Object.keys(answered)) if (!requested.includes(one)) throw wrongParameter(`${one} is unknown`);
      return handle({ ctx, shop, now, query: answered, body: method === 'POST' ? bodyOf(request, names) : {} });
    });

  route('POST', 'auth/get-by-token', (request, path) => {
    if (header(request, 'x-lt-appid') !== SHEIN_APP.appId) throw new SheinError('openapi00003', 'appid does not exist');
    checkSigned(request, path, SHEIN_APP.appId, SHEIN_APP.appSecret, platformNow(ctx, SHEIN));
    return secrets.exchange(bodyOf(request, ['tempToken']).tempToken);
  });

  app.all(`${BASE}/open-api/*`, async (request, reply) => {
    request.note = 'not imitated';
    return sendError(reply, new SheinError('404', 'The API does not exist'));
  });
}
