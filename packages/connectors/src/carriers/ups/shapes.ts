import { z } from 'zod';
import { amount, currencyCode, listOf } from '../../read.ts';

/** Answers of UPS as far as we read them. Lists may come as a single object: listOf takes both. */
const charge = z.object({ CurrencyCode: currencyCode, MonetaryValue: amount });
const itemized = listOf(z.object({ Code: z.coerce.string(), MonetaryValue: amount }));
const base64 = z.base64().min(4);
const imageFormat = z.object({
  Code: z
    .string()
    .transform((code) => code.toLowerCase())
    .pipe(z.enum(['pdf', 'png', 'gif', 'zpl'])),
});

export const ratedShipment = z.object({
  Service: z.object({ Code: z.coerce.string().min(1), Description: z.string().nullish() }),
  BillingWeight: z.object({ UnitOfMeasurement: z.object({ Code: z.string() }), Weight: amount }).nullish(),
  ItemizedCharges: itemized,
  TotalCharges: charge,
  NegotiatedRateCharges: z.object({ ItemizedCharges: itemized, TotalCharge: charge }).nullish(),
  TimeInTransit: z
    .object({
      ServiceSummary: z.object({
        EstimatedArrival: z.object({ BusinessDaysInTransit: z.coerce.number().int().nullish() }).nullish(),
      }),
    })
    .nullish()
    .catch(undefined),
  GuaranteedDelivery: z.object({ BusinessDaysInTransit: z.coerce.number().int().nullish() }).nullish().catch(undefined),
});
export const rateAnswer = z.object({ RateResponse: z.object({ RatedShipment: listOf(z.unknown()) }) });

export const shipAnswer = z.object({
  ShipmentResponse: z.object({
    ShipmentResults: z.object({
      ShipmentCharges: z.object({ TotalCharges: charge }).nullish(),
      NegotiatedRateCharges: z.object({ TotalCharge: charge }).nullish(),
      ShipmentIdentificationNumber: z.string().min(1),
      PackageResults: listOf(
        z.object({
          TrackingNumber: z.string().min(1),
          ShippingLabel: z.object({ ImageFormat: imageFormat, GraphicImage: base64 }),
        }),
      ).refine((list) => list.length > 0, 'no label came'),
      Form: z.object({ Image: z.object({ GraphicImage: base64 }).nullish() }).nullish(),
    }),
  }),
});

export const recoveryAnswer = z.object({
  LabelRecoveryResponse: z.object({
    ShipmentIdentificationNumber: z.string().nullish(),
    LabelResults: listOf(
      z.object({
        TrackingNumber: z.string().nullish(),
        LabelImage: z.object({ LabelImageFormat: imageFormat, GraphicImage: base64 }),
      }),
    ).refine((list) => list.length > 0, 'no label came'),
  }),
});

const voidStatus = z.object({ Code: z.coerce.string(), Description: z.string().catch('') });
export const voidAnswer = z.object({
  VoidShipmentResponse: z.object({
    SummaryResult: z.object({ Status: voidStatus }),
    PackageLevelResults: listOf(z.object({ TrackingNumber: z.string(), Status: voidStatus })),
  }),
});

const trackStatus = z.object({
  type: z.string().nullish(),
  code: z.string().nullish(),
  description: z.string().nullish(),
});
export const activityShape = z.object({
  date: z.string().nullish(),
  time: z.string().nullish(),
  gmtDate: z.string().nullish(),
  gmtTime: z.string().nullish(),
  gmtOffset: z.string().nullish(),
  location: z
    .object({
      address: z
        .object({
          city: z.string().nullish(),
          stateProvince: z.string().nullish(),
          postalCode: z.string().nullish(),
          countryCode: z.string().nullish(),
          country: z.string().nullish(),
        })
        .nullish(),
    })
    .nullish(),
  status: trackStatus,
});
export type Activity = z.output<typeof activityShape>;
export const trackAnswer = z.object({
  trackResponse: z.object({
    shipment: listOf(
      z.object({
        inquiryNumber: z.string().nullish(),
        package: listOf(
          z.object({
            trackingNumber: z.string().nullish(),
            currentStatus: trackStatus.nullish(),
            activity: listOf(z.unknown()),
          }),
        ),
        warnings: listOf(z.object({ code: z.string().nullish(), message: z.string().nullish() })),
      }),
    ),
  }),
});
