import type { PlatformPush, PushInput } from '../../capabilities/pushes.ts';
import type { IopApp } from '../../iop/gateway.ts';
import { readIopPush } from '../../iop/push.ts';
import { PLATFORM } from './client.ts';

/** Null when it does not come from AliExpress. Where its pushes go is set by hand, in the app's console. */
export function readPush(app: IopApp, input: PushInput): PlatformPush | null {
  const answered = readIopPush(PLATFORM, app, input);
  if (!answered) return null;
  return {
    deliveryId: answered.deliveryId,
    topic: answered.topic,
    account: answered.seller,
    ...(answered.orderNo ? { platformOrderNo: answered.orderNo } : {}),
  };
}
