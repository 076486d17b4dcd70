import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ShopCall } from '../../capabilities/own-shop.ts';

/** Clocks differ, and calls take their time. */
const WINDOW_SECONDS = 300;

const HEADERS = { key: 'x-shop-key', timestamp: 'x-shop-timestamp', signature: 'x-shop-signature' } as const;

const said = (call: ShopCall, name: keyof typeof HEADERS): string | undefined => call.headers[HEADERS[name]];

export const accountOf = (call: ShopCall): string | undefined => said(call, 'key') || undefined;

/** HMAC-SHA256 over time, method, path with query and the bytes of the body, each on a line of its own; hex. */
export function signatureOf(call: Pick<ShopCall, 'method' | 'target' | 'body'>, secret: string, timestamp: string) {
  return createHmac('sha256', secret)
    .update(`${timestamp}\n${call.method.toUpperCase()}\n${call.target}\n`)
    .update(call.body)
    .digest();
}

export function isSigned(call: ShopCall, secret: string, nowMs: number): boolean {
  const timestamp = said(call, 'timestamp') ?? '';
  const signature = said(call, 'signature') ?? '';
  if (!/^\d{10}$/.test(timestamp) || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > WINDOW_SECONDS) return false;
  return timingSafeEqual(signatureOf(call, secret, timestamp), Buffer.from(signature, 'hex'));
}
