import { createHash, timingSafeEqual } from 'node:crypto';
import type { Push, PushedTracking } from '../../carriers/connector.ts';
import { parseJson } from '../../json.ts';
import { malformed } from '../../read.ts';
import { ConnectorError } from '../../types.ts';
import { readParcel } from './events.ts';
import { TRACKER } from './refusals.ts';
import { pushShape } from './shapes.ts';

/** SHA-256 over the very bytes that came, a stroke and the key, in hexadecimal digits. */
export function signOf(body: Buffer, apiKey: string): string {
  return createHash('sha256').update(body).update(`/${apiKey}`).digest('hex');
}

function isSigned(body: Buffer, apiKey: string, sign: string): boolean {
  const [right, received] = [Buffer.from(signOf(body, apiKey)), Buffer.from(sign.toLowerCase())];
  return apiKey !== '' && right.length === received.length && timingSafeEqual(right, received);
}

function jsonIn(body: Buffer): unknown {
  try {
    return parseJson(body.toString('utf8'));
  } catch (error) {
    throw malformed(TRACKER, 'a push that is no JSON', body.toString('utf8'), error);
  }
}

/** News of a number, or that it is followed no longer: its state comes with both. */
export const readPush: Push['read'] = ({ body, headers, access }): PushedTracking[] => {
  if (!isSigned(body, access.keys.apiKey ?? '', headers.sign ?? ''))
    throw new ConnectorError(TRACKER, 'rejected', 'a push that 17TRACK has not signed', { code: 'SIGNATURE' });
  const read = pushShape.safeParse(jsonIn(body));
  if (!read.success) throw malformed(TRACKER, 'a push', body.toString('utf8'), read.error);
  const { number, track_info } = read.data.data;
  const events = readParcel([track_info]);
  return events.length === 0 ? [] : [{ trackingNumber: number, events }];
};
