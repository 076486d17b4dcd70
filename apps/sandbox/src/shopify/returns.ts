import { isoSeconds } from '../world/clock.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { ReturnState, SandboxReturn } from '../world/returns.ts';
import type { Shop } from '../world/shop.ts';
import { connection, type PageArgs } from './connection.ts';
import { bag, lineItemView } from './lineViews.ts';
import { gid } from './status.ts';
import type { StoreView } from './stockViews.ts';

const STATUS: Record<ReturnState, string> = {
  requested: 'REQUESTED',
  approved: 'OPEN',
  shipped: 'OPEN',
  received: 'OPEN',
  refunded: 'CLOSED',
  rejected: 'DECLINED',
};

export const returnsOf = (view: StoreView, order: SandboxOrder): SandboxReturn[] =>
  view.may('read_returns')
    ? view.store.ctx.world.shop(order.shop).returns.filter((one) => one.orderId === order.id)
    : [];

/** OrderReturnStatus, as the order list can be searched by it. */
export function returnStatus(shop: Shop, order: SandboxOrder): string {
  const states = shop.returns.filter((one) => one.orderId === order.id).map((one) => one.state);
  if (states.length === 0) return 'no_return';
  if (states.includes('requested')) return 'return_requested';
  if (states.some((state) => STATUS[state] === 'OPEN')) return 'in_progress';
  return states.includes('refunded') ? 'returned' : 'return_failed';
}

/** A return as GraphQL shows it: what came of it is told by its refunds, deliveries and dispositions. */
export function returnView(view: StoreView, order: SandboxOrder, one: SandboxReturn, showOrder: () => unknown) {
  const pieces = one.lines.reduce((sum, line) => sum + line.quantity, 0);
  const sent = ['shipped', 'received', 'refunded'].includes(one.state);
  const arrived = ['received', 'refunded'].includes(one.state);
  const nth = view.store.ctx.world
    .shop(order.shop)
    .returns.filter((other) => other.orderId === order.id)
    .indexOf(one);
  return {
    id: gid('Return', one.id),
    name: `${order.name}-R${nth + 1}`,
    status: STATUS[one.state],
    createdAt: isoSeconds(one.createdAt),
    closedAt: one.state === 'refunded' ? isoSeconds(one.updatedAt) : null,
    totalQuantity: pieces,
    order: showOrder,
    returnLineItems: (args: PageArgs) =>
      connection(one.lines, args, (line) => ({
        __typename: 'ReturnLineItem',
        id: gid('ReturnLineItem', `${one.id}${line.lineId.slice(-6)}`),
        quantity: line.quantity,
        customerNote: one.reason,
        returnReasonNote: '',
        returnReasonDefinition: { id: gid('ReturnReasonDefinition', '1'), handle: 'other', name: 'Other' },
        fulfillmentLineItem: () => ({
          id: gid('FulfillmentLineItem', `${order.parcels[0]?.ref}${line.lineId.slice(-6)}`),
          quantity: line.quantity,
          lineItem: () => lineItemView(view, order, order.lines.find((known) => known.id === line.lineId)!),
        }),
      })),
    refunds: (args: PageArgs) =>
      connection(one.state === 'refunded' ? [one] : [], args, () => ({
        id: gid('Refund', one.id),
        createdAt: isoSeconds(one.updatedAt),
        totalRefundedSet: bag(one.refundCents),
      })),
    reverseFulfillmentOrders: (args: PageArgs) =>
      connection(STATUS[one.state] === 'OPEN' || arrived ? [one] : [], args, () => ({
        id: gid('ReverseFulfillmentOrder', one.id),
        lineItems: (inner: PageArgs) =>
          connection(one.lines, inner, (line) => ({
            id: gid('ReverseFulfillmentOrderLineItem', `${one.id}${line.lineId.slice(-6)}`),
            totalQuantity: line.quantity,
            dispositions: arrived
              ? [{ id: gid('ReverseFulfillmentOrderDisposition', one.id), type: 'RESTOCKED', quantity: line.quantity }]
              : [],
          })),
        reverseDeliveries: (inner: PageArgs) =>
          connection(sent ? [one] : [], inner, () => ({
            id: gid('ReverseDelivery', one.id),
            deliverable: {
              __typename: 'ReverseDeliveryShippingDeliverable',
              tracking: { number: one.tracking || `RET${one.id}`, url: null },
            },
          })),
      })),
  };
}
