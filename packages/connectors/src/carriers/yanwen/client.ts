import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Answer, createHttp, jsonIfAny, jsonOf, type Outbound, rawOf, unreadable } from '../../http.ts';
import { lax } from '../../lax.ts';
import type { CarrierAccess, HttpOptions } from '../../types.ts';
import { someText } from '../../wms/convert.ts';
import { CARRIER, refusal } from './refusals.ts';

const ORDERS = 'https://open.yw56.com.cn';
/** As Yanwen documents it; a host of its own, for customers who name themselves. */
const TRACKING = 'http://api.track.yw56.com.cn';
const FORMAT = 'json';
const VERSION = 'V1.0';

interface Signed {
  token: string;
  user: string;
  method: string;
  timestamp: string;
  /** The very text that is sent. */
  body: string;
}

/** MD5 over all that is sent, between the customer's key and the key. */
export function signOf({ token, user, method, timestamp, body }: Signed): string {
  const text = `${token}${user}${body}${FORMAT}${method}${timestamp}${VERSION}${token}`;
  return createHash('md5').update(text, 'utf8').digest('hex');
}

const envelope = z.object({
  success: lax(z.union([z.boolean(), z.stringbool()])),
  code: someText,
  message: someText,
  data: z.unknown().optional(),
});
/** Of the tracking host. */
const trackEnvelope = z.object({ code: someText, message: someText, result: z.unknown().optional() });

interface YanwenCall<T extends z.ZodType> {
  method: string;
  json: unknown;
  effect: Outbound['effect'];
  /** Of `data`. */
  shape: T;
}

const isZero = (code: string): boolean => /^0*$/.test(code);

export function createYanwenClient(options: HttpOptions) {
  const http = createHttp(CARRIER, options);
  const now = options.now ?? Date.now;
  const orders = options.baseUrls?.api ?? ORDERS;
  const tracking = options.baseUrls?.track ?? TRACKING;

  function refuse({ effect }: Outbound, answer: Answer, read?: { code: string; message: string }): never {
    const { code, message } = read ?? envelope.safeParse(jsonIfAny(answer)).data ?? { code: '', message: '' };
    throw refusal({ effect, code, message, answer, now: now() });
  }

  async function ask(request: Outbound): Promise<Answer> {
    const answer = await http(request);
    if (answer.status >= 400) refuse(request, answer);
    if (answer.status !== 200) throw unreadable(CARRIER, request, `unexpected status ${answer.status}`, rawOf(answer));
    return answer;
  }

  function read<T extends z.ZodType>(request: Outbound, answer: Answer, shape: T, value: unknown): z.output<T> {
    const found = shape.safeParse(value);
    if (!found.success) throw unreadable(CARRIER, request, 'an unknown shape', rawOf(answer), found.error);
    return found.data;
  }

  async function call<T extends z.ZodType>(access: CarrierAccess, input: YanwenCall<T>): Promise<z.output<T>> {
    const { method, effect, shape } = input;
    const body = JSON.stringify(input.json);
    const timestamp = String(now());
    const user = access.accountNumber;
    const sign = signOf({ token: access.keys.apiToken ?? '', user, method, timestamp, body });
    const query = new URLSearchParams({ user_id: user, method, format: FORMAT, timestamp, sign, version: VERSION });
    const request: Outbound = {
      method: 'POST',
      url: `${orders}/api/order?${query}`,
      body: { type: 'application/json', content: body },
      effect,
    };
    const answer = await ask(request);
    const { success, code, message, data } = read(request, answer, envelope, jsonOf(CARRIER, request, answer));
    if (success === false || (success === undefined && !isZero(code))) refuse(request, answer, { code, message });
    // Nothing at all is not the same as "there is none".
    if (success === undefined && data === undefined)
      throw unreadable(CARRIER, request, `${method}: an empty answer`, rawOf(answer));
    return read(request, answer, shape, data ?? null);
  }

  /** What the tracking host knows of a number; of `result`. */
  async function follow<T extends z.ZodType>(access: CarrierAccess, number: string, shape: T): Promise<z.output<T>> {
    const request: Outbound = {
      method: 'GET',
      url: `${tracking}/api/tracking?${new URLSearchParams({ nums: number })}`,
      headers: { authorization: access.accountNumber },
      effect: 'read',
    };
    const answer = await ask(request);
    const { code, message, result } = read(request, answer, trackEnvelope, jsonOf(CARRIER, request, answer));
    if (!isZero(code)) refuse(request, answer, { code, message });
    return read(request, answer, shape, result);
  }

  return { call, follow };
}

export type YanwenClient = ReturnType<typeof createYanwenClient>;
