import { createHmac, timingSafeEqual } from 'node:crypto';

const hmac = (secret: string, text: string | Buffer): string => createHmac('sha256', secret).update(text).digest('hex');

/**
 * The sign of a call to one of Alibaba's open platforms of the newer kind (IOP): every parameter but the sign itself,
 * sorted by the bytes of its name, name and value one after the other without a separator, the call's path in front
 * where it has one. Empty values are neither sent nor signed.
 */
export function signCall(secret: string, path: string, params: Readonly<Record<string, string>>): string {
  const signed = Object.entries(params)
    .filter(([name, value]) => name !== 'sign' && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}${value}`);
  return hmac(secret, path + signed.join('')).toUpperCase();
}

/** A push is signed over the app's key and the bytes as they came, in small letters. */
export function pushIsSigned(
  app: { appKey: string; appSecret: string },
  body: Buffer,
  answered: string | undefined,
): boolean {
  if (answered === undefined || !/^[0-9a-f]{64}$/.test(answered)) return false;
  const expected = hmac(app.appSecret, Buffer.concat([Buffer.from(app.appKey, 'utf8'), body]));
  return timingSafeEqual(Buffer.from(expected), Buffer.from(answered));
}
