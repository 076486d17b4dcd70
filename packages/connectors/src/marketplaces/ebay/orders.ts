import type { OrderRecord, PlatformOrder, PlatformOrderLine } from '../../capabilities/orders.ts';
import { divide, isZero, magnitude, negate, sum, times } from '../../money.ts';
import { countryOrText } from '../../places.ts';
import { Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import { chosenService } from '../../service.ts';
import type { Address, Decimal } from '../../types.ts';
import { type EbayLine, type EbayOrder, type Money, orderShape } from './orderShape.ts';
import { currencyOfSite } from './sites.ts';
import { readStatus } from './status.ts';

/** One currency for the whole order, or none where it names none: amounts of two must never be added up. */
function currencyIn(order: EbayOrder): string | undefined {
  const answered: [string, Money | null | undefined][] = [
    ...Object.entries(order.pricingSummary).map(([name, money]): [string, Money | null | undefined] => [
      `pricingSummary.${name}`,
      money,
    ]),
    ...order.lineItems.flatMap((line, index): [string, Money | null | undefined][] => [
      [`lineItems.${index}.lineItemCost`, line.lineItemCost],
      [`lineItems.${index}.discountedLineItemCost`, line.discountedLineItemCost],
      ...line.taxes.map((tax): [string, Money | null | undefined] => [`lineItems.${index}.taxes`, tax?.amount]),
    ]),
  ];
  let currency: string | undefined;
  for (const [field, money] of answered) {
    if (!money) continue;
    currency ??= money.currency;
    if (money.currency !== currency)
      throw new Unfit(`${field}.currency`, `${money.currency} in an order of ${currency}`);
  }
  return currency;
}

/** eBay tells the whole line. What does not divide into its units is told with four decimals more. */
function unitPriceOf(cost: Decimal, quantity: number): Decimal {
  if (quantity === 1) return cost;
  const decimals = cost.split('.')[1]?.length ?? 0;
  const exact = divide(cost, quantity, Math.max(decimals, 2));
  return isZero(sum([times(exact, quantity), negate(cost)])) ? exact : divide(cost, quantity, decimals + 4);
}

function readLine(line: EbayLine): PlatformOrderLine {
  const cost = line.lineItemCost?.value;
  const less = line.discountedLineItemCost?.value;
  return {
    platformLineId: line.lineItemId,
    sellerSku: line.sku ?? '',
    ...(line.legacyItemId ? { platformItemId: line.legacyItemId } : {}),
    title: line.title ?? line.sku ?? '',
    quantity: line.quantity,
    unitPrice: cost === undefined ? '0' : unitPriceOf(cost, line.quantity),
    discount: cost !== undefined && less !== undefined ? sum([cost, negate(less)]) : '0',
    tax: sum(line.taxes.map((tax) => tax?.amount.value ?? '0')),
  };
}

/** What a line costs should be there; a discount and taxes that are not there are none. */
const isUnknown = (line: EbayLine): boolean =>
  !line.lineItemCost || line.discountedLineItemCost === null || line.taxes.includes(null);

/**
 * eBay's international programmes ship by a hub: its address is the one to send to, and their reference has to stand on
 * the label right above the street, where labels print the company.
 */
function readAddress(order: EbayOrder): Address | undefined {
  const step = order.fulfillmentStartInstructions[0]?.shippingStep;
  const shipTo = step?.shipTo;
  const answered = shipTo?.contactAddress;
  if (!shipTo || !answered) return undefined;
  const reference = step?.shipToReferenceId ? `Reference #${step.shipToReferenceId.replace(/^.*#/, '')}` : undefined;
  const company = [shipTo.companyName, reference].filter(Boolean).join(', ');
  return {
    name: shipTo.fullName ?? '',
    ...(company ? { company } : {}),
    line1: answered.addressLine1 ?? '',
    ...(answered.addressLine2 ? { line2: answered.addressLine2 } : {}),
    city: answered.city ?? '',
    ...(answered.stateOrProvince ? { state: answered.stateOrProvince } : {}),
    postalCode: answered.postalCode ?? '',
    country: countryOrText(answered.countryCode),
    ...(shipTo.primaryPhone.phoneNumber ? { phone: shipTo.primaryPhone.phoneNumber } : {}),
    ...(shipTo.email ? { email: shipTo.email } : {}),
  };
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
 * The total is what the buyer pays, taxes that eBay collects included (TAX_BREAKDOWN puts them in). eBay writes them at
 * the order, at the lines or at both; what the total holds beyond everything else is the tax. Without a total, without
 * that of the goods, or with one that is less than its parts, the amounts are unknown; other parts that are not there are
 * nothing.
 */
function amountsOf(order: EbayOrder): Amounts {
  const answered = order.pricingSummary;
  const { priceSubtotal, total } = answered;
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
  const goodsAmount = priceSubtotal?.value ?? sum(order.lineItems.map((line) => line.lineItemCost?.value ?? '0'));
  const parts = sum([goodsAmount, shippingAmount, negate(discountAmount)]);
  const rest = total ? sum([total.value, negate(parts)]) : '0';
  const tooLittle = rest.startsWith('-') && !isZero(rest);
  const unknown =
    !priceSubtotal || !total || tooLittle || Object.values(answered).includes(null) || order.lineItems.some(isUnknown);
  return {
    goodsAmount,
    shippingAmount,
    taxAmount: tooLittle ? '0' : rest,
    discountAmount,
    totalAmount: total?.value ?? parts,
    ...(unknown ? { amountsUnknown: true } : {}),
  };
}

function isFulfilledByEbay(order: EbayOrder): boolean {
  const type = order.fulfillmentStartInstructions[0]?.fulfillmentInstructionsType?.toUpperCase();
  return type === 'FULFILLED_BY_EBAY' || order.program.fulfillmentProgram.fulfilledBy?.toUpperCase() === 'EBAY';
}

export function toPlatformOrder(order: EbayOrder): PlatformOrder {
  // A cancellation that cannot be read may have been asked for: a person looks at it before anything is sent.
  const unreadable = order.cancelStatus === null || order.cancelStatus?.cancelState === null;
  const words = {
    payment: order.orderPaymentStatus,
    fulfilment: order.orderFulfillmentStatus,
    cancel: unreadable ? 'CANCEL_REQUESTED' : (order.cancelStatus?.cancelState ?? 'NONE_REQUESTED'),
  };
  const reading = readStatus(words);
  if (!reading) {
    const answered = `${words.payment}/${words.fulfilment}/${words.cancel}`;
    throw new Unfit('orderPaymentStatus/orderFulfillmentStatus/cancelState', `"${answered}" is unknown`);
  }
  const first = order.lineItems[0];
  const site = first?.purchaseMarketplaceId ?? first?.listingMarketplaceId;
  const currency = currencyIn(order) ?? currencyOfSite(site ?? '');
  if (!currency) throw new Unfit('pricingSummary.total.currency', 'no currency, and the site is unknown');
  const amounts = amountsOf(order);
  const shipTo = readAddress(order);
  const buyerName = shipTo?.name || order.buyer.username;
  const shipBy = order.lineItems.flatMap((line) => line.lineItemFulfillmentInstructions.shipByDate ?? []).sort()[0];
  // Paid in parts, it is paid with the last one.
  const paidAt = order.paymentSummary.payments
    .flatMap((payment) => payment.paymentDate ?? [])
    .sort()
    .at(-1);
  return {
    platformOrderNo: order.orderId,
    status: reading.status,
    fulfilledBy: isFulfilledByEbay(order) ? 'platform' : 'seller',
    orderedAt: order.creationDate,
    ...(paidAt ? { paidAt } : {}),
    updatedAt: order.lastModifiedDate ?? order.creationDate,
    ...(shipBy ? { shipBy } : {}),
    ...chosenService(order.fulfillmentStartInstructions[0]?.shippingStep.shippingServiceCode),
    ...(site ? { marketplaceId: site } : {}),
    currency,
    ...amounts,
    ...(buyerName ? { buyerName } : {}),
    ...(shipTo?.email ? { buyerEmail: shipTo.email } : {}),
    ...(order.buyer.username ? { buyerRef: order.buyer.username } : {}),
    ...(order.buyerCheckoutNotes ? { buyerNote: order.buyerCheckoutNotes } : {}),
    ...(reading.cancelRequested ? { cancelRequested: true } : {}),
    ...(shipTo ? { shipTo } : {}),
    lines: order.lineItems.map(readLine),
  };
}

export const readOrder = (raw: unknown): OrderRecord => readOrderAs(orderShape, raw, 'orderId', toPlatformOrder);
