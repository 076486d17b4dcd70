import { ConnectorError, type FailureKind } from '@tradewind/connectors/types.ts';
import { Fail } from '../../../core/errors.ts';
import { say } from '../../../core/text/texts.ts';

const BACK_OFF_MINUTES = [1, 2, 5, 10, 30] as const;
const MINUTE_MS = 60_000;
/** The default wait when the platform gives no useful time. */
const LEAST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 24 * 60 * MINUTE_MS;

export type ErrorKind = FailureKind | 'internal';

export interface Decision {
  kind: ErrorKind;
  detail: string;
  /** Null: waits for a person. */
  nextAt: Date | null;
  failures: number;
}

/** The outcome of a failed sync: the next attempt, and whether it counts as a failure. */
export function decide(error: unknown, failures: number, now: Date): Decision {
  const words = error instanceof Fail ? say('en', error.code, error.params) : (error as Error).message;
  const detail = words.slice(0, 1000);
  const at = (ms: number) => new Date(now.getTime() + ms);
  if (error instanceof ConnectorError && error.kind === 'throttled') {
    const wait = Math.min(Math.max(error.retryAfterMs ?? MINUTE_MS, LEAST_WAIT_MS), LONGEST_WAIT_MS);
    return { kind: 'throttled', detail, nextAt: at(wait), failures };
  }
  if (error instanceof ConnectorError && error.kind === 'unauthorized')
    return { kind: 'unauthorized', detail, nextAt: null, failures: failures + 1 };
  const minutes = BACK_OFF_MINUTES[Math.min(failures, BACK_OFF_MINUTES.length - 1)] ?? 30;
  const kind: ErrorKind =
    error instanceof ConnectorError ? error.kind : error instanceof Fail ? 'rejected' : 'internal';
  return { kind, detail, nextAt: at(minutes * MINUTE_MS), failures: failures + 1 };
}

/** Errors of the database or this process, which say nothing about the records. */
export function isInfrastructure(error: unknown): boolean {
  if (error instanceof Fail) return error.status >= 500;
  const { code, message } = error as { code?: unknown; message?: unknown };
  // 08 connection, 25 transaction state, 40 rollback, 53 resources, 55 lock, 57 shutdown, 58 system
  return (
    (typeof code === 'string' && /^(08|25|40|53|55|57|58)...$|^E[A-Z]+$/.test(code)) ||
    /Connection terminated|timeout exceeded when trying to connect|pool after calling end/.test(String(message))
  );
}
