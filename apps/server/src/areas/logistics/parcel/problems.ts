import { ConnectorError } from '@tradewind/connectors/types.ts';
import { z } from 'zod';
import type { Language } from '../../../core/context.ts';
import { Fail, ruleBroken } from '../../../core/errors.ts';
import { say } from '../../../core/text/texts.ts';

/** The error text for a failed carrier call. */
export function carrierFail(error: ConnectorError): Fail {
  const text = error.message.slice(0, 300);
  switch (error.kind) {
    case 'throttled':
      return new Fail('logistics.carrierBusy', 503, {
        retryAfterSeconds: Math.ceil((error.retryAfterMs ?? 10_000) / 1000),
      });
    case 'unavailable':
      return new Fail('logistics.carrierAway', 503, { text, retryAfterSeconds: 30 });
    case 'unauthorized':
      return ruleBroken('logistics.carrierUnauthorized', { text });
    default:
      return ruleBroken('logistics.carrierRefused', { text });
  }
}

const NUMBER_REUSED = 'logistics.numberReused';
const ORDERS_FAULTS = new Set([
  ...['logistics.orderAddress', 'logistics.addressUnknown', 'logistics.noService'],
  NUMBER_REUSED,
]);

/** Errors that a person must fix on the order before a retry can succeed. */
export function isOrdersFault(error: unknown): boolean {
  if (error instanceof ConnectorError) return error.kind === 'rejected';
  return error instanceof Fail && ORDERS_FAULTS.has(error.code);
}

/** The carrier sold a number that another parcel on its way has: whose label it is, it alone knows. */
export const isNumberReused = (error: unknown): error is Fail => error instanceof Fail && error.code === NUMBER_REUSED;

const STORED = '@';

/** The saved error of a parcel: the carrier's message, or our text code in the user's language. */
export function wordsOf(error: unknown): string {
  if (error instanceof Fail) return `${STORED}${error.code} ${JSON.stringify(error.params)}`;
  return (error as Error).message.slice(0, 500);
}

export function readWords(language: Language, stored: string | null): string | null {
  const read = /^@(\S+) (\{.*\})$/s.exec(stored ?? '');
  if (!read) return stored;
  const params = z.record(z.string(), z.union([z.string(), z.number()])).safeParse(JSON.parse(read[2] ?? '{}'));
  return say(language, read[1] ?? '', params.success ? params.data : {});
}
