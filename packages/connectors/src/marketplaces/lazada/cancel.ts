import { z } from 'zod';
import type { CancelReason, CancelRequest, CancelResult } from '../../capabilities/cancellation.ts';
import { id } from '../../iop/shapes.ts';
import { optionalText } from '../../read.ts';
import type { ShopAccess } from '../../types.ts';
import { type LazadaClient, rejected } from './client.ts';
import type { Listing } from './listing.ts';
import type { LazadaOrder } from './orderShape.ts';
import { is } from './units.ts';

/** Which reasons an order may be called off for Lazada says order by order, in words of its own. */
const WORDS: Readonly<Record<CancelReason, RegExp>> = {
  outOfStock: /stock/i,
  wrongPrice: /pric/i,
  badAddress: /address|deliver|area/i,
  buyerAsked: /buyer|customer/i,
  other: /other|delay/i,
};

const tip = { tip_type: optionalText, tip_content: optionalText };
const validateShape = z.object({
  data: z.object({
    ...tip,
    reason_options: z.array(z.object({ reason_id: id, reason_name: z.string() })).nullish(),
  }),
});
const createShape = z.object({ data: z.object(tip).nullish() });

const isOver = (order: LazadaOrder): boolean => order.order_items.every((unit) => is(unit, 'cancelled'));

export function createCancellation(call: LazadaClient, listing: Listing) {
  function refuseIfStated(
    data: { tip_type?: string | undefined; tip_content?: string | undefined } | null | undefined,
  ) {
    if (data?.tip_type === 'error') throw rejected('NOT_CANCELLABLE', data.tip_content ?? 'Lazada does not let it go');
  }

  /** The buyer has asked: it is agreed to, not called off a second time. */
  async function agree(access: ShopAccess, requests: Iterable<string>): Promise<void> {
    for (const reverse_order_id of requests)
      await call(access, {
        method: 'GET',
        path: '/order/reverse/cancel/seller/decide',
        params: { reverse_order_id, agree_cancel: true },
        effect: 'repeatable',
        shape: z.unknown(),
      });
  }

  async function callOff(access: ShopAccess, order: LazadaOrder, reason: CancelReason): Promise<void> {
    const units = order.order_items.filter((unit) => !is(unit, 'cancelled')).map((unit) => unit.order_item_id);
    const params = { order_id: order.order_id, order_item_id_list: `[${units.join(',')}]` };
    const { data: answered } = await call(access, {
      method: 'GET',
      path: '/order/reverse/cancel/validate',
      params,
      shape: validateShape,
    });
    refuseIfStated(answered);
    const offered = answered.reason_options ?? [];
    const chosen = offered.find((one) => WORDS[reason].test(one.reason_name));
    if (!chosen)
      throw rejected('NO_SUCH_REASON', `Lazada takes only: ${offered.map((one) => one.reason_name).join(', ')}`);
    const { data } = await call(access, {
      method: 'GET',
      path: '/order/reverse/cancel/create',
      params: { ...params, reason_id: chosen.reason_id },
      effect: 'repeatable',
      shape: createShape,
    });
    refuseIfStated(data);
  }

  return async function cancelOrder(access: ShopAccess, notice: CancelRequest): Promise<CancelResult> {
    const order = await listing.readDetail(access, notice.platformOrderNo);
    if (isOver(order)) return { outcome: 'alreadyCancelled' };
    const requested = new Set(
      order.order_items.flatMap((unit) =>
        unit.need_cancel_confirm && unit.reverse_order_id ? unit.reverse_order_id : [],
      ),
    );
    if (requested.size > 0) await agree(access, requested);
    else await callOff(access, order, notice.reason);
    const after = await listing.readDetail(access, notice.platformOrderNo);
    return { outcome: isOver(after) ? 'cancelled' : 'requested' };
  };
}
