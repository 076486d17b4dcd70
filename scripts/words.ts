import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync } from 'oxc-parser';

const ROOT = join(import.meta.dirname, '..');

/** Words of a name (singular or plural, in any case) that the glossary replaces, and what to write instead. */
const NAMES: readonly (readonly [not: string, but: string])[] = [
  ['houses?', 'warehouse, application or test server'],
  ['(credit )?frames?', 'location, or layout of a page'],
  ['announced?|notices?', 'ASN, expected'],
  ['tell|tells|told|tellings?|retell', 'platform update, confirmation, response'],
  ['rehears(e|ed|al|als)', 'dry run, simulate'],
  ['judg(e|es|ed|ing)|rejudg(e|ed|ing)', 'evaluate'],
  ['reckon(s|ed|ing)?', 'calculate'],
  ['fold(s|ed|ing)?', 'compact'],
  ['sinks?|take in|taken in', 'ingest, order intake'],
  ['parked', 'dead letter'],
  ['trust', 'integrity'],
  ['ear|ears', 'notification listener'],
  ['heard|given|wanted|asked|seen', 'the thing itself: received, input, desired, requested, observed'],
  ['go on|make orders', 'shipAnyway, createOrders'],
  ['lay out|laid out|lays out', 'arrange'],
];

/** Words in the user's texts that the glossary replaces. */
const ENGLISH: readonly (readonly [not: string, but: string])[] = [
  ['platform told|tell(ing)? the platform|tell again', 'Confirmed on platform, Resend confirmation'],
  ['rehears(e|ed|al|als)|judged again', 'Simulate, Re-evaluated'],
  ['house|houses', 'warehouse'],
  ['sort walls?', 'put wall'],
  ['safety quantity|greatest age', 'safety stock, max age'],
  ['login id', 'username'],
  ['unaudited|for me to decide', 'Pending, Awaiting my approval'],
  ['waits for its van', 'Ready for pickup'],
  ['kept back', 'on hold'],
  ['mend|anew|beneath', 'fix, again, under'],
  ['orders a wave at most|fee an order', 'Max orders per wave, Fee per order'],
];
const CHINESE: readonly (readonly [not: string, but: string])[] = [
  ['回传平台', '标发'],
  ['分拣墙', '播种墙'],
  ['承运人', '承运商'],
  ['服务商仓', '第三方仓'],
  ['待分配', '待配货'],
  ['含摊', '分摊后'],
  ['退回配货', '释放库存'],
];

/** Names that are right as they are, each with its reason. Fields of calls are read from the contract. */
const RIGHT: Record<string, string> = {
  requestAnimationFrame: 'the browser',
  cancelAnimationFrame: 'the browser',
  mainFrame: 'the browser',
  trustProxy: 'an option of the web server',
  MenuFoldOutlined: 'an icon',
  frames: 'of a stack trace',
  notice: 'a message of the system to its users',
  notices: 'messages of the system to its users',
  NoticeDialog: 'a message of the system to its users',
  'notice-dialog': 'a message of the system to its users',
  'system-notices': 'a message of the system to its users',
  lastSeenAt: 'the usual word for the last use of a session',
  last_seen_at: 'the usual word for the last use of a session',
};
/** The platforms' and carriers' own names. */
const FOREIGN = /^(packages\/connectors|apps\/sandbox)\//;

interface Finding {
  place: string;
  name: string;
  but: string;
}

const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .join(' ')
    .toLowerCase();
const RULES = NAMES.map(([not, but]) => ({ not: new RegExp(`(^| )(${not})( |$)`), but }));

/** What to write instead of a name, or undefined where it may stay. */
export function replacementOf(name: string): string | undefined {
  if (RIGHT[name]) return undefined;
  const words = wordsOf(name);
  return RULES.find(({ not }) => not.test(words))?.but;
}

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

function walk(value: unknown, visit: (node: Node, parent?: Node) => void, parent?: Node): void {
  if (Array.isArray(value)) for (const one of value) walk(one, visit, parent);
  else if (typeof value === 'object' && value !== null) {
    const node = value as Node;
    if (typeof node.type === 'string') visit(node, parent);
    for (const key in node) walk(node[key], visit, typeof node.type === 'string' ? node : parent);
  }
}

