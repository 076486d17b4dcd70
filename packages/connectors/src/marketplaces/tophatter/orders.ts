import { z } from 'zod';
import { amountsOfOrder, laxAmount, laxCurrency } from '../../amounts.ts';
import type { OrderRecord, PlatformOrder, PlatformOrderStatus } from '../../capabilities/orders.ts';
import { lax, laxText, orUnreadable } from '../../lax.ts';
import { isZero, negate, sum } from '../../money.ts';
import { countryOrText } from '../../places.ts';
import { amount, instant, listOf, Unfit } from '../../read.ts';
import { readOrderAs, setAside } from '../../record.ts';
import type { Address } from '../../types.ts';
import { CURRENCY } from './client.ts';

const id = z.union([z.number().int().positive(), z.string().regex(/^[1-9]\d{0,18}$/)]).transform(String);
const laxInstant = lax(instant);

export const orderShape = z.object({
  order_id: id,
  status: z.string().min(1),
  carrier: laxText,
  tracking_number: laxText,
  product_name: laxText,
  product_identifier: laxText,
  variation_identifier: laxText,
  customer_name: laxText,
  address1: laxText,
  address2: laxText,
  city: laxText,
  state: laxText,
  postal_code: laxText,
  country: laxText,
  /** By the kind of fee, what could still be given back: the price, the freight ... */
  available_refunds: orUnreadable(
    z
      .record(z.string(), laxAmount)
      .nullish()
      .transform((answered) => answered ?? undefined),
  ),
  refund_amount: laxAmount,
  disbursement_amount: laxAmount,
  seller_fees_amount: laxAmount,
  seller_fees: orUnreadable(listOf(z.object({ type: z.string().min(1), amount }))),
  currency: laxCurrency,
  paid_at: laxInstant,
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
  if (!answered.address1) return undefined;
  return {
    name: answered.customer_name ?? '',
    line1: answered.address1,
    ...(answered.address2 ? { line2: answered.address2 } : {}),
    city: answered.city ?? '',
    ...(answered.state ? { state: answered.state } : {}),
    postalCode: answered.postal_code ?? '',
    country: countryOrText(answered.country),
  };
}

/**
 * No field says what the buyer paid: it is what was given back and what could still be. Where nothing is told of that,
 * it is what the seller gets and what Tophatter keeps, and unknown where one of these is not told either.
 */
function sumsOf(order: TophatterOrder) {
  const amounts = amountsOfOrder();
  // What cannot be read as a whole is one amount that cannot be read.
  const refunds = order.available_refunds === null ? { all: null } : (order.available_refunds ?? {});
  const paid = sum([...Object.values(refunds), order.refund_amount].map(amounts.optional));
  const total = isZero(paid) ? sum([order.disbursement_amount, order.seller_fees_amount].map(amounts.due)) : paid;
  const shipping = ('shipping_fee' in refunds ? refunds.shipping_fee : undefined) ?? '0';
  return { total, shipping, goods: sum([total, negate(shipping)]), unknown: amounts.unknown() };
}

/** The later of two times that are told in the same way. */
const later = (a: string, b: string): string => (a > b ? a : b);

/** Every order is one piece. There is no time of the last change: the state tells which of two versions is the later. */
export function toPlatformOrder(order: TophatterOrder): PlatformOrder {
  const reading = readStatus(order.status, order.tracking_number !== undefined);
  if (!reading) throw new Unfit('status', `"${order.status}" is unknown`);
  const { total, shipping, goods, unknown } = sumsOf(order);
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
    ...unknown,
    ...(shipTo ? { shipTo } : {}),
    ...(shipTo?.name ? { buyerName: shipTo.name } : {}),
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
