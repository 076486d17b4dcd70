import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
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
