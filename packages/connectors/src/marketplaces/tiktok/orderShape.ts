import { z } from 'zod';
import { amount, currencyCode, optionalText } from '../../read.ts';
import type { Instant } from '../../types.ts';

/** Order API 202309, as far as we read it. Times are seconds since 1970; 0 stands for none. */
const LAST = 99_999_999_999;
const toInstant = (seconds: number): Instant => new Date(seconds * 1000).toISOString();

export const moment = z.number().int().positive().max(LAST).transform(toInstant);
const optionalMoment = z
  .number()
  .int()
  .nonnegative()
  .max(LAST)
  .nullish()
  .transform((seconds) => (seconds ? toInstant(seconds) : undefined));
/** "Nothing" is an empty text, or no field at all. */
export const optionalAmount = z.preprocess(
  (value) => (value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value),
  amount.optional(),
);
const orNothing = optionalAmount.transform((value) => value ?? '0');

/** One for each unit: there are no quantities. */
const unitShape = z.object({
  id: z.string().min(1),
  product_id: optionalText,
  sku_id: optionalText,
  seller_sku: optionalText,
  product_name: optionalText,
  sku_name: optionalText,
  original_price: amount,
  seller_discount: orNothing,
  platform_discount: orNothing,
  currency: currencyCode.nullish(),
  item_tax: z.array(z.object({ tax_amount: orNothing })).nullish(),
  is_gift: z.boolean().nullish(),
  display_status: optionalText,
  package_id: optionalText,
  package_status: optionalText,
  tracking_number: optionalText,
});

const addressShape = z.object({
  name: optionalText,
  phone_number: optionalText,
  full_address: optionalText,
  address_detail: optionalText,
  address_line1: optionalText,
  address_line2: optionalText,
  address_line3: optionalText,
  address_line4: optionalText,
  postal_code: optionalText,
  post_town: optionalText,
  region_code: optionalText,
  district_info: z
    .array(z.object({ address_level_name: optionalText, address_name: optionalText, address_level: optionalText }))
    .nullish(),
});

export const orderShape = z.object({
  id: z.string().min(1),
  status: z.string().min(1),
  create_time: moment,
  update_time: moment,
  paid_time: optionalMoment,
  rts_sla_time: optionalMoment,
  shipping_type: optionalText,
  fulfillment_type: optionalText,
  delivery_option_id: optionalText,
  delivery_option_name: optionalText,
  shipping_provider: optionalText,
  buyer_email: optionalText,
  buyer_message: optionalText,
  is_buyer_request_cancel: z.boolean().nullish(),
  recipient_address: addressShape.nullish(),
  payment: z.object({
    currency: currencyCode,
    original_total_product_price: amount,
    shipping_fee: orNothing,
    seller_discount: orNothing,
    platform_discount: orNothing,
    tax: orNothing,
    total_amount: amount,
  }),
  line_items: z.array(unitShape).min(1),
  packages: z.array(z.object({ id: z.string().min(1) })).nullish(),
});

export type TiktokOrder = z.output<typeof orderShape>;
export type TiktokUnit = z.output<typeof unitShape>;
export type TiktokAddress = z.output<typeof addressShape>;
