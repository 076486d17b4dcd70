import { PushSender } from '../kit/pushes.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { type IopDesk, pushSignature } from './desk.ts';

const TRADE_ORDER = 0;
const seconds = (ms: number): number => Math.floor(ms / 1000);

/** News of orders to the one address that stands in the app's console, signed over the app's key and the body. */
export const orderPushes = (
  desk: IopDesk,
  notify: (order: SandboxOrder) => { seller: string; site: string; data: object },
): PushSender =>
  new PushSender(desk.ctx, desk.platform, (_event, order) => {
    const { seller, site, data } = notify(order);
    const said = {
      seller_id: seller,
      message_type: TRADE_ORDER,
      data: { ...data, status_update_time: seconds(order.updatedAt) },
      timestamp: seconds(desk.ctx.world.clock.now()),
      site,
    };
    const body = Buffer.from(JSON.stringify(said), 'utf8');
    return [
      {
        topic: String(TRADE_ORDER),
        body,
        headers: { 'content-type': 'application/json', authorization: pushSignature(desk.app, body) },
      },
    ];
  });
