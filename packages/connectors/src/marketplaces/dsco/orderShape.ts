import { z } from 'zod';
import { count, laxAmount, laxCurrency } from '../../amounts.ts';
import { flag } from '../../iop/shapes.ts';
import { lax, laxList, laxText } from '../../lax.ts';
import { instant } from '../../read.ts';

const id = z.union([z.string().min(1), z.number().int()]).transform(String);
const laxId = lax(id);
const laxInstant = lax(instant);
const laxCount = lax(count).transform((answered) => answered ?? 0);
const laxFlag = flag.catch(false);
/** One of the network's words, which stand in small letters. */
const word = laxText.transform((answered) => answered?.toLowerCase());

const lineShape = z.object({
  lineNumber: laxId,
  dscoItemId: laxId,
  sku: laxText,
  partnerSku: laxText,
  upc: laxText,
  title: laxText,
  quantity: count.refine((pieces) => pieces > 0, 'not a quantity'),
  expectedCost: laxAmount,
  consumerPrice: laxAmount,
  status: laxText,
  cancelledQuantity: laxCount,
  shippedQuantity: laxCount,
  cancelRequested: laxFlag,
});
export type DscoLine = z.output<typeof lineShape>;

const shippingShape = z.object({
  name: laxText,
  firstName: laxText,
  lastName: laxText,
  attention: laxText,
  company: laxText,
  address1: laxText,
  address2: laxText,
  address: laxList(z.string()),
  city: laxText,
  region: laxText,
  state: laxText,
  postal: laxText,
  country: laxText,
  phone: laxText,
  email: laxText,
  addressType: laxText,
  storeNumber: laxText,
});
export type DscoShipping = z.output<typeof shippingShape>;

export const orderShape = z.object({
  dscoOrderId: id,
  poNumber: laxText,
  dscoStatus: word,
  dscoLifecycle: word,
  orderType: word,
  testFlag: laxFlag,
  currencyCode: laxCurrency,
  dscoCreateDate: instant,
  dscoLastUpdate: laxInstant,
  shipByDate: laxInstant,
  cancelRequested: laxFlag,
  shipping: lax(shippingShape),
  shipInstructions: laxText,
  message: laxText,
  requestedShipCarrier: laxText,
  requestedShippingServiceLevelCode: laxText,
  requestedShippingServiceLevelCodeUnmapped: laxText,
  shipMethod: laxText,
  lineItems: z.array(lineShape).min(1),
  packages: laxList(z.object({ trackingNumber: laxText })),
});
export type DscoOrder = z.output<typeof orderShape>;
