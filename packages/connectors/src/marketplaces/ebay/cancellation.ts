import type { CancelReason, CancelRequest, CancelResult } from '../../capabilities/cancellation.ts';
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

const isCancelled = (order: EbayOrder): boolean => order.cancelStatus?.cancelState === 'CANCELED';

export function createCancellation(call: EbayClient, listing: Listing) {
  return async function cancelOrder(access: ShopAccess, notice: CancelRequest): Promise<CancelResult> {
    const order = await listing.readOne(access, notice.platformOrderNo);
    if (isCancelled(order)) return { outcome: 'alreadyCancelled' };
    // A buyer who asked is answered: cancelling besides would count against the seller.
    const requested = order.cancelStatus?.cancelRequests?.find(
      (one) => one.cancelRequestState === 'REQUESTED' && one.cancelInitiator?.toUpperCase() === 'BUYER',
    );
    if (requested?.cancelRequestId) {
      const path = `/cancellation/${encodeURIComponent(requested.cancelRequestId)}/approve`;
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

/** eBay pays the buyer back before it calls an order cancelled; that it is asked for is certain by now. */
async function outcomeOf(read: () => Promise<EbayOrder>): Promise<CancelResult> {
  try {
    return { outcome: isCancelled(await read()) ? 'cancelled' : 'requested' };
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.platform !== PLATFORM) throw error;
    return { outcome: 'requested', detail: error.message };
  }
}
