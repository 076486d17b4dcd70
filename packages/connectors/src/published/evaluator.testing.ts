import { readdirSync, readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

/** What scripts/published.ts keeps of a description that a platform publishes. */
type Schema = Record<string, unknown>;
interface Operation {
  method: string;
  path: string;
  query: Record<string, { schema: Schema; required?: boolean; joined?: boolean }>;
  headers: string[];
  body?: Schema;
  bodyRequired?: boolean;
  /** By status; null where there is nothing to read. */
  answers: Record<string, Schema | null>;
}
interface Description {
  source: string;
  licence: string;
  operations: Record<string, Operation>;
  types: Record<string, Schema>;
}

interface Exchange {
  method: string;
  url: URL;
  headers: Headers;
  sent: string;
  status: number;
  answered: string;
}

export interface Rules {
  /** Address of the folder that holds the descriptions. */
  descriptions: URL;
  /** What stands before the published path in the address of a stand-in. */
  at: string;
  /** Whom it hands requests on to; default: the network. */
  through?: typeof fetch;
  /** Paths that no description covers, each with the reason. */
  outside?: readonly (readonly [path: RegExp, why: string])[];
  /** Where platform and description differ, each with the reason: no failure, and one that never comes is told. */
  differences?: readonly (readonly [words: RegExp, why: string])[];
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nothing besides what is described; what is described as an object and no more stays open. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isObject(value)) return value;
  const inside = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closed(one)]));
  if (isObject(value.properties) && value.additionalProperties === undefined && typeof value.type !== 'object')
    inside.additionalProperties = false;
  return inside;
}

const NUMBERS = ['integer', 'number'];

/**
 * Stands between a connector and a stand-in, keeps what they say to each other, and measures both by the description
 * that the platform publishes: unknown paths and fields, missing ones, types, enumerations, lengths.
 */
export class Evaluator {
  readonly #operations: { name: string; file: string; operation: Operation; path: RegExp }[] = [];
  readonly #ajv = formats.default(new Ajv({ strict: false, allErrors: true, logger: false, coerceTypes: false }));
  readonly #compiled = new Map<Schema, ValidateFunction>();
  readonly #types = new Map<string, Record<string, Schema>>();
  readonly #exchanges: Exchange[] = [];
  readonly #rules: Rules;

  constructor(rules: Rules) {
    this.#rules = rules;
    for (const file of readdirSync(rules.descriptions).filter((one) => one.endsWith('.json'))) {
      const description: Description = JSON.parse(readFileSync(new URL(file, rules.descriptions), 'utf8'));
      this.#ajv.addSchema({ types: closed(description.types) }, file);
      this.#types.set(file, description.types);
      for (const [name, operation] of Object.entries(description.operations)) {
        const pattern = operation.path.replace(/[.()]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+');
        this.#operations.push({ name, file, operation, path: new RegExp(`^${rules.at}${pattern}$`) });
      }
    }
    // The path with the fewest names in braces is meant.
    const names = (one: { operation: Operation }) => one.operation.path.split('{').length;
    this.#operations.sort((a, b) => names(a) - names(b));
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const answer = await (this.#rules.through ?? fetch)(input, init);
    this.#exchanges.push({
      method: init.method ?? 'GET',
      url: new URL(input instanceof Request ? input.url : input),
      headers: new Headers(init.headers),
      sent: typeof init.body === 'string' ? init.body : '',
      status: answer.status,
      answered: wholeOf(await answer.clone().text(), answer.headers.get('content-type') ?? ''),
    });
    return answer;
  };

