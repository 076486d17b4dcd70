import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseYaml, stringify } from 'yaml';

/**
 * Renders a chart as `helm template` does, for the part of the template language that our chart uses: no Helm comes by
 * npm. Stricter in one thing: a field that does not exist is an error, not nothing.
 */
export function renderChart(folder: string, values: Values, release = 'erp'): Record<string, string> {
  const chart = parseYaml(readFileSync(join(folder, 'Chart.yaml'), 'utf8')) as Record<string, unknown>;
  const defaults = parseYaml(readFileSync(join(folder, 'values.yaml'), 'utf8')) as Values;
  const root = {
    Values: merged(defaults, values),
    Chart: { AppVersion: String(chart.appVersion), Version: String(chart.version), Name: chart.name },
    Release: { Name: release, Service: 'Helm', Namespace: 'default' },
    Files: { Get: (name: string) => readFileSync(join(folder, name), 'utf8') },
  };
  const files = readdirSync(join(folder, 'templates')).sort();
  const defined = new Map<string, Node[]>();
  const bodies = files.map((file) => {
    const nodes = parse(readFileSync(join(folder, 'templates', file), 'utf8'), file);
    for (const node of nodes) if (node.kind === 'define') defined.set(node.name, node.body);
    return { file, nodes };
  });
  const run = new Run(defined, root);
  return Object.fromEntries(
    bodies
      .filter(({ file }) => file.endsWith('.yaml'))
      .map(({ file, nodes }) => [file, run.all(nodes, root, run.top())]),
  );
}

export type Values = { [key: string]: unknown };

const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

function merged(base: Values, over: Values): Values {
  const result = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const old = result[key];
    result[key] = isMap(old) && isMap(value) ? merged(old, value) : value;
  }
  return result;
}

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'print'; tokens: string[] }
  | { kind: 'define'; name: string; body: Node[] }
  | { kind: 'if' | 'with' | 'range'; tokens: string[]; body: Node[]; otherwise: Node[] };

const TOKEN = /"(?:[^"\\]|\\.)*"|:=|\$\w*(?:\.\w+)*|(?:\.\w+)+|\.|[A-Za-z]\w*|-?\d+|[(),|]/g;

/** Text and actions in turn, with the blanks that `{{-` and `-}}` take away taken away. */
function pieces(source: string): { action: boolean; text: string }[] {
  const found: { action: boolean; text: string }[] = [];
  let at = 0;
  let trimNext = false;
  const text = (end: number, trimEnd: boolean) => {
    let part = source.slice(at, end);
    if (trimNext) part = part.trimStart();
    if (trimEnd) part = part.trimEnd();
    found.push({ action: false, text: part });
  };
  for (const match of source.matchAll(/\{\{(- )?\s*(\/\*[\s\S]*?\*\/|[\s\S]*?)\s*( ?-)?\}\}/g)) {
    const before = source.startsWith('{{-', match.index);
    const body = (match[2] ?? '').replace(/^-\s*/, '');
    text(match.index, before);
    if (!body.startsWith('/*')) found.push({ action: true, text: body });
    at = match.index + match[0].length;
    trimNext = match[0].endsWith('-}}');
  }
  text(source.length, false);
  return found;
}

function parse(source: string, file: string): Node[] {
  const rest = pieces(source);
  const block = (until: readonly string[]): { nodes: Node[]; ended: string } => {
    const nodes: Node[] = [];
    for (let piece = rest.shift(); piece; piece = rest.shift()) {
      if (!piece.action) {
        nodes.push({ kind: 'text', text: piece.text });
        continue;
      }
      const tokens = piece.text.match(TOKEN) ?? [];
      if (tokens.join('').length !== piece.text.replace(/\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/g, '').length)
        throw new Error(`${file}: ${piece.text}`);
      const [word = '', ...others] = tokens;
      if (until.includes(word)) return { nodes, ended: word };
      if (word === 'define')
        nodes.push({ kind: 'define', name: JSON.parse(others[0] ?? ''), body: block(['end']).nodes });
      else if (word === 'if' || word === 'with' || word === 'range') {
        const body = block(['else', 'end']);
        const otherwise = body.ended === 'else' ? block(['end']).nodes : [];
        nodes.push({ kind: word, tokens: others, body: body.nodes, otherwise });
      } else nodes.push({ kind: 'print', tokens });
    }
    if (until.length > 0) throw new Error(`${file}: no end`);
    return { nodes, ended: '' };
  };
  return block([]).nodes;
}

type Scope = Map<string, unknown>;
type Call = (...args: never[]) => unknown;

const truth = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isMap(value) ? Object.keys(value).length > 0 : Boolean(value);
const toYaml = (value: unknown) => stringify(value, { sortMapEntries: true, indentSeq: false, lineWidth: 0 }).trimEnd();

