import type { OrderRecord, PlatformOrder, PlatformOrderLine } from '../../capabilities/orders.ts';
import { divide, isZero, magnitude, negate, sum, times } from '../../money.ts';
import { Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import { chosenService } from '../../service.ts';
import type { Address, Decimal } from '../../types.ts';
import { type EbayLine, type EbayOrder, type Money, orderShape } from './orderShape.ts';
import { readStatus } from './status.ts';

/** One currency for the whole order: amounts of two must never be added up. */
function currencyIn(order: EbayOrder): string {
  const answered: [string, Money | null | undefined][] = [
    ...Object.entries(order.pricingSummary ?? {}).map(([name, money]): [string, Money | null | undefined] => [
      `pricingSummary.${name}`,
      money,
    ]),
    ...order.lineItems.flatMap((line, index): [string, Money | null | undefined][] => [
      [`lineItems.${index}.lineItemCost`, line.lineItemCost],
      [`lineItems.${index}.discountedLineItemCost`, line.discountedLineItemCost],
      ...(line.taxes ?? []).map((tax): [string, Money | null | undefined] => [`lineItems.${index}.taxes`, tax.amount]),
    ]),
  ];
  let currency: string | undefined;
  for (const [field, money] of answered) {
    if (!money) continue;
    currency ??= money.currency;
    if (money.currency !== currency)
      throw new Unfit(`${field}.currency`, `${money.currency} in an order of ${currency}`);
  }
  return currency ?? '';
}

/** eBay tells the whole line. What does not divide into its units is told with four decimals more. */
function unitPriceOf(cost: Decimal, quantity: number): Decimal {
  if (quantity === 1) return cost;
  const decimals = cost.split('.')[1]?.length ?? 0;
  const exact = divide(cost, quantity, Math.max(decimals, 2));
  return isZero(sum([times(exact, quantity), negate(cost)])) ? exact : divide(cost, quantity, decimals + 4);
}

function readLine(line: EbayLine): PlatformOrderLine {
  const { value: cost } = line.lineItemCost;
  return {
    platformLineId: line.lineItemId,
    sellerSku: line.sku ?? '',
    ...(line.legacyItemId ? { platformItemId: line.legacyItemId } : {}),
    title: line.title ?? line.sku ?? '',
    quantity: line.quantity,
    unitPrice: unitPriceOf(cost, line.quantity),
    discount: line.discountedLineItemCost ? sum([cost, negate(line.discountedLineItemCost.value)]) : '0',
    tax: sum((line.taxes ?? []).map((tax) => tax.amount?.value ?? '0')),
  };
}

/**
 * eBay's international programmes ship by a hub: its address is the one to send to, and their reference has to stand on
 * the label right above the street, where labels print the company.
 */
function readAddress(order: EbayOrder): Address | undefined {
  const step = order.fulfillmentStartInstructions?.[0]?.shippingStep;
  const shipTo = step?.shipTo;
  const answered = shipTo?.contactAddress;
  if (!shipTo || !answered) return undefined;
  const reference = step.shipToReferenceId ? `Reference #${step.shipToReferenceId.replace(/^.*#/, '')}` : undefined;
  const company = [shipTo.companyName, reference].filter(Boolean).join(', ');
  return {
    name: shipTo.fullName ?? '',
    ...(company ? { company } : {}),
    line1: answered.addressLine1 ?? '',
    ...(answered.addressLine2 ? { line2: answered.addressLine2 } : {}),
    city: answered.city ?? '',
    ...(answered.stateOrProvince ? { state: answered.stateOrProvince } : {}),
    postalCode: answered.postalCode ?? '',
    country: answered.countryCode.toUpperCase(),
    ...(shipTo.primaryPhone?.phoneNumber ? { phone: shipTo.primaryPhone.phoneNumber } : {}),
    ...(shipTo.email ? { email: shipTo.email } : {}),
  };
}

interface Amounts {
  goodsAmount: Decimal;
  shippingAmount: Decimal;
  taxAmount: Decimal;
  discountAmount: Decimal;
  totalAmount: Decimal;
}

/**
 * The total is what the buyer pays, taxes that eBay collects included (TAX_BREAKDOWN puts them in). eBay writes them at
 * the order, at the lines or at both; what the total holds beyond everything else is the tax.
 */
function amountsOf(order: EbayOrder, priced: boolean): Amounts {
  const answered = order.pricingSummary;
  if (!answered) {
    if (priced) throw new Unfit('pricingSummary', 'no amounts for an order that is paid');
    const goodsAmount = sum(order.lineItems.map((line) => line.lineItemCost.value));
    return { goodsAmount, shippingAmount: '0', taxAmount: '0', discountAmount: '0', totalAmount: goodsAmount };
  }
  const adjustment = answered.adjustment?.value ?? '0';
  const lowered = adjustment.startsWith('-');
  // Discounts are documented as negative numbers.
  const discounts = [answered.priceDiscount?.value, answered.deliveryDiscount?.value, lowered ? adjustment : undefined];
  const discountAmount = sum(discounts.map((one) => magnitude(one ?? '0')));
  const shippingAmount = sum([
    answered.deliveryCost?.value ?? '0',
    answered.fee?.value ?? '0',
    lowered ? '0' : adjustment,
  ]);
  const goodsAmount = answered.priceSubtotal.value;
  const taxAmount = sum([answered.total.value, negate(goodsAmount), negate(shippingAmount), discountAmount]);
  if (taxAmount.startsWith('-') && !isZero(taxAmount))
    throw new Unfit('pricingSummary.total', `${answered.total.value} is less than its parts`);
  return { goodsAmount, shippingAmount, taxAmount, discountAmount, totalAmount: answered.total.value };
}

function isFulfilledByEbay(order: EbayOrder): boolean {
  const type = order.fulfillmentStartInstructions?.[0]?.fulfillmentInstructionsType;
  return type === 'FULFILLED_BY_EBAY' || order.program?.fulfillmentProgram?.fulfilledBy === 'EBAY';
}

export function toPlatformOrder(order: EbayOrder): PlatformOrder {
  const words = {
    payment: order.orderPaymentStatus,
    fulfilment: order.orderFulfillmentStatus,
    cancel: order.cancelStatus?.cancelState ?? 'NONE_REQUESTED',
  };
  const reading = readStatus(words);
  if (!reading) {
    const answered = `${words.payment}/${words.fulfilment}/${words.cancel}`;
    throw new Unfit('orderPaymentStatus/orderFulfillmentStatus/cancelState', `"${answered}" is unknown`);
  }
  const currency = currencyIn(order);
  const amounts = amountsOf(order, reading.status !== 'unpaid' && reading.status !== 'cancelled');
  const shipTo = readAddress(order);
  const buyerName = shipTo?.name || order.buyer?.username;
  const shipBy = order.lineItems.flatMap((line) => line.lineItemFulfillmentInstructions?.shipByDate ?? []).sort()[0];
  // Paid in parts, it is paid with the last one.
  const paidAt = order.paymentSummary?.payments
    ?.flatMap((payment) => payment.paymentDate ?? [])
    .sort()
    .at(-1);
  const site = order.lineItems[0]?.purchaseMarketplaceId ?? order.lineItems[0]?.listingMarketplaceId;
  return {
    platformOrderNo: order.orderId,
    status: reading.status,
    fulfilledBy: isFulfilledByEbay(order) ? 'platform' : 'seller',
    orderedAt: order.creationDate,
    ...(paidAt ? { paidAt } : {}),
    updatedAt: order.lastModifiedDate,
    ...(shipBy ? { shipBy } : {}),
    ...chosenService(order.fulfillmentStartInstructions?.[0]?.shippingStep?.shippingServiceCode),
    ...(site ? { marketplaceId: site } : {}),
    currency,
    ...amounts,
    ...(buyerName ? { buyerName } : {}),
    ...(shipTo?.email ? { buyerEmail: shipTo.email } : {}),
    ...(order.buyer?.username ? { buyerRef: order.buyer.username } : {}),
    ...(order.buyerCheckoutNotes ? { buyerNote: order.buyerCheckoutNotes } : {}),
    ...(reading.cancelRequested ? { cancelRequested: true } : {}),
    ...(shipTo ? { shipTo } : {}),
    lines: order.lineItems.map(readLine),
  };
}

export const readOrder = (raw: unknown): OrderRecord => readOrderAs(orderShape, raw, 'orderId', toPlatformOrder);
