import { z } from 'zod';
import type { CancelRequest, CancelResult } from '../../capabilities/cancellation.ts';
import type { ShopAccess } from '../../types.ts';
import type { TemuClient } from './client.ts';
import type { Listing } from './listing.ts';
import type { TemuOrder } from './orderShape.ts';
import { rejected } from './shipment.ts';
import { isCancelled, readStatus, wantsCancel } from './status.ts';

const PENDING = 8;

const appliedShape = z.object({
  applyResult: z.boolean(),
  failReasonList: z.array(z.object({ reasonList: z.array(z.string()).nullish() })).nullish(),
});
const requestsShape = z.object({ data: z.array(z.object({ parentAfterSalesSn: z.string().min(1) })).nullish() });

export function createCancellation({ call }: TemuClient, listing: Listing) {
  /** The buyer has asked before us. */
  async function agree(access: ShopAccess, order: TemuOrder): Promise<boolean> {
    const { parentOrderSn } = order.parentOrderMap;
    const { data } = await call(access, {
      type: 'bg.aftersales.cancel.list.get',
      params: { parentOrderSnList: [parentOrderSn], afterSalesStatusGroup: PENDING, pageNo: 1, pageSize: 10 },
      effect: 'read',
      shape: requestsShape,
    });
    const [first] = data ?? [];
    if (!first) return false;
    await call(access, {
      type: 'bg.aftersales.cancel.agree',
      params: { parentAfterSalesSn: first.parentAfterSalesSn, parentOrderSn },
      effect: 'repeatable',
      shape: z.unknown(),
    });
    return true;
  }

  /** Sellers may say that there is no stock, which Temu looks into, or grant what the buyer wants. */
  return async function cancelOrder(access: ShopAccess, notice: CancelRequest): Promise<CancelResult> {
    const order = await listing.wholeOrder(access, notice.platformOrderNo);
    const now = async () => readStatus(await listing.wholeOrder(access, notice.platformOrderNo))?.status;
    if (readStatus(order)?.status === 'cancelled') return { outcome: 'alreadyCancelled' };
    if (wantsCancel(order) && (await agree(access, order)))
      return {
        outcome: (await now()) === 'cancelled' ? 'cancelled' : 'requested',
        detail: 'the buyer’s request was granted',
      };
    if (notice.reason !== 'outOfStock')
      throw rejected('NO_SUCH_REASON', 'sellers on Temu cancel for want of stock, or because the buyer asked Temu');
    const answered = await call(access, {
      type: 'temu.order.cancel.outofstock.apply',
      params: {
        parentOrderSn: order.parentOrderMap.parentOrderSn,
        orderSnList: order.orderList.filter((line) => !isCancelled(line)).map((line) => line.orderSn),
      },
      effect: 'repeatable',
      shape: appliedShape,
    });
    if (!answered.applyResult) {
      const reasons = (answered.failReasonList ?? []).flatMap((one) => one.reasonList ?? []).join(', ');
      throw rejected('NOT_TAKEN', `Temu does not take the cancellation: ${reasons || 'no reason given'}`);
    }
    return { outcome: (await now()) === 'cancelled' ? 'cancelled' : 'requested' };
  };
}
