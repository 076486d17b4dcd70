import { isoSeconds } from '../world/clock.ts';
import { type MoneyKind, moneyBetween, type SandboxMoney } from '../world/money.ts';
import type { ReturnState, SandboxReturn } from '../world/returns.ts';
import { type Call, type Operation, ok } from './api.ts';
import { instant, seekPage } from './params.ts';
import { lineIdOf, money } from './views.ts';

const DAY = 86_400_000;
/** Sellers are paid every fourteen days. */
const CYCLE = 14 * DAY;

const TYPES: Readonly<Record<MoneyKind, string>> = {
  sale: 'ORDER_AMOUNT',
  shipping: 'ORDER_SHIPPING_AMOUNT',
  tax: 'ORDER_AMOUNT_TAX',
  commission: 'COMMISSION_FEE',
  payment: 'SELLER_FEE_ON_ORDER',
  refund: 'REFUND_ORDER_AMOUNT',
};

const logView = (call: Call, one: SandboxMoney) => ({
  id: one.id,
  type: TYPES[one.kind],
  amount: money(one.cents),
  amount_credited: one.cents > 0 ? money(one.cents) : 0,
  amount_debited: one.cents < 0 ? money(-one.cents) : 0,
  balance: 0,
  currency_iso_code: call.shop.currency,
  date_created: isoSeconds(one.postedAt),
  last_updated: isoSeconds(one.postedAt),
  payment_state: 'PENDING',
  accounting_document_number: null,
  seller_billing_cycle_id: `cycle-${Math.floor(one.postedAt / CYCLE)}`,
  entities: { domain: 'PRODUCT', order: { id: one.order.id, commercial_id: one.order.id.replace(/-A$/, '') } },
});

const STATES: Readonly<Record<ReturnState, string>> = {
  requested: 'WAITING_ACCEPTANCE',
  approved: 'IN_PROGRESS',
  shipped: 'IN_PROGRESS',
  received: 'RECEIVED',
  refunded: 'CLOSED',
  rejected: 'REFUSED',
};

function returnView({ shop }: Call, one: SandboxReturn) {
  const order = shop.byId.get(one.orderId);
  return {
    id: one.id,
    rma: `RMA-${one.id}`,
    state: STATES[one.state],
    order_id: one.orderId,
    order_commercial_id: one.orderId.replace(/-A$/, ''),
    description: one.reason,
    reason_code: '14',
    method_code: 'MAIL',
    tracking: one.tracking ? { carrier_code: 'UPS', tracking_number: one.tracking } : null,
    return_lines: one.lines.map((line) => ({
      order_line_id: order ? lineIdOf(order, line.lineId) : line.lineId,
      quantity: line.quantity,
      reason_code: '14',
    })),
    date_created: isoSeconds(one.createdAt),
    last_updated: isoSeconds(one.updatedAt),
  };
}

/** Source: TL02, RT11, A01. */
export const moneyAndReturns: Operation[] = [
  {
    method: 'GET',
    path: '/api/sellerpayment/transactions_logs',
    name: 'TL02',
    query: ['last_updated_from', 'date_created_from', 'date_created_to', 'sort', 'limit', 'page_token', 'order_id'],
    handle: (call) => {
      const from = instant(call, 'last_updated_from') ?? instant(call, 'date_created_from') ?? 0;
      const to = instant(call, 'date_created_to') ?? Number.MAX_SAFE_INTEGER;
      const { rows, ...next } = seekPage(call, moneyBetween(call.shop, from, to).reverse(), 2000);
      return ok({ data: rows.map((one) => logView(call, one)), ...next });
    },
  },
  {
    method: 'GET',
    path: '/api/returns',
    name: 'RT11',
    query: ['return_last_updated_from', 'return_last_updated_to', 'return_state', 'limit', 'page_token'],
    handle: (call) => {
      const from = instant(call, 'return_last_updated_from') ?? 0;
      const to = instant(call, 'return_last_updated_to') ?? Number.MAX_SAFE_INTEGER;
      const found = call.shop.returns.filter((one) => one.updatedAt >= from && one.updatedAt <= to);
      const { rows, ...next } = seekPage(call, found, 100);
      return ok({ data: rows.map((one) => returnView(call, one)), ...next });
    },
  },
  {
    method: 'GET',
    path: '/api/account',
    name: 'A01',
    handle: ({ shop }) =>
      ok({
        shop_id: Number(shop.id),
        shop_name: shop.name,
        shop_state: 'OPEN',
        currency_iso_code: shop.currency,
        channels: ['US'],
        is_professional: true,
      }),
  },
];
