import type { HttpOptions, ShopAccess } from '../../types.ts';
import { createTemuConnector } from './index.ts';

/** For tests: an order in the shape of bg.order.list.v2.get, as an object that each test may bend. */
export const NOW = 1_700_000_000_500;
export const APPS = {
  US: { appKey: 'kapp', appSecret: 'temu-secret' },
  EU: { appKey: 'kapp-eu', appSecret: 'temu-app-secret-0123456789abcdef' },
};
export const ACCESS: ShopAccess = {
  tokens: { accessToken: 'tok', keys: { regionId: '211', mallType: '100' } },
  account: '634418210000001',
  region: 'US',
};
export const connect = (fetch?: HttpOptions['fetch']) =>
  createTemuConnector({ apps: APPS, http: { now: () => NOW, ...(fetch ? { fetch } : {}) } });

export const ok = (result: unknown) => ({ json: { success: true, errorCode: 1_000_000, requestId: 'r-1', result } });
export const no = (errorCode: number, errorMsg: string, status = 200) => ({
  status,
  json: { success: false, errorCode, errorMsg, requestId: 'r-2' },
});

export const line = (orderSn: string, more: object = {}) => ({
  orderSn,
  orderStatus: 2,
  goodsId: 601_000_000_000_001,
  skuId: 17_592_000_000_001,
  goodsName: 'Mug',
  spec: 'Red',
  quantity: 2,
  originalOrderQuantity: 2,
  canceledQuantityBeforeShipment: 0,
  fulfillmentType: 'fulfillBySeller',
  productList: [{ productSkuId: 647_000_000_001, productId: 619_000_001, extCode: 'MUG-RED', soldFactor: 1 }],
  ...more,
});

export const order = (head: object = {}, lines: object[] = [line('211-11')]) => ({
  parentOrderMap: {
    parentOrderSn: 'PO-211-1',
    parentOrderStatus: 2,
    parentOrderTime: 1_699_990_000,
    updateTime: 1_699_995_000,
    expectShipLatestTime: 1_700_080_000,
    regionId: 211,
    fulfillmentWarning: [],
    parentOrderLabel: [
      { name: 'pending_buyer_cancellation', value: 0 },
      { name: 'pending_risk_control_alert', value: 0 },
    ],
    ...head,
  },
  orderList: lines,
});

const money = (amount: number, currency = 'USD') => ({ amount, currency });
export const amounts = (currency = 'USD', more: object = {}) => ({
  parentOrderMap: {
    retailPriceTotalTaxExcl: money(3980, currency),
    basePriceTotal: money(3000, currency),
    shippingAmountTotal: money(299, currency),
    taxTotal: money(150, currency),
    totalDiscount: money(-300, currency),
    customerPaid: money(4129, currency),
    ...more,
  },
  orderList: [
    {
      orderSn: '211-11',
      unitRetailPrice: money(1990, currency),
      discountFromTEMU: money(-200, currency),
      discountFromSeller: money(-100, currency),
      productTaxAmount: money(150, currency),
    },
  ],
});

export const address = (more: object = {}) => ({
  receiptName: 'Lindsey Price',
  mobile: '+1 555',
  mail: 'relay@temu.example',
  regionName1: 'United States',
  regionName2: 'California',
  regionName3: 'Los Angeles',
  regionName4: '',
  addressLine1: '127 Arthur Avenue',
  addressLine2: 'Apt 4',
  postCode: '90001',
  ...more,
});
