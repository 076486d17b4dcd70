import type { OrderRecord, PlatformOrder } from '../../capabilities/orders.ts';
import { sum, times } from '../../money.ts';
import { Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import type { Address } from '../../types.ts';
import { orderShape, type WishAddress, type WishOrder } from './orderShape.ts';
import { readStatus } from './status.ts';

const BY_WISH = new Set(['FULFILLED_BY_WISH', 'FULFILLED_BY_STORE']);

function readAddress(answered: WishAddress): Address | undefined {
  const { name, country_code: country } = answered;
  if (!name || !country || !/^[A-Z]{2}$/.test(country)) return undefined;
  const line2 = [answered.street_address2, answered.street_address3, answered.neighborhood].filter(Boolean).join(', ');
  const state = answered.state ?? answered.region;
  const { number, country_code: prefix } = answered.phone_number ?? {};
  return {
    name,
    line1: answered.street_address1 ?? '',
    ...(line2 ? { line2 } : {}),
    city: answered.city ?? '',
    ...(state ? { state } : {}),
    postalCode: answered.zipcode ?? '',
    country,
    ...(number
      ? { phone: prefix && !number.startsWith('+') ? `+${prefix.replace(/^\+/, '')} ${number}` : number }
      : {}),
  };
}

/** An order is one line; taxes are between Wish and the buyer. */
function amountsOf(order: WishOrder) {
  const {
    product_quantity: quantity,
    product_price: price,
    product_shipping_price: freight,
  } = order.order_payment.general_payment_details;
  if (price.currency_code !== freight.currency_code)
    throw new Unfit('product_shipping_price.currency_code', `${freight.currency_code} beside ${price.currency_code}`);
  const goods = times(price.amount, quantity);
  const shipping = times(freight.amount, quantity);
  return { quantity, unitPrice: price.amount, currency: price.currency_code, goods, shipping };
}

export function toPlatformOrder(order: WishOrder): PlatformOrder {
  const reading = readStatus(order.state, order.fulfillment_records);
  if (!reading) throw new Unfit('state', `"${order.state}" is unknown`);
  const { quantity, unitPrice, currency, goods, shipping } = amountsOf(order);
  const product = order.product_information;
  const address = order.full_address?.shipping_detail;
  const shipTo = address ? readAddress(address) : undefined;
  const shipBy = order.fulfillment_requirements?.expected_ship_time;
  const sellerSku = product.sku ?? '';
  return {
    platformOrderNo: order.id,
    ...reading,
    fulfilledBy: order.fulfillment_order_types.some((type) => BY_WISH.has(type)) ? 'platform' : 'seller',
    orderedAt: order.released_at,
    updatedAt: order.updated_at,
    ...(shipBy ? { shipBy } : {}),
    currency,
    goodsAmount: goods,
    shippingAmount: shipping,
    taxAmount: '0',
    discountAmount: '0',
    totalAmount: sum([goods, shipping]),
    ...(shipTo ? { buyerName: shipTo.name, shipTo } : {}),
    lines: [
      {
        platformLineId: order.id,
        sellerSku,
        ...(product.variation_id ? { platformItemId: product.variation_id } : {}),
        title: [product.name ?? sellerSku, product.color, product.size].filter(Boolean).join(' · '),
        quantity,
        unitPrice,
        discount: '0',
        tax: '0',
      },
    ],
  };
}

export const readOrder = (raw: unknown): OrderRecord => readOrderAs(orderShape, raw, 'id', toPlatformOrder);
