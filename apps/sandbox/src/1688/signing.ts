import { createHmac, timingSafeEqual } from 'node:crypto';

/** Capitals of the HMAC-SHA1 over path, names and values; the names in the order of their characters. */
export function isSigned(secret: string, path: string, params: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(params).filter((name) => name !== '_aop_signature');
  let text = path;
  for (const name of names.sort()) text += name + params[name];
  const right = createHmac('sha1', secret).update(text).digest('hex').toUpperCase();
  const answered = params._aop_signature ?? '';
  return answered.length === right.length && timingSafeEqual(Buffer.from(answered), Buffer.from(right));
}
