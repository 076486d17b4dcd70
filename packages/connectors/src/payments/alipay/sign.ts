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

/** What is signed: parameters that say something, by name, raw. `leaveOut`: what is not part of it. */
export function signedText(params: Params, leaveOut: readonly string[]): string {
  return Object.entries(params)
    .filter(([name, value]) => value !== undefined && value !== '' && !leaveOut.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Of a request `sign_type` is signed too, of a notification it is not. */
export const requestText = (params: Params) => signedText(params, ['sign']);
export const notificationText = (params: Params) => signedText(params, ['sign', 'sign_type']);

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
