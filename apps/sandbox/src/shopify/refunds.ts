import type { GraphQLResolveInfo } from 'graphql';
import { isRecord, list, text } from '../http/types.ts';
import { orderTotals } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { type CodedError, once } from './idempotent.ts';
import { type Args, accessDenied } from './queries.ts';
import { keepRefund, refundsOf } from './refundBook.ts';
import { GATEWAY, refundView, SALE } from './refundViews.ts';
import { returnView } from './returns.ts';
import { idOf } from './status.ts';
import type { StoreView } from './stockViews.ts';
import { orderView } from './views.ts';

interface Outcome {
  refund: unknown;
  order: unknown;
  userErrors: CodedError[];
}

/** Giving money back, and answering who asks to send something back. Source: RefundInput, ReturnApproveRequestInput. */
export function refundMutations(view: StoreView, shop: Shop, version: string) {
  const { store } = view;
  const { world } = store.ctx;
  const refuse = (userErrors: CodedError[]): Outcome => ({ refund: null, order: null, userErrors });

  function refund(input: Record<string, unknown>): Outcome {
    const fail = (field: string[], message: string) =>
      refuse([{ field: ['input', ...field], message, code: 'INVALID' }]);
    const order = shop.byId.get(idOf(input.orderId));
    if (!order) return fail(['orderId'], 'Order does not exist');
    const transactions = list(input.transactions).map((one) => (isRecord(one) ? one : {}));
    if (transactions.length === 0) return fail(['transactions'], 'Refund must have a transaction or a line item');
    let cents = 0;
    for (const [place, one] of transactions.entries()) {
      const field = (last: string) => ['transactions', String(place), last];
      const amount = Number(text(one.amount));
      if (one.kind !== 'REFUND') return fail(field('kind'), 'Transaction kind must be refund');
      if (idOf(one.orderId) !== order.id) return fail(field('orderId'), 'Transaction belongs to another order');
      if (order.status === 'pending' || idOf(one.parentId) !== `${SALE}${order.id}`)
        return fail(field('parentId'), 'Parent transaction does not exist');
      if (one.gateway !== GATEWAY) return fail(field('gateway'), 'Gateway is not the parent transaction’s');
      if (!(amount > 0)) return fail(field('amount'), 'Amount must be greater than zero');
      cents += Math.round(amount * 100);
    }
    const gone = refundsOf(shop, order).reduce((sum, one) => sum + one.cents, 0);
    if (order.refunded || gone + cents > orderTotals(order).total)
      return fail(['transactions'], 'Refund amount is more than what can be refunded');
    const one = { id: store.nextNumber(990_000_000_000), cents, note: text(input.note), at: world.clock.now() };
    world.touch(order, () => keepRefund(order, one));
    const show = () => orderView(view, order);
    return { refund: refundView(view, shop, order, one, show), order: show(), userErrors: [] };
  }

  const answer = (args: Args, field: string, state: 'approved' | 'rejected') => {
    if (!view.may('write_returns')) throw accessDenied(field, 'write_returns');
    const input = isRecord(args.input) ? args.input : {};
    const fail = (message: string, code: string) => ({
      return: null,
      userErrors: [{ field: ['input', 'id'], message, code }],
    });
    const found = shop.returns.find((one) => one.id === idOf(input.id));
    const order = found && shop.byId.get(found.orderId);
    if (!found || !order) return fail('Return not found.', 'NOT_FOUND');
    if (found.state !== 'requested') return fail('Return is not in a requested state.', 'INVALID_STATE');
    world.moveReturn(shop.id, found.id, state);
    return { return: returnView(view, order, found, () => orderView(view, order)), userErrors: [] };
  };

  return {
    refundCreate: (args: Args, _context: unknown, info: GraphQLResolveInfo) => {
      if (!view.may('write_orders')) throw accessDenied('refundCreate', 'write_orders');
      const input = isRecord(args.input) ? args.input : {};
      return once(view, info, version, input, { run: () => refund(input), refuse });
    },
    returnApproveRequest: (args: Args) => answer(args, 'returnApproveRequest', 'approved'),
    returnDeclineRequest: (args: Args) => answer(args, 'returnDeclineRequest', 'rejected'),
  };
}
