import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PlatformPush, PushInput } from '../../capabilities/pushes.ts';
import { parseJson } from '../../json.ts';
import { optionalText } from '../../read.ts';
import type { SheinApp } from './client.ts';
import { decrypt, isSigned } from './signature.ts';

const AUTHORIZATION = '/authorization_change_notice';
const eventShape = z.object({ orderNo: optionalText });

/** The one field of the form, told apart by the boundary that the header names. */
async function eventData(contentType: string, body: Buffer): Promise<string | undefined> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
    const answered = form.get('eventData');
    return typeof answered === 'string' ? answered : undefined;
  } catch {
    return undefined;
  }
}

function opened(appSecret: string, text: string): unknown {
  try {
    return parseJson(decrypt(appSecret, text));
  } catch {
    return undefined;
  }
}

/**
 * Null when it does not come from SHEIN. The signature covers neither the event's name nor what it says: that it can be
 * decrypted says who wrote it.
 */
export async function readPush(app: SheinApp, input: PushInput): Promise<PlatformPush | null> {
  const headers = new Map(Object.entries(input.headers).map(([name, value]) => [name.toLowerCase(), value ?? '']));
  const timestamp = headers.get('x-lt-timestamp') ?? '';
  const by = { id: app.appId, timestamp, path: new URL(input.url).pathname, secret: app.appSecret };
  if (!isSigned(headers.get('x-lt-signature'), by)) return null;
  const text = await eventData(headers.get('content-type') ?? '', input.body);
  const event = text === undefined ? undefined : opened(app.appSecret, text);
  const account = headers.get('x-lt-openkeyid');
  if (event === undefined || !account) return null;
  const topic = headers.get('x-lt-eventcode') ?? '';
  const orderNo = eventShape.safeParse(event).data?.orderNo;
  return {
    deliveryId: createHash('sha256').update(`${topic}\n${timestamp}\n${text}`).digest('hex'),
    topic,
    account,
    ...(orderNo ? { platformOrderNo: orderNo } : {}),
    // It may also have been given anew: the shop's own answer tells.
    ...(topic === AUTHORIZATION ? { revoked: true } : {}),
  };
}
