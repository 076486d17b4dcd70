import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const sorted = (params: Readonly<Record<string, unknown>>): string =>
  Object.keys(params)
    .sort()
    .map((name) => `${name}${written(params[name])}`)
    .join('');

/**
 * Names and values of all parameters in the order of their names, between the secret twice. Text stands bare, anything
 * else as the JSON that is sent: what lies further inside keeps its order.
 */
export function sign(secret: string, params: Readonly<Record<string, unknown>>): string {
  return createHash('md5')
    .update(`${secret}${sorted(params)}${secret}`)
    .digest('hex')
    .toUpperCase();
}

/** What a push says, decrypted under its first 16 letters. @throws when it is not so encrypted */
export function decrypt(secret: string, text: string): string {
  const key = Buffer.alloc(16);
  Buffer.from(secret).copy(key);
  const cipher = createDecipheriv('aes-128-cbc', key, key);
  const plain = Buffer.concat([cipher.update(Buffer.from(text, 'base64')), cipher.final()]);
  return new TextDecoder('utf-8', { fatal: true }).decode(plain);
}

const SIGNATURE = 'x-tm-signature';

/** Signed are all headers of Temu's but the signature itself, and what the push says in the clear. */
export function pushIsSigned(secret: string, headers: ReadonlyMap<string, string>, eventData: string): boolean {
  const answered = headers.get(SIGNATURE);
  if (!answered) return false;
  const signed: Record<string, string> = { eventData };
  for (const [name, value] of headers) if (name.startsWith('x-tm-') && name !== SIGNATURE) signed[name] = value;
  const expected = Buffer.from(createHmac('sha256', secret).update(sorted(signed)).digest('hex'));
  const input = Buffer.from(answered);
  return input.length === expected.length && timingSafeEqual(input, expected);
}
