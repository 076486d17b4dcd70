import { createHmac } from 'node:crypto';

/** The headers of a call to Tradewind, as its documentation describes them. */
export function signed(
  keys: { key: string; secret: string },
  call: { method: string; target: string; body: string; at: number },
): Record<string, string> {
  const timestamp = String(Math.floor(call.at / 1000));
  const text = [timestamp, call.method, call.target, call.body].join('\n');
  return {
    'content-type': 'application/json',
    'x-shop-key': keys.key,
    'x-shop-timestamp': timestamp,
    'x-shop-signature': createHmac('sha256', keys.secret).update(text, 'utf8').digest('hex'),
  };
}
