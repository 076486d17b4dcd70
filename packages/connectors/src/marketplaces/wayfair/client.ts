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
import { ConnectorError, type FailureKind, type HttpOptions, type ShopAccess } from '../../types.ts';

export const PLATFORM = 'wayfair';

export const HOSTS = {
  sso: 'https://sso.auth.wayfair.com',
  api: 'https://api.wayfair.com',
  io: 'https://api.wayfair.io',
} as const;

/** Wayfair publishes no figures and asks for gentleness: a call a second, after a few at once. */
export const LIMITS: Readonly<Record<string, Limit>> = {
  token: { perSecond: 1 / 60, burst: 5 },
  graphql: { perSecond: 1, burst: 20 },
  documents: { perSecond: 1, burst: 10 },
};

const GRAPHS = {
  orders: { host: 'api', path: '/v1/graphql' },
  cancellations: { host: 'io', path: '/v1/supplier-order-api/graphql' },
  catalog: { host: 'io', path: '/v1/supplier-catalog-api/graphql' },
} as const;

export interface WayfairCall<S extends z.ZodType> {
  graph: keyof typeof GRAPHS;
  query: string;
  variables: object;
  /** What `data` has to look like. */
  shape: S;
  /** Default: `read`. */
  effect?: Outbound['effect'];
  /** Whose catalogue is meant. */
  supplierId?: string;
}

const graphErrors = z.object({
  errors: z
    .array(
      z.object({
        message: z.string().catch('no message'),
        extensions: z
          .object({ code: z.string().nullish().catch(undefined) })
          .nullish()
          .catch(undefined),
      }),
    )
    .min(1),
});
type GraphError = z.output<typeof graphErrors>['errors'][number];

/** How long to leave Wayfair alone where it does not say. */
const WAIT_MS = 30_000;

/** Wayfair refuses with HTTP 200; what kind of refusal it is stands in a code, if anywhere. */
export function kindOfErrors(errors: readonly GraphError[], effect: Outbound['effect']): FailureKind {
  const codes = errors.map((one) => `${one.extensions?.code ?? ''} ${one.message}`.toUpperCase());
  const says = (pattern: RegExp) => codes.some((code) => pattern.test(code));
  if (says(/UNAUTHENTICATED|TOKEN (HAS )?EXPIRED|INVALID TOKEN/)) return 'unauthorized';
  if (says(/THROTTL|RATE.?LIMIT|TOO.MANY.REQUESTS/)) return 'throttled';
  if (says(/INTERNAL.SERVER.ERROR|SERVICE.UNAVAILABLE|DOWNSTREAM|TIMED? ?OUT/))
    return effect === 'once' ? 'uncertain' : 'unavailable';
  return 'rejected';
}

export function createWayfairClient(options: HttpOptions) {
  const http = createHttp(PLATFORM, options, LIMITS);
  const now = options.now ?? Date.now;
  const baseOf = (host: keyof typeof HOSTS) => options.baseUrls?.[host] ?? HOSTS[host];
  const headersOf = (access: ShopAccess) => ({
    authorization: `Bearer ${access.tokens.accessToken}`,
    'wayfair-integration-agent': 'Tradewind - v:1.0',
  });

  return {
    /** One operation of a graph; what it answers is checked and read. */
    async call<S extends z.ZodType>(access: ShopAccess, input: WayfairCall<S>): Promise<z.output<S>> {
      const { host, path } = GRAPHS[input.graph];
      const effect = input.effect ?? 'read';
      const request: Outbound = {
        method: 'POST',
        url: `${baseOf(host)}${path}`,
        headers: {
          ...headersOf(access),
          ...(input.supplierId ? { 'x-selected-supplier-id': input.supplierId } : {}),
        },
        json: { query: input.query, variables: input.variables },
        pace: { account: access.account, kind: 'graphql' },
        effect,
      };
      const answer = await http(request);
      const answered = graphErrors.safeParse(jsonIfAny(answer));
      const errors = answered.success ? answered.data.errors : [];
      if (answer.status !== 200 || errors.length > 0) {
        const failed = answer.status !== 200;
        const kind = failed ? kindOfStatus(answer.status, effect) : kindOfErrors(errors, effect);
        const words = errors.map((one) => one.message).join('; ');
        throw new ConnectorError(PLATFORM, kind, words || `HTTP ${answer.status}`, {
          status: answer.status,
          code: errors[0]?.extensions?.code ?? `HTTP ${answer.status}`,
          raw: rawOf(answer),
          ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? WAIT_MS } : {}),
        });
      }
      const read = z.object({ data: input.shape }).safeParse(jsonOf(PLATFORM, request, answer));
      if (!read.success) throw unreadable(PLATFORM, request, input.graph, rawOf(answer), read.error);
      return (read.data as { data: z.output<S> }).data;
    },

    /** A paper of a purchase order, as a file. */
    async document(access: ShopAccess, path: string): Promise<Buffer> {
      const answer = await http({
        method: 'GET',
        url: `${baseOf('api')}${path}`,
        headers: { ...headersOf(access), accept: 'application/pdf' },
        pace: { account: access.account, kind: 'documents' },
        effect: 'read',
      });
      if (answer.status === 200) return answer.bytes;
      const kind = kindOfStatus(answer.status, 'read');
      throw new ConnectorError(PLATFORM, kind, `${path}: HTTP ${answer.status}`, {
        status: answer.status,
        code: `HTTP ${answer.status}`,
        ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? WAIT_MS } : {}),
      });
    },
  };
}

/** A list that has to be in the answer; null where there is nothing. */
export const rowsOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullable()
    .transform((rows) => rows ?? []);

export type WayfairClient = ReturnType<typeof createWayfairClient>;

/** "2603, 2604" -> ["2603", "2604"]; empty when it is no list of numbers. */
export function idsOf(text: string | undefined): string[] {
  const ids = (text ?? '').split(/[\s,;，、]+/).filter(Boolean);
  return ids.every((id) => /^\d{1,9}$/.test(id)) ? [...new Set(ids)] : [];
}

/** The supplier's numbers, one for each warehouse as a rule: they are the shop's account. */
export const suppliersOf = (access: ShopAccess): string[] => idsOf(access.account);

/** Accounts whose warehouses have numbers of their own name them. */
export function warehousesOf(access: ShopAccess): string[] {
  const named = idsOf(access.tokens.keys?.warehouseIds);
  return named.length > 0 ? named : suppliersOf(access);
}
