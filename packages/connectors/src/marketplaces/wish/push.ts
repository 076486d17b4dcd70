import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { PlatformPush, PushInput } from '../../capabilities/pushes.ts';
import { malformed } from '../../read.ts';
import { readPushAs } from '../../record.ts';
import type { ShopAccess } from '../../types.ts';
import { PLATFORM, type WishClient, type WishSetup } from './client.ts';

/** Everything about orders. */
const TOPIC = 'ORDER_ALL';

/** Base64 of the HMAC-SHA256 over the bytes as they came, by the app's secret. */
export function isSigned(secret: string, body: Buffer, answered: string | undefined): boolean {
  const right = createHmac('sha256', secret).update(body).digest();
  const supplied = Buffer.from(answered ?? '', 'base64');
  return supplied.length === right.length && timingSafeEqual(supplied, right);
}

/** What happened in a small window of time comes together; a trial from Wish's page carries a text instead of an order. */
const events = z.array(z.object({ data: z.unknown(), timestamp: z.number().nullish() }));
const named = z.object({ id: z.string().min(1) });

/** Null when it does not come from Wish. */
export function readPush({ app }: WishSetup, input: Pick<PushInput, 'headers' | 'body'>): PlatformPush | null {
  const headers = new Map(Object.entries(input.headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (!isSigned(app.clientSecret, input.body, headers.get('wish-hmac-sha256'))) return null;
  const topic = headers.get('wish-topic') ?? '';
  const account = headers.get('wish-merchant-id') ?? '';
  if (!topic || !account)
    throw malformed(PLATFORM, 'the push lacks its topic or merchant', input.body.toString('utf8'));
  const answered = readPushAs(PLATFORM, events, input.body);
  const ids = answered.flatMap(({ data }) => {
    const read = named.safeParse(data);
    return read.success && topic.startsWith('ORDER_') ? [read.data.id] : [];
  });
  const [first, ...others] = new Set(ids);
  return {
    // Repetitions are the same bytes for the same subscription.
    deliveryId: createHash('sha256')
      .update(`${headers.get('wish-subscription-id') ?? ''}\n`)
      .update(input.body)
      .digest('hex'),
    topic,
    account,
    ...(first ? { platformOrderNo: first } : {}),
    ...(others.length > 0 ? { otherOrderNos: others } : {}),
  };
}

const topicsShape = z.array(z.object({ id: z.string().min(1), topic_name: z.string() }));
const subscriptionsShape = z.array(
  z.object({
    id: z.string().min(1),
    topic_id: z.string(),
    endpoint: z.string().nullish(),
    status: z.string().nullish(),
  }),
);

/** Merchants' own apps may; of an app for many merchants the address is set on its page at Wish. */
export function createSubscriptions(call: WishClient) {
  return async function subscribe(access: ShopAccess, callbackUrl: string): Promise<void> {
    const read = { method: 'GET', effect: 'read' } as const;
    const topics = await call(access, { ...read, path: '/webhook/topics', shape: topicsShape });
    const topic = topics.find((one) => one.topic_name === TOPIC);
    if (!topic) throw malformed(PLATFORM, `there is no topic ${TOPIC}`, JSON.stringify(topics));
    const path = '/webhook/subscriptions';
    const standing = await call(access, { ...read, path, shape: subscriptionsShape });
    const ours = standing.find((one) => one.topic_id === topic.id && one.endpoint === callbackUrl);
    if (ours && ours.status !== 'INACTIVE') return;
    // After a day without an answer Wish stops: then it has to be told to go on.
    const wake = ours && { method: 'PUT' as const, path: `${path}/${ours.id}`, query: { status: 'ACTIVE' } };
    const begin = { method: 'POST' as const, path, query: { topic_id: topic.id, endpoint: callbackUrl } };
    await call(access, { ...(wake ?? begin), effect: 'repeatable', shape: z.unknown() });
  };
}
