import type { CancelReason, CancelRequest, CancelResult } from '../../capabilities/cancellation.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, shaped, type WalmartClient } from './client.ts';
import { type Listing, ofMarket } from './listing.ts';
import { oneOrder } from './orderShape.ts';
import { readOrder } from './orders.ts';
import { pathOf } from './shipment.ts';
import { openUnits, readStatus } from './status.ts';

/** Walmart has no reason that says nothing: what is left counts as not being able to deliver. */
const REASONS: Record<CancelReason, string> = {
  outOfStock: 'SELLER_CANCEL_OUT_OF_STOCK',
  buyerAsked: 'CUSTOMER_REQUESTED_SELLER_TO_CANCEL',
  badAddress: 'SELLER_CANCEL_ADDRESS_NOT_SERVICEABLE',
  wrongPrice: 'SELLER_CANCEL_PRICING_ERROR',
  other: 'SELLER_CANCEL_OUT_OF_STOCK',
};

export function createCancellation(call: WalmartClient, listing: Listing) {
  /** What is still open of the order is called off; what has been shipped stays. */
  return async function cancelOrder(access: ShopAccess, notice: CancelRequest): Promise<CancelResult> {
    const { order } = await listing.readOne(access, notice.platformOrderNo);
    const lines = order.orderLines.orderLine;
    if (readStatus(lines) === 'cancelled') return { outcome: 'alreadyCancelled' };
    const open = lines.filter((line) => openUnits(line) > 0);
    if (open.length === 0)
      throw new ConnectorError(PLATFORM, 'rejected', 'nothing of the order is open any more', {
        code: 'NOTHING_TO_CANCEL',
      });
    const orderLine = open.map((line) => ({
      lineNumber: line.lineNumber,
      orderLineStatuses: {
        orderLineStatus: [
          {
            status: 'Cancelled',
            cancellationReason: REASONS[notice.reason],
            statusQuantity: { unitOfMeasurement: 'EACH', amount: String(openUnits(line)) },
          },
        ],
      },
    }));
    const answer = await call(access, {
      kind: 'cancel',
      method: 'POST',
      path: pathOf(notice.platformOrderNo, 'cancel'),
      json: { orderCancellation: { orderLines: { orderLine } } },
    });
    const after = readOrder(shaped(oneOrder, answer, 'cancel').order, ofMarket(access));
    return { outcome: after.ok && after.order.status === 'cancelled' ? 'cancelled' : 'requested' };
  };
}
