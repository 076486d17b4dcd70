import { z } from 'zod';
import { createHttp, jsonOf, type Outbound, unreadable } from '../../http.ts';
import { tokenRefusal } from '../../oauth.ts';
import { optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess, type Tokens } from '../../types.ts';
import { DSCO_API, type DscoClient, type DscoSetup } from './client.ts';

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().int().positive(),
});
const id = z.union([z.string().min(1), z.number().int()]).transform(String);
const partnerShape = z.object({
  accountId: id,
  tradingPartnerId: optionalText,
  tradingPartnerName: optionalText,
  status: optionalText,
});
type Partner = z.output<typeof partnerShape>;

/** Whoever lost or changed their credentials has to type the new ones: nobody else can help. */
const isDead = (_code: string, status: number) => status === 400 || status === 401;

export function createTokenEndpoint(setup: DscoSetup, call: DscoClient) {
  const { retailer, http: options } = setup;
  const { platform } = retailer;
  const http = createHttp(platform, options);
  const now = options.now ?? Date.now;

  /** Several tokens of one client stand beside each other, so asking again ends nothing. */
  async function ask(keys: Record<string, string>): Promise<Tokens> {
    const { clientId, clientSecret } = keys;
    if (!clientId || !clientSecret) throw new ConnectorError(platform, 'unauthorized', 'the shop has no credentials');
    const request: Outbound = {
      method: 'POST',
      url: `${options.baseUrls?.api ?? DSCO_API}/oauth2/token`,
      form: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
      effect: 'read',
      secret: true,
    };
    const answer = await http(request);
    if (answer.status !== 200) throw tokenRefusal(platform, answer, { isDead, now: now(), waitMs: 1000 });
    const read = tokenAnswer.safeParse(jsonOf(platform, request, answer));
    if (!read.success) throw unreadable(platform, request, 'token', undefined, read.error);
    return {
      accessToken: read.data.access_token,
      accessExpiresAt: new Date(now() + read.data.expires_in * 1000).toISOString(),
      keys,
    };
  }

  async function partners(access: ShopAccess): Promise<Partner[]> {
    const found = await call(access, {
      operation: 'getTradingPartners',
      method: 'GET',
      path: '/tradingpartner',
      effect: 'read',
      shape: z.array(partnerShape),
    });
    return found.filter((one) => one.status !== 'terminated');
  }

  function partnerOf(region: string | undefined) {
    const known = region === undefined ? undefined : retailer.partners[region];
    if (!known) throw new ConnectorError(platform, 'rejected', `no retailer is known by the region ${region}`);
    return known;
  }

  /** The one partner who is this retailer: by the id typed, else by the only fitting name. */
  function choose(found: readonly Partner[], typed: string | undefined, name: RegExp): Partner {
    const fit = typed
      ? found.filter((one) => one.accountId === typed || one.tradingPartnerId === typed)
      : found.filter((one) => name.test(one.tradingPartnerName ?? '') || name.test(one.tradingPartnerId ?? ''));
    const [first, ...more] = fit;
    if (first && more.length === 0) return first;
    const names = found.map((one) => `${one.tradingPartnerName ?? '?'} (${one.accountId})`).join(', ');
    const message = first ? 'several of your trading partners fit' : 'none of your trading partners fits';
    throw new ConnectorError(platform, 'rejected', `${message}; give the retailer's account ID: ${names || 'none'}`, {
      code: 'RETAILER',
    });
  }

  return {
    async connect({ keys, region }: { keys: Record<string, string>; region?: string }) {
      const { accountId = '', retailerId, ...credentials } = keys;
      if (!/^\d+$/.test(accountId))
        throw new ConnectorError(platform, 'rejected', 'the account ID is a number', { code: 'ACCOUNT_ID' });
      const { name } = partnerOf(region);
      const tokens = await ask(credentials);
      const partner = choose(await partners({ tokens, account: accountId }), retailerId, name);
      return {
        tokens: { ...tokens, keys: { ...credentials, retailerId: partner.accountId } },
        account: `${accountId}.${partner.accountId}`,
      };
    },

    refresh: (access: ShopAccess): Promise<Tokens> => ask(access.tokens.keys ?? {}),

    async describeShop(access: ShopAccess) {
      const { currency } = partnerOf(access.region);
      const mine = (await partners(access)).find((one) => one.accountId === access.tokens.keys?.retailerId);
      if (!mine) throw new ConnectorError(platform, 'unauthorized', 'the retailer is no longer a trading partner');
      return { name: mine.tradingPartnerName ?? mine.accountId, currency, marketplaceIds: [] };
    },
  };
}
