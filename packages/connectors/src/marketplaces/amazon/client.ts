import { z } from 'zod';
import { createHttp, jsonIfAny, jsonOf, kindOfStatus, type Outbound, rawOf, unreadable } from '../../http.ts';
import type { Limit } from '../../pace.ts';
import { malformed } from '../../read.ts';
import { ConnectorError, type FailureKind, type HttpOptions, type ShopAccess } from '../../types.ts';
import { API_HOSTS, findRegion } from './regions.ts';

export const PLATFORM = 'amazon';
const USER_AGENT = 'Tradewind/0.1 (Language=TypeScript; Platform=Node.js)';

/** Amazon's default plans: calls a second and at once, for each seller. Sellers with more business are given more. */
const PLANS = {
  searchOrders: { perSecond: 0.0056, burst: 20 },
  getOrder: { perSecond: 0.5, burst: 30 },
  confirmShipment: { perSecond: 2, burst: 10 },
  listTransactions: { perSecond: 0.5, burst: 10 },
  getMarketplaceParticipations: { perSecond: 0.016, burst: 15 },
  searchListingsItems: { perSecond: 5, burst: 5 },
  patchListingsItem: { perSecond: 5, burst: 5 },
  createFeedDocument: { perSecond: 0.5, burst: 15 },
  createFeed: { perSecond: 0.0083, burst: 15 },
  getFeed: { perSecond: 2, burst: 15 },
  getFeedDocument: { perSecond: 0.0222, burst: 10 },
  createReport: { perSecond: 0.0167, burst: 15 },
  getReport: { perSecond: 2, burst: 15 },
  getReportDocument: { perSecond: 0.0167, burst: 15 },
  createInboundPlan: { perSecond: 2, burst: 2 },
  listInboundPlans: { perSecond: 2, burst: 6 },
  cancelInboundPlan: { perSecond: 2, burst: 2 },
  listInboundPlanItems: { perSecond: 2, burst: 6 },
  getInboundOperationStatus: { perSecond: 2, burst: 6 },
  generatePackingOptions: { perSecond: 2, burst: 2 },
  listPackingOptions: { perSecond: 2, burst: 6 },
  confirmPackingOption: { perSecond: 2, burst: 2 },
  listPackingGroupItems: { perSecond: 2, burst: 30 },
  setPackingInformation: { perSecond: 2, burst: 2 },
  generatePlacementOptions: { perSecond: 2, burst: 2 },
  listPlacementOptions: { perSecond: 2, burst: 6 },
  confirmPlacementOption: { perSecond: 2, burst: 2 },
  generateTransportationOptions: { perSecond: 2, burst: 2 },
  listTransportationOptions: { perSecond: 2, burst: 6 },
  confirmTransportationOptions: { perSecond: 2, burst: 2 },
  generateDeliveryWindowOptions: { perSecond: 2, burst: 30 },
  listDeliveryWindowOptions: { perSecond: 2, burst: 30 },
  confirmDeliveryWindowOptions: { perSecond: 2, burst: 30 },
  getShipment: { perSecond: 2, burst: 6 },
  listShipmentBoxes: { perSecond: 2, burst: 30 },
  updateShipmentTrackingDetails: { perSecond: 2, burst: 2 },
  listPrepDetails: { perSecond: 2, burst: 6 },
  setPrepDetails: { perSecond: 2, burst: 30 },
  getLabels: { perSecond: 2, burst: 30 },
  getShipmentItemsByShipmentId: { perSecond: 2, burst: 30 },
  getShipmentItems: { perSecond: 2, burst: 30 },
} as const;

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

export interface AmazonCall<Operation extends string = keyof typeof PLANS> {
  operation: Operation;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  path: string;
  query?: Record<string, string | readonly string[] | { each: readonly string[] } | number | undefined>;
  json?: unknown;
  /** Instead of the seller's own: a token for data of buyers. */
  token?: string;
  /** A write that would be done twice. */
  once?: boolean;
}

/**
 * Lists are joined by commas and the whole value is percent-encoded, as Amazon's own clients do; of `each` every value is
 * a parameter of its own, and what lists and addresses are made of is encoded once more, as Amazon wants it of SKUs.
 */
