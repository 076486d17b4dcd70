import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';

/**
 * eBay's digital signature (RFC 9421 with an Ed25519 key), which it asks sellers of the EU and the United Kingdom for
 * where money moves. The key and its JWE come from eBay's key management; a signature that nobody asked for is ignored.
 */
export interface SigningKey {
  jwe: string;
  key: KeyObject;
}

export interface Signable {
  method: string;
  url: string;
  /** The very bytes that are sent; absent where there is no body. */
  body?: string | undefined;
}

/** PKCS #8, with the frame of a PEM file or without. @throws when it is no such key, or not an Ed25519 one */
export function readSigningKey(text: string, jwe: string): SigningKey {
  const der = Buffer.from(text.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`an Ed25519 key is wanted, not ${key.asymmetricKeyType}`);
  return { jwe, key };
}

/** What is signed: a line for each component, and last the list of them. */
export function signatureBase(
  request: Signable,
  jwe: string,
  created: number,
): { base: string; params: string; digest?: string } {
  const { host, pathname } = new URL(request.url);
  const digest =
    request.body === undefined
      ? undefined
      : `sha-256=:${createHash('sha256').update(request.body, 'utf8').digest('base64')}:`;
  const parts: [string, string][] = [
    ...(digest === undefined ? [] : [['content-digest', digest] satisfies [string, string]]),
    ['x-ebay-signature-key', jwe],
    ['@method', request.method],
    ['@path', pathname],
    ['@authority', host],
  ];
  const params = `(${parts.map(([name]) => `"${name}"`).join(' ')});created=${created}`;
  const lines = parts.map(([name, value]) => `"${name}": ${value}`);
  return {
    base: [...lines, `"@signature-params": ${params}`].join('\n'),
    params,
    ...(digest === undefined ? {} : { digest }),
  };
}

/** The headers that sign a request. @param now milliseconds since 1970 */
export function signatureHeaders(request: Signable, { jwe, key }: SigningKey, now: number): Record<string, string> {
  const { base, params, digest } = signatureBase(request, jwe, Math.floor(now / 1000));
  return {
    ...(digest === undefined ? {} : { 'content-digest': digest }),
    'x-ebay-signature-key': jwe,
    'signature-input': `sig1=${params}`,
    signature: `sig1=:${sign(null, Buffer.from(base, 'utf8'), key).toString('base64')}:`,
  };
}
