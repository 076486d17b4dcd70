import { amountsOfOrder } from '../../amounts.ts';
import type { OrderRecord, PlatformOrder } from '../../capabilities/orders.ts';
import { sum, times } from '../../money.ts';
import { countryCode } from '../../places.ts';
import { Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import type { Address } from '../../types.ts';
import { orderShape, type WishAddress, type WishOrder } from './orderShape.ts';
import { readStatus } from './status.ts';

const BY_WISH = new Set(['FULFILLED_BY_WISH', 'FULFILLED_BY_STORE']);

function readAddress(answered: WishAddress): Address | undefined {
  if (!answered.name && !answered.street_address1) return undefined;
  const line2 = [answered.street_address2, answered.street_address3, answered.neighborhood].filter(Boolean).join(', ');
  const state = answered.state ?? answered.region;
  const { number, country_code: prefix } = answered.phone_number;
  return {
    name: answered.name ?? '',
    line1: answered.street_address1 ?? '',
    ...(line2 ? { line2 } : {}),
    city: answered.city ?? '',
    ...(state ? { state } : {}),
    postalCode: answered.zipcode ?? '',
    country: countryCode(answered.country_code) ?? answered.country_code ?? '',
    ...(number
      ? { phone: prefix && !number.startsWith('+') ? `+${prefix.replace(/^\+/, '')} ${number}` : number }
      : {}),
  };
}

/** An order is one line; taxes are between Wish and the buyer. */
function sumsOf(order: WishOrder) {
  const {
    product_quantity: quantity,
    product_price: price,
    product_shipping_price: freight,
  } = order.order_payment.general_payment_details;
  if (price && freight && price.currency_code !== freight.currency_code)
    throw new Unfit('product_shipping_price.currency_code', `${freight.currency_code} beside ${price.currency_code}`);
  const currency = (price ?? freight)?.currency_code;
  if (!currency) throw new Unfit('product_price', 'no amount names a currency');
  const amounts = amountsOfOrder();
  const unitPrice = amounts.due(price?.amount);
  const goods = times(unitPrice, quantity);
  const shipping = times(amounts.due(freight?.amount), quantity);
  return { quantity, unitPrice, currency, goods, shipping, unknown: amounts.unknown() };
}

export function toPlatformOrder(order: WishOrder): PlatformOrder {
  const reading = readStatus(order.state, order.fulfillment_records);
  if (!reading) throw new Unfit('state', `"${order.state}" is unknown`);
  const { quantity, unitPrice, currency, goods, shipping, unknown } = sumsOf(order);
  const product = order.product_information;
  const address = order.full_address.shipping_detail;
  const shipTo = address ? readAddress(address) : undefined;
  const shipBy = order.fulfillment_requirements.expected_ship_time;
  const sellerSku = product.sku ?? '';
  return {
    platformOrderNo: order.id,
    ...reading,
    fulfilledBy: order.fulfillment_order_types.some((type) => BY_WISH.has(type)) ? 'platform' : 'seller',
    orderedAt: order.released_at,
    updatedAt: order.updated_at ?? order.released_at,
    ...(shipBy ? { shipBy } : {}),
    currency,
    goodsAmount: goods,
    shippingAmount: shipping,
    taxAmount: '0',
    discountAmount: '0',
    totalAmount: sum([goods, shipping]),
    ...unknown,
    ...(shipTo ? { shipTo } : {}),
    ...(shipTo?.name ? { buyerName: shipTo.name } : {}),
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
