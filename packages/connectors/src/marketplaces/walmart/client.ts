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
import type { Limit } from '../../pace.ts';
import { cut, malformed } from '../../read.ts';
import { ConnectorError, type HttpOptions, type ShopAccess } from '../../types.ts';
import { marketOf } from './markets.ts';

export const PLATFORM = 'walmart';

export const HOSTS = {
  api: 'https://marketplace.walmartapis.com',
  login: 'https://login.account.wal-mart.com',
} as const;

export interface WalmartApp {
  clientId: string;
  clientSecret: string;
  /** The channel that Walmart gives to solution providers. */
  channelType?: string | undefined;
  /** What webhooks are signed with; made of the client secret where none is given. */
  webhookSecret?: string | undefined;
}

export interface WalmartSetup {
  app: WalmartApp;
  http: HttpOptions;
}

const aMinute = (calls: number): Limit => ({ perSecond: calls / 60, burst: calls });
const anHour = (calls: number): Limit => ({ perSecond: calls / 3600, burst: calls });

/** Of each seller, by endpoint. Walmart changes them without notice and tells in its answers what is left. */
export const LIMITS: Readonly<Record<string, Limit>> = {
  token: aMinute(300),
  orders: aMinute(60),
  acknowledge: aMinute(60),
  ship: aMinute(60),
  cancel: aMinute(60),
  refund: aMinute(60),
  returns: aMinute(60),
  items: aMinute(300),
  inventory: aMinute(200),
  price: anHour(100),
  feeds: anHour(10),
  feedStatus: aMinute(60),
  reports: aMinute(100),
  labels: aMinute(60),
  settings: aMinute(60),
  webhooks: aMinute(60),
  fulfillment: aMinute(60),
};

export interface WalmartCall {
  kind: keyof typeof LIMITS & string;
  method: Outbound['method'];
  path: string;
  query?: Record<string, string | number | undefined>;
  /** A cursor: a query that has to come back as it was given, not a letter encoded anew. */
  cursor?: string | undefined;
  json?: unknown;
  body?: { type: string; content: string };
  /** Default: `read` for GET, else `repeatable`. */
  effect?: Outbound['effect'];
  accept?: string;
  /** Nothing found is told by 404: answered with `json: undefined`. */
  mayBeNothing?: boolean;
}

export interface WalmartAnswer {
  json: unknown;
  headers: Headers;
  bytes: Buffer;
}

const oneError = z.object({
  code: z.string().nullish().catch(undefined),
  description: z.string().nullish().catch(undefined),
  message: z.string().nullish().catch(undefined),
  info: z.string().nullish().catch(undefined),
  field: z.string().nullish().catch(undefined),
});
/** Most services say `errors`, some `error`, orders both. */
const errorList = z.union([
  z.object({ errors: z.object({ error: z.array(oneError).min(1) }) }).transform((answered) => answered.errors.error),
  z.object({ errors: z.array(oneError).min(1) }).transform((answered) => answered.errors),
  z.object({ error: z.array(oneError).min(1) }).transform((answered) => answered.error),
]);

/** "CONTENT_NOT_FOUND.GMP_ORDER_API" -> "CONTENT_NOT_FOUND": the rest names the service. */
const bareCode = (code: string): string => code.replace(/\..*$/, '');

const WAIT_MS = 60_000;

/** When the next call will be free, which Walmart tells as a moment. */
export function replenishedIn(headers: Headers, now: number): number | undefined {
  const answered = headers.get('x-next-replenishment-time') ?? headers.get('x-next-replenish-time');
  if (!answered?.trim()) return retryAfter(headers, now);
  const moment = /^\d+$/.test(answered.trim()) ? Number(answered) : Date.parse(answered);
  if (!Number.isFinite(moment)) return retryAfter(headers, now);
  // Never at once: clocks differ, and the first free call may be another's.
  return Math.max(1000, moment - now);
}

