import { z } from 'zod';
import type { IopSetup } from '../../iop/gateway.ts';
import { codeIn, refreshTokenOf, tokenShape, toTokens } from '../../iop/tokens.ts';
import type { ShopAccess, Tokens } from '../../types.ts';
import { authUrl, countryFor, type LazadaClient, PLATFORM, rejected } from './client.ts';

const user = z.object({ country: z.string().min(1), seller_id: z.union([z.string(), z.number()]).transform(String) });
/** One name in the answer to a code, another in the answer to a refresh. */
const answerShape = tokenShape.extend({
  country_user_info: z.array(user).nullish(),
  country_user_info_list: z.array(user).nullish(),
});

/** Sellers' numbers are counted in each country by itself. */
export const accountOf = (country: string, sellerId: string): string => `${country.toLowerCase()}-${sellerId}`;

export function consentUrl({ app, http }: IopSetup, input: { state: string; redirectUri: string }): string {
  const params = new URLSearchParams({
    response_type: 'code',
    force_auth: 'true',
    client_id: app.appKey,
    redirect_uri: input.redirectUri,
    state: input.state,
  });
  return `${authUrl(http)}/oauth/authorize?${params}`;
}

export function createTokenEndpoint({ http }: IopSetup, call: LazadaClient) {
  const now = http.now ?? Date.now;

  const ask = (path: string, params: Record<string, string>) =>
    call(undefined, { method: 'POST', path, params, shape: answerShape, secret: true });

  return {
    /** A seller across borders allows all countries at once; the shop is the one of the country chosen before. */
    async exchange({ query, region }: { query: Record<string, string>; region?: string }) {
      const { code: country } = countryFor(region === undefined ? {} : { region });
      const answered = await ask('/auth/token/create', { code: codeIn(PLATFORM, query) });
      const users = answered.country_user_info ?? answered.country_user_info_list ?? [];
      const seller = users.find((one) => one.country.toUpperCase() === country);
      if (!seller)
        throw rejected(
          'OTHER_COUNTRY',
          `the login is of ${users.map((one) => one.country.toUpperCase()).join(', ') || 'no country'}, not of ${country}`,
        );
      return { tokens: toTokens(answered, now()), account: accountOf(country, seller.seller_id) };
    },

    async refresh(access: ShopAccess): Promise<Tokens> {
      const refreshToken = refreshTokenOf(PLATFORM, access.tokens);
      return toTokens(await ask('/auth/token/refresh', { refresh_token: refreshToken }), now());
    },
  };
}
