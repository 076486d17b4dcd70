import { z } from 'zod';
import { anyCurrency, idText, lax, laxList, laxObject } from '../../lax.ts';
import { amount } from '../../read.ts';
import { anyText, someText } from '../../wms/convert.ts';

/** Answers of USPS as far as we read them. Amounts are dollars. */
export const CURRENCY = 'USD';

const priced = z.object({ name: anyText, serviceName: anyText, SKU: anyText, price: amount });
const rate = laxObject({
  description: someText,
  zone: anyText,
  weight: anyText,
  dimWeight: anyText,
  dimensionalWeight: anyText,
  fees: laxList(priced),
  processingCategory: someText,
  rateIndicator: someText,
  destinationEntryFacilityType: someText,
});
export type Rate = z.output<typeof rate>;

const dutiesQuote = z.object({
  packageFee: amount,
  itemQuotes: z.array(z.object({ itemId: idText, dutyPrice: amount, taxPrice: amount })),
});
export type DutiesQuote = z.output<typeof dutiesQuote>;

export const rateOption = z.object({
  totalPrice: lax(amount),
  totalBasePrice: amount,
  rates: z.array(rate).min(1),
  extraServices: laxList(priced),
  commitment: laxObject({ name: someText, scheduleDeliveryDate: anyText, expectedDeliveryDate: anyText }),
  dutiesTaxesFeesQuote: lax(dutiesQuote),
});
export const optionsAnswer = z.object({
  pricingOptions: z.array(
    laxObject({ shippingOptions: laxList(z.object({ mailClass: idText, rateOptions: laxList(z.unknown()) })) }),
  ),
});

/** Domestic labels have a tracking number, international ones name it otherwise. */
export const labelData = z
  .object({
    trackingNumber: lax(idText),
    internationalTrackingNumber: lax(idText),
    postage: lax(amount),
    fees: laxList(priced),
    extraServices: laxList(priced),
    currency: lax(anyCurrency),
  })
  .transform(({ trackingNumber, internationalTrackingNumber, ...rest }, context) => {
    const number = internationalTrackingNumber ?? trackingNumber;
    if (number) return { ...rest, number };
    context.addIssue({ code: 'custom', message: 'no tracking number' });
    return z.NEVER;
  });
export type LabelData = z.output<typeof labelData>;
/** Duty and import VAT that USPS prepays. */
export const prepaid = laxObject({
  packageFee: lax(amount),
  itemCosts: laxList(laxObject({ dutyPrice: lax(amount), taxPrice: lax(amount) })),
});

export const cancelAnswer = z.object({ status: z.string().trim().toUpperCase(), disputeId: anyText });
export const doneAnswer = z.unknown();

export const scanData = z.object({ manifestNumber: idText });
export const pickupAnswer = z.object({ confirmationNumber: idText });

export const addressAnswer = z.object({
  address: z.object({
    streetAddress: idText,
    secondaryAddress: anyText,
    city: idText,
    state: idText,
    ZIPCode: idText,
    ZIPPlus4: anyText,
  }),
  additionalInfo: laxObject({ DPVConfirmation: someText, business: someText }),
  corrections: laxList(z.object({ code: someText, text: someText })),
  warnings: laxList(z.string()),
});

export const eventShape = z.object({
  eventType: someText,
  eventTimestamp: anyText,
  GMTTimestamp: anyText,
  GMTOffset: anyText,
  eventCity: anyText,
  eventState: anyText,
  eventZIP: anyText,
  eventCountry: anyText,
  eventCode: someText,
});
export type Event = z.output<typeof eventShape>;
export const trackAnswer = laxObject({
  trackingNumber: anyText,
  statusCategory: someText,
  status: someText,
  trackingEvents: z.array(z.unknown()).nullish(),
});
