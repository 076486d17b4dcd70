import type { HttpOptions, ShopAccess } from '../../types.ts';
import type { EbayApp } from './client.ts';
import { createEbayConnector } from './index.ts';

/** For tests: an order in the shape of eBay's documentation, as an object that each test may bend. */
export const NOW = Date.parse('2026-11-02T12:00:00.500Z');
export const APP: EbayApp = {
  appId: 'DemoApp-PRD-1',
  certId: 'PRD-cert-1',
  ruName: 'Demo-DemoApp-PRD-abcdef',
  // The Ed25519 key of RFC 9421, B.1.4.
  signingKey: 'MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF',
  signingJwe: 'demo.jwe.value',
};
export const ACCESS: ShopAccess = {
  tokens: { accessToken: 'v^1.1#access', refreshToken: 'v^1.1#refresh' },
  account: 'tQ9kUserId',
  marketplaceIds: ['EBAY_GB'],
};
export const connect = (fetch?: HttpOptions['fetch'], app: Partial<EbayApp> = {}, now = NOW) =>
  createEbayConnector({ app: { ...APP, ...app }, http: { now: () => now, ...(fetch ? { fetch } : {}) } });

export const usd = (value: string) => ({ value, currency: 'USD' });
export const line = (more: object = {}) => ({
  lineItemId: '10012345678901',
  legacyItemId: '150123456789',
  sku: 'LAMP-1',
  title: 'Lamp',
  quantity: 2,
  lineItemCost: usd('45.98'),
  taxes: [],
  lineItemFulfillmentInstructions: { shipByDate: '2026-11-04T07:59:59.000Z' },
  listingMarketplaceId: 'EBAY_US',
  purchaseMarketplaceId: 'EBAY_US',
  ...more,
});
export const order = (more: object = {}) => ({
  orderId: '01-12345-67890',
  legacyOrderId: '01-12345-67890',
  creationDate: '2026-11-01T08:00:00.000Z',
  lastModifiedDate: '2026-11-01T08:01:00.000Z',
  orderFulfillmentStatus: 'NOT_STARTED',
  orderPaymentStatus: 'PAID',
  paymentSummary: {
    payments: [{ paymentDate: '2026-11-01T08:00:30.000Z' }, { paymentDate: '2026-11-01T08:00:20.000Z' }],
  },
  buyer: { username: 'buyer1' },
  cancelStatus: { cancelState: 'NONE_REQUESTED', cancelRequests: [] },
  pricingSummary: { priceSubtotal: usd('45.98'), deliveryCost: usd('2.0'), total: usd('47.98') },
  fulfillmentStartInstructions: [
    {
      fulfillmentInstructionsType: 'SHIP_TO',
      shippingStep: {
        shipTo: {
          fullName: 'A B',
          contactAddress: {
            addressLine1: '1 Main St',
            city: 'Austin',
            stateOrProvince: 'TX',
            postalCode: '78701',
            countryCode: 'US',
          },
          primaryPhone: { phoneNumber: '5125550100' },
          email: 'x@members.ebay.com',
        },
      },
    },
  ],
  lineItems: [line()],
  ...more,
});
export const page = (orders: unknown[], more: object = {}) => ({
  json: { orders, total: orders.length, limit: 100, offset: 0, ...more },
  headers: { date: 'Mon, 02 Nov 2026 12:00:00 GMT' },
});
