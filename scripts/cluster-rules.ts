import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { LOCAL } from '../apps/server/src/core/database/distribute.ts';
import { type ObservedText, TEXTS } from '../apps/server/src/testing/statement-log.ts';

const ROOT = join(import.meta.dirname, '..');

/** What stands where a value or a piece is put in. */
const HOLE = '$';
const STABLE =
  /\b(?:now|to_char|make_interval|clock_timestamp|statement_timestamp|random|gen_random_uuid)\(|\bdate_trunc\((?![^)]* at time zone)|\bcurrent_(?:date|timestamp)\b/;
const RECORDS =
  /\bfrom (?:lateral )?(?:unnest|json\w*_to_recordset|json\w*_populate_recordset|json\w*_array_elements\w*|generate_series|\()/;

interface Rule {
  why: string;
  broken(statement: string): boolean;
}

/** The text from `insert into` on, without what stands before it. */
const insertOf = (statement: string): string => /\binsert into .*/.exec(statement)?.[0] ?? '';
const part = (text: string, from: RegExp, to: RegExp): string => {
  const begin = from.exec(text);
  if (!begin) return '';
  const rest = text.slice(begin.index + begin[0].length);
  const end = to.exec(rest);
  return end ? rest.slice(0, end.index) : rest;
};

const RULES: readonly Rule[] = [
  {
    why: 'rows of a select may go by COPY, which row-level security refuses: give the insert `on conflict do nothing` or `returning`',
    broken: (statement) => {
      const insert = insertOf(statement);
      // Of a piece, the rest stands elsewhere; the tests' run has the whole.
      return /\bselect\b/.test(insert) && !/\bon conflict\b|\breturning\b|\$$/.test(insert);
    },
  },
  {
    why: 'an update takes no stable function of a column: `at >= x and at < x + ...` for `date_trunc(..., at)`',
    broken: (statement) => /^update \w+ .*\bdate_trunc\('\w+', (?!\$)(?![^)]* at time zone)/.test(statement),
  },
  {
    why: 'an insert takes no rows from a CTE that changes rows: two statements of one transaction',
    broken: (statement) =>
      /\bas (?:not )?(?:materialized )?\( ?(?:delete from|update|insert into)\b.*\breturning\b.*\binsert into\b.*\bselect\b/.test(
        statement,
      ),
  },
  {
    why: 'values of an insert have no subselect: insert ... select',
    broken: (statement) =>
      /\(\s*select\b/.test(part(insertOf(statement), /\bvalues\b/, /\bon conflict\b|\breturning\b/)),
  },
  {
    why: '`do update` takes immutable functions alone: give the value as a parameter, or take it from `excluded`',
    broken: (statement) => STABLE.test(part(insertOf(statement), /\bdo update set\b/, /\breturning\b/)),
  },
  {
    why: '`returning` takes immutable functions alone: return the column and turn it afterwards',
    broken: (statement) =>
      !statement.startsWith('with ') &&
      /\b(?:insert into|update|delete from)\b/.test(statement) &&
      STABLE.test(part(statement, /\breturning\b/, /$/)),
  },
  {
    why: 'a join on a constant: name the columns, and a value that no row has',
    broken: (statement) => /\bjoin \w+(?: \w+)? on (?:false|true)\b/.test(statement),
  },
  {
    why: 'a subselect that names the company only through another table asks all shards: name it by sql.company',
    broken: (statement) => /\bfrom \w+ (\w+) (?:join .*)?where \1\.company_id = \w+\.company_id\b/.test(statement),
  },
  {
    why: 'an update has no `case x when`, whose x is lost on the way to a shard: `case when x = ...`',
    broken: (statement) => /\bupdate \w+ .*\bset\b.*\bcase (?!when\b)/.test(statement),
  },
  {
    why: 'an insert that selects from tables joined by the company alone is not taken for one of one shard: join them by their columns, or read in a `with x as materialized (...)` before it',
    broken: (statement) => {
      const select = part(insertOf(statement), /\bselect\b/, /\bon conflict\b|\breturning\b/);
      return !RECORDS.test(select) && /\bfrom [a-z_]+ .*\bjoin [a-z_]+ (\w+) on \1\.company_id = \$/.test(select);
    },
  },
];

interface Node {
  type: string;
  [key: string]: unknown;
}
function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) walk(one, visit);
  else if (typeof value === 'object' && value !== null) {
    if (typeof (value as Node).type === 'string') visit(value as Node);
    for (const key in value) walk((value as Node)[key], visit);
  }
}

/** The statements of a source as one line each. */
function statementsOf(file: string, source: string): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = [];
  walk(parseSync(file, source).program, (node) => {
    if (node.type !== 'TaggedTemplateExpression' || (node.tag as { name?: string }).name !== 'sql') return;
    const { quasis } = node.quasi as { quasis: { value: { raw: string } }[] };
    const text = quasis
      .map((quasi) => quasi.value.raw)
      .join(HOLE)
      .replace(/\s+/g, ' ')
      .trim();
    found.push({ text, line: source.slice(0, node.start as number).split('\n').length });
  });
  return found;
}

const ofLocalTable = new RegExp(`\\b(?:into|update|from) (?:${LOCAL.join('|')})\\b`);

/** What asks for all companies, as the owner, may ask all shards. */
const OVER_ALL: ReadonlySet<string> = new Set([
  'apps/server/src/areas/listings/watch.ts',
  'apps/server/src/areas/logistics/tracking/tracker.ts',
  'apps/server/src/areas/orders/platform/erase-buyers.ts',
]);

/** What a Citus cluster would refuse of a statement on one line, or ask all its shards for. */
const refused = (text: string): string[] =>
  ofLocalTable.test(text) ? [] : RULES.filter(({ broken }) => broken(text)).map(({ why }) => why);

/** The same of the statements in a source. */
export function complaints(file: string, source: string): string[] {
  return statementsOf(file, source).flatMap(({ text, line }) => refused(text).map((why) => `${file}:${line}: ${why}`));
}

/**
 * The same of the statements that the tests have run, as they went to the database: a source has some of them in pieces.
 * What the tests themselves ask is left out.
 */
export function complaintsOfRun(lines = readFileSync(TEXTS, 'utf8').trim().split('\n')): string[] {
  const found = new Set<string>();
  for (const line of lines) {
    const { site, text } = JSON.parse(line) as ObservedText;
    if (/\.test\.ts|\.testing\.ts|\/(?:testing|demo)\//.test(site)) continue;
    for (const why of refused(text.replace(/\s+/g, ' ').trim())) found.add(`${site}: ${why}`);
  }
  return [...found];
}

if (import.meta.main) {
  const found: string[] = [];
  const mended = new Set(OVER_ALL);
  for await (const file of glob('apps/server/src/**/*.ts', { cwd: ROOT })) {
    if (/\.test\.ts$|\.testing\.ts$|\/(?:testing|demo)\//.test(file)) continue;
    const said = complaints(file, readFileSync(join(ROOT, file), 'utf8'));
    if (said.length > 0) mended.delete(file);
    if (!OVER_ALL.has(file)) found.push(...said);
  }
  for (const file of mended) found.push(`${file}: nothing is wrong with it any more: take it from OVER_ALL`);
  for (const line of found) process.stderr.write(`${line}\n`);
  process.exit(found.length > 0 ? 1 : 0);
}
