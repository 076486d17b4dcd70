import type { SQL } from 'drizzle-orm/sql/sql';
import pg from 'pg';
import type { Actor, Ctx, Rights } from '../context.ts';
import { Transaction, writeSql } from './transaction.ts';

// Ids and counts fit a double exactly below 2^53; money (numeric) stays text; days stay 'YYYY-MM-DD'.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

export type Row = object;

/**
 * One transaction bound to one company. Functions that need a transaction take a Tx and cannot be called without one.
 * No network call may happen while one is open: what must leave, leaves as a job written by `addJob`.
 */
export interface Tx {
  readonly companyId: number;
  readonly actor: Actor;
  readonly rights: Rights;
  /** The instant of this transaction as the service's clock tells it. */
  readonly now: Date;
  /** Rows of an SQL template. Give columns their camelCase names: `select ordered_at as "orderedAt"`. */
  rows<T extends Row = Record<string, unknown>>(query: SQL): Promise<T[]>;
  /** The only row, or undefined. */
  row<T extends Row = Record<string, unknown>>(query: SQL): Promise<T | undefined>;
  /** A prepared statement for hot paths: planned once a connection under `name`. */
  prepared<T extends Row = Record<string, unknown>>(name: string, text: string, values: unknown[]): Promise<T[]>;
  /** The same for a page of a list that goes out as it is: each row as its JSON text. */
  json(name: string, text: string, values: unknown[]): Promise<string[]>;
  /**
   * A prepared statement whose answer nobody needs: it leaves with the next statement, at the latest with the commit,
   * and saves a way to the database and back. Its failure is the transaction's.
   */
  later(name: string, text: string, values: unknown[]): void;
  /** A setting of the database for the rest of this transaction. */
  set(setting: 'plan_cache_mode', value: string): void;
  /** Runs `work` at the end of this transaction, still in it. */
  beforeCommit(work: () => void): void;
  /** Runs `work` once this transaction has been committed; never if it has not. */
  afterCommit(work: () => void): void;
}

/**
 * Thrown by work that holds its locks and finds that there is more to lock, which would come too late in everybody's
 * order: its transaction begins anew.
 */
export class BeginAnew extends Error {
  /** serialization_failure */
  readonly code = '40001';
}

export class Database {
  /** Connections of the application's role, which owns nothing and cannot pass row-level security. */
  readonly pool: pg.Pool;
  /** The owner's: migrations, the job queue, and the few places that look over all companies. */
  readonly owner: pg.Pool;
  #citus = false;

  constructor(
    urls: { app: string; owner: string },
    options: { appConnections?: number; onError: (error: Error) => void },
  ) {
    const common = { idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000, allowExitOnIdle: false };
    this.pool = new pg.Pool({ ...common, connectionString: urls.app, max: options.appConnections ?? 16 });
    this.owner = new pg.Pool({ ...common, connectionString: urls.owner, max: 10 });
    // A lost connection must not end the process: the pool makes a new one.
    this.pool.on('error', options.onError);
    this.owner.on('error', options.onError);
    const hush = (client: pg.PoolClient) => void client.on('error', options.onError);
    this.pool.on('connect', hush);
    this.owner.on('connect', hush);
  }

  async detectCitus(): Promise<void> {
    const found = await this.owner.query(`select 1 from pg_extension where extname = 'citus'`);
    this.#citus = found.rowCount !== 0;
  }

  /**
   * Runs `work` in a transaction bound to the context's company. Beginning and binding travel with its first statement.
   * The transaction is repeated when PostgreSQL or the work asks for it (serialization failure, deadlock, BeginAnew), so `work` must do
   * nothing outside the transaction.
   */
  inCompany<T>(ctx: Ctx, work: (tx: Tx) => Promise<T> | T): Promise<T> {
    return this.#withRetries(() => this.#once(ctx, work, ctx.viewer ? 'read only' : 'read write'));
  }

  /**
   * The same for work that only reads: the database refuses writes. Statements issued together are one transaction; each
   * of them sees what is committed when it begins, as in any transaction of ours.
   */
  look<T>(ctx: Ctx, work: (tx: Tx) => Promise<T> | T): Promise<T> {
    return this.#withRetries(() => this.#once(ctx, work, 'read only'));
  }

  async #withRetries<T>(run: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await run();
      } catch (error) {
        const code =
          (error as { code?: string; cause?: { code?: string } }).code ??
          (error as { cause?: { code?: string } }).cause?.code;
        if (attempt >= 5 || (code !== '40001' && code !== '40P01')) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
      }
    }
  }

  async #once<T>(ctx: Ctx, work: (tx: Tx) => Promise<T> | T, mode: 'read write' | 'read only'): Promise<T> {
    if (!Number.isSafeInteger(ctx.companyId)) throw new Error('inCompany without a company');
    const client = await this.pool.connect();
    const transaction = new Transaction(client, ctx, { readOnly: mode === 'read only', citus: this.#citus });
    try {
      const result = await work(transaction);
      await transaction.commit();
      client.release();
      transaction.committed();
      return result;
    } catch (error) {
      await transaction.rollback().then(
        () => client.release(),
        (lost) => client.release(lost),
      );
      throw error;
    }
  }

  /** Global tables and login, before a company is known: the application's role, no company bound. */
  async global<T extends Row = Record<string, unknown>>(query: SQL): Promise<T[]> {
    const { sql, params } = writeSql(query);
    return (await this.pool.query(sql, params)).rows as T[];
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.owner.end()]);
  }
}
