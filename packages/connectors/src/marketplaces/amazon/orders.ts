import type { OrderRecord, PlatformOrder, PlatformOrderLine } from '../../capabilities/orders.ts';
import { divide, magnitude, sum, times } from '../../money.ts';
import { Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import { chosenService } from '../../service.ts';
import type { Address, Decimal } from '../../types.ts';
import { type AmazonAddress, type AmazonItem, type AmazonOrder, type Breakdowns, orderShape } from './orderShape.ts';
import { currencyOf } from './regions.ts';
import { readStatus } from './status.ts';

function part(breakdowns: Breakdowns, type: string): Decimal | undefined {
  const found = (breakdowns ?? []).filter((one) => one.type === type).map((one) => one.subtotal.amount);
  return found.length > 0 ? sum(found) : undefined;
}

/** One currency for the whole order: amounts of two must never be added up. */
function currencyIn(order: AmazonOrder): string {
  const answered = new Map<string, string>();
  const note = (field: string, money: { currencyCode: string } | null | undefined) => {
    if (money && !answered.has(money.currencyCode)) answered.set(money.currencyCode, field);
  };
  note('proceeds.grandTotal', order.proceeds?.grandTotal);
  order.orderItems.forEach((item, index) => {
    note(`orderItems.${index}.product.price.unitPrice`, item.product.price?.unitPrice);
    for (const one of item.proceeds?.breakdowns ?? []) note(`orderItems.${index}.proceeds.breakdowns`, one.subtotal);
  });
  const [first, second] = [...answered.entries()];
  if (second) throw new Unfit(`${second[1]}.currencyCode`, `${second[0]} in an order of ${first?.[0]}`);
  // Pending orders tell no price at all.
  const currency = first?.[0] ?? currencyOf(order.salesChannel?.marketplaceId);
  if (!currency) throw new Unfit('proceeds.grandTotal.currencyCode', 'no currency, and the marketplace is unknown');
  return currency;
}

function readLine(item: AmazonItem, index: number, priced: boolean): PlatformOrderLine {
  const goods = part(item.proceeds?.breakdowns, 'ITEM');
  let unitPrice = item.product.price?.unitPrice?.amount;
  if (unitPrice === undefined && goods !== undefined && item.quantityOrdered > 0) {
    unitPrice = divide(goods, item.quantityOrdered, 4);
  }
  if (unitPrice === undefined && priced && item.quantityOrdered > 0) {
    throw new Unfit(`orderItems.${index}.product.price.unitPrice`, 'no price for an order that is paid');
  }
  return {
    platformLineId: item.orderItemId,
    sellerSku: item.product.sellerSku,
    ...(item.product.asin ? { platformItemId: item.product.asin } : {}),
    title: item.product.title ?? item.product.sellerSku,
    quantity: item.quantityOrdered,
    unitPrice: unitPrice ?? '0',
    // The sign is not documented; a discount is always told as what is taken off.
    discount: magnitude(part(item.proceeds?.breakdowns, 'DISCOUNT') ?? '0'),
    tax: part(item.proceeds?.breakdowns, 'TAX') ?? '0',
  };
}

/** What Amazon leaves out stays empty: a person completes it, the order is not lost. */
function readAddress(answered: AmazonAddress, email: string | undefined): Address {
  const [line1 = '', ...more] = [answered.addressLine1, answered.addressLine2, answered.addressLine3].filter(
    (one) => one !== undefined,
  );
  const city = answered.city ?? answered.municipality ?? answered.districtOrCounty ?? '';
  return {
    name: answered.name ?? '',
    ...(answered.companyName ? { company: answered.companyName } : {}),
    line1,
    ...(more.length > 0 ? { line2: more.join(', ') } : {}),
    city,
    ...(answered.stateOrRegion ? { state: answered.stateOrRegion } : {}),
    postalCode: answered.postalCode ?? '',
    country: answered.countryCode.toUpperCase(),
    ...(answered.phone ? { phone: answered.phone } : {}),
    ...(email ? { email } : {}),
    ...(answered.addressType ? { residential: answered.addressType === 'RESIDENTIAL' } : {}),
  };
}

/** The buyer asked, and nobody has cancelled yet. An empty request object is no request. */
function asksToCancel(item: AmazonItem): boolean {
  const { cancellationRequest: requested, cancellationExecution: done } = item.cancellation ?? {};
  return Boolean(requested?.requester || requested?.cancelReason) && !done?.cancelledBy;
}

export function toPlatformOrder(order: AmazonOrder): PlatformOrder {
  const reading = readStatus(order.fulfillment.fulfillmentStatus);
  if (!reading) throw new Unfit('fulfillment.fulfillmentStatus', `"${order.fulfillment.fulfillmentStatus}" is unknown`);
  const priced = reading.status !== 'unpaid' && reading.status !== 'cancelled';
  const currency = currencyIn(order);
  const lines = order.orderItems.map((item, index) => readLine(item, index, priced));

  const whole = (type: string): Decimal =>
    part(order.proceeds?.breakdowns, type) ??
    sum(order.orderItems.map((item) => part(item.proceeds?.breakdowns, type) ?? '0'));
  const goodsAmount = sum(lines.map((line) => times(line.unitPrice, line.quantity)));
  const shippingAmount = whole('SHIPPING');
  const taxAmount = whole('TAX');
  const discountAmount = magnitude(whole('DISCOUNT'));
  const grandTotal = order.proceeds?.grandTotal?.amount;
  if (grandTotal === undefined && priced) throw new Unfit('proceeds.grandTotal', 'no total for an order that is paid');

  const { buyer, recipient, fulfillment, salesChannel } = order;
  const note = recipient?.deliveryPreference?.addressInstruction;
  return {
    platformOrderNo: order.orderId,
    status: reading.status,
    fulfilledBy: fulfillment.fulfilledBy === 'AMAZON' ? 'platform' : 'seller',
    orderedAt: order.createdTime,
    updatedAt: order.lastUpdatedTime,
    ...(fulfillment.shipByWindow?.latestDateTime ? { shipBy: fulfillment.shipByWindow.latestDateTime } : {}),
    ...chosenService(fulfillment.fulfillmentServiceLevel),
    ...(salesChannel?.marketplaceId ? { marketplaceId: salesChannel.marketplaceId } : {}),
    currency,
    goodsAmount,
    shippingAmount,
    taxAmount,
    discountAmount,
    totalAmount: grandTotal ?? sum([goodsAmount, shippingAmount, taxAmount, `-${discountAmount}`]),
    ...(buyer?.buyerName ? { buyerName: buyer.buyerName } : {}),
    ...(buyer?.buyerEmail ? { buyerEmail: buyer.buyerEmail } : {}),
    ...(note ? { buyerNote: note } : {}),
    ...(order.orderItems.some(asksToCancel) ? { cancelRequested: true } : {}),
    ...(reading.hold ? { hold: reading.hold } : {}),
    ...(recipient?.deliveryAddress ? { shipTo: readAddress(recipient.deliveryAddress, buyer?.buyerEmail) } : {}),
    lines,
  };
}

export const readOrder = (raw: unknown): OrderRecord => readOrderAs(orderShape, raw, 'orderId', toPlatformOrder);
