import { list, text } from '../http/types.ts';
import { pageOf } from '../kit/listing.ts';
import { moneyBetween, type SandboxMoney } from '../world/money.ts';
import type { Shop } from '../world/shop.ts';
import { ShopeeError, wrongParameter } from './errors.ts';
import { integer, NAME, type OperationBook, type ShopCall, seconds, windowOf } from './operations.ts';

/** What is released for orders and what else moves in the seller's wallet. Source: v2.payment.* */
export function registerPayments(book: OperationBook): void {
  book.add(
    {
      method: 'GET',
      path: 'payment/get_escrow_list',
      query: ['release_time_from', 'release_time_to', 'page_size', 'page_no'],
    },
    getEscrowList,
  );
  book.add({ method: 'POST', path: 'payment/get_escrow_detail_batch', body: ['order_sn_list'] }, getEscrowDetails);
  book.add(
    {
      method: 'GET',
      path: 'payment/get_wallet_transaction_list',
      query: [
        'page_no',
        'page_size',
        'create_time_from',
        'create_time_to',
        'wallet_type',
        'transaction_type',
        'money_flow',
      ],
    },
    getWallet,
  );
}

interface Release {
  orderSn: string;
  at: number;
  parts: SandboxMoney[];
}

/** Everything but refunds is released with the order; what is refunded later goes off the wallet. */
function releases(shop: Shop, from: number, before: number): Release[] {
  const parts = moneyBetween(shop, from, before).filter((one) => one.kind !== 'refund');
  return [...Map.groupBy(parts, (one) => one.order.id)].map(([orderSn, ofOrder]) => ({
    orderSn,
    at: ofOrder[0]?.postedAt ?? 0,
    parts: ofOrder,
  }));
}

const cents = (parts: readonly SandboxMoney[], ...kinds: string[]): number =>
  parts.filter((one) => kinds.length === 0 || kinds.includes(one.kind)).reduce((sum, one) => sum + one.cents, 0);

function getEscrowList({ ctx, shop, query }: ShopCall) {
  const [from, before] = windowOf(
    query,
    ['release_time_from', 'release_time_to'],
    () =>
      new ShopeeError(
        'error_param',
        'release_time_from and/or release_time_to parameter is invalid. Please provide both a valid start date, and end date to query where start date cannot be later than the end date.',
      ),
    365,
  );
  const size = integer('page_size', query.get('page_size') ?? 40, 1, 100);
  const pageNo = integer('page_no', query.get('page_no') ?? 1, 1, 1_000_000);
  const page = pageOf(ctx, NAME, releases(shop, from, before), (pageNo - 1) * size, size);
  return {
    escrow_list: page.rows.map((one) => ({
      order_sn: one.orderSn,
      payout_amount: cents(one.parts) / 100,
      escrow_release_time: seconds(one.at),
    })),
    more: page.next !== undefined,
  };
}

function getEscrowDetails({ shop, body }: ShopCall) {
  const numbers = list(body.order_sn_list).map(text);
  if (numbers.length < 1 || numbers.length > 50) throw wrongParameter('order_sn_list must hold 1 to 50 numbers');
  const known = new Map(releases(shop, 0, Number.MAX_SAFE_INTEGER).map((one) => [one.orderSn, one.parts]));
  return numbers.map((orderSn) => {
    const parts = known.get(orderSn);
    if (!parts)
      throw new ShopeeError(
        'order_not_found',
        'Order SN provided is invalid or does not belong to you. Please enter a valid Order SN.',
      );
    const goods = cents(parts, 'sale', 'tax');
    const paid = goods + cents(parts, 'shipping');
    return {
      escrow_detail: {
        order_sn: orderSn,
        buyer_user_name: '',
        return_order_sn_list: [],
        order_income: {
          escrow_amount: cents(parts) / 100,
          buyer_total_amount: paid / 100,
          original_cost_of_goods_sold: goods / 100,
          original_shopee_discount: 0,
          shopee_discount: 0,
          voucher_from_seller: 0,
          seller_coin_cash_back: 0,
          seller_return_refund: 0,
          buyer_paid_shipping_fee: cents(parts, 'shipping') / 100,
          actual_shipping_fee: 0,
          shopee_shipping_rebate: 0,
          reverse_shipping_fee: 0,
          commission_fee: -cents(parts, 'commission') / 100,
          service_fee: 0,
          seller_transaction_fee: -cents(parts, 'payment') / 100,
          escrow_tax: 0,
          items: [],
          order_adjustment: [],
        },
      },
    };
  });
}

function getWallet({ ctx, shop, query }: ShopCall) {
  const [from, before] = windowOf(query, ['create_time_from', 'create_time_to'], () =>
    wrongParameter('The period between create_time_from and create_time_to must not more than 15 days'),
  );
  const size = integer('page_size', query.get('page_size'), 1, 100);
  const pageNo = integer('page_no', query.get('page_no'), 0, 1_000_000);
  const moves = [
    ...releases(shop, from, before).map((one) => ({
      at: one.at,
      transaction_type: 'ESCROW_VERIFIED_ADD',
      amount: cents(one.parts) / 100,
      order_sn: one.orderSn,
      refund_sn: '',
    })),
    ...moneyBetween(shop, from, before)
      .filter((one) => one.kind === 'refund')
      .map((one) => ({
        at: one.postedAt,
        transaction_type: 'ADJUSTMENT_FOR_RR_AFTER_ESCROW_VERIFIED',
        amount: one.cents / 100,
        order_sn: one.order.id,
        refund_sn: one.id.split('-').at(-1) ?? '',
      })),
  ].sort((a, b) => b.at - a.at);
  const page = pageOf(ctx, NAME, moves, pageNo * size, size);
  return {
    transaction_list: page.rows.map(({ at, ...one }) => ({
      status: 'COMPLETED',
      ...one,
      money_flow: one.amount < 0 ? 'MONEY_OUT' : 'MONEY_IN',
      current_balance: 0,
      create_time: seconds(at),
      withdrawal_type: '',
      transaction_fee: 0,
      description: '',
      buyer_name: '',
      shop_name: shop.name,
      withdrawal_id: 0,
      reason: '',
    })),
    more: page.next !== undefined,
  };
}
