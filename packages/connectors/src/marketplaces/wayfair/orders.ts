import type { OrderRecord, PlatformOrder, PlatformOrderLine } from '../../capabilities/orders.ts';
import { sum, times } from '../../money.ts';
import { Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import { chosenService } from '../../service.ts';
import type { Address } from '../../types.ts';
import { type CancellationRequest, isOpen } from './cancellations.ts';
import { lineIds, orderShape, type WayfairAddress, type WayfairOrder } from './orderShape.ts';
import { countryOf, currencyOfStore } from './stores.ts';

function readAddress(answered: WayfairAddress): Address | undefined {
  if (!answered?.address1 && !answered?.postalCode) return undefined;
  const country = countryOf(answered.country ?? '');
  if (!country) throw new Unfit('shipTo.country', `"${answered.country ?? ''}" is unknown`);
  const more = [answered.address2, answered.address3].filter(Boolean).join(', ');
  return {
    name: answered.name ?? '',
    line1: answered.address1 ?? '',
    ...(more ? { line2: more } : {}),
    city: answered.city ?? '',
    ...(answered.state ? { state: answered.state } : {}),
    postalCode: answered.postalCode ?? '',
    country,
    ...(answered.phoneNumber ? { phone: answered.phoneNumber } : {}),
  };
}

/** Parts that were called off are left out, unless all of them were. The price is what Wayfair pays the supplier. */
function linesOf(order: WayfairOrder): { over: boolean; lines: PlatformOrderLine[] } {
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
            unitPrice: product.price,
            discount: '0',
            tax: '0',
          },
        ],
  );
  return { over, lines };
}

function toPlatformOrder(order: WayfairOrder, requests: readonly CancellationRequest[]): PlatformOrder {
  const currency = currencyOfStore(order.storePrefix);
  if (!currency) throw new Unfit('storePrefix', `"${order.storePrefix}" is unknown`);
  const { over, lines } = linesOf(order);
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
    ...chosenService(order.shippingInfo?.shipSpeed),
    currency,
    goodsAmount,
    shippingAmount: '0',
    taxAmount: '0',
    discountAmount: '0',
    totalAmount: goodsAmount,
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
