import { GraphQLError } from 'graphql';
import type { Context } from '../http/app.ts';
import { isoSeconds } from '../world/clock.ts';
import { dollars, orderTotals, type SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { connection, type PageArgs } from './connection.ts';
import { refundsByCall } from './refundBook.ts';
import { feeOf, gid } from './status.ts';

const DAY = 86_400_000;
/** A day's money leaves for the bank two days later. */
const PAYOUT_DELAY_DAYS = 2;

interface Booking {
  id: string;
  type: 'CHARGE' | 'REFUND' | 'TRANSFER';
  cents: number;
  feeCents: number;
  at: number;
  order?: SandboxOrder;
  /** The day it is paid out; its payout is named only when that day has come. */
  payoutDay: number;
}

/** Shopify Payments: a charge when the buyer pays, less its fee, which a refund does not give back. */
function bookings(shop: Shop, now: number): Booking[] {
  const made: Booking[] = [];
  const add = (order: SandboxOrder, type: Booking['type'], mark: string, cents: number, feeCents: number, at: number) =>
    made.push({
      id: `3${mark}${order.seq}`,
      type,
      cents,
      feeCents,
      at,
      order,
      payoutDay: Math.floor(at / DAY) + PAYOUT_DELAY_DAYS,
    });
  for (const order of shop.byId.values()) {
    const { total } = orderTotals(order);
    if (order.status === 'pending' || (order.status === 'cancelled' && !order.refunded)) continue;
    add(order, 'CHARGE', '10', total, feeOf(total), order.createdAt);
    if (order.status === 'cancelled') add(order, 'REFUND', '20', -total, 0, order.cancelledAt);
  }
  for (const order of shop.byId.values())
    refundsByCall(order).forEach((one, index) => {
      add(order, 'REFUND', `4${index}0`, -one.cents, 0, one.at);
    });
  shop.returns.forEach((one, index) => {
    const order = shop.byId.get(one.orderId);
    if (order && one.state === 'refunded') add(order, 'REFUND', `3${index}0`, -one.refundCents, 0, one.updatedAt);
  });
  const due = made.filter((one) => one.payoutDay * DAY <= now);
  for (const [payoutDay, paid] of Map.groupBy(due, (one) => one.payoutDay)) {
    const cents = paid.reduce((sum, one) => sum + one.cents - one.feeCents, 0);
    if (cents === 0) continue;
    made.push({ id: `39${payoutDay}`, type: 'TRANSFER', cents: -cents, feeCents: 0, at: payoutDay * DAY, payoutDay });
  }
  return made.filter((one) => one.at <= now).sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/** `processed_at` and `payout_date` with a lower bound: what the sandbox knows of Shopify's search here. */
function matching(query: unknown): (one: Booking, now: number) => boolean {
  const answered = typeof query === 'string' ? query.trim() : '';
  if (answered === '') return () => true;
  const read = /^(processed_at|payout_date):>=?'?([^']+)'?$/.exec(answered);
  const from = Date.parse(read?.[2] ?? '');
  if (!read || Number.isNaN(from))
    throw new GraphQLError(`The sandbox does not know the search "${answered}"`, {
      extensions: { code: 'BAD_REQUEST' },
    });
  if (read[1] === 'processed_at') return (one) => one.at >= from;
  return (one, now) => one.payoutDay * DAY <= now && one.payoutDay * DAY >= from - DAY;
}

export function paymentsAccount(ctx: Context, shop: Shop) {
  const money = (cents: number) => ({ amount: dollars(cents), currencyCode: shop.currency });
  return {
    id: gid('ShopifyPaymentsAccount', '548380009'),
    balanceTransactions: (args: PageArgs & { query?: string; hideTransfers?: boolean }) => {
      const now = ctx.world.clock.now();
      const desired = matching(args.query);
      const shown = bookings(shop, now).filter(
        (one) => desired(one, now) && !(args.hideTransfers && one.type === 'TRANSFER'),
      );
      return connection(shown, args, (one) => {
        const broken = ctx.faults.marks('shopify', 'malformed', `balance ${one.id}`);
        const paid = one.payoutDay * DAY <= now;
        return {
          id: gid('ShopifyPaymentsBalanceTransaction', one.id),
          type: one.type,
          test: false,
          transactionDate: isoSeconds(one.at),
          amount: money(one.cents),
          fee: money(one.feeCents),
          net: money(one.cents - one.feeCents + (broken ? 1 : 0)),
          sourceOrderTransactionId: one.order ? `${one.type === 'CHARGE' ? 6 : 7}${one.order.id}` : null,
          associatedOrder: one.order ? { id: gid('Order', one.order.id), name: one.order.name } : null,
          associatedPayout: paid
            ? { id: gid('ShopifyPaymentsPayout', one.payoutDay), status: 'PAID' }
            : { id: null, status: 'PENDING' },
        };
      });
    },
  };
}
