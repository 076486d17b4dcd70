import { Fail } from '../errors.ts';

/** An error as a failure to report; undefined for an unforeseen one. */
export function asFail(error: unknown): Fail | undefined {
  if (error instanceof Fail) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const pg = (error as { cause?: { code?: string } }).cause?.code ?? code;
  // 57P0x: the server is shutting down or starting; 08xxx and socket errors: the connection is gone.
  if (
    /^(57P0[123]|08...|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/.test(pg ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable|Cannot use a pool after/.test(
      String((error as Error)?.message),
    )
  )
    return new Fail('core.databaseAway', 503, { retryAfterSeconds: 2 });
  // A write in a read-only transaction: calls by GET that change something, while a main account views as a member.
  if (pg === '25006') return new Fail('core.onlyViewing', 403);
  if (pg === '57014') return new Fail('core.queryTimeout', 504);
  if (statusCode === 429) return new Fail('core.tooManyRequests', 429);
  if (statusCode === 413)
    return new Fail('core.badInput', 400, {}, [{ path: 'body', code: 'core.fileTooLarge', params: { megabytes: 2 } }]);
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new Fail('core.badInput', 400, {}, [{ path: 'body', code: 'core.badInput' }]);
  return undefined;
}
