import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { Ctx } from '../context.ts';
import { camelCased } from './batch.ts';
import { hasCitus } from './distribute.ts';
import { clientFor } from './passwords.ts';
import { type Sql, StatementNames, writeSql } from './sql.ts';
import { type Mode, Transaction } from './transaction.ts';
import { type Share, Turns } from './turns.ts';
import type { Row, Tx } from './tx.ts';

export type { Row, Tx };

// Ids and counts fit a double exactly below 2^53; money (numeric) stays text; days stay 'YYYY-MM-DD'.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

/**
 * Thrown by work that holds its locks and finds more to lock, too late for the common order of locks: its transaction
 * starts again.
 */
export class BeginAnew extends Error {
  /** serialization_failure */
  readonly code = '40001';
}

/** How long work waits for a connection. */
const CONNECT_MS = 10_000;
/** Of 16 connections, how many one company may have at once. */
const OF_16: Share = { alone: 12, beside: 6, short: 2 };
/** Many writers of the same few rows need more than two or three tries. */
const MOST_ATTEMPTS = 10;

/** The company whose turn the work under way has. */
const inTurn = new AsyncLocalStorage<number>();

export class Database {
  /** Connections of the application's role, which owns nothing and cannot pass row-level security. */
  readonly pool: pg.Pool;
  /** Connections of the owner, for the few places that read over all companies. */
  readonly owner: pg.Pool;
  /** The same past a pooler, for what needs a session of its own: migrations, notifications, the job queue. */
  readonly direct: pg.Pool;
  readonly #names: StatementNames;
  readonly #turns: Turns;
  #citus = false;
  #closing = false;

  /** @param urls `app`: several, the same but for the password, while it may be that of either secret */
  constructor(
    urls: { app: string | readonly string[]; owner: string; direct?: string | undefined },
    options: { appConnections?: number; namedStatements?: boolean; onError: (error: Error) => void },
  ) {
    this.#names = new StatementNames(options.namedStatements);
    const { appConnections = 16 } = options;
    const part = (of16: number) => Math.ceil((appConnections * of16) / 16);
    const share = { alone: part(OF_16.alone), beside: part(OF_16.beside), short: part(OF_16.short) };
    this.#turns = new Turns(share, CONNECT_MS);
    const common = { idleTimeoutMillis: 30_000, connectionTimeoutMillis: CONNECT_MS, allowExitOnIdle: false };
    const [app = '', ...others] = [urls.app].flat();
    const trying = others.length > 0 && { Client: clientFor([app, ...others]) };
    this.pool = new pg.Pool({ ...common, connectionString: app, max: appConnections, ...trying });
    this.owner = new pg.Pool({ ...common, connectionString: urls.owner, max: 10 });
    this.direct = urls.direct ? new pg.Pool({ ...common, connectionString: urls.direct, max: 10 }) : this.owner;
    // A lost connection must not end the process: the pool opens a new one.
    const lost = (error: Error) => {
      if (!this.#closing) options.onError(error);
    };
    const hush = (client: pg.PoolClient) => void client.on('error', lost);
    for (const pool of this.#pools()) pool.on('error', lost).on('connect', hush);
  }

  #pools(): pg.Pool[] {
    return [...new Set([this.pool, this.owner, this.direct])];
  }

  async detectCitus(): Promise<void> {
    this.#citus = await hasCitus(this.owner);
  }

  /**
   * Runs `work` in a transaction bound to the context's company, which has at most its share of the connections at
   * once. Beginning and binding travel with its first statement. The transaction is repeated when PostgreSQL or the work
   * asks for it (serialization failure, deadlock, BeginAnew), so `work` must do nothing outside the transaction.
   */
  inCompany<T>(ctx: Ctx, work: (tx: Tx) => Promise<T> | T): Promise<T> {
    return this.#withRetries(() => this.#once(ctx, work, ctx.viewer ? 'read only' : 'read write'));
  }

  /**
   * The same for work whose statements all see what was committed before the first of them (repeatable read). It begins
   * anew when others have changed since then what it changes.
   */
  ofOneMoment<T>(ctx: Ctx, work: (tx: Tx) => Promise<T> | T): Promise<T> {
    return this.#withRetries(() => this.#once(ctx, work, ctx.viewer ? 'read only' : 'of one moment'));
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
        if (attempt >= MOST_ATTEMPTS || (code !== '40001' && code !== '40P01')) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
      }
    }
  }

  async #once<T>(ctx: Ctx, work: (tx: Tx) => Promise<T> | T, mode: Mode): Promise<T> {
    if (!Number.isSafeInteger(ctx.companyId)) throw new Error('inCompany without a company');
    // Work within work would wait for the turn that it has itself.
    const giveBack = inTurn.getStore() === ctx.companyId ? () => {} : await this.#turns.take(ctx.companyId);
    const client = await this.pool.connect().catch((error) => {
      giveBack();
      throw error;
    });
    const begin = (as: Mode) => new Transaction(client, ctx, { mode: as, citus: this.#citus, names: this.#names });
    const transaction = begin(mode);
    let last = transaction;
    try {
      const result = await inTurn.run(ctx.companyId, () => work(transaction));
      await transaction.commit();
      if (transaction.unwritten.length > 0) {
        last = begin('read write');
        for (const query of transaction.unwritten) last.later(query);
        await last.commit();
      }
      client.release();
      transaction.committed();
      return result;
    } catch (error) {
      await last.rollback().then(
        () => client.release(),
        (lost) => client.release(lost),
      );
      throw error;
    } finally {
      giveBack();
    }
  }

  /** Global tables and login, before a company is known: the application's role, no company bound. */
  global<T extends Row = Record<string, unknown>>(query: Sql): Promise<T[]> {
    return direct<T>(this.pool, query);
  }

  /** As the owner, over all companies: maintenance, and the few places that belong to no company. */
  asOwner<T extends Row = Record<string, unknown>>(query: Sql): Promise<T[]> {
    return direct<T>(this.owner, query);
  }

  async close(): Promise<void> {
    // A pool has ended before its last connections have: a server that stops next ends those.
    this.#closing = true;
    await Promise.all(this.#pools().map((pool) => pool.end()));
  }
}

/** One statement outside of a company's transaction. */
export async function direct<T extends Row>(on: pg.Pool | pg.PoolClient, query: Sql): Promise<T[]> {
  const { text, values } = writeSql(query);
  const { rows } = await on.query<Record<string, unknown>>(text, values);
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [camelCased(k), v]))) as T[];
}
