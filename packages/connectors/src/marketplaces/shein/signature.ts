import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';

const RANDOM_LENGTH = 5;
const IV = Buffer.from('space-station-default-iv').subarray(0, 16);

/**
 * Who calls, when and where, under the secret and five random signs. What is encoded in the end is the hash's
 * hexadecimal text, not its bytes. Query and body are not signed.
 */
export function sign(id: string, timestamp: string, path: string, secret: string, random: string): string {
  const hex = createHmac('sha256', `${secret}${random}`).update(`${id}&${timestamp}&${path}`).digest('hex');
  return random + Buffer.from(hex).toString('base64');
}

export function isSigned(
  answered: string | undefined,
  by: { id: string; timestamp: string; path: string; secret: string },
): boolean {
  if (answered === undefined || answered.length <= RANDOM_LENGTH) return false;
  const expected = Buffer.from(sign(by.id, by.timestamp, by.path, by.secret, answered.slice(0, RANDOM_LENGTH)));
  const input = Buffer.from(answered);
  return input.length === expected.length && timingSafeEqual(input, expected);
}

/** A shop's secret and what pushes say come encrypted under our app's secret. @throws when it is not so encrypted */
export function decrypt(appSecret: string, text: string): string {
  const key = Buffer.alloc(16);
  Buffer.from(appSecret).copy(key);
  const cipher = createDecipheriv('aes-128-cbc', key, IV);
  const plain = Buffer.concat([cipher.update(Buffer.from(text, 'base64')), cipher.final()]);
  return new TextDecoder('utf-8', { fatal: true }).decode(plain);
}
