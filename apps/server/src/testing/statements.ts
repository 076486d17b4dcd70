import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import pg from 'pg';
import { afterAll } from 'vitest';
import { camelCased, watch } from '../core/database/batch.ts';
import { type Sql, writeSql } from '../core/database/sql.ts';
import { Transaction } from '../core/database/transaction.ts';
import { type ColumnKind, type ObservedStatement, type ObservedText, STATEMENTS, TEXTS } from './statement-log.ts';

const { builtins } = pg.types;
const KINDS = new Map<number, ColumnKind>([
  ...[builtins.INT2, builtins.INT4, builtins.INT8, builtins.FLOAT4, builtins.FLOAT8].map(
    (oid) => [oid, 'number'] as const,
  ),
  [builtins.BOOL, 'boolean'],
  [builtins.TIMESTAMPTZ, 'date'],
  [builtins.TIMESTAMP, 'date'],
  [builtins.JSON, 'json'],
  [builtins.JSONB, 'json'],
  [builtins.BYTEA, 'bytes'],
  ...[1000, 1005, 1007, 1009, 1014, 1015, 1016, 1021, 1022, 1028, 1115, 1185, 1231, 2951].map(
    (oid) => [oid, 'list'] as const,
  ),
]);

interface Known {
  site?: string;
  columns?: Record<string, ColumnKind>;
  nulls: Set<string>;
  written: number;
  /** Its text is written. */
  kept?: true;
}
const known = new Map<string, Known>();
const of = (text: string): Known => {
  let one = known.get(text);
  if (!one) {
    one = { nulls: new Set(), written: -1 };
    known.set(text, one);
  }
  return one;
};

watch.described = (text, columns) => {
  of(text).columns ??= Object.fromEntries(
    columns.map(({ name, dataTypeID }) => [camelCased(name), KINDS.get(dataTypeID) ?? 'text']),
  );
};

const PLACE = /\(?(?:file:\/\/)?(\/[^()]+:\d+:\d+)\)?$/;
/** What a list's statement calls its table: a list's conditions begin with the company. */
const LIST = /where \((\w+)\.company_id = /;
/** Counts, tabs and ids of a list: not its rows. */
const COUNTED = /^select (?:count\(|array\[|\w+\.\w+ as id from)/;
/** Where the rows were asked for: the first place outside of this file and the database's own, or the list. */
function siteOf(text: string): string | undefined {
  const places = (new Error().stack ?? '').split('\n').map((line) => PLACE.exec(line)?.[1]?.replace(/\?\w+=\d+/, ''));
  const site = places.find((place) => place && !/\/core\/database\/|\/testing\/statements|node:/.test(place));
  if (!site?.includes('/core/lists.ts')) return site;
  const as = COUNTED.test(text) ? undefined : LIST.exec(text)?.[1];
  return as && `list:${new RegExp(`from (\\w+ ${as})\\s`).exec(text)?.[1]}`;
}

function observed(query: Sql, companyId: number): Known {
  const { text } = writeSql(query, companyId);
  const one = of(text);
  one.site ??= siteOf(text) ?? '';
  return one;
}

type Rows = Transaction['rows'] & { unwatched?: Rows };
type Later = Transaction['later'] & { unwatched?: Later };
/**
 * Each file loads this module anew, but not the program: a watch takes the place of the last file's. Over it, the
 * hundredth would look at every row a hundred times.
 */
const rows = (Transaction.prototype.rows as Rows).unwatched ?? Transaction.prototype.rows;
const watched: Rows = function watched(this: Transaction, query) {
  const one = observed(query, this.companyId);
  const found = rows.call(this, query);
  found.then(
    (all) => {
      for (const row of all.slice(0, 100))
        for (const [key, value] of Object.entries(row)) if (value === null) one.nulls.add(key);
    },
    () => {},
  );
  return found as never;
};
watched.unwatched = rows;
Transaction.prototype.rows = watched;

const later = (Transaction.prototype.later as Later).unwatched ?? Transaction.prototype.later;
const watchedLater: Later = function watchedLater(this: Transaction, query) {
  observed(query, this.companyId);
  later.call(this, query);
};
watchedLater.unwatched = later;
Transaction.prototype.later = watchedLater;

function keep(file: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${lines.join('\n')}\n`);
}

afterAll(() => {
  const texts: string[] = [];
  for (const [text, one] of known) {
    if (!one.site || one.kept) continue;
    one.kept = true;
    texts.push(JSON.stringify({ site: one.site, text } satisfies ObservedText));
  }
  keep(TEXTS, texts);
  const lines: string[] = [];
  for (const one of known.values()) {
    if (!one.site || !one.columns || one.written === one.nulls.size) continue;
    one.written = one.nulls.size;
    lines.push(
      JSON.stringify({ site: one.site, columns: one.columns, nulls: [...one.nulls] } satisfies ObservedStatement),
    );
  }
  keep(STATEMENTS, lines);
});
