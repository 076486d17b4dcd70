import { z } from 'zod';
import { count, laxAmount, laxCurrency } from '../../amounts.ts';
import { flag } from '../../iop/shapes.ts';
import { lax, laxList, laxObject, laxText } from '../../lax.ts';
import { epoch, id, laxEpoch } from './shapes.ts';

/** order/get_order_detail, as far as we read it. */
const laxId = lax(id);
const laxRegion = laxText.transform((answered) =>
  answered && /^[a-z]{2}$/i.test(answered) ? answered.toUpperCase() : undefined,
);
const item = z.object({
  item_id: id,
  item_name: laxText,
  item_sku: laxText,
  model_id: laxId,
  model_name: laxText,
  model_sku: laxText,
  model_quantity_purchased: count,
  model_original_price: laxAmount,
  model_discounted_price: laxAmount,
  order_item_id: laxId,
  promotion_group_id: laxId,
});

const parcel = z.object({
  package_number: z.string().min(1),
  logistics_status: laxText.transform((answered) => answered?.toUpperCase()),
  shipping_carrier: laxText,
  /** Only whole: a package of which a part is known would be taken for another. */
  item_list: lax(z.array(z.object({ item_id: id, model_id: laxId, model_quantity: count }))),
});

export const orderShape = z.object({
  order_sn: z.string().min(1),
  region: laxRegion,
  currency: laxCurrency,
  order_status: z.string(),
  total_amount: laxAmount,
  create_time: epoch,
  update_time: laxEpoch,
  pay_time: laxEpoch,
  ship_by_date: laxEpoch,
  message_to_seller: laxText,
  buyer_username: laxText,
  pending_terms: laxList(z.string()),
  fulfillment_flag: laxText.transform((answered) => answered?.toLowerCase()),
  advance_package: flag.catch(false),
  shipping_carrier: laxText,
  recipient_address: laxObject({
    name: laxText,
    phone: laxText,
    town: laxText,
    district: laxText,
    city: laxText,
    state: laxText,
    region: laxText,
    zipcode: laxText,
    full_address: laxText,
  }),
  item_list: z.array(item).min(1),
  package_list: laxList(parcel),
});

export type ShopeeOrder = z.output<typeof orderShape>;
export type ShopeeItem = ShopeeOrder['item_list'][number];
export type ShopeePackage = ShopeeOrder['package_list'][number];

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
