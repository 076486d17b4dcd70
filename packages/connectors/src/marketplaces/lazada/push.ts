import type { IopApp } from '../../iop/gateway.ts';
import { readIopPush } from '../../iop/push.ts';
import type { PlatformPush, PushInput } from '../../marketplace.ts';
import { PLATFORM } from './client.ts';
import { accountOf } from './tokens.ts';

/** "lazada_vn": the country whose seller is meant. */
const SITE = /^lazada_([a-z]{2})$/;

/** Null when it does not come from Lazada. Where its pushes go is set by hand, in the app's console. */
export function readPush(app: IopApp, input: PushInput): PlatformPush | null {
  const told = readIopPush(PLATFORM, app, input);
  if (!told) return null;
  const country = SITE.exec(told.site)?.[1];
  return {
    deliveryId: told.deliveryId,
    topic: told.topic,
    account: country && told.seller ? accountOf(country, told.seller) : '',
    ...(told.orderNo ? { platformOrderNo: told.orderNo } : {}),
  };
}
