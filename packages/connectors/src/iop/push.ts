import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PushInput } from '../capabilities/pushes.ts';
import { readPushAs } from '../record.ts';
import { pushIsSigned } from './signature.ts';

const id = z.union([z.string(), z.number()]).transform(String).nullish();
const pushShape = z.object({
  message_type: z.number().int(),
  seller_id: id,
  site: z.string().nullish(),
  data: z.object({ trade_order_id: id, seller_id: id }).nullish().catch(undefined),
});

/** What the shops of an app are told; null when the platform has not signed it. @throws ConnectorError `malformed` */
export function readIopPush(platform: string, app: { appKey: string; appSecret: string }, input: PushInput) {
  const signature = Object.entries(input.headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  if (!pushIsSigned(app, input.body, signature)) return null;
  const answered = readPushAs(platform, pushShape, input.body);
  // Where the message is about no order it may say "null" for the seller, and mean it in its data.
  const seller = [answered.seller_id, answered.data?.seller_id].find((one) => one && one !== 'null');
  return {
    deliveryId: createHash('sha256').update(input.body).digest('hex'),
    topic: String(answered.message_type),
    seller: seller ?? '',
    site: answered.site ?? '',
    orderNo: answered.data?.trade_order_id || undefined,
  };
}
