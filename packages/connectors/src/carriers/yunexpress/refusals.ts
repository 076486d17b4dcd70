import { type Answer, kindOfStatus, type Outbound, rawOf, retryAfter } from '../../http.ts';
import { ConnectorError, type FailureKind } from '../../types.ts';
import { refusalOf } from '../../wms/convert.ts';

export const CARRIER = 'yunexpress';
/** YunExpress publishes no limits and tells no waiting time. */
const THROTTLE_MS = 5_000;

/** Codes that two public clients know; all others are understood by their words. */
const UNAUTHORIZED = /^0200401/;
/** "The service ran out of time", "the same order is being worked on": it may be stored all the same. */
const AT_WORK = new Set(['02030012', '02039015']);
const DUPLICATE = '02039066';
const LABEL_NOT_READY = '02030014';
const NO_PRODUCT = '02030008';

interface Refused {
  effect: Outbound['effect'];
  code: string;
  message: string;
  answer: Answer;
  now: number;
}

function kindOf({ code, effect, answer }: Refused): FailureKind | undefined {
  if (answer.status === 401 || UNAUTHORIZED.test(code)) return 'unauthorized';
  if (AT_WORK.has(code)) return effect === 'once' ? 'uncertain' : 'unavailable';
  if (code === LABEL_NOT_READY) return 'unavailable';
  return answer.status >= 400 ? kindOfStatus(answer.status, effect) : undefined;
}

/** A refusal in the carrier's words. What is refused for good says by its code's family why, where that is known. */
export function refusal(refused: Refused): ConnectorError {
  const { answer, now } = refused;
  const code = refused.code || `HTTP ${answer.status}`;
  const byWords = refusalOf(CARRIER, 'refused', code, refused.message);
  const kind = kindOf(refused) ?? byWords.kind;
  const family = code === DUPLICATE ? `DUPLICATE_${code}` : byWords.code;
  return new ConnectorError(CARRIER, kind, byWords.message, {
    status: answer.status,
    code: kind === 'rejected' ? family : code,
    raw: rawOf(answer),
    ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now) ?? THROTTLE_MS } : {}),
  });
}

const isRejected = (error: unknown): error is ConnectorError =>
  error instanceof ConnectorError && error.kind === 'rejected';
export const isDuplicate = (error: unknown): error is ConnectorError =>
  isRejected(error) && (error.code ?? '').startsWith('DUPLICATE');
export const isUnsold = (error: unknown): boolean => isRejected(error) && (error.code ?? '').endsWith(NO_PRODUCT);
