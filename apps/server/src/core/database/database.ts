import { CasingCache } from 'drizzle-orm/casing';
import type { SQL } from 'drizzle-orm/sql/sql';
import pg from 'pg';
import type { Actor, Ctx, Rights } from '../context.ts';

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
  /** Runs `work` at the end of this transaction, still in it. */
  beforeCommit(work: () => Promise<void>): void;
  /** Runs `work` once this transaction has been committed; never if it has not. */
  afterCommit(work: () => void): void;
}

/** How the SQL template's parts are written. Drizzle's own writer would load all of its tables' machinery (140 MB). */
const WRITING: Parameters<SQL['toQuery']>[0] = {
  casing: new CasingCache(),
  escapeName: (name) => `"${name.replaceAll('"', '""')}"`,
  escapeParam: (index) => `$${index + 1}`,
  escapeString: (text) => `'${text.replaceAll("'", "''")}'`,
};

export class Database {
  /** Connections of the application's role, which owns nothing and cannot pass row-level security. */
  readonly pool: pg.Pool;
  /** The owner's: migrations, the job queue, and the few places that look over all companies. */
  readonly owner: pg.Pool;
  /** "set local citus..." when the database is a Citus cluster, else empty. */
  #citusSetting = '';

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
    if (found.rowCount) this.#citusSetting = `set local citus.propagate_set_commands = 'local';`;
  }

  /**
   * Runs `work` in a transaction bound to the context's company. Beginning and binding travel as one message.
   * The transaction is repeated when PostgreSQL asks for it (serialization failure, deadlock), so `work` must do
   * nothing outside the transaction.
   */
  inCompany<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#withRetries(() => this.#once(ctx, work, 'read write'));
  }

  /** The same for work that only reads: the database refuses writes, and nobody waits for the end of the transaction. */
  look<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> {
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

  async #once<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>, mode: 'read write' | 'read only'): Promise<T> {
    if (!Number.isSafeInteger(ctx.companyId)) throw new Error('inCompany without a company');
    const client = await this.pool.connect();
    const before: (() => Promise<void>)[] = [];
    const after: (() => void)[] = [];
    const release = (error?: Error) => client.release(error);
    let result: T;
    try {
      await client.query(`begin ${mode}; ${this.#citusSetting} set local app.company = '${ctx.companyId}'`);
      result = await work(makeTx(client, ctx, before, after));
      for (const run of before) await run();
      const ended = client.query('commit');
      if (mode === 'read only') ended.then(() => release(), release);
      else if ((await ended).command === 'ROLLBACK') throw new Error('The transaction had failed before its commit');
    } catch (error) {
      await client.query('rollback').then(() => release(), release);
      throw error;
    }
    if (mode === 'read only') return result;
    release();
    for (const run of after) run();
    return result;
  }

  /** Global tables and login, before a company is known: the application's role, no company bound. */
  async global<T extends Row = Record<string, unknown>>(query: SQL): Promise<T[]> {
    const { sql, params } = query.toQuery(WRITING);
    return (await this.pool.query(sql, params)).rows as T[];
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.owner.end()]);
  }
}

function makeTx(client: pg.PoolClient, ctx: Ctx, before: (() => Promise<void>)[], after: (() => void)[]): Tx {
  const rows = async <T extends Row>(query: SQL) => {
    const { sql, params } = query.toQuery(WRITING);
    return (await client.query(sql, params)).rows as T[];
  };
  return {
    companyId: ctx.companyId,
    actor: ctx.actor,
    rights: ctx.rights,
    now: ctx.now(),
    rows,
    row: async <T extends Row>(query: SQL) => (await rows<T>(query))[0],
    prepared: async <T extends Row>(name: string, text: string, values: unknown[]) =>
      (await client.query({ name, text, values })).rows as T[],
    beforeCommit: (work) => void before.push(work),
    afterCommit: (work) => void after.push(work),
  };
}
