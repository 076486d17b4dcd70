import { z } from 'zod';
import { amount, currencyCode, instant, optionalText, wholeNumber } from '../../read.ts';

/** Sell Fulfillment v1, as far as we read it. */
export const money = z.object({ value: amount, currency: currencyCode });
export type Money = z.output<typeof money>;

const tax = z.object({ amount: money.nullish() });

const contact = z.object({
  fullName: optionalText,
  companyName: optionalText,
  contactAddress: z
    .object({
      addressLine1: optionalText,
      addressLine2: optionalText,
      city: optionalText,
      stateOrProvince: optionalText,
      postalCode: optionalText,
      countryCode: z.string().length(2),
    })
    .nullish(),
  primaryPhone: z.object({ phoneNumber: optionalText }).nullish(),
  email: optionalText,
});
export type Contact = z.output<typeof contact>;

export const lineShape = z.object({
  lineItemId: z.string().min(1),
  legacyItemId: optionalText,
  sku: optionalText,
  title: optionalText,
  quantity: wholeNumber.refine((value) => value > 0, 'no quantity'),
  /** Unit price times quantity, before discounts. */
  lineItemCost: money,
  discountedLineItemCost: money.nullish(),
  taxes: z.array(tax).nullish(),
  lineItemFulfillmentInstructions: z.object({ shipByDate: instant.nullish() }).nullish(),
  listingMarketplaceId: optionalText,
  purchaseMarketplaceId: optionalText,
});
export type EbayLine = z.output<typeof lineShape>;

export const orderShape = z.object({
  orderId: z.string().min(1),
  legacyOrderId: optionalText,
  creationDate: instant,
  lastModifiedDate: instant,
  orderFulfillmentStatus: z.string(),
  orderPaymentStatus: z.string(),
  buyer: z.object({ username: optionalText }).nullish(),
  buyerCheckoutNotes: optionalText,
  cancelStatus: z
    .object({
      cancelState: z.string(),
      cancelRequests: z
        .array(
          z.object({ cancelRequestId: optionalText, cancelInitiator: optionalText, cancelRequestState: optionalText }),
        )
        .nullish(),
    })
    .nullish(),
  pricingSummary: z
    .object({
      priceSubtotal: money,
      priceDiscount: money.nullish(),
      deliveryCost: money.nullish(),
      deliveryDiscount: money.nullish(),
      adjustment: money.nullish(),
      fee: money.nullish(),
      total: money,
    })
    .nullish(),
  paymentSummary: z
    .object({ payments: z.array(z.object({ paymentDate: instant.nullish().catch(undefined) })).nullish() })
    .nullish(),
  program: z.object({ fulfillmentProgram: z.object({ fulfilledBy: optionalText }).nullish() }).nullish(),
  fulfillmentStartInstructions: z
    .array(
      z.object({
        fulfillmentInstructionsType: optionalText,
        shippingStep: z
          .object({ shipTo: contact.nullish(), shipToReferenceId: optionalText, shippingServiceCode: optionalText })
          .nullish(),
      }),
    )
    .nullish(),
  lineItems: z.array(lineShape).min(1, 'no lines'),
});
export type EbayOrder = z.output<typeof orderShape>;
