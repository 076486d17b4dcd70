import type { HttpOptions, ShopAccess } from '../../types.ts';
import { createAliexpressConnector } from './index.ts';

/** For tests: an order as AliExpress's documentation shows one, as objects that each test may bend. */
export const NOW = 1_700_000_000_000;
export const APP = { appKey: '33505222', appSecret: 'ae-secret' };
export const ACCESS: ShopAccess = {
  tokens: { accessToken: '50000abc', refreshToken: '50001abc' },
  account: '2671514005',
};
export const connect = (fetch?: HttpOptions['fetch'], now = NOW) =>
  createAliexpressConnector({ app: APP, http: { now: () => now, rateFactor: 1000, ...(fetch ? { fetch } : {}) } });

/** An answer of the call that the request names. */
export const ok =
  (body: object) =>
  ({ body: sent }: { body: string }) => {
    const method = new URLSearchParams(sent).get('method') ?? '';
    return { json: { [`${method.replaceAll('.', '_')}_response`]: { ...body, request_id: '2102' } } };
  };
export const refused = (code: string, message = '') => ({
  json: { type: 'ISV', code, message, request_id: '2102' },
});
export const business = (sub_code: string, sub_msg = '') => ({
  json: { error_response: { code: 15, msg: 'Remote service error', sub_code, sub_msg, request_id: '2102' } },
});

export const ORDER = '8180000000000001';
export const money = (amount: string, currency_code = 'USD') => ({ amount, currency_code });
export const child = (n: number, more: object = {}) => ({
  id: Number(ORDER) + n,
  child_order_id: String(Number(ORDER) + n),
  order_sort_id: n + 1,
  product_id: 1_005_001,
  product_name: 'Mug',
  sku_code: `MUG-${n}`,
  product_count: 1,
  product_price: money('9.25'),
  order_status: 'WAIT_SELLER_SEND_GOODS',
  send_goods_operator: 'SELLER_SEND_GOODS',
  ...more,
});
export const order = (more: object = {}) => ({
  id: Number(ORDER),
  order_status: 'WAIT_SELLER_SEND_GOODS',
  gmt_create: '2023-11-14 10:00:00',
  gmt_pay_success: '2023-11-14 10:05:00',
  gmt_modified: '2023-11-14 10:06:00',
  over_time_left: '2023-11-21 10:06:00',
  order_amount: { ...money('21.50'), cent: 2150, cent_factor: 100 },
  init_oder_amount: money('18.50'),
  logistics_amount: money('3.00'),
  logistics_status: 'WAIT_SELLER_SEND_GOODS',
  fund_status: 'PAY_SUCCESS',
  memo: 'red please',
  oaid: 'oaid-1',
  buyer_signer_fullname: 'J***',
  receipt_address: {
    contact_person: 'J***',
    detail_address: '1** Elm St',
    address2: '',
    city: 'Austin',
    province: 'Texas',
    zip: '78701',
    country: 'US',
    phone_country: '+1',
    mobile_no: '***12',
  },
  child_order_list: { aeop_tp_child_order_dto: [child(0, { product_count: 2 })] },
  ...more,
});
export const detail = (more: object = {}) => ok({ result: { success: true, target: order(more) } });
export const listed = (numbers: readonly (string | number)[], pages = 1, page = 1) =>
  ok({
    result: {
      success: true,
      total_page: pages,
      current_page: page,
      ...(numbers.length > 0
        ? {
            target_list: {
              aeop_order_item_dto: numbers.map((order_id) => ({ order_id, gmt_create: '2023-11-14 10:00:00' })),
            },
          }
        : {}),
    },
  });