const nameOf = (key: unknown): string => {
  const { name, value } = (key ?? {}) as { name?: unknown; value?: unknown };
  return String(name ?? value ?? '');
};
const isField = ({ type }: Node) => type === 'Property' || type === 'TSPropertySignature';

/** Fields of the calls' inputs and results, and values of these: they speak the specification's words. */
function wireNames(files: Iterable<[file: string, source: string]>): Set<string> {
  const fields = new Set<string>();
  for (const [file, source] of files)
    if (file.startsWith('packages/contract/'))
      walk(parseSync(file, source).program, (node) => {
        if (isField(node)) fields.add(nameOf(node.key));
        else if (node.type === 'Literal' && typeof node.value === 'string') fields.add(node.value);
      });
  return fields;
}

const isTexts = (file: string) => /(^|[/.])texts?(\/[^/]+)?\.ts$|\/words\.ts$/.test(file);
const SPOKEN = [...ENGLISH, ...CHINESE].map(([not, but]) => ({
  not: new RegExp(/[a-z]/.test(not) ? `\\b(${not})\\b` : not, 'i'),
  but,
}));

function findingsIn(file: string, source: string, wire: ReadonlySet<string>): Finding[] {
  const found: Finding[] = [];
  const say = (node: Node, name: string, but: string) =>
    found.push({ place: `${file}:${source.slice(0, node.start).split('\n').length}`, name, but });
  const texts = isTexts(file);
  walk(parseSync(file, source).program, (node, parent) => {
    if (node.type === 'Literal' && typeof node.value === 'string') {
      if (file.endsWith('.tables.ts') && /^[a-z0-9_]+$/.test(node.value) && !wire.has(camel(node.value))) {
        const but = replacementOf(node.value);
        if (but && !(parent && isState(parent))) say(node, node.value, but);
      } else if (texts)
        for (const { not, but } of SPOKEN) if (not.test(node.value)) say(node, node.value.slice(0, 60), but);
      return;
    }
    if (!/^(Identifier|JSXIdentifier|PrivateIdentifier)$/.test(node.type) || !parent) return;
    const name = nameOf(node);
    if (isMember(node, parent) && (texts || wire.has(name) || FOREIGN.test(file))) return;
    const but = replacementOf(name);
    if (but) say(node, name, but);
  });
  return found;
}

const camel = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
/** A value that a column may hold: it travels in calls. */
const isState = ({ type, callee }: Node) =>
  type === 'ArrayExpression' || (type === 'CallExpression' && (callee as Node).type === 'MemberExpression');
/** A property, not a name of our own: `row.told`, `{ told: 1 }`, `{ told }`. */
const isMember = (node: Node, parent: Node) =>
  (parent.type === 'MemberExpression' && parent.property === node && parent.computed !== true) ||
  (isField(parent) && (parent.key === node || parent.shorthand === true)) ||
  /^(JSXAttribute|MethodDefinition|PropertyDefinition|TSMethodSignature)$/.test(parent.type);

function findings(): Finding[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, maxBuffer: 1 << 26 })
    .toString()
    .trim()
    .split('\n');
  const named = files.flatMap((file) => {
    const but =
      /\.tsx?$/.test(file) && !FOREIGN.test(file) ? replacementOf(basename(file).replace(/\..*/, '')) : undefined;
    return but ? [{ place: file, name: basename(file), but }] : [];
  });
  const code = files.filter(
    (file) => /\.tsx?$/.test(file) && file !== 'scripts/words.ts' && existsSync(join(ROOT, file)),
  );
  const sources = new Map(code.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const));
  const wire = wireNames(sources);
  // Only what holds such a word at all is parsed.
  const any = new RegExp(
    [...NAMES, ...ENGLISH, ...CHINESE].map(([not]) => not.replaceAll(' ', '[ _]?')).join('|'),
    'i',
  );
  return [
    ...named,
    ...[...sources].flatMap(([file, source]) => (any.test(source) ? findingsIn(file, source, wire) : [])),
  ];
}

if (process.argv[1] === import.meta.filename) {
  const all = findings();
  for (const { place, name, but } of all) process.stdout.write(`${place}: ${name} -> ${but}\n`);
  process.stdout.write(`${all.length} words that the glossary (docs/glossary.md) replaces\n`);
  process.exit(all.length > 0 ? 1 : 0);
}
