import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Context, type ErrorForms, header, rawBody } from '../http/app.ts';
import { parseFields } from '../http/types.ts';
import { TokenDesk } from '../kit/tokens.ts';

const APP = { appId: 'yun-app-demo', appSecret: 'yun-secret-demo', sourceKey: 'yun-source-demo' };
const PREFIX = '/yunexpress';
const TOKEN_SECONDS = 7200;
const SKEW_MS = 10 * 60_000;

/** A refusal; with status 200 unless it is about token, signature or pace. */
export class Refused extends Error {
  readonly code: string;
  readonly status: number;
  constructor(code: string, message: string, status = 200) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

const send = (reply: FastifyReply, now: number, body: object, status = 200): FastifyReply =>
  reply
    .code(status)
    .type('application/json')
    .send({ t: String(now), ...body });
const refuse = (reply: FastifyReply, now: number, { code, message, status }: Refused): FastifyReply =>
  send(reply, now, { success: false, code, msg: message }, status);

export const yunexpressErrors: ErrorForms = {
  throttled: (reply) => refuse(reply, Date.now(), new Refused('0200429001', '请求过于频繁', 429)),
  broken: (reply) => refuse(reply, Date.now(), new Refused('0200500001', '系统异常', 500)),
};

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** What a call must be signed with: HMAC-SHA256 over the bytes that came, in base64. */
function signatureOf(request: FastifyRequest, date: string): string {
  const path = (request.url.split('?')[0] ?? '').slice(PREFIX.length);
  const hmac = createHmac('sha256', APP.appSecret);
  const body = rawBody(request);
  if (body && body.length > 0) hmac.update('body=').update(body).update('&');
  return hmac.update(`date=${date}&method=${request.method}&uri=${path}`).digest('base64');
}

/** Tokens and signatures of the open platform. */
export class Gate {
  readonly #ctx: Context;
  readonly #tokens: TokenDesk;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#tokens = new TokenDesk(ctx, 'yunexpress', { accessSeconds: TOKEN_SECONDS, refreshSeconds: 0 });
  }

  token(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    request.note = 'token';
    const now = this.#ctx.world.clock.now();
    const fields = parseFields(rawBody(request), header(request, 'content-type'));
    if (fields.grantType !== 'client_credentials')
      return refuse(reply, now, new Refused('0200400001', 'grantType 不正确', 400));
    const isKnown = fields.appId === APP.appId && isEqual(fields.appSecret ?? '', APP.appSecret);
    if (!isKnown || (fields.sourceKey && fields.sourceKey !== APP.sourceKey))
      return refuse(reply, now, new Refused('0200401001', '应用密钥错误', 401));
    const accessToken = this.#tokens.access(APP.appId);
    return reply.send({ accessToken, expiresIn: this.#tokens.accessSeconds });
  }

  /** Answers what `work` makes of a call that has a living token, a time close to ours and the right signature. */
  async guarded(
    request: FastifyRequest,
    reply: FastifyReply,
    note: string,
    work: () => object | Promise<object>,
  ): Promise<FastifyReply> {
    request.note = note;
    const now = this.#ctx.world.clock.now();
    try {
      this.#check(request, now);
      return send(reply, now, { success: true, ...(await work()) });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      request.note += ` ${error.code} ${error.message}`;
      return refuse(reply, now, error);
    }
  }

  #check(request: FastifyRequest, now: number): void {
    if (!this.#tokens.ofAccess(header(request, 'token'))) throw new Refused('0200401002', 'token无效或已过期', 401);
    const date = header(request, 'date');
    if (!/^\d{13}$/.test(date) || Math.abs(Number(date) - now) > SKEW_MS)
      throw new Refused('0200401102', '请求时间无效或已过期', 401);
    if (!isEqual(header(request, 'sign'), signatureOf(request, date)))
      throw new Refused('0200401101', '签名不匹配', 401);
  }
}
