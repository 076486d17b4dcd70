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
import { cut } from '../../read.ts';
import { ConnectorError, type HttpOptions, type ShopAccess } from '../../types.ts';

export const PLATFORM = 'joom';
export const API_HOST = 'https://api-merchant.joom.com';

export interface JoomSetup {
  app: { clientId: string; clientSecret: string };
  http: HttpOptions;
}

/**
 * 2000 calls a minute, 50 of them for lists of orders. What may go at once and what a minute brings besides stay below
 * that together, whenever Joom's minute begins.
 */
const LIMITS: Readonly<Record<string, Limit>> = {
  call: { perSecond: 1500 / 60, burst: 500 },
  orders: { perSecond: 35 / 60, burst: 15 },
};
/** Joom does not always say how long to wait: its limits are those of a minute. */
const WAIT_MS = 15_000;

const errors = z.object({
  errors: z.array(z.object({ code: z.string(), field: z.string().nullish(), message: z.string().catch('') })).min(1),
});

export interface JoomCall {
  method: 'GET' | 'POST';
  /** Below /api/v3. */
  path: string;
  query?: Readonly<Record<string, string | number | undefined>> | string;
  json?: unknown;
  effect: Outbound['effect'];
  pace?: 'call' | 'orders';
  accept?: string;
}

function queryOf(query: JoomCall['query']): string {
  if (typeof query === 'string') return query && `?${query}`;
  const answered = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) answered.set(name, String(value));
  return answered.size > 0 ? `?${answered}` : '';
}

function resetMs(headers: Headers): number | undefined {
  const seconds = Number(headers.get('x-rate-limit-reset') ?? Number.NaN);
  return seconds > 0 && seconds <= 3600 ? seconds * 1000 : undefined;
}

export function createJoomClient({ http: options }: JoomSetup) {
  const http = createHttp(PLATFORM, options, LIMITS);
  const now = options.now ?? Date.now;
  const base = `${options.baseUrls?.api ?? API_HOST}/api/v3`;

  async function send(access: ShopAccess, input: JoomCall) {
    const outbound: Outbound = {
      method: input.method,
      url: `${base}${input.path}${queryOf(input.query)}`,
      headers: {
        authorization: `Bearer ${access.tokens.accessToken}`,
        ...(input.accept ? { accept: input.accept } : {}),
      },
      ...(input.json === undefined ? {} : { json: input.json }),
      effect: input.effect,
      pace: { account: access.account, kind: input.pace ?? 'call' },
    };
    const answer = await http(outbound);
    const { status } = answer;
    if (status < 300) return { outbound, answer };
    const answered = errors.safeParse(jsonIfAny(answer));
    const first = answered.success ? answered.data.errors[0] : undefined;
    const code = first?.code ?? `HTTP ${status}`;
    const kind = kindOfStatus(status, input.effect);
    throw new ConnectorError(PLATFORM, kind, `${input.path}: ${code} ${first?.message ?? ''}`.trim(), {
      status,
      code: first?.field ? `${code}:${first.field}` : code,
      raw: rawOf(answer),
      ...(kind === 'throttled'
        ? { retryAfterMs: retryAfter(answer.headers, now()) ?? resetMs(answer.headers) ?? WAIT_MS }
        : {}),
    });
  }

  return {
    async call<T extends z.ZodType>(access: ShopAccess, input: JoomCall & { shape: T }): Promise<z.output<T>> {
      const { outbound, answer } = await send(access, input);
      const read = input.shape.safeParse(jsonOf(PLATFORM, outbound, answer));
      if (!read.success) throw unreadable(PLATFORM, outbound, input.path, rawOf(answer), read.error);
      return read.data;
    },

    /** The bytes of a file. */
    async file(access: ShopAccess, input: JoomCall): Promise<Buffer> {
      const { outbound, answer } = await send(access, input);
      if (answer.bytes.length > 0) return answer.bytes;
      throw unreadable(PLATFORM, outbound, `${input.path}: an empty file`, cut(answer.text));
    },
  };
}

export type JoomClient = ReturnType<typeof createJoomClient>;

/** What lists answer; one of Joom's own texts shows the rows without `items` around them. */
export const listShape = z.object({
  data: z.union([
    z.array(z.unknown()),
    z.object({ items: z.array(z.unknown()).nullish() }).transform(({ items }) => items ?? []),
  ]),
  paging: z.object({ next: z.string().nullish() }).nullish(),
});
export const oneShape = z.object({ data: z.unknown() });
