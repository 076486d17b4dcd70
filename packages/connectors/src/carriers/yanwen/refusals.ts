import { type Answer, kindOfStatus, type Outbound, rawOf, retryAfter } from '../../http.ts';
import { ConnectorError, type FailureKind } from '../../types.ts';
import { refusalOf } from '../../wms/convert.ts';

export const CARRIER = 'yanwen';
/** Yanwen publishes no limits and tells no waiting time. */
const THROTTLE_MS = 5_000;

/** Nobody publishes Yanwen's codes: all refusals are understood by their words. */
const UNAUTHORIZED =
  /时间戳|timestamp|(客户号|制单账号|[秘密]钥|user_?id)[^,;，；]{0,12}(不存在|无效|错误|不正确|invalid|not exist)/i;
/** It may be stored all the same. */
const AT_WORK = /处理中|超时|稍后|系统(繁忙|异常|错误)|timed? ?out|try again|system (busy|error)/i;

interface Refused {
  effect: Outbound['effect'];
  code: string;
  message: string;
  answer: Answer;
  now: number;
}

function kindOf({ effect, message, answer }: Refused): FailureKind | undefined {
  if (answer.status === 401 || UNAUTHORIZED.test(message)) return 'unauthorized';
  if (answer.status >= 400) return kindOfStatus(answer.status, effect);
  if (AT_WORK.test(message)) return effect === 'once' ? 'uncertain' : 'unavailable';
  return undefined;
}

/** A refusal in the carrier's words. */
export function refusal(refused: Refused): ConnectorError {
  const { answer, now } = refused;
  const code = refused.code || `HTTP ${answer.status}`;
  const byWords = refusalOf(CARRIER, 'refused', code, refused.message);
  const kind = kindOf(refused) ?? byWords.kind;
  return new ConnectorError(CARRIER, kind, byWords.message, {
    status: answer.status,
    code: kind === 'rejected' ? byWords.code : code,
    raw: rawOf(answer),
    ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now) ?? THROTTLE_MS } : {}),
  });
}

/** Why there is no label; without a word it is not there yet. */
export function labelRefusal(message: string): ConnectorError {
  if (message === '' || AT_WORK.test(message))
    return new ConnectorError(CARRIER, 'unavailable', message || 'no label yet');
  return refusalOf(CARRIER, 'label', 'LABEL', message);
}

export const isDuplicate = (error: unknown): error is ConnectorError =>
  error instanceof ConnectorError && error.kind === 'rejected' && (error.code ?? '').startsWith('DUPLICATE');
