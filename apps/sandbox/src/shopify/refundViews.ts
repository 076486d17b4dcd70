import { isoSeconds } from '../world/clock.ts';
import { dollars, orderTotals, type SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { bag } from './lineViews.ts';
import { type Refund, refundsOf } from './refundBook.ts';
import { returnView } from './returns.ts';
import { feeOf, gid } from './status.ts';
import type { StoreView } from './stockViews.ts';

/** Begins the id of an order's one payment. */
export const SALE = '6';
export const GATEWAY = 'shopify_payments';

/** What was paid and what went back, as an order's transactions. */
export function transactionViews(shop: Shop, order: SandboxOrder) {
  if (order.status === 'pending') return [];
  const { total } = orderTotals(order);
  const base = { status: 'SUCCESS', gateway: GATEWAY };
  const sale = {
    ...base,
    id: gid('OrderTransaction', `${SALE}${order.id}`),
    kind: 'SALE',
    createdAt: isoSeconds(order.createdAt),
    amountSet: bag(total),
    parentTransaction: null,
    fees: [{ amount: { amount: dollars(feeOf(total)), currencyCode: 'USD' }, type: 'processing_fee' }],
  };
  const back = (id: string, cents: number, at: number) => ({
    ...base,
    id: gid('OrderTransaction', id),
    kind: 'REFUND',
    createdAt: isoSeconds(at),
    amountSet: bag(cents),
    parentTransaction: sale,
    fees: [],
  });
  const refunds = refundsOf(shop, order).map((one) => back(`8${one.id}`, one.cents, one.at));
  const whole = order.status === 'cancelled' && order.refunded ? [back(`7${order.id}`, total, order.cancelledAt)] : [];
  return [sale, ...refunds, ...whole];
}

export function refundView(view: StoreView, shop: Shop, order: SandboxOrder, one: Refund, showOrder: () => unknown) {
  return {
    id: gid('Refund', one.id),
    createdAt: isoSeconds(one.at),
    note: one.note || null,
    totalRefundedSet: bag(one.cents),
    return: () => {
      const about = shop.returns.find((each) => each.id === one.returnId);
      return about ? returnView(view, order, about, showOrder) : null;
    },
  };
}