/** `platform`: in whose name errors are told, where others speak Walmart's protocol, too. */
export function createWalmartClient(
  { app, http: options }: Pick<WalmartSetup, 'http'> & { app: Pick<WalmartApp, 'channelType'> },
  platform = PLATFORM,
) {
  const http = createHttp(platform, options, LIMITS);
  const now = options.now ?? Date.now;
  const base = options.baseUrls?.api ?? HOSTS.api;

  function refusal(input: WalmartCall, answer: Answer, effect: Outbound['effect']): ConnectorError {
    const answered = errorList.safeParse(jsonIfAny(answer));
    const first = answered.success ? answered.data[0] : undefined;
    const code = bareCode(first?.code ?? `HTTP ${answer.status}`);
    const kind = kindOfStatus(answer.status, effect);
    const words = first?.description || first?.message || first?.info || '';
    const field = first?.field ? `(${first.field})` : '';
    const said = [`${input.method} ${input.path}:`, code, words, field].filter(Boolean).join(' ');
    return new ConnectorError(platform, kind, said, {
      status: answer.status,
      code,
      raw: rawOf(answer),
      ...(kind === 'throttled' ? { retryAfterMs: replenishedIn(answer.headers, now()) ?? WAIT_MS } : {}),
    });
  }

  /** One call in the name of a shop. Answers of another status than success are thrown. */
  return async function call(access: ShopAccess, input: WalmartCall): Promise<WalmartAnswer> {
    const effect = input.effect ?? (input.method === 'GET' ? 'read' : 'repeatable');
    const requested = new URLSearchParams();
    for (const [name, value] of Object.entries(input.query ?? {}))
      if (value !== undefined) requested.set(name, String(value));
    const query = input.cursor ?? (requested.size > 0 ? `?${requested}` : '');
    const request: Outbound = {
      method: input.method,
      url: `${base}${input.path}${query}`,
      headers: {
        'wm_sec.access_token': access.tokens.accessToken,
        'wm_qos.correlation_id': randomUUID(),
        'wm_svc.name': 'Walmart Marketplace',
        ...(app.channelType ? { 'wm_consumer.channel.type': app.channelType } : {}),
        ...marketOf(access.region).headers,
        accept: input.accept ?? 'application/json',
      },
      ...(input.json === undefined ? {} : { json: input.json }),
      ...(input.body ? { body: input.body } : {}),
      pace: { account: access.account, kind: input.kind },
      effect,
    };
    const answer = await http(request);
    const { status, headers, bytes } = answer;
    if (status === 404 && input.mayBeNothing) return { json: undefined, headers, bytes };
    if (status < 200 || status >= 400) throw refusal(input, answer, effect);
    if (status >= 300) throw unreadable(platform, request, `${input.path}: unexpected status ${status}`, rawOf(answer));
    if (input.accept || status === 204 || answer.text.trim() === '') return { json: undefined, headers, bytes };
    return { json: jsonOf(platform, request, answer), headers, bytes };
  };
}

export type WalmartClient = ReturnType<typeof createWalmartClient>;

/** What an answer has to look like. @throws ConnectorError `malformed` naming the field that does not fit */
export function shaped<T extends z.ZodType>(
  shape: T,
  answer: WalmartAnswer,
  what: string,
  platform = PLATFORM,
): z.output<T> {
  const read = shape.safeParse(answer.json);
  if (!read.success) throw malformed(platform, what, cut(JSON.stringify(answer.json) ?? ''), read.error);
  return read.data;
}

/** A list that has to be in the answer; null where there is nothing. */
export const rowsOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullable()
    .transform((rows) => rows ?? []);

/** A cursor is only ever a query: anything else would lead elsewhere. */
export const cursorText = z
  .string()
  .nullish()
  .transform((answered) => answered?.trim() || undefined)
  .refine((answered) => answered === undefined || answered.startsWith('?'), 'not a query');
