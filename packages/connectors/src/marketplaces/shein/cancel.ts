import { z } from 'zod';
import type { CancelRequest, CancelResult } from '../../capabilities/cancellation.ts';
import { exact } from '../../json.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type SheinClient } from './client.ts';
import type { Listing } from './listing.ts';
import { readStatus } from './status.ts';
import { isRefunded } from './units.ts';

/** Sellers may say one thing only: that there is none. It is said of each unit. */
export function createCancellation({ call }: SheinClient, listing: Listing) {
  return async function cancelOrder(access: ShopAccess, notice: CancelRequest): Promise<CancelResult> {
    const order = await listing.wholeOrder(access, notice.platformOrderNo);
    if (readStatus(order) === 'cancelled') return { outcome: 'alreadyCancelled' };
    if (notice.reason !== 'outOfStock')
      throw new ConnectorError(PLATFORM, 'rejected', 'sellers on SHEIN cancel for want of stock only', {
        code: 'NO_SUCH_REASON',
      });
    for (const unit of order.orderGoodsInfoList) {
      if (isRefunded(unit)) continue;
      await call(access, {
        path: 'order/confirm-no-stock',
        json: {
          orderNo: order.orderNo,
          orderGoodsId: exact(unit.goodsId),
          ...(unit.skuCode ? { skuCode: unit.skuCode } : {}),
        },
        effect: 'repeatable',
        shape: z.unknown(),
      });
    }
    const after = await listing.wholeOrder(access, notice.platformOrderNo);
    return { outcome: readStatus(after) === 'cancelled' ? 'cancelled' : 'requested' };
  };
}
