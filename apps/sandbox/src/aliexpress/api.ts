import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../http/app.ts';
import { isRecord } from '../http/types.ts';
import type { IopDesk, Params } from '../iop/desk.ts';
import { IopError, requestId, sendError } from '../iop/errors.ts';
import type { Shop } from '../world/shop.ts';

export const NAME = 'aliexpress';

export interface AeCall {
  ctx: Context;
  shop: Shop;
  params: Params;
}
type Handle = (call: AeCall) => unknown;

/** A refusal by a call itself, worded as the older platform did. */
export class BusinessError extends Error {
  readonly subCode: string;
  constructor(subCode: string, message: string) {
    super(message);
    this.subCode = subCode;
  }
}
export const wrong = (message: string) => new BusinessError('isv.invalid-parameter', message);

/** The calls of a shop, all by one address; which one it is the parameter `method` says. */
export class AeApi {
  readonly #desk: IopDesk;
  readonly #calls = new Map<string, { names: readonly string[]; handle: Handle }>();

  constructor(app: FastifyInstance, desk: IopDesk) {
    this.#desk = desk;
    const answer = (request: FastifyRequest, reply: FastifyReply) => this.#answer(request, reply);
    app.route({ method: ['GET', 'POST'], url: `/${NAME}/sync`, handler: answer });
    const system = (path: string, names: readonly string[], work: (params: Params) => object) =>
      app.route({
        method: ['GET', 'POST'],
        url: `/${NAME}/rest${path}`,
        handler: async (request, reply) => {
          request.note = path;
          return this.#guard(request, reply, () => {
            const params = desk.open(request, path);
            desk.checkNames(params, ['session', ...names]);
            return { ...work(params), code: '0', request_id: requestId() };
          });
        },
      });
    system('/auth/token/create', ['code', 'uuid'], (params) => this.#issue(desk.redeem(params.code)));
    system('/auth/token/refresh', ['refresh_token'], (params) => this.#issue(desk.renew(params.refresh_token)));
  }

  add(name: string, names: readonly string[], handle: Handle): void {
    this.#calls.set(name, { names, handle });
  }

  #issue(shop: string) {
    const { tokens, ctx } = this.#desk;
    const now = ctx.world.clock.now();
    return {
      access_token: tokens.access(shop),
      refresh_token: tokens.refresh(shop),
      expires_in: String(tokens.accessSeconds),
      refresh_expires_in: String(tokens.refreshSeconds),
      expire_time: now + tokens.accessSeconds * 1000,
      refresh_token_valid_time: now + tokens.refreshSeconds * 1000,
      account: 'seller@example.test',
      account_platform: 'seller_center',
      user_id: shop,
      seller_id: shop,
      user_nick: 'cn1417tradewind',
      sp: 'ae',
      locale: 'zh_CN',
    };
  }

  #answer(request: FastifyRequest, reply: FastifyReply) {
    return this.#guard(request, reply, () => {
      const params = this.#desk.open(request, '');
      const { method = '' } = params;
      request.note = method;
      const known = this.#calls.get(method);
      if (!known) throw new IopError('InvalidApiPath', 'The specified API path is invalid');
      const shop = this.#desk.shopOf(params.session, 'session');
      this.#desk.checkNames(params, ['method', 'session', ...known.names]);
      const answered = known.handle({ ctx: this.#desk.ctx, shop, params });
      const wrap = (body: unknown) => ({
        [`${method.replaceAll('.', '_')}_response`]: isRecord(body) ? { ...body, request_id: requestId() } : body,
      });
      return answered instanceof Promise ? answered.then(wrap) : wrap(answered);
    });
  }

  async #guard(request: FastifyRequest, reply: FastifyReply, work: () => unknown) {
    try {
      return await reply.send(await work());
    } catch (error) {
      if (error instanceof BusinessError) {
        request.note += ` ${error.subCode}`;
        const { subCode: sub_code, message: sub_msg } = error;
        return reply.send({
          error_response: { code: 15, msg: 'Remote service error', sub_code, sub_msg, request_id: requestId() },
        });
      }
      if (!(error instanceof IopError)) throw error;
      request.note += ` ${error.code}`;
      return sendError(reply, error);
    }
  }
}

// ---- reading and writing parameters
/** A parameter that is JSON: an object, whose names are all known. */
export function query(call: AeCall, name: string, known: readonly string[]): Record<string, unknown> {
  const answered = json(call, name);
  if (!isRecord(answered)) throw wrong(`${name} is not an object`);
  for (const key of Object.keys(answered)) if (!known.includes(key)) throw wrong(`${name}: unknown field ${key}`);
  return answered;
}

export function json({ params }: AeCall, name: string): unknown {
  if (!params[name]) throw new IopError('MissingParameter', `The input parameter "${name}" is not supplied`);
  try {
    return JSON.parse(params[name]);
  } catch {
    throw wrong(`${name} is not JSON`);
  }
}

export function integer(name: string, answered: unknown, least: number, most: number): number {
  const value =
    typeof answered === 'number'
      ? answered
      : typeof answered === 'string' && /^-?\d+$/.test(answered)
        ? Number(answered)
        : Number.NaN;
  if (!Number.isInteger(value) || value < least || value > most) throw wrong(`${name} must be ${least} to ${most}`);
  return value;
}

/** As AliExpress writes lists: one element without a list, none not at all. */
export function listed(name: string, rows: readonly unknown[]): object | undefined {
  if (rows.length === 0) return undefined;
  return { [name]: rows.length === 1 ? rows[0] : rows };
}
