import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  createHttp,
  jsonIfAny,
  jsonOf,
  kindOfStatus,
  type Outbound,
  rawOf,
  retryAfter,
  unreadable,
} from '../../http.ts';
import { publicOnly } from '../../public-hosts.ts';
import { ConnectorError, type FailureKind, type HttpOptions } from '../../types.ts';
import type { WmsAccess } from '../../wms.ts';
import { signatureOf, targetOf } from './signing.ts';

export interface GenericOptions {
  provider: string;
  prefix: string;
  http: HttpOptions;
}

export interface Call<T extends z.ZodType> {
  method: Outbound['method'];
  path: string;
  query?: Record<string, string | undefined>;
  json?: unknown;
  effect: Outbound['effect'];
  shape: T;
}

const envelope = z.object({
  code: z.string(),
  message: z.string().nullish(),
  data: z.unknown(),
  errors: z
    .array(z.object({ field: z.string().nullish(), code: z.string().nullish(), message: z.string().nullish() }))
    .nullish(),
});

/** What the caller has to do follows from the class, which is the first part of the code (AUTH_BAD_SIGN, STOCK_OUT ...). */
const KINDS: readonly (readonly [RegExp, FailureKind])[] = [
  [/^AUTH/, 'unauthorized'],
  [/^LIMIT/, 'throttled'],
];

export function createGenericClient({ provider, prefix, http: options }: GenericOptions) {
  const http = createHttp(provider, publicOnly(options, options.baseUrls?.api), { call: { perSecond: 20, burst: 40 } });
  const now = options.now ?? Date.now;

  function refuse(request: Outbound, answer: Awaited<ReturnType<typeof http>>): never {
    const answered = envelope.safeParse(jsonIfAny(answer));
    const code = answered.success ? answered.data.code : `HTTP ${answer.status}`;
    const byCode = answered.success ? KINDS.find(([pattern]) => pattern.test(code))?.[1] : undefined;
    const kind = byCode ?? kindOfStatus(answer.status, request.effect);
    const details = answered.success ? (answered.data.errors ?? []) : [];
    const words = details.map((one) => [one.field, one.message ?? one.code].filter(Boolean).join(': '));
    const message = [answered.success ? answered.data.message : undefined, ...words].filter(Boolean).join('; ') || code;
    throw new ConnectorError(provider, kind, message, {
      status: answer.status,
      code,
      raw: rawOf(answer),
      ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? 1000 } : {}),
    });
  }

  return async function call<T extends z.ZodType>(access: WmsAccess, input: Call<T>): Promise<z.output<T>> {
    const { accessId = '', secret = '' } = access.keys;
    const base = options.baseUrls?.api ?? access.baseUrl?.replace(/\/$/, '');
    if (!base) throw new ConnectorError(provider, 'rejected', 'no address was given', { code: 'NO_ADDRESS' });
    const target = targetOf(input.path, input.query);
    const body = input.json === undefined ? '' : JSON.stringify(input.json);
    const stamp = { timestamp: String(now()), nonce: randomUUID() };
    const request: Outbound = {
      method: input.method,
      url: `${base}${prefix}${target}`,
      headers: {
        'x-access-id': accessId,
        'x-timestamp': stamp.timestamp,
        'x-nonce': stamp.nonce,
        'x-sign': signatureOf(secret, { method: input.method, target, ...stamp, body }),
      },
      ...(body ? { body: { type: 'application/json', content: body } } : {}),
      effect: input.effect,
      pace: { account: accessId, kind: 'call' },
    };
    const answer = await http(request);
    if (answer.status >= 300) refuse(request, answer);
    const answered = envelope.safeParse(jsonOf(provider, request, answer));
    if (!answered.success) throw unreadable(provider, request, 'the answer', rawOf(answer), answered.error);
    if (answered.data.code !== 'OK') refuse(request, answer);
    const read = input.shape.safeParse(answered.data.data);
    if (!read.success) throw unreadable(provider, request, 'the answer', rawOf(answer), read.error);
    return read.data;
  };
}

export type GenericCall = ReturnType<typeof createGenericClient>;
