import { z } from 'zod';
import { amount, listOf, optionalText, wholeNumber } from '../../read.ts';
import { wayfairMoment } from './dates.ts';

/** Dropship purchase orders, as far as we read them. */

const address = z
  .object({
    name: optionalText,
    address1: optionalText,
    address2: optionalText,
    address3: optionalText,
    city: optionalText,
    state: optionalText,
    country: optionalText,
    postalCode: optionalText,
    phoneNumber: optionalText,
  })
  .nullish();

const product = z.object({
  partNumber: z.string().min(1),
  /** Comes as text at times. */
  quantity: z.coerce.number().pipe(wholeNumber.refine((value) => value > 0, 'no quantity')),
  price: amount,
  name: optionalText,
  sku: optionalText,
  weight: z.coerce.number().nonnegative().nullish().catch(undefined),
  estShipDate: wayfairMoment.nullish().catch(undefined),
  isCancelled: z.boolean().nullish(),
  customComment: optionalText,
});

export const orderShape = z.object({
  storePrefix: z.string().min(1),
  poNumber: z.string().min(1),
  poDate: wayfairMoment,
  orderId: z.coerce.string().nullish(),
  supplierId: z.coerce.string(),
  estimatedShipDate: wayfairMoment.nullish(),
  customerName: optionalText,
  customerEmail: optionalText,
  shippingInfo: z.object({ shipSpeed: optionalText, carrierCode: optionalText }).nullish(),
  warehouse: z.object({ id: z.coerce.string().nullish(), name: optionalText, address }).nullish(),
  products: listOf(product).refine((products) => products.length > 0, 'no products'),
  shipTo: address,
});
export type WayfairOrder = z.output<typeof orderShape>;
export type WayfairProduct = WayfairOrder['products'][number];
export type WayfairAddress = z.output<typeof address>;

const ADDRESS = '{ name address1 address2 address3 city state country postalCode phoneNumber }';
/** `isCancelled` has broken the whole query on some of Wayfair's servers. */
export const fieldsOf = (withCancelled: boolean): string => `
  storePrefix poNumber poDate orderId supplierId estimatedShipDate customerName customerEmail
  shippingInfo { shipSpeed carrierCode }
  warehouse { id name address ${ADDRESS} }
  products { partNumber quantity price name sku weight estShipDate ${withCancelled ? 'isCancelled' : ''} customComment }
  shipTo ${ADDRESS}`;

/** Wayfair names a part twice at times; our lines need names of their own. */
export function lineIds(products: readonly WayfairProduct[]): string[] {
  const visited = new Map<string, number>();
  return products.map(({ partNumber }) => {
    const count = (visited.get(partNumber) ?? 0) + 1;
    visited.set(partNumber, count);
    return count === 1 ? partNumber : `${partNumber}#${count}`;
  });
}
