import type { PlatformPush, PushInput } from '../../capabilities/pushes.ts';
import type { IopApp } from '../../iop/gateway.ts';
import { readIopPush } from '../../iop/push.ts';
import { PLATFORM } from './client.ts';
import { accountOf } from './tokens.ts';

/** "lazada_vn": the country whose seller is meant. */
const SITE = /^lazada_([a-z]{2})$/;

/** Null when it does not come from Lazada. Where its pushes go is set by hand, in the app's console. */
export function readPush(app: IopApp, input: PushInput): PlatformPush | null {
  const answered = readIopPush(PLATFORM, app, input);
  if (!answered) return null;
  const country = SITE.exec(answered.site)?.[1];
  return {
    deliveryId: answered.deliveryId,
    topic: answered.topic,
    account: country && answered.seller ? accountOf(country, answered.seller) : '',
    ...(answered.orderNo ? { platformOrderNo: answered.orderNo } : {}),
  };
}
