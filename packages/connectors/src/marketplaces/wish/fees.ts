import { z } from 'zod';
import type { FeePage } from '../../capabilities/settlements.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { isZero } from '../../money.ts';
import { instant, optionalText, Unfit } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import { PLATFORM, type WishClient } from './client.ts';
import { listedUntil, readKeyset } from './keyset.ts';
import { ORDERS } from './listing.ts';
import { money, orderShape } from './orderShape.ts';
import { shippedAt } from './status.ts';

const PENALTIES = { path: '/penalties', limit: 100, most: 500 } as const;

/** Two lists, one after the other: what Wish earns of orders, then fines. */
const placeShape = z.object({ list: z.enum(['orders', 'penalties']), cursor: z.string().optional() });

const penaltyShape = z.object({
  id: z.string().min(1),
  penalty_reason: optionalText,
  penalty_amount: money.nullish(),
  related_entity_type: optionalText,
  related_entity_id: optionalText,
  created_at: instant,
  reversed: z.boolean().nullish(),
});

export function createFees(call: WishClient, now: () => number) {
  async function ofOrders(rows: readonly unknown[], page: FeePage): Promise<void> {
    await readEach(orderShape, rows, page.unreadable, (order) => {
      const fee = order.order_payment.rev_share.merchant_commission_fees;
      const postedAt = shippedAt(order.fulfillment_records);
      if (fee === undefined || order.state !== 'SHIPPED' || !postedAt) return;
      if (fee === null) throw new Unfit('merchant_commission_fees', 'not an amount');
      if (isZero(fee.amount)) return;
      page.fees.push({
        platformOrderNo: order.id,
        kind: 'commission',
        description: 'merchant_commission_fees',
        amount: fee.amount,
        currency: fee.currency_code,
        postedAt,
        reference: `${order.id}/commission`,
      });
    });
  }

  /** A fine that was taken back is none; one about something else than an order belongs to no order's profit. */
  async function ofPenalties(rows: readonly unknown[], page: FeePage): Promise<void> {
    await readEach(penaltyShape, rows, page.unreadable, (penalty) => {
      const { penalty_amount: fine, related_entity_id: orderId } = penalty;
      if (penalty.reversed || penalty.related_entity_type !== 'ORDER' || !orderId || !fine || isZero(fine.amount))
        return;
      page.fees.push({
        platformOrderNo: orderId,
        kind: 'other',
        description: penalty.penalty_reason ?? 'penalty',
        amount: fine.amount,
        currency: fine.currency_code,
        postedAt: penalty.created_at,
        reference: `penalty/${penalty.id}`,
      });
    });
  }

  return async function listFees(
    access: ShopAccess,
    input: { postedAfter: Instant; cursor?: string },
  ): Promise<FeePage> {
    const place =
      input.cursor === undefined
        ? { list: 'orders' as const, cursor: undefined }
        : readCursor(PLATFORM, placeShape, input.cursor);
    const ofAnOrder = place.list === 'orders';
    const read = await readKeyset(call, access, {
      ...(ofAnOrder ? ORDERS : PENALTIES),
      by: ofAnOrder ? 'updated_at' : 'created_at',
      since: input.postedAfter,
      now: now(),
      ...(place.cursor === undefined ? {} : { cursor: place.cursor }),
    });
    const page: FeePage = { fees: [], unreadable: [], listedUntil: listedUntil(read, input.postedAfter) };
    await (ofAnOrder ? ofOrders : ofPenalties)(read.rows, page);
    if (read.nextCursor !== undefined) page.nextCursor = writeCursor({ list: place.list, cursor: read.nextCursor });
    else if (ofAnOrder) page.nextCursor = writeCursor({ list: 'penalties' });
    return page;
  };
}
