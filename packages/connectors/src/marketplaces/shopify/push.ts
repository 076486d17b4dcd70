import { z } from 'zod';
import { parseJson } from '../../json.ts';
import type { PlatformPush } from '../../marketplace.ts';
import { malformed } from '../../read.ts';
import { PLATFORM, type ShopifyApp } from './client.ts';
import { bodyIsSigned, isShopDomain } from './signature.ts';

/** Ids above 2^53 come out of parseJson as text. */
const withId = z.object({ id: z.union([z.string().regex(/^\d+$/), z.number().int().positive()]) });

/** Null when it does not come from Shopify. */
export function readPush(
  app: ShopifyApp,
  input: { headers: Record<string, string | undefined>; body: Buffer },
): PlatformPush | null {
  const headers = new Map(Object.entries(input.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const secrets = app.previousClientSecret ? [app.clientSecret, app.previousClientSecret] : [app.clientSecret];
  if (!bodyIsSigned(input.body, headers.get('x-shopify-hmac-sha256'), secrets)) return null;

  const account = headers.get('x-shopify-shop-domain');
  const topic = headers.get('x-shopify-topic');
  const deliveryId = headers.get('x-shopify-webhook-id');
  const raw = input.body.toString('utf8');
  if (!isShopDomain(account) || !topic || !deliveryId) {
    throw malformed(PLATFORM, 'the push lacks its shop, topic or id', raw);
  }
  const push: PlatformPush = {
    deliveryId,
    topic,
    account,
    ...(topic === 'app/uninstalled' ? { revoked: true } : {}),
  };
  if (!topic.startsWith('orders/')) return push;
  let json: unknown;
  try {
    json = parseJson(raw);
  } catch (error) {
    throw malformed(PLATFORM, 'the push is not JSON', raw, error);
  }
  const read = withId.safeParse(json);
  if (!read.success) throw malformed(PLATFORM, 'the push names no order', raw, read.error);
  return { ...push, platformOrderNo: String(read.data.id) };
}
