import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import type { PlatformPush, PushInput } from '../../capabilities/pushes.ts';
import { malformed, optionalText } from '../../read.ts';
import { readPushAs } from '../../record.ts';
import { ConnectorError } from '../../types.ts';
import { type EbayApp, type EbayClient, PLATFORM, shaped } from './client.ts';
import type { TokenEndpoint } from './tokens.ts';

/** How long eBay asks its keys to be kept; unknown ones too, so that forged pushes cost no calls. */
const KEY_LIFE_MS = 60 * 60_000;
const MOST_KEYS = 200;
/** The permission ended, or the account did. */
const DELETION = 'MARKETPLACE_ACCOUNT_DELETION';
const REVOKING = new Set(['AUTHORIZATION_REVOCATION', DELETION]);

const headerShape = z.object({ kid: z.string().regex(/^[\w-]{1,64}$/), signature: z.string().min(1) });
const keyShape = z.object({ key: z.string().min(1), digest: z.string().nullish() });
const pushShape = z.object({
  metadata: z.object({ topic: z.string().min(1) }),
  notification: z.object({
    notificationId: z.string().min(1),
    data: z.object({
      userId: z.string().min(1).nullish(),
      username: optionalText,
      user: z.object({ userId: z.string().min(1) }).nullish(),
      order: z.object({ orderId: z.string().min(1) }).nullish(),
    }),
  }),
});

export interface PushKey {
  key: KeyObject;
  digest: 'sha1' | 'sha256';
}

/** eBay writes the frame of a PEM file without its line breaks. @throws when it is no key */
export function readPushKey(text: string, digest: string | null | undefined): PushKey {
  const der = Buffer.from(text.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return { key, digest: /^sha-?256$/i.test(digest ?? '') ? 'sha256' : 'sha1' };
}

/** The header is a JSON text in Base64. Undefined where there is none that could be eBay's. */
export function readSignature(header: string | undefined): { kid: string; signature: Buffer } | undefined {
  try {
    const read = headerShape.parse(JSON.parse(Buffer.from(header ?? '', 'base64').toString('utf8')));
    return { kid: read.kid, signature: Buffer.from(read.signature, 'base64') };
  } catch {
    return undefined;
  }
}

/** Signed over the bytes as they came. */
export const isSigned = (body: Buffer, signature: Buffer, { key, digest }: PushKey): boolean =>
  verify(digest, body, key, signature);

/** Between 32 and 80 letters and digits: what was set, or something that only who knows our certificate can make. */
export const verificationTokenOf = (app: EbayApp): string =>
  app.verificationToken ??
  createHash('sha256').update(`verification token of ${app.appId} ${app.certId}`).digest('hex');

/** eBay asks an address to prove that it knows the token before it sends anything there. */
export function answerChallenge(app: EbayApp, input: { query: Record<string, string>; url: string }): string | null {
  const code = input.query.challenge_code;
  if (!code) return null;
  const hash = createHash('sha256').update(code).update(verificationTokenOf(app)).update(input.url);
  return JSON.stringify({ challengeResponse: hash.digest('hex') });
}

function readBody(body: Buffer): PlatformPush {
  const { metadata, notification } = readPushAs(PLATFORM, pushShape, body);
  const account = notification.data.user?.userId ?? notification.data.userId;
  if (!account) throw malformed(PLATFORM, 'the push names no user', body.toString('utf8'));
  const orderId = notification.data.order?.orderId;
  // Orders know their buyer by one of the two: developers in China are told ids in place of names.
  const buyers = [notification.data.userId, notification.data.username].filter((one) => typeof one === 'string');
  return {
    deliveryId: notification.notificationId,
    topic: metadata.topic,
    account,
    ...(orderId ? { platformOrderNo: orderId } : {}),
    ...(REVOKING.has(metadata.topic) ? { revoked: true } : {}),
    ...(metadata.topic === DELETION ? { forget: { buyers } } : {}),
  };
}

export function createPushReader(call: EbayClient, tokens: TokenEndpoint, now: () => number) {
  const keys = new Map<string, { until: number; key: PushKey | null }>();

  async function ask(kid: string): Promise<PushKey | null> {
    try {
      const path = `/public_key/${encodeURIComponent(kid)}`;
      const answer = await call(await tokens.asApplication(), { api: 'notification', method: 'GET', path });
      const answered = shaped(keyShape, answer, 'getPublicKey');
      return readPushKey(answered.key, answered.digest);
    } catch (error) {
      if (error instanceof ConnectorError && error.kind === 'rejected') return null;
      throw error;
    }
  }

  async function keyOf(kid: string): Promise<PushKey | null> {
    const known = keys.get(kid);
    if (known && known.until > now()) return known.key;
    const key = await ask(kid);
    if (keys.size >= MOST_KEYS) keys.clear();
    keys.set(kid, { until: now() + KEY_LIFE_MS, key });
    return key;
  }

  /** Null when it does not come from eBay. */
  return async function readPush(input: PushInput): Promise<PlatformPush | null> {
    const headers = new Map(Object.entries(input.headers).map(([name, value]) => [name.toLowerCase(), value]));
    const answered = readSignature(headers.get('x-ebay-signature'));
    if (!answered) return null;
    const key = await keyOf(answered.kid);
    return key && isSigned(input.body, answered.signature, key) ? readBody(input.body) : null;
  };
}
