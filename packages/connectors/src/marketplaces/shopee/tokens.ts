import { z } from 'zod';
import { ConnectorError, type ShopAccess, type Tokens } from '../../types.ts';
import { baseUrl, PLATFORM, pathOf, type ShopeeClient, type ShopeeSetup, shopIdOf } from './client.ts';
import { signCall } from './signature.ts';

const CONSENT = 'shop/auth_partner';
const REFRESH_DAYS = 30;
/** A length of time; larger than this it can only be a point in time. */
const LONGEST_S = 1_000_000_000;

const tokenShape = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expire_in: z.coerce.number().int().positive(),
  shop_id_list: z.array(z.union([z.string(), z.number()]).transform(String)).nullish(),
});

const refused = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });

/** Shopee gives back what stands in the redirect address: our state travels there. The link is good for five minutes. */
export function consentUrl({ app, http }: ShopeeSetup, input: { state: string; redirectUri: string }): string {
  const timestamp = Math.floor((http.now ?? Date.now)() / 1000);
  const redirect = new URL(input.redirectUri);
  redirect.searchParams.set('state', input.state);
  const params = new URLSearchParams({
    partner_id: app.partnerId,
    timestamp: String(timestamp),
    sign: signCall(app, pathOf(CONSENT), timestamp),
    redirect: redirect.toString(),
  });
  return `${baseUrl(http)}${pathOf(CONSENT)}?${params}`;
}

export function createTokenEndpoint({ app, http: options }: ShopeeSetup, { call }: ShopeeClient) {
  const now = options.now ?? Date.now;

  async function ask(path: string, body: Record<string, unknown>) {
    const answered = await call(undefined, {
      method: 'POST',
      path,
      json: { partner_id: Number(app.partnerId), ...body },
      shape: tokenShape,
      secret: true,
    });
    const at = (ms: number) => new Date(ms).toISOString();
    const expiresAt = answered.expire_in > LONGEST_S ? answered.expire_in * 1000 : now() + answered.expire_in * 1000;
    const tokens: Tokens = {
      accessToken: answered.access_token,
      refreshToken: answered.refresh_token,
      accessExpiresAt: at(expiresAt),
      refreshExpiresAt: at(now() + REFRESH_DAYS * 86_400_000),
    };
    return { tokens, shops: answered.shop_id_list ?? [] };
  }

  return {
    async exchange({ query }: { query: Record<string, string> }) {
      const { code, shop_id: shopId, main_account_id: mainAccount } = query;
      if (!code) throw refused('NO_CODE', 'the callback carries no code');
      if (shopId !== undefined) {
        const account = shopIdOf({ account: shopId });
        return { tokens: (await ask('auth/token/get', { code, shop_id: Number(account) })).tokens, account };
      }
      if (!/^\d{1,19}$/.test(mainAccount ?? '')) throw refused('NO_SHOP', 'the callback names no shop');
      const { tokens, shops } = await ask('auth/token/get', { code, main_account_id: Number(mainAccount) });
      const [only] = shops;
      // Which of several is meant nobody has said, and their tokens part with the first refresh.
      if (only === undefined || shops.length > 1)
        throw refused('MANY_SHOPS', 'the login is of a main account with several shops: log in as the shop itself');
      return { tokens, account: only };
    },

    /** The old refresh token dies with its first use: the new one must be stored before anything else is done. */
    async refresh(access: ShopAccess): Promise<Tokens> {
      const { refreshToken } = access.tokens;
      if (!refreshToken) throw new ConnectorError(PLATFORM, 'unauthorized', 'the shop has no refresh token');
      const shopId = Number(shopIdOf(access));
      return (await ask('auth/access_token/get', { refresh_token: refreshToken, shop_id: shopId })).tokens;
    },
  };
}
