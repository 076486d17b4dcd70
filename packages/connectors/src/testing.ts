import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ConnectorError, type FailureKind } from './types.ts';

/** Helpers of this package's tests; nothing else imports them. */
export interface Sent {
  method: string;
  url: URL;
  headers: Headers;
  body: string;
}
type Reply = { status?: number; json?: unknown; text?: string; headers?: Record<string, string> };

/** A fetch that answers what it is told, in turn (the last answer stands), and remembers what was sent. */
export function scripted(...replies: (Reply | ((sent: Sent) => Reply))[]): { fetch: typeof fetch; sent: Sent[] } {
  const sent: Sent[] = [];
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const one = {
      method: request.method,
      url: new URL(request.url),
      headers: request.headers,
      body: await request.text(),
    };
    const next = replies[Math.min(sent.length, replies.length - 1)] ?? {};
    sent.push(one);
    const reply = typeof next === 'function' ? next(one) : next;
    const status = reply.status ?? 200;
    const body = status === 204 ? null : (reply.text ?? JSON.stringify(reply.json ?? {}));
    return new Response(body, { status, headers: { 'content-type': 'application/json', ...reply.headers } });
  };
  return { fetch: answer, sent };
}

/** A real server on a free port, for what a scripted fetch cannot show: lost connections. */
export async function serving(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((done) => server.close(() => done()));
    },
  };
}

export async function failure(work: Promise<unknown>): Promise<ConnectorError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ConnectorError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

export async function kindOfFailure(work: Promise<unknown>): Promise<FailureKind> {
  return (await failure(work)).kind;
}

const SANDBOX = fileURLToPath(new URL('../../../apps/sandbox/src/main.ts', import.meta.url));

/** The stand-in platforms as a process of their own, reached only over the wire. */
export async function startSandbox() {
  const child = spawn(process.execPath, [SANDBOX], {
    env: { ...process.env, SANDBOX_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((done, fail) => {
    child.once('exit', (code) => fail(new Error(`the sandbox ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /https?:\/\/127\.0\.0\.1:\d+/.exec(line);
      if (found) done(found[0]);
    });
  });
  const control = async (path: string, body?: unknown): Promise<unknown> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${url}/control/${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    url,
    control,
    close: () =>
      new Promise<void>((done) => {
        child.removeAllListeners('exit').once('exit', () => done());
        child.kill('SIGTERM');
      }),
  };
}

export type RunningSandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Follows the consent page like a browser of a seller who agrees; answers the callback's query. */
export async function agree(consentUrl: string): Promise<Record<string, string>> {
  const response = await fetch(`${consentUrl}&auto=1`, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (!location) throw new Error(`no redirect: ${response.status} ${await response.text()}`);
  return Object.fromEntries(new URL(location).searchParams);
}

interface Received {
  headers: Record<string, string | undefined>;
  query: Record<string, string>;
  body: Buffer;
}

/**
 * A server on this machine that platforms may push to; hands out what came, in turn. `answer` gives what a platform wants
 * to hear that first asks whose address it is: such a question is no push.
 */
export async function listening(answer: (query: Record<string, string>) => string | null = () => null) {
  const arrived: Received[] = [];
  const waiting: ((one: Received) => void)[] = [];
  const server = await serving((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://x');
      const answered = request.method === 'GET' ? answer(Object.fromEntries(url.searchParams)) : null;
      response.setHeader('content-type', 'application/json').end(answered ?? '');
      if (answered !== null) return;
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
      );
      const one = { headers, query: Object.fromEntries(url.searchParams), body: Buffer.concat(chunks) };
      const next = waiting.shift();
      if (next) next(one);
      else arrived.push(one);
    });
  });
  const next = () =>
    new Promise<Received>((done) => {
      const one = arrived.shift();
      if (one) done(one);
      else waiting.push(done);
    });
  return { ...server, next };
}
