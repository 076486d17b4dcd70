import type { OrderRecord, PlatformOrder, PlatformOrderLine } from '../../capabilities/orders.ts';
import { divide, isZero, magnitude, negate, sum, times } from '../../money.ts';
import { countryOrText } from '../../places.ts';
import { Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import { chosenService } from '../../service.ts';
import type { Address, Decimal } from '../../types.ts';
import { type AmazonAddress, type AmazonItem, type AmazonOrder, type Breakdowns, orderShape } from './orderShape.ts';
import { currencyOf } from './regions.ts';
import { readStatus } from './status.ts';

function part(breakdowns: Breakdowns, type: string): Decimal | undefined {
  const found = breakdowns.flatMap((one) => (one?.type === type ? [one.subtotal.amount] : []));
  return found.length > 0 ? sum(found) : undefined;
}

/** One currency for the whole order: amounts of two must never be added up. */
function currencyIn(order: AmazonOrder): string {
  const answered = new Map<string, string>();
  const note = (field: string, money: { currencyCode: string } | null | undefined) => {
    if (money && !answered.has(money.currencyCode)) answered.set(money.currencyCode, field);
  };
  note('proceeds.grandTotal', order.proceeds.grandTotal);
  for (const one of order.proceeds.breakdowns) note('proceeds.breakdowns', one?.subtotal);
  order.orderItems.forEach((item, index) => {
    note(`orderItems.${index}.product.price.unitPrice`, item.product.price.unitPrice);
    for (const one of item.proceeds.breakdowns) note(`orderItems.${index}.proceeds.breakdowns`, one?.subtotal);
  });
  const [first, second] = [...answered.entries()];
  if (second) throw new Unfit(`${second[1]}.currencyCode`, `${second[0]} in an order of ${first?.[0]}`);
  // Pending orders tell no price at all.
  const currency = first?.[0] ?? currencyOf(order.salesChannel.marketplaceId);
  if (!currency) throw new Unfit('proceeds.grandTotal.currencyCode', 'no currency, and the marketplace is unknown');
  return currency;
}

function unitPriceOf(item: AmazonItem): Decimal | undefined {
  const { unitPrice } = item.product.price;
  if (unitPrice) return unitPrice.amount;
  const goods = part(item.proceeds.breakdowns, 'ITEM');
  return goods !== undefined && item.quantityOrdered > 0 ? divide(goods, item.quantityOrdered, 4) : undefined;
}

function readLine(item: AmazonItem, index: number): PlatformOrderLine {
  const { sellerSku, asin, title } = item.product;
  if (!sellerSku && !asin)
    throw new Unfit(`orderItems.${index}.product.sellerSku`, 'neither the seller nor Amazon names the article');
  return {
    platformLineId: item.orderItemId,
    sellerSku: sellerSku ?? '',
    ...(asin ? { platformItemId: asin } : {}),
    title: title ?? sellerSku ?? asin ?? '',
    quantity: item.quantityOrdered,
    unitPrice: unitPriceOf(item) ?? '0',
    // The sign is not documented; a discount is always told as what is taken off.
    discount: magnitude(part(item.proceeds.breakdowns, 'DISCOUNT') ?? '0'),
    tax: part(item.proceeds.breakdowns, 'TAX') ?? '0',
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
    country: countryOrText(answered.countryCode),
    ...(answered.phone ? { phone: answered.phone } : {}),
    ...(email ? { email } : {}),
    ...(answered.addressType ? { residential: answered.addressType.toUpperCase() === 'RESIDENTIAL' } : {}),
  };
}

/** The buyer asked, and nobody has cancelled yet. An empty request object is no request. */
function asksToCancel({ cancellation }: AmazonItem): boolean {
  const { cancellationRequest: requested, cancellationExecution: done } = cancellation;
  return Boolean(requested.requester || requested.cancelReason) && !done.cancelledBy;
}

interface Amounts {
  goodsAmount: Decimal;
  shippingAmount: Decimal;
  taxAmount: Decimal;
  discountAmount: Decimal;
  totalAmount: Decimal;
  amountsUnknown?: true;
}

/**
 * A part that the breakdowns do not name is nothing. Prices and the total should be there (pending orders have none yet),
 * and what breakdowns that are missing would have said is nothing only where the total says so, too.
 */
function amountsOf(order: AmazonOrder, lines: readonly PlatformOrderLine[]): Amounts {
  const { grandTotal, breakdowns } = order.proceeds;
  const whole = (type: string): Decimal =>
    part(breakdowns, type) ?? sum(order.orderItems.map((item) => part(item.proceeds.breakdowns, type) ?? '0'));
  const goodsAmount = sum(lines.map((line) => times(line.unitPrice, line.quantity)));
  const shippingAmount = whole('SHIPPING');
  const taxAmount = whole('TAX');
  const discountAmount = magnitude(whole('DISCOUNT'));
  const parts = sum([goodsAmount, shippingAmount, taxAmount, negate(discountAmount)]);
  const sold = order.orderItems.filter((item) => item.quantityOrdered > 0);
  const complete = breakdowns.length > 0 || sold.every((item) => item.proceeds.breakdowns.length > 0);
  const unknown =
    !grandTotal ||
    [breakdowns, ...order.orderItems.map((item) => item.proceeds.breakdowns)].some((list) => list.includes(null)) ||
    sold.some((item) => unitPriceOf(item) === undefined) ||
    (!complete && !isZero(sum([grandTotal.amount, negate(parts)])));
  const totalAmount = grandTotal?.amount ?? parts;
  const amounts = { goodsAmount, shippingAmount, taxAmount, discountAmount, totalAmount };
  return { ...amounts, ...(unknown ? { amountsUnknown: true } : {}) };
}

export function toPlatformOrder(order: AmazonOrder): PlatformOrder {
  const { buyer, recipient, fulfillment, salesChannel } = order;
  const reading = readStatus(fulfillment.fulfillmentStatus);
  if (!reading) throw new Unfit('fulfillment.fulfillmentStatus', `"${fulfillment.fulfillmentStatus}" is unknown`);
  const lines = order.orderItems.map(readLine);
  const note = recipient.deliveryPreference.addressInstruction;
  return {
    platformOrderNo: order.orderId,
    status: reading.status,
    fulfilledBy: fulfillment.fulfilledBy === 'AMAZON' ? 'platform' : 'seller',
    orderedAt: order.createdTime,
    updatedAt: order.lastUpdatedTime ?? order.createdTime,
    ...(fulfillment.shipByWindow.latestDateTime ? { shipBy: fulfillment.shipByWindow.latestDateTime } : {}),
    ...chosenService(fulfillment.fulfillmentServiceLevel),
    ...(salesChannel.marketplaceId ? { marketplaceId: salesChannel.marketplaceId } : {}),
    currency: currencyIn(order),
    ...amountsOf(order, lines),
    ...(buyer.buyerName ? { buyerName: buyer.buyerName } : {}),
    ...(buyer.buyerEmail ? { buyerEmail: buyer.buyerEmail } : {}),
    ...(note ? { buyerNote: note } : {}),
    ...(order.orderItems.some(asksToCancel) ? { cancelRequested: true } : {}),
    ...(reading.hold ? { hold: reading.hold } : {}),
    ...(recipient.deliveryAddress ? { shipTo: readAddress(recipient.deliveryAddress, buyer.buyerEmail) } : {}),
    lines,
  };
}

export const readOrder = (raw: unknown): OrderRecord => readOrderAs(orderShape, raw, 'orderId', toPlatformOrder);
