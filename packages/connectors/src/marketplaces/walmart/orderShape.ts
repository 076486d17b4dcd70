import { z } from 'zod';
import { amount, currencyCode, listOf, optionalText, wholeNumber } from '../../read.ts';
import type { Instant } from '../../types.ts';

/** Orders v3, as far as we read them. */

/** Milliseconds since 1970. */
const moment = z
  .union([z.number().int().positive(), z.string().regex(/^\d{10,14}$/)])
  .transform((value): Instant => new Date(Number(value)).toISOString());

export const money = z.object({ amount, currency: currencyCode });

/** Quantities are texts: "1". */
const quantity = z.object({ amount: z.coerce.number().pipe(wholeNumber) });

const charge = z.object({
  chargeType: z.string(),
  chargeName: optionalText,
  chargeAmount: money,
  tax: z.object({ taxAmount: money.nullish() }).nullish(),
});
export type Charge = z.output<typeof charge>;

const lineStatus = z.object({
  status: z.string(),
  statusQuantity: quantity,
  trackingInfo: z.object({ trackingNumber: optionalText }).nullish(),
});

const lineShape = z.object({
  lineNumber: z.coerce.string().min(1),
  item: z.object({ productName: optionalText, sku: optionalText }),
  charges: z.object({ charge: listOf(charge) }).nullish(),
  orderLineQuantity: quantity,
  statusDate: moment.nullish(),
  orderLineStatuses: z.object({ orderLineStatus: listOf(lineStatus) }),
  /** Everything that was given back for the line, as negative amounts. */
  refund: z.object({ refundCharges: z.object({ refundCharge: listOf(z.object({ charge })) }).nullish() }).nullish(),
  /** Null, or what the buyer asked for. */
  intentToCancel: z.unknown().optional(),
});
export type WalmartLine = z.output<typeof lineShape>;

const postalAddress = z.object({
  name: optionalText,
  address1: optionalText,
  address2: optionalText,
  city: optionalText,
  state: optionalText,
  postalCode: optionalText,
  country: z.string().min(2),
  addressType: optionalText,
});

export const orderShape = z.object({
  purchaseOrderId: z.coerce.string().min(1),
  customerOrderId: z.coerce.string().nullish(),
  customerEmailId: optionalText,
  orderDate: moment,
  shippingInfo: z
    .object({
      phone: optionalText,
      estimatedDeliveryDate: moment.nullish(),
      estimatedShipDate: moment.nullish(),
      methodCode: optionalText,
      postalAddress: postalAddress.nullish(),
    })
    .nullish(),
  orderLines: z.object({ orderLine: listOf(lineShape).refine((lines) => lines.length > 0, 'no lines') }),
  shipNode: z.object({ type: optionalText }).nullish(),
});
export type WalmartOrder = z.output<typeof orderShape>;

export const oneOrder = z.object({ order: z.unknown() });
