import { z } from 'zod';
import { count } from '../../amounts.ts';
import { id } from '../../iop/shapes.ts';
import { lax, laxObject, laxText, laxWhole, orUnreadable } from '../../lax.ts';
import { money, pacific, wrapped } from './shapes.ts';

/** One of AliExpress's words, which stand in capitals. */
const word = laxText.transform((answered) => answered?.toUpperCase());
const laxMoment = lax(pacific);
const laxMoney = orUnreadable(money.nullish().transform((answered) => answered ?? undefined));

const childShape = z.object({
  id,
  child_order_id: lax(id),
  /** By this number a part of the order is named when it ships. */
  order_sort_id: laxWhole,
  product_id: lax(id),
  product_name: laxText,
  sku_code: laxText,
  product_count: count.refine((pieces) => pieces > 0, 'not a quantity'),
  product_price: laxMoney,
  order_status: word,
  send_goods_operator: word,
  logistics_warehouse_type: laxText,
});

/** What aliexpress.trade.new.redefining.findorderbyid tells, misspelt as it is. */
export const orderShape = z.object({
  id,
  order_status: z.string().min(1),
  gmt_create: pacific,
  gmt_modified: laxMoment,
  gmt_pay_success: laxMoment,
  /** When the state it is in runs out: of an order that waits for its goods, by when they must go. */
  over_time_left: laxMoment,
  order_amount: laxMoney,
  logistics_amount: laxMoney,
  logistics_status: word,
  fund_status: word,
  order_end_reason: laxText,
  end_reason: laxText,
  refund_info: laxObject({ refund_status: word, refund_cash_amt: lax(money) }),
  memo: laxText,
  oaid: laxText,
  buyer_signer_fullname: laxText,
  buyer_info: laxObject({ first_name: laxText, last_name: laxText, login_id: laxText }),
  receipt_address: laxObject({
    contact_person: laxText,
    detail_address: laxText,
    address2: laxText,
    city: laxText,
    province: laxText,
    zip: laxText,
    country: laxText,
    phone_country: laxText,
    mobile_no: laxText,
    phone_number: laxText,
  }),
  child_order_list: wrapped('aeop_tp_child_order_dto', childShape).refine(
    (answered) => answered.length > 0,
    'an order of nothing',
  ),
  logistic_info_list: wrapped(
    'aeop_tp_logistic_info_dto',
    laxObject({ logistics_no: laxText, logistics_type_code: laxText }),
  ),
});

export type AliexpressOrder = z.output<typeof orderShape>;
export type AliexpressChild = AliexpressOrder['child_order_list'][number];
