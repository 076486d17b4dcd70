import { pageOf } from '../kit/listing.ts';
import { moneyBetween, type SandboxMoney } from '../world/money.ts';
import { dollars } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import type { Call, Operation } from './api.ts';
import { badRequest, TtsError } from './errors.ts';
import { nextToken, offsetIn, oneOf, pageSize, seconds, time } from './params.ts';
import { TIKTOK } from './shops.ts';

/** Really a statement closes each midnight (UTC); here each minute has one, which stands open as long as it lasts. */
const PERIOD = 60_000;

const sumOf = (money: readonly SandboxMoney[], ...kinds: SandboxMoney['kind'][]) =>
  money.filter((one) => kinds.includes(one.kind)).reduce((sum, one) => sum + one.cents, 0);

interface Statement {
  id: string;
  at: number;
  money: SandboxMoney[];
}

function statementsBetween(shop: Shop, from: number, to: number): Statement[] {
  const statements = new Map<number, SandboxMoney[]>();
  for (const one of moneyBetween(shop, Math.floor(from / PERIOD) * PERIOD, Number.MAX_SAFE_INTEGER)) {
    const at = Math.floor(one.postedAt / PERIOD) * PERIOD;
    if (at >= from && at < to) statements.set(at, [...(statements.get(at) ?? []), one]);
  }
  return [...statements].map(([at, money]) => ({ id: `7238${String(at / PERIOD).padStart(15, '0')}`, at, money }));
}

/** Costs are told below zero; the sales tax is TikTok's to pay and no part of the settlement. */
function figures(money: readonly SandboxMoney[]) {
  const revenue = sumOf(money, 'sale', 'refund');
  const shipping = sumOf(money, 'shipping');
  const fees = sumOf(money, 'commission', 'payment');
  return { revenue, shipping, fees, settlement: revenue + shipping + fees };
}

function getStatements(call: Call) {
  const { shop, query } = call;
  if (query.sort_field !== 'statement_time')
    throw badRequest('Invalid parameter. sort_field must be one of statement_time.');
  const ascending = oneOf('sort_order', query.sort_order, ['ASC', 'DESC'], 'ASC') === 'ASC';
  oneOf('payment_status', query.payment_status, ['PAID', 'FAILED', 'PROCESSING'], 'PAID');
  const size = pageSize(call, 100);
  const from = time('statement_time_ge', query.statement_time_ge, 0);
  const to = time('statement_time_lt', query.statement_time_lt, Number.MAX_SAFE_INTEGER);
  const found = statementsBetween(shop, from, to);
  const page = pageOf(call.ctx, TIKTOK, ascending ? found : found.toReversed(), offsetIn(call), size);
  return {
    next_page_token: nextToken(call, page.next),
    statements: page.rows.map(({ id, at, money }) => {
      const { revenue, shipping, fees, settlement } = figures(money);
      return {
        id,
        statement_time: seconds(at),
        currency: shop.currency,
        revenue_amount: dollars(revenue),
        net_sales_amount: dollars(revenue),
        fee_amount: dollars(fees),
        shipping_cost_amount: dollars(shipping),
        adjustment_amount: '0',
        settlement_amount: dollars(settlement),
        payment_id: '',
        payment_status: 'PROCESSING',
      };
    }),
  };
}

function transactionView(money: SandboxMoney[]) {
  const [first] = money;
  const { revenue, shipping, fees, settlement } = figures(money);
  const tax = sumOf(money, 'tax');
  return {
    id: `16${first?.order.id.slice(-12)}${String(seconds(first?.postedAt ?? 0)).slice(-6)}`,
    type: 'ORDER',
    order_id: first?.order.id,
    order_create_time: seconds(first?.order.createdAt ?? 0),
    settlement_amount: dollars(settlement),
    revenue_amount: dollars(revenue),
    revenue_breakdown: {
      subtotal_before_discount_amount: dollars(sumOf(money, 'sale')),
      refund_subtotal_before_discount_amount: dollars(sumOf(money, 'refund')),
      seller_discount_amount: '0',
    },
    shipping_cost_amount: dollars(shipping),
    shipping_cost_breakdown: {
      actual_shipping_fee_amount: '0',
      customer_paid_shipping_fee_amount: dollars(shipping),
      supplementary_component: { customer_shipping_fee: dollars(shipping) },
    },
    fee_tax_amount: dollars(fees),
    fee_tax_breakdown: {
      fee: {
        platform_commission_amount: dollars(sumOf(money, 'commission')),
        transaction_fee_amount: dollars(sumOf(money, 'payment')),
        affiliate_commission_amount: '',
      },
      tax: { vat_amount: '0' },
    },
    adjustment_amount: '0',
    supplementary_component: {
      customer_payment_amount: dollars(revenue + shipping + tax),
      sales_tax_amount: dollars(tax),
    },
  };
}

function getTransactions(call: Call) {
  const {
    shop,
    query,
    ids: [id = ''],
  } = call;
  if (query.sort_field !== 'order_create_time')
    throw badRequest('Invalid parameter. sort_field must be one of order_create_time.');
  oneOf('sort_order', query.sort_order, ['ASC', 'DESC'], 'ASC');
  const size = pageSize(call, 100);
  const at = /^7238\d{15}$/.test(id) ? Number(id.slice(4)) * PERIOD : Number.NaN;
  const [statement] = Number.isNaN(at) ? [] : statementsBetween(shop, at, at + 1);
  if (!statement) throw new TtsError(36009004, 'Invalid parameter. The statement does not exist.', 400);
  const bookings = [...Map.groupBy(statement.money, (one) => `${one.order.id}/${one.postedAt}`).values()];
  const page = pageOf(call.ctx, TIKTOK, bookings, offsetIn(call), size);
  const { revenue, shipping, fees, settlement } = figures(statement.money);
  return {
    id,
    create_time: seconds(at),
    status: 'SETTLED',
    currency: shop.currency,
    payable_amount: dollars(settlement),
    total_reserve_amount: '0',
    total_settlement_amount: dollars(settlement),
    total_settlement_breakdown: {
      total_revenue_amount: dollars(revenue),
      total_shipping_cost_amount: dollars(shipping),
      total_fee_tax_amount: dollars(fees),
      total_adjustment_amount: '0',
    },
    total_count: page.total,
    next_page_token: nextToken(call, page.next),
    transactions: page.rows.map(transactionView),
  };
}

/** Source: Get Statements 202309, Get Transactions by Statement 202501. */
export const finance: Operation[] = [
  {
    method: 'GET',
    path: '/finance/202309/statements',
    name: 'getStatements',
    query: [
      'statement_time_ge',
      'statement_time_lt',
      'payment_status',
      'page_size',
      'page_token',
      'sort_field',
      'sort_order',
    ],
    handle: getStatements,
  },
  {
    method: 'GET',
    path: '/finance/202501/statements/{statement_id}/statement_transactions',
    name: 'getTransactions',
    query: ['page_size', 'page_token', 'sort_field', 'sort_order'],
    handle: getTransactions,
  },
];
