import { z } from 'zod';
import {
  anyCurrency,
  capitals,
  count,
  idText,
  lax,
  laxObject,
  laxText,
  listWithGaps,
  optionalOrUnreadable,
} from '../../lax.ts';
import { amount, instant } from '../../read.ts';

/** Orders API 2026-01-01, as far as we read it. Fields we don't name pass unseen. */
const money = optionalOrUnreadable(z.object({ amount, currencyCode: anyCurrency }));
/** Each tells what it is of, and how much. */
const breakdowns = listWithGaps(
  z.object({ type: capitals, subtotal: z.object({ amount, currencyCode: anyCurrency }) }),
);

const address = z.object({
  name: laxText,
  companyName: laxText,
  addressLine1: laxText,
  addressLine2: laxText,
  addressLine3: laxText,
  city: laxText,
  districtOrCounty: laxText,
  stateOrRegion: laxText,
  municipality: laxText,
  postalCode: laxText,
  countryCode: laxText,
  phone: laxText,
  addressType: laxText,
});

const item = z.object({
  orderItemId: idText,
  quantityOrdered: count,
  /** One of the two has to name the article. */
  product: z.object({
    asin: laxText,
    title: laxText,
    sellerSku: laxText,
    price: laxObject({ unitPrice: money }),
  }),
  proceeds: laxObject({ breakdowns }),
  cancellation: laxObject({
    cancellationRequest: laxObject({ requester: laxText, cancelReason: laxText }),
    cancellationExecution: laxObject({ cancelledBy: laxText }),
  }),
});

export const orderShape = z.object({
  orderId: idText,
  createdTime: instant,
  lastUpdatedTime: lax(instant),
  salesChannel: laxObject({ marketplaceId: laxText }),
  buyer: laxObject({ buyerName: laxText, buyerEmail: laxText }),
  recipient: laxObject({
    deliveryAddress: lax(address),
    deliveryPreference: laxObject({ addressInstruction: laxText }),
  }),
  proceeds: laxObject({ grandTotal: money, breakdowns }),
  fulfillment: z.object({
    fulfillmentStatus: z.string(),
    /** Without it nobody knows whether the goods are ours to send. */
    fulfilledBy: capitals.pipe(z.enum(['AMAZON', 'MERCHANT'])),
    fulfillmentServiceLevel: laxText,
    shipByWindow: laxObject({ latestDateTime: lax(instant) }),
  }),
  orderItems: z.array(item),
});

export type AmazonOrder = z.output<typeof orderShape>;
export type AmazonItem = AmazonOrder['orderItems'][number];
export type AmazonAddress = z.output<typeof address>;
export type Breakdowns = z.output<typeof breakdowns>;
