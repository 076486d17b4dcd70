import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  type Answer,
  createHttp,
  jsonIfAny,
  jsonOf,
  kindOfStatus,
  type Outbound,
  rawOf,
  retryAfter,
  unreadable,
} from '../../http.ts';
import { laxList } from '../../lax.ts';
import { type CarrierAccess, ConnectorError, type HttpOptions } from '../../types.ts';
import { someText } from '../../wms/convert.ts';

export const CARRIER = 'dhlExpress';
const HOST = 'https://express.api.dhl.com/mydhlapi';
/** DHL publishes no limits a second and tells no waiting time. */
const THROTTLE_MS = 10_000;

export interface ExpressCall<T extends z.ZodType> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base, e.g. /rates */
  path: string;
  query?: Record<string, string>;
  json?: unknown;
  effect: Outbound['effect'];
  shape: T;
}

const problem = z.object({
  detail: someText,
  title: someText,
  message: someText,
  additionalDetails: laxList(z.string()),
});

/** Details begin with DHL's number of the fault ("7008: The requested ..."), where there is one. */
const numberOf = (detail: string): string | undefined => /^(\d{3,5}):/.exec(detail)?.[1];

function refusal(effect: Outbound['effect'], answer: Answer, now: number): ConnectorError {
  const {
    detail = '',
    title = '',
    message = '',
    additionalDetails = [],
  } = problem.safeParse(jsonIfAny(answer)).data ?? {};
  const code = numberOf(detail) ?? `HTTP ${answer.status}`;
  const kind = kindOfStatus(answer.status, effect);
  const words = [detail || message || title || code, ...additionalDetails].join('; ');
  return new ConnectorError(CARRIER, kind, words, {
    status: answer.status,
    code: answer.status === 404 ? `NOT_FOUND_${code}` : code,
    raw: rawOf(answer),
    ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now) ?? THROTTLE_MS } : {}),
  });
}

export function createExpressClient(options: HttpOptions) {
  const http = createHttp(CARRIER, options);
  const now = options.now ?? Date.now;
  const base = options.baseUrls?.api ?? HOST;

  async function call<T extends z.ZodType>(access: CarrierAccess, input: ExpressCall<T>): Promise<z.output<T>> {
    const { apiKey = '', apiSecret = '' } = access.keys;
    const { method, path, effect } = input;
    const query = input.query ? `?${new URLSearchParams(input.query)}` : '';
    const request: Outbound = {
      method,
      url: `${base}${path}${query}`,
      headers: {
        authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`, 'utf8').toString('base64')}`,
        'message-reference': randomUUID(),
      },
      ...(input.json === undefined ? {} : { json: input.json }),
      effect,
    };
    const answer = await http(request);
    if (answer.status >= 400) throw refusal(effect, answer, now());
    if (answer.status !== 200 && answer.status !== 201)
      throw unreadable(CARRIER, request, `unexpected status ${answer.status}`, rawOf(answer));
    const read = input.shape.safeParse(answer.text === '' ? undefined : jsonOf(CARRIER, request, answer));
    if (!read.success) throw unreadable(CARRIER, request, path, rawOf(answer), read.error);
    return read.data;
  }

  return { call, now };
}

export type ExpressClient = ReturnType<typeof createExpressClient>;
