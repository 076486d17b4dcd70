import { z } from 'zod';
import { id, optionalId } from '../../iop/shapes.ts';
import { optionalText } from '../../read.ts';
import { money, optionalPacific, pacific, wrapped } from './shapes.ts';

const childShape = z.object({
  id,
  child_order_id: optionalId,
  /** By this number a part of the order is named when it ships. */
  order_sort_id: z.number().int().nullish(),
  product_id: optionalId,
  product_name: optionalText,
  sku_code: optionalText,
  product_count: z.number().int().positive(),
  product_price: money,
  order_status: optionalText,
  send_goods_operator: optionalText,
  logistics_warehouse_type: optionalText,
});

const addressShape = z.object({
  contact_person: optionalText,
  detail_address: optionalText,
  address2: optionalText,
  city: optionalText,
  province: optionalText,
  zip: optionalText,
  country: optionalText,
  phone_country: optionalText,
  mobile_no: optionalText,
  phone_number: optionalText,
});

/** What aliexpress.trade.new.redefining.findorderbyid tells, misspelt as it is. */
export const orderShape = z.object({
  id,
  order_status: z.string().min(1),
  gmt_create: pacific,
  gmt_modified: pacific.nullish(),
  gmt_pay_success: optionalPacific.catch(undefined),
  /** When the state it is in runs out: of an order that waits for its goods, by when they must go. */
  over_time_left: optionalPacific,
  order_amount: money,
  logistics_amount: money.nullish(),
  logistics_status: optionalText,
  fund_status: optionalText,
  order_end_reason: optionalText,
  end_reason: optionalText,
  refund_info: z
    .object({ refund_status: optionalText, refund_cash_amt: money.nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
  memo: optionalText,
  oaid: optionalText,
  buyer_signer_fullname: optionalText,
  buyer_info: z.object({ first_name: optionalText, last_name: optionalText, login_id: optionalText }).nullish(),
  receipt_address: addressShape.nullish(),
  child_order_list: wrapped('aeop_tp_child_order_dto', childShape).refine(
    (answered) => answered.length > 0,
    'an order of nothing',
  ),
  logistic_info_list: wrapped(
    'aeop_tp_logistic_info_dto',
    z.object({ logistics_no: optionalText, logistics_type_code: optionalText }),
  ),
});

export type AliexpressOrder = z.output<typeof orderShape>;
export type AliexpressChild = AliexpressOrder['child_order_list'][number];
