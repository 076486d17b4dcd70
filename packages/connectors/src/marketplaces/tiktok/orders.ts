import { amountsOfOrder, type OrderAmounts } from '../../amounts.ts';
import type { OrderRecord, PlatformOrder, PlatformOrderLine } from '../../capabilities/orders.ts';
import { sum } from '../../money.ts';
import { Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import { chosenService } from '../../service.ts';
import { readAddress } from './address.ts';
import { orderShape, type TiktokOrder, type TiktokUnit } from './orderShape.ts';
import { readStatus } from './status.ts';
import { isCancelled, linesOf } from './units.ts';

const FULFILLED_BY: Readonly<Record<string, PlatformOrder['fulfilledBy']>> = {
  FULFILLMENT_BY_SELLER: 'seller',
  FULFILLMENT_BY_TIKTOK: 'platform',
  FULFILLMENT_BY_DILAYANI_TOKOPEDIA: 'platform',
};

function fulfilledBy(answered: string | undefined): PlatformOrder['fulfilledBy'] {
  if (answered === undefined) return 'seller';
  const known = Object.hasOwn(FULFILLED_BY, answered) ? FULFILLED_BY[answered] : undefined;
  if (!known) throw new Unfit('fulfillment_type', `"${answered}" is unknown`);
  return known;
}

/** The payment's, or its units', which all have to be the same. */
function currencyOf(order: TiktokOrder): string {
  const currency = order.payment.currency ?? order.line_items.find((unit) => unit.currency)?.currency;
  if (!currency) throw new Unfit('payment.currency', 'no currency is named');
  for (const [index, unit] of order.line_items.entries())
    if (unit.currency && unit.currency !== currency)
      throw new Unfit(`line_items.${index}.currency`, `${unit.currency} in an order of ${currency}`);
  return currency;
}

function readLine(units: readonly TiktokUnit[], live: readonly TiktokUnit[], amounts: OrderAmounts): PlatformOrderLine {
  const [first] = units;
  if (!first) throw new Unfit('line_items', 'a line without units');
  return {
    platformLineId: first.id,
    sellerSku: first.seller_sku ?? '',
    ...(first.sku_id ? { platformItemId: first.sku_id } : {}),
    title: [first.product_name, first.sku_name].filter(Boolean).join(' · ') || (first.seller_sku ?? first.id),
    quantity: live.length,
    unitPrice: amounts.due(first.original_price),
    discount: sum(live.flatMap((unit) => [unit.seller_discount, unit.platform_discount].map(amounts.optional))),
    tax: sum(live.flatMap((unit) => unit.item_tax.map((tax) => amounts.optional(tax.tax_amount)))),
  };
}

export function toPlatformOrder(order: TiktokOrder): PlatformOrder {
  const reading = readStatus(order.status, order.shipping_type);
  if (!reading) throw new Unfit('status', `"${order.status}" is unknown`);
  const { payment } = order;
  const amounts = amountsOfOrder();
  const over = reading.status === 'cancelled';
  const lines = linesOf(order)
    .map((units) => ({ units, live: over ? units : units.filter((unit) => !isCancelled(unit)) }))
    .filter(({ live }) => live.length > 0)
    .map(({ units, live }) => readLine(units, live, amounts));
  const shipTo = order.recipient_address ? readAddress(order.recipient_address, order.buyer_email) : undefined;
  return {
    platformOrderNo: order.id,
    ...(order.packages.length > 0 ? { fulfilmentRefs: order.packages.map((one) => one.id) } : {}),
    status: reading.status,
    fulfilledBy: fulfilledBy(order.fulfillment_type),
    ...(order.shipping_type ? { platformShipping: order.shipping_type === 'TIKTOK' } : {}),
    orderedAt: order.create_time,
    ...(order.paid_time ? { paidAt: order.paid_time } : {}),
    updatedAt: order.update_time ?? order.paid_time ?? order.create_time,
    ...(order.rts_sla_time ? { shipBy: order.rts_sla_time } : {}),
    ...chosenService(order.delivery_option_name),
    currency: currencyOf(order),
    goodsAmount: amounts.due(payment.original_total_product_price),
    shippingAmount: amounts.due(payment.shipping_fee),
    taxAmount: amounts.optional(payment.tax),
    discountAmount: sum([payment.seller_discount, payment.platform_discount].map(amounts.due)),
    totalAmount: amounts.due(payment.total_amount),
    ...amounts.unknown(),
    ...(shipTo?.name ? { buyerName: shipTo.name } : {}),
    ...(order.buyer_email ? { buyerEmail: order.buyer_email } : {}),
    ...(order.user_id ? { buyerRef: order.user_id } : {}),
    ...(order.buyer_message ? { buyerNote: order.buyer_message } : {}),
    ...(order.is_buyer_request_cancel && !over ? { cancelRequested: true } : {}),
    ...(reading.hold ? { hold: reading.hold } : {}),
    ...(shipTo ? { shipTo } : {}),
    lines,
  };
}

export const readOrder = (raw: unknown): OrderRecord => readOrderAs(orderShape, raw, 'id', toPlatformOrder);
