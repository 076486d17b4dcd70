import { z } from 'zod';
import type { CancelReason, CancelRequest, CancelResult } from '../../capabilities/cancellation.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type TiktokClient } from './client.ts';
import type { Listing } from './listing.ts';

/** TikTok's reasons differ before and after the payment; British ones have an ending of their own. None says "other". */
const REASONS: Readonly<Partial<Record<CancelReason, { unpaid?: string; paid: string }>>> = {
  outOfStock: { unpaid: 'seller_cancel_unpaid_reason_out_of_stock', paid: 'seller_cancel_reason_out_of_stock' },
  wrongPrice: { unpaid: 'seller_cancel_unpaid_reason_wrong_price', paid: 'seller_cancel_reason_wrong_price' },
  buyerAsked: {
    unpaid: 'seller_cancel_unpaid_reason_buyer_requested_cancellation',
    paid: 'seller_cancel_paid_reason_buyer_requested_cancellation',
  },
  badAddress: { paid: 'seller_cancel_paid_reason_address_not_deliver' },
};

export function reasonName(reason: CancelReason, paid: boolean, region: string | undefined): string {
  const name = paid ? REASONS[reason]?.paid : REASONS[reason]?.unpaid;
  if (!name) {
    const message = `TikTok takes no such reason (${reason}) for an order that is ${paid ? 'paid' : 'not paid yet'}`;
    throw new ConnectorError(PLATFORM, 'rejected', message, { code: 'NO_SUCH_REASON' });
  }
  return region === 'GB' ? `${name}_uk` : name;
}

const cancelled = z.object({ cancel_status: z.string() });
const requests = z.object({ cancellations: z.array(z.object({ cancel_id: z.string().min(1) })).nullish() });

export function createCancellation(call: TiktokClient, listing: Listing) {
  /** The buyer has asked before us: TikTok then waits for our yes and takes no second cancellation. */
  async function approve(access: ShopAccess, orderNo: string): Promise<boolean> {
    const { cancellations } = await call(access, {
      operation: 'searchCancellations',
      method: 'POST',
      path: '/return_refund/202309/cancellations/search',
      query: { page_size: 10 },
      json: { order_ids: [orderNo], cancel_status: ['CANCELLATION_REQUEST_PENDING'] },
      effect: 'read',
      shape: requests,
    });
    const [first] = cancellations ?? [];
    if (!first) return false;
    await call(access, {
      operation: 'approveCancellation',
      method: 'POST',
      path: `/return_refund/202309/cancellations/${encodeURIComponent(first.cancel_id)}/approve`,
      query: { idempotency_key: first.cancel_id },
      effect: 'repeatable',
      shape: z.unknown(),
    });
    return true;
  }

  return async function cancelOrder(access: ShopAccess, notice: CancelRequest): Promise<CancelResult> {
    const order = await listing.wholeOrder(access, notice.platformOrderNo);
    if (order.status === 'CANCELLED') return { outcome: 'alreadyCancelled' };
    if (order.is_buyer_request_cancel && (await approve(access, order.id)))
      return { outcome: 'cancelled', detail: 'the buyer’s request was granted' };
    const answer = await call(access, {
      operation: 'cancel',
      method: 'POST',
      path: '/return_refund/202309/cancellations',
      json: {
        order_id: order.id,
        cancel_reason: reasonName(notice.reason, order.status !== 'UNPAID', access.region),
      },
      effect: 'repeatable',
      shape: cancelled,
    });
    const done = /_(SUCCESS|COMPLETE)$/.test(answer.cancel_status);
    return { outcome: done ? 'cancelled' : 'requested', detail: answer.cancel_status };
  };
}
