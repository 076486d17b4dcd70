import type { z } from 'zod';
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
import { ConnectorError, type HttpOptions, type ShopAccess } from '../../types.ts';
import { errorIn, kindOf, waitAfter } from './errors.ts';
import { signCall } from './signature.ts';

export const PLATFORM = 'shopee';
/** Sellers everywhere; apps of mainland China and Brazil have hosts of their own. */
const API_HOST = 'https://partner.shopeemobile.com';
/** Shopee tells no figure; above this apps report error_rate_limit. */
const LIMITS = { call: { perSecond: 10, burst: 10 } };

export interface ShopeeApp {
  partnerId: string;
  /** Used as the text it is, though it looks like hexadecimal. */
  partnerKey: string;
}

export interface ShopeeSetup {
  app: ShopeeApp;
  http: HttpOptions;
}

type Value = string | number | boolean | undefined;

export interface ShopeeCall {
  method: 'GET' | 'POST';
  /** Below /api/v2: "order/get_order_list". */
  path: string;
  query?: Record<string, Value | readonly string[]>;
  json?: unknown;
  /** Default: `read` for GET, `repeatable` for POST. */
  effect?: Outbound['effect'];
  secret?: boolean;
}

export const baseUrl = (options: HttpOptions): string => options.baseUrls?.api ?? API_HOST;

export function pathOf(call: string): string {
  return `/api/v2/${call}`;
}

/** Lists are repeated parameters. */
function queryString(...parts: ShopeeCall['query'][]): string {
  const params = new URLSearchParams();
  for (const part of parts) {
    for (const [name, value] of Object.entries(part ?? {})) {
      if (value === undefined) continue;
      if (typeof value === 'object') for (const one of value) params.append(name, one);
      else params.append(name, String(value));
    }
  }
  return params.toString();
}

export function shopIdOf(access: Pick<ShopAccess, 'account'>): string {
  if (/^\d{1,19}$/.test(access.account)) return access.account;
  throw new ConnectorError(PLATFORM, 'rejected', 'a Shopee shop is known by its number', { code: 'BAD_SHOP' });
}

export function createShopeeClient({ app, http: options }: ShopeeSetup) {
  const http = createHttp(PLATFORM, options, LIMITS);
  const now = options.now ?? Date.now;

  async function send(input: ShopeeCall, access: ShopAccess | undefined): Promise<[Outbound, Answer]> {
    const path = pathOf(input.path);
    const timestamp = Math.floor(now() / 1000);
    const shop = access ? { accessToken: access.tokens.accessToken, shopId: shopIdOf(access) } : undefined;
    const query = queryString(
      input.query,
      { partner_id: app.partnerId, timestamp },
      shop ? { access_token: shop.accessToken, shop_id: shop.shopId } : {},
      { sign: signCall(app, path, timestamp, shop) },
    );
    const request: Outbound = {
      method: input.method,
      url: `${baseUrl(options)}${path}?${query}`,
      ...(input.json === undefined ? {} : { json: input.json }),
      pace: { account: shop?.shopId ?? '', kind: 'call' },
      effect: input.effect ?? (input.method === 'GET' ? 'read' : 'repeatable'),
      secret: input.secret ?? false,
    };
    return [request, await http(request)];
  }

  function refuseIfStated(input: ShopeeCall, request: Outbound, answer: Answer): void {
    const answered = errorIn(jsonIfAny(answer));
    if (!answered && answer.status < 400) return;
    const { status } = answer;
    const code = answered?.code ?? `HTTP ${status}`;
    const kind = answered ? kindOf(answered, status, request.effect) : kindOfStatus(status, request.effect);
    const words = [
      `${input.path}: ${code}`,
      answered?.message,
      answered?.requestId && `(request ${answered.requestId})`,
    ];
    throw new ConnectorError(PLATFORM, kind, words.filter(Boolean).join(' '), {
      status,
      code,
      raw: rawOf(answer),
      ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? waitAfter(code, now()) } : {}),
    });
  }

  /** The answer's JSON in the given shape; `access` absent: a call of the app and not of a shop. */
  async function call<T extends z.ZodType>(
    access: ShopAccess | undefined,
    input: ShopeeCall & { shape: T },
  ): Promise<z.output<T>> {
    const [request, answer] = await send(input, access);
    refuseIfStated(input, request, answer);
    const read = input.shape.safeParse(jsonOf(PLATFORM, request, answer));
    if (!read.success) throw unreadable(PLATFORM, request, input.path, rawOf(answer), read.error);
    return read.data;
  }

  /** The answer's bytes: a file, where it is not an error in JSON. */
  async function file(access: ShopAccess, input: ShopeeCall): Promise<Buffer> {
    const [request, answer] = await send(input, access);
    refuseIfStated(input, request, answer);
    return answer.bytes;
  }

  return { call, file };
}

export type ShopeeClient = ReturnType<typeof createShopeeClient>;
