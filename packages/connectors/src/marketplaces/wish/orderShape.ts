import { z } from 'zod';
import { count } from '../../amounts.ts';
import { lax, laxList, laxObject, laxText, orUnreadable } from '../../lax.ts';
import { amount, currencyCode, instant } from '../../read.ts';

export const money = z.object({
  amount,
  currency_code: z
    .string()
    .transform((answered) => answered.trim().toUpperCase())
    .pipe(currencyCode),
});
const laxMoney = orUnreadable(money.nullish().transform((answered) => answered ?? undefined));
/** One of them may come without a list. */
const laxListOf = <T extends z.ZodType>(item: T) =>
  z.preprocess((answered) => (Array.isArray(answered) ? answered : [answered]), laxList(item));
/** One of Wish's words, which stand in capitals. */
const word = z.string().transform((answered) => answered.toUpperCase());

const addressShape = z.object({
  name: laxText,
  street_address1: laxText,
  street_address2: laxText,
  street_address3: laxText,
  neighborhood: laxText,
  region: laxText,
  city: laxText,
  state: laxText,
  zipcode: laxText,
  country_code: laxText,
  phone_number: laxObject({ number: laxText, country_code: laxText }),
});

export const orderShape = z.object({
  id: z.string().min(1),
  state: z.string().min(1),
  released_at: instant,
  updated_at: lax(instant),
  product_information: laxObject({
    id: laxText,
    name: laxText,
    sku: laxText,
    variation_id: laxText,
    color: laxText,
    size: laxText,
  }),
  full_address: laxObject({ shipping_detail: lax(addressShape) }),
  order_payment: z.object({
    general_payment_details: z.object({
      product_quantity: count.refine((pieces) => pieces > 0, 'not a quantity'),
      /** Both for one piece. */
      product_price: laxMoney,
      product_shipping_price: laxMoney,
    }),
    rev_share: laxObject({ merchant_commission_fees: laxMoney }),
  }),
  fulfillment_requirements: laxObject({ expected_ship_time: lax(instant) }),
  fulfillment_order_types: laxListOf(word),
  fulfillment_records: laxListOf(z.object({ event_type: word, event_time: instant })),
  tracking_information: laxListOf(
    z.object({ tracking_number: laxText, shipping_provider: laxObject({ name: laxText }) }),
  ),
  warehouse_information: laxObject({ warehouse_id: laxText }),
  processing_status: lax(word),
  processing_source: lax(word),
});

export type WishOrder = z.output<typeof orderShape>;
export type WishAddress = z.output<typeof addressShape>;
