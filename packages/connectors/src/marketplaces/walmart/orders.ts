import type { OrderRecord, PlatformOrder, PlatformOrderLine } from '../../capabilities/orders.ts';
import { magnitude, sum, times } from '../../money.ts';
import { countryOrText } from '../../places.ts';
import { Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import { chosenService } from '../../service.ts';
import type { Address, Decimal } from '../../types.ts';
import { type Charge, orderShape, type WalmartLine, type WalmartOrder } from './orderShape.ts';
import { isCancelRequested, readStatus, unitsOf } from './status.ts';

const FULFILLED_BY: Readonly<Record<string, PlatformOrder['fulfilledBy']>> = {
  SELLERFULFILLED: 'seller',
  '3PLFULFILLED': 'seller',
  WFSFULFILLED: 'platform',
};

/** Of an order that does not say: the currency of the market, and the kind of node that was asked for. */
export interface Defaults {
  currency?: string;
  node?: string;
}

/** What Walmart charges for one unit, by what it is. It tells amounts by unit, taxes too. */
interface Unit {
  price: Decimal;
  shipping: Decimal;
  discount: Decimal;
  tax: Decimal;
  /** One of them is missing or cannot be read. */
  unknown: boolean;
}

function unitOf(line: WalmartLine): Unit {
  const answered = line.charges?.charge ?? [];
  const charges = answered.filter((charge) => charge !== null);
  const amounts = (fits: (charge: Charge) => boolean) =>
    sum(charges.filter(fits).map((charge) => charge.chargeAmount.amount));
  const isLess = (charge: Charge) => charge.chargeAmount.amount.startsWith('-');
  const isProduct = (charge: Charge) => charge.chargeType === 'PRODUCT';
  const taxes = charges.flatMap((charge) => charge.tax);
  return {
    price: amounts((charge) => isProduct(charge) && !isLess(charge)),
    shipping: amounts((charge) => !isProduct(charge) && !isLess(charge)),
    discount: magnitude(amounts(isLess)),
    tax: sum(taxes.map((tax) => tax?.taxAmount.amount ?? '0')),
    unknown: answered.includes(null) || taxes.includes(null) || !charges.some(isProduct),
  };
}

interface Kept {
  line: WalmartLine;
  quantity: number;
  unit: Unit;
}

/** Lines without what was called off, unless all of it was. */
function keptLines(order: WalmartOrder, over: boolean): Kept[] {
  return order.orderLines.orderLine.flatMap((line) => {
    const cancelled = over ? 0 : (unitsOf(line)?.cancelled ?? 0);
    const quantity = line.orderLineQuantity.amount - cancelled;
    return quantity > 0 ? [{ line, quantity, unit: unitOf(line) }] : [];
  });
}

const readLine = ({ line, quantity, unit }: Kept): PlatformOrderLine => ({
  platformLineId: line.lineNumber,
  sellerSku: line.item.sku ?? '',
  title: line.item.productName ?? line.item.sku ?? '',
  quantity,
  unitPrice: unit.price,
  discount: times(unit.discount, quantity),
  tax: times(unit.tax, quantity),
});

/** One currency for the whole order: amounts of two must never be added up. */
function currencyIn(order: WalmartOrder, ofMarket: string | undefined): string {
  const answered = order.orderLines.orderLine.flatMap((line) =>
    (line.charges?.charge ?? []).flatMap((charge) =>
      charge ? [charge.chargeAmount, ...charge.tax.flatMap((tax) => tax?.taxAmount ?? [])] : [],
    ),
  );
  const currency = answered[0]?.currency ?? ofMarket;
  if (!currency) throw new Unfit('orderLines.charges', 'no amounts');
  const other = answered.find((one) => one.currency !== currency)?.currency;
  if (other) throw new Unfit('orderLines.charges.currency', `${other} in an order of ${currency}`);
  return currency;
}

export function readAddress(order: WalmartOrder): Address | undefined {
  const answered = order.shippingInfo.postalAddress;
  if (!answered) return undefined;
  return {
    name: answered.name ?? '',
    line1: answered.address1 ?? '',
    ...(answered.address2 ? { line2: answered.address2 } : {}),
    city: answered.city ?? '',
    ...(answered.state ? { state: answered.state } : {}),
    postalCode: answered.postalCode ?? '',
    country: countryOrText(answered.country),
    ...(order.shippingInfo.phone ? { phone: order.shippingInfo.phone } : {}),
    ...(answered.addressType ? { residential: answered.addressType.toUpperCase() === 'RESIDENTIAL' } : {}),
  };
}

function fulfilledBy(order: WalmartOrder, node = 'SellerFulfilled'): PlatformOrder['fulfilledBy'] {
  const answered = order.shipNode.type ?? node;
  const key = answered.toUpperCase();
  const known = Object.hasOwn(FULFILLED_BY, key) ? FULFILLED_BY[key] : undefined;
  if (!known) throw new Unfit('shipNode.type', `"${answered}" is unknown`);
  return known;
}

function wordsOf(order: WalmartOrder): string {
  const lines = order.orderLines.orderLine;
  return lines.flatMap((line) => line.orderLineStatuses.orderLineStatus.map((one) => one.status)).join(', ');
}

export function toPlatformOrder(order: WalmartOrder, defaults: Defaults): PlatformOrder {
  const { orderLine: lines } = order.orderLines;
  const status = readStatus(lines);
  if (!status) throw new Unfit('orderLines.orderLineStatuses', `"${wordsOf(order)}" holds a state that is unknown`);
  const kept = keptLines(order, status === 'cancelled');
  const total = (part: Exclude<keyof Unit, 'unknown'>) =>
    sum(kept.map(({ unit, quantity }) => times(unit[part], quantity)));
  const goodsAmount = total('price');
  const shippingAmount = total('shipping');
  const taxAmount = total('tax');
  const discountAmount = total('discount');
  const shipTo = readAddress(order);
  const changes = lines.flatMap((line) => line.statusDate ?? []);
  return {
    platformOrderNo: order.purchaseOrderId,
    ...(order.customerOrderId ? { displayNo: order.customerOrderId } : {}),
    status,
    fulfilledBy: fulfilledBy(order, defaults.node),
    orderedAt: order.orderDate,
    updatedAt: [order.orderDate, ...changes].sort().at(-1) ?? order.orderDate,
    ...(order.shippingInfo.estimatedShipDate ? { shipBy: order.shippingInfo.estimatedShipDate } : {}),
    ...chosenService(order.shippingInfo.methodCode),
    currency: currencyIn(order, defaults.currency),
    goodsAmount,
    shippingAmount,
    taxAmount,
    discountAmount,
    totalAmount: sum([goodsAmount, shippingAmount, taxAmount, `-${discountAmount}`]),
    ...(kept.some(({ unit }) => unit.unknown) ? { amountsUnknown: true } : {}),
    ...(shipTo?.name ? { buyerName: shipTo.name } : {}),
    ...(order.customerEmailId ? { buyerEmail: order.customerEmailId } : {}),
    ...(status !== 'cancelled' && lines.some(isCancelRequested) ? { cancelRequested: true } : {}),
    ...(shipTo ? { shipTo } : {}),
    lines: kept.map(readLine),
  };
}

export const readOrder = (raw: unknown, defaults: Defaults = {}): OrderRecord =>
  readOrderAs(orderShape, raw, 'purchaseOrderId', (order) => toPlatformOrder(order, defaults));
