import { createHash } from 'node:crypto';
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
import { ConnectorError, type HttpOptions } from '../../types.ts';
import type { WmsAccess } from '../../wms.ts';
import { count, refusalOf, rows, someText } from '../convert.ts';

export const PLATFORM = 'fourpx';
const HOST = 'https://open.4px.com/router/api/service';
const TEST_HOST = 'https://open-test.4px.com/router/api/service';

const LIMITS = { call: { perSecond: 5, burst: 10 } };

/** Small letters of md5 over the parameters that are signed, the very bytes of the body, and the secret. */
export function signOf(
  keys: { appKey: string; appSecret: string },
  call: { method: string; v: string; timestamp: string; body: string },
): string {
  const params = `app_key${keys.appKey}formatjsonmethod${call.method}timestamp${call.timestamp}v${call.v}`;
  return createHash('md5').update(`${params}${call.body}${keys.appSecret}`, 'utf8').digest('hex');
}

const envelope = z.object({
  result: someText,
  msg: someText,
  data: z.unknown().optional(),
  errors: rows(z.object({ error_code: someText, error_msg: someText })),
});

export interface FourpxCall<T extends z.ZodType> {
  method: string;
  params: object;
  effect: Outbound['effect'];
  /** Of `data`. */
  shape: T;
}

export function createFourpxClient(options: HttpOptions, sandbox: boolean) {
  const http = createHttp(PLATFORM, options, LIMITS);
  const now = options.now ?? Date.now;
  const base = options.baseUrls?.api ?? (sandbox ? TEST_HOST : HOST);

  async function call<T extends z.ZodType>(access: WmsAccess, input: FourpxCall<T>): Promise<z.output<T>> {
    const { appKey = '', appSecret = '' } = access.keys;
    const body = JSON.stringify(input.params);
    const timestamp = String(now());
    const sign = signOf({ appKey, appSecret }, { method: input.method, v: '1.0.0', timestamp, body });
    const query = new URLSearchParams({
      method: input.method,
      app_key: appKey,
      v: '1.0.0',
      timestamp,
      format: 'json',
      sign,
      language: 'cn',
    });
    const request: Outbound = {
      method: 'POST',
      url: `${base}?${query}`,
      body: { type: 'application/json', content: body },
      effect: input.effect,
      pace: { account: appKey, kind: 'call' },
    };
    const answer = await http(request);
    const raw = rawOf(answer);
    const answered = envelope.safeParse(answer.status < 300 ? jsonOf(PLATFORM, request, answer) : jsonIfAny(answer));
    if (answer.status >= 300) {
      const kind = kindOfStatus(answer.status, input.effect);
      const message = answered.success && answered.data.msg ? answered.data.msg : `HTTP ${answer.status}`;
      throw new ConnectorError(PLATFORM, kind, `${input.method}: ${message}`, {
        status: answer.status,
        code: `HTTP ${answer.status}`,
        raw,
        ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? 2000 } : {}),
      });
    }
    if (!answered.success) throw unreadable(PLATFORM, request, input.method, raw, answered.error);
    if (answered.data.result !== '1') {
      const [first] = answered.data.errors;
      const words = answered.data.errors.map(({ error_msg }) => error_msg).filter(Boolean);
      throw refusalOf(PLATFORM, input.method, first?.error_code || 'FAIL', words.join('; ') || answered.data.msg, raw);
    }
    const read = input.shape.safeParse(answered.data.data);
    if (!read.success) throw unreadable(PLATFORM, request, input.method, raw, read.error);
    return read.data;
  }

  /** A file they name; only their own hosts are asked for it. */
  async function file(url: string): Promise<Buffer> {
    const { hostname, protocol } = new URL(url);
    const own = hostname === new URL(base).hostname || (protocol === 'https:' && hostname.endsWith('.4px.com'));
    if (!own) throw new ConnectorError(PLATFORM, 'malformed', `a file on a host of others: ${hostname}`);
    const answer = await http({ method: 'GET', url, headers: { accept: '*/*' }, effect: 'read' });
    if (answer.status < 300) return answer.bytes;
    throw new ConnectorError(PLATFORM, kindOfStatus(answer.status, 'read'), `a file: HTTP ${answer.status}`);
  }

  return { call, file };
}

export type FourpxClient = ReturnType<typeof createFourpxClient>;

/** A page, or the bare list that some calls answer. */
export const pageShape = <T extends z.ZodType>(item: T) =>
  z
    .union([
      rows(item).transform((data) => ({ data, total: data.length })),
      z.object({ data: rows(item), total: count }),
    ])
    .transform((page): { data: z.output<T>[]; total: number } => page);
