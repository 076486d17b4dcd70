import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { type ObservedStatement, STATEMENTS } from '../apps/server/src/testing/statement-log.ts';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = 'apps/server/src';

/**
 * Compares what the tests saw of each statement with the row type that the code declares where it asks for the rows. The
 * compiler judges: in a copy of the server each row type is asserted to fit the columns as the database described them.
 * An instant may be declared as text, as which it leaves in an answer.
 */
const TYPES = `
type Kinds = {
  number: number; text: string; boolean: boolean; date: Date; bytes: Uint8Array; list: readonly unknown[]; json: unknown;
};
type Fits<T, K> = K extends 'json' ? true
  : [NonNullable<T>] extends [never] ? true
  : K extends 'list' ? (NonNullable<T> extends readonly unknown[] ? true : unknown extends T ? true : false)
  : K extends 'date' ? (NonNullable<T> extends Date | string ? true : unknown extends T ? true : false)
  : K extends keyof Kinds ? (NonNullable<T> extends Kinds[K] ? true : Kinds[K] extends T ? true : false) : true;
type FitsNull<T, N> = N extends true ? (null extends T ? true : false) : true;
type Misfit<T, D> = {
  [K in keyof T & string]-?: K extends keyof D
    ? D[K] extends [infer Kind, infer Null]
      ? Fits<T[K], Kind> extends true ? (FitsNull<T[K], Null> extends true ? never : \`\${K} may be null\`) : \`\${K} is another type\`
      : never
    : undefined extends T[K] ? never : string extends keyof T ? never : \`\${K} is no column\`;
}[keyof T & string];
export type Fitting<T, M extends never> = T;
export type { Misfit };
`;

interface Site {
  columns: Map<string, { kinds: Set<string>; times: number }>;
  nulls: Set<string>;
  texts: number;
}

/** What the tests saw, by where the code asks for it. */
function observedSites(): Map<string, Site> {
  const sites = new Map<string, Site>();
  for (const line of readFileSync(STATEMENTS, 'utf8').trim().split('\n')) {
    const { site, columns, nulls } = JSON.parse(line) as ObservedStatement;
    const one: Site = sites.get(site) ?? { columns: new Map(), nulls: new Set(), texts: 0 };
    sites.set(site, one);
    one.texts++;
    for (const [key, kind] of Object.entries(columns)) {
      const known = one.columns.get(key) ?? { kinds: new Set<string>(), times: 0 };
      known.kinds.add(kind);
      known.times++;
      one.columns.set(key, known);
    }
    for (const key of nulls) one.nulls.add(key);
  }
  return sites;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}
function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) walk(one, visit);
  else if (typeof value === 'object' && value !== null) {
    if (typeof (value as Node).type === 'string') visit(value as Node);
    for (const key in value) walk((value as Node)[key], visit);
  }
}

/** The list that a call of defineList declares, as the tests name its statements. */
function listOf(call: Node): string | undefined {
  const [declared] = call.arguments as (Node & { properties?: (Node & { key: Node; value: Node })[] })[];
  const text = (name: string) => declared?.properties?.find((one) => one.key?.name === name)?.value.value;
  return `list:${text('table')} ${text('as')}`;
}

/** The source with its row types asserted, and how many there are. */
function asserted(file: string, source: string, sites: ReadonlyMap<string, Site>): { text: string; count: number } {
  const starts = [0, ...[...source.matchAll(/\n/g)].map((match) => match.index + 1)];
  const placeOf = (offset: number) => {
    const line = starts.findLastIndex((start) => start <= offset);
    return `${join(ROOT, file)}:${line + 1}:${offset - (starts[line] ?? 0) + 1}`;
  };
  const edits: [at: number, end: number, text: string][] = [];
  walk(parseSync(file, source).program, (node) => {
    if (node.type !== 'CallExpression' || !node.typeArguments) return;
    const callee = node.callee as Node;
    const name = callee.type === 'MemberExpression' ? (callee.property as Node) : callee;
    const { params } = node.typeArguments as Node & { params: Node[] };
    const list = name.name === 'defineList';
    const site = sites.get((list ? listOf(node) : placeOf(name.start)) ?? '');
    const type = params[list ? 1 : 0];
    // `addRows<typeof table>` names the table that it fills; no row comes back.
    if (!site || !type || type.type === 'TSTypeQuery' || site.columns.size === 0) return;
    const columns = [...site.columns].map(
      ([key, { kinds, times }]) =>
        `${JSON.stringify(key)}: [${kinds.size === 1 ? `'${[...kinds][0]}'` : `'json'`}, ${site.nulls.has(key) || times < site.texts}]`,
    );
    const was = source.slice(type.start, type.end);
    edits.push([type.start, type.end, `Fitting<${was}, Extract<Misfit<${was}, { ${columns.join('; ')} }>, string>>`]);
  });
  let text = source;
  for (const [at, end, to] of edits.sort((a, b) => b[0] - a[0])) text = text.slice(0, at) + to + text.slice(end);
  return { text, count: edits.length };
}

function compare(): { problems: string[]; count: number } {
  const copy = mkdtempSync(join(tmpdir(), 'tradewind-statements-'));
  try {
    cpSync(join(ROOT, 'apps/server/src'), join(copy, 'apps/server/src'), { recursive: true });
    for (const name of ['apps/sandbox', 'packages', 'node_modules', 'tsconfig.base.json', 'package.json'])
      symlinkSync(join(ROOT, name), join(copy, name));
    if (existsSync(join(ROOT, 'apps/server/package.json')))
      symlinkSync(join(ROOT, 'apps/server/package.json'), join(copy, 'apps/server/package.json'));
    writeFileSync(join(copy, 'fitting.ts'), TYPES);
    let count = 0;
    const files: string[] = [];
    const sites = observedSites();
    for (const file of readdirSync(join(ROOT, SOURCES), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(SOURCES, name),
    )) {
      if (!file.endsWith('.ts') || /\.test\.ts$|\.testing\.ts$|\/testing\//.test(file)) continue;
      const made = asserted(file, readFileSync(join(ROOT, file), 'utf8'), sites);
      if (made.count === 0) continue;
      count += made.count;
      files.push(file);
      const up = relative(join(copy, file, '..'), join(copy, 'fitting.ts'));
      writeFileSync(join(copy, file), `import type { Fitting, Misfit } from '${up}';${made.text}`);
    }
    files.push('apps/server/src/core/http/server.ts');
    const config = { extends: './tsconfig.base.json', compilerOptions: { noUnusedLocals: false }, files };
    writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config));
    try {
      // The browser tests go on beside it: one checker takes a third less than four, which work out the same types.
      execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', copy, '--checkers', '1'], {
        cwd: copy,
        maxBuffer: 1 << 26,
      });
      return { problems: [], count };
    } catch (error) {
      const said = String((error as { stdout?: Buffer }).stdout ?? error);
      return { problems: said.split('\n').filter((line) => /error TS/.test(line)), count };
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** What the declared row types do not fit. Nothing to compare is a misfit, too. */
export function misfits(): string[] {
  const { problems, count } = compare();
  process.stdout.write(
    `${count} statements have a row type; ${problems.length} do not fit what the database returns\n`,
  );
  return count > 0 ? problems : ['no statement of the tests has a row type'];
}

if (process.argv[1] === import.meta.filename) {
  const problems = misfits();
  process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
  process.exit(problems.length > 0 ? 1 : 0);
}
