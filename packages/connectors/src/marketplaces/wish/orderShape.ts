import { z } from 'zod';
import { amount, currencyCode, instant, listOf, optionalText, wholeNumber } from '../../read.ts';

export const money = z.object({ amount, currency_code: currencyCode });
const warehouse = z.object({ warehouse_id: optionalText });

const addressShape = z.object({
  name: optionalText,
  street_address1: optionalText,
  street_address2: optionalText,
  street_address3: optionalText,
  neighborhood: optionalText,
  region: optionalText,
  city: optionalText,
  state: optionalText,
  zipcode: optionalText,
  country_code: optionalText,
  phone_number: z.object({ number: optionalText, country_code: optionalText }).nullish(),
});

export const orderShape = z.object({
  id: z.string().min(1),
  state: z.string().min(1),
  released_at: instant,
  updated_at: instant,
  product_information: z.object({
    id: optionalText,
    name: optionalText,
    sku: optionalText,
    variation_id: optionalText,
    color: optionalText,
    size: optionalText,
  }),
  full_address: z.object({ shipping_detail: addressShape.nullish() }).nullish(),
  order_payment: z.object({
    general_payment_details: z.object({
      product_quantity: wholeNumber.min(1),
      /** Both for one piece. */
      product_price: money,
      product_shipping_price: money,
    }),
    rev_share: z.object({ merchant_commission_fees: money.nullish() }).nullish(),
  }),
  fulfillment_requirements: z.object({ expected_ship_time: instant.nullish() }).nullish(),
  fulfillment_order_types: listOf(z.string()),
  fulfillment_records: listOf(z.object({ event_type: z.string(), event_time: instant })),
  tracking_information: listOf(
    z.object({
      tracking_number: optionalText,
      shipping_provider: z.object({ name: optionalText }).nullish(),
    }),
  ),
  warehouse_information: warehouse.nullish(),
  processing_status: optionalText,
  processing_source: optionalText,
});

export type WishOrder = z.output<typeof orderShape>;
export type WishAddress = z.output<typeof addressShape>;
