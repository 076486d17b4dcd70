import { amountsOfOrder, type OrderAmounts } from '../../amounts.ts';
import type { OrderRecord, PlatformOrder, PlatformOrderLine } from '../../capabilities/orders.ts';
import { isZero, magnitude, negate, sum, times } from '../../money.ts';
import { countryCode } from '../../places.ts';
import { Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import type { Address, Decimal } from '../../types.ts';
import { type AliexpressChild, type AliexpressOrder, orderShape } from './orderShape.ts';
import { readStatus } from './status.ts';

export const lineIdOf = (child: AliexpressChild): string => child.child_order_id ?? child.id;

const byAliexpress = (child: AliexpressChild): boolean =>
  child.send_goods_operator === 'WAREHOUSE_SEND_GOODS' || child.logistics_warehouse_type !== undefined;

const readLine = (child: AliexpressChild, amounts: OrderAmounts): PlatformOrderLine => ({
  platformLineId: lineIdOf(child),
  sellerSku: child.sku_code ?? '',
  ...(child.product_id ? { platformItemId: child.product_id } : {}),
  title: child.product_name ?? child.sku_code ?? child.id,
  quantity: child.product_count,
  unitPrice: amounts.due(child.product_price?.amount),
  discount: '0',
  tax: '0',
});

/** As AliExpress gives it: often masked, and its buyers have no e-mail. */
function readAddress(order: AliexpressOrder): Address | undefined {
  const answered = order.receipt_address;
  if (!answered.detail_address && !answered.contact_person) return undefined;
  const phone = [answered.phone_country, answered.mobile_no ?? answered.phone_number].filter(Boolean).join(' ');
  return {
    name: answered.contact_person ?? '',
    line1: answered.detail_address ?? '',
    ...(answered.address2 ? { line2: answered.address2 } : {}),
    city: answered.city ?? '',
    ...(answered.province ? { state: answered.province } : {}),
    postalCode: answered.zip ?? '',
    country: countryCode(answered.country) ?? answered.country ?? '',
    ...(phone ? { phone } : {}),
  };
}

/**
 * The order tells its goods, its postage and what is paid: what is less is a discount, what is more (the seller has
 * changed the price, tax) is told with the postage.
 */
function balance(goods: Decimal, postage: Decimal, total: Decimal): { shipping: Decimal; discount: Decimal } {
  const rest = sum([total, negate(goods), negate(postage)]);
  const less = rest.startsWith('-') && !isZero(rest);
  return less ? { shipping: postage, discount: magnitude(rest) } : { shipping: sum([postage, rest]), discount: '0' };
}

function isRefunded({ refund_info: back, order_amount: paid }: AliexpressOrder): boolean {
  if (back.refund_status !== 'REFUND_OK' || !back.refund_cash_amt || !paid) return false;
  const { amount, currency } = back.refund_cash_amt;
  return currency === paid.currency && !sum([amount, negate(paid.amount)]).startsWith('-');
}

/** The one of all its amounts. */
function currencyOf(order: AliexpressOrder): string {
  const answered = [
    ['order_amount', order.order_amount],
    ['logistics_amount', order.logistics_amount],
    ...order.child_order_list.map(
      (one, index) => [`child_order_list.${index}.product_price`, one.product_price] as const,
    ),
  ] as const;
  const currency = answered.find(([, one]) => one)?.[1]?.currency;
  if (!currency) throw new Unfit('order_amount', 'no amount names a currency');
  for (const [field, one] of answered)
    if (one && one.currency !== currency) throw new Unfit(field, `${one.currency} in an order of ${currency}`);
  return currency;
}

export function toPlatformOrder(order: AliexpressOrder): PlatformOrder {
  const reading = readStatus({
    told: order.order_status,
    logistics: order.logistics_status,
    fund: order.fund_status,
    endReason: order.order_end_reason ?? order.end_reason,
    refunded: isRefunded(order),
  });
  if (!reading) {
    const why = order.order_end_reason ?? order.end_reason;
    throw new Unfit('order_status', `"${order.order_status}"${why ? ` (${why})` : ''} is unknown`);
  }
  const currency = currencyOf(order);
  const children = order.child_order_list;
  const amounts = amountsOfOrder();
  const lines = children.map((child) => readLine(child, amounts));
  const goods = sum(lines.map((line) => times(line.unitPrice, line.quantity)));
  const total = amounts.due(order.order_amount?.amount);
  const { shipping, discount } = balance(goods, amounts.due(order.logistics_amount?.amount), total);
  const shipTo = readAddress(order);
  const buyer =
    order.buyer_signer_fullname ?? [order.buyer_info.first_name, order.buyer_info.last_name].filter(Boolean).join(' ');
  const open = reading.status === 'toShip' || reading.status === 'partiallyShipped';
  return {
    platformOrderNo: order.id,
    ...reading,
    fulfilledBy: children.every(byAliexpress) ? 'platform' : 'seller',
    orderedAt: order.gmt_create,
    ...(order.gmt_pay_success ? { paidAt: order.gmt_pay_success } : {}),
    updatedAt: order.gmt_modified ?? order.gmt_pay_success ?? order.gmt_create,
    ...(open && order.over_time_left ? { shipBy: order.over_time_left } : {}),
    currency,
    goodsAmount: goods,
    shippingAmount: shipping,
    taxAmount: '0',
    discountAmount: discount,
    totalAmount: total,
    ...amounts.unknown(),
    ...(buyer ? { buyerName: buyer } : {}),
    ...(order.memo ? { buyerNote: order.memo } : {}),
    ...(shipTo ? { shipTo } : {}),
    lines,
  };
}

const NUMBER_FIELD = 'id';

/** `orderNo`: known from the list; what the detail says of it may be torn. */
export const readOrder = (raw: unknown, orderNo: string): OrderRecord => {
  const answered = typeof raw === 'object' && raw !== null ? { ...raw, id: orderNo } : raw;
  return readOrderAs(orderShape, answered, NUMBER_FIELD, toPlatformOrder);
};
