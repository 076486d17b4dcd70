import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createHttp, jsonIfAny, jsonOf, kindOfStatus, type Outbound, rawOf, retryAfter, unreadable } from '../http.ts';
import { parseJson } from '../json.ts';
import { ConnectorError, type HttpOptions } from '../types.ts';
import { refusalOf, rows, someText } from '../wms/convert.ts';

/** The one address of 4PX's open platform: warehouses and parcels differ by the method alone. */
const HOST = 'https://open.4px.com/router/api/service';

const LIMITS = { call: { perSecond: 5, burst: 10 } };
const THROTTLE_MS = 2_000;

/** Small letters of md5 over the parameters that are signed, the very bytes of the body, and the secret. */
export function signOf(
  keys: { appKey: string; appSecret: string },
  call: { method: string; v: string; timestamp: string; body: string },
): string {
  const params = `app_key${keys.appKey}formatjsonmethod${call.method}timestamp${call.timestamp}v${call.v}`;
  return createHash('md5').update(`${params}${call.body}${keys.appSecret}`, 'utf8').digest('hex');
}

/** Data comes as JSON, or as the text of it. */
const dataOf = z
  .unknown()
  .optional()
  .transform((data, context) => {
    if (typeof data !== 'string' || !/^\s*[[{]/.test(data)) return data;
    try {
      return parseJson(data);
    } catch {
      context.addIssue({ code: 'custom', message: 'a torn text' });
      return z.NEVER;
    }
  });

const envelope = z.object({
  result: someText,
  msg: someText,
  data: dataOf,
  errors: rows(z.object({ error_code: someText, error_msg: someText })),
});

export interface GatewayCall<T extends z.ZodType> {
  method: string;
  /** 1.0.0 unless the page of the call says otherwise. */
  v?: string;
  params: object;
  effect: Outbound['effect'];
  /** Of `data`. */
  shape: T;
}

interface Refused {
  method: string;
  effect: Outbound['effect'];
  code: string;
  message: string;
  raw: string | undefined;
}

interface GatewaySetup {
  /** Who failures are of. */
  platform: string;
  http: HttpOptions;
  /** Their own other address, unless `http` names one. */
  host?: string;
  /** What a refusal in the envelope means. */
  refusal?: (refused: Refused) => ConnectorError;
}

export function createGateway({ platform, http: options, host = HOST, refusal }: GatewaySetup) {
  const http = createHttp(platform, options, LIMITS);
  const now = options.now ?? Date.now;
  const base = options.baseUrls?.api ?? host;
  const refuse =
    refusal ?? (({ method, code, message, raw }: Refused) => refusalOf(platform, method, code, message, raw));

  function signed<T extends z.ZodType>(keys: Readonly<Record<string, string>>, input: GatewayCall<T>): Outbound {
    const { appKey = '', appSecret = '' } = keys;
    const { method, v = '1.0.0' } = input;
    const body = JSON.stringify(input.params);
    const timestamp = String(now());
    const sign = signOf({ appKey, appSecret }, { method, v, timestamp, body });
    const query = new URLSearchParams({ method, app_key: appKey, v, timestamp, format: 'json', sign, language: 'cn' });
    return {
      method: 'POST',
      url: `${base}?${query}`,
      body: { type: 'application/json', content: body },
      effect: input.effect,
      pace: { account: appKey, kind: 'call' },
    };
  }

  async function call<T extends z.ZodType>(
    keys: Readonly<Record<string, string>>,
    input: GatewayCall<T>,
  ): Promise<z.output<T>> {
    const { method, effect } = input;
    const request = signed(keys, input);
    const answer = await http(request);
    const raw = rawOf(answer);
    const answered = envelope.safeParse(answer.status < 300 ? jsonOf(platform, request, answer) : jsonIfAny(answer));
    if (answer.status >= 300) {
      const kind = kindOfStatus(answer.status, effect);
      const message = answered.success && answered.data.msg ? answered.data.msg : `HTTP ${answer.status}`;
      throw new ConnectorError(platform, kind, `${method}: ${message}`, {
        status: answer.status,
        code: `HTTP ${answer.status}`,
        raw,
        ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? THROTTLE_MS } : {}),
      });
    }
    if (!answered.success) throw unreadable(platform, request, method, raw, answered.error);
    if (answered.data.result !== '1') {
      const { errors, msg } = answered.data;
      const words = errors.map(({ error_msg }) => error_msg).filter(Boolean);
      throw refuse({ method, effect, code: errors[0]?.error_code || 'FAIL', message: words.join('; ') || msg, raw });
    }
    const read = input.shape.safeParse(answered.data.data);
    if (!read.success) throw unreadable(platform, request, method, raw, read.error);
    return read.data;
  }

  /** A file they name; only their own hosts are asked for it, and these by https alone. */
  async function file(named: string): Promise<Buffer> {
    const url = URL.parse(named.replace(/^http:(?=\/\/[\w.-]+\.4px\.com\/)/, 'https:'));
    const isTheirs = url?.protocol === 'https:' && url.hostname.endsWith('.4px.com');
    if (!url || (!isTheirs && url.hostname !== new URL(base).hostname))
      throw new ConnectorError(platform, 'malformed', `a file on a host of others: ${url?.hostname ?? named}`);
    const answer = await http({ method: 'GET', url: url.href, headers: { accept: '*/*' }, effect: 'read' });
    if (answer.status < 300) return answer.bytes;
    throw new ConnectorError(platform, kindOfStatus(answer.status, 'read'), `a file: HTTP ${answer.status}`);
  }

  return { call, file };
}

export type Gateway = ReturnType<typeof createGateway>;
