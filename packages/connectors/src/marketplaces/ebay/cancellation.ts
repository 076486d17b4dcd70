import type { CancelReason, CancelRefusal, CancelRequest, CancelResult } from '../../capabilities/cancellation.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { type EbayClient, PLATFORM } from './client.ts';
import type { Listing } from './listing.ts';
import type { EbayOrder } from './orderShape.ts';

/** What a seller may give as a reason. eBay has none for a wrong price: it counts as not being able to deliver. */
const REASONS: Record<CancelReason, string> = {
  outOfStock: 'OUT_OF_STOCK_OR_CANNOT_FULFILL',
  buyerAsked: 'BUYER_ASKED_CANCEL',
  badAddress: 'ADDRESS_ISSUES',
  wrongPrice: 'OUT_OF_STOCK_OR_CANNOT_FULFILL',
  other: 'OUT_OF_STOCK_OR_CANNOT_FULFILL',
};

/** The request of a buyer that waits for an answer; only a single order shows it. */
const requestOf = (order: EbayOrder): string | undefined =>
  order.cancelStatus?.cancelRequests?.find(
    (one) => one.cancelRequestState === 'REQUESTED' && one.cancelInitiator?.toUpperCase() === 'BUYER',
  )?.cancelRequestId ?? undefined;

const isCancelled = (order: EbayOrder): boolean => order.cancelStatus?.cancelState === 'CANCELED';

export function createCancellation(call: EbayClient, listing: Listing) {
  return async function cancelOrder(access: ShopAccess, notice: CancelRequest): Promise<CancelResult> {
    const order = await listing.readOne(access, notice.platformOrderNo);
    if (isCancelled(order)) return { outcome: 'alreadyCancelled' };
    // A buyer who asked is answered: cancelling besides would count against the seller.
    const requestId = requestOf(order);
    if (requestId) {
      const path = `/cancellation/${encodeURIComponent(requestId)}/approve`;
      await call(access, { api: 'postOrder', method: 'POST', path, signed: true });
    } else if (order.cancelStatus?.cancelState === 'IN_PROGRESS') {
      return { outcome: 'requested', detail: 'eBay is already cancelling the order' };
    } else {
      const paid = order.orderPaymentStatus !== 'PENDING' && order.orderPaymentStatus !== 'FAILED';
      await call(access, {
        api: 'postOrder',
        method: 'POST',
        path: '/cancellation',
        json: {
          legacyOrderId: order.legacyOrderId ?? order.orderId,
          cancelReason: REASONS[notice.reason],
          buyerPaid: paid,
        },
        signed: true,
      });
    }
    return outcomeOf(() => listing.readOne(access, notice.platformOrderNo));
  };
}

/** Source: POST /post-order/v2/cancellation/{cancelId}/reject, whose body may be empty but must be there. */
export function createCancelRefusal(call: EbayClient, listing: Listing) {
  return async function refuseCancel(access: ShopAccess, refusal: CancelRefusal): Promise<'refused' | 'over'> {
    const requestId = requestOf(await listing.readOne(access, refusal.platformOrderNo));
    if (!requestId) return 'over';
    await call(access, {
      api: 'postOrder',
      method: 'POST',
      path: `/cancellation/${encodeURIComponent(requestId)}/reject`,
      json: {
        ...(refusal.shippedAt ? { shipmentDate: { value: refusal.shippedAt } } : {}),
        ...(refusal.trackingNumber ? { trackingNumber: refusal.trackingNumber } : {}),
      },
      signed: true,
    });
    return 'refused';
  };
}

/** eBay pays the buyer back before it calls an order cancelled; that it is asked for is certain by now. */
async function outcomeOf(read: () => Promise<EbayOrder>): Promise<CancelResult> {
  try {
    return { outcome: isCancelled(await read()) ? 'cancelled' : 'requested' };
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.platform !== PLATFORM) throw error;
    return { outcome: 'requested', detail: error.message };
  }
}
