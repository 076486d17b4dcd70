import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PlatformPush, PushInput } from '../../capabilities/pushes.ts';
import { optionalText } from '../../read.ts';
import { readPushAs } from '../../record.ts';
import type { ShopAccess } from '../../types.ts';
import { PLATFORM, type ShopeeApp, type ShopeeClient } from './client.ts';
import { answerOf, id } from './shapes.ts';
import { pushIsSigned } from './signature.ts';

/** Shop authorized and no longer authorized, order status, tracking number, consent ends soon, label made. */
const CODES = [1, 2, 3, 4, 12, 15] as const;
const DEAUTHORIZED = 2;

const pushShape = z.object({
  code: z.number().int(),
  shop_id: id.nullish(),
  msg_id: optionalText,
  data: z
    .object({
      ordersn: optionalText,
      order_sn: optionalText,
      shop_id: id.nullish(),
      shop_id_list: z.array(id).nullish(),
    })
    .nullish()
    .catch(undefined),
});

/** What concerns the app alone, as the trial of its address, names no shop, or number 0. */
const isShop = (answered: string | null | undefined): answered is string => Boolean(answered) && answered !== '0';

/** Null when it does not come from Shopee. */
export function readPush(app: ShopeeApp, input: PushInput): PlatformPush | null {
  const answered = Object.entries(input.headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  if (!pushIsSigned(app.partnerKey, input.url, input.body, answered)) return null;
  const { code, shop_id: shopId, msg_id: messageId, data } = readPushAs(PLATFORM, pushShape, input.body);
  const orderNo = data?.ordersn ?? data?.order_sn;
  return {
    deliveryId: messageId ?? createHash('sha256').update(input.body).digest('hex'),
    topic: String(code),
    account: [shopId, data?.shop_id, ...(data?.shop_id_list ?? [])].find(isShop) ?? '',
    ...(orderNo ? { platformOrderNo: orderNo } : {}),
    ...(code === DEAUTHORIZED ? { revoked: true } : {}),
  };
}

const configShape = answerOf(
  z.object({ callback_url: z.string().nullish(), push_config_on_list: z.array(z.number()).nullish() }),
);

/** One address for the whole app: shops connected later are told of by it too. Shopee tries the address at once. */
export function createSubscription({ call }: ShopeeClient) {
  return async function subscribe(_access: ShopAccess, callbackUrl: string): Promise<void> {
    const { response } = await call(undefined, { method: 'GET', path: 'push/get_app_push_config', shape: configShape });
    const on = new Set(response.push_config_on_list);
    if (response.callback_url === callbackUrl && CODES.every((code) => on.has(code))) return;
    await call(undefined, {
      method: 'POST',
      path: 'push/set_app_push_config',
      json: { callback_url: callbackUrl, set_push_config_on: [...CODES] },
      shape: z.unknown(),
    });
  };
}