export function queryString(query: AmazonCall['query'] = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (typeof value === 'object' && 'each' in value)
      for (const one of value.each) params.append(name, one.replace(/[%+,]/g, encodeURIComponent));
    else params.append(name, typeof value === 'object' ? value.join(',') : String(value));
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

function kindOf(status: number, code: string, details: string, effect: Outbound['effect']): FailureKind {
  if (code === 'QuotaExceeded') return 'throttled';
  // A missing role and an old token look alike but for the details: only the latter is cured by a refresh.
  if (status === 403) return /expired|revoked|invalid access token/i.test(details) ? 'unauthorized' : 'rejected';
  return kindOfStatus(status, effect);
}

export const createAmazonClient = (setup: AmazonSetup) => createSpClient(setup.http, PLATFORM, PLANS);

/** The Selling Partner API as sellers and vendors call it alike, each by the plans of their own operations. */
export function createSpClient<Operation extends string>(
  options: HttpOptions,
  platform: string,
  plans: Readonly<Record<Operation, Limit>>,
) {
  const http = createHttp(platform, options, plans);
  const now = options.now ?? Date.now;

  function baseUrl(access: ShopAccess): string {
    const region = findRegion(access.region);
    if (!region) throw new ConnectorError(platform, 'rejected', `unknown Amazon region "${access.region}"`);
    return options.baseUrls?.api ?? API_HOSTS[region];
  }

  /** Answers the JSON of the reply; undefined where there is none (204). */
  return async function call(access: ShopAccess, input: AmazonCall<Operation>): Promise<unknown> {
    const request: Outbound = {
      method: input.method,
      url: `${baseUrl(access)}${input.path}${queryString(input.query)}`,
      headers: {
        'x-amz-access-token': input.token ?? access.tokens.accessToken,
        'x-amz-date': amzDate(now()),
        'user-agent': USER_AGENT,
      },
      effect: input.method === 'GET' ? 'read' : input.once ? 'once' : 'repeatable',
      pace: { account: access.account, kind: input.operation },
      ...(input.json === undefined ? {} : { json: input.json }),
    };
    const answer = await http(request);
    if (answer.status === 204) return undefined;
    if (answer.status >= 200 && answer.status <= 202) return jsonOf(platform, request, answer);
    if (answer.status < 400) {
      throw unreadable(platform, request, `${input.operation}: unexpected status ${answer.status}`, rawOf(answer));
    }

    const answered = errorList.safeParse(jsonIfAny(answer));
    const first = answered.success ? answered.data.errors[0] : undefined;
    const code = first?.code ?? `HTTP ${answer.status}`;
    const words = [first?.message, first?.details].filter(Boolean).join(' ');
    const kind = kindOf(answer.status, code, words, request.effect);
    const rate = Number(answer.headers.get('x-amzn-ratelimit-limit'));
    const retryAfterMs = Math.ceil(
      1000 / (Number.isFinite(rate) && rate > 0 ? rate : plans[input.operation].perSecond),
    );
    const requestId = answer.headers.get('x-amzn-requestid');
    throw new ConnectorError(
      platform,
      kind,
      `${input.operation}: ${code}${words ? ` ${words}` : ''}${requestId ? ` (request ${requestId})` : ''}`,
      { status: answer.status, code, raw: rawOf(answer), ...(kind === 'throttled' ? { retryAfterMs } : {}) },
    );
  };
}

export type AmazonClient = ReturnType<typeof createAmazonClient>;

/** @throws ConnectorError `rejected` where the shop was connected before Amazon told where it sells */
export function marketplacesOf(access: ShopAccess): readonly string[] {
  const ids = access.marketplaceIds ?? [];
  if (ids.length === 0) throw new ConnectorError(PLATFORM, 'rejected', 'the marketplaces of the shop are not known');
  return ids;
}

/** The answer in the shape that is expected of the operation. @throws ConnectorError `malformed` */
export function shaped<S extends z.ZodType>(
  shape: S,
  answer: unknown,
  operation: string,
  platform = PLATFORM,
): z.output<S> {
  const read = shape.safeParse(answer);
  if (!read.success) throw malformed(platform, operation, JSON.stringify(answer), read.error);
  return read.data;
}
