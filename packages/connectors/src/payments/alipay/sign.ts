import { createPrivateKey, createPublicKey, createSign, createVerify, type KeyObject } from 'node:crypto';

/** Keys come with armour or bare, PKCS#8 or PKCS#1. */
export function privateKey(text: string): KeyObject {
  if (text.includes('-----')) return createPrivateKey(text);
  const key = Buffer.from(text.replace(/\s/g, ''), 'base64');
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  } catch {
    return createPrivateKey({ key, format: 'der', type: 'pkcs1' });
  }
}

export function publicKey(text: string): KeyObject {
  if (text.includes('-----')) return createPublicKey(text);
  const key = Buffer.from(text.replace(/\s/g, ''), 'base64');
  return createPublicKey({ key, format: 'der', type: 'spki' });
}

type Params = Readonly<Record<string, string | undefined>>;

function joined(params: Params, leaveOut: readonly string[]): string {
  return Object.entries(params)
    .filter(([name, value]) => value !== undefined && !leaveOut.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Apps neither sign nor send a parameter without a value: then Alipay sees what was signed, whichever way it reads. */
export const withoutEmpty = <V extends string | undefined>(params: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''));

/** What we sign: parameters that say something, by name, raw; `sign_type` is part of it. */
export const requestText = (params: Params) => joined(withoutEmpty(params), ['sign']);
/** What Alipay signs of a notification: all parameters but these two, also those without a value. */
export const notificationText = (params: Params) => joined(params, ['sign', 'sign_type']);

/**
 * Alipay's own libraries do not agree on parameters without a value: those for Java, Node and PHP now sign them, older
 * ones for PHP left them out. Either text holds everything that the notification says.
 * Sources: `getSignCheckContentV1` (alipay-sdk-java-all), `notifyRSACheck` (alipay-sdk-nodejs-all), `rsaCheckV1`
 * (alipay-sdk-php-all).
 */
export const isNotifiedBy = (params: Params, key: KeyObject): boolean =>
  [params, withoutEmpty(params)].some((said) => isSignedBy(notificationText(said), params.sign ?? '', key));

export const sign = (text: string, key: KeyObject): string => createSign('RSA-SHA256').update(text).sign(key, 'base64');

export function isSignedBy(text: string, signature: string, key: KeyObject): boolean {
  if (!/^[A-Za-z0-9+/]+=*$/.test(signature)) return false;
  return createVerify('RSA-SHA256').update(text).verify(key, signature, 'base64');
}

/**
 * The answer's node exactly as it was sent: what is signed is its text, which a parser would not give back. Braces
 * inside of texts do not count.
 */
export function nodeText(body: string, name: string): string | undefined {
  const named = body.indexOf(`"${name}"`);
  const from = named < 0 ? -1 : body.indexOf('{', named);
  if (from < 0) return undefined;
  let depth = 0;
  let inText = false;
  for (let at = from; at < body.length; at++) {
    const sign = body[at];
    if (inText) {
      if (sign === '\\') at++;
      else if (sign === '"') inText = false;
    } else if (sign === '"') inText = true;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return body.slice(from, at + 1);
  }
  return undefined;
}
