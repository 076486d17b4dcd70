import { amountsOfOrder } from '../../amounts.ts';
import type { OrderRecord, PlatformOrder, PlatformOrderLine } from '../../capabilities/orders.ts';
import { sum, times } from '../../money.ts';
import { countryCode } from '../../places.ts';
import { Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import { chosenService } from '../../service.ts';
import type { Address, Decimal } from '../../types.ts';
import { type DscoLine, type DscoOrder, type DscoShipping, orderShape } from './orderShape.ts';
import { readStatus } from './status.ts';

/** Where the retailer is, for what orders of one country leave out. */
export interface Home {
  country: string;
  currency: string;
}

/** The line's number where the retailer gives one; else the network's name of the article, or the supplier's. */
export const lineIdOf = (line: Pick<DscoLine, 'lineNumber' | 'dscoItemId' | 'sku'>): string | undefined =>
  line.lineNumber ?? line.dscoItemId ?? line.sku;

export const openQuantity = (line: DscoLine): number => line.quantity - line.cancelledQuantity;

/** A drop shipper is paid what the retailer pays; what the consumer pays is the seller's only on a marketplace. */
const priceOf = (order: DscoOrder, line: DscoLine) =>
  order.orderType === 'marketplace' ? line.consumerPrice : line.expectedCost;

function readLine(line: DscoLine, quantity: number, unitPrice: Decimal): PlatformOrderLine {
  const platformLineId = lineIdOf(line);
  if (platformLineId === undefined) throw new Unfit('lineItems', 'a line without number, item or SKU');
  return {
    platformLineId,
    sellerSku: line.sku ?? '',
    ...(line.dscoItemId ? { platformItemId: line.dscoItemId } : {}),
    title: line.title ?? line.sku ?? line.partnerSku ?? platformLineId,
    quantity,
    unitPrice,
    discount: '0',
    tax: '0',
  };
}

/** Address lines and states come in two fields each, the older of them not always. */
function readAddress(answered: DscoShipping, country: string): Address | undefined {
  const [first, second] = answered.address.filter((line) => line.trim() !== '');
  const line1 = answered.address1 ?? first;
  const name = answered.name ?? [answered.firstName, answered.lastName].filter(Boolean).join(' ');
  if (!line1) return undefined;
  const line2 = answered.address2 ?? second;
  const state = answered.region ?? answered.state;
  const company = answered.company ?? (answered.storeNumber ? `Store ${answered.storeNumber}` : undefined);
  return {
    name: name || answered.attention || company || '',
    ...(company ? { company } : {}),
    line1,
    ...(line2 ? { line2 } : {}),
    city: answered.city ?? '',
    ...(state ? { state } : {}),
    postalCode: answered.postal ?? '',
    country: countryCode(answered.country) ?? answered.country ?? country,
    ...(answered.phone ? { phone: answered.phone } : {}),
    ...(answered.email ? { email: answered.email } : {}),
    ...(answered.addressType ? { residential: /^residential$/i.test(answered.addressType) } : {}),
  };
}

function toPlatformOrder(order: DscoOrder, home: Home): PlatformOrder {
  const status = readStatus(order);
  if (!status)
    throw new Unfit('dscoLifecycle', `"${order.dscoLifecycle ?? ''}" with "${order.dscoStatus ?? ''}" is unknown`);
  const over = status === 'cancelled';
  const amounts = amountsOfOrder();
  const lines = order.lineItems.flatMap((line) => {
    const quantity = over ? line.quantity : openQuantity(line);
    return quantity > 0 ? [readLine(line, quantity, amounts.due(priceOf(order, line)))] : [];
  });
  const goodsAmount = sum(lines.map((line) => times(line.unitPrice, line.quantity)));
  const shipTo = order.shipping ? readAddress(order.shipping, home.country) : undefined;
  const note = [order.shipInstructions, order.message].filter(Boolean).join('\n');
  const code = order.requestedShippingServiceLevelCode ?? order.requestedShippingServiceLevelCodeUnmapped;
  const requested = order.cancelRequested || order.lineItems.some((line) => line.cancelRequested);
  return {
    platformOrderNo: order.dscoOrderId,
    ...(order.poNumber ? { displayNo: order.poNumber } : {}),
    status,
    fulfilledBy: 'seller',
    orderedAt: order.dscoCreateDate,
    updatedAt: order.dscoLastUpdate ?? order.dscoCreateDate,
    ...(order.shipByDate ? { shipBy: order.shipByDate } : {}),
    // The code is each retailer's own; how fast it is says the carrier's service beside it.
    ...chosenService(code ?? order.shipMethod, order.shipMethod ?? code),
    currency: order.currencyCode ?? home.currency,
    goodsAmount,
    shippingAmount: '0',
    taxAmount: '0',
    discountAmount: '0',
    totalAmount: goodsAmount,
    ...amounts.unknown(),
    ...(shipTo?.name ? { buyerName: shipTo.name } : {}),
    ...(shipTo?.email ? { buyerEmail: shipTo.email } : {}),
    ...(note ? { buyerNote: note } : {}),
    ...(requested && (status === 'toShip' || status === 'partiallyShipped') ? { cancelRequested: true } : {}),
    ...(order.testFlag ? { hold: 'TEST' } : {}),
    ...(shipTo ? { shipTo } : {}),
    lines,
  };
}

export const readOrder = (raw: unknown, home: Home): OrderRecord =>
  readOrderAs(orderShape, raw, 'dscoOrderId', (order) => toPlatformOrder(order, home));
