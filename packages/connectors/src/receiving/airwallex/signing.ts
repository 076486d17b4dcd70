import { createHmac, timingSafeEqual } from 'node:crypto';

/** Of a push: the time in its header, and the bytes of its body. */
export const signatureOf = (secret: string, timestamp: string, body: Buffer): string =>
  createHmac('sha256', secret).update(timestamp).update(body).digest('hex');

export function isSigned(secret: string, header: string, timestamp: string, body: Buffer): boolean {
  if (!secret || !/^[0-9a-f]{64}$/.test(header)) return false;
  return timingSafeEqual(Buffer.from(header), Buffer.from(signatureOf(secret, timestamp, body)));
}
