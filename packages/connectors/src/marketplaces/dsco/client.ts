import { z } from 'zod';
import type { CancelReason } from '../../capabilities/cancellation.ts';
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
import { optionalText } from '../../read.ts';
import { ConnectorError, type HttpOptions, type ShopAccess } from '../../types.ts';

/** Suppliers' own credentials open the network of Rithum (Dsco, v3); nothing of it belongs to an app of ours. */
export const DSCO_API = 'https://api.dsco.io/api/v3';

/** A retailer who orders from suppliers over the network. */
export interface Retailer {
  /** The registry's name of the platform. */
  platform: string;
  /** How the retailer is called in a supplier's list of partners, by region. */
  partners: Readonly<Record<string, { name: RegExp; country: string; currency: string }>>;
  /** The retailer's own words for why a supplier cancels. */
  cancelCodes: Readonly<Record<CancelReason, string>>;
}

export interface DscoSetup {
  retailer: Retailer;
  http: HttpOptions;
  /** The stand-in shows at once what the network shows after a while. */
  sandbox?: boolean;
}

/** A second's and a minute's figure of each operation, as its description names them: the slower one lasts. */
export const LIMITS = {
  getOrders: { perSecond: 500 / 60, burst: 10 },
  getOrderById: { perSecond: 500 / 60, burst: 10 },
  acknowledgeOrders: { perSecond: 15, burst: 15 },
  singleShipment: { perSecond: 5, burst: 15 },
  cancelOrderItem: { perSecond: 5, burst: 15 },
  getOrderChangeLog: { perSecond: 500 / 60, burst: 10 },
  updateInventory: { perSecond: 5, burst: 5 },
  getInventoryChangeLog: { perSecond: 5, burst: 15 },
  streams: { perSecond: 5, burst: 15 },
  getReturns: { perSecond: 500 / 60, burst: 10 },
  getTradingPartners: { perSecond: 5, burst: 15 },
} as const satisfies Readonly<Record<string, Limit>>;

export interface DscoCall<T extends z.ZodType> {
  operation: keyof typeof LIMITS;
  method: 'GET' | 'POST' | 'PUT';
  /** With every part of it encoded: positions of streams have slashes. */
  path: string;
  /** A name may come more than once. */
  query?: readonly [string, string][];
  json?: unknown;
  effect: Outbound['effect'];
  shape: T;
}

export const message = z.object({ code: optionalText, severity: optionalText, description: optionalText });
/** What the network says of a request, whether it was done, refused or only taken. */
export const verdict = z.object({
  status: z.string().nullish(),
  requestId: optionalText,
  messages: z.array(message).nullish(),
});

export const wordsOf = (messages: readonly z.output<typeof message>[] | null | undefined): string =>
  (messages ?? [])
    .map((one) => [one.code, one.description].filter(Boolean).join(': '))
    .filter(Boolean)
    .join('; ');

export function createDscoClient({ retailer, http: options }: DscoSetup) {
  const { platform } = retailer;
  const http = createHttp(platform, options, LIMITS);
  const now = options.now ?? Date.now;
  const base = options.baseUrls?.api ?? DSCO_API;

  return async function call<T extends z.ZodType>(access: ShopAccess, input: DscoCall<T>): Promise<z.output<T>> {
    const query = new URLSearchParams([...(input.query ?? [])]);
    const outbound: Outbound = {
      method: input.method,
      url: `${base}${input.path}${query.size > 0 ? `?${query}` : ''}`,
      headers: { authorization: `bearer ${access.tokens.accessToken}` },
      ...(input.json === undefined ? {} : { json: input.json }),
      effect: input.effect,
      pace: { account: access.account, kind: input.operation },
    };
    const answer = await http(outbound);
    const { status } = answer;
    const body = status < 400 ? jsonOf(platform, outbound, answer) : jsonIfAny(answer);
    const answered = verdict.safeParse(body);
    if (status >= 400 || (answered.success && answered.data.status === 'failure')) {
      const kind = status >= 400 ? kindOfStatus(status, input.effect) : 'rejected';
      const words = (answered.success && wordsOf(answered.data.messages)) || `HTTP ${status}`;
      const request = answered.success && answered.data.requestId ? ` (request ${answered.data.requestId})` : '';
      throw new ConnectorError(platform, kind, `${input.operation}: ${words}${request}`, {
        status,
        code: (answered.success && answered.data.messages?.[0]?.code) || `HTTP ${status}`,
        raw: rawOf(answer),
        ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? 1000 } : {}),
      });
    }
    const read = input.shape.safeParse(body);
    if (!read.success) throw unreadable(platform, outbound, input.operation, rawOf(answer), read.error);
    return read.data;
  };
}

export type DscoClient = ReturnType<typeof createDscoClient>;

/** The retailer's id in the network: one set of credentials may serve many retailers, whose orders come mixed. */
export function retailerIdOf(platform: string, access: ShopAccess): string {
  const id = access.tokens.keys?.retailerId;
  if (!id) throw new ConnectorError(platform, 'unauthorized', 'the shop has not been connected with its retailer');
  return id;
}
