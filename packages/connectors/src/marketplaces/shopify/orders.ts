import type { PlatformOrder, PlatformOrderLine } from '../../capabilities/orders.ts';
import { magnitude, negate, sum, times } from '../../money.ts';
import { countryCode } from '../../places.ts';
import { Unfit } from '../../read.ts';
import { chosenService } from '../../service.ts';
import type { Address } from '../../types.ts';
import { idOf } from './client.ts';
import { isOurs } from './holds.ts';
import type { ShopifyLine, ShopifyOrder } from './orderShape.ts';
import { readStatus } from './status.ts';

/** Fulfilment orders that can still ship something. */
export const OPEN_FULFILMENT = new Set(['OPEN', 'IN_PROGRESS', 'SCHEDULED', 'ON_HOLD']);

function readAddress(order: ShopifyOrder): Address | undefined {
  const answered = order.shippingAddress;
  if (!answered) return undefined;
  return {
    name: answered.name ?? '',
    ...(answered.company ? { company: answered.company } : {}),
    line1: answered.address1 ?? '',
    ...(answered.address2 ? { line2: answered.address2 } : {}),
    city: answered.city ?? '',
    ...(answered.provinceCode ? { state: answered.provinceCode } : {}),
    postalCode: answered.zip ?? '',
    country: countryCode(answered.countryCodeV2) ?? '',
    ...(answered.phone ? { phone: answered.phone } : {}),
    ...(order.email ? { email: order.email } : {}),
  };
}

/** The one fulfilment order line that a line ships by; none where it is split over several. */
function refOf(order: ShopifyOrder, line: ShopifyLine): string | undefined {
  const found = order.fulfillmentOrders.nodes
    .filter((one) => OPEN_FULFILMENT.has(one.status))
    .flatMap((one) => one.lineItems.nodes)
    .filter((one) => one.lineItem.id === line.id && one.remainingQuantity > 0);
  return found.length === 1 ? found[0]?.id : undefined;
}

function checkCurrency(order: ShopifyOrder): void {
  const answered: [string, { currencyCode: string } | null | undefined][] = [
    ['currentTotalPriceSet', order.currentTotalPriceSet],
    ['totalShippingPriceSet', order.totalShippingPriceSet],
    ['currentTotalTaxSet', order.currentTotalTaxSet],
    ['totalDiscountsSet', order.totalDiscountsSet],
    ...order.lineItems.nodes.map((line, index): [string, { currencyCode: string }] => [
      `lineItems.nodes.${index}.originalUnitPriceSet`,
      line.originalUnitPriceSet,
    ]),
  ];
  for (const [field, money] of answered) {
    if (money && money.currencyCode !== order.currencyCode) {
      throw new Unfit(`${field}.shopMoney.currencyCode`, `${money.currencyCode} in an order of ${order.currencyCode}`);
    }
  }
}

/** Whoever holds an order here knows it: only holds of others keep it from leaving. */
function heldByUs(order: ShopifyOrder): boolean {
  const held = order.fulfillmentOrders.nodes.filter((one) => one.status === 'ON_HOLD');
  return held.length > 0 && held.every((one) => one.fulfillmentHolds.length > 0 && one.fulfillmentHolds.every(isOurs));
}

export function toPlatformOrder(order: ShopifyOrder): PlatformOrder {
  const reading = readStatus({
    cancelled: order.cancelledAt,
    financial: order.displayFinancialStatus,
    fulfilment: order.displayFulfillmentStatus,
    heldByUs: heldByUs(order),
  });
  if (!reading) {
    const answered = `${order.displayFinancialStatus}/${order.displayFulfillmentStatus}`;
    throw new Unfit('displayFinancialStatus/displayFulfillmentStatus', `"${answered}" is unknown`);
  }
  checkCurrency(order);
  // Edits lower currentQuantity and leave the line in place; a cancellation lowers it to 0 everywhere.
  const over = reading.status === 'cancelled' || reading.status === 'refunded';
  const lines = order.lineItems.nodes
    .map((line) => ({ line, quantity: over ? line.quantity : line.currentQuantity }))
    .filter(({ quantity }) => quantity > 0)
    .map(({ line, quantity }): PlatformOrderLine => {
      const fulfilmentRef = refOf(order, line);
      return {
        platformLineId: idOf(line.id),
        ...(fulfilmentRef ? { fulfilmentRef } : {}),
        sellerSku: line.sku ?? '',
        ...(line.variant ? { platformItemId: idOf(line.variant.id) } : {}),
        title: line.title ?? line.sku ?? '',
        quantity,
        unitPrice: line.originalUnitPriceSet.amount,
        discount:
          line.originalTotalSet && line.discountedTotalSet
            ? sum([line.originalTotalSet.amount, negate(line.discountedTotalSet.amount)])
            : '0',
        tax: sum(line.taxLines.map((tax) => tax.priceSet.amount)),
      };
    });
  const refs = order.fulfillmentOrders.nodes.filter((one) => OPEN_FULFILMENT.has(one.status));
  const shipTo = readAddress(order);
  const chosen = order.shippingLine;
  return {
    platformOrderNo: idOf(order.id),
    ...(order.name ? { displayNo: order.name } : {}),
    ...(refs.length > 0 ? { fulfilmentRefs: refs.map((one) => one.id) } : {}),
    status: reading.status,
    fulfilledBy: 'seller',
    orderedAt: order.createdAt,
    updatedAt: order.updatedAt ?? order.createdAt,
    ...chosenService(chosen.title ?? chosen.code, `${chosen.title ?? ''} ${chosen.code ?? ''}`),
    currency: order.currencyCode,
    goodsAmount: sum(lines.map((line) => times(line.unitPrice, line.quantity))),
    shippingAmount: order.totalShippingPriceSet?.amount ?? '0',
    taxAmount: order.currentTotalTaxSet?.amount ?? '0',
    discountAmount: magnitude(order.totalDiscountsSet?.amount ?? '0'),
    totalAmount: order.currentTotalPriceSet.amount,
    ...(shipTo?.name ? { buyerName: shipTo.name } : {}),
    ...(order.email ? { buyerEmail: order.email } : {}),
    ...(order.note ? { buyerNote: order.note } : {}),
    ...(reading.hold ? { hold: reading.hold } : {}),
    ...(shipTo ? { shipTo } : {}),
    lines,
  };
}
