import { parseJson } from './json.ts';
import { type Limit, Pacer, sleepOf } from './pace.ts';
import { NOT_PUBLIC } from './public-hosts.ts';
import { cut, malformed } from './read.ts';
import { storableText } from './storable.ts';
import { ConnectorError, type FailureKind, type HttpOptions } from './types.ts';

/**
 * One request to the outside, told apart by how it can fail. No retries here: when to try again is the caller's
 * decision (the job queue knows the other calls that wait for the same shop).
 */
export interface Outbound {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'PROPFIND';
  url: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  /** A body that is neither: XML, or JSON whose very bytes are signed. */
  body?: { type: string; content: string };
  /** A body of bytes: files. */
  file?: { type: string; content: Buffer };
  /** Whose limit of which kind the call uses up (`limits` of createHttp). */
  pace?: { account: string; kind: string };
  /**
   * What it means when we don't learn the outcome. `read`: nothing happened. `repeatable`: a write that may be sent
   * again. `once`: a write that would happen twice (a label is bought); even a 500 leaves it open whether it was done.
   */
  effect: 'read' | 'repeatable' | 'once';
  /** The answer holds tokens: never keep its text in an error. */
  secret?: boolean;
  maxBytes?: number;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The answer as it came, for labels and other files. */
  bytes: Buffer;
  secret: boolean;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;

/** Nothing of the request has left the machine when one of these happens. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  NOT_PUBLIC,
]);

function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  const visited = new Set<unknown>();
  const queue: unknown[] = [error];
  while (queue.length > 0) {
    const next = queue.pop();
    if (typeof next !== 'object' || next === null || visited.has(next)) continue;
    visited.add(next);
    if ('code' in next && typeof next.code === 'string') codes.push(next.code);
    if ('cause' in next) queue.push(next.cause);
    if (next instanceof AggregateError) queue.push(...next.errors);
  }
  return codes;
}

async function readCapped(response: Response, maxBytes: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!response.body) return Buffer.alloc(0);
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
}

function lost(platform: string, request: Outbound, error: unknown): ConnectorError {
  const codes = codesOf(error);
  const timedOut = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  const notSent = !timedOut && codes.length > 0 && codes.every((code) => NOT_SENT.has(code));
  const kind: FailureKind = request.effect === 'read' || notSent ? 'unavailable' : 'uncertain';
  const what = timedOut ? 'no answer in time' : notSent ? 'cannot be reached' : 'the connection was lost';
  // Address without query: it may carry tokens or a buyer's data.
  const where = `${request.method} ${request.url.split('?')[0]}`;
  return new ConnectorError(platform, kind, `${where}: ${what}`, { code: codes[0], cause: error });
}

export type Http = (request: Outbound) => Promise<Answer>;

/** `limits`: the platform's figures by kind of call; a request names the kind it is of in `pace`. */
export function createHttp(platform: string, options: HttpOptions, limits: Readonly<Record<string, Limit>> = {}): Http {
  const send = options.fetch ?? fetch;
  const pacer = new Pacer(platform, limits, {
    ...(options.rateFactor === undefined ? {} : { factor: options.rateFactor }),
    ...(options.now ? { now: options.now } : {}),
    sleep: sleepOf(options),
    ...(options.meter ? { meter: options.meter } : {}),
  });
  return async (request) => {
    await pacer.take(request.pace?.account ?? '', request.pace?.kind ?? '');
    const headers: Record<string, string> = { accept: 'application/json', ...request.headers };
    let body: string | Uint8Array<ArrayBuffer> | undefined;
    if (request.json !== undefined) {
      headers['content-type'] = 'application/json';
      body = JSON.stringify(request.json);
    } else if (request.form) {
      headers['content-type'] = 'application/x-www-form-urlencoded';
      body = new URLSearchParams(request.form).toString();
    } else if (request.body) {
      headers['content-type'] = request.body.type;
      body = request.body.content;
    } else if (request.file) {
      headers['content-type'] = request.file.type;
      body = new Uint8Array(request.file.content);
    }
    let bytes: Buffer | null;
    let response: Response;
    try {
      response = await send(request.url, {
        method: request.method,
        headers,
        ...(body === undefined ? {} : { body }),
        // A redirect would carry our tokens to a place nobody chose.
        redirect: 'manual',
        signal: AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
      });
      bytes = await readCapped(response, request.maxBytes ?? DEFAULT_MAX_BYTES);
    } catch (error) {
      throw lost(platform, request, error);
    }
    if (bytes === null) throw unreadable(platform, request, 'the answer is too large', undefined);
    if (response.status === 429 && request.pace)
      pacer.refused(request.pace.account, request.pace.kind, retryAfter(response.headers, Date.now()) ?? 1000);
    const { status, headers: answered } = response;
    return {
      status,
      headers: answered,
      text: storableText(bytes.toString('utf8')),
      bytes,
      secret: request.secret ?? false,
    };
  };
}

/** An answer we cannot read. After a write that must happen once, it is open what was done. */
export function unreadable(
  platform: string,
  request: Pick<Outbound, 'effect'>,
  what: string,
  raw: string | undefined,
  cause?: unknown,
): ConnectorError {
  const error = malformed(platform, what, raw, cause);
  if (request.effect !== 'once') return error;
  return new ConnectorError(platform, 'uncertain', error.message, { code: 'UNREADABLE', raw: error.raw, cause });
}

/** Kind of a refusal by its status alone; connectors know more where the platform says more. */
export function kindOfStatus(status: number, effect: Outbound['effect']): FailureKind {
  if (status === 429) return 'throttled';
  if (status === 401) return 'unauthorized';
  if (status === 408) return 'unavailable';
  if (status === 500 || status === 502 || status === 504) return effect === 'once' ? 'uncertain' : 'unavailable';
  return status >= 500 ? 'unavailable' : 'rejected';
}

/** Retry-After in milliseconds: seconds ("2.0") or a date. */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds * 1000));
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

export function rawOf(answer: Answer): string | undefined {
  return answer.secret ? undefined : cut(answer.text);
}

/** The answer's JSON; a page of HTML or a torn body is `malformed`. */
export function jsonOf(platform: string, request: Outbound, answer: Answer): unknown {
  try {
    return parseJson(answer.text);
  } catch (error) {
    throw unreadable(platform, request, 'the answer is not JSON', rawOf(answer), answer.secret ? undefined : error);
  }
}

/** JSON of a refusal, where it is any. */
export function jsonIfAny(answer: Answer): unknown {
  try {
    return parseJson(answer.text);
  } catch {
    return undefined;
  }
}
