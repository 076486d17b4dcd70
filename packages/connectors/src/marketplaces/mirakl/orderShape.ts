import { z } from 'zod';
import { amount, currencyCode, instant, optionalText, wholeNumber } from '../../read.ts';

const orZero = amount.nullish().transform((value) => value ?? '0');
const optionalInstant = instant.nullish().transform((value) => value ?? undefined);
const taxes = z.array(z.object({ amount: orZero })).nullish();

const addressShape = z.object({
  firstname: optionalText,
  lastname: optionalText,
  company: optionalText,
  street_1: optionalText,
  street_2: optionalText,
  additional_info: optionalText,
  city: optionalText,
  state: optionalText,
  zip_code: optionalText,
  country_iso_code: optionalText,
  phone: optionalText,
});
export type MiraklAddress = z.output<typeof addressShape>;

const lineShape = z.object({
  order_line_id: z.string().min(1),
  order_line_state: z.string(),
  offer_id: z.union([z.number().int(), z.string()]).nullish(),
  offer_sku: optionalText,
  product_title: optionalText,
  quantity: wholeNumber,
  price_unit: amount,
  price: amount,
  shipping_price: orZero,
  taxes,
  shipping_taxes: taxes,
  refunds: z.array(z.object({ amount: orZero, refund_state: optionalText, state: optionalText })).nullish(),
});
export type MiraklLine = z.output<typeof lineShape>;

export const orderShape = z.object({
  order_id: z.string().min(1),
  commercial_id: optionalText,
  order_state: z.string(),
  created_date: instant,
  last_updated_date: instant,
  shipping_deadline: optionalInstant,
  currency_iso_code: currencyCode,
  order_tax_mode: optionalText,
  fully_refunded: z.boolean().nullish(),
  shipping_tracking: optionalText,
  shipping_type_code: optionalText,
  shipping_type_label: optionalText,
  customer: z
    .object({
      firstname: optionalText,
      lastname: optionalText,
      shipping_address: addressShape.nullish(),
    })
    .nullish(),
  customer_notification_email: optionalText,
  order_lines: z.array(lineShape).min(1),
});
export type MiraklOrder = z.output<typeof orderShape>;
