import { isRecord, list, text } from '../http/types.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { type Call, refuse } from './graph.ts';
import { isOver } from './views.ts';

const MOST_ORDERS = 50;

type Args = Record<string, unknown>;

/** A request for each part of an order that its customer no longer wants. */
function requestsOf(order: SandboxOrder) {
  const requested = order.cancelRequested || order.cancelledBy !== '';
  if (!requested) return [];
  const status = isOver(order) ? 'CONFIRMED' : 'PENDING';
  return order.lines.map((line, index) => ({
    requestId: String(400_000 + order.seq * 10 + index),
    status,
    requestedAt: new Date(order.updatedAt).toISOString(),
    cancellationReason: { reason: order.cancelReason },
    purchaseOrder: { poNumber: order.id },
    cancelledProduct: {
      partNumber: line.sku,
      cancellationQuantity: { originalQuantity: line.quantity, cancelledQuantity: line.quantity },
    },
  }));
}

/** What customers want called off, and the supplier's answer. Source: order cancellation API. */
export function cancellationsRoot({ ctx, shop }: Call): Args {
  const all = () =>
    [...shop.byId.values()].flatMap((order) => requestsOf(order).map((request) => ({ order, request })));

  function answer(inputs: unknown, decide: (order: SandboxOrder) => void) {
    const found = list(inputs).map((input) => {
      const requestId = isRecord(input) ? text(input.requestId) : '';
      return { requestId, one: all().find(({ request }) => request.requestId === requestId) };
    });
    const results = found.map(({ requestId, one }) => {
      if (one?.request.status === 'PENDING')
        return { requestId, status: 'SUCCESS', errorCode: null, errorMessage: null };
      const errorCode = one ? 'ALREADY_DECIDED' : 'NOT_FOUND';
      return { requestId, status: 'FAILURE', errorCode, errorMessage: `Request ${requestId} cannot be answered` };
    });
    const orders = new Set(found.flatMap(({ one }) => (one?.request.status === 'PENDING' ? [one.order] : [])));
    for (const order of orders) decide(order);
    return results;
  }

  return {
    lineItemCancellationRequestByPurchaseOrders: ({ poInput }: Args) => {
      const numbers = isRecord(poInput) ? list(poInput.poNumbers).map(text) : [];
      if (numbers.length > MOST_ORDERS) throw refuse(`At most ${MOST_ORDERS} purchase orders at once`);
      return numbers.flatMap((number) => {
        const order = shop.byId.get(number);
        return order ? requestsOf(order) : [];
      });
    },
    lineItemCancellationRequestByWarehouses: ({ warehouseInput }: Args) => {
      const input = isRecord(warehouseInput) ? warehouseInput : {};
      const from = Date.parse(text(input.fromDatetime));
      const to = Date.parse(text(input.toDatetime));
      if (Number.isNaN(from) || Number.isNaN(to)) throw refuse('fromDatetime and toDatetime are needed');
      if (!list(input.warehouseIds).includes(Number(shop.id))) return [];
      return all()
        .map(({ request }) => request)
        .filter((one) => Date.parse(one.requestedAt) >= from && Date.parse(one.requestedAt) <= to);
    },
    confirmLineItemCancellationRequest: ({ confirmationInputs }: Args) =>
      answer(confirmationInputs, (order) => ctx.world.cancel(order, order.cancelReason, 'MERCHANT')),
    rejectLineItemCancellationRequest: ({ rejectionInputs }: Args) =>
      answer(rejectionInputs, (order) =>
        ctx.world.touch(order, () => {
          order.cancelRequested = false;
        }),
      ),
  };
}
