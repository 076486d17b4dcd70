import type { Context } from '../http/app.ts';
import { pageOf } from '../kit/listing.ts';
import { moneyBetween, type SandboxMoney } from '../world/money.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { type Call, type Desk, pageHead, readFilters, readPaging, readRange } from './desk.ts';
import { finances } from './errors.ts';
import { iso, moneyIn } from './views.ts';

const DAY = 86_400_000;
const LONGEST = 90 * DAY;
/** What was booked on a day is paid out two days later. */
const PAYOUT_AFTER = 2 * DAY;

interface Booking {
  id: string;
  type: 'SALE' | 'REFUND';
  order: SandboxOrder;
  at: number;
  gross: number;
  fees: { feeType: string; cents: number }[];
}

/** Sell Finances: what is booked, and what is paid out. Source: sell_finances_v1 (v1.9). */
export function registerFinances(desk: Desk, ctx: Context): void {
  const common = { api: 'finances', method: 'GET', scopes: ['sell.finances'], signed: true } as const;
  const params = ['filter', 'limit', 'offset', 'sort'];
  desk.add({
    ...common,
    path: '/transaction',
    name: 'getTransactions',
    params,
    handle: (call) => listTransactions(ctx, call),
  });
  desk.add({ ...common, path: '/payout', name: 'getPayouts', params, handle: (call) => listPayouts(ctx, call) });
  desk.add({
    ...common,
    path: '/seller_funds_summary',
    name: 'getSellerFundsSummary',
    handle: ({ shop, now, reply }) => {
      const held = bookings(shop, 0, now + 1).filter((one) => !isPaidOut(one, now));
      if (held.length === 0) return reply.code(204).send();
      const total = moneyIn(shop.currency)(held.reduce((sum, one) => sum + netOf(one), 0));
      return reply.send({ totalFunds: total, availableFunds: total });
    },
  });
}

/** eBay keeps the taxes it collects: they are in none of the seller's bookings. */
function bookings(shop: Shop, from: number, to: number): Booking[] {
  const sales = new Map<string, Booking>();
  const found: Booking[] = [];
  const add = (one: SandboxMoney, type: Booking['type'], id: string): Booking => {
    const booking: Booking = { id, type, order: one.order, at: one.postedAt, gross: 0, fees: [] };
    found.push(booking);
    return booking;
  };
  for (const one of moneyBetween(shop, from, to)) {
    if (one.kind === 'tax') continue;
    if (one.kind === 'refund') {
      add(one, 'REFUND', one.id.replace(/\D/g, '').slice(-12)).gross += one.cents;
      continue;
    }
    const sale = sales.get(one.order.id) ?? add(one, 'SALE', one.order.id);
    sales.set(one.order.id, sale);
    if (one.kind === 'commission') sale.fees.push({ feeType: 'FINAL_VALUE_FEE', cents: -one.cents });
    else if (one.kind === 'payment') sale.fees.push({ feeType: 'FINAL_VALUE_FEE_FIXED_PER_ORDER', cents: -one.cents });
    else sale.gross += one.cents;
  }
  return found.sort((a, b) => b.at - a.at);
}

const feesOf = (one: Booking): number => one.fees.reduce((sum, fee) => sum + fee.cents, 0);
const netOf = (one: Booking): number => one.gross - feesOf(one);
const dayOf = (ms: number): number => ms - (ms % DAY);
const payoutDateOf = (one: Booking): number => dayOf(one.at) + DAY + PAYOUT_AFTER;
const isPaidOut = (one: Booking, now: number): boolean => payoutDateOf(one) <= now;
const payoutIdOf = (one: Booking): string => `5${String(dayOf(one.at) / DAY).padStart(9, '0')}`;

