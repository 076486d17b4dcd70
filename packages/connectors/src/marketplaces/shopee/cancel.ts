import { z } from 'zod';
import type { CancelReason, CancelRefusal, CancelRequest, CancelResult } from '../../capabilities/cancellation.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type ShopeeClient } from './client.ts';
import type { Listing } from './listing.ts';
import type { ShopeeOrder } from './orderShape.ts';

/** Only where the market's sellers may give it as a reason. */
const UNDELIVERABLE_IN = new Set(['TW', 'MY']);

function reasonFor(reason: CancelReason, region: string): string {
  if (reason === 'outOfStock') return 'OUT_OF_STOCK';
  if (reason === 'buyerAsked') return 'CUSTOMER_REQUEST';
  if (reason === 'badAddress' && UNDELIVERABLE_IN.has(region)) return 'UNDELIVERABLE_AREA';
  const message = `Shopee knows no such reason in ${region}: sellers cancel for want of stock or because the buyer asked`;
  throw new ConnectorError(PLATFORM, 'rejected', message, { code: 'NO_SUCH_REASON' });
}

const articles = (order: ShopeeOrder) =>
  order.item_list.map((item) => ({ item_id: Number(item.item_id), model_id: Number(item.model_id ?? 0) }));

type Answer = 'ACCEPT' | 'REJECT';

/** Only while the order is `IN_CANCEL`. */
async function answerBuyer({ call }: ShopeeClient, access: ShopAccess, orderSn: string, operation: Answer) {
  await call(access, {
    method: 'POST',
    path: 'order/handle_buyer_cancellation',
    json: { order_sn: orderSn, operation },
    shape: z.unknown(),
  });
}

export function createCancelRefusal(client: ShopeeClient, listing: Listing) {
  return async function refuseCancel(access: ShopAccess, refusal: CancelRefusal): Promise<'refused' | 'over'> {
    const order = await listing.readDetail(access, refusal.platformOrderNo);
    if (order.order_status !== 'IN_CANCEL') return 'over';
    await answerBuyer(client, access, order.order_sn, 'REJECT');
    return 'refused';
  };
}

export function createCancellation(client: ShopeeClient, listing: Listing) {
  const { call } = client;
  return async function cancelOrder(access: ShopAccess, notice: CancelRequest): Promise<CancelResult> {
    const order = await listing.readDetail(access, notice.platformOrderNo);
    if (order.order_status === 'CANCELLED') return { outcome: 'alreadyCancelled' };
    if (order.order_status === 'IN_CANCEL') {
      // The buyer has asked: it is agreed to, not cancelled a second time.
      await answerBuyer(client, access, order.order_sn, 'ACCEPT');
    } else {
      const reason = reasonFor(notice.reason, order.region ?? '');
      await call(access, {
        method: 'POST',
        path: 'order/cancel_order',
        json: {
          order_sn: order.order_sn,
          cancel_reason: reason,
          ...(reason === 'OUT_OF_STOCK' ? { item_list: articles(order) } : {}),
        },
        shape: z.unknown(),
      });
    }
    const after = await listing.readDetail(access, notice.platformOrderNo);
    return { outcome: after.order_status === 'CANCELLED' ? 'cancelled' : 'requested' };
  };
}
