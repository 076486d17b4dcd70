import { type Answer, kindOfStatus, rawOf, retryAfter } from '../../http.ts';
import { ConnectorError, type FailureKind } from '../../types.ts';

export const TRACKER = 'seventeenTrack';
/** Three calls a second: a moment is enough where no time is told. */
const THROTTLE_MS = 1_000;

/** Of the whole call; what is about one number comes beside it. */
const KINDS: Readonly<Record<string, FailureKind>> = {
  // The address is not on the list, the key is unknown, disabled, without the right.
  '-18010001': 'unauthorized',
  '-18010002': 'unauthorized',
  '-18010004': 'unauthorized',
  '-18010005': 'unauthorized',
  '-18010003': 'unavailable',
  '-18010014': 'throttled',
};

export const KNOWN_ALREADY = '-18019901';

export interface Fault {
  code: string;
  message: string;
}

/** Every call of ours may be repeated, so that nothing is left open. */
export function refusal(answer: Answer, faults: readonly Fault[], now: number): ConnectorError {
  const [first] = faults;
  const kind = KINDS[first?.code ?? ''] ?? (answer.status >= 400 ? kindOfStatus(answer.status, 'read') : 'rejected');
  return new ConnectorError(TRACKER, kind, first?.message || `refused with status ${answer.status}`, {
    status: answer.status,
    code: first?.code || `HTTP ${answer.status}`,
    raw: rawOf(answer),
    ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now) ?? THROTTLE_MS } : {}),
  });
}
