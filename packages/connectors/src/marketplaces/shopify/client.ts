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
import { ConnectorError, type FailureKind, type HttpOptions, type ShopAccess } from '../../types.ts';
import { isShopDomain } from './signature.ts';

export const PLATFORM = 'shopify';
export const API_VERSION = '2026-07';

export interface ShopifyApp {
  clientId: string;
  clientSecret: string;
  /** Pushes may be signed with the old secret for an hour after it was changed. */
  previousClientSecret?: string | undefined;
}

export interface ShopifySetup {
  app: ShopifyApp;
  http: HttpOptions;
  scopes?: readonly string[];
}

/** Where a shop is; `{shop}` in the configured address stands for its domain. Never anything but *.myshopify.com. */
export function shopBase(options: HttpOptions, shop: string | undefined): string {
  if (!isShopDomain(shop)) {
    throw new ConnectorError(PLATFORM, 'rejected', 'a shop is named like demo.myshopify.com', { code: 'BAD_SHOP' });
  }
  return (options.baseUrls?.shop ?? 'https://{shop}').replaceAll('{shop}', shop);
}

const errorShape = z.object({
  message: z.string().catch('no message'),
  path: z.array(z.union([z.string(), z.number()])).nullish(),
  extensions: z
    .object({ code: z.string().nullish(), cost: z.coerce.number().nullish(), maxCost: z.coerce.number().nullish() })
    .nullish()
    .catch(undefined),
});
const number = z.coerce.number();
const answerShape = z.object({
  data: z.unknown().optional(),
  errors: z.array(errorShape).nullish(),
  extensions: z
    .object({
      cost: z
        .object({
          requestedQueryCost: number.nullish(),
          throttleStatus: z.object({ currentlyAvailable: number, restoreRate: number }).nullish(),
        })
        .nullish(),
    })
    .nullish()
    .catch(undefined),
});
type GraphqlAnswer = z.output<typeof answerShape>;

const KINDS: Record<string, FailureKind> = {
  THROTTLED: 'throttled',
  INTERNAL_SERVER_ERROR: 'unavailable',
  SHOP_INACTIVE: 'rejected',
  ACCESS_DENIED: 'rejected',
  MAX_COST_EXCEEDED: 'rejected',
};

/** (requested - available) / restoreRate seconds; a second where the answer does not tell. */
function waitFor(answer: GraphqlAnswer): number {
  const cost = answer.extensions?.cost;
  const status = cost?.throttleStatus;
  if (!status || status.restoreRate <= 0) return 1000;
  const missing = (cost?.requestedQueryCost ?? 0) - status.currentlyAvailable;
  return Math.max(100, Math.ceil((missing / status.restoreRate) * 1000));
}

/** The query costs more than any single one may; says how much, where Shopify does. */
export class TooCostly extends ConnectorError {
  readonly cost: number | undefined;
  readonly maxCost: number | undefined;
  constructor(message: string, cost: number | undefined, maxCost: number | undefined) {
    super(PLATFORM, 'rejected', message, { status: 200, code: 'MAX_COST_EXCEEDED' });
    this.cost = cost;
    this.maxCost = maxCost;
  }
}

function refuse(answer: GraphqlAnswer, raw: string | undefined): never {
  const first = answer.errors?.[0];
  const code = first?.extensions?.code ?? 'GRAPHQL';
  const kind = KINDS[code] ?? 'rejected';
  const message = `${code}: ${first?.message ?? ''}`;
  if (code === 'MAX_COST_EXCEEDED') {
    throw new TooCostly(message, first?.extensions?.cost ?? undefined, first?.extensions?.maxCost ?? undefined);
  }
  throw new ConnectorError(PLATFORM, kind, message, {
    status: 200,
    code,
    raw,
    ...(kind === 'throttled' ? { retryAfterMs: waitFor(answer) } : {}),
  });
}

/** Fields inside the answer may be denied one by one (a buyer's data without approval): the rest is still good. */
function onlyDeniedInside(answer: GraphqlAnswer): boolean {
  return (answer.errors ?? []).every((one) => one.extensions?.code === 'ACCESS_DENIED' && (one.path?.length ?? 0) > 1);
}

const refusal = z.object({ errors: z.unknown(), error: z.unknown(), error_description: z.unknown() }).partial();

function wordsOf(json: unknown): string {
  const read = refusal.safeParse(json);
  const answered = read.success ? (read.data.errors ?? read.data.error_description ?? read.data.error) : undefined;
  return answered === undefined
    ? ''
    : ` ${typeof answered === 'string' ? answered : JSON.stringify(answered)}`.slice(0, 500);
}

export function createShopifyClient({ http: options }: ShopifySetup) {
  const http = createHttp(PLATFORM, options);
  const now = options.now ?? Date.now;

  return async function graphql<T extends z.ZodType>(
    access: ShopAccess,
    input: { query: string; variables: Record<string, unknown>; shape: T; effect: 'read' | 'repeatable' },
  ): Promise<z.output<T>> {
    const request: Outbound = {
      method: 'POST',
      url: `${shopBase(options, access.account)}/admin/api/${API_VERSION}/graphql.json`,
      headers: { 'x-shopify-access-token': access.tokens.accessToken },
      json: { query: input.query, variables: input.variables },
      effect: input.effect,
    };
    const answer = await http(request);
    if (answer.status !== 200) {
      const { status } = answer;
      // 430 is Shopify's guard against what it takes for an attack: waiting helps, repeating does not.
      const kind: FailureKind =
        status === 430 ? 'throttled' : status < 400 ? 'malformed' : kindOfStatus(status, input.effect);
      const retryAfterMs = retryAfter(answer.headers, now()) ?? (status === 430 ? 60_000 : 1000);
      throw new ConnectorError(PLATFORM, kind, `HTTP ${status}${wordsOf(jsonIfAny(answer))}`, {
        status,
        code: `HTTP ${status}`,
        raw: rawOf(answer),
        ...(kind === 'throttled' ? { retryAfterMs } : {}),
      });
    }
    const read = answerShape.safeParse(jsonOf(PLATFORM, request, answer));
    if (!read.success) throw unreadable(PLATFORM, request, 'the answer', rawOf(answer), read.error);
    const hasData = read.data.data !== undefined && read.data.data !== null;
    const hasErrors = (read.data.errors ?? []).length > 0;
    if (!hasData && !hasErrors) throw unreadable(PLATFORM, request, 'neither data nor errors came', rawOf(answer));
    if (!hasData || (hasErrors && !(input.effect === 'read' && onlyDeniedInside(read.data)))) {
      refuse(read.data, rawOf(answer));
    }
    const data = input.shape.safeParse(read.data.data);
    if (!data.success) throw unreadable(PLATFORM, request, 'the answer', rawOf(answer), data.error);
    return data.data;
  };
}

export type ShopifyClient = ReturnType<typeof createShopifyClient>;

/** "gid://shopify/Order/5550001112223" -> "5550001112223"; ids are text from end to end. */
export function idOf(gid: string): string {
  return gid.slice(gid.lastIndexOf('/') + 1).split('?')[0] ?? '';
}

export const gidOf = (type: string, id: string): string =>
  id.startsWith('gid://') ? id : `gid://shopify/${type}/${id}`;
