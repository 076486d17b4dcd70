import { ConnectorError } from '@tradewind/connectors/types.ts';
import { Fail } from '../errors.ts';
import { FilesAway } from '../files.ts';
import { fieldOfKey } from './foreign-key.ts';

export interface Reading {
  fail: Fail;
  /** An earlier check should have found it: the answer is a refusal, and the cause goes into the log all the same. */
  unexpected: boolean;
}

/** SQLSTATE, or Node's code of a lost connection. A batch reports it as the error's cause. */
const codeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return String(cause?.code ?? code ?? '');
};

/**
 * Data that a column or function does not take (class 22 of PostgreSQL's appendix A): a text too long or with characters
 * that it cannot hold, a number out of range, no such date or time zone. Not all of the class: a division by zero, say,
 * is our own mistake.
 */
const BAD_VALUES = new Set('22001 22003 22007 22008 22009 22015 22021 22023 22P02 22P03 22P05'.split(' '));
const FOREIGN_KEY = '23503';

/** An error as the failure to report; undefined for an unforeseen one. `inputs`: the query and the body. */
export function readFailure(error: unknown, inputs: readonly unknown[] = []): Reading | undefined {
  if (error instanceof Fail) return { fail: error, unexpected: false };
  const foreseen = error instanceof ConnectorError ? outsideFail(error) : (awayFail(error) ?? requestFail(error));
  if (foreseen) return { fail: foreseen, unexpected: false };
  const refused = refusedByDatabase(error, inputs);
  return refused && { fail: refused, unexpected: true };
}

/** An outside service that an area had no words of its own for. */
function outsideFail({ kind, platform, message, retryAfterMs }: ConnectorError): Fail {
  const params = { platform, text: message.slice(0, 300) };
  if (kind === 'rejected') return new Fail('core.outsideRefused', 422, params);
  if (kind === 'unauthorized') return new Fail('core.outsideUnauthorized', 422, params);
  if (kind === 'uncertain') return new Fail('core.outsideUncertain', 502, params);
  const retryAfterSeconds = Math.ceil((retryAfterMs ?? 30_000) / 1000);
  return new Fail('core.outsideAway', 502, { ...params, retryAfterSeconds });
}

/**
 * 57P0x: the server is shutting down or starting; 08xxx and socket errors: the connection is gone; 25P03: it hung too long
 * in a transaction; 53x00: no memory or connection left.
 */
const AWAY_CODES = /^(57P0[123]|25P03|08...|53[23]00|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/;
/** The last two are libpq's: the coordinator of a cluster passes them on of a node that dies in the middle. */
const AWAY_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Cannot use a pool after|EOF detected|server closed the connection/;

function awayFail(error: unknown): Fail | undefined {
  const code = codeOf(error);
  // The database's disk, or ours.
  if (code === '53100' || code === 'ENOSPC') return new Fail('core.diskFull', 503, { retryAfterSeconds: 30 });
  if (error instanceof FilesAway) return new Fail('core.filesAway', 503, { retryAfterSeconds: 10 });
  if (AWAY_CODES.test(code) || AWAY_WORDS.test(String((error as Error)?.message)))
    return new Fail('core.databaseAway', 503, { retryAfterSeconds: 2 });
  // A write in a read-only transaction: calls by GET that change something, while a main account views as a member.
  if (code === '25006') return new Fail('core.onlyViewing', 403);
  return code === '57014' ? new Fail('core.queryTimeout', 504) : undefined;
}

/** What the HTTP server itself refuses. */
function requestFail(error: unknown): Fail | undefined {
  const { statusCode } = error as { statusCode?: number };
  if (statusCode === 429) return new Fail('core.tooManyRequests', 429);
  if (statusCode === 413)
    return new Fail('core.badInput', 400, {}, [{ path: 'body', code: 'core.fileTooLarge', params: { megabytes: 2 } }]);
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new Fail('core.badInput', 400, {}, [{ path: 'body', code: 'core.badInput' }]);
  return undefined;
}

function refusedByDatabase(error: unknown, inputs: readonly unknown[]): Fail | undefined {
  const code = codeOf(error);
  if (BAD_VALUES.has(code)) return new Fail('core.badValue', 400);
  if (code !== FOREIGN_KEY) return undefined;
  const path = fieldOfKey((error as { cause?: object }).cause ?? (error as object), inputs);
  return path === undefined
    ? new Fail('core.goneRow', 409)
    : new Fail('core.badInput', 400, {}, [{ path, code: 'core.missingRow' }]);
}
