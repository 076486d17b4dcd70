import { z } from 'zod';
import { anyCurrency, idText, lax, laxList } from '../../lax.ts';
import { amount } from '../../read.ts';
import { anyText, kilograms, someText } from '../../wms/convert.ts';

/** Answers of MyDHL as far as we read them. */
const count = lax(z.coerce.number().int().nonnegative());

/** BILLC: what the account is billed in. The others say the same price in currencies of the place and of DHL. */
export const price = z.object({ currencyType: someText, priceCurrency: anyCurrency, price: amount });
const charge = z.object({
  name: someText,
  serviceCode: someText,
  typeCode: someText,
  serviceTypeCode: someText,
  price: lax(amount),
});
const breakdown = z.object({ currencyType: someText, breakdown: laxList(charge) });

export const product = z.object({
  productCode: idText,
  productName: anyText,
  weight: lax(z.object({ volumetric: kilograms, provided: kilograms })),
  totalPrice: laxList(price),
  detailedPriceBreakdown: laxList(breakdown),
  deliveryCapabilities: lax(z.object({ estimatedDeliveryDateAndTime: anyText, totalTransitDays: count })),
});
export type Product = z.output<typeof product>;
export const ratesAnswer = z.object({ products: z.array(z.unknown()) });

export const costAnswer = z.object({
  products: z
    .array(
      z.object({
        detailedPriceBreakdown: laxList(breakdown),
        totalPrice: z.array(z.object({ priceCurrency: anyCurrency })).min(1),
        items: z.array(
          z.object({
            number: z.coerce.number().int(),
            breakdown: z.array(z.object({ typeCode: someText, price: amount })),
          }),
        ),
      }),
    )
    .min(1),
});

const paper = z.object({ imageFormat: someText, content: z.string().min(1), typeCode: someText });
export type Paper = z.output<typeof paper>;
export const shipmentAnswer = z.object({
  shipmentTrackingNumber: idText,
  packages: z.array(z.object({ trackingNumber: idText })).min(1),
  documents: z.array(paper).min(1),
  shipmentCharges: laxList(price),
  warnings: laxList(z.string()),
});

export const imagesAnswer = z.object({
  documents: z.array(z.object({ typeCode: someText, encodingFormat: someText, content: z.string().min(1) })),
});

export const event = z.object({
  date: z.string(),
  time: z.string(),
  GMTOffset: anyText,
  typeCode: someText,
  description: someText,
  serviceArea: laxList(z.object({ code: someText, description: anyText })),
});
export type Event = z.output<typeof event>;
const party = lax(
  z.object({
    postalAddress: lax(z.object({ countryCode: anyText, provinceCode: anyText, postalCode: anyText })),
    serviceArea: laxList(z.object({ code: someText })),
  }),
);
const trackedShipment = z.object({
  shipmentTrackingNumber: idText,
  productCode: someText,
  /** When the label was made, by the clock of the sender. */
  shipmentTimestamp: someText,
  shipperDetails: party,
  receiverDetails: party,
  shipperReferences: laxList(z.object({ value: someText })),
  events: z.array(z.unknown()).nullish(),
  pieces: laxList(z.object({ trackingNumber: anyText, events: laxList(z.unknown()) })),
});
export type TrackedShipment = z.output<typeof trackedShipment>;
export const trackAnswer = z.object({ shipments: z.array(trackedShipment) });

export const addressAnswer = z.object({
  warnings: laxList(z.string()),
  address: z.array(z.object({ countryCode: z.string(), postalCode: someText, cityName: someText })).nullish(),
});

export const pickupAnswer = z.object({ dispatchConfirmationNumbers: z.array(idText).min(1) });
export const nothing = z.unknown();
