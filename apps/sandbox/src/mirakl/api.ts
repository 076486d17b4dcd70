import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, header, rawBody } from '../http/app.ts';
import { parseJson } from '../http/types.ts';
import { platformNow } from '../kit/listing.ts';
import { RateDesk } from '../kit/rates.ts';
import type { Shop } from '../world/shop.ts';
import { bad, MiraklError, sendError, tooMany } from './errors.ts';

/** A seller of one operator. */
export interface MiraklAccount {
  platform: string;
  /** The operator's instance: below which address all of it lies. */
  base: string;
  /** The shop's number, which is also the world's name of it. */
  shopId: string;
  apiKey: string;
  /** What the operator ships with. */
  carriers: readonly { code: string; label: string; standard_code: string; tracking_url: string }[];
}

export interface Call {
  ctx: Context;
  account: MiraklAccount;
  shop: Shop;
  ids: string[];
  query: URLSearchParams;
  /** JSON, or the text of a file that was sent as a form. */
  body: unknown;
  file: string | undefined;
  now: number;
}

export interface Operation {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  /** Mirakl's own code of it: OR11, ST01 ... */
  name: string;
  query?: readonly string[];
  /** `status` 204 answers nothing; a text is a file. */
  handle(call: Call): { status: number; body?: unknown };
}

export const ok = (body: unknown, status = 200) => ({ status, body });
export const done = { status: 204 };

const MINUTE = 1 / 60;
/** Maximum usage by the call-frequency contract; what may be asked for "at each event" has none. */
const LIMITS: Readonly<Record<string, { perSecond: number; burst: number }>> = {
  OR11: { perSecond: MINUTE, burst: 60 },
  STO01: { perSecond: MINUTE, burst: 1 },
  STO02: { perSecond: 4 * MINUTE, burst: 4 },
  PRI01: { perSecond: MINUTE, burst: 1 },
  PRI02: { perSecond: MINUTE, burst: 4 },
  RT11: { perSecond: MINUTE / 5, burst: 20 },
  TL02: { perSecond: MINUTE, burst: 20 },
};

/** A key that was taken back has been replaced in the seller's back office by another one. */
export function keyOf(ctx: Context, { platform, shopId, apiKey }: MiraklAccount): string {
  return ctx.world.revoked.has(`${platform}/${shopId}`) ? `${apiKey}-new` : apiKey;
}

function fileIn(request: FastifyRequest): string | undefined {
  const boundary = /^multipart\/form-data;.*boundary=("?)([^";]+)\1/.exec(header(request, 'content-type'))?.[2];
  if (!boundary) return undefined;
  const parts = (rawBody(request)?.toString('utf8') ?? '').split(`--${boundary}`);
  const part = parts.find((one) => /name="file"/i.test(one.split('\r\n\r\n')[0] ?? ''));
  if (part === undefined) throw bad("Required request part 'file' is not present");
  return part.slice(part.indexOf('\r\n\r\n') + 4).replace(/\r\n$/, '');
}

export function registerMirakl(
  app: FastifyInstance,
  ctx: Context,
  account: MiraklAccount,
  operations: readonly Operation[],
): void {
  const { platform, base } = account;
  const rates = new RateDesk(ctx, LIMITS);
  const known = operations.map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '([^/]+)')}$`),
  }));

  function find(request: FastifyRequest, path: string) {
    const there = known.filter(({ pattern }) => pattern.test(path));
    // "/orders/cancel" and "/orders/{id}": the one without a name in braces is meant.
    const fits = there.filter(({ operation }) => operation.method === request.method);
    const one = fits.find(({ operation }) => operation.path === path) ?? fits[0];
    if (one) return one;
    throw there.length > 0 ? new MiraklError(405, 'Method Not Allowed') : new MiraklError(404, 'Not Found');
  }

  function run(request: FastifyRequest) {
    const [path = '', search = ''] = request.url.slice(base.length).split('?');
    const { operation, pattern } = find(request, path);
    request.note = operation.name;
    // The bare key: with "Bearer" before it, it is another one.
    if (header(request, 'authorization') !== keyOf(ctx, account)) throw new MiraklError(401, 'Unauthorized');
    const query = new URLSearchParams(search);
    const shopId = query.get('shop_id');
    if (shopId !== null && shopId !== account.shopId)
      throw new MiraklError(403, `You are not allowed to access shop ${shopId}`);
    query.delete('shop_id');
    for (const name of query.keys())
      if (!operation.query?.includes(name)) throw bad(`Unknown parameter '${name}'`, 'VALIDATION_ERROR');
    // Orders by number may be asked for at each display of one.
    const kind = query.has('order_ids') ? 'OR11byId' : operation.name;
    if (!rates.take(account.shopId, kind)) throw tooMany();
    const raw = rawBody(request);
    const file = fileIn(request);
    const body = file === undefined ? parseJson(raw) : undefined;
    if (file === undefined && raw && raw.length > 0 && body === undefined) throw bad('Malformed JSON request');
    return operation.handle({
      ctx,
      account,
      shop: ctx.world.shop(account.shopId),
      ids: (pattern.exec(path) ?? []).slice(1).map(decodeURIComponent),
      query,
      body,
      file,
      now: platformNow(ctx, platform),
    });
  }

  app.all(`${base}/*`, async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const { status, body } = run(request);
      return typeof body === 'string' ? reply.code(status).type('text/csv').send(body) : reply.code(status).send(body);
    } catch (error) {
      if (!(error instanceof MiraklError)) throw error;
      request.note += ` ${error.status}: ${error.message}`;
      return sendError(reply, error);
    }
  });
}
