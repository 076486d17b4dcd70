import { z } from 'zod';
import type { Outbound } from '../http.ts';
import type { FailureKind } from '../types.ts';

export interface Reply {
  code: string;
  message: string;
  requestId: string | undefined;
}

const text = z.union([z.string(), z.number()]).transform(String).nullish().catch(undefined);
const iopShape = z.object({ code: text, message: text, msg: text, request_id: text });
/** As the older platform (TOP) words it, still seen through the newer. */
const topShape = z.object({
  error_response: z.object({ code: text, msg: text, sub_code: text, sub_msg: text, request_id: text }),
});
const TOP_CODES: Readonly<Record<string, string>> = {
  7: 'ApiCallLimit',
  25: 'IncompleteSignature',
  26: 'IllegalAccessToken',
  27: 'IllegalAccessToken',
};

/** What an answer says went wrong; undefined when it says that nothing did. HTTP says 200 to everything. */
export function errorIn(json: unknown): Reply | undefined {
  const top = topShape.safeParse(json);
  if (top.success) {
    const { code, msg, sub_code: subCode, sub_msg: subMessage, request_id: requestId } = top.data.error_response;
    const known = TOP_CODES[code ?? ''];
    return {
      code: known ?? subCode ?? code ?? 'unknown',
      message: [subMessage ?? msg, known && subCode].filter(Boolean).join(' '),
      requestId: requestId ?? undefined,
    };
  }
  const read = iopShape.safeParse(json);
  if (!read.success) return undefined;
  const { code, message, msg, request_id: requestId } = read.data;
  if (!code || code === '0') return undefined;
  return { code, message: message ?? msg ?? '', requestId: requestId ?? undefined };
}

const THROTTLED = new Set(['AppCallLimit', 'ApiCallLimit', 'SellerCallLimit', 'E901', '901']);
/** Cured by a refresh or, after that, by a new consent. */
const DEAD_TOKENS = new Set(['IllegalAccessToken', 'AccessTokenExpired', 'IllegalRefreshToken']);
const PASSING = new Set([
  ...['6', 'E006', '513', '1000', 'E1000', '40011', '700024'],
  ...['SYSTEM_ERROR', 'RPC_ERROR', 'ServiceUnavailable', 'ServiceTimeout', 'InternalError'],
]);

/** By the code alone: which side is to blame (`type`) the platforms themselves tell now so, now so. */
export function kindOf(code: string, effect: Outbound['effect']): FailureKind {
  if (THROTTLED.has(code)) return 'throttled';
  if (DEAD_TOKENS.has(code)) return 'unauthorized';
  if (PASSING.has(code) || /^isp\./i.test(code)) return effect === 'once' ? 'uncertain' : 'unavailable';
  return 'rejected';
}

/** "This ban will last 3 seconds more": the only place where a throttled call is told how long to wait. */
export function waitAfter(message: string): number {
  const seconds = /(\d+)\s*(?:more\s+)?second/i.exec(message)?.[1];
  return seconds === undefined ? 1000 : Math.max(1, Number(seconds)) * 1000;
}
