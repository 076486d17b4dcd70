import { reasonOf } from '../../../read.ts';
import { OPERATIONS, type Operation, refusal } from './model.testing.ts';

type Values = Record<string, unknown>;
const TOO_LONG = 'x'.repeat(9000);

/**
 * Stands between the connector and whoever speaks as Amazon, and measures both by Amazon's model: each request, each
 * answer, and, before a request of a new shape goes on, that its spoilt copies are refused.
 */
export function createValidator() {
  const wrongs: string[] = [];
  const visited = new Set<string>();
  const shapes = new Set<string>();

  async function evaluated(url: URL, init: RequestInit): Promise<Response> {
    const method = init.method ?? 'GET';
    const operation = operationOf(method, url);
    if (!operation) {
      wrongs.push(`no operation of the model: ${method} ${url.pathname}`);
      return fetch(url, init);
    }
    const query = valuesOf(url.searchParams);
    const body: unknown = init.body ? JSON.parse(String(init.body)) : undefined;
    const requested = { query: operation.query.safeParse(query), body: operation.body.safeParse(body) };
    for (const [where, answered] of Object.entries(requested))
      if (answered.error) wrongs.push(`${operation.name}, ${where}: ${reasonOf(answered.error)}`);
    const right = requested.query.success && requested.body.success;
    const shape = `${operation.name} ${[...Object.keys(query), ...leaves(body)].join()}`;
    if (right && !shapes.has(shape)) {
      shapes.add(shape);
      wrongs.push(...(await takenThoughWrong(operation, url, init, query, body)));
    }
    const answer = await fetch(url, init);
    visited.add(operation.name);
    const answered = answer.ok ? operation.answer : refusal;
    const read = answered.safeParse(await answer.clone().json());
    if (read.error) wrongs.push(`${operation.name}, answer: ${reasonOf(read.error)}`);
    if (answer.ok && answer.status !== operation.status)
      wrongs.push(`${operation.name} is answered with ${operation.status}, not ${answer.status}`);
    return answer;
  }

  const validating: typeof fetch = (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    return /\/(inbound\/fba|fba\/inbound)\//.test(url.pathname) ? evaluated(url, init) : fetch(input, init);
  };
  return { fetch: validating, wrongs, seen: visited };
}

function operationOf(method: string, url: URL): Operation | undefined {
  return OPERATIONS.find(
    (one) => one.method === method && new RegExp(`${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(url.pathname),
  );
}

function valuesOf(query: URLSearchParams): Values {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const all = query.getAll(name);
      return [name, all.length > 1 ? all : all[0]];
    }),
  );
}

async function takenThoughWrong(operation: Operation, url: URL, init: RequestInit, query: Values, body: unknown) {
  const wrongs: string[] = [];
  const send = async (what: string, to: URL, more: RequestInit) => {
    const { status } = await fetch(to, { ...init, ...more });
    if (status !== 400) wrongs.push(`${operation.name} is answered with ${status}, not 400, for ${what}`);
  };
  if (body !== undefined)
    for (const [what, spoilt] of [['no body', undefined], ...spoiltCopies(body)] as const)
      if (!operation.body.safeParse(spoilt).success) await send(what, url, { body: JSON.stringify(spoilt) ?? null });
  for (const [what, spoilt] of spoiltCopies(query)) {
    const to = new URL(url);
    to.search = '';
    for (const [name, value] of Object.entries(spoilt as Values))
      for (const one of [value].flat()) to.searchParams.append(name, String(one));
    if (!operation.query.safeParse(valuesOf(to.searchParams)).success) await send(what, to, {});
  }
  return wrongs;
}

/** Copies that differ in one place: left out, empty, too long, too large, of another type. */
function* spoiltCopies(value: unknown): Generator<[what: string, copy: unknown]> {
  if (Array.isArray(value)) {
    yield ['[]', []];
    for (const [at, one] of value.entries())
      for (const [what, copy] of spoiltCopies(one)) yield [`${at}.${what}`, value.with(at, copy)];
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) {
      const { [name]: _without, ...rest } = value as Values;
      yield [`no ${name}`, rest];
      for (const [what, copy] of spoiltCopies(one)) yield [`${name}.${what}`, { ...value, [name]: copy }];
    }
  } else {
    for (const other of ['', 'WRONG', TOO_LONG, 0, -1, 1.5, 1e9])
      yield [`${String(value).slice(0, 40)} -> ${String(other).slice(0, 40)}`, other];
  }
}

/** Where values stand, whatever their number in a list. */
function leaves(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [''];
  if (Array.isArray(value)) return [...new Set(value.flatMap(leaves))];
  return Object.entries(value).flatMap(([name, one]) => leaves(one).map((rest) => `${name}.${rest}`));
}
