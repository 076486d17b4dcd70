import { z } from 'zod';
import { amount, currencyCode, instant, optionalText, wholeNumber } from '../../read.ts';

const id = z.union([z.string().min(1), z.number().int()]).transform(String);
const optionalId = z
  .union([z.string(), z.number().int()])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === '' ? undefined : String(value)));
const optionalAmount = amount.nullish().transform((value) => value ?? undefined);
const optionalInstant = instant.nullish().transform((value) => value ?? undefined);
const count = wholeNumber.nullish().transform((value) => value ?? 0);

const lineShape = z.object({
  lineNumber: optionalId,
  dscoItemId: optionalId,
  sku: optionalText,
  partnerSku: optionalText,
  upc: optionalText,
  title: optionalText,
  quantity: z.number().int().positive(),
  expectedCost: optionalAmount,
  consumerPrice: optionalAmount,
  status: optionalText,
  cancelledQuantity: count,
  shippedQuantity: count,
  cancelRequested: z.boolean().nullish(),
});
export type DscoLine = z.output<typeof lineShape>;

const shippingShape = z.object({
  name: optionalText,
  firstName: optionalText,
  lastName: optionalText,
  attention: optionalText,
  company: optionalText,
  address1: optionalText,
  address2: optionalText,
  address: z.array(z.string()).nullish(),
  city: optionalText,
  region: optionalText,
  state: optionalText,
  postal: optionalText,
  country: optionalText,
  phone: optionalText,
  email: optionalText,
  addressType: optionalText,
  storeNumber: optionalText,
});
export type DscoShipping = z.output<typeof shippingShape>;

const packageShape = z.object({
  trackingNumber: optionalText,
  items: z
    .array(z.object({ lineNumber: optionalId, dscoItemId: optionalId, sku: optionalText, quantity: wholeNumber }))
    .nullish(),
});

export const orderShape = z.object({
  dscoOrderId: id,
  poNumber: z.string().min(1),
  dscoStatus: optionalText,
  dscoLifecycle: optionalText,
  orderType: optionalText,
  testFlag: z.boolean().nullish(),
  currencyCode: currencyCode.nullish(),
  dscoCreateDate: instant,
  dscoLastUpdate: instant,
  shipByDate: optionalInstant,
  cancelRequested: z.boolean().nullish(),
  shipping: shippingShape.nullish(),
  shipInstructions: optionalText,
  message: optionalText,
  requestedShipCarrier: optionalText,
  requestedShippingServiceLevelCode: optionalText,
  requestedShippingServiceLevelCodeUnmapped: optionalText,
  shipMethod: optionalText,
  lineItems: z.array(lineShape).min(1),
  packages: z.array(packageShape).nullish(),
});
export type DscoOrder = z.output<typeof orderShape>;
