import { z } from 'zod';
import type { CancelReason, CancelRequest, CancelResult } from '../../capabilities/cancellation.ts';
import { instant } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { gidOf, PLATFORM, type ShopifyClient } from './client.ts';
import { CANCEL, CANCEL_STATE } from './queries.ts';

const REASONS: Record<CancelReason, string> = {
  outOfStock: 'INVENTORY',
  buyerAsked: 'CUSTOMER',
  badAddress: 'OTHER',
  wrongPrice: 'STAFF',
  other: 'OTHER',
};
/** Shopify refuses longer ones. */
const NOTE_LENGTH = 255;

const stateShape = z.object({ order: z.object({ cancelledAt: instant.nullish() }).nullable() });
const answerShape = z.object({
  orderCancel: z.object({
    job: z.object({ id: z.string() }).nullish(),
    orderCancelUserErrors: z.array(z.object({ code: z.string().nullish(), message: z.string() })),
  }),
});

/** The buyer gets their money back the way it came, and is told; what was set aside in Shopify's stock is freed. */
export function createCancellation(graphql: ShopifyClient) {
  async function isCancelled(access: ShopAccess, id: string): Promise<boolean> {
    const { order } = await graphql(access, {
      query: CANCEL_STATE,
      variables: { id },
      shape: stateShape,
      effect: 'read',
    });
    if (!order) throw new ConnectorError(PLATFORM, 'rejected', `order ${id} is not known`, { code: 'NotFound' });
    return Boolean(order.cancelledAt);
  }

  return async function cancelOrder(access: ShopAccess, notice: CancelRequest): Promise<CancelResult> {
    const id = gidOf('Order', notice.platformOrderNo);
    if (await isCancelled(access, id)) return { outcome: 'alreadyCancelled' };
    const { orderCancel } = await graphql(access, {
      query: CANCEL,
      variables: { id, reason: REASONS[notice.reason], note: notice.note?.slice(0, NOTE_LENGTH) ?? null },
      shape: answerShape,
      // A second time is refused by Shopify, and the order is read first.
      effect: 'repeatable',
    });
    const [error] = orderCancel.orderCancelUserErrors;
    if (error) {
      const message = orderCancel.orderCancelUserErrors.map((one) => one.message).join('; ');
      throw new ConnectorError(PLATFORM, 'rejected', `orderCancel: ${message}`, { code: error.code ?? 'USER_ERROR' });
    }
    // Shopify cancels in a job of its own that may take a while.
    return (await isCancelled(access, id)) ? { outcome: 'cancelled' } : { outcome: 'requested' };
  };
}
