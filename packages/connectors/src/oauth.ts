import { z } from 'zod';
import { type Answer, jsonIfAny, kindOfStatus, retryAfter } from './http.ts';
import { ConnectorError, type FailureKind } from './types.ts';

const refusal = z.object({ error: z.string(), error_description: z.string().optional() });

/**
 * What a token endpoint of OAuth 2 (RFC 6749, 5.2) means by not answering with tokens. `isDead`: only the seller can
 * help, by a new consent. A 401 that is not that is about our app's own credentials.
 */
export function tokenRefusal(
  platform: string,
  answer: Answer,
  answered: { isDead(code: string, status: number): boolean; now: number; waitMs: number },
): ConnectorError {
  const read = refusal.safeParse(jsonIfAny(answer));
  const code = read.success ? read.data.error : `HTTP ${answer.status}`;
  const kind: FailureKind = answered.isDead(code, answer.status)
    ? 'unauthorized'
    : answer.status === 401
      ? 'rejected'
      : kindOfStatus(answer.status, 'read');
  const words = (read.success && read.data.error_description) || '';
  return new ConnectorError(platform, kind, `token: ${code} ${words}`.trim(), {
    status: answer.status,
    code,
    ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, answered.now) ?? answered.waitMs } : {}),
  });
}