const FUNCTIONS: Record<string, Call> = {
  toYaml,
  nindent: (by: number, text: string) => `\n${text.replace(/^/gm, ' '.repeat(by))}`,
  quote: (value: unknown) => JSON.stringify(String(value)),
  default: (otherwise: unknown, value: unknown) => (truth(value) ? value : otherwise),
  required: (message: string, value: unknown) => (truth(value) ? value : FUNCTIONS.fail?.(message as never)),
  fail: (message: string) => {
    throw new Error(message);
  },
  printf: (format: string, ...args: unknown[]) =>
    args.reduce((text: string, arg) => text.replace('%s', String(arg)), format),
  trunc: (length: number, text: string) => text.slice(0, length),
  trimSuffix: (suffix: string, text: string) => (text.endsWith(suffix) ? text.slice(0, -suffix.length) : text),
  replace: (what: string, by: string, text: string) => text.replaceAll(what, by),
  lower: (text: string) => text.toLowerCase(),
  sha256sum: (text: string) => createHash('sha256').update(text).digest('hex'),
  add: (...numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0),
  not: (value: unknown) => !truth(value),
  or: (...values: unknown[]) => values.find(truth) ?? values.at(-1),
  and: (...values: unknown[]) => values.find((value) => !truth(value)) ?? values.at(-1),
};

class Run {
  readonly #defined: Map<string, Node[]>;
  readonly #root: unknown;
  constructor(defined: Map<string, Node[]>, root: unknown) {
    this.#defined = defined;
    this.#root = root;
  }

  top(): Scope {
    return new Map([['$', this.#root]]);
  }

  all(nodes: Node[], dot: unknown, scope: Scope): string {
    return nodes.map((node) => this.#one(node, dot, scope)).join('');
  }

  #one(node: Node, dot: unknown, scope: Scope): string {
    if (node.kind === 'text') return node.text;
    if (node.kind === 'define') return '';
    if (node.kind === 'print') {
      const [name = '', sign] = node.tokens;
      if (sign === ':=') {
        scope.set(name, this.#pipeline(node.tokens.slice(2), dot, scope));
        return '';
      }
      return String(this.#pipeline(node.tokens, dot, scope) ?? '');
    }
    if (node.kind === 'range') return this.#range(node, dot, scope);
    const value = this.#pipeline(node.tokens, dot, scope);
    const inner = node.kind === 'with' && truth(value) ? value : dot;
    return this.all(truth(value) ? node.body : node.otherwise, inner, new Map(scope));
  }

  #range(node: Extract<Node, { body: Node[]; otherwise: Node[] }>, dot: unknown, scope: Scope): string {
    const at = node.tokens.indexOf(':=');
    const names = node.tokens.slice(0, Math.max(at, 0)).filter((token) => token !== ',');
    const over = this.#pipeline(node.tokens.slice(at + 1), dot, scope);
    const entries = Array.isArray(over)
      ? [...over.entries()]
      : Object.entries(over as Values).sort(([a], [b]) => (a < b ? -1 : 1));
    return entries
      .map(([key, value]) => {
        const inner = new Map(scope);
        if (names.length === 2) inner.set(names[0] ?? '', key);
        if (names.length > 0) inner.set(names.at(-1) ?? '', value);
        return this.all(node.body, value, inner);
      })
      .join('');
  }

  /** Commands with `|` between them: the result of each is the last argument of the next. */
  #pipeline(tokens: string[], dot: unknown, scope: Scope): unknown {
    const commands: string[][] = [[]];
    let depth = 0;
    for (const token of tokens) {
      depth += token === '(' ? 1 : token === ')' ? -1 : 0;
      if (token === '|' && depth === 0) commands.push([]);
      else commands.at(-1)?.push(token);
    }
    return commands.reduce<unknown[]>((piped, command) => [this.#command(command, piped, dot, scope)], [])[0];
  }

  #command(tokens: string[], piped: unknown[], dot: unknown, scope: Scope): unknown {
    const values: unknown[] = [];
    for (let at = 0; at < tokens.length; at++) {
      if (tokens[at] !== '(') {
        values.push(this.#operand(tokens[at] ?? '', dot, scope));
        continue;
      }
      let end = at;
      for (let depth = 0; depth > 0 || end === at; end++)
        depth += tokens[end] === '(' ? 1 : tokens[end] === ')' ? -1 : 0;
      values.push(this.#pipeline(tokens.slice(at + 1, end - 1), dot, scope));
      at = end - 1;
    }
    const [first, ...args] = values;
    if (typeof first === 'function') return first(...args, ...piped);
    if (args.length + piped.length > 0) throw new Error(`not a function: ${tokens.join(' ')}`);
    return first;
  }

  #operand(token: string, dot: unknown, scope: Scope): unknown {
    if (token.startsWith('"')) return JSON.parse(token);
    if (/^-?\d/.test(token)) return Number(token);
    if (token === 'true' || token === 'false') return token === 'true';
    if (token === 'include')
      return (name: string, inner: unknown) => {
        const body = this.#defined.get(name);
        if (!body) throw new Error(`no template ${name}`);
        return this.all(body, inner, new Map([['$', inner]]));
      };
    if (/^[A-Za-z]/.test(token)) return FUNCTIONS[token] ?? FUNCTIONS.fail?.(`no function ${token}` as never);
    const [start = '', ...path] = token.split('.');
    if (start && !scope.has(start)) throw new Error(`no variable ${start}`);
    return path
      .filter((key) => key !== '')
      .reduce(
        (value: unknown, key) => {
          if (!isMap(value) || !(key in value)) throw new Error(`no field ${key} in ${token}`);
          return value[key];
        },
        start ? scope.get(start) : dot,
      );
  }
}
