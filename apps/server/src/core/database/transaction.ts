import type { Span } from '@opentelemetry/api';
import type pg from 'pg';
import type { Ctx } from '../context.ts';
import { beginSpan } from '../tracing.ts';
import { Batch, type Statement } from './batch.ts';
import { type Sql, type StatementNames, sql, writeSql } from './sql.ts';
import type { Row, Tx, TxSetting } from './tx.ts';

type Command = Pick<Statement, 'name' | 'text' | 'values'>;

export type Mode = 'read write' | 'read only' | 'of one moment';
interface Options {
  mode: Mode;
  citus: boolean;
  names: StatementNames;
}

/** in_failed_sql_transaction */
const ABORTED = '25P02';
const READ_ONLY = `set_config('transaction_read_only', 'on', true)`;

/**
 * A transaction on one connection. Statements issued in the same turn of the program leave in one message; the
 * beginning of the transaction leaves with the first of them. Work that only reads needs no beginning and no end: each
 * message is a transaction of its own, and its first statement binds the company.
 */
export class Transaction implements Tx {
  readonly companyId: number;
  readonly actor: Ctx['actor'];
  readonly rights: Ctx['rights'];
  readonly viewer: Ctx['viewer'];
  readonly now: Date;
  readonly #client: pg.PoolClient;
  /** A read-only transaction that each message opens again. */
  readonly #each: boolean;
  readonly #readOnly: boolean;
  readonly #opening: Command[];
  readonly #names: StatementNames;
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
  readonly #notes: Sql[] = [];

  constructor(client: pg.PoolClient, ctx: Ctx, options: Options) {
    this.#client = client;
    this.companyId = ctx.companyId;
    this.actor = ctx.actor;
    this.rights = ctx.rights;
    this.viewer = ctx.viewer;
    this.now = ctx.now();
    this.#readOnly = options.mode === 'read only';
    this.#each = this.#readOnly && !options.citus;
    this.#names = options.names;
    this.#opening = openingOf(ctx.companyId, options);
  }

  rows<T extends Row = Record<string, unknown>>(query: Sql): Promise<T[]> {
    return this.#send<T>(this.#write(query));
  }

  async row<T extends Row = Record<string, unknown>>(query: Sql): Promise<T | undefined> {
    return (await this.rows<T>(query))[0];
  }

  json(query: Sql): Promise<string[]> {
    return this.#send<string>(this.#write(query), 'json');
  }

  later(query: Sql): void {
    this.#waiting.push(this.#unasked(this.#write(query)));
  }

  note(query: Sql): void {
    this.#notes.push(query);
  }

  /** Notes that this transaction could not write itself. */
  get unwritten(): readonly Sql[] {
    return this.#readOnly ? this.#notes : [];
  }

  set(setting: TxSetting, value: string): void {
    const query = sql`select set_config(${setting}, ${value}, true)`;
    if (this.#each) this.#opening.push(this.#write(query));
    else this.later(query);
  }

  #write(query: Sql): Command {
    const { text, values } = writeSql(query, this.companyId);
    return { name: this.#names.of(text), text, values };
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
    if (!this.#readOnly) for (const query of this.#notes) this.later(query);
    if (this.#each) return;
    if (this.#begun || this.#waiting.length > 0) {
      const command = await new Promise<string>((resolve, reject) => {
        this.#waiting.push({
          ...this.#names.always('commit', 'commit'),
          as: 'objects',
          resolve: (_rows, tag) => resolve(tag),
          reject,
        });
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

  /** At the end of this turn, or when the answers of the statements on their way have come. */
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
    const span = beginSpan('postgresql', () => described(statements));
    this.#client.query(new Batch(statements, () => this.#arrived(span)));
  }

  #arrived(span: Span | undefined): void {
    span?.end();
    this.#underway = false;
    if (this.#leaving) queueMicrotask(() => this.#leave());
  }

  /** A statement without an awaited answer: the statements behind it report its failure. */
  #unasked(command: Command): Statement {
    return { ...command, as: 'objects', resolve: () => {}, reject: (error) => void this.#causeOf(error) };
  }

  /** The first failure: all statements behind it are refused because of it and do not report it. */
  #causeOf(error: Error): Error {
    this.#failure ??= error;
    return (error as { code?: string }).code === ABORTED ? this.#failure : error;
  }
}

/** The most characters of statements that a span holds. */
const SHOWN = 4_000;

/** Without their values. */
function described(statements: readonly Command[]): Record<string, string | number> {
  const text = statements.map((statement) => statement.text).join(';\n');
  return {
    'db.system.name': 'postgresql',
    'db.operation.batch.size': statements.length,
    'db.query.text': text.slice(0, SHOWN),
  };
}

function openingOf(companyId: number, { mode, citus, names }: Options): Command[] {
  const readOnly = mode === 'read only';
  const begin = () =>
    mode === 'of one moment'
      ? names.always('begin_moment', 'begin isolation level repeatable read read write')
      : names.always('begin', 'begin read write');
  // Workers of a Citus cluster accept a setting only by SET LOCAL.
  if (citus)
    return [
      readOnly ? names.always('begin_reading', 'begin read only') : begin(),
      { name: '', text: `set local citus.propagate_set_commands = 'local'`, values: [] },
      { name: '', text: `set local app.company = '${companyId}'`, values: [] },
    ];
  const company = `select set_config('app.company', $1, true)`;
  if (readOnly) return [names.always('look', `${company}, ${READ_ONLY}`, [companyId])];
  return [begin(), names.always('company', company, [companyId])];
}