function transactionView(shop: Shop, one: Booking, now: number) {
  const money = moneyIn(shop.currency);
  const paid = isPaidOut(one, now);
  const [line] = one.order.lines;
  return {
    transactionId: one.id,
    orderId: one.order.id,
    transactionType: one.type,
    transactionStatus: paid ? 'PAYOUT' : 'FUNDS_PROCESSING',
    bookingEntry: netOf(one) < 0 ? 'DEBIT' : 'CREDIT',
    amount: money(Math.abs(netOf(one))),
    totalFeeBasisAmount: money(Math.abs(one.gross)),
    totalFeeAmount: money(feesOf(one)),
    transactionDate: iso(one.at),
    ...(paid ? { payoutId: payoutIdOf(one) } : {}),
    orderLineItems: [
      {
        lineItemId: line?.id ?? '',
        feeBasisAmount: money(Math.abs(one.gross)),
        marketplaceFees: one.fees.map(({ feeType, cents }) => ({ feeType, amount: money(cents) })),
      },
    ],
    references: [],
    paymentsEntity: 'eBay Commerce Inc.',
  };
}

function readDates(text: string, now: number, errorId: number, what: string): { from: number; to: number } {
  const { from, to } = readRange(text);
  const end = to ?? Math.min(from + LONGEST, now + 1);
  if (!(from <= now) || !(end >= from) || end - from > LONGEST)
    throw finances(400, errorId, `The value of ${what} date filter is invalid.`);
  return { from, to: end };
}

function listTransactions(ctx: Context, call: Call) {
  const { query, shop, now, reply, request } = call;
  if (query.sort !== undefined) throw finances(400, 135005, 'The value of sorting is invalid.');
  const { limit, offset } = paging(call, 1000);
  const filters = readFilters(query.filter);
  const dates = filters?.get('transactionDate');
  const payout = filters?.get('payoutId');
  const known = ['transactionDate', 'payoutId', 'transactionType', 'transactionStatus', 'orderId'];
  if (!filters || [...filters.keys()].some((name) => !known.includes(name)))
    throw finances(400, 135008, 'The value of transaction date filter is invalid.');
  const { from, to } =
    dates !== undefined
      ? readDates(dates, now, 135008, 'transaction')
      : { from: payout === undefined ? now - LONGEST : 0, to: now + 1 };
  const all = bookings(shop, from, to + 1).filter(
    (one) => payout === undefined || (payoutIdOf(one) === payout && isPaidOut(one, now)),
  );
  if (all.length === 0) return reply.code(204).send();
  const page = pageOf(ctx, 'ebay', all, offset, payout === undefined ? limit : all.length);
  return reply.send({
    ...pageHead(request, page, offset, limit),
    transactions: page.rows.map((one) => transactionView(shop, one, now)),
  });
}

function listPayouts(ctx: Context, call: Call) {
  const { query, shop, now, reply, request } = call;
  const { limit, offset } = paging(call, 200);
  const filters = readFilters(query.filter);
  const dates = filters?.get('payoutDate');
  if (!filters || [...filters.keys()].some((name) => !['payoutDate', 'payoutStatus'].includes(name)))
    throw finances(400, 135004, 'The value of payout date filter is invalid.');
  const { from, to } =
    dates === undefined ? { from: now - LONGEST, to: now + 1 } : readDates(dates, now, 135004, 'payout');
  const payouts = new Map<string, { at: number; cents: number; count: number }>();
  for (const one of bookings(shop, 0, now + 1).reverse()) {
    const at = payoutDateOf(one);
    if (!isPaidOut(one, now) || at < from || at > to) continue;
    const payout = payouts.get(payoutIdOf(one)) ?? { at, cents: 0, count: 0 };
    payouts.set(payoutIdOf(one), { at, cents: payout.cents + netOf(one), count: payout.count + 1 });
  }
  if (payouts.size === 0) return reply.code(204).send();
  const page = pageOf(ctx, 'ebay', [...payouts], offset, limit);
  return reply.send({
    ...pageHead(request, page, offset, limit),
    payouts: page.rows.map(([payoutId, { at, cents, count }]) => ({
      payoutId,
      payoutStatus: 'SUCCEEDED',
      payoutStatusDescription: 'Funds sent',
      amount: moneyIn(shop.currency)(cents),
      payoutDate: iso(at),
      transactionCount: count,
      payoutInstrument: { instrumentType: 'BANK', nickname: 'Demo Bank', accountLastFourDigits: '0001' },
    })),
  });
}

const paging = (call: Call, most: number) =>
  readPaging(call.query, { most, usual: 20 }, () => finances(400, 135003, 'The value of pagination is invalid.'));
