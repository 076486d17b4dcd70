import { z } from 'zod';
import type { Outbound } from '../../http.ts';
import type { FailureKind } from '../../types.ts';

const text = z.union([z.string(), z.number()]).transform(String).nullish().catch(undefined);
const said = z.object({
  error_code: text,
  error_message: text,
  exception: text,
  error: text,
  error_description: text,
  errorCode: text,
  errorMessage: text,
  errorMsg: text,
  erroMsg: text,
  code: text,
  message: text,
  success: z.unknown().optional(),
});

export interface Refusal {
  code: string;
  words: string;
  /** The gateway refused before the call reached its service: nothing was done. */
  gateway: boolean;
}

const isFalse = (value: unknown) => value === false || value === 'false';
const isTrue = (value: unknown) => value === true || value === 'true';

/**
 * What an answer says went wrong; undefined when it says that nothing did. The gateway, the token service and each
 * group of calls have their own names for it, and `success` is a boolean or its word.
 */
export function refusalIn(json: unknown): Refusal | undefined {
  const read = said.safeParse(json);
  if (!read.success) return undefined;
  const one = read.data;
  if (one.error_code || one.error) {
    const words = one.error_message ?? one.error_description ?? one.exception ?? '';
    return { code: one.error_code ?? one.error ?? '', words, gateway: true };
  }
  if (!isFalse(one.success) && (isTrue(one.success) || !one.errorCode)) return undefined;
  const words = one.errorMessage ?? one.errorMsg ?? one.erroMsg ?? one.message ?? '';
  return { code: one.errorCode ?? one.code ?? 'REFUSED', words, gateway: false };
}

const THROTTLED = /Qos|FrequencyLimit|TooManyRequest|LIMIT_EXCEEDED/i;
const TOKEN_DEAD = /need user authorized|need authorized|AccessToken|invalid_grant|invalid_token|refresh token/i;
/** Of the gateway or a service behind it, and nothing about the call itself. */
const AWAY =
  /ServiceUnavailable|ServiceTimeout|Timeout|InnerError|SystemError|SYSTEM_ERROR|system busy|系统繁忙|^5\d\d( |$)/i;

/** What the refusal means for the caller. After a write that must happen once a broken service leaves it open. */
export function kindOf({ code, words, gateway }: Refusal, effect: Outbound['effect']): FailureKind {
  if (THROTTLED.test(code)) return 'throttled';
  if ((code === '401' && gateway) || TOKEN_DEAD.test(`${code} ${words}`)) return 'unauthorized';
  if (AWAY.test(`${code} ${words}`)) return effect === 'once' ? 'uncertain' : 'unavailable';
  return 'rejected';
}
