import { z } from 'zod';
import type { OrderRecord, PlatformOrder, PlatformOrderStatus } from '../../capabilities/orders.ts';
import { isZero, negate, sum } from '../../money.ts';
import { amount, currencyCode, instant, listOf, optionalText, Unfit } from '../../read.ts';
import { readOrderAs, setAside } from '../../record.ts';
import type { Address } from '../../types.ts';
import { CURRENCY } from './client.ts';
import { countryOf } from './countries.ts';

const id = z.number().int().positive().transform(String);
const optionalAmount = amount.nullish();

export const orderShape = z.object({
  order_id: id,
  status: z.string().min(1),
  carrier: optionalText,
  tracking_number: optionalText,
  product_name: optionalText,
  product_identifier: optionalText,
  variation_identifier: optionalText,
  customer_name: optionalText,
  address1: optionalText,
  address2: optionalText,
  city: optionalText,
  state: optionalText,
  postal_code: optionalText,
  country: optionalText,
  /** By the kind of fee, what could still be given back: the price, the freight ... */
  available_refunds: z.record(z.string(), amount).nullish(),
  refund_amount: optionalAmount,
  disbursement_amount: optionalAmount,
  seller_fees_amount: optionalAmount,
  seller_fees: listOf(z.object({ type: z.string().min(1), amount })),
  currency: currencyCode.nullish(),
  paid_at: instant.nullish(),
  created_at: instant,
});
export type TophatterOrder = z.output<typeof orderShape>;

/** An unknown word is no status. What was never sent off is not refunded but called off. */
function readStatus(status: string, isSent: boolean): { status: PlatformOrderStatus; hold?: string } | undefined {
  switch (status) {
    case 'processing_payment':
      return { status: 'unpaid' };
    case 'paid':
      return { status: 'toShip' };
    case 'pending_verification':
    case 'pending_consolidation_decision':
      return { status: 'toShip', hold: status };
    case 'shipped':
      return { status: 'shipped' };
    case 'refunded':
      return { status: isSent ? 'refunded' : 'cancelled' };
    default:
      return undefined;
  }
}

function readAddress(answered: TophatterOrder): Address | undefined {
  if (!answered.customer_name || !answered.address1) return undefined;
  const country = countryOf(answered.country ?? '');
  if (!country) throw new Unfit('country', `"${answered.country ?? ''}" is no country`);
  return {
    name: answered.customer_name,
    line1: answered.address1,
    ...(answered.address2 ? { line2: answered.address2 } : {}),
    city: answered.city ?? '',
    ...(answered.state ? { state: answered.state } : {}),
    postalCode: answered.postal_code ?? '',
    country,
  };
}

/**
 * No field says what the buyer paid: it is what was given back and what could still be. Where nothing is told of that,
 * it is what the seller gets and what Tophatter keeps.
 */
function amountsOf(order: TophatterOrder) {
  const refunds = order.available_refunds ?? {};
  const paid = sum([...Object.values(refunds), order.refund_amount ?? '0']);
  const sold = sum([order.disbursement_amount ?? '0', order.seller_fees_amount ?? '0']);
  const total = isZero(paid) ? sold : paid;
  const shipping = refunds.shipping_fee ?? '0';
  return { total, shipping, goods: sum([total, negate(shipping)]) };
}

/** The later of two times that are told in the same way. */
const later = (a: string, b: string): string => (a > b ? a : b);

/** Every order is one piece. There is no time of the last change: the state tells which of two versions is the later. */
export function toPlatformOrder(order: TophatterOrder): PlatformOrder {
  const reading = readStatus(order.status, order.tracking_number !== undefined);
  if (!reading) throw new Unfit('status', `"${order.status}" is unknown`);
  const { total, shipping, goods } = amountsOf(order);
  const shipTo = readAddress(order);
  const sellerSku = order.variation_identifier ?? order.product_identifier ?? '';
  return {
    platformOrderNo: order.order_id,
    ...reading,
    fulfilledBy: 'seller',
    orderedAt: order.created_at,
    ...(order.paid_at ? { paidAt: order.paid_at } : {}),
    updatedAt: later(order.created_at, order.paid_at ?? order.created_at),
    currency: order.currency ?? CURRENCY,
    goodsAmount: goods,
    shippingAmount: shipping,
    taxAmount: '0',
    discountAmount: '0',
    totalAmount: total,
    ...(shipTo ? { buyerName: shipTo.name, shipTo } : {}),
    lines: [
      {
        platformLineId: order.order_id,
        sellerSku,
        ...(order.product_identifier ? { platformItemId: order.product_identifier } : {}),
        title: order.product_name ?? sellerSku,
        quantity: 1,
        unitPrice: goods,
        discount: '0',
        tax: '0',
      },
    ],
  };
}

const numbered = z.object({ order_id: id });

export function readOrder(raw: unknown): OrderRecord {
  const record = readOrderAs(orderShape, raw, 'order_id', toPlatformOrder);
  if (record.ok) return record;
  // The number is none in text, so that it has to be looked for.
  const read = numbered.safeParse(raw);
  return setAside(read.success ? { ...Object(raw), order_id: read.data.order_id } : raw, 'order_id', record.reason);
}
