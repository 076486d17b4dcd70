import type { Context } from '../http/app.ts';
import { dollars, type OrderLine, orderTotals, type SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { listed, NAME } from './api.ts';
import { written } from './pacific.ts';

const DAY_MS = 86_400_000;
const DAYS_TO_SHIP = 7;
const OPEN_RETURNS = ['requested', 'approved', 'shipped', 'received'];
export const PRODUCT_SIZE = 20;

export const currencyFor = (ctx: Context, shop: Shop, order: SandboxOrder): string =>
  ctx.faults.marks(NAME, 'oddMoney', order.id) ? 'EUR' : shop.currency;

const money = (cents: number, currency: string) => ({
  amount: dollars(cents),
  cent: cents,
  cent_factor: 100,
  currency_code: currency,
});

/** Source: the states that the order calls document. */
export function orderStatus(ctx: Context, shop: Shop, order: SandboxOrder): string {
  if (ctx.faults.marks(NAME, 'unknownStatus', order.id)) return 'WAIT_FOR_MOON';
  if (order.status === 'cancelled' || order.refunded) return 'FINISH';
  if (order.status === 'pending') return 'PLACE_ORDER_SUCCESS';
  if (order.cancelRequested && order.status === 'unshipped') return 'IN_CANCEL';
  if (order.status === 'unshipped') return 'WAIT_SELLER_SEND_GOODS';
  if (order.status === 'partial') return 'SELLER_PART_SEND_GOODS';
  if (shop.returns.some((one) => one.orderId === order.id && OPEN_RETURNS.includes(one.state))) return 'IN_ISSUE';
  return order.delivered ? 'FINISH' : 'WAIT_BUYER_ACCEPT_GOODS';
}

function endReason(order: SandboxOrder): string {
  if (order.status === 'cancelled')
    return order.cancelledBy === 'BUYER' ? 'buyer_cancel_notpay_order' : 'cancel_order_close_trade';
  if (order.refunded) return 'end_issue';
  return order.delivered ? 'buyer_accept_goods' : '';
}

const LOGISTICS = {
  pending: 'NO_LOGISTICS',
  cancelled: 'NO_LOGISTICS',
  unshipped: 'WAIT_SELLER_SEND_GOODS',
  partial: 'SELLER_SEND_PART_GOODS',
  shipped: 'SELLER_SEND_GOODS',
} as const;

/** Products have several variants: so many articles of the catalogue make one. */
export const productIdOf = (shop: Shop, n: number): string =>
  shop.listings.all[Math.floor((n - 1) / PRODUCT_SIZE) * PRODUCT_SIZE]?.itemId ?? '0';

const masked = (text: string): string => `${text.slice(0, 1)}***`;
const fund = (order: SandboxOrder): string =>
  order.status === 'pending' || order.status === 'cancelled' ? 'NOT_PAY' : 'PAY_SUCCESS';

function product(shop: Shop, line: OrderLine) {
  const listing = shop.listings.bySku(line.sku);
  return {
    product_id: listing ? Number(productIdOf(shop, listing.n)) : 1_005_000_000,
    product_name: line.title,
    sku_code: line.sku,
    product_count: line.quantity,
  };
}

/** The short form of the list: neither address nor postage stands in it. */
export function listRow(ctx: Context, shop: Shop, order: SandboxOrder) {
  const currency = currencyFor(ctx, shop, order);
  const status = orderStatus(ctx, shop, order);
  const price = (cents: number) => ({ amount: dollars(cents), currency_code: currency });
  return {
    order_id: Number(order.id),
    order_status: status,
    biz_type: 'AE_COMMON',
    gmt_create: written(order.createdAt),
    gmt_update: written(order.updatedAt),
    ...(fund(order) === 'PAY_SUCCESS' ? { gmt_pay_time: written(order.createdAt + 60_000) } : {}),
    ...(endReason(order) ? { end_reason: endReason(order) } : {}),
    pay_amount: price(orderTotals(order).total),
    payment_type: 'migs',
    fund_status: fund(order),
    frozen_status: 'NO_FROZEN',
    issue_status: 'NO_ISSUE',
    logistics_status: LOGISTICS[order.status],
    buyer_login_id: `us${order.seq}`,
    buyer_signer_fullname: masked(order.buyerName),
    product_list: listed(
      'aeop_order_product_dto',
      order.lines.map((line) => ({
        child_id: Number(line.id),
        order_id: Number(order.id),
        ...product(shop, line),
        product_unit_price: price(line.priceCents),
        total_product_amount: price(line.priceCents * line.quantity),
        son_order_status: childStatus(status, line),
      })),
    ),
  };
}

function childStatus(status: string, line: OrderLine): string {
  if (status !== 'SELLER_PART_SEND_GOODS') return status;
  return line.shipped >= line.quantity ? 'WAIT_BUYER_ACCEPT_GOODS' : 'WAIT_SELLER_SEND_GOODS';
}

export function orderView(ctx: Context, shop: Shop, order: SandboxOrder) {
  const malformed = ctx.faults.marks(NAME, 'malformed', order.id);
  const currency = currencyFor(ctx, shop, order);
  const status = orderStatus(ctx, shop, order);
  const { goods, total } = orderTotals(order);
  const { address } = order;
  const refund = order.refunded
    ? { refund_status: 'refund_ok', refund_type: 'c', refund_cash_amt: money(total, currency) }
    : undefined;
  return {
    id: Number(order.id),
    order_status: status,
    gmt_create: malformed ? 'yesterday' : written(order.createdAt),
    gmt_modified: written(order.updatedAt),
    over_time_left: written(order.createdAt + DAYS_TO_SHIP * DAY_MS),
    order_end_reason: endReason(order),
    order_amount: malformed ? { amount: 'a lot', currency_code: currency } : money(total, currency),
    init_oder_amount: money(goods, currency),
    logistics_amount: money(order.shippingCents, currency),
    logistics_status: LOGISTICS[order.status],
    fund_status: fund(order),
    frozen_status: 'NO_FROZEN',
    issue_status: status === 'IN_ISSUE' ? 'IN_ISSUE' : 'NO_ISSUE',
    loan_status: order.status === 'shipped' ? 'loan_ok' : 'loan_none',
    settlement_currency: currency,
    memo: '',
    oaid: `oaid-${order.id}`,
    cod: false,
    buyer_signer_fullname: masked(order.buyerName),
    buyer_info: { login_id: `us${order.seq}`, first_name: masked(order.buyerName), country: address.country },
    receipt_address: {
      contact_person: masked(address.name),
      detail_address: `${address.line1.slice(0, 3)}***`,
      address2: address.line2,
      city: address.city,
      province: address.state,
      zip: address.postalCode,
      country: address.country,
      phone_country: '+1',
      mobile_no: `***${address.phone.slice(-3)}`,
    },
    ...(refund ? { refund_info: refund } : {}),
    child_order_list: listed(
      'aeop_tp_child_order_dto',
      order.lines.map((line, index) => ({
        id: Number(line.id),
        child_order_id: line.id,
        order_sort_id: index + 1,
        ...product(shop, line),
        product_price: money(line.priceCents, currency),
        order_status: childStatus(status, line),
        send_goods_operator: 'SELLER_SEND_GOODS',
        logistics_type: 'CAINIAO_STANDARD',
        logistics_service_name: 'AliExpress Standard Shipping',
      })),
    ),
    logistic_info_list: listed(
      'aeop_tp_logistic_info_dto',
      order.parcels
        .filter((parcel) => !parcel.cancelled)
        .map((parcel) => ({
          logistics_no: parcel.numbers[0] ?? '',
          logistics_type_code: parcel.carrier,
          logistics_service_name: parcel.carrierName,
          gmt_send: written(parcel.shippedAt),
          receive_status: 'default',
        })),
    ),
    ...(ctx.faults.of(NAME).newField ? { moon_phase: 'waxing' } : {}),
  };
}
