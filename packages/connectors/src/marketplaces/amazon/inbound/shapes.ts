import { z } from 'zod';
import type { Fee } from '../../../capabilities/inbound.ts';
import { decimal } from '../../../money.ts';
import { amount, currencyCode, instant, optionalText, wholeNumber } from '../../../read.ts';

/** Answers of Fulfillment Inbound 2024-03-20, as far as they are read. */
const id = z.string().min(1);
const fee = z
  .object({
    description: z.string(),
    type: z.enum(['FEE', 'DISCOUNT']),
    value: z.object({ amount, code: currencyCode }),
  })
  .transform(
    ({ description, type, value }): Fee => ({
      kind: type,
      description,
      amount: value.amount,
      currency: value.code,
    }),
  );
const incentives = { fees: z.array(fee), discounts: z.array(fee) };
const pagination = { pagination: z.object({ nextToken: optionalText }).nullish() };

export const planMade = z.object({ inboundPlanId: id, operationId: id });
export const accepted = z.object({ operationId: id });
export const plans = z.object({
  inboundPlans: z.array(z.object({ inboundPlanId: id, name: z.string(), status: z.string() })).nullish(),
  ...pagination,
});
export const operationStatus = z.object({
  operation: z.string(),
  operationStatus: z.enum(['SUCCESS', 'FAILED', 'IN_PROGRESS']),
  operationProblems: z.array(
    z.object({ code: z.string(), message: z.string(), details: optionalText, severity: z.string() }),
  ),
});
const item = z.object({
  msku: z.string(),
  asin: z.string(),
  fnsku: z.string(),
  quantity: wholeNumber,
  labelOwner: z.string(),
  expiration: optionalText,
});
export const items = z.object({ items: z.array(item), ...pagination });
export const packingOptions = z.object({
  packingOptions: z.array(
    z.object({ packingOptionId: id, status: z.string(), packingGroups: z.array(id), ...incentives }),
  ),
  ...pagination,
});
export const placementOptions = z.object({
  placementOptions: z.array(
    z.object({
      placementOptionId: id,
      status: z.string(),
      shipmentIds: z.array(id),
      expiration: instant.nullish(),
      ...incentives,
    }),
  ),
  ...pagination,
});
export const transportOptions = z.object({
  transportationOptions: z.array(
    z.object({
      transportationOptionId: id,
      shipmentId: id,
      shippingMode: z.string(),
      shippingSolution: z.string(),
      carrier: z.object({ name: optionalText, alphaCode: optionalText }),
      preconditions: z.array(z.string()),
      quote: z.object({ cost: z.object({ amount, code: currencyCode }), expiration: instant.nullish() }).nullish(),
    }),
  ),
  ...pagination,
});
export const windowOptions = z.object({
  deliveryWindowOptions: z.array(
    z.object({ deliveryWindowOptionId: id, startDate: instant, endDate: instant, availabilityType: z.string() }),
  ),
  ...pagination,
});
const address = z.object({
  name: z.string(),
  companyName: optionalText,
  addressLine1: z.string(),
  addressLine2: optionalText,
  city: z.string(),
  stateOrProvinceCode: optionalText,
  postalCode: z.string(),
  countryCode: z.string(),
});
export const shipment = z.object({
  shipmentId: id,
  shipmentConfirmationId: optionalText,
  status: z.string(),
  selectedTransportationOptionId: optionalText,
  selectedDeliveryWindow: z.object({ startDate: instant, endDate: instant }).nullish(),
  destination: z.object({ warehouseId: optionalText, address: address.nullish() }),
});

/** A measure, said as a whole number or, with a fraction, as text. */
const measure = z.union([z.number(), z.string()]).transform((value) => Number(decimal(String(value))));
export const boxes = z.object({
  boxes: z.array(
    z.object({
      boxId: optionalText,
      quantity: wholeNumber.nullish(),
      dimensions: z.object({
        length: measure,
        width: measure,
        height: measure,
        unitOfMeasurement: z.enum(['IN', 'CM']),
      }),
      weight: z.object({ value: measure, unit: z.enum(['LB', 'KG']) }),
      items: z.array(item.pick({ msku: true, quantity: true, expiration: true })),
    }),
  ),
  ...pagination,
});
export const labels = z.object({ payload: z.object({ DownloadURL: z.url() }) });
export const receivedItems = z.object({
  payload: z.object({
    ItemData: z.array(
      z.object({ SellerSKU: z.string(), QuantityShipped: wholeNumber, QuantityReceived: wholeNumber.nullish() }),
    ),
    NextToken: optionalText,
  }),
});
const ONLY = { AMAZON_ONLY: 'AMAZON', NONE_ONLY: 'NONE', SELLER_ONLY: 'SELLER' } as const;
const only = z
  .enum(['AMAZON_ONLY', 'NONE_ONLY', 'SELLER_ONLY'])
  .nullish()
  .transform((answered) => (answered ? ONLY[answered] : undefined));
export const prepDetails = z.object({
  mskuPrepDetails: z.array(
    z.object({
      msku: z.string(),
      prepCategory: z.string(),
      prepTypes: z.array(z.string()),
      labelOwnerConstraint: only,
      prepOwnerConstraint: only,
    }),
  ),
});
