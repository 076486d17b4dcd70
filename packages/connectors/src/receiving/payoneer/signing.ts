import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedPush {
  app: string;
  /** The address that Payoneer calls, as it is registered. */
  url: string;
  timestamp: string;
  nonce: string;
  body: Buffer;
}

export function signedText({ app, url, timestamp, nonce, body }: SignedPush): string {
  const digest = createHash('md5').update(body).digest('base64');
  return `${app}POST${encodeURIComponent(url).toLowerCase()}${timestamp}${nonce}${digest}`;
}

export const signatureOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text, 'utf8').digest('base64');

/** `hmacauth <App>:<Signature>:<Nonce>:<Timestamp>` */
export function isSigned(secret: string, header: string, push: { url: string; body: Buffer }): boolean {
  const [, app, signature, nonce, timestamp] = /^hmacauth ([^:]+):([^:]+):([^:]+):(\d+)$/.exec(header.trim()) ?? [];
  if (!secret || !app || !signature || !nonce || !timestamp) return false;
  const right = Buffer.from(signatureOf(secret, signedText({ app, timestamp, nonce, ...push })));
  const answered = Buffer.from(signature);
  return answered.length === right.length && timingSafeEqual(answered, right);
}
