import type { HttpOptions, ShopAccess } from '../../types.ts';
import { createAmazonConnector } from './index.ts';

/** For tests: the example of the Orders API documentation, as an object that each test may bend. */
export const NOW = Date.parse('2026-11-02T12:00:00.500Z');
export const APP = {
  clientId: 'amzn1.application-oa2-client.demo',
  clientSecret: 'amzn1.oa2-cs.v1.demo',
  applicationId: 'amzn1.sp.solution.demo-0001',
};
export const ACCESS: ShopAccess = {
  tokens: { accessToken: 'Atza|IwEB', refreshToken: 'Atzr|IQEBLjAsAh' },
  account: 'A2SELLER',
  marketplaceIds: ['ATVPDKIKX0DER'],
  region: 'na',
};
export const connect = (fetch: HttpOptions['fetch']) =>
  createAmazonConnector({ app: APP, http: { now: () => NOW, ...(fetch ? { fetch } : {}) } });

const usd = (amount: string) => ({ amount, currencyCode: 'USD' });
export const order = () => ({
  orderId: '113-5550001-1234567',
  createdTime: '2026-11-01T08:00:00Z',
  lastUpdatedTime: '2026-11-01T08:31:00Z',
  salesChannel: { channelName: 'AMAZON', marketplaceId: 'ATVPDKIKX0DER', marketplaceName: 'Amazon.com' },
  buyer: { buyerEmail: 'x@marketplace.amazon.com', buyerName: 'A B' },
  recipient: {
    deliveryAddress: {
      name: 'A B',
      addressLine1: '1 Main St',
      city: 'Austin',
      stateOrRegion: 'TX',
      postalCode: '78701',
      countryCode: 'US',
      addressType: 'RESIDENTIAL',
    },
  },
  proceeds: { grandTotal: usd('49.97') },
  fulfillment: {
    fulfillmentStatus: 'UNSHIPPED',
    fulfilledBy: 'MERCHANT',
    shipByWindow: { latestDateTime: '2026-11-03T07:59:59Z' },
  },
  orderItems: [
    {
      orderItemId: '90001234567',
      quantityOrdered: 2,
      product: { asin: 'B0DEMO0001', title: 'Lamp', sellerSku: 'LAMP-1', price: { unitPrice: usd('22.99') } },
      proceeds: {
        proceedsTotal: usd('49.97'),
        breakdowns: [
          { type: 'ITEM', subtotal: usd('45.98') },
          { type: 'SHIPPING', subtotal: usd('4.99') },
          { type: 'TAX', subtotal: usd('1.00') },
          { type: 'DISCOUNT', subtotal: usd('-2.00') },
        ],
      },
      cancellation: { cancellationRequest: {} },
    },
  ],
});
