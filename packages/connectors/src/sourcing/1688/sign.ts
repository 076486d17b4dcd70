import { createHmac } from 'node:crypto';

/**
 * The `_aop_signature` of a call: the path from `param2` on, then every parameter sorted by the bytes of its name, name
 * and value one after the other without a separator. HMAC-SHA1 with the app's secret, in capitals.
 */
export function signPath(secret: string, path: string, params: Readonly<Record<string, string>>): string {
  const signed = Object.entries(params)
    .filter(([name]) => name !== '_aop_signature')
    .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map(([name, value]) => name + value);
  return createHmac('sha1', secret)
    .update(path + signed.join(''), 'utf8')
    .digest('hex')
    .toUpperCase();
}
