import { z } from 'zod';
import { amount, currencyCode, listOf, optionalText } from '../../read.ts';

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
    Response: z.object({ Alert: listOf(z.object({ Description: z.string() })).catch([]) }).nullish(),
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

const classification = z.object({ Code: z.coerce.string() }).nullish();
export const addressAnswer = z.object({
  XAVResponse: z.object({
    NoCandidatesIndicator: z.unknown().optional(),
    AddressClassification: classification,
    Candidate: listOf(
      z.object({
        AddressClassification: classification,
        AddressKeyFormat: z.object({
          AddressLine: listOf(z.string()),
          PoliticalDivision2: optionalText,
          PoliticalDivision1: optionalText,
          PostcodePrimaryLow: optionalText,
          PostcodeExtendedLow: optionalText,
          CountryCode: z.string(),
        }),
      }),
    ),
  }),
});

export const uploadAnswer = z.object({
  UploadResponse: z.object({
    FormsHistoryDocumentID: z.object({
      DocumentID: listOf(z.string().min(1)).refine((list) => list.length > 0, 'no number of the paper came'),
    }),
  }),
});
export const pushedPaper = z.object({ PushToImageRepositoryResponse: z.object({}) });

export const pickupAnswer = z.object({
  PickupCreationResponse: z.object({
    PRN: z.string().min(1),
    RateResult: z.object({ CurrencyCode: currencyCode.optional(), GrandTotalOfAllCharge: amount }).optional(),
  }),
});
export const pickupCancelled = z.object({ PickupCancelResponse: z.object({}) });
export const pendingPickups = z.object({
  PickupPendingStatusResponse: z.object({
    PendingStatus: listOf(
      z.object({ PRN: z.string(), ServiceDate: z.string(), ReferenceNumber: z.string().nullish() }),
    ),
  }),
});

export const landedAnswer = z.object({
  shipment: z.object({
    currencyCode,
    totalBrokerageFees: amount,
    totalDuties: amount,
    totalCommodityLevelTaxesAndFees: amount,
    totalShipmentLevelTaxesAndFees: amount,
    totalVAT: amount,
    shipmentItems: listOf(
      z.preprocess(
        // The description says commodityID, its own example commodityId.
        (one) =>
          typeof one === 'object' && one && 'commodityId' in one ? { ...one, commodityID: one.commodityId } : one,
        z.object({
          commodityID: z.coerce.string(),
          hsCode: z.coerce.string(),
          commodityDuty: amount,
          commodityVAT: amount,
          isCalculable: z.boolean().nullish(),
        }),
      ),
    ),
  }),
});

export const transitAnswer = z.object({
  emsResponse: z
    .object({
      services: listOf(
        z.object({
          serviceLevel: z.string(),
          serviceLevelDescription: z.string().catch(''),
          businessTransitDays: z.coerce.number().int().nonnegative(),
          deliveryDate: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
        }),
      ),
    })
    .nullish(),
});
