import type { OrderRecord, PlatformOrder, PlatformOrderLine } from '../../capabilities/orders.ts';
import { negate, sum, times } from '../../money.ts';
import { Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import { chosenService } from '../../service.ts';
import type { Address } from '../../types.ts';
import { type MiraklAddress, type MiraklLine, type MiraklOrder, orderShape } from './orderShape.ts';
import { isGone, readState } from './status.ts';

/** Mirakl writes countries with three letters (ISO 3166-1 alpha-3). */
const COUNTRIES: Readonly<Record<string, string>> = {
  USA: 'US',
  CAN: 'CA',
  MEX: 'MX',
  PRI: 'PR',
  VIR: 'VI',
  GUM: 'GU',
  ASM: 'AS',
  MNP: 'MP',
};

function countryOf(code: string | undefined): string {
  const country = code !== undefined && Object.hasOwn(COUNTRIES, code) ? COUNTRIES[code] : undefined;
  if (!country) throw new Unfit('customer.shipping_address.country_iso_code', `"${code ?? ''}" is unknown`);
  return country;
}

/** Before the buyer has paid, parts of the address are missing: then there is none. */
function readAddress(answered: MiraklAddress, email: string | undefined): Address | undefined {
  const { street_1: line1, city, zip_code: postalCode } = answered;
  if (!line1 || !city || !postalCode) return undefined;
  const line2 = [answered.street_2, answered.additional_info].filter(Boolean).join(', ');
  return {
    name: [answered.firstname, answered.lastname].filter(Boolean).join(' '),
    ...(answered.company ? { company: answered.company } : {}),
    line1,
    ...(line2 ? { line2 } : {}),
    city,
    ...(answered.state ? { state: answered.state } : {}),
    postalCode,
    country: countryOf(answered.country_iso_code),
    ...(answered.phone ? { phone: answered.phone } : {}),
    ...(email ? { email } : {}),
  };
}

const total = (taxes: MiraklLine['taxes']) => sum((taxes ?? []).map((one) => one.amount));

/** Taxes come on top of the prices, or they are in them already: then none is added. */
function readLine(line: MiraklLine, onTop: boolean): PlatformOrderLine {
  return {
    platformLineId: line.order_line_id,
    sellerSku: line.offer_sku ?? '',
    ...(line.offer_id ? { platformItemId: String(line.offer_id) } : {}),
    title: line.product_title ?? line.offer_sku ?? line.order_line_id,
    quantity: line.quantity,
    unitPrice: line.price_unit,
    discount: sum([times(line.price_unit, line.quantity), negate(line.price)]),
    tax: onTop ? total(line.taxes) : '0',
  };
}

function toPlatformOrder(order: MiraklOrder): PlatformOrder {
  const reading = readState(order);
  if (!reading) throw new Unfit('order_state', `"${order.order_state}" is unknown`);
  const onTop = order.order_tax_mode !== 'TAX_INCLUDED';
  const over = reading.status === 'cancelled';
  const answered = order.order_lines.filter((line) => over || !isGone(line));
  const lines = answered.map((line) => readLine(line, onTop));
  const goodsAmount = sum(lines.map((line) => times(line.unitPrice, line.quantity)));
  const discountAmount = sum(lines.map((line) => line.discount));
  const shippingAmount = sum(answered.map((line) => line.shipping_price));
  const taxAmount = sum([
    ...lines.map((line) => line.tax),
    ...(onTop ? answered.map((line) => total(line.shipping_taxes)) : []),
  ]);
  const email = order.customer_notification_email;
  const { shipping_type_label: label, shipping_type_code: code } = order;
  const shipTo = order.customer?.shipping_address ? readAddress(order.customer.shipping_address, email) : undefined;
  const buyer = [order.customer?.firstname, order.customer?.lastname].filter(Boolean).join(' ');
  return {
    platformOrderNo: order.order_id,
    ...(order.commercial_id ? { displayNo: order.commercial_id } : {}),
    status: reading.status,
    fulfilledBy: 'seller',
    orderedAt: order.created_date,
    updatedAt: order.last_updated_date,
    ...(order.shipping_deadline ? { shipBy: order.shipping_deadline } : {}),
    ...chosenService(label ?? code, `${label ?? ''} ${code ?? ''}`),
    currency: order.currency_iso_code,
    goodsAmount,
    shippingAmount,
    taxAmount,
    discountAmount,
    totalAmount: sum([goodsAmount, negate(discountAmount), shippingAmount, taxAmount]),
    ...(buyer ? { buyerName: buyer } : {}),
    ...(email ? { buyerEmail: email } : {}),
    ...(reading.hold ? { hold: reading.hold } : {}),
    ...(shipTo ? { shipTo } : {}),
    lines,
  };
}

export const readOrder = (raw: unknown): OrderRecord => readOrderAs(orderShape, raw, 'order_id', toPlatformOrder);
