import type { OrderRecord, PlatformOrder, PlatformOrderLine } from '../../capabilities/orders.ts';
import { isZero, magnitude, negate, sum, times } from '../../money.ts';
import { Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import type { Address, Decimal } from '../../types.ts';
import { type AliexpressChild, type AliexpressOrder, orderShape } from './orderShape.ts';
import { readStatus } from './status.ts';

export const lineIdOf = (child: AliexpressChild): string => child.child_order_id ?? child.id;

const byAliexpress = (child: AliexpressChild): boolean =>
  child.send_goods_operator === 'WAREHOUSE_SEND_GOODS' || child.logistics_warehouse_type !== undefined;

const readLine = (child: AliexpressChild): PlatformOrderLine => ({
  platformLineId: lineIdOf(child),
  sellerSku: child.sku_code ?? '',
  ...(child.product_id ? { platformItemId: child.product_id } : {}),
  title: child.product_name ?? child.sku_code ?? child.id,
  quantity: child.product_count,
  unitPrice: child.product_price.amount,
  discount: '0',
  tax: '0',
});

/** As AliExpress gives it: often masked, and its buyers have no e-mail. */
function readAddress(order: AliexpressOrder): Address | undefined {
  const answered = order.receipt_address;
  if (!answered || (!answered.detail_address && !answered.contact_person)) return undefined;
  const phone = [answered.phone_country, answered.mobile_no ?? answered.phone_number].filter(Boolean).join(' ');
  return {
    name: answered.contact_person ?? '',
    line1: answered.detail_address ?? '',
    ...(answered.address2 ? { line2: answered.address2 } : {}),
    city: answered.city ?? '',
    ...(answered.province ? { state: answered.province } : {}),
    postalCode: answered.zip ?? '',
    country: (answered.country ?? '').toUpperCase(),
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

function isRefunded(order: AliexpressOrder): boolean {
  const back = order.refund_info;
  if (back?.refund_status !== 'refund_ok' || !back.refund_cash_amt) return false;
  const { amount, currency } = back.refund_cash_amt;
  return currency === order.order_amount.currency && !sum([amount, negate(order.order_amount.amount)]).startsWith('-');
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
  const { amount: total, currency } = order.order_amount;
  const children = order.child_order_list;
  for (const [index, { product_price: price }] of children.entries())
    if (price.currency !== currency)
      throw new Unfit(`child_order_list.${index}.product_price`, `${price.currency} in an order of ${currency}`);
  if (order.logistics_amount && order.logistics_amount.currency !== currency)
    throw new Unfit('logistics_amount', `${order.logistics_amount.currency} in an order of ${currency}`);
  const goods = sum(children.map((child) => times(child.product_price.amount, child.product_count)));
  const { shipping, discount } = balance(goods, order.logistics_amount?.amount ?? '0', total);
  const shipTo = readAddress(order);
  const buyer =
    order.buyer_signer_fullname ??
    [order.buyer_info?.first_name, order.buyer_info?.last_name].filter(Boolean).join(' ');
  const open = reading.status === 'toShip' || reading.status === 'partiallyShipped';
  return {
    platformOrderNo: order.id,
    ...reading,
    fulfilledBy: children.every(byAliexpress) ? 'platform' : 'seller',
    orderedAt: order.gmt_create,
    ...(order.gmt_pay_success ? { paidAt: order.gmt_pay_success } : {}),
    updatedAt: order.gmt_modified ?? order.gmt_create,
    ...(open && order.over_time_left ? { shipBy: order.over_time_left } : {}),
    currency,
    goodsAmount: goods,
    shippingAmount: shipping,
    taxAmount: '0',
    discountAmount: discount,
    totalAmount: total,
    ...(buyer ? { buyerName: buyer } : {}),
    ...(order.memo ? { buyerNote: order.memo } : {}),
    ...(shipTo ? { shipTo } : {}),
    lines: children.map(readLine),
  };
}

const NUMBER_FIELD = 'id';

/** `orderNo`: known from the list; what the detail says of it may be torn. */
export const readOrder = (raw: unknown, orderNo: string): OrderRecord => {
  const answered = typeof raw === 'object' && raw !== null ? { ...raw, id: orderNo } : raw;
  return readOrderAs(orderShape, answered, NUMBER_FIELD, toPlatformOrder);
};
