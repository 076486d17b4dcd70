import { z } from 'zod';
import { amount, currencyCode, instant, optionalText, wholeNumber } from '../../read.ts';

/** Orders API 2026-01-01, as far as we read it. Fields we don't name pass unseen. */
const money = z.object({ amount, currencyCode });
const breakdowns = z.array(z.object({ type: z.string(), subtotal: money })).nullish();

const address = z.object({
  name: optionalText,
  companyName: optionalText,
  addressLine1: optionalText,
  addressLine2: optionalText,
  addressLine3: optionalText,
  city: optionalText,
  districtOrCounty: optionalText,
  stateOrRegion: optionalText,
  municipality: optionalText,
  postalCode: optionalText,
  countryCode: z.string().length(2),
  phone: optionalText,
  addressType: optionalText,
});

const item = z.object({
  orderItemId: z.string().min(1),
  quantityOrdered: wholeNumber,
  product: z.object({
    asin: optionalText,
    title: optionalText,
    sellerSku: z.string().min(1),
    price: z.object({ unitPrice: money.nullish() }).nullish(),
  }),
  proceeds: z.object({ proceedsTotal: money.nullish(), breakdowns }).nullish(),
  cancellation: z
    .object({
      cancellationRequest: z.object({ requester: optionalText, cancelReason: optionalText }).nullish(),
      cancellationExecution: z.object({ cancelledBy: optionalText }).nullish(),
    })
    .nullish(),
});

export const orderShape = z.object({
  orderId: z.string().min(1),
  createdTime: instant,
  lastUpdatedTime: instant,
  salesChannel: z.object({ marketplaceId: optionalText }).nullish(),
  buyer: z.object({ buyerName: optionalText, buyerEmail: optionalText }).nullish(),
  recipient: z
    .object({
      deliveryAddress: address.nullish(),
      deliveryPreference: z.object({ addressInstruction: optionalText }).nullish(),
    })
    .nullish(),
  proceeds: z.object({ grandTotal: money.nullish(), breakdowns }).nullish(),
  fulfillment: z.object({
    fulfillmentStatus: z.string(),
    fulfilledBy: z.enum(['AMAZON', 'MERCHANT']),
    fulfillmentServiceLevel: optionalText,
    shipByWindow: z.object({ latestDateTime: instant.nullish() }).nullish(),
  }),
  orderItems: z.array(item),
  packages: z.array(z.object({ packageReferenceId: z.string(), trackingNumber: optionalText })).nullish(),
});

export type AmazonOrder = z.output<typeof orderShape>;
export type AmazonItem = AmazonOrder['orderItems'][number];
export type AmazonAddress = z.output<typeof address>;
export type Breakdowns = z.output<typeof breakdowns>;
