import { amountsOfOrder } from '../../amounts.ts';
import type { OrderRecord, PlatformOrder } from '../../capabilities/orders.ts';
import { magnitude, negate, sum, times } from '../../money.ts';
import { countryCode } from '../../places.ts';
import { Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import { chosenService } from '../../service.ts';
import type { Address, Instant } from '../../types.ts';
import { type JoomAddress, type JoomOrder, orderShape } from './orderShape.ts';
import { readStatus } from './status.ts';

const HOUR_MS = 3_600_000;

/** Buyers of some countries have house, block and flat apart, those of others two lines. */
function readAddress(answered: JoomAddress): Address | undefined {
  const apart = [answered.street, answered.house, answered.building, answered.block].filter(Boolean).join(', ');
  const line2 = answered.streetAddress1
    ? answered.streetAddress2
    : [answered.streetAddress2, answered.flat].filter(Boolean).join(', ');
  const line1 = answered.streetAddress1 ?? apart;
  if (!answered.name && !line1) return undefined;
  return {
    name: answered.name ?? '',
    line1,
    ...(line2 ? { line2 } : {}),
    city: answered.city ?? '',
    ...(answered.state ? { state: answered.state } : {}),
    postalCode: answered.zipCode ?? '',
    country: countryCode(answered.country) ?? answered.country ?? '',
    ...(answered.phoneNumber ? { phone: answered.phoneNumber } : {}),
    ...(answered.email ? { email: answered.email } : {}),
  };
}

/** The clock runs from when Joom lets the order be shipped. */
function shipByOf(order: JoomOrder): Instant | undefined {
  const hours = order.hoursToFulfill ?? (order.daysToFulfill ?? 0) * 24;
  const from = order.fulfillmentAllowedTimestamp;
  return from && hours > 0 ? new Date(Date.parse(from) + hours * HOUR_MS).toISOString() : undefined;
}

/**
 * Joom's words for how an order may go: by its logistics only, by the seller's carrier only, or as the seller likes
 * ("offlineOrOnline"), as with a word that is not known.
 */
function shippingOf(answered: string | undefined): { platformShipping?: boolean } {
  const word = answered?.toLowerCase();
  return word === 'onlineonly' || word === 'offlineonly' ? { platformShipping: word === 'onlineonly' } : {};
}

/**
 * An order is one line; what the buyer pays Joom besides (tax, Joom's own margin) is none of it. Joom's sum for the
 * order counts: what goes beyond the goods is their shipping, what it falls short of them was taken off.
 */
function sumsOf({ priceInfo, quantity }: JoomOrder) {
  const amounts = amountsOfOrder();
  const [unitPrice, total] = [amounts.due(priceInfo.unitPrice), amounts.due(priceInfo.orderPrice)];
  const goods = times(unitPrice, quantity);
  const rest = sum([total, negate(goods)]);
  const less = rest.startsWith('-');
  const [shipping, discount] = less ? ['0', magnitude(rest)] : [rest, '0'];
  return { unitPrice, goods, shipping, discount, total, unknown: amounts.unknown() };
}

export function currencyOf({ currency }: JoomOrder): string {
  if (!currency) throw new Unfit('currency', 'no currency is named');
  return currency;
}

export function toPlatformOrder(order: JoomOrder): PlatformOrder {
  const reading = readStatus(order.status, order.isFulfillmentAllowed);
  if (!reading) throw new Unfit('status', `"${order.status}" is unknown`);
  const { unitPrice, goods, shipping, discount, total, unknown } = sumsOf(order);
  const { product } = order;
  const shipTo = order.shippingAddress ? readAddress(order.shippingAddress) : undefined;
  const shipBy = shipByOf(order);
  const sellerSku = product.variant.sku ?? product.sku ?? '';
  return {
    platformOrderNo: order.id,
    ...reading,
    fulfilledBy: order.isFbj ? 'platform' : 'seller',
    ...shippingOf(order.allowedShippingTypes),
    orderedAt: order.orderTimestamp,
    updatedAt: order.updateTimestamp ?? order.orderTimestamp,
    ...(shipBy ? { shipBy } : {}),
    ...chosenService(order.shippingOption.tierName, order.shippingOption.tierType),
    currency: currencyOf(order),
    goodsAmount: goods,
    shippingAmount: shipping,
    taxAmount: '0',
    discountAmount: discount,
    totalAmount: total,
    ...unknown,
    ...(shipTo ? { shipTo } : {}),
    ...(shipTo?.name ? { buyerName: shipTo.name } : {}),
    ...(shipTo?.email ? { buyerEmail: shipTo.email } : {}),
    lines: [
      {
        platformLineId: order.id,
        sellerSku,
        ...(product.variant.id ? { platformItemId: product.variant.id } : {}),
        title: product.name ?? sellerSku,
        quantity: order.quantity,
        unitPrice,
        discount,
        tax: '0',
      },
    ],
  };
}

export const readOrder = (raw: unknown): OrderRecord => readOrderAs(orderShape, raw, 'id', toPlatformOrder);
