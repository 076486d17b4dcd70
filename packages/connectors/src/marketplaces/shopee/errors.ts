import { z } from 'zod';
import { kindOfStatus, type Outbound } from '../../http.ts';
import type { FailureKind } from '../../types.ts';

/** Every answer names an error; the empty one means it went well, whatever the HTTP status. */
const failShape = z.object({
  error: z.string().nullish(),
  message: z.string().nullish(),
  request_id: z.string().nullish(),
  response: z
    .object({
      result_list: z
        .array(z.object({ fail_error: z.string().nullish(), fail_message: z.string().nullish() }))
        .nullish(),
    })
    .nullish()
    .catch(undefined),
});

interface Reply {
  code: string;
  message: string;
  requestId: string | undefined;
}

const ALL_FAILED = 'batch_api_all_failed';
const plain = (code: string): string => code.trim().replace(/^common\./, '');

/** What an answer says went wrong; undefined when it says that nothing did. */
export function errorIn(json: unknown): Reply | undefined {
  const read = failShape.safeParse(json);
  if (!read.success) return undefined;
  const { error, message, request_id: requestId, response } = read.data;
  const code = plain(error ?? '');
  const first = response?.result_list?.find((one) => one.fail_error);
  // Our batches are of one: why it failed is said only further inside.
  if (first?.fail_error && (code === '' || code === ALL_FAILED))
    return { code: plain(first.fail_error), message: first.fail_message ?? '', requestId: requestId ?? undefined };
  return code === '' || code === '-' ? undefined : { code, message: message ?? '', requestId: requestId ?? undefined };
}

/** Cured by a refresh or, after that, by a new consent. Shopee itself misspells one of them. */
const DEAD_TOKENS = new Set([
  'invalid_access_token',
  'invalid_acceess_token',
  'shop_no_linked',
  'partner_shop_no_link',
  'shop_access_expired',
  'error_shop_refresh_token',
  'refresh_token_expired',
  'invalid_code',
  'invalid_shop_id',
]);
const PASSING = new Set([
  'error_server',
  'error_network',
  'error_inner',
  'error_system_busy',
  'internal_error_server',
  'error_other',
  'logistics.error_other',
  'logistics.error_network',
  'logistics.error_timeout',
  'logistics.error_connection',
  'logistics.error_third_party_server',
  'logistics.download_later',
]);
/** Somebody else holds the order at this moment: nothing was done. */
const LOCKED = new Set(['logistics.error_too_many_invoke_function', 'logistics.logistic_order_is_locked_on_creating']);

const passing = (effect: Outbound['effect']): FailureKind => (effect === 'once' ? 'uncertain' : 'unavailable');

export function kindOf({ code, message }: Reply, status: number, effect: Outbound['effect']): FailureKind {
  if (code === 'error_rate_limit' || code === 'error_limit' || status === 429) return 'throttled';
  if (DEAD_TOKENS.has(code)) return 'unauthorized';
  // One code for a dead token, for an app that may not, and for a bad moment of Shopee's.
  if (code === 'error_auth') {
    if (/access_?token|shop_?id|linked/i.test(message)) return 'unauthorized';
    return /try again later/i.test(message) ? passing(effect) : 'rejected';
  }
  if (LOCKED.has(code)) return 'unavailable';
  if (PASSING.has(code)) return passing(effect);
  return status >= 500 ? kindOfStatus(status, effect) : 'rejected';
}

const DAY_MS = 86_400_000;
const UTC_8_MS = 8 * 3_600_000;

/** The day's quota comes back at midnight in UTC+8; any other throttling is over in a moment. */
export function waitAfter(code: string, now: number): number {
  if (code !== 'error_limit') return 1000;
  return DAY_MS - ((now + UTC_8_MS) % DAY_MS);
}
