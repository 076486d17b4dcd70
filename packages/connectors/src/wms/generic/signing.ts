import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface Signed {
  method: string;
  /** Path below the interface's root with its query, sorted by name. */
  target: string;
  timestamp: string;
  nonce: string;
  body: string;
}

export function signatureOf(secret: string, { method, target, timestamp, nonce, body }: Signed): string {
  const digest = createHash('sha256').update(body, 'utf8').digest('hex');
  return createHmac('sha256', secret).update([method, target, timestamp, nonce, digest].join('\n')).digest('hex');
}

/** `/v1/x` and its query as it is sent and signed: names sorted, empty values left out. */
export function targetOf(path: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const input = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []));
  if (input.length === 0) return path;
  return `${path}?${new URLSearchParams(input.sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}

export function pushSignatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`, 'utf8').digest('hex');
}

const PUSH_WINDOW_MS = 30 * 3_600_000;

/** `X-Signature: t=<ms>,v1=<hex>`. Pushes are repeated for a day: the window is as wide, and repeats are told by their id. */
export function isPushSigned(secret: string, header: string, body: string, now: number): boolean {
  const answered = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header.trim());
  if (!answered?.[1] || !answered[2] || !secret) return false;
  const right = pushSignatureOf(secret, answered[1], body);
  return (
    Math.abs(now - Number(answered[1])) <= PUSH_WINDOW_MS &&
    timingSafeEqual(Buffer.from(answered[2]), Buffer.from(right))
  );
}
