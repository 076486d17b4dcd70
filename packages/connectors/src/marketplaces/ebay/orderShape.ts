import { z } from 'zod';
import {
  anyCurrency,
  capitals,
  count,
  idText,
  lax,
  laxList,
  laxObject,
  laxText,
  listWithGaps,
  optionalOrUnreadable,
} from '../../lax.ts';
import { amount, instant } from '../../read.ts';

/** Sell Fulfillment v1, as far as we read it. */
export const money = z.object({ value: amount, currency: anyCurrency });
export type Money = z.output<typeof money>;
const optionalMoney = optionalOrUnreadable(money);

const contact = z.object({
  fullName: laxText,
  companyName: laxText,
  contactAddress: lax(
    z.object({
      addressLine1: laxText,
      addressLine2: laxText,
      city: laxText,
      stateOrProvince: laxText,
      postalCode: laxText,
      countryCode: laxText,
    }),
  ),
  primaryPhone: laxObject({ phoneNumber: laxText }),
  email: laxText,
});
export type Contact = z.output<typeof contact>;

export const lineShape = z.object({
  lineItemId: idText,
  legacyItemId: laxText,
  sku: laxText,
  title: laxText,
  quantity: count.refine((value) => value > 0, 'no quantity'),
  /** Unit price times quantity, before discounts. */
  lineItemCost: optionalMoney,
  discountedLineItemCost: optionalMoney,
  taxes: listWithGaps(z.object({ amount: money })),
  lineItemFulfillmentInstructions: laxObject({ shipByDate: lax(instant) }),
  listingMarketplaceId: laxText,
  purchaseMarketplaceId: laxText,
});
export type EbayLine = z.output<typeof lineShape>;

export const orderShape = z.object({
  orderId: idText,
  legacyOrderId: laxText,
  creationDate: instant,
  lastModifiedDate: lax(instant),
  orderFulfillmentStatus: capitals,
  orderPaymentStatus: capitals,
  buyer: laxObject({ username: laxText }),
  buyerCheckoutNotes: laxText,
  cancelStatus: optionalOrUnreadable(
    z.object({
      cancelState: optionalOrUnreadable(capitals),
      cancelRequests: laxList(
        z.object({ cancelRequestId: laxText, cancelInitiator: laxText, cancelRequestState: lax(capitals) }),
      ),
    }),
  ),
  pricingSummary: laxObject({
    priceSubtotal: optionalMoney,
    priceDiscount: optionalMoney,
    deliveryCost: optionalMoney,
    deliveryDiscount: optionalMoney,
    adjustment: optionalMoney,
    fee: optionalMoney,
    total: optionalMoney,
  }),
  paymentSummary: laxObject({ payments: laxList(z.object({ paymentDate: lax(instant) })) }),
  program: laxObject({ fulfillmentProgram: laxObject({ fulfilledBy: laxText }) }),
  fulfillmentStartInstructions: laxList(
    z.object({
      fulfillmentInstructionsType: laxText,
      shippingStep: laxObject({ shipTo: lax(contact), shipToReferenceId: laxText, shippingServiceCode: laxText }),
    }),
  ),
  lineItems: z.array(lineShape).min(1, 'no lines'),
});
export type EbayOrder = z.output<typeof orderShape>;
