import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Context, type ErrorForms, query, rawBody } from '../http/app.ts';
import { parseJson } from '../http/types.ts';
import { isJustNow, Refused } from '../kit/depot.ts';

const SKEW_MS = 10 * 60_000;

/** Every signed parameter by name and value, the bytes of the body, the secret: md5 in small letters. */
function isSigned(keys: { key: string; secret: string }, requested: Record<string, string>, body: Buffer): boolean {
  const signed = ['app_key', 'format', 'method', 'timestamp', 'v']
    .map((name) => name + (requested[name] ?? ''))
    .join('');
  const hash = createHash('md5').update(signed).update(body).update(keys.secret);
  return requested.app_key === keys.key && requested.sign === hash.digest('hex');
}

export const gatewayErrors: ErrorForms = {
  throttled: (reply) => reply.code(429).send({ result: '0', msg: '请求过于频繁', errors: [] }),
  broken: (reply) => reply.code(500).send({ result: '0', msg: 'system error', errors: [] }),
};

interface Service {
  work(params: unknown): unknown;
  /** 1.0.0 unless it says so. */
  v?: string;
}

/** The one address that all services of 4PX have: a query that names and signs the call, and its body. */
export function openGateway(
  app: FastifyInstance,
  ctx: Context,
  platform: string,
  keys: { key: string; secret: string },
  serviceOf: (method: string) => Service | undefined,
): void {
  app.post(`/${platform}/router/api/service`, async (request, reply) => {
    const requested = query(request);
    const body = rawBody(request) ?? Buffer.alloc(0);
    request.note = requested.method ?? '';
    try {
      if (!isSigned(keys, requested, body)) throw new Refused('0000001', '签名错误');
      if (!isJustNow(ctx, platform, Number(requested.timestamp), SKEW_MS))
        throw new Refused('0000002', '签名无效：时间戳过期');
      const service = serviceOf(requested.method ?? '');
      if (!service || (service.v ?? '1.0.0') !== requested.v) throw new Refused('0000003', 'method 不存在');
      const data = await service.work(parseJson(body));
      return reply.send({ result: '1', msg: 'System processing successful', errors: [], data });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      request.note += ` ${error.code} ${error.message}`;
      const errors = [{ error_code: error.code, error_msg: error.message }];
      return reply.send({ result: '0', msg: 'System processing failed', errors });
    }
  });
}
