import { z } from 'zod';
import {
  type Answer,
  createHttp,
  jsonIfAny,
  kindOfStatus,
  type Outbound,
  rawOf,
  retryAfter,
  unreadable,
} from '../../http.ts';
import { parseJson } from '../../json.ts';
import { ConnectorError, type HttpOptions } from '../../types.ts';
import type { WmsAccess } from '../../wms.ts';
import { anyText, maybe, refusalOf, someText } from '../convert.ts';

export interface AskInput<T extends z.ZodType> {
  /** createOrder with ECCANG, order/create_order with GoodCang. */
  service: string;
  params: object;
  effect: Outbound['effect'];
  shape: T;
}

/** A call to a system of ECCANG's family: what it answers is read by `shape`, with everything around `data`. */
export type AskCall = <T extends z.ZodType>(access: WmsAccess, input: AskInput<T>) => Promise<z.output<T>>;

/** V1 says ask, V2 says code; both say 200. */
const envelope = z.object({
  ask: anyText,
  code: anyText,
  message: someText,
  Error: maybe(z.object({ errCode: someText, errMessage: someText })),
});

/** Published nowhere; customers were told of a few a second. */
const LIMITS = { call: { perSecond: 4, burst: 10 } };

/**
 * @param post what is sent for a call
 * @param inner the JSON of an answer, where it is wrapped in something
 */
export function createAsk(
  platform: string,
  options: HttpOptions,
  post: (access: WmsAccess, service: string, params: object) => Pick<Outbound, 'url' | 'headers' | 'json' | 'body'>,
  inner: (text: string) => string = (text) => text,
): AskCall {
  const http = createHttp(platform, options, LIMITS);
  const now = options.now ?? Date.now;

  function failed(request: Outbound, answer: Answer, service: string): ConnectorError {
    const kind = kindOfStatus(answer.status, request.effect);
    const answered = envelope.safeParse(jsonIfAny(answer));
    const message = answered.success && answered.data.message ? answered.data.message : `HTTP ${answer.status}`;
    return new ConnectorError(platform, kind, `${service}: ${message}`, {
      status: answer.status,
      code: `HTTP ${answer.status}`,
      raw: rawOf(answer),
      ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? 2000 } : {}),
    });
  }

  return async (access, { service, params, effect, shape }) => {
    const request: Outbound = {
      method: 'POST',
      ...post(access, service, params),
      effect,
      pace: { account: access.keys.appKey ?? '', kind: 'call' },
    };
    const answer = await http(request);
    if (answer.status >= 300) throw failed(request, answer, service);
    const raw = rawOf(answer);
    let json: unknown;
    try {
      json = parseJson(inner(answer.text));
    } catch (error) {
      throw unreadable(platform, request, `${service}: the answer cannot be read`, raw, error);
    }
    const answered = envelope.safeParse(json);
    if (!answered.success) throw unreadable(platform, request, service, raw, answered.error);
    const { ask, code, message, Error: error } = answered.data;
    const well = ask === undefined ? code === '0' : ask.toLowerCase() === 'success';
    if (!well)
      throw refusalOf(platform, service, error?.errCode || code || 'FAILURE', error?.errMessage || message, raw);
    const read = shape.safeParse(json);
    if (!read.success) throw unreadable(platform, request, service, raw, read.error);
    return read.data;
  };
}
