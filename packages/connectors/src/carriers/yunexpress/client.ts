import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { createHttp, jsonIfAny, jsonOf, type Outbound, rawOf, unreadable } from '../../http.ts';
import { lax } from '../../lax.ts';
import { type CarrierAccess, ConnectorError, type HttpOptions, type Tokens } from '../../types.ts';
import { anyText, someText } from '../../wms/convert.ts';
import { CARRIER, refusal } from './refusals.ts';

const HOST = 'https://openapi.yunexpress.cn';
const TOKEN_SECONDS = 7200;

/** Base64 of HMAC-SHA256 over the very text of the body, the time and the request; the query is not signed. */
export function signOf(secret: string, call: { method: string; path: string; date: string; body: string }): string {
  const body = call.body === '' ? '' : `body=${call.body}&`;
  const text = `${body}date=${call.date}&method=${call.method}&uri=${call.path}`;
  return createHmac('sha256', secret).update(text, 'utf8').digest('base64');
}

const flag = lax(z.union([z.boolean(), z.stringbool()]));
const envelope = z.object({
  success: flag,
  code: someText,
  msg: someText,
  message: someText,
  result: z.unknown().optional(),
  /** Products come here. */
  detail: z.unknown().optional(),
});
type Envelope = z.output<typeof envelope>;

const tokenShape = z.object({ accessToken: anyText, expiresIn: lax(z.coerce.number().positive()) });
const tokenAnswer = tokenShape.extend({ result: lax(tokenShape) });

export interface YunexpressCall<T extends z.ZodType> {
  method: 'GET' | 'POST';
  /** Below the host; signed as it stands here. */
  path: string;
  query?: Record<string, string>;
  json?: unknown;
  effect: Outbound['effect'];
  /** Of `result`. */
  shape: T;
}

const isRefused = ({ success, code }: Envelope): boolean => success === false || (!success && !/^0*$/.test(code));

function readTokens(json: unknown, now: number): Tokens {
  const read = tokenAnswer.safeParse(json).data;
  const accessToken = read?.accessToken ?? read?.result?.accessToken;
  if (!accessToken) {
    const { code = '', msg, message } = envelope.safeParse(json).data ?? {};
    throw new ConnectorError(CARRIER, 'unauthorized', msg || message || 'no token came', { code });
  }
  const seconds = read?.expiresIn ?? read?.result?.expiresIn ?? TOKEN_SECONDS;
  return { accessToken, accessExpiresAt: new Date(now + seconds * 1000).toISOString() };
}

export function createYunexpressClient(options: HttpOptions) {
  const http = createHttp(CARRIER, options);
  const now = options.now ?? Date.now;
  const base = options.baseUrls?.api ?? HOST;

  function refuse(request: Outbound, answer: Awaited<ReturnType<typeof http>>, read?: Envelope): never {
    const { code = '', msg = '', message = '' } = read ?? envelope.safeParse(jsonIfAny(answer)).data ?? {};
    throw refusal({ effect: request.effect, code, message: msg || message, answer, now: now() });
  }

  async function authenticate(access: CarrierAccess): Promise<Tokens> {
    const { appId = '', appSecret = '', sourceKey } = access.keys;
    const request: Outbound = {
      method: 'POST',
      url: `${base}/openapi/oauth2/token`,
      json: { grantType: 'client_credentials', appId, appSecret, ...(sourceKey ? { sourceKey } : {}) },
      effect: 'read',
      secret: true,
    };
    const answer = await http(request);
    if (answer.status !== 200) refuse(request, answer);
    return readTokens(jsonOf(CARRIER, request, answer), now());
  }

  async function call<T extends z.ZodType>(access: CarrierAccess, input: YunexpressCall<T>): Promise<z.output<T>> {
    if (!access.tokens) throw new ConnectorError(CARRIER, 'unauthorized', 'no token yet: authenticate first');
    const { appSecret = '', sourceKey } = access.keys;
    const { method, path, effect } = input;
    const body = input.json === undefined ? '' : JSON.stringify(input.json);
    const date = String(now());
    const query = input.query ? `?${new URLSearchParams(input.query)}` : '';
    const request: Outbound = {
      method,
      url: `${base}${path}${query}`,
      headers: {
        token: access.tokens.accessToken,
        date,
        sign: signOf(appSecret, { method, path, date, body }),
        'accept-language': 'zh-CN',
        ...(sourceKey ? { sourceKey } : {}),
      },
      ...(body === '' ? {} : { body: { type: 'application/json', content: body } }),
      effect,
    };
    const answer = await http(request);
    if (answer.status >= 400) refuse(request, answer);
    if (answer.status !== 200) throw unreadable(CARRIER, request, `unexpected status ${answer.status}`, rawOf(answer));
    const enveloped = envelope.safeParse(jsonOf(CARRIER, request, answer));
    if (!enveloped.success) throw unreadable(CARRIER, request, path, rawOf(answer), enveloped.error);
    if (isRefused(enveloped.data)) refuse(request, answer, enveloped.data);
    const { success, result, detail } = enveloped.data;
    // Nothing at all is not the same as "there is none".
    if (success === undefined && result === undefined && detail === undefined)
      throw unreadable(CARRIER, request, `${path}: an empty answer`, rawOf(answer));
    const read = input.shape.safeParse(result ?? detail);
    if (!read.success) throw unreadable(CARRIER, request, path, rawOf(answer), read.error);
    return read.data;
  }

  /** A file they name; only their own hosts are asked for it. */
  async function file(url: string): Promise<Buffer> {
    const named = URL.parse(url);
    const isTheirs = named?.protocol === 'https:' && /\.yunexpress\.(cn|com)$/.test(named.hostname);
    if (!named || (!isTheirs && named.hostname !== new URL(base).hostname))
      throw new ConnectorError(CARRIER, 'malformed', `a file on a host of others: ${named?.hostname ?? url}`);
    const request: Outbound = { method: 'GET', url, headers: { accept: '*/*' }, effect: 'read' };
    const answer = await http(request);
    if (answer.status !== 200) refuse(request, answer);
    return answer.bytes;
  }

  return { authenticate, call, file };
}

export type YunexpressClient = ReturnType<typeof createYunexpressClient>;
