import { z } from 'zod';
import { createHttp, jsonOf, type Outbound, unreadable } from '../../http.ts';
import { tokenRefusal } from '../../oauth.ts';
import { ConnectorError, type ShopAccess, type Tokens } from '../../types.ts';
import { type EbayClient, type EbaySetup, HOSTS, LIMITS, PLATFORM, shaped } from './client.ts';

const SCOPE = 'https://api.ebay.com/oauth/api_scope';
const SCOPES = [
  SCOPE,
  `${SCOPE}/sell.fulfillment`,
  `${SCOPE}/sell.inventory`,
  `${SCOPE}/sell.finances`,
  `${SCOPE}/commerce.identity.readonly`,
  `${SCOPE}/commerce.notification.subscription`,
];
export const EDIS_SCOPE = 'https://api.ebay.com/oauth/scope/sell.edelivery';
/** A token that is about to end is not used any more. */
const SPARE_MS = 5 * 60_000;

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().int().positive(),
  refresh_token: z.string().min(1).optional(),
  refresh_token_expires_in: z.coerce.number().int().positive().optional(),
});
/** The seller changed the password, took the permission back, or the code is too old. */
const isDead = (code: string) => code === 'invalid_grant';
const user = z.object({
  userId: z.string().min(1),
  username: z.string().nullish(),
  registrationMarketplaceId: z.string().nullish(),
});

export function consentUrl(
  { app, http, sandbox }: EbaySetup,
  input: { state: string; redirectUri: string; scopes?: readonly string[] },
): string {
  const params = new URLSearchParams({
    client_id: app.appId,
    // An alias: the address behind it is kept in the developer's account.
    redirect_uri: app.ruName,
    response_type: 'code',
    scope: (input.scopes ?? (app.edis ? [...SCOPES, EDIS_SCOPE] : SCOPES)).join(' '),
    state: input.state,
  });
  if (sandbox) params.set('sandbox_accept_url', input.redirectUri);
  return `${http.baseUrls?.auth ?? HOSTS.auth}/oauth2/authorize?${params}`;
}

/** Usernames change and are hidden from some developers; the user id stays. */
export async function whoIs(call: EbayClient, access: ShopAccess) {
  const answer = await call(access, { api: 'identity', method: 'GET', path: '/user/' });
  return shaped(user, answer, 'getUser');
}

export function createTokenEndpoint({ app, http: options }: EbaySetup, call: EbayClient) {
  const http = createHttp(PLATFORM, options, LIMITS);
  const now = options.now ?? Date.now;
  const basic = Buffer.from(`${app.appId}:${app.certId}`, 'utf8').toString('base64');

  async function ask(kind: string, form: Record<string, string>): Promise<Tokens> {
    const request: Outbound = {
      method: 'POST',
      url: `${options.baseUrls?.api ?? HOSTS.api}/identity/v1/oauth2/token`,
      headers: { authorization: `Basic ${basic}` },
      form,
      pace: { account: '', kind },
      // Asking twice for a token harms nobody.
      effect: 'read',
      secret: true,
    };
    const answer = await http(request);
    if (answer.status !== 200) throw tokenRefusal(PLATFORM, answer, { isDead, now: now(), waitMs: 60_000 });
    const read = tokenAnswer.safeParse(jsonOf(PLATFORM, request, answer));
    if (!read.success) throw unreadable(PLATFORM, request, 'token', undefined, read.error);
    const { data } = read;
    const after = (seconds: number) => new Date(now() + seconds * 1000).toISOString();
    return {
      accessToken: data.access_token,
      accessExpiresAt: after(data.expires_in),
      ...(data.refresh_token ? { refreshToken: data.refresh_token } : {}),
      ...(data.refresh_token_expires_in ? { refreshExpiresAt: after(data.refresh_token_expires_in) } : {}),
    };
  }

  let application: Promise<Tokens> | undefined;

  async function redeem({ code }: Readonly<Record<string, string>>): Promise<Tokens> {
    if (!code) throw new ConnectorError(PLATFORM, 'rejected', 'the callback carries no code', { code: 'NO_CODE' });
    const tokens = await ask('codeTokens', { grant_type: 'authorization_code', code, redirect_uri: app.ruName });
    if (!tokens.refreshToken) throw unreadable(PLATFORM, { effect: 'read' }, 'token: no refresh_token came', undefined);
    return tokens;
  }

  return {
    redeem,

    async exchange({ query }: { query: Record<string, string> }) {
      const tokens = await redeem(query);
      const { userId } = await whoIs(call, { tokens, account: '' });
      return { tokens, account: userId };
    },

    /** No scope is named: eBay then gives what the seller agreed to, also where we would ask for more today. */
    async refresh({ tokens }: { tokens: Pick<Tokens, 'refreshToken' | 'refreshExpiresAt'> }): Promise<Tokens> {
      const { refreshToken, refreshExpiresAt } = tokens;
      if (!refreshToken) throw new ConnectorError(PLATFORM, 'unauthorized', 'the shop has no refresh token');
      const fresh = await ask('refreshedTokens', { grant_type: 'refresh_token', refresh_token: refreshToken });
      return { refreshToken, ...(refreshExpiresAt ? { refreshExpiresAt } : {}), ...fresh };
    },

    /** The application's own token, for what belongs to no seller. Kept while it is good: eBay gives few of them a day. */
    async asApplication(): Promise<ShopAccess> {
      const known = await application?.catch(() => undefined);
      const endsAt = Date.parse(known?.accessExpiresAt ?? '');
      if (!known || !(endsAt - SPARE_MS > now()))
        application = ask('appTokens', { grant_type: 'client_credentials', scope: SCOPE });
      return { tokens: (await application) ?? { accessToken: '' }, account: '' };
    },
  };
}

export type TokenEndpoint = ReturnType<typeof createTokenEndpoint>;
