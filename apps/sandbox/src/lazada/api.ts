import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../http/app.ts';
import type { IopDesk, Params } from '../iop/desk.ts';
import { IopError, requestId, sendError } from '../iop/errors.ts';
import type { Shop } from '../world/shop.ts';

export const NAME = 'lazada';
/** The demo shop's country: every time is told on its clock. */
export const COUNTRY = 'sg';
const AHEAD_MS = 8 * 3_600_000;

export interface LazadaCall {
  ctx: Context;
  shop: Shop;
  params: Params;
}

interface Form {
  method: 'GET' | 'POST' | 'ANY';
  path: string;
  params?: readonly string[];
}

/** Lazada's calls below /rest: each named by its path, each answer with the code "0". */
export class LazadaApi {
  readonly #app: FastifyInstance;
  readonly #desk: IopDesk;

  constructor(app: FastifyInstance, desk: IopDesk) {
    this.#app = app;
    this.#desk = desk;
  }

  /** A call of a shop. */
  add(form: Form, handle: (call: LazadaCall) => unknown): void {
    this.#route(form, ['access_token', ...(form.params ?? [])], (params) =>
      handle({ ctx: this.#desk.ctx, params, shop: this.#desk.shopOf(params.access_token, 'access_token') }),
    );
  }

  /** A call of the app, without a token. */
  addPublic(form: Form, handle: (params: Params) => unknown): void {
    this.#route(form, form.params ?? [], handle);
  }

  #route(form: Form, names: readonly string[], handle: (params: Params) => unknown): void {
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      request.note = form.path;
      try {
        const params = this.#desk.open(request, form.path);
        this.#desk.checkNames(params, names);
        const answered = await handle(params);
        return await reply.send({ code: '0', ...(answered as object), request_id: requestId() });
      } catch (error) {
        if (!(error instanceof IopError)) throw error;
        request.note += ` ${error.code}`;
        return sendError(reply, error);
      }
    };
    const methods = form.method === 'ANY' ? ['GET', 'POST'] : [form.method];
    this.#app.route({ method: methods, url: `/${NAME}/rest${form.path}`, handler: answer });
  }
}

/** "2023-11-15 10:00:00 +0800" */
export const venueTime = (ms: number): string =>
  `${new Date(ms + AHEAD_MS).toISOString().slice(0, 19).replace('T', ' ')} +0800`;
export const venueDay = (ms: number): string => new Date(ms + AHEAD_MS).toISOString().slice(0, 10);
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) - AHEAD_MS;

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/;

export function instantOf(answered: string): number {
  const at = ISO.test(answered) ? Date.parse(answered) : Number.NaN;
  if (Number.isNaN(at)) throw new IopError('17', `E017: "${answered}" Invalid Date Format`, 'ISP');
  return at;
}

export function jsonOf(name: string, answered: string | undefined): unknown {
  try {
    return JSON.parse(answered ?? '');
  } catch {
    throw new IopError('5', `E005: Invalid Request Format: ${name}`, 'ISP');
  }
}
