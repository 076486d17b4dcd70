import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Context, type ErrorForms, header, query, rawBody } from '../http/app.ts';
import { text } from '../http/types.ts';

const USER = '100000';
const TOKEN = 'yw-token-demo';
const SKEW_MS = 10 * 60_000;

/** A refusal, at status 200. Nobody publishes Yanwen's codes: these are the sandbox's. */
export class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const refuse = (reply: FastifyReply, code: string, message: string, status = 200): FastifyReply =>
  reply.code(status).type('application/json').send({ success: false, code, message, data: null });

export const yanwenErrors: ErrorForms = {
  throttled: (reply) => refuse(reply, '429', '请求过于频繁', 429),
  broken: (reply) => refuse(reply, '500', '系统异常', 500),
};

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** MD5 over the token, the customer, the bytes that came, the form, method, time and version, and the token again. */
function signatureOf(request: FastifyRequest, { format, method, timestamp, version }: Record<string, string>): string {
  return createHash('md5')
    .update(TOKEN + USER)
    .update(rawBody(request) ?? '')
    .update(`${format}${method}${timestamp}${version}${TOKEN}`)
    .digest('hex');
}

/** Signed calls of the order desk, and the customer's number for tracking. */
export class Gate {
  readonly #ctx: Context;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  #check(request: FastifyRequest): void {
    const sent = query(request);
    if (sent.user_id !== USER) throw new Refused('1001', `客户号 ${text(sent.user_id)} 不存在`);
    if (sent.format !== 'json' || sent.version !== 'V1.0') throw new Refused('1002', 'format 或 version 不正确');
    const { timestamp = '' } = sent;
    if (!/^\d{13}$/.test(timestamp) || Math.abs(Number(timestamp) - this.#ctx.world.clock.now()) > SKEW_MS)
      throw new Refused('1003', '时间戳无效或已过期');
    if (!isEqual(text(sent.sign), signatureOf(request, sent))) throw new Refused('1004', '签名错误');
  }

  /** Answers what `work` makes of a call that is signed rightly and not long ago. */
  async guarded(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (method: string) => unknown | Promise<unknown>,
  ): Promise<FastifyReply> {
    const method = text(query(request).method);
    request.note = method;
    try {
      this.#check(request);
      const data = await work(method);
      return reply.send({ success: true, code: '0', message: '操作成功', data });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      request.note += ` ${error.code} ${error.message}`;
      return refuse(reply, error.code, error.message);
    }
  }

  mayTrack(request: FastifyRequest): boolean {
    return header(request, 'authorization') === USER;
  }
}
