import { z } from 'zod';
import { createHttp, jsonOf, type Outbound, unreadable } from '../../http.ts';
import { tokenRefusal } from '../../oauth.ts';
import { ConnectorError, type ShopAccess, type Tokens } from '../../types.ts';
import { PLATFORM, type ShopifySetup, shopBase } from './client.ts';
import { isShopDomain, queryIsSigned } from './signature.ts';

/** What every call of ours needs; shipments go through fulfilment orders of the seller's own and of other locations. */
export const DEFAULT_SCOPES = [
  'read_orders',
  'write_orders',
  'read_fulfillments',
  'write_fulfillments',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
  'read_assigned_fulfillment_orders',
  'write_assigned_fulfillment_orders',
  'read_products',
  'write_products',
  'read_inventory',
  'write_inventory',
  'read_locations',
  'read_returns',
  'write_returns',
  'read_shopify_payments_payouts',
] as const;

const CALLBACK_LIFE_MS = 90_000;

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  scope: z.string().optional(),
  expires_in: z.coerce.number().int().positive().optional(),
  refresh_token: z.string().min(1).optional(),
  refresh_token_expires_in: z.coerce.number().int().positive().optional(),
});
const isDead = (code: string, status: number) =>
  /^invalid_(grant|request|subject_token)$/.test(code) || (status === 401 && code !== 'invalid_client');

const refused = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });

export function consentUrl(
  setup: ShopifySetup,
  input: { state: string; redirectUri: string; account?: string },
): string {
  const params = new URLSearchParams({
    client_id: setup.app.clientId,
    scope: (setup.scopes ?? DEFAULT_SCOPES).join(','),
    redirect_uri: input.redirectUri,
    state: input.state,
  });
  return `${shopBase(setup.http, input.account)}/admin/oauth/authorize?${params}`;
}

export function createTokenEndpoint(setup: ShopifySetup) {
  const { app, http: options } = setup;
  const http = createHttp(PLATFORM, options);
  const now = options.now ?? Date.now;

  async function ask(shop: string, body: Record<string, string>): Promise<Tokens> {
    const request: Outbound = {
      method: 'POST',
      url: `${shopBase(options, shop)}/admin/oauth/access_token`,
      json: { client_id: app.clientId, client_secret: app.clientSecret, ...body },
      // The old refresh token stays good until the new one is used, so an unheard answer loses nothing.
      effect: 'read',
      secret: true,
    };
    const answer = await http(request);
    if (answer.status !== 200) throw tokenRefusal(PLATFORM, answer, { isDead, now: now(), waitMs: 1000 });
    const read = tokenAnswer.safeParse(jsonOf(PLATFORM, request, answer));
    if (!read.success) throw unreadable(PLATFORM, request, 'token', undefined, read.error);
    const { data } = read;
    const after = (seconds: number) => new Date(now() + seconds * 1000).toISOString();
    return {
      accessToken: data.access_token,
      ...(data.refresh_token ? { refreshToken: data.refresh_token } : {}),
      ...(data.expires_in ? { accessExpiresAt: after(data.expires_in) } : {}),
      ...(data.refresh_token_expires_in ? { refreshExpiresAt: after(data.refresh_token_expires_in) } : {}),
      ...(data.scope === undefined ? {} : { scope: data.scope }),
    };
  }

  return {
    /** Where no shop is, every page answers 404; a shop answers with its sign-in. */
    async knowsShop(shop: string): Promise<boolean> {
      const url = `${shopBase(options, shop)}/admin/oauth/authorize?client_id=${encodeURIComponent(app.clientId)}`;
      return (await http({ method: 'GET', url, effect: 'read' })).status !== 404;
    },

    async exchange({ query }: { query: Record<string, string>; redirectUri: string }) {
      const { shop, code, timestamp } = query;
      if (!queryIsSigned(query, app.clientSecret)) throw refused('BAD_HMAC', 'the callback is not signed by Shopify');
      if (!isShopDomain(shop)) throw refused('BAD_SHOP', 'the callback names no shop of Shopify');
      const age = /^\d{1,12}$/.test(timestamp ?? '')
        ? Math.abs(now() - Number(timestamp) * 1000)
        : Number.POSITIVE_INFINITY;
      if (age > CALLBACK_LIFE_MS) throw refused('STALE', 'the callback is older than 90 seconds');
      if (!code) throw refused('NO_CODE', 'the callback carries no code');
      return { tokens: await ask(shop, { code, expiring: '1' }), account: shop };
    },

    async refresh(access: ShopAccess): Promise<Tokens> {
      const refreshToken = access.tokens.refreshToken;
      if (!refreshToken) throw new ConnectorError(PLATFORM, 'unauthorized', 'the shop has no refresh token');
      const tokens = await ask(access.account, { grant_type: 'refresh_token', refresh_token: refreshToken });
      // Refresh tokens rotate: going on with the old one would end the connection within the hour.
      if (!tokens.refreshToken)
        throw unreadable(PLATFORM, { effect: 'read' }, 'token: no new refresh token came', undefined);
      return tokens;
    },
  };
}
