import { z } from 'zod';
import type { PlatformReturn, ReturnPage } from '../../capabilities/returns.ts';
import { currencyCode, optionalText, Unfit } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import type { TiktokClient } from './client.ts';
import { moment, optionalAmount } from './orderShape.ts';
import { latest, listedUntil, nextCursor, placeOf, withToken } from './paging.ts';

const PAGE_SIZE = 50;

const STATE: Readonly<Record<string, PlatformReturn['state']>> = {
  RETURN_OR_REFUND_REQUEST_PENDING: 'requested',
  REPLACEMENT_REQUEST_PENDING: 'requested',
  AWAITING_BUYER_RESPONSE: 'requested',
  AWAITING_BUYER_SHIP: 'approved',
  BUYER_SHIPPED_ITEM: 'shipped',
  RETURN_OR_REFUND_REQUEST_COMPLETE: 'refunded',
  REPLACEMENT_REQUEST_REFUND_SUCCESS: 'refunded',
  REFUND_OR_RETURN_REQUEST_REJECT: 'rejected',
  REJECT_RECEIVE_PACKAGE: 'rejected',
  REPLACEMENT_REQUEST_REJECT: 'rejected',
  RETURN_OR_REFUND_REQUEST_CANCEL: 'closed',
  RETURN_OR_REFUND_REQUEST_CANCELLED: 'closed',
  REPLACEMENT_REQUEST_CANCEL: 'closed',
  REPLACEMENT_REQUEST_COMPLETE: 'closed',
};

export const returnShape = z.object({
  return_id: z.string().min(1),
  order_id: z.string().min(1),
  return_type: z.string(),
  return_status: z.string(),
  return_reason: optionalText,
  return_reason_text: optionalText,
  refund_amount: z.object({ currency: currencyCode, refund_total: optionalAmount }).nullish(),
  return_line_items: z.array(z.object({ seller_sku: optionalText, sku_id: optionalText })).nullish(),
  return_tracking_number: optionalText,
  // What TikTok waits for the seller to do, and until when.
  seller_next_action_response: z.array(z.object({ deadline: moment.nullish() })).nullish(),
  create_time: moment,
  update_time: moment,
});
export const pageShape = z.object({ return_orders: z.array(z.unknown()).nullish(), next_page_token: optionalText });

/** "Success" is the seller's yes: after it goods have come back, or nothing has to. */
export function readReturnState(status: string, type: string): PlatformReturn['state'] {
  if (status === 'RETURN_OR_REFUND_REQUEST_SUCCESS') return type === 'RETURN_AND_REFUND' ? 'received' : 'approved';
  const state = Object.hasOwn(STATE, status) ? STATE[status] : undefined;
  if (!state) throw new Unfit('return_status', `"${status}" is unknown`);
  return state;
}

export type TiktokReturn = z.output<typeof returnShape>;

function toReturn(answered: TiktokReturn): PlatformReturn {
  const deadline = answered.seller_next_action_response?.find((one) => one.deadline)?.deadline;
  const units = answered.return_line_items ?? [];
  const bySku = Map.groupBy(units, (unit) => JSON.stringify([unit.seller_sku, unit.sku_id]));
  return {
    returnNo: answered.return_id,
    platformOrderNo: answered.order_id,
    state: readReturnState(answered.return_status, answered.return_type),
    reason: answered.return_reason_text ?? answered.return_reason ?? '',
    // One entry a unit, whose id need not be the one that stands for its line.
    lines: [...bySku.values()].map((same) => ({
      ...(same[0]?.seller_sku ? { sellerSku: same[0].seller_sku } : {}),
      quantity: same.length,
    })),
    ...(answered.refund_amount?.refund_total
      ? { refundAmount: answered.refund_amount.refund_total, currency: answered.refund_amount.currency }
      : {}),
    ...(answered.return_tracking_number ? { trackingNumber: answered.return_tracking_number } : {}),
    ...(deadline ? { answerBy: deadline } : {}),
    createdAt: answered.create_time,
    updatedAt: answered.update_time,
  };
}

export function createReturns(call: TiktokClient, now: () => number) {
  return async function listReturns(
    access: ShopAccess,
    input: { updatedAfter: Instant; cursor?: string },
  ): Promise<ReturnPage> {
    const place = placeOf({ ...input, after: input.updatedAfter }, now());
    const page = await withToken(place, () =>
      call(access, {
        operation: 'searchReturns',
        method: 'POST',
        path: '/return_refund/202309/returns/search',
        query: { page_size: PAGE_SIZE, sort_field: 'update_time', sort_order: 'ASC', page_token: place.token },
        json: { update_time_ge: place.from, update_time_lt: place.to },
        effect: 'read',
        shape: pageShape,
      }),
    );
    const found = page.return_orders ?? [];
    const result: ReturnPage = { returns: [], unreadable: [], listedUntil: listedUntil(place) };
    await readEach(returnShape, found, result.unreadable, (answered) => result.returns.push(toReturn(answered)));
    const next = nextCursor(place, page.next_page_token, latest(found, 'update_time'), now());
    return next ? { ...result, nextCursor: next } : result;
  };
}
