import { z } from 'zod';
import { amount, currencyCode, optionalText, wholeNumber } from '../../read.ts';
import { epoch, id, optionalEpoch } from './shapes.ts';

/** order/get_order_detail, as far as we read it. */
const zero = z.union([id, z.null()]).optional();
const item = z.object({
  item_id: id,
  item_name: optionalText,
  item_sku: optionalText,
  model_id: zero,
  model_name: optionalText,
  model_sku: optionalText,
  model_quantity_purchased: wholeNumber,
  model_original_price: amount,
  model_discounted_price: amount.nullish(),
  order_item_id: zero,
  promotion_group_id: zero,
});

const parcel = z.object({
  package_number: z.string().min(1),
  logistics_status: z.string().nullish(),
  shipping_carrier: optionalText,
  item_list: z.array(z.object({ item_id: id, model_id: zero, model_quantity: wholeNumber })).nullish(),
});

export const orderShape = z.object({
  order_sn: z.string().min(1),
  region: z.string().regex(/^[A-Z]{2}$/, 'not a market'),
  currency: currencyCode,
  order_status: z.string(),
  total_amount: amount.nullish(),
  create_time: epoch,
  update_time: epoch,
  pay_time: optionalEpoch,
  ship_by_date: optionalEpoch,
  message_to_seller: optionalText,
  buyer_username: optionalText,
  pending_terms: z.array(z.string()).nullish(),
  fulfillment_flag: optionalText,
  advance_package: z.boolean().nullish(),
  shipping_carrier: optionalText,
  recipient_address: z
    .object({
      name: optionalText,
      phone: optionalText,
      town: optionalText,
      district: optionalText,
      city: optionalText,
      state: optionalText,
      region: optionalText,
      zipcode: optionalText,
      full_address: optionalText,
    })
    .nullish(),
  item_list: z.array(item).min(1),
  package_list: z.array(parcel).nullish(),
});

export type ShopeeOrder = z.output<typeof orderShape>;
export type ShopeeItem = ShopeeOrder['item_list'][number];
export type ShopeePackage = NonNullable<ShopeeOrder['package_list']>[number];

/** Everything but a skeleton has to be asked for by name. */
export const OPTIONAL_FIELDS = [
  'buyer_username',
  'recipient_address',
  'item_list',
  'pay_time',
  'fulfillment_flag',
  'package_list',
  'shipping_carrier',
  'total_amount',
].join(',');
