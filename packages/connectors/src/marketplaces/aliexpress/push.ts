import type { IopApp } from '../../iop/gateway.ts';
import { readIopPush } from '../../iop/push.ts';
import type { PlatformPush, PushInput } from '../../marketplace.ts';
import { PLATFORM } from './client.ts';

/** Null when it does not come from AliExpress. Where its pushes go is set by hand, in the app's console. */
export function readPush(app: IopApp, input: PushInput): PlatformPush | null {
  const told = readIopPush(PLATFORM, app, input);
  if (!told) return null;
  return {
    deliveryId: told.deliveryId,
    topic: told.topic,
    account: told.seller,
    ...(told.orderNo ? { platformOrderNo: told.orderNo } : {}),
  };
}
