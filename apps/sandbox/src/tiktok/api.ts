import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, header, query, rawBody } from '../http/app.ts';
import { isRecord, parseJson } from '../http/types.ts';
import { platformNow } from '../kit/listing.ts';
import { RateDesk } from '../kit/rates.ts';
import type { TokenDesk } from '../kit/tokens.ts';
import type { Shop } from '../world/shop.ts';
import { badRequest, sendData, sendError, TtsError, tooMany } from './errors.ts';
import { bare } from './oauth.ts';
import { cipherOf, TIKTOK, TIKTOK_APP } from './shops.ts';
import { isSigned } from './signature.ts';

const BASE = '/tiktok/api';
const COMMON = new Set(['app_key', 'timestamp', 'sign', 'shop_cipher', 'access_token', 'version']);
const OLDEST_S = 300;
const NEWEST_S = 30;

export interface Call {
  ctx: Context;
  shop: Shop;
  /** What the path holds at its {braces}. */
  ids: string[];
  query: Record<string, string>;
  body: Record<string, unknown>;
  now: number;
}

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As documented, with {braces}. */
  path: string;
  name: string;
  /** What may be asked; anything else is refused. */
  query?: readonly string[];
  body?: readonly string[];
  /** Knows no shop, and takes no cipher. */
  shopless?: boolean;
  /** Answers `data`. */
  handle(call: Call): unknown;
}

/** Every API behind what all of them share: signature, clock, token, cipher, rate, envelope. */
export function registerApi(
  app: FastifyInstance,
  ctx: Context,
  tokens: TokenDesk,
  operations: readonly Operation[],
): void {
  const known = operations.map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '([^/]+)')}$`),
  }));
  // 50 calls a second for each app, shop and API. Source: "Rate limits".
  const limits = Object.fromEntries(operations.map(({ name }) => [name, { perSecond: 50, burst: 50 }]));
  const rates = new RateDesk(ctx, limits);

  function find(method: string, path: string): { operation: Operation; ids: string[] } {
    const there = known.filter(({ pattern }) => pattern.test(path));
    if (there.length === 0)
      throw new TtsError(36009009, 'Invalid path. The specified path does not match any available endpoint.', 404);
    const one = there.find(({ operation }) => operation.method === method);
    if (!one)
      throw new TtsError(36009010, 'Invalid method. The HTTP method used is not supported by this endpoint.', 405);
    return { operation: one.operation, ids: (one.pattern.exec(path) ?? []).slice(1).map(decodeURIComponent) };
  }

  function run(request: FastifyRequest): unknown {
    const path = (request.url.split('?')[0] ?? '').slice(BASE.length);
    const { operation, ids } = find(request.method, path);
    request.note = operation.name;
    const requested = query(request);
    const raw = rawBody(request)?.toString('utf8') ?? '';
    const now = platformNow(ctx, TIKTOK);
    checkCredentials(path, requested, raw, now);
    const shop = shopOf(operation, requested, header(request, 'x-tts-access-token'));
    if (!rates.take(shop.id, operation.name)) throw tooMany();
    if (raw && !header(request, 'content-type').includes('application/json'))
      throw new TtsError(
        36009022,
        'Invalid request format. The request body format must be `application/json` for structured data or `multipart/form-data` for binary files.',
        400,
      );
    const body = raw ? parseJson(Buffer.from(raw)) : {};
    if (!isRecord(body)) throw badRequest('Invalid request body. It is not a JSON object.');
    for (const name of Object.keys(requested))
      if (!COMMON.has(name) && !operation.query?.includes(name)) throw badRequest(`Invalid query parameter: ${name}.`);
    for (const name of Object.keys(body))
      if (!operation.body?.includes(name)) throw badRequest(`Invalid body parameter: ${name}.`);
    return operation.handle({ ctx, shop, ids, query: requested, body, now });
  }

  function shopOf(operation: Operation, requested: Record<string, string>, token: string): Shop {
    const grant = tokens.ofAccess(bare(token));
    if (!grant && tokens.isExpired(bare(token)))
      throw new TtsError(
        105002,
        'Expired credentials. The `access_token` or `x-tts-access-token` header has expired.',
        401,
      );
    if (!grant) throw badRequest('Invalid credentials. The `x-tts-access-token` header is invalid.');
    const shop = ctx.world.shop(grant.shop);
    if (operation.shopless) {
      if (requested.shop_cipher !== undefined)
        throw badRequest('Unexpected identifier. The `shop_cipher` query parameter is not required for this request.');
      return shop;
    }
    if (!requested.shop_cipher)
      throw new TtsError(
        106013,
        'Missing identifier. The `shop_cipher` query parameter is required to identify the target shop.',
        400,
      );
    if (requested.shop_cipher !== cipherOf(shop))
      throw new TtsError(101000, 'Invalid query or header. The `x-tts-access-token` header is invalid.', 400);
    return shop;
  }

  app.all(`${BASE}/*`, async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      return sendData(reply, (await run(request)) ?? {});
    } catch (error) {
      if (!(error instanceof TtsError)) throw error;
      request.note += ` ${error.code}: ${error.message}`;
      return sendError(reply, error);
    }
  });
}

function checkCredentials(path: string, requested: Record<string, string>, body: string, now: number): void {
  if (requested.app_key !== TIKTOK_APP.appKey)
    throw badRequest('Invalid credentials. Invalid `app_key` query parameter.');
  if (!requested.sign)
    throw badRequest('Missing credentials. The request does not include a required signature in the query.');
  const seconds = /^\d{1,12}$/.test(requested.timestamp ?? '') ? Number(requested.timestamp) : Number.NaN;
  if (Number.isNaN(seconds))
    throw badRequest('Invalid timestamp. The value of the `timestamp` query parameter must not be lesser than 0.');
  if (seconds < now / 1000 - OLDEST_S)
    throw badRequest(
      'Invalid timestamp. The value of the `timestamp` query parameter must not be earlier than 5 minutes before the current time.',
    );
  if (seconds > now / 1000 + NEWEST_S)
    throw badRequest(
      'Invalid timestamp. The value of the `timestamp` query parameter must not exceed the current time by more than 30 seconds.',
    );
  if (!isSigned(path, requested, body))
    throw new TtsError(106001, 'Invalid credentials. The `sign` query parameter is invalid.', 401);
}
