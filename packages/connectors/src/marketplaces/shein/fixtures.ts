import type { HttpOptions, ShopAccess } from '../../types.ts';
import { createSheinConnector } from './index.ts';

/** For tests: an order in the shape of order-detail, as an object that each test may bend. */
export const NOW = Date.parse('2026-11-02T12:00:00.500Z');
export const APP = { appId: 'APPID123', appSecret: 'app-secret-key-1234567890' };
export const ACCESS: ShopAccess = { tokens: { accessToken: 'SECRET' }, account: 'OPENKEY' };
export const connect = (fetch?: HttpOptions['fetch'], now = NOW) =>
  createSheinConnector({ app: APP, http: { now: () => now, ...(fetch ? { fetch } : {}) } });

export const ok = (info: unknown) => ({ json: { code: '0', msg: 'OK', info, bbl: {}, traceId: 't-1' } });
export const no = (code: string, msg: string, status = 200) => ({ status, json: { code, msg, traceId: 't-2' } });

export const unit = (goodsId: string | number, more: object = {}) => ({
  goodsId,
  skuCode: 'I0abc',
  skc: 'sk2401',
  goodsSn: 'SN1',
  sellerSku: 'MUG-RED',
  goodsStatus: 1,
  newGoodsStatus: 1,
  goodsTitle: 'Mug',
  sellerCurrencyPrice: '19.90',
  orderCurrency: 'USD',
  orderCurrencyStoreCouponPrice: '1.00',
  orderCurrencyPromotionPrice: '0.50',
  saleTax: '0.75',
  ...more,
});

export const order = (more: object = {}) => ({
  orderNo: 'GSU100000000001',
  orderStatus: 1,
  unProcessReason: [],
  optionalLogisticsList: [2],
  orderLogisticsType: 0,
  stockMode: 3,
  orderCurrency: 'USD',
  sellerShippingFee: '2.00',
  orderTime: '2026-01-05 10:00:00',
  paymentTime: '2026-01-05 10:01:00',
  orderMsgUpdateTime: '2026-01-05T10:20:00.319+0800',
  requestDeliveryTime: '2026-01-07 23:59:59',
  requestHandoverTime: null,
  salesSite: 'shein-us',
  orderGoodsInfoList: [unit('5230236437987443003'), unit('5230236437987443004')],
  packageWaybillList: [{ packageNo: 'PK1', waybillNo: '', deliveryNo: 'PK1', carrier: '', carrierCode: '' }],
  receiveMsg: { country: 'United States', province: 'CALIFORNIA', city: 'LA', postCode: '90001' },
  ...more,
});

export const address = {
  receiveMsgList: [
    {
      orderNo: 'GSU100000000001',
      firstName: 'Lindsey',
      middleName: null,
      lastName: 'Price',
      country: 'United States',
      province: 'CALIFORNIA',
      city: 'LA',
      district: '',
      street: '',
      address: '127 Arthur Avenue',
      addressExt: 'Apt 4',
      phone: '55555555',
      postCode: '90001',
    },
  ],
};
