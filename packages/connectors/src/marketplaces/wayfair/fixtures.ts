import type { HttpOptions, ShopAccess } from '../../types.ts';
import { createWayfairConnector } from './index.ts';

/** For tests: a purchase order in the shape of Wayfair's documentation, as an object that each test may bend. */
export const NOW = Date.parse('2026-11-02T12:00:00.000Z');
export const KEYS = { clientId: 'demoClient', clientSecret: 'demoSecret', supplierIds: '2603, 2604' };
export const ACCESS: ShopAccess = {
  tokens: { accessToken: 'eyJaccess', keys: KEYS },
  account: '2603,2604',
  region: 'US',
};
export const connect = (fetch?: HttpOptions['fetch']) =>
  createWayfairConnector({ now: () => NOW, ...(fetch ? { fetch } : {}) });

export const product = (more: object = {}) => ({
  partNumber: 'LAMP-1',
  quantity: '1',
  price: 14.2,
  name: 'Lamp',
  sku: 'DEMO1001',
  weight: 12.5,
  estShipDate: '2026-11-03 08:00:00.000000 -05:00',
  isCancelled: false,
  ...more,
});
export const order = (more: object = {}) => ({
  storePrefix: 'CS',
  poNumber: 'CS123456789',
  poDate: '2026-11-01 10:15:00.000000 -04:00',
  orderId: '1234567890',
  supplierId: 2603,
  estimatedShipDate: '2026-11-03 08:00:00.000000 -05:00',
  customerName: 'A B',
  shippingInfo: { shipSpeed: 'GROUND', carrierCode: 'FDEG' },
  warehouse: {
    id: '2603',
    name: 'LA DC',
    address: { name: 'LA DC', address1: '1 Dock Rd', city: 'LA', state: 'CA', country: 'US', postalCode: '90001' },
  },
  products: [product()],
  shipTo: {
    name: 'A B',
    address1: '1 Main St',
    address2: 'Apt 2',
    city: 'Austin',
    state: 'TX',
    country: 'US',
    postalCode: '78701',
    phoneNumber: '5125550100',
  },
  ...more,
});
export const orders = (...rows: unknown[]) => ({ json: { data: { getDropshipPurchaseOrders: rows } } });
export const requests = (...rows: object[]) => ({
  json: { data: { lineItemCancellationRequestByPurchaseOrders: rows } },
});
export const since = (...rows: object[]) => ({ json: { data: { lineItemCancellationRequestByWarehouses: rows } } });
export const request = (more: object = {}) => ({
  requestId: '7',
  status: 'PENDING',
  requestedAt: '2026-11-02T10:00:00Z',
  purchaseOrder: { poNumber: 'CS123456789' },
  cancelledProduct: { partNumber: 'LAMP-1', cancellationQuantity: { originalQuantity: 1, cancelledQuantity: 1 } },
  ...more,
});
export const feed = (more: object = {}) => ({ handle: 'h-1', status: 'COMPLETE', errorCount: 0, errors: [], ...more });
export const refusal = (message: string, code?: string) => ({
  json: { errors: [{ message, ...(code ? { extensions: { code } } : {}) }], data: null },
});
