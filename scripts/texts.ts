import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import type { TextPair, TextPairs } from '@tradewind/contract/words.ts';
import { type Node, parseSync, Visitor } from 'oxc-parser';

const ROOT = join(import.meta.dirname, '..');
const TEXT_FILE = /(^|\/)texts\.ts$|\.texts\.ts$|^apps\/web\/src\/texts\//;
const SHARED = 'app';
/** Which argument of a call is a key, on the server: the name of a text in both languages. */
const SERVER_CALLS = {
  say: 1,
  saying: 0,
  Fail: 0,
  notFound: 0,
  conflict: 0,
  ruleBroken: 0,
  forbidden: 0,
  tooMany: 0,
  badField: 1,
};
const WEB_CALLS = { t: 0 };

/** A key as it is written: whole, or with places that are filled at run time. */
type Written = string | RegExp;

interface Read {
  /** Every string of a source. */
  strings: Set<string>;
  /** Every string that is put together at run time. */
  patterns: RegExp[];
  /** What is surely a key: the argument of a call that looks a text up. */
  keys: Written[];
}

/** The strings of a source, and which of them are keys. `calls`: the place of the key among a call's arguments. */
export function readSource(file: string, source: string, calls: Readonly<Record<string, number>>): Read {
  const read: Read = { strings: new Set(), patterns: [], keys: [] };
  /** Names of texts that stand in the source itself do not use them. */
  const defined = new Set<number>();
  const call = (callee: Node, args: readonly Node[]) => {
    const name = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property : callee;
    const key = name.type === 'Identifier' ? args[calls[name.name] ?? -1] : undefined;
    // A condition may leave a place without words.
    if (key) read.keys.push(...writtenIn(key).filter((written) => written !== ''));
  };
  new Visitor({
    Property: ({ key, value }) => {
      if (value.type === 'ArrayExpression') defined.add(key.start);
    },
    Literal: ({ value, start }) => {
      // A schema names the text of its refusal so: 'text:catalog.badSku'.
      if (typeof value === 'string' && !defined.has(start)) read.strings.add(value.replace(/^text:/, ''));
    },
    TemplateLiteral: (template) => {
      const written = templateOf(template.quasis.map(({ value }) => value.raw));
      if (typeof written === 'string') read.strings.add(written);
      else if (/[a-z]/i.test(template.quasis.map(({ value }) => value.raw).join(''))) read.patterns.push(written);
    },
    CallExpression: ({ callee, arguments: args }) => call(callee, args),
    NewExpression: ({ callee, arguments: args }) => call(callee, args),
  }).visit(parseSync(file, source).program);
  return read;
}

function templateOf(parts: readonly string[]): Written {
  if (parts.length === 1) return parts[0] ?? '';
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&')).join('\\S+')}$`);
}

/** The keys that an argument can be, as far as they are written there. */
function writtenIn(node: Node): Written[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return [templateOf(node.quasis.map(({ value }) => value.raw))];
    case 'ConditionalExpression':
      return [...writtenIn(node.consequent), ...writtenIn(node.alternate)];
    case 'LogicalExpression':
      return [...writtenIn(node.left), ...writtenIn(node.right)];
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return writtenIn(node.expression);
    default:
      return [];
  }
}

const fits = (key: string, written: Written) => (typeof written === 'string' ? written === key : written.test(key));
const isPair = (value: TextPair | TextPairs): value is TextPair => Array.isArray(value);

/** All texts beneath, by their keys. */
export function pairsOf(tree: TextPairs, above = ''): [key: string, pair: TextPair][] {
  return Object.entries(tree).flatMap(([name, value]): [string, TextPair][] =>
    isPair(value) ? [[above + name, value]] : pairsOf(value, `${above}${name}.`),
  );
}

/** A count of things in the plural. Limits ("up to 50 orders") are never one. */
const COUNTED = /(?<!up to |last |at most )\{\{?(?:count|n)\}\}? (?:[a-z]+ )?(?!is\b|was\b|has\b|less\b)[a-z]+s\b/;

/**
 * What is wrong with a text itself: a language left empty, other values filled in than in the other language, or no
 * English for a count of one.
 */
export function pairProblem([zh, en, one]: TextPair, filled?: RegExp): string | undefined {
  if ((zh === '') !== (en === '')) return 'one language is empty';
  const values = (text: string) =>
    filled
      ? [...text.matchAll(filled)]
          .map((match) => match[1])
          .sort()
          .join()
      : '';
  if (values(zh) !== values(en)) return 'the languages fill in different values';
  return one === undefined && COUNTED.test(en) ? 'the English for a count of one is missing' : undefined;
}

