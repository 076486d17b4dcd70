import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, header, query, rawBody } from '../http/app.ts';
import { isRecord, parseJson } from '../http/types.ts';
import { platformNow } from '../kit/listing.ts';
import { RateDesk } from '../kit/rates.ts';
import type { TokenDesk } from '../kit/tokens.ts';
import type { Shop } from '../world/shop.ts';
import { badContent, badParam, type Service, sendError, tooMany, WalmartError } from './errors.ts';

export const WALMART = 'walmart';
const BASE = '/walmart/api';

const aMinute = (calls: number) => ({ perSecond: calls / 60, burst: calls });
const anHour = (calls: number) => ({ perSecond: calls / 3600, burst: calls });
/** Of each seller. Walmart's own figures change; these are of its table for the United States. */
const RATES = {
  token: aMinute(300),
  orders: aMinute(60),
  acknowledge: aMinute(60),
  ship: aMinute(60),
  cancel: aMinute(60),
  refund: aMinute(60),
  returns: aMinute(60),
  items: aMinute(300),
  inventory: aMinute(200),
  price: anHour(100),
  feeds: anHour(10),
  feedStatus: aMinute(60),
  reports: aMinute(100),
  labels: aMinute(60),
  settings: aMinute(60),
  webhooks: aMinute(60),
} as const;

export interface Call {
  ctx: Context;
  shop: Shop;
  /** What the path holds at its {braces}. */
  ids: string[];
  query: Record<string, string>;
  /** The query as it stood in the address. */
  rawQuery: string;
  body: Record<string, unknown>;
  request: FastifyRequest;
  reply: FastifyReply;
  now: number;
}

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As documented, with {braces}. */
  path: string;
  name: string;
  service: Service;
  rate: keyof typeof RATES;
  /** What may be asked; anything else is refused. */
  query?: readonly string[];
  /** Takes a file in place of JSON. */
  multipart?: boolean;
  /** Answers what is sent as JSON; a Buffer goes out as it is. */
  handle(call: Call): unknown;
}

/** Every API behind what all of them share: headers, token, rate, parameters. */
export function registerApi(
  app: FastifyInstance,
  ctx: Context,
  tokens: TokenDesk,
  operations: readonly Operation[],
): void {
  const rates = new RateDesk(ctx, RATES);
  const known = operations.map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '([^/]+)')}$`),
  }));

  function find(method: string, path: string): { operation: Operation; ids: string[] } {
    const there = known.filter(({ pattern }) => pattern.test(path));
    const one = there.find(({ operation }) => operation.method === method);
    if (!one)
      throw new WalmartError(
        there.length > 0 ? 405 : 404,
        'INVALID_REQUEST',
        'GATEWAY',
        `No such API: ${method} ${path}`,
      );
    return { operation: one.operation, ids: (one.pattern.exec(path) ?? []).slice(1).map(decodeURIComponent) };
  }

  function shopOf(request: FastifyRequest): Shop {
    const token = header(request, 'wm_sec.access_token');
    for (const [name, shown] of [
      ['wm_qos.correlation_id', 'WM_QOS.CORRELATION_ID'],
      ['wm_svc.name', 'WM_SVC.NAME'],
    ] as const)
      if (!header(request, name))
        throw new WalmartError(
          400,
          'INVALID_REQUEST_HEADER',
          'GATEWAY',
          `${shown} set null or empty or invalid.`,
          shown,
        );
    if (/xml/.test(header(request, 'accept')))
      throw new WalmartError(406, 'NOT_ACCEPTABLE', 'GATEWAY', 'This stand-in speaks JSON only.', 'Accept');
    const grant = token ? tokens.ofAccess(token) : undefined;
    if (!grant)
      throw new WalmartError(
        401,
        'UNAUTHORIZED',
        'GATEWAY',
        'Unauthorized token or incorrect authorization header. Please verify correct format.',
        'UNAUTHORIZED',
      );
    return ctx.world.shop(grant.shop);
  }

  function bodyOf(operation: Operation, request: FastifyRequest): Record<string, unknown> {
    const raw = rawBody(request);
    if (operation.multipart || !raw || raw.length === 0) return {};
    const type = header(request, 'content-type');
    const parsed = type.includes('json') ? parseJson(raw) : undefined;
    if (isRecord(parsed)) return parsed;
    throw badContent(operation.service, 'data', 'The request body cannot be read as JSON.');
  }

  async function run(request: FastifyRequest, reply: FastifyReply, now: number): Promise<unknown> {
    const [address = '', rawQuery = ''] = request.url.split('?');
    const { operation, ids } = find(request.method, address.slice(BASE.length));
    request.note = operation.name;
    const shop = shopOf(request);
    if (!rates.take(shop.id, operation.rate)) throw tooMany();
    const requested = query(request);
    for (const name of Object.keys(requested))
      if (!operation.query?.includes(name)) throw badParam(operation.service, name, `Unknown parameter: ${name}`);
    const body = bodyOf(operation, request);
    return operation.handle({ ctx, shop, ids, query: requested, rawQuery, body, request, reply, now });
  }

  app.all(`${BASE}/*`, async (request, reply) => {
    const now = platformNow(ctx, WALMART);
    reply.header('date', new Date(now).toUTCString());
    try {
      const answer = await run(request, reply, now);
      return Buffer.isBuffer(answer) ? reply.send(answer) : reply.type('application/json').send(answer ?? {});
    } catch (error) {
      if (!(error instanceof WalmartError)) throw error;
      request.note += ` ${error.code}: ${error.message}`;
      return sendError(reply, error, now);
    }
  });
}
