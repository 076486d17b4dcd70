import { CasingCache } from 'drizzle-orm/casing';
import type { SQL } from 'drizzle-orm/sql/sql';
import type pg from 'pg';
import type { Ctx } from '../context.ts';
import { Batch, type Statement } from './batch.ts';
import type { Row, Tx } from './database.ts';

/** How the SQL template's parts are written. Drizzle's own writer would load all of its tables' machinery (140 MB). */
const WRITING: Parameters<SQL['toQuery']>[0] = {
  casing: new CasingCache(),
  escapeName: (name) => `"${name.replaceAll('"', '""')}"`,
  escapeParam: (index) => `$${index + 1}`,
  escapeString: (text) => `'${text.replaceAll("'", "''")}'`,
};

export function writeSql(query: SQL): { sql: string; params: unknown[] } {
  return query.toQuery(WRITING);
}

type Command = Pick<Statement, 'name' | 'text' | 'values'>;

const BEGIN: Command = { name: 'begin', text: 'begin read write', values: [] };
const COMMIT: Command = { name: 'commit', text: 'commit', values: [] };
/** in_failed_sql_transaction */
const ABORTED = '25P02';
const READ_ONLY = `set_config('transaction_read_only', 'on', true)`;

/**
 * A transaction on one connection. Statements issued in the same turn of the program leave in one message; what begins
 * the transaction leaves with the first of them. Work that only reads needs no beginning and no end: each message is a
 * transaction of its own, bound to the company by its first statement.
 */
export class Transaction implements Tx {
  readonly companyId: number;
  readonly actor: Ctx['actor'];
  readonly rights: Ctx['rights'];
  readonly now: Date;
  readonly #client: pg.PoolClient;
  /** A read-only transaction that every message opens anew. */
  readonly #each: boolean;
  readonly #opening: Command[];
  #begun = false;
  #waiting: Statement[] = [];
  /** Statements will leave. */
  #leaving = false;
  /** Statements have left and are not answered yet. */
  #underway = false;
  #over = false;
  #failure: Error | undefined;
  readonly #before: (() => void)[] = [];
  readonly #after: (() => void)[] = [];

  constructor(client: pg.PoolClient, ctx: Ctx, options: { readOnly: boolean; citus: boolean }) {
    this.#client = client;
    this.companyId = ctx.companyId;
    this.actor = ctx.actor;
    this.rights = ctx.rights;
    this.now = ctx.now();
    this.#each = options.readOnly && !options.citus;
    this.#opening = openingOf(ctx.companyId, options);
  }

  async rows<T extends Row = Record<string, unknown>>(query: SQL): Promise<T[]> {
    const { sql, params } = writeSql(query);
    return this.#send<T>({ name: '', text: sql, values: params });
  }

  async row<T extends Row = Record<string, unknown>>(query: SQL): Promise<T | undefined> {
    return (await this.rows<T>(query))[0];
  }

  prepared<T extends Row = Record<string, unknown>>(name: string, text: string, values: unknown[]): Promise<T[]> {
    return this.#send<T>({ name, text, values });
  }

  json(name: string, text: string, values: unknown[]): Promise<string[]> {
    return this.#send<string>({ name, text, values }, 'json');
  }

  later(name: string, text: string, values: unknown[]): void {
    this.#waiting.push(this.#unasked({ name, text, values }));
  }

  set(setting: 'plan_cache_mode', value: string): void {
    const command = { name: 'set', text: 'select set_config($1, $2, true)', values: [setting, value] };
    if (this.#each) this.#opening.push(command);
    else this.later(command.name, command.text, command.values);
  }

  beforeCommit(work: () => void): void {
    this.#before.push(work);
  }

  afterCommit(work: () => void): void {
    this.#after.push(work);
  }

  /** @throws when any statement of the transaction has failed */
  async commit(): Promise<void> {
    for (const run of this.#before) run();
    if (this.#each) return;
    if (this.#begun || this.#waiting.length > 0) {
      const command = await new Promise<string>((resolve, reject) => {
        this.#waiting.push({ ...COMMIT, as: 'objects', resolve: (_rows, tag) => resolve(tag), reject });
        this.#depart();
      });
      if (command === 'ROLLBACK') throw this.#failure ?? new Error('The transaction had failed before its commit');
    }
  }

  committed(): void {
    this.#over = true;
    for (const run of this.#after) run();
  }

  async rollback(): Promise<void> {
    this.#over = true;
    for (const statement of this.#waiting.splice(0)) statement.reject(this.#failure ?? new Error('Rolled back'));
    if (this.#begun && !this.#each) await this.#client.query('rollback');
  }

  #send<T>(command: Command, as: Statement['as'] = 'objects'): Promise<T[]> {
    if (this.#over) return Promise.reject(new Error('A statement after the end of its transaction'));
    return new Promise((resolve, reject) => {
      const failed = (error: Error) => reject(this.#causeOf(error));
      this.#waiting.push({ ...command, as, resolve: (rows) => resolve(rows as T[]), reject: failed });
      this.#depart();
    });
  }

  /** At the end of this turn, or when what is on its way has come back. */
  #depart(): void {
    if (this.#leaving) return;
    this.#leaving = true;
    if (!this.#underway) queueMicrotask(() => this.#leave());
  }

  #leave(): void {
    this.#leaving = false;
    const statements = this.#waiting;
    if (statements.length === 0) return;
    this.#waiting = [];
    this.#underway = true;
    if (this.#each || !this.#begun) statements.unshift(...this.#opening.map((command) => this.#unasked(command)));
    this.#begun = true;
    this.#client.query(new Batch(statements, () => this.#arrived()));
  }

  #arrived(): void {
    this.#underway = false;
    if (this.#leaving) queueMicrotask(() => this.#leave());
  }

  /** A statement nobody waits for: its failure is told to those behind it. */
  #unasked(command: Command): Statement {
    return { ...command, as: 'objects', resolve: () => {}, reject: (error) => void this.#causeOf(error) };
  }

  /** What failed first: all that comes behind it is refused for its sake, and tells nothing of it. */
  #causeOf(error: Error): Error {
    this.#failure ??= error;
    return (error as { code?: string }).code === ABORTED ? this.#failure : error;
  }
}

function openingOf(companyId: number, { readOnly, citus }: { readOnly: boolean; citus: boolean }): Command[] {
  // Workers of a Citus cluster hear of a setting by SET LOCAL alone.
  if (citus)
    return [
      readOnly ? { name: 'begin_reading', text: 'begin read only', values: [] } : BEGIN,
      { name: '', text: `set local citus.propagate_set_commands = 'local'`, values: [] },
      { name: '', text: `set local app.company = '${companyId}'`, values: [] },
    ];
  const company = `select set_config('app.company', $1, true)`;
  if (readOnly) return [{ name: 'look', text: `${company}, ${READ_ONLY}`, values: [companyId] }];
  return [BEGIN, { name: 'company', text: company, values: [companyId] }];
}
