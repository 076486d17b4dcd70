import type { OrderRecord, PlatformOrder, PlatformOrderLine } from '../../capabilities/orders.ts';
import { negate, sum, times } from '../../money.ts';
import { countryOrText } from '../../places.ts';
import { Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import { chosenService } from '../../service.ts';
import type { Address } from '../../types.ts';
import { type MiraklAddress, type MiraklLine, type MiraklOrder, orderShape } from './orderShape.ts';
import { isGone, readState } from './status.ts';

/** Before the buyer has paid, parts of the address are missing: then there is none. */
function readAddress(answered: MiraklAddress, email: string | undefined, paid: boolean): Address | undefined {
  const { street_1: line1, city, zip_code: postalCode } = answered;
  if (!paid && !(line1 && city && postalCode)) return undefined;
  const line2 = [answered.street_2, answered.additional_info].filter(Boolean).join(', ');
  return {
    name: [answered.firstname, answered.lastname].filter(Boolean).join(' '),
    ...(answered.company ? { company: answered.company } : {}),
    line1: line1 ?? '',
    ...(line2 ? { line2 } : {}),
    city: city ?? '',
    ...(answered.state ? { state: answered.state } : {}),
    postalCode: postalCode ?? '',
    // Three letters (ISO 3166-1 alpha-3).
    country: countryOrText(answered.country_iso_code),
    ...(answered.phone ? { phone: answered.phone } : {}),
    ...(email ? { email } : {}),
  };
}

const total = (taxes: MiraklLine['taxes']) => sum(taxes.map((one) => one?.amount ?? '0'));

/** Taxes come on top of the prices, or they are in them already: then none is added. */
function readLine(line: MiraklLine, onTop: boolean): PlatformOrderLine {
  const { price_unit: unitPrice, price } = line;
  return {
    platformLineId: line.order_line_id,
    sellerSku: line.offer_sku ?? '',
    ...(line.offer_id ? { platformItemId: line.offer_id } : {}),
    title: line.product_title ?? line.offer_sku ?? line.order_line_id,
    quantity: line.quantity,
    unitPrice: unitPrice ?? '0',
    discount: unitPrice && price ? sum([times(unitPrice, line.quantity), negate(price)]) : '0',
    tax: onTop ? total(line.taxes) : '0',
  };
}

/** Both prices should be there; shipping and taxes that are not there are none. */
const isUnknown = (line: MiraklLine, onTop: boolean): boolean =>
  !line.price_unit ||
  !line.price ||
  line.shipping_price === null ||
  (onTop && [line.taxes, line.shipping_taxes].some((taxes) => taxes.includes(null)));

function amountsOf(answered: readonly MiraklLine[], lines: readonly PlatformOrderLine[], onTop: boolean) {
  const goodsAmount = sum(lines.map((line) => times(line.unitPrice, line.quantity)));
  const discountAmount = sum(lines.map((line) => line.discount));
  const shippingAmount = sum(answered.map((line) => line.shipping_price ?? '0'));
  const taxAmount = sum([
    ...lines.map((line) => line.tax),
    ...(onTop ? answered.map((line) => total(line.shipping_taxes)) : []),
  ]);
  const totalAmount = sum([goodsAmount, negate(discountAmount), shippingAmount, taxAmount]);
  return { goodsAmount, shippingAmount, taxAmount, discountAmount, totalAmount };
}

function toPlatformOrder(order: MiraklOrder): PlatformOrder {
  const reading = readState(order);
  if (!reading) throw new Unfit('order_state', `"${order.order_state}" is unknown`);
  const onTop = order.order_tax_mode !== 'TAX_INCLUDED';
  const over = reading.status === 'cancelled';
  const answered = order.order_lines.filter((line) => over || !isGone(line));
  const lines = answered.map((line) => readLine(line, onTop));
  // Whether taxes come on top cannot be read.
  const unclear =
    order.order_tax_mode === null && answered.some((line) => line.taxes.length + line.shipping_taxes.length);
  const unknown = unclear || answered.some((line) => isUnknown(line, onTop));
  const email = order.customer_notification_email;
  const { shipping_type_label: label, shipping_type_code: code } = order;
  const { shipping_address: address } = order.customer;
  const paid = reading.status !== 'unpaid' && reading.hold === undefined;
  const shipTo = address && readAddress(address, email, paid);
  const buyer = [order.customer.firstname, order.customer.lastname].filter(Boolean).join(' ');
  return {
    platformOrderNo: order.order_id,
    ...(order.commercial_id ? { displayNo: order.commercial_id } : {}),
    status: reading.status,
    fulfilledBy: 'seller',
    orderedAt: order.created_date,
    updatedAt: order.last_updated_date ?? order.created_date,
    ...(order.shipping_deadline ? { shipBy: order.shipping_deadline } : {}),
    ...chosenService(label ?? code, `${label ?? ''} ${code ?? ''}`),
    currency: order.currency_iso_code,
    ...amountsOf(answered, lines, onTop),
    ...(unknown ? { amountsUnknown: true } : {}),
    ...(buyer ? { buyerName: buyer } : {}),
    ...(email ? { buyerEmail: email } : {}),
    ...(reading.hold ? { hold: reading.hold } : {}),
    ...(shipTo ? { shipTo } : {}),
    lines,
  };
}

export const readOrder = (raw: unknown): OrderRecord => readOrderAs(orderShape, raw, 'order_id', toPlatformOrder);
