import type { HttpOptions, ShopAccess } from '../../types.ts';
import type { WalmartApp } from './client.ts';
import { createWalmartConnector } from './index.ts';

/** For tests: an order in the shape of Walmart's documentation, as an object that each test may bend. */
export const NOW = Date.parse('2026-11-02T12:00:00.000Z');
export const APP: WalmartApp = { clientId: 'demoClientId', clientSecret: 'demoSecret' };
export const ACCESS: ShopAccess = {
  tokens: { accessToken: 'eyJaccess', refreshToken: 'APXcrefresh' },
  account: '10001',
  region: 'US',
};
export const connect = (fetch?: HttpOptions['fetch'], app: Partial<WalmartApp> = {}) =>
  createWalmartConnector({ app: { ...APP, ...app }, http: { now: () => NOW, ...(fetch ? { fetch } : {}) } });

export const usd = (amount: number) => ({ currency: 'USD', amount });
export const state = (status: string, amount = '1', more: object = {}) => ({
  status,
  statusQuantity: { unitOfMeasurement: 'EACH', amount },
  ...more,
});
export const product = (amount: number, tax = 0) => ({
  chargeType: 'PRODUCT',
  chargeName: 'ItemPrice',
  chargeAmount: usd(amount),
  tax: { taxName: 'Tax1', taxAmount: usd(tax) },
});
export const line = (more: object = {}) => ({
  lineNumber: '1',
  item: { productName: 'Lamp', sku: 'LAMP-1', condition: 'New' },
  charges: { charge: [product(22.99, 1.9)] },
  orderLineQuantity: { unitOfMeasurement: 'EACH', amount: '1' },
  statusDate: 1793527260000,
  orderLineStatuses: { orderLineStatus: [state('Created')] },
  intentToCancel: null,
  ...more,
});
export const order = (more: object = {}) => ({
  purchaseOrderId: '1796277083022',
  customerOrderId: '5281956426648',
  customerEmailId: 'ABC@relay.walmart.com',
  orderType: 'REGULAR',
  orderDate: 1793527200000,
  shippingInfo: {
    phone: '5125550100',
    estimatedDeliveryDate: 1794045600000,
    estimatedShipDate: 1793700000000,
    methodCode: 'Value',
    postalAddress: {
      name: 'A B',
      address1: '1 Main St',
      address2: null,
      city: 'Austin',
      state: 'TX',
      postalCode: '78701',
      country: 'USA',
      addressType: 'RESIDENTIAL',
    },
  },
  orderLines: { orderLine: [line()] },
  shipNode: { type: 'SellerFulfilled' },
  ...more,
});
export const page = (orders: unknown[], nextCursor: string | null = null, totalCount = orders.length) => ({
  json: { list: { meta: { totalCount, limit: 100, nextCursor }, elements: { order: orders } } },
});
export const NOTHING = {
  status: 404,
  json: { errors: { error: [{ code: 'CONTENT_NOT_FOUND.GMP_ORDER_API', description: 'none' }] } },
};
