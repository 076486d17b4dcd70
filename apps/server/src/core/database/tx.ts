import type { Actor, Rights } from '../context.ts';
import type { Sql } from './sql.ts';

export type Row = object;

/** What a transaction may set: how statements are planned. */
export type TxSetting = 'plan_cache_mode' | 'enable_nestloop' | 'work_mem';

/**
 * One transaction bound to one company. A function that needs a transaction takes a Tx and cannot be called without
 * one. Make no network call while one is open: outgoing work becomes a job (`addJob`).
 */
export interface Tx {
  readonly companyId: number;
  readonly actor: Actor;
  readonly rights: Rights;
  /** Who views as the actor. */
  readonly viewer: Actor | undefined;
  /** The instant of this transaction by the service's clock. */
  readonly now: Date;
  /** Rows of a statement, columns in camelCase: `ordered_at` comes as `orderedAt`. */
  rows<T extends Row = Record<string, unknown>>(query: Sql): Promise<T[]>;
  /** The only row, or undefined. */
  row<T extends Row = Record<string, unknown>>(query: Sql): Promise<T | undefined>;
  /** For a page of a list that goes out unchanged: each row as its JSON text. */
  json(query: Sql): Promise<string[]>;
  /**
   * A statement without an awaited answer: it leaves with the next statement, at the latest with the commit, and saves
   * a round trip. Its failure is the transaction's.
   */
  later(query: Sql): void;
  /**
   * A statement that is written before the result of the work leaves, also where the work may only read (a look, or
   * somebody who views as another): what somebody saw. The result does not leave when it fails.
   */
  note(query: Sql): void;
  /** A setting of the database for the rest of this transaction. */
  set(setting: TxSetting, value: string): void;
  /** Runs `work` at the end of this transaction, still in it. */
  beforeCommit(work: () => void): void;
  /** Runs `work` once this transaction has been committed; never if it has not. */
  afterCommit(work: () => void): void;
}
