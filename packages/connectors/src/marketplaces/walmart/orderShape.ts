import { z } from 'zod';
import { anyCurrency, count, idText, lax, laxObject, laxText, listWithGaps, optionalOrUnreadable } from '../../lax.ts';
import { amount, instant, listOf } from '../../read.ts';
import type { Instant } from '../../types.ts';

/** Orders v3, as far as we read them. */

/** Milliseconds since 1970; the interfaces of some countries write ISO 8601. */
const moment = z.union([
  z
    .union([z.number().int().positive(), z.string().regex(/^\d{10,14}$/)])
    .transform((value): Instant => new Date(Number(value)).toISOString()),
  instant,
]);

export const money = z.object({ amount, currency: anyCurrency });

/** Quantities are texts: "1". */
const quantity = z.object({ amount: count });

/** "Created", whatever letters it has. */
const word = z
  .string()
  .trim()
  .min(1)
  .transform((answered) => answered.charAt(0).toUpperCase() + answered.slice(1).toLowerCase());

const charge = z.object({
  /** "PRODUCT": without it nobody knows whether it is the price. */
  chargeType: z.string().trim().toUpperCase().min(1),
  chargeAmount: money,
  tax: listWithGaps(z.object({ taxAmount: money })),
});
export type Charge = z.output<typeof charge>;

const lineStatus = z.object({
  status: word,
  statusQuantity: quantity,
  trackingInfo: laxObject({ trackingNumber: laxText }),
});

const lineShape = z.object({
  lineNumber: idText,
  item: laxObject({ productName: laxText, sku: laxText }),
  charges: optionalOrUnreadable(z.object({ charge: listWithGaps(charge) })),
  orderLineQuantity: quantity,
  statusDate: lax(moment),
  orderLineStatuses: z.object({ orderLineStatus: listOf(lineStatus) }),
  /** Everything that was given back for the line, as negative amounts. */
  refund: optionalOrUnreadable(
    z.object({ refundCharges: optionalOrUnreadable(z.object({ refundCharge: listWithGaps(z.object({ charge })) })) }),
  ),
  /** Null, or what the buyer asked for. */
  intentToCancel: z.unknown().optional(),
});
export type WalmartLine = z.output<typeof lineShape>;

const postalAddress = z.object({
  name: laxText,
  address1: laxText,
  address2: laxText,
  city: laxText,
  state: laxText,
  postalCode: laxText,
  country: laxText,
  addressType: laxText,
});

export const orderShape = z.object({
  purchaseOrderId: idText,
  customerOrderId: laxText,
  customerEmailId: laxText,
  orderDate: moment,
  shippingInfo: laxObject({
    phone: laxText,
    estimatedDeliveryDate: lax(moment),
    estimatedShipDate: lax(moment),
    methodCode: laxText,
    postalAddress: lax(postalAddress),
  }),
  orderLines: z.object({ orderLine: listOf(lineShape).refine((lines) => lines.length > 0, 'no lines') }),
  /** The documented example of the released orders has an empty list here. */
  shipNode: laxObject({ type: laxText }),
});
export type WalmartOrder = z.output<typeof orderShape>;

export const oneOrder = z.object({ order: z.unknown() });