  /** How often each operation was measured, what is wrong, each thing once, and what was never come across. */
  verdict(): { measured: Record<string, number>; wrongs: string[]; unvisited: string[]; idle: string[] } {
    const measured: Record<string, number> = {};
    const wrongs = new Set<string>();
    const unused = new Set([...(this.#rules.outside ?? []), ...(this.#rules.differences ?? [])]);
    for (const exchange of this.#exchanges) {
      const { method, url } = exchange;
      const found = this.#fitting(exchange);
      if (!found) {
        const outside = this.#rules.outside?.find(([path]) => path.test(url.pathname));
        if (outside) unused.delete(outside);
        else wrongs.add(`no operation: ${method} ${url.pathname}`);
        continue;
      }
      measured[found.name] = (measured[found.name] ?? 0) + 1;
      for (const wrong of found.wrongs) {
        const known = this.#rules.differences?.find(([words]) => words.test(wrong));
        if (known) unused.delete(known);
        else wrongs.add(wrong);
      }
    }
    const unvisited = this.#operations.map((one) => one.name).filter((name) => !(name in measured));
    // Of one fault one example is enough.
    const once = new Map([...wrongs].sort().map((one) => [one.replace(/ \(.*\)$/s, ''), one]));
    return { measured, wrongs: [...once.values()], unvisited, idle: [...unused].map(([what]) => String(what)) };
  }

  /** Some platforms have several operations at one address: the one is meant that fits best. */
  #fitting(exchange: Exchange): { name: string; wrongs: string[] } | undefined {
    const { method, url } = exchange;
    const [first, ...others] = this.#operations.filter(
      (one) => one.operation.method === method && one.path.test(url.pathname),
    );
    const same = others.filter((one) => one.operation.path === first?.operation.path);
    return [...(first ? [first] : []), ...same]
      .map((one) => ({ name: one.name, wrongs: this.#wrongsOf(exchange, one) }))
      .sort((a, b) => a.wrongs.length - b.wrongs.length)[0];
  }

  #wrongsOf(exchange: Exchange, { name, file, operation }: { name: string; file: string; operation: Operation }) {
    const wrongs: string[] = [];
    const check = (where: string, schema: Schema, value: unknown) => {
      for (const problem of this.#problems(file, schema, value)) wrongs.push(`${name}, ${where}: ${problem}`);
    };
    for (const header of operation.headers)
      if (!exchange.headers.has(header)) wrongs.push(`${name}, headers: no ${header}`);
    const { searchParams } = exchange.url;
    for (const [key, one] of Object.entries(operation.query))
      if (one.required && !searchParams.has(key)) wrongs.push(`${name}, query: no ${key}`);
    for (const key of new Set(searchParams.keys())) {
      const known = operation.query[key];
      if (!known) wrongs.push(`${name}, query: ${key} is not described`);
      else check(`query ${key}`, known.schema, this.#valueOf(searchParams.getAll(key), known, file));
    }
    const sent = bodyOf(exchange.sent, exchange.headers.get('content-type') ?? '');
    if (operation.body && sent !== undefined) check('body', operation.body, sent);
    else if (operation.body && operation.bodyRequired) wrongs.push(`${name}: no body`);
    else if (sent !== undefined && !operation.body) wrongs.push(`${name}: a body that is not described`);
    const { [exchange.status]: schema = operation.answers.default } = operation.answers;
    if (schema === undefined) wrongs.push(`${name}: status ${exchange.status} is not described`);
    else if (schema) check(`answer ${exchange.status}`, schema, jsonOf(exchange.answered));
    return wrongs;
  }

  #problems(file: string, schema: Schema, value: unknown): string[] {
    let validate = this.#compiled.get(schema);
    if (!validate) {
      const text = JSON.stringify(closed(schema)).replaceAll('"#/types/', `"${file}#/types/`);
      validate = this.#ajv.compile(JSON.parse(text));
      this.#compiled.set(schema, validate);
    }
    return validate(value) ? [] : (validate.errors ?? []).map((one) => problemOf(one, value));
  }

  #resolved(schema: Schema, file: string): Schema {
    if (typeof schema.$ref !== 'string') return schema;
    return this.#resolved(this.#types.get(file)?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}, file);
  }

  /** A query carries text: numbers and lists are made of it where they are described. */
  #valueOf(all: string[], { schema, joined }: { schema: Schema; joined?: boolean }, file: string): unknown {
    const { type, items } = this.#resolved(schema, file);
    if (type === 'array') {
      const each = this.#resolved(isObject(items) ? items : {}, file);
      return (joined ? all.flatMap((one) => one.split(',')) : all).map((one) => scalar(one, each.type));
    }
    return all.length > 1 ? all : scalar(all[0] ?? '', type);
  }
}

function scalar(text: string, type: unknown): unknown {
  if (NUMBERS.includes(String(type)) && text !== '' && Number.isFinite(Number(text))) return Number(text);
  return type === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text;
}

function bodyOf(text: string, type: string): unknown {
  if (text === '') return undefined;
  if (type.includes('json')) return JSON.parse(text);
  if (type.includes('multipart')) {
    const parts = text.split(`--${/boundary=(\S+)/.exec(type)?.[1]}`).slice(1, -1);
    return Object.fromEntries(
      parts.map((one) => [/ name="([^"]+)"/.exec(one)?.[1] ?? '', one.slice(one.indexOf('\r\n\r\n') + 4, -2)]),
    );
  }
  return type.includes('urlencoded') ? Object.fromEntries(new URLSearchParams(text)) : text;
}

/** An answer in parts as one document; parts that are JSON are read. */
function wholeOf(text: string, type: string): string {
  const parts = type.startsWith('multipart') ? bodyOf(text, type) : undefined;
  if (typeof parts !== 'object' || parts === null) return text;
  const read = Object.entries(parts).map(([name, one]) => [name, String(one).startsWith('{') ? jsonOf(one) : one]);
  return JSON.stringify(Object.fromEntries(read));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The place without numbers of lists, so that a thousand orders have one fault. */
function problemOf({ instancePath, message, params }: ErrorObject, value: unknown): string {
  const at = instancePath.split('/').slice(1);
  const found = at.reduce((one: unknown, name) => (one as Schema | undefined)?.[name.replaceAll('~1', '/')], value);
  const shown = typeof found === 'object' && found !== null ? '' : ` (${JSON.stringify(found)})`;
  const more = 'additionalProperty' in params ? ` ${params.additionalProperty}` : '';
  return `${at.map((name) => (/^\d+$/.test(name) ? '*' : name)).join('.')} ${message}${more}${shown}`.trim();
}
