import type { z } from 'zod';
import type { Ctx } from './context.ts';
import type { Tx } from './database/database.ts';
import type { ImportColumn } from './import-sheet.ts';

export interface ImportRow<T> {
  line: number;
  value: T;
}

/** The database's part of checking a row: does it create a record, and what speaks against it. */
export interface Verdict {
  action: 'create' | 'update';
  problems: Problem[];
  /** The row is good if the user accepts this offer of the kind; otherwise this is its problem. */
  needs?: Problem & { offer: string; name: string };
}
export interface Problem {
  column: string;
  code: string;
  params?: Record<string, string | number>;
}

/** A kind of import from a template. The same check runs for the preview and again for the commit. */
export interface ImportKind<T> {
  name: string;
  /** Of the template's file. */
  title: readonly [zh: string, en: string];
  columns: readonly ImportColumn[];
  /** The maximum rows of one file, if it differs from the usual one. */
  most?: number;
  row: z.ZodType<T>;
  /** Two rows of one file must not have the same. */
  keyOf(row: T): string;
  /** Rows that are left as the template brought them. */
  ignores?(cells: Record<string, string>): boolean;
  /** Fills the template with rows of the company, in the order of the columns. */
  fill?(tx: Tx, ctx: Ctx): Promise<string[][]>;
  /** Codes of texts with {count} and {names}, by offer: see `Verdict.needs`. */
  offers?: Readonly<Record<string, string>>;
  /** Rows with the same value succeed or fail together (the lines of an order). */
  groupOf?(cells: Record<string, string>): string;
  check(tx: Tx, ctx: Ctx, rows: readonly ImportRow<T>[]): Promise<Map<number, Verdict>>;
  write(tx: Tx, ctx: Ctx, rows: readonly T[]): Promise<{ created: number; updated: number }>;
  /** Columns of which no two rows may have the same value, beside the key; undefined: this row has none. */
  uniques?(row: T): Record<string, string | null | undefined>;
  /**
   * A job imports files with more rows; `notify` reports the result to the requester. With `each` it imports them in
   * sets of so many rows, each in a transaction of its own, and a run that was cut off continues behind the last one:
   * for rows that do not need each other. See `defineImport`.
   */
  later?: { from: number; each?: number; notify(tx: Tx, ctx: Ctx, result: ImportResult): Promise<void> };
}

export interface ImportResult {
  queued?: boolean;
  created: number;
  updated: number;
  /** Of a file that a job imports in sets: the first ones. */
  skipped: { line: number; label: string; reason: string }[];
  /** Where `skipped` has only the first of them. */
  skippedCount?: number;
}

const kinds = new Map<string, ImportKind<never>>();

/** A kind whose large files are imported by a job has to be known by its name. */
export function defineImport<T>(kind: ImportKind<T>): ImportKind<T> {
  kinds.set(kind.name, kind as ImportKind<never>);
  return kind;
}

export function importNamed(name: string): ImportKind<never> {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`no import ${name}`);
  return kind;
}
