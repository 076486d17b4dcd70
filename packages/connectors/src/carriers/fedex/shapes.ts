import { z } from 'zod';
import { amount, currencyCode, listOf, optionalText } from '../../read.ts';

/** Answers of FedEx as far as we read them. */
const someAmount = amount.nullish().catch(undefined);
const currency = currencyCode.nullish().catch(undefined);

export const ratedService = z.object({
  serviceType: z.string().min(1),
  serviceName: optionalText,
  ratedShipmentDetails: listOf(
    z.object({
      rateType: z.string(),
      totalNetCharge: amount,
      currency,
      shipmentRateDetail: z
        .object({
          currency,
          totalBillingWeight: z.object({ units: z.string(), value: amount }).nullish().catch(undefined),
          surCharges: listOf(z.object({ type: z.string(), amount })),
        })
        .nullish(),
    }),
  ).refine((list) => list.length > 0, 'no price'),
  operationalDetail: z.object({ transitTime: optionalText }).nullish().catch(undefined),
  commit: z
    .object({
      daysInTransit: optionalText,
      dateDetail: z.object({ dayFormat: optionalText }).nullish(),
      transitDays: z.object({ minimumTransitTime: optionalText, maximumTransitTime: optionalText }).nullish(),
    })
    .nullish()
    .catch(undefined),
});
export type RatedService = z.output<typeof ratedService>;
export const rateAnswer = z.object({ rateReplyDetails: listOf(z.unknown()) });

const document = z.object({ contentType: z.string(), docType: optionalText, encodedLabel: z.base64().nullish() });
export const shipAnswer = z.object({
  transactionShipments: z
    .array(
      z.object({
        masterTrackingNumber: z.string().min(1),
        pieceResponses: z
          .array(
            z.object({
              trackingNumber: z.string().min(1),
              packageSequenceNumber: z.coerce.number().int().nullish().catch(undefined),
              packageDocuments: listOf(document),
              netChargeAmount: someAmount,
              currency,
            }),
          )
          .min(1),
        shipmentDocuments: listOf(document),
        alerts: listOf(z.object({ message: z.string() })).catch([]),
        completedShipmentDetail: z
          .object({
            shipmentRating: z
              .object({
                actualRateType: optionalText,
                shipmentRateDetails: listOf(z.object({ rateType: optionalText, totalNetCharge: someAmount, currency })),
              })
              .nullish(),
          })
          .nullish()
          .catch(undefined),
      }),
    )
    .length(1, 'one shipment was bought, so one must come'),
});
export type Shipped = z.output<typeof shipAnswer>['transactionShipments'][number];

export const cancelAnswer = z.object({ cancelledShipment: z.boolean(), message: optionalText });

const place = z
  .object({
    city: optionalText,
    stateOrProvinceCode: optionalText,
    postalCode: optionalText,
    countryCode: optionalText,
  })
  .nullish()
  .catch(undefined);
export const scanShape = z.object({
  date: z.string(),
  eventType: optionalText,
  derivedStatusCode: optionalText,
  eventDescription: optionalText,
  exceptionDescription: optionalText,
  scanLocation: place,
});
export type Scan = z.output<typeof scanShape>;
const party = z.object({ address: place }).nullish().catch(undefined);
const trackResult = z.object({
  trackingNumberInfo: z.object({ trackingNumber: optionalText, carrierCode: optionalText }).nullish(),
  latestStatusDetail: z
    .object({ code: optionalText, description: optionalText, scanLocation: place })
    .nullish()
    .catch(undefined),
  shipperInformation: party,
  recipientInformation: party,
  dateAndTimes: listOf(z.object({ type: optionalText, dateTime: optionalText })),
  scanEvents: listOf(z.unknown()),
  error: z.object({ code: optionalText, message: optionalText }).nullish(),
});
export type TrackResult = z.output<typeof trackResult>;
export const trackAnswer = z.object({ completeTrackResults: listOf(z.object({ trackResults: listOf(trackResult) })) });

/** Described as texts, and sent as objects. */
const messages = listOf(z.union([z.string(), z.object({ code: z.string() }).transform(({ code }) => code)])).catch([]);
const token = z.union([z.boolean(), z.string()]).transform((value) => String(value) === 'true');
export const addressAnswer = z.object({
  resolvedAddresses: listOf(
    z.object({
      streetLinesToken: listOf(z.string()),
      city: optionalText,
      stateOrProvinceCode: optionalText,
      postalCode: optionalText,
      parsedPostalCode: z.object({ base: optionalText, addOn: optionalText }).nullish(),
      countryCode: optionalText,
      classification: optionalText,
      customerMessages: messages,
      customerMessage: messages,
      attributes: z
        .object({
          Matched: token.optional(),
          Resolved: token.optional(),
          MultipleMatches: token.optional(),
          SuiteRequiredButMissing: token.optional(),
          InvalidSuiteNumber: token.optional(),
        })
        .default({}),
    }),
  ),
});
export type Resolved = z.output<typeof addressAnswer>['resolvedAddresses'][number];

export const pickupAnswer = z.object({ pickupConfirmationCode: z.coerce.string().min(1), location: optionalText });
export const pickupCancelAnswer = z.object({ cancelConfirmationMessage: optionalText });
export const paperAnswer = z.object({ meta: z.object({ docId: z.string().min(1) }) });
const closePart = z.object({ image: z.base64().nullish() });
export const closeAnswer = z.object({
  closeDocuments: listOf(z.object({ shippingCycle: optionalText, parts: listOf(closePart) })),
});
