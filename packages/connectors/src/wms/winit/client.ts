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
import { refusalOf, someText, toBeijing } from '../convert.ts';

export const PLATFORM = 'winit';
const URLS = {
  real: 'https://openapi.winit.com.cn/openapi/service',
  test: 'https://sandboxopenapi.winit.com.cn/openapi/service',
};
const LIMITS = { call: { perSecond: 4, burst: 8 } };

/** What is signed: names and values one after the other, between the secret twice, in capitals. */
export function signOf(
  secret: string,
  call: { action: string; appKey: string; data: string; platform: string; timestamp: string },
): string {
  const text =
    `action${call.action}app_key${call.appKey}data${call.data}formatjsonplatform${call.platform}` +
    `sign_methodmd5timestamp${call.timestamp}version1.0`;
  return createHash('md5').update(`${secret}${text}${secret}`, 'utf8').digest('hex').toUpperCase();
}

/** Names in order at every level, and nothing that is null: as it is signed, it is sent. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one != null).map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, sorted(one)]));
}

const envelope = z.object({ code: someText, msg: someText, data: z.unknown().optional() });

export interface WinitCall<T extends z.ZodType> {
  action: string;
  data: object;
  effect: Outbound['effect'];
  /** Of `data`. */
  shape: T;
}

export function createWinitClient(options: HttpOptions, sandbox: boolean) {
  const http = createHttp(PLATFORM, options, LIMITS);
  const now = options.now ?? Date.now;
  const url = options.baseUrls?.api ?? (sandbox ? URLS.test : URLS.real);

  function bodyOf(access: WmsAccess, action: string, input: object): object {
    const { appKey = '', token = '', clientId = '', clientSecret = '' } = access.keys;
    const data = sorted(input);
    const platform = access.keys.platform || 'OWNERERP';
    const timestamp = toBeijing(now());
    const signed = { action, appKey, data: JSON.stringify(data), platform, timestamp };
    return {
      action,
      app_key: appKey,
      ...(clientId ? { client_id: clientId, client_sign: signOf(clientSecret, signed) } : {}),
      sign: signOf(token, signed),
      data,
      format: 'json',
      language: 'zh_CN',
      platform,
      sign_method: 'md5',
      timestamp,
      version: '1.0',
    };
  }

  return async function call<T extends z.ZodType>(access: WmsAccess, input: WinitCall<T>): Promise<z.output<T>> {
    const request: Outbound = {
      method: 'POST',
      url,
      json: bodyOf(access, input.action, input.data),
      effect: input.effect,
      pace: { account: access.keys.appKey ?? '', kind: 'call' },
    };
    const answer = await http(request);
    const raw = rawOf(answer);
    const answered = envelope.safeParse(answer.status < 300 ? jsonOf(PLATFORM, request, answer) : jsonIfAny(answer));
    if (answer.status >= 300) {
      const kind = kindOfStatus(answer.status, input.effect);
      const message = answered.success && answered.data.msg ? answered.data.msg : `HTTP ${answer.status}`;
      throw new ConnectorError(PLATFORM, kind, `${input.action}: ${message}`, {
        status: answer.status,
        code: `HTTP ${answer.status}`,
        raw,
        ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? 2000 } : {}),
      });
    }
    if (!answered.success) throw unreadable(PLATFORM, request, input.action, raw, answered.error);
    // The number 0 or the text.
    if (answered.data.code !== '0') throw refusalOf(PLATFORM, input.action, answered.data.code, answered.data.msg, raw);
    const read = input.shape.safeParse(answered.data.data);
    if (!read.success) throw unreadable(PLATFORM, request, input.action, raw, read.error);
    return read.data;
  };
}

export type WinitCaller = ReturnType<typeof createWinitClient>;
