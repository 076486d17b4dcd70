import { z } from 'zod';
import { count, laxAmount, laxCurrency } from '../../amounts.ts';
import { flag } from '../../iop/shapes.ts';
import { lax, laxObject, laxText, laxWhole } from '../../lax.ts';
import { instant } from '../../read.ts';

const laxInstant = lax(instant);
const WORDS: Readonly<Record<string, boolean>> = { true: true, false: false };
const yesOrNo = laxText.transform((answered) => WORDS[answered?.toLowerCase() ?? '']);

const addressShape = z.object({
  name: laxText,
  email: laxText,
  phoneNumber: laxText,
  country: laxText,
  state: laxText,
  city: laxText,
  street: laxText,
  house: laxText,
  building: laxText,
  block: laxText,
  flat: laxText,
  streetAddress1: laxText,
  streetAddress2: laxText,
  zipCode: laxText,
});

export const orderShape = z.object({
  id: z.string().min(1),
  status: z.string().min(1),
  storeId: laxText,
  currency: laxCurrency,
  quantity: count.refine((pieces) => pieces > 0, 'not a quantity'),
  orderTimestamp: instant,
  updateTimestamp: laxInstant,
  hoursToFulfill: laxWhole,
  daysToFulfill: laxWhole,
  allowedShippingTypes: laxText,
  isFbj: flag.catch(false),
  isFulfillmentAllowed: yesOrNo,
  fulfillmentAllowedTimestamp: laxInstant,
  product: laxObject({
    id: laxText,
    sku: laxText,
    name: laxText,
    variant: laxObject({ id: laxText, sku: laxText }),
  }),
  priceInfo: laxObject({
    orderPrice: laxAmount,
    unitPrice: laxAmount,
    commissionAmount: laxAmount,
    refundAmount: laxAmount,
  }),
  shippingOption: laxObject({ tierName: laxText, tierType: laxText }),
  shippingAddress: lax(addressShape),
  shipment: laxObject({
    provider: laxText,
    shippingOrderNumber: laxText,
    trackingNumber: laxText,
    timestamp: laxInstant,
    shippedTimestamp: laxInstant,
  }),
  refund: laxObject({ reason: laxText, price: laxAmount }),
  return: laxObject({ declineReason: laxText, timestamp: laxInstant }),
});

export type JoomOrder = z.output<typeof orderShape>;
export type JoomAddress = z.output<typeof addressShape>;
