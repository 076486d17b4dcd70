import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, header, rawBody } from '../http/app.ts';
import { parseFields, parseJson } from '../http/types.ts';
import { platformNow } from '../kit/listing.ts';
import { RateDesk } from '../kit/rates.ts';
import { TokenDesk } from '../kit/tokens.ts';
import type { Shop } from '../world/shop.ts';
import { type DscoAccount, secretOf, shopOf } from './account.ts';
import { DscoError, sendError, tooMany } from './errors.ts';

export interface Call {
  ctx: Context;
  account: DscoAccount;
  shop: Shop;
  /** What the path holds at its {braces}, decoded. */
  ids: string[];
  query: URLSearchParams;
  body: unknown;
  now: number;
}

export interface Answer {
  status: number;
  body: unknown;
}

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As documented, with {braces}. */
  path: string;
  name: string;
  /** What may be asked; anything else is refused. */
  query?: readonly string[];
  handle(call: Call): Answer;
}

export const ok = (body: unknown, status = 200): Answer => ({ status, body });

/** By operation. Source: the descriptions of the operations, Dsco Platform API v3. */
const LIMITS: Readonly<Record<string, { perSecond: number; burst: number }>> = {
  getOrders: { perSecond: 10, burst: 10 },
  getOrderById: { perSecond: 10, burst: 10 },
  acknowledgeOrders: { perSecond: 15, burst: 15 },
  singleShipment: { perSecond: 15, burst: 15 },
};

/** The network's side for one supplier: tokens for credentials, then every operation behind them. */
export function registerDsco(
  app: FastifyInstance,
  ctx: Context,
  account: DscoAccount,
  operations: readonly Operation[],
): void {
  const { platform, base } = account;
  const tokens = new TokenDesk(ctx, platform, { accessSeconds: 3600, refreshSeconds: 0 });
  const rates = new RateDesk(ctx, LIMITS);
  const known = operations.map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '([^/]+)')}$`),
  }));

  app.post(`${base}/oauth2/token`, async (request, reply) => {
    request.note = 'token';
    const requested = parseFields(rawBody(request), 'application/x-www-form-urlencoded');
    const refuse = (status: number, error: string, error_description: string) =>
      reply.code(status).send({ error, error_description });
    if (!header(request, 'content-type').includes('application/x-www-form-urlencoded'))
      return refuse(400, 'invalid_request', 'The parameters must be form encoded.');
    if (requested.grant_type !== 'client_credentials')
      return refuse(400, 'invalid_request', 'The grant type must be client_credentials.');
    if (requested.client_id !== account.clientId || requested.client_secret !== secretOf(ctx, account))
      return refuse(401, 'invalid_client', 'The client credentials provided were either invalid or not authorized');
    return reply.send({
      access_token: tokens.access(account.id),
      token_type: 'Bearer',
      expires_in: tokens.accessSeconds,
    });
  });

  function run(request: FastifyRequest): Answer {
    const [path = '', search = ''] = request.url.slice(base.length).split('?');
    const there = known.filter(({ pattern }) => pattern.test(path));
    const one = there.find(({ operation }) => operation.method === request.method);
    if (!one)
      throw there.length > 0
        ? new DscoError(405, 'method_not_allowed', 'Method Not Allowed')
        : new DscoError(404, 'not_found', 'Not Found');
    request.note = one.operation.name;
    const token = /^bearer (\S+)$/i.exec(header(request, 'authorization'))?.[1] ?? '';
    if (tokens.ofAccess(token)?.shop !== account.id)
      throw new DscoError(401, 'unauthorized', 'The access token is missing, expired or not valid.');
    if (!rates.take(account.id, one.operation.name)) throw tooMany();
    const query = new URLSearchParams(search);
    for (const name of query.keys())
      if (!one.operation.query?.includes(name))
        throw new DscoError(400, 'bad_request', `Unknown query parameter: ${name}`);
    const raw = rawBody(request);
    const body = parseJson(raw);
    if (raw && raw.length > 0 && (body === undefined || !header(request, 'content-type').includes('json')))
      throw new DscoError(400, 'bad_request', 'The body is not JSON.');
    return one.operation.handle({
      ctx,
      account,
      shop: shopOf(ctx, account),
      ids: (one.pattern.exec(path) ?? []).slice(1).map(decodeURIComponent),
      query,
      body,
      now: platformNow(ctx, platform),
    });
  }

  app.all(`${base}/*`, async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const { status, body } = run(request);
      return reply.code(status).send(body);
    } catch (error) {
      if (!(error instanceof DscoError)) throw error;
      request.note += ` ${error.code}: ${error.message}`;
      return sendError(reply, error);
    }
  });
}
