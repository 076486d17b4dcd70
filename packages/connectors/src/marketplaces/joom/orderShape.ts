import { z } from 'zod';
import { amount, currencyCode, instant, optionalText, wholeNumber } from '../../read.ts';

const nothing = z
  .literal('')
  .nullish()
  .transform(() => undefined);
const optionalAmount = amount.or(nothing);
const optionalInstant = instant.or(nothing);

const addressShape = z.object({
  name: optionalText,
  email: optionalText,
  phoneNumber: optionalText,
  country: optionalText,
  state: optionalText,
  city: optionalText,
  street: optionalText,
  house: optionalText,
  building: optionalText,
  block: optionalText,
  flat: optionalText,
  streetAddress1: optionalText,
  streetAddress2: optionalText,
  zipCode: optionalText,
});

export const orderShape = z.object({
  id: z.string().min(1),
  status: z.string().min(1),
  storeId: optionalText,
  currency: currencyCode,
  quantity: wholeNumber.min(1),
  orderTimestamp: instant,
  updateTimestamp: instant,
  hoursToFulfill: z.number().nullish(),
  daysToFulfill: z.number().nullish(),
  allowedShippingTypes: optionalText,
  isFbj: z.boolean().nullish(),
  isFulfillmentAllowed: z.boolean().nullish(),
  fulfillmentAllowedTimestamp: optionalInstant,
  product: z.object({
    id: optionalText,
    sku: optionalText,
    name: optionalText,
    variant: z.object({ id: optionalText, sku: optionalText }).nullish(),
  }),
  priceInfo: z.object({
    orderPrice: amount,
    unitPrice: amount,
    commissionAmount: optionalAmount,
    refundAmount: optionalAmount,
  }),
  shippingOption: z.object({ tierName: optionalText, tierType: optionalText }).nullish(),
  shippingAddress: addressShape.nullish(),
  shipment: z
    .object({
      provider: optionalText,
      shippingOrderNumber: optionalText,
      trackingNumber: optionalText,
      timestamp: optionalInstant,
      shippedTimestamp: optionalInstant,
    })
    .nullish(),
  refund: z.object({ reason: optionalText, price: optionalAmount }).nullish(),
  return: z.object({ declineReason: optionalText, timestamp: optionalInstant }).nullish(),
});

export type JoomOrder = z.output<typeof orderShape>;
export type JoomAddress = z.output<typeof addressShape>;
