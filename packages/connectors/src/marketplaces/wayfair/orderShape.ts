import { z } from 'zod';
import { count, laxAmount } from '../../amounts.ts';
import { flag } from '../../iop/shapes.ts';
import { lax, laxObject, laxText } from '../../lax.ts';
import { listOf } from '../../read.ts';
import { wayfairMoment } from './dates.ts';

/** Dropship purchase orders, as far as we read them. */

const laxMoment = lax(wayfairMoment);
const address = laxObject({
  name: laxText,
  address1: laxText,
  address2: laxText,
  address3: laxText,
  city: laxText,
  state: laxText,
  country: laxText,
  postalCode: laxText,
  phoneNumber: laxText,
});

const product = z.object({
  partNumber: z.string().min(1),
  quantity: count.refine((value) => value > 0, 'no quantity'),
  price: laxAmount,
  name: laxText,
  sku: laxText,
  weight: lax(
    z
      .union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)])
      .transform(Number)
      .refine((pounds) => pounds >= 0),
  ),
  estShipDate: laxMoment,
  isCancelled: flag.catch(false),
  customComment: laxText,
});

export const orderShape = z.object({
  /** In capitals. */
  storePrefix: laxText.transform((answered) => answered?.toUpperCase()),
  poNumber: z.string().min(1),
  poDate: wayfairMoment,
  orderId: laxText,
  supplierId: laxText,
  estimatedShipDate: laxMoment,
  customerName: laxText,
  customerEmail: laxText,
  shippingInfo: laxObject({ shipSpeed: laxText, carrierCode: laxText }),
  warehouse: laxObject({ id: laxText, name: laxText, address }),
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
