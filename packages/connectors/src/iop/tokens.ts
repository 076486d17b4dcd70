import { z } from 'zod';
import { ConnectorError, type Tokens } from '../types.ts';

const seconds = z.coerce.number().int().nonnegative();
const moment = z.coerce.number().int().positive().nullish();

/** What the family's token calls answer, as far as both platforms of ours say it alike. */
export const tokenShape = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().nullish(),
  expires_in: seconds,
  refresh_expires_in: seconds.nullish(),
  /** Milliseconds since 1970, where the platform says them: better than lengths of time. */
  expire_time: moment,
  refresh_token_valid_time: moment,
});

/** A refresh that is worth nothing (length 0) is none: then only a new consent helps. */
export function toTokens(answered: z.output<typeof tokenShape>, now: number): Tokens {
  const at = (ms: number) => new Date(ms).toISOString();
  const { refresh_token: refreshToken, refresh_expires_in: refreshSeconds } = answered;
  const refreshable = Boolean(refreshToken) && refreshSeconds !== 0;
  const refreshEnds = answered.refresh_token_valid_time ?? (refreshSeconds ? now + refreshSeconds * 1000 : undefined);
  return {
    accessToken: answered.access_token,
    accessExpiresAt: at(answered.expire_time ?? now + answered.expires_in * 1000),
    ...(refreshToken && refreshable ? { refreshToken } : {}),
    ...(refreshable && refreshEnds !== undefined ? { refreshExpiresAt: at(refreshEnds) } : {}),
  };
}

export function codeIn(platform: string, query: Readonly<Record<string, string>>): string {
  if (query.code) return query.code;
  throw new ConnectorError(platform, 'rejected', `the callback carries no code ${query.error ?? ''}`.trim(), {
    code: 'NO_CODE',
  });
}

export function refreshTokenOf(platform: string, tokens: Tokens): string {
  if (tokens.refreshToken) return tokens.refreshToken;
  throw new ConnectorError(platform, 'unauthorized', 'the shop has no refresh token: it has to be connected again');
}
