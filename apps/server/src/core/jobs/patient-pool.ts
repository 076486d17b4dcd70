import type pg from 'pg';

/**
 * graphile-worker repeats a statement only after errors with a few codes (RETRYABLE_ERROR_CODES of its lib.js 0.17, this
 * is one of them: from 3 s to 2 minutes, a hundred times). It does not wait for the statement that ends a job, so any
 * other error of it, like a connection that the database closed, would end the whole process.
 */
const REPEATED = 'ETIMEDOUT';

/**
 * An error of a lost connection, of a database that stops or starts, or that has no room left (class 53); others come from
 * the statement itself.
 */
function isLost(error: unknown): boolean {
  const { severity, code } = error as { severity?: string; code?: string };
  return severity === undefined || /^(57P0[123]|08|53)/.test(code ?? '');
}

function repeated(error: unknown): never {
  if (!isLost(error)) throw error;
  throw Object.assign(new Error(`database connection lost: ${(error as Error).message}`, { cause: error }), {
    code: REPEATED,
  });
}

/** The same object, one of its functions replaced. */
function withOwn<T extends object>(target: T, name: keyof T, own: unknown): T {
  return new Proxy(target, {
    get: (from, key) => {
      if (key === name) return own;
      const value = Reflect.get(from, key) as unknown;
      return typeof value === 'function' ? value.bind(from) : value;
    },
  });
}

type Connected = Parameters<pg.Pool['connect']>[0];

/** The pool for the job queue: what fails because the database is away is tried again until it is back. */
export function patientPool(pool: pg.Pool): pg.Pool {
  const connect = async () => {
    const connection = await pool.connect().catch(repeated);
    const query = (...args: [string, unknown[]?]) => connection.query(...args).catch(repeated);
    return withOwn(connection, 'query', query);
  };
  // Its listening connection comes by a callback, which has its own way back after a loss.
  return withOwn(pool, 'connect', (listen?: Connected) => (listen ? pool.connect(listen) : connect()));
}
