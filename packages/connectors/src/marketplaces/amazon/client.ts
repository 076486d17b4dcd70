import { z } from 'zod';
import { createHttp, jsonIfAny, jsonOf, kindOfStatus, type Outbound, rawOf, unreadable } from '../../http.ts';
import { ConnectorError, type FailureKind, type HttpOptions, type ShopAccess } from '../../types.ts';
import { API_HOSTS, findRegion } from './regions.ts';

export const PLATFORM = 'amazon';
const USER_AGENT = 'Tradewind/0.1 (Language=TypeScript; Platform=Node.js)';

/** Documented default rates in calls a second, for when a 429 does not tell (it often does not). */
export const DEFAULT_RATES = {
  searchOrders: 0.0056,
  getOrder: 0.5,
  confirmShipment: 2,
  listTransactions: 0.5,
  getMarketplaceParticipations: 0.016,
} as const;
export type Operation = keyof typeof DEFAULT_RATES;

export interface AmazonApp {
  clientId: string;
  clientSecret: string;
  /** Application id of the consent page (amzn1.sp.solution...). */
  applicationId?: string | undefined;
  /** The app is not published yet (the consent page then wants `version=beta`). */
  draft?: boolean;
}

export interface AmazonSetup {
  app: AmazonApp;
  http: HttpOptions;
  /**
   * Leaves `lastUpdatedBefore` and `postedBefore` out of listings: Amazon then lists up to its own horizon. A sandbox
   * that hides nothing shows what is new at once that way. Default: we end the window ourselves, two minutes back.
   */
  openEnd?: boolean;
}

export interface AmazonCall {
  operation: Operation;
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string | readonly string[] | number | undefined>;
  json?: unknown;
}

/** Lists are joined by commas and the whole value is percent-encoded, as Amazon's own clients do. */
export function queryString(query: AmazonCall['query'] = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    params.append(name, typeof value === 'object' ? value.join(',') : String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** "20261101T080000Z" */
export function amzDate(now: number): string {
  return new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

const errorList = z.object({
  errors: z
    .array(
      z.object({
        code: z.string().catch('Unknown'),
        message: z.string().nullish(),
        details: z.string().nullish(),
      }),
    )
    .min(1),
});

function kindOf(status: number, code: string, details: string): FailureKind {
  if (code === 'QuotaExceeded') return 'throttled';
  // A missing role and an old token look alike but for the details: only the latter is cured by a refresh.
  if (status === 403) return /expired|revoked|invalid access token/i.test(details) ? 'unauthorized' : 'rejected';
  return kindOfStatus(status, 'repeatable');
}

export function createAmazonClient({ http: options }: AmazonSetup) {
  const http = createHttp(PLATFORM, options);
  const now = options.now ?? Date.now;

  function baseUrl(access: ShopAccess): string {
    const region = findRegion(access.region);
    if (!region) throw new ConnectorError(PLATFORM, 'rejected', `unknown Amazon region "${access.region}"`);
    return options.baseUrls?.api ?? API_HOSTS[region];
  }

  /** Answers the JSON of the reply; undefined where there is none (204). */
  return async function call(access: ShopAccess, input: AmazonCall): Promise<unknown> {
    const request: Outbound = {
      method: input.method,
      url: `${baseUrl(access)}${input.path}${queryString(input.query)}`,
      headers: {
        'x-amz-access-token': access.tokens.accessToken,
        'x-amz-date': amzDate(now()),
        'user-agent': USER_AGENT,
      },
      effect: input.method === 'GET' ? 'read' : 'repeatable',
      ...(input.json === undefined ? {} : { json: input.json }),
    };
    const answer = await http(request);
    if (answer.status === 204) return undefined;
    if (answer.status === 200) return jsonOf(PLATFORM, request, answer);
    if (answer.status < 400) {
      throw unreadable(PLATFORM, request, `${input.operation}: unexpected status ${answer.status}`, rawOf(answer));
    }

    const told = errorList.safeParse(jsonIfAny(answer));
    const first = told.success ? told.data.errors[0] : undefined;
    const code = first?.code ?? `HTTP ${answer.status}`;
    const words = [first?.message, first?.details].filter(Boolean).join(' ');
    const kind = kindOf(answer.status, code, words);
    const rate = Number(answer.headers.get('x-amzn-ratelimit-limit'));
    const retryAfterMs = Math.ceil(1000 / (Number.isFinite(rate) && rate > 0 ? rate : DEFAULT_RATES[input.operation]));
    const requestId = answer.headers.get('x-amzn-requestid');
    throw new ConnectorError(
      PLATFORM,
      kind,
      `${input.operation}: ${code}${words ? ` ${words}` : ''}${requestId ? ` (request ${requestId})` : ''}`,
      { status: answer.status, code, raw: rawOf(answer), ...(kind === 'throttled' ? { retryAfterMs } : {}) },
    );
  };
}

export type AmazonClient = ReturnType<typeof createAmazonClient>;
