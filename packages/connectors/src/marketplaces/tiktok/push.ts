import { z } from 'zod';
import type { PlatformPush, PushInput } from '../../capabilities/pushes.ts';
import { readPushAs } from '../../record.ts';
import type { ShopAccess } from '../../types.ts';
import { PLATFORM, type TiktokClient, type TiktokSetup } from './client.ts';
import { pushIsSigned } from './signature.ts';

/** What is subscribed, by the number that a push names it with. */
const EVENTS: Readonly<Record<number, string>> = {
  1: 'ORDER_STATUS_CHANGE',
  3: 'RECIPIENT_ADDRESS_UPDATE',
  6: 'SELLER_DEAUTHORIZATION',
  11: 'CANCELLATION_STATUS_CHANGE',
  12: 'RETURN_STATUS_CHANGE',
};
const DEAUTHORIZED = 6;

const id = z.union([z.string().min(1), z.number().int()]).transform(String);
const pushShape = z.object({
  type: z.number().int(),
  tts_notification_id: id,
  shop_id: id,
  data: z.object({ order_id: id.optional() }).nullish(),
});

/** Null when it does not come from TikTok. */
export function readPush(setup: TiktokSetup, input: Pick<PushInput, 'headers' | 'body'>): PlatformPush | null {
  const headers = new Map(Object.entries(input.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const answered = headers.get('authorization');
  const apps = setup.usApp ? [setup.app, setup.usApp] : [setup.app];
  if (!apps.some((app) => pushIsSigned(app, input.body, answered))) return null;
  const read = readPushAs(PLATFORM, pushShape, input.body);
  const { type, data } = read;
  return {
    deliveryId: read.tts_notification_id,
    topic: EVENTS[type] ?? `type ${type}`,
    account: read.shop_id,
    ...(data?.order_id ? { platformOrderNo: data.order_id } : {}),
    ...(type === DEAUTHORIZED ? { revoked: true } : {}),
  };
}

const listed = z.object({
  webhooks: z.array(z.object({ event_type: z.string(), address: z.string().nullish() })).nullish(),
});

export function createSubscriptions(call: TiktokClient) {
  return async function subscribe(access: ShopAccess, callbackUrl: string): Promise<void> {
    const path = '/event/202309/webhooks';
    const { webhooks } = await call(access, {
      operation: 'getWebhooks',
      method: 'GET',
      path,
      effect: 'read',
      shape: listed,
    });
    const addresses = new Map((webhooks ?? []).map((one) => [one.event_type, one.address]));
    for (const event of Object.values(EVENTS)) {
      if (addresses.get(event) === callbackUrl) continue;
      await call(access, {
        operation: 'updateWebhook',
        method: 'PUT',
        path,
        json: { address: callbackUrl, event_type: event },
        effect: 'repeatable',
        shape: z.unknown(),
      });
    }
  };
}
