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
import type { Limit } from '../../pace.ts';
import { publicOnly } from '../../public-hosts.ts';
import { optionalText } from '../../read.ts';
import { ConnectorError, type HttpOptions, type ShopAccess } from '../../types.ts';

/** One protocol, one address for each operator: the seller knows it as the address of the back office. */
export interface MiraklSetup {
  /** The registry's name of the platform. */
  platform: string;
  /** `marketplace` puts another address in place of the one the seller gave. */
  http: HttpOptions;
}

const MINUTE = 1 / 60;
const DAY = MINUTE / 60 / 24;

/**
 * The call-frequency contract of the seller API: how often a seller may ask for something. Lists of several pages are
 * asked for in a row.
 */
export const LIMITS = {
  A01: { perSecond: DAY, burst: 6 },
  PC01: { perSecond: DAY, burst: 6 },
  OR11: { perSecond: MINUTE, burst: 30 },
  // Orders by number: "at each order page display".
  OR11byId: { perSecond: 5, burst: 20 },
  OR21: { perSecond: 5, burst: 10 },
  OR23: { perSecond: 5, burst: 10 },
  OR24: { perSecond: 5, burst: 10 },
  OR29: { perSecond: 5, burst: 10 },
  ST01: { perSecond: 5, burst: 10 },
  ST11: { perSecond: 5, burst: 10 },
  SH21: { perSecond: DAY, burst: 6 },
  OF21: { perSecond: 1, burst: 50 },
  STO01: { perSecond: MINUTE, burst: 1 },
  STO02: { perSecond: 4 * MINUTE, burst: 4 },
  STO03: { perSecond: MINUTE, burst: 4 },
  PRI01: { perSecond: MINUTE, burst: 1 },
  PRI02: { perSecond: MINUTE, burst: 4 },
  PRI03: { perSecond: MINUTE, burst: 4 },
  RT11: { perSecond: MINUTE / 5, burst: 10 },
  TL02: { perSecond: MINUTE, burst: 20 },
} as const satisfies Readonly<Record<string, Limit>>;

export interface MiraklRequest {
  operation: keyof typeof LIMITS;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  json?: unknown;
  body?: { type: string; content: string };
  effect: Outbound['effect'];
}

/** Refusals without a wait of their own: the contract counts by the minute. */
const WAIT_MS = 60_000;

const refusalShape = z.object({
  message: optionalText,
  code: optionalText,
  errors: z.array(z.object({ code: optionalText, message: optionalText, field: optionalText })).nullish(),
});

function wordsOf(refusal: z.output<typeof refusalShape>): string {
  const errors = (refusal.errors ?? []).map((one) => [one.code, one.field, one.message].filter(Boolean).join(' '));
  return [refusal.code, refusal.message, ...errors].filter(Boolean).join('; ');
}

export function createMiraklClient({ platform, http: options }: MiraklSetup) {
  const http = createHttp(platform, publicOnly(options, options.baseUrls?.marketplace), LIMITS);
  const now = options.now ?? Date.now;

  function outboundOf(access: ShopAccess, input: MiraklRequest): Outbound {
    const { instance, shopId } = access.tokens.keys ?? {};
    const base = options.baseUrls?.marketplace ?? instance;
    if (!base) throw new ConnectorError(platform, 'unauthorized', 'the shop has no address of its marketplace');
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...input.query, shop_id: shopId }))
      if (value !== undefined) query.set(name, String(value));
    return {
      method: input.method,
      url: `${base}${input.path}${query.size > 0 ? `?${query}` : ''}`,
      // The bare key: no "Bearer" before it.
      headers: { authorization: access.tokens.accessToken },
      ...(input.json === undefined ? {} : { json: input.json }),
      ...(input.body ? { body: input.body } : {}),
      effect: input.effect,
      pace: { account: access.account, kind: input.operation },
    };
  }

  async function send(access: ShopAccess, input: MiraklRequest): Promise<{ outbound: Outbound; answer: Answer }> {
    const outbound = outboundOf(access, input);
    const answer = await http(outbound);
    const { status } = answer;
    if (status < 300) return { outbound, answer };
    const answered = refusalShape.safeParse(jsonIfAny(answer));
    const kind = kindOfStatus(status, input.effect);
    const words = (answered.success && wordsOf(answered.data)) || `HTTP ${status}`;
    throw new ConnectorError(platform, kind, `${input.operation}: ${words}`, {
      status,
      code: (answered.success && (answered.data.code ?? answered.data.errors?.[0]?.code)) || `HTTP ${status}`,
      raw: rawOf(answer),
      ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? WAIT_MS } : {}),
    });
  }

  async function call<T extends z.ZodType>(
    access: ShopAccess,
    input: MiraklRequest & { shape: T },
  ): Promise<z.output<T>> {
    const { outbound, answer } = await send(access, input);
    const body = answer.text === '' ? undefined : jsonOf(platform, outbound, answer);
    const read = input.shape.safeParse(body);
    if (!read.success) throw unreadable(platform, outbound, input.operation, rawOf(answer), read.error);
    return read.data;
  }

  /** For answers that are files. */
  const text = async (access: ShopAccess, input: MiraklRequest): Promise<string> =>
    (await send(access, input)).answer.text;

  return { call, text };
}

export type MiraklClient = ReturnType<typeof createMiraklClient>;
