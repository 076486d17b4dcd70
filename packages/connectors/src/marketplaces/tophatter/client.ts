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
import type { Limit } from '../../pace.ts';
import { ConnectorError, type HttpOptions, type ShopAccess } from '../../types.ts';

export const PLATFORM = 'tophatter';
/** One site, and one currency that no answer names. */
export const CURRENCY = 'USD';

export interface TophatterSetup {
  /** Where something still speaks this interface: Tophatter itself answers no more. */
  api: string;
  http: HttpOptions;
}

/** No figures were ever told: a modest pace of ours. */
const LIMITS: Readonly<Record<string, Limit>> = { call: { perSecond: 5, burst: 10 } };
const WAIT_MS = 30_000;

const refusal = z.object({ message: z.string() });

export interface TophatterCall<T extends z.ZodType> {
  method: 'GET' | 'POST';
  /** Below the base, without ".json". */
  path: string;
  fields?: Readonly<Record<string, string | number | undefined>>;
  effect: Outbound['effect'];
  shape: T;
}

export function createTophatterClient({ api, http: options }: TophatterSetup) {
  const http = createHttp(PLATFORM, options, LIMITS);
  const now = options.now ?? Date.now;
  const base = options.baseUrls?.api ?? api;

  return async function call<T extends z.ZodType>(access: ShopAccess, input: TophatterCall<T>): Promise<z.output<T>> {
    const form: Record<string, string> = { access_token: access.tokens.accessToken };
    for (const [name, value] of Object.entries(input.fields ?? {})) if (value !== undefined) form[name] = String(value);
    const isRead = input.method === 'GET';
    const request: Outbound = {
      method: input.method,
      // The token stands among the parameters: errors name addresses without them.
      url: `${base}/merchant_api/v1/${input.path}.json${isRead ? `?${new URLSearchParams(form)}` : ''}`,
      ...(isRead ? {} : { form }),
      effect: input.effect,
      pace: { account: access.account, kind: 'call' },
    };
    const answer = await http(request);
    if (answer.status >= 300) {
      const kind = kindOfStatus(answer.status, input.effect);
      const answered = refusal.safeParse(jsonIfAny(answer));
      const words = answered.success ? answered.data.message : '';
      throw new ConnectorError(PLATFORM, kind, `${input.path}: HTTP ${answer.status} ${words}`.trim(), {
        status: answer.status,
        code: `HTTP ${answer.status}`,
        raw: rawOf(answer),
        ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? WAIT_MS } : {}),
      });
    }
    const read = input.shape.safeParse(jsonOf(PLATFORM, request, answer));
    if (!read.success) throw unreadable(PLATFORM, request, input.path, rawOf(answer), read.error);
    return read.data;
  };
}

export type TophatterClient = ReturnType<typeof createTophatterClient>;
