import { z } from 'zod';
import {
  anyCurrency,
  capitals,
  count,
  idText,
  lax,
  laxObject,
  laxText,
  listWithGaps,
  optionalOrUnreadable,
} from '../../lax.ts';
import { amount, instant } from '../../read.ts';

const optionalAmount = optionalOrUnreadable(amount);
const taxes = listWithGaps(z.object({ amount }));

const addressShape = z.object({
  firstname: laxText,
  lastname: laxText,
  company: laxText,
  street_1: laxText,
  street_2: laxText,
  additional_info: laxText,
  city: laxText,
  state: laxText,
  zip_code: laxText,
  country_iso_code: laxText,
  phone: laxText,
});
export type MiraklAddress = z.output<typeof addressShape>;

const lineShape = z.object({
  order_line_id: idText,
  order_line_state: capitals,
  offer_id: laxText,
  offer_sku: laxText,
  product_title: laxText,
  quantity: count,
  price_unit: optionalAmount,
  price: optionalAmount,
  shipping_price: optionalAmount,
  taxes,
  shipping_taxes: taxes,
  refunds: listWithGaps(z.object({ amount: optionalAmount, refund_state: lax(capitals), state: lax(capitals) })),
});
export type MiraklLine = z.output<typeof lineShape>;

export const orderShape = z.object({
  order_id: idText,
  commercial_id: laxText,
  order_state: capitals,
  created_date: instant,
  last_updated_date: lax(instant),
  shipping_deadline: lax(instant),
  currency_iso_code: anyCurrency,
  order_tax_mode: optionalOrUnreadable(capitals),
  fully_refunded: lax(z.boolean()),
  shipping_tracking: laxText,
  shipping_type_code: laxText,
  shipping_type_label: laxText,
  customer: laxObject({ firstname: laxText, lastname: laxText, shipping_address: lax(addressShape) }),
  customer_notification_email: laxText,
  order_lines: z.array(lineShape).min(1),
});
export type MiraklOrder = z.output<typeof orderShape>;