/** Texts that nothing names, and names of texts that are not there. `behind`: keys that stand behind those of this place. */
export function keyProblems(texts: Iterable<string>, named: Read[], requested: Read[], behind: Iterable<string> = []) {
  const strings = new Set(named.flatMap((read) => [...read.strings]));
  const patterns = named.flatMap((read) => read.patterns);
  const known = [...texts];
  const unused = known.filter((key) => !strings.has(key) && !patterns.some((pattern) => pattern.test(key)));
  const all = [...known, ...behind];
  const unknown = requested
    .flatMap((read) => read.keys)
    .filter((written) => !all.some((key) => fits(key, written)))
    .map((written) => (typeof written === 'string' ? written : written.source));
  return [...unused.map((key) => `${key}: nothing uses it`), ...unknown.map((key) => `${key}: there is no such text`)];
}

async function filesOf(pattern: string): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(pattern, { cwd: ROOT }))
    if (!/\.test(ing)?\.tsx?$|\/testing\//.test(file)) files.push(file);
  return files.sort();
}

const reads = (files: readonly string[], calls: Readonly<Record<string, number>>) =>
  new Map(files.map((file) => [file, readSource(file, readFileSync(join(ROOT, file), 'utf8'), calls)]));

const webArea = (file: string) => /^apps\/web\/src\/areas\/([^/]+)\//.exec(file)?.[1] ?? SHARED;

async function webProblems(): Promise<string[]> {
  const files = await filesOf('apps/web/src/**/*.{ts,tsx}');
  const problems: string[] = [];
  const spaces = new Map<string, Map<string, TextPair>>([[SHARED, new Map()]]);
  for (const file of files.filter((each) => TEXT_FILE.test(each))) {
    const { texts }: { texts: TextPairs | TextPairs[] } = await import(join(ROOT, file));
    // The parts of an area come with their own files.
    if (Array.isArray(texts)) continue;
    const space = spaces.get(webArea(file)) ?? new Map<string, TextPair>();
    spaces.set(webArea(file), space);
    for (const [key, pair] of pairsOf(texts)) {
      const problem = space.has(key) ? 'stands twice' : pairProblem(pair, /\{\{\s*(\w+)/g);
      if (problem) problems.push(`${file}: ${key}: ${problem}`);
      space.set(key, pair);
    }
  }
  const sources = reads(
    files.filter((each) => !TEXT_FILE.test(each)),
    WEB_CALLS,
  );
  // The titles of routes are shared texts.
  for (const [file, read] of sources) {
    if (!file.endsWith('routes.ts')) continue;
    for (const [, key = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(/\btitle: '([^']+)'/g))
      read.keys.push(key);
  }
  const shared = spaces.get(SHARED) ?? new Map();
  for (const [area, space] of spaces) {
    const own = [...sources].filter(([file]) => webArea(file) === area).map(([, read]) => read);
    const named = area === SHARED ? [...sources.values()] : own;
    const found = keyProblems(space.keys(), named, own, shared.keys());
    problems.push(...found.map((problem) => `web ${area}: ${problem}`));
  }
  return problems;
}

async function serverProblems(): Promise<string[]> {
  await import('../apps/server/src/areas.ts');
  const { allTexts } = await import('../apps/server/src/core/text/texts.ts');
  const files = [
    ...(await filesOf('apps/server/src/**/*.ts')),
    ...(await filesOf('packages/{contract,connectors}/src/**/*.ts')),
  ];
  const sources = [
    ...reads(
      files.filter((file) => !TEXT_FILE.test(file)),
      SERVER_CALLS,
    ).values(),
  ];
  const broken = [...allTexts()].flatMap(([code, pair]) => {
    const problem = pairProblem(pair);
    return problem ? [`${code}: ${problem}`] : [];
  });
  return [...broken, ...keyProblems(allTexts().keys(), sources, sources)].map((problem) => `server: ${problem}`);
}

/** What is wrong with the texts of the web and of the server, one line each. */
export const checkTexts = async (): Promise<string[]> => [
  ...new Set([...(await webProblems()), ...(await serverProblems())]),
];

if (import.meta.main) {
  const problems = await checkTexts();
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(`${problems.length} problems with texts\n`);
  process.exit(problems.length > 0 ? 1 : 0);
}
