import { z } from 'zod';
import { laxAmount, laxCurrency } from '../../amounts.ts';
import { flag } from '../../iop/shapes.ts';
import { lax, laxList, laxObject, laxText } from '../../lax.ts';
import { amount } from '../../read.ts';
import type { Instant } from '../../types.ts';

/** Order API 202309, as far as we read it. Times are seconds since 1970; 0 stands for none. */
const LAST = 99_999_999_999;
const toInstant = (seconds: number): Instant => new Date(seconds * 1000).toISOString();

export const moment = z
  .union([
    z.number().int(),
    z
      .string()
      .regex(/^\d{1,11}$/)
      .transform(Number),
  ])
  .refine((seconds) => seconds > 0 && seconds <= LAST, 'not a moment in seconds')
  .transform(toInstant);
const laxMoment = lax(moment);
/** "Nothing" is an empty text, or no field at all. */
export const optionalAmount = z.preprocess(
  (value) => (value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value),
  amount.optional(),
);
/** Of a payment: always there, and at times an empty text where it is nothing. */
const part = z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? '0' : value), laxAmount);
const id = z.union([z.string().min(1), z.number().int()]).transform(String);
/** One of TikTok's words, which stand in capitals. */
const word = laxText.transform((answered) => answered?.toUpperCase());
const laxFlag = flag.catch(false);

/** One for each unit: there are no quantities. */
const unitShape = z.object({
  id,
  product_id: laxText,
  sku_id: laxText,
  seller_sku: laxText,
  product_name: laxText,
  sku_name: laxText,
  original_price: laxAmount,
  seller_discount: laxAmount,
  platform_discount: laxAmount,
  currency: laxCurrency,
  item_tax: laxList(z.object({ tax_amount: laxAmount })),
  is_gift: laxFlag,
  display_status: word,
  package_id: laxText,
  package_status: word,
  tracking_number: laxText,
});

const addressShape = z.object({
  name: laxText,
  phone_number: laxText,
  full_address: laxText,
  address_detail: laxText,
  address_line1: laxText,
  address_line2: laxText,
  address_line3: laxText,
  address_line4: laxText,
  postal_code: laxText,
  post_town: laxText,
  region_code: laxText,
  district_info: laxList(z.object({ address_level_name: laxText, address_name: laxText, address_level: laxText })),
});

export const orderShape = z.object({
  id,
  status: z.string().min(1),
  create_time: moment,
  update_time: laxMoment,
  paid_time: laxMoment,
  rts_sla_time: laxMoment,
  shipping_type: word,
  fulfillment_type: word,
  delivery_option_id: laxText,
  delivery_option_name: laxText,
  shipping_provider: laxText,
  user_id: laxText,
  buyer_email: laxText,
  buyer_message: laxText,
  is_buyer_request_cancel: laxFlag,
  recipient_address: lax(addressShape),
  payment: laxObject({
    currency: laxCurrency,
    original_total_product_price: laxAmount,
    shipping_fee: part,
    seller_discount: part,
    platform_discount: part,
    tax: laxAmount,
    total_amount: laxAmount,
  }),
  line_items: z.array(unitShape).min(1),
  packages: laxList(z.object({ id })),
});

export type TiktokOrder = z.output<typeof orderShape>;
export type TiktokUnit = z.output<typeof unitShape>;
export type TiktokAddress = z.output<typeof addressShape>;
