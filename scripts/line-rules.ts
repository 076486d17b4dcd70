import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const WIDTHS = ['640', '992', '1200'];
/** The one place that asks the browser's clock for a day. */
const CLOCK = 'apps/web/src/components/days.ts';

interface Rule {
  files: RegExp;
  wrong: RegExp;
  why: string;
}
const RULES: readonly Rule[] = [
  {
    files: /^apps\/web\/.*\.tsx?$/,
    wrong: /\bdayjs\(\)/,
    why: "a day is the company's: useCompanyClock of components/days.ts",
  },
  {
    files: /^apps\/web\/.*\.tsx?$/,
    wrong: /\bnew Date\(\)(?!\.toISOString\(\)(?!\.slice))/,
    why: "a day is the company's: useCompanyClock of components/days.ts",
  },
  {
    files: /^apps\/web\/src\/areas\/.*\.tsx?$/,
    wrong: /\bas never\b/,
    why: 'an input has a type: give the values of the form theirs, at the parameter of toInput',
  },
  {
    files: /^apps\/server\/src\/(?!core\/database\/|core\/start|backup\/|upgrade\/|.*(\.test|\.testing|testing\/))/,
    wrong: /\b(?:pool|owner|client)\.query(?:<.*>)?\(/,
    why: 'a statement is made by the tag of core/database/sql.ts and goes through Tx, global or asOwner',
  },
  {
    files: /^apps\/server\/src\/areas\/(?!integrity\/|.*(?:\.test|\.testing)\.ts)/,
    wrong:
      /\bjoin (?:sales_order|outbound|parcel|product|order_line) [a-z]+ on .*_?id = (?:coalesce|nullif|greatest|least)\(/,
    why: 'row-level security keeps it out of index scans: firstOf of core/database/sql.ts',
  },
  {
    files: /^apps\/server\/src\/(?!demo\/|.*(?:\.test|\.testing|testing\/))/,
    wrong:
      /\bcurrent_date\b(?! \+ 1)|(?:\bnow\(\)|\$\{(?:tx|ctx)\.now(?:\(\))?\}(?:::timestamptz)?|_at\)*)::date\b|\bnow\b.*\.toISOString\(\)\.slice\(0, 10\)/,
    why: "a day is the company's: localDay of company/public.ts, dayOf of core/database/statement.ts; a schedule's due, which knows no company, adds a day to current_date",
  },
  {
    files: /\.css$/,
    wrong: new RegExp(`@media[^{]*\\b(?:min-|max-)?width\\b(?! (?:<|>=) (?:${WIDTHS.join('|')})px\\))`),
    why: `widths are asked as (width < ${WIDTHS.join('px | ')}px)`,
  },
];

/** What a page's source may not say, line by line. */
export function complaints(file: string, source: string): string[] {
  const rules = file === CLOCK ? [] : RULES.filter((rule) => rule.files.test(file));
  return source
    .split('\n')
    .flatMap((line, at) => rules.flatMap(({ wrong, why }) => (wrong.test(line) ? [`${file}:${at + 1}: ${why}`] : [])));
}

if (import.meta.main) {
  const found: string[] = [];
  for await (const file of glob(['apps/web/src/**/*.{ts,tsx,css}', 'apps/server/src/**/*.ts'], { cwd: ROOT }))
    found.push(...complaints(file, readFileSync(join(ROOT, file), 'utf8')));
  for (const line of found) process.stderr.write(`${line}\n`);
  process.exit(found.length > 0 ? 1 : 0);
}
