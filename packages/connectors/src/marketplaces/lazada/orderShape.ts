import { z } from 'zod';
import { flag, id, optionalId } from '../../iop/shapes.ts';
import { amount, currencyCode, optionalText } from '../../read.ts';
import { moment, optionalMoment, orNothing } from './shapes.ts';

/** One for each unit: there are no quantities. */
const unitShape = z.object({
  order_item_id: id,
  sku: optionalText,
  shop_sku: optionalText,
  sku_id: optionalId,
  product_id: optionalId,
  name: optionalText,
  variation: optionalText,
  item_price: amount,
  paid_price: amount,
  currency: currencyCode,
  status: z.string().min(1),
  package_id: optionalText,
  tracking_code: optionalText,
  shipment_provider: optionalText,
  shipping_type: optionalText,
  is_fbl: flag,
  delivery_option_sof: flag,
  need_cancel_confirm: flag,
  reverse_order_id: optionalId,
  sla_time_stamp: optionalMoment,
});

/** Address3 is the state, address4 the city, address5 the district. */
const addressShape = z.object({
  first_name: optionalText,
  last_name: optionalText,
  phone: optionalText,
  address1: optionalText,
  address2: optionalText,
  address3: optionalText,
  address4: optionalText,
  address5: optionalText,
  city: optionalText,
  post_code: optionalText,
  country: optionalText,
});

/** /orders/get or /order/get, with what /orders/items/get tells of it put in as `order_items`. */
export const orderShape = z.object({
  order_id: id,
  created_at: moment,
  updated_at: moment,
  shipping_fee: orNothing,
  customer_first_name: optionalText,
  customer_last_name: optionalText,
  buyer_note: optionalText,
  remarks: optionalText,
  need_cancel_confirm: flag,
  address_shipping: addressShape.nullish(),
  order_items: z.array(unitShape).min(1),
});

export type LazadaOrder = z.output<typeof orderShape>;
export type LazadaUnit = z.output<typeof unitShape>;
