import http from 'node:http';
import https from 'node:https';
import { type Sandbox, type SandboxOptions, startSandbox } from './main.ts';
import { prefixForHost } from './platforms.ts';

export const AMAZON_CREDENTIALS = {
  client_id: 'amzn1.application-oa2-client.demo',
  client_secret: 'amzn1.oa2-cs.v1.demo',
};

export function startForTest(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  return startSandbox({ port: 0, seed: 7, ...options });
}

/** Loads a client that has no types; the caller says what it uses of it. */
export async function loadClient<T>(name: string): Promise<T> {
  return (await import(name)) as T;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** One HTTP call, its answer parsed where it is JSON. */
export async function call(
  url: string,
  init: { method?: string; headers?: Record<string, string>; body?: unknown; form?: Record<string, string> } = {},
): Promise<Answer> {
  const headers: Record<string, string> = { ...init.headers };
  let body: string | undefined;
  if (init.form) {
    body = new URLSearchParams(init.form).toString();
    headers['content-type'] ??= 'application/x-www-form-urlencoded';
  } else if (typeof init.body === 'string') body = init.body;
  else if (init.body !== undefined) {
    body = JSON.stringify(init.body);
    headers['content-type'] ??= 'application/json';
  }
  const answer = await fetch(url, {
    method: init.method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  let parsed: unknown = text;
  try {
    parsed = text ? JSON.parse(text) : undefined;
  } catch {
    // Not JSON: the text itself is the body.
  }
  return { status: answer.status, headers: answer.headers, body: parsed };
}

/**
 * Sends https calls to the platforms' real names to the sandbox instead: Node's request keeps the Host header,
 * fetch names the host in x-forwarded-host. Give it before an SDK is imported; the answer undoes it.
 */
export function redirectPlatforms(sandbox: Sandbox): () => void {
  const realRequest = https.request;
  const realGet = https.get;
  const realFetch = globalThis.fetch;
  const local = (...args: unknown[]): http.ClientRequest => {
    const options: http.RequestOptions = {};
    let done: ((answer: http.IncomingMessage) => void) | undefined;
    for (const arg of args) {
      if (typeof arg === 'function') done = arg as (answer: http.IncomingMessage) => void;
      else if (typeof arg === 'string' || arg instanceof URL) {
        const url = new URL(arg);
        Object.assign(options, { hostname: url.hostname, path: url.pathname + url.search });
      } else Object.assign(options, arg);
    }
    const name = String(options.hostname ?? options.host ?? '');
    if (!prefixForHost(name)) throw new Error(`no sandbox for ${name}`);
    const { agent: _agent, ...rest } = options;
    return http.request(
      {
        ...rest,
        protocol: 'http:',
        host: '127.0.0.1',
        hostname: '127.0.0.1',
        port: sandbox.port,
        headers: { ...options.headers, host: name },
      },
      done,
    );
  };
  Reflect.set(https, 'request', local);
  Reflect.set(https, 'get', (...args: unknown[]) => {
    const request = local(...args);
    request.end();
    return request;
  });
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!prefixForHost(url.hostname)) return realFetch(input, init);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set('x-forwarded-host', url.hostname);
    return realFetch(`${sandbox.url}${url.pathname}${url.search}`, { ...init, headers });
  };
  return () => {
    Reflect.set(https, 'request', realRequest);
    Reflect.set(https, 'get', realGet);
    globalThis.fetch = realFetch;
  };
}

/** Reads a value out of an answer by its path, failing loudly when it is not there. */
export function dig(value: unknown, ...path: (string | number)[]): unknown {
  let current: unknown = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !(step in current)) {
      throw new Error(`nothing at ${path.join('.')} (missing ${step}) in ${JSON.stringify(value)?.slice(0, 400)}`);
    }
    current = Reflect.get(current, step);
  }
  return current;
}

export function digList(value: unknown, ...path: (string | number)[]): unknown[] {
  const found = dig(value, ...path);
  if (!Array.isArray(found)) throw new Error(`not a list at ${path.join('.')}`);
  return found;
}

export function digText(value: unknown, ...path: (string | number)[]): string {
  const found = dig(value, ...path);
  if (typeof found !== 'string') throw new Error(`not a text at ${path.join('.')}: ${JSON.stringify(found)}`);
  return found;
}
