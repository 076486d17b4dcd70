import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { PlatformPush, PushInput } from '../../capabilities/pushes.ts';
import { idText, lax } from '../../lax.ts';
import { listOf, optionalText } from '../../read.ts';
import { readPushAs } from '../../record.ts';
import type { ShopAccess } from '../../types.ts';
import { PLATFORM, shaped, type WalmartApp, type WalmartClient } from './client.ts';

/** What is new, what Walmart called off itself, and what a buyer wants changed. */
const EVENTS = ['PO_CREATED', 'PO_LINE_AUTOCANCELLED', 'ORDER_UPDATES'] as const;
/** Older ones may have been caught on their way. */
const OLDEST_MS = 10 * 60_000;

const pushShape = z.object({
  source: z.object({ eventType: z.string().min(1), eventId: optionalText }),
  payload: z.object({ partnerId: idText, purchaseOrderId: lax(idText) }),
});

/** What was set, or something that only who knows our client secret can make. */
export const webhookSecretOf = (app: WalmartApp): string =>
  app.webhookSecret ?? createHmac('sha256', app.clientSecret).update(`webhooks of ${app.clientId}`).digest('hex');

/** Over method, path with query, seconds and the digest of the body's bytes; Base64. */
export function pushSignature(secret: string, answered: { path: string; timestamp: string; body: Buffer }): string {
  const digest = createHash('sha256').update(answered.body).digest('hex');
  const text = `POST\n${answered.path}\n${answered.timestamp}\n${digest}`;
  return createHmac('sha256', secret).update(text).digest('base64');
}

function isSigned(app: WalmartApp, input: PushInput, now: number): boolean {
  const headers = new Map(Object.entries(input.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const answered = headers.get('wm_sec.signature') ?? '';
  const timestamp = headers.get('wm_sec.timestamp') ?? '';
  if (!answered || !/^\d{9,11}$/.test(timestamp) || Math.abs(now - Number(timestamp) * 1000) > OLDEST_MS) return false;
  const { pathname, search } = new URL(input.url);
  const query = new URLSearchParams(input.query).toString();
  const path = `${pathname}${search || (query ? `?${query}` : '')}`;
  const right = Buffer.from(pushSignature(webhookSecretOf(app), { path, timestamp, body: input.body }));
  const supplied = Buffer.from(answered);
  return right.length === supplied.length && timingSafeEqual(right, supplied);
}

/** Null when it does not come from Walmart, or is old. */
export function readPush(app: WalmartApp, input: PushInput, now: number): PlatformPush | null {
  if (!isSigned(app, input, now)) return null;
  const { source, payload } = readPushAs(PLATFORM, pushShape, input.body);
  return {
    deliveryId: source.eventId ?? createHash('sha256').update(input.body).digest('hex'),
    topic: source.eventType,
    account: payload.partnerId,
    ...(payload.purchaseOrderId ? { platformOrderNo: payload.purchaseOrderId } : {}),
  };
}

const subscriptions = z.object({
  events: listOf(
    z.object({ subscriptionId: z.string(), eventType: z.string(), eventUrl: optionalText, status: optionalText }),
  ),
});

export function createSubscription(app: WalmartApp, call: WalmartClient) {
  return async function subscribe(access: ShopAccess, callbackUrl: string): Promise<void> {
    const ask = { kind: 'webhooks', path: '/v3/webhooks/subscriptions' } as const;
    const answer = await call(access, { ...ask, method: 'GET', mayBeNothing: true });
    const known = answer.json === undefined ? [] : shaped(subscriptions, answer, 'subscriptions').events;
    const authDetails = {
      authMethod: 'HMAC',
      authHeaderName: 'WM_SEC.SIGNATURE',
      clientId: app.clientId,
      clientSecret: webhookSecretOf(app),
    };
    for (const eventType of EVENTS) {
      const there = known.find((one) => one.eventType === eventType && one.eventUrl === callbackUrl);
      if (there?.status === 'ACTIVE') continue;
      const event = {
        eventType,
        eventVersion: 'V1',
        resourceName: 'ORDER',
        eventUrl: callbackUrl,
        authDetails,
        status: 'ACTIVE',
      };
      const path = `${ask.path}/${encodeURIComponent(there?.subscriptionId ?? '')}`;
      if (there) await call(access, { ...ask, path, method: 'PATCH', json: event });
      else await call(access, { ...ask, method: 'POST', json: { events: [event] } });
    }
  };
}
