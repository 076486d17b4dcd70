import { z } from 'zod';
import { flag, id, optionalId } from '../../iop/shapes.ts';
import { laxObject, laxText, orUnreadable } from '../../lax.ts';
import { amount, currencyCode } from '../../read.ts';
import { moment, optionalMoment, orNothing } from './shapes.ts';

const laxFlag = flag.catch(false);
const laxId = optionalId.catch(undefined);
/** A moment that cannot be read is none. */
const laxMoment = optionalMoment.catch(undefined);

/** One for each unit: there are no quantities. */
const unitShape = z.object({
  order_item_id: id,
  sku: laxText,
  shop_sku: laxText,
  sku_id: laxId,
  product_id: laxId,
  name: laxText,
  variation: laxText,
  item_price: amount,
  /** What is paid where no voucher says otherwise is the price. */
  paid_price: orUnreadable(amount.nullish().transform((answered) => answered ?? undefined)),
  /** The country's where it is left out. */
  currency: currencyCode.nullish(),
  status: z.string().min(1),
  package_id: laxText,
  tracking_code: laxText,
  shipment_provider: laxText,
  shipping_type: laxText,
  is_fbl: laxFlag,
  delivery_option_sof: laxFlag,
  need_cancel_confirm: laxFlag,
  reverse_order_id: laxId,
  sla_time_stamp: laxMoment,
  /** In milliseconds as text: "1697193374592". Source: GetMultipleOrderItems, GetOrderItems. */
  payment_time: laxMoment,
  updated_at: laxMoment,
});

/** Address3 is the state, address4 the city, address5 the district. */
const addressShape = laxObject({
  first_name: laxText,
  last_name: laxText,
  phone: laxText,
  address1: laxText,
  address2: laxText,
  address3: laxText,
  address4: laxText,
  address5: laxText,
  city: laxText,
  post_code: laxText,
  country: laxText,
});

/** /orders/get or /order/get, with what /orders/items/get tells of it put in as `order_items`. */
export const orderShape = z.object({
  order_id: id,
  created_at: moment,
  updated_at: laxMoment,
  shipping_fee: orUnreadable(orNothing),
  customer_first_name: laxText,
  customer_last_name: laxText,
  buyer_note: laxText,
  remarks: laxText,
  need_cancel_confirm: laxFlag,
  address_shipping: addressShape,
  order_items: z.array(unitShape).min(1),
});

export type LazadaOrder = z.output<typeof orderShape>;
export type LazadaUnit = z.output<typeof unitShape>;
