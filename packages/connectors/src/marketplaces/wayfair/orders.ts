import { amountsOfOrder, type OrderAmounts } from '../../amounts.ts';
import type { OrderRecord, PlatformOrder, PlatformOrderLine } from '../../capabilities/orders.ts';
import { sum, times } from '../../money.ts';
import { countryOrText } from '../../places.ts';
import { Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import { chosenService } from '../../service.ts';
import type { Address } from '../../types.ts';
import { type CancellationRequest, isOpen } from './cancellations.ts';
import { lineIds, orderShape, type WayfairAddress, type WayfairOrder } from './orderShape.ts';
import { currencyOfStore } from './stores.ts';

function readAddress(answered: WayfairAddress): Address | undefined {
  if (!answered.address1 && !answered.postalCode) return undefined;
  const more = [answered.address2, answered.address3].filter(Boolean).join(', ');
  return {
    name: answered.name ?? '',
    line1: answered.address1 ?? '',
    ...(more ? { line2: more } : {}),
    city: answered.city ?? '',
    ...(answered.state ? { state: answered.state } : {}),
    postalCode: answered.postalCode ?? '',
    country: countryOrText(answered.country),
    ...(answered.phoneNumber ? { phone: answered.phoneNumber } : {}),
  };
}

/** Parts that were called off are left out, unless all of them were. The price is what Wayfair pays the supplier. */
function linesOf(order: WayfairOrder, amounts: OrderAmounts): { over: boolean; lines: PlatformOrderLine[] } {
  const ids = lineIds(order.products);
  const over = order.products.every((product) => product.isCancelled);
  const lines = order.products.flatMap((product, index): PlatformOrderLine[] =>
    product.isCancelled && !over
      ? []
      : [
          {
            platformLineId: ids[index] ?? product.partNumber,
            sellerSku: product.partNumber,
            ...(product.sku ? { platformItemId: product.sku } : {}),
            title: product.name ?? product.partNumber,
            quantity: product.quantity,
            unitPrice: amounts.due(product.price),
            discount: '0',
            tax: '0',
          },
        ],
  );
  return { over, lines };
}

/** An order's number begins with its store. */
function currencyIn({ storePrefix, poNumber }: WayfairOrder): string {
  const store = storePrefix ?? /^[a-z]+/i.exec(poNumber)?.[0].toUpperCase() ?? '';
  const currency = currencyOfStore(store);
  if (!currency) throw new Unfit('storePrefix', `"${store}" is unknown`);
  return currency;
}

function toPlatformOrder(order: WayfairOrder, requests: readonly CancellationRequest[]): PlatformOrder {
  const amounts = amountsOfOrder();
  const { over, lines } = linesOf(order, amounts);
  const goodsAmount = sum(lines.map((line) => times(line.unitPrice, line.quantity)));
  const shipTo = readAddress(order.shipTo);
  const note = order.products.flatMap((product) => product.customComment ?? []).join('\n');
  const requested = requests.some((one) => one.purchaseOrder.poNumber === order.poNumber && isOpen(one));
  const buyerName = shipTo?.name || order.customerName;
  return {
    platformOrderNo: order.poNumber,
    ...(order.orderId ? { displayNo: order.orderId } : {}),
    // Wayfair tells no other state: neither that an order is answered nor that it has been shipped.
    status: over ? 'cancelled' : 'toShip',
    fulfilledBy: 'seller',
    orderedAt: order.poDate,
    updatedAt: order.poDate,
    ...(order.estimatedShipDate ? { shipBy: order.estimatedShipDate } : {}),
    ...chosenService(order.shippingInfo.shipSpeed),
    currency: currencyIn(order),
    goodsAmount,
    shippingAmount: '0',
    taxAmount: '0',
    discountAmount: '0',
    totalAmount: goodsAmount,
    ...amounts.unknown(),
    ...(buyerName ? { buyerName } : {}),
    ...(order.customerEmail ? { buyerEmail: order.customerEmail } : {}),
    ...(note ? { buyerNote: note } : {}),
    ...(requested && !over ? { cancelRequested: true } : {}),
    ...(shipTo ? { shipTo } : {}),
    lines,
  };
}

/** `requests`: what is asked to be called off, of this order and of others. */
export const readOrder = (raw: unknown, requests: readonly CancellationRequest[]): OrderRecord =>
  readOrderAs(orderShape, raw, 'poNumber', (order) => toPlatformOrder(order, requests));
