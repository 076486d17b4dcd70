import type { HttpOptions, ShopAccess } from '../../types.ts';
import { homedepot } from '../homedepot/definition.ts';

/** For tests: an order in the shape of the network's Order object, which each test may bend. */
export const NOW = Date.parse('2026-11-21T08:00:00Z');
export const RETAILER = '1000012345';
export const ACCESS: ShopAccess = {
  tokens: {
    accessToken: 'eyJ1',
    keys: { clientId: '9f1c2d3e4a5b', clientSecret: 's3cr+t/=&x', retailerId: RETAILER },
  },
  account: `1000054321.${RETAILER}`,
  region: 'US',
};

export const connect = (fetch: HttpOptions['fetch'], now = () => NOW) =>
  homedepot.create({ app: {}, http: { now, ...(fetch ? { fetch } : {}) }, sandbox: false });

export const line = (more: object = {}) => ({
  lineNumber: 1,
  dscoItemId: '1000223344',
  sku: 'TBL-OAK-120',
  partnerSku: 'R-889',
  title: 'Oak table',
  quantity: 2,
  expectedCost: 119.1,
  consumerPrice: 189,
  status: 'accepted',
  acceptedQuantity: 2,
  cancelledQuantity: 0,
  shippedQuantity: 0,
  remainingQuantity: 2,
  ...more,
});

export const order = (more: object = {}) => ({
  dscoOrderId: '1090001111',
  poNumber: '45678901',
  consumerOrderNumber: 'W55501',
  dscoStatus: 'created',
  dscoLifecycle: 'received',
  orderType: 'Dropship',
  testFlag: false,
  currencyCode: 'USD',
  dscoRetailerId: RETAILER,
  dscoCreateDate: '2026-11-20T22:10:00Z',
  dscoLastUpdate: '2026-11-20T22:10:05Z',
  shipByDate: '2026-11-23T23:59:59Z',
  cancelRequested: false,
  shipping: {
    firstName: 'Ann',
    lastName: 'Lee',
    address1: '10 Oak St',
    address: ['10 Oak St'],
    city: 'Reno',
    region: 'NV',
    postal: '89501',
    country: 'US',
    phone: '7755550100',
    addressType: 'Residential',
  },
  requestedShipCarrier: 'FedEx',
  requestedShippingServiceLevelCode: 'FECG',
  orderTotalAmount: 238.2,
  lineItems: [line()],
  packages: [],
  ...more,
});
