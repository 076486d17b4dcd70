import { z } from 'zod';
import type { IopSetup } from '../../iop/gateway.ts';
import { optionalId } from '../../iop/shapes.ts';
import { codeIn, refreshTokenOf, tokenShape, toTokens } from '../../iop/tokens.ts';
import type { ShopAccess, Tokens } from '../../types.ts';
import { type AliexpressClient, apiUrl, PLATFORM } from './client.ts';

const answerShape = tokenShape.extend({ seller_id: optionalId, user_id: optionalId });

export function consentUrl({ app, http }: IopSetup, input: { state: string; redirectUri: string }): string {
  const params = new URLSearchParams({
    response_type: 'code',
    force_auth: 'true',
    redirect_uri: input.redirectUri,
    client_id: app.appKey,
    state: input.state,
  });
  return `${apiUrl(http)}/oauth/authorize?${params}`;
}

export function createTokenEndpoint({ http }: IopSetup, { system }: AliexpressClient) {
  const now = http.now ?? Date.now;
  return {
    async exchange({ query }: { query: Record<string, string> }) {
      const shape = answerShape.refine((answered) => answered.seller_id ?? answered.user_id, 'names no seller');
      const answered = await system('/auth/token/create', { code: codeIn(PLATFORM, query) }, shape);
      return { tokens: toTokens(answered, now()), account: answered.seller_id ?? answered.user_id ?? '' };
    },

    async refresh(access: ShopAccess): Promise<Tokens> {
      const refresh_token = refreshTokenOf(PLATFORM, access.tokens);
      return toTokens(await system('/auth/token/refresh', { refresh_token }, z.object(answerShape.shape)), now());
    },
  };
}
