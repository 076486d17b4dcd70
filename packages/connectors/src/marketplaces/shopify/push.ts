import { z } from 'zod';
import type { PlatformForget, PlatformPush } from '../../capabilities/pushes.ts';
import { parseJson } from '../../json.ts';
import { malformed } from '../../read.ts';
import { PLATFORM, type ShopifyApp } from './client.ts';
import { bodyIsSigned, isShopDomain } from './signature.ts';

/** Ids above 2^53 come out of parseJson as text. */
const idShape = z.union([z.string().regex(/^\d+$/), z.number().int().positive()]);
const withId = z.object({ id: idShape });
const toRedact = z.object({ orders_to_redact: z.array(idShape).nullish() });

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
  if (topic === 'shop/redact') return { ...push, forget: { shop: true } };
  if (topic === 'customers/redact') return { ...push, forget: ordersToRedact(raw) };
  if (!topic.startsWith('orders/')) return push;
  const read = withId.safeParse(jsonOf(raw));
  if (!read.success) throw malformed(PLATFORM, 'the push names no order', raw, read.error);
  return { ...push, platformOrderNo: String(read.data.id) };
}

/** A customer without orders is told, too: there is nothing to erase then. */
function ordersToRedact(raw: string): PlatformForget {
  const read = toRedact.safeParse(jsonOf(raw));
  if (!read.success) throw malformed(PLATFORM, 'the push names its orders in another way', raw, read.error);
  return { platformOrderNos: (read.data.orders_to_redact ?? []).map(String) };
}

function jsonOf(raw: string): unknown {
  try {
    return parseJson(raw);
  } catch (error) {
    throw malformed(PLATFORM, 'the push is not JSON', raw, error);
  }
}
