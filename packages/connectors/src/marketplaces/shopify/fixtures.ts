import type { HttpOptions, ShopAccess } from '../../types.ts';
import { createShopifyConnector } from './index.ts';

/** For tests: the example order of the Admin API's documentation, as an object that each test may bend. */
export const NOW = Date.parse('2026-11-02T12:00:00.500Z');
export const APP = { clientId: 'app-1', clientSecret: 'hush' };
export const ACCESS: ShopAccess = {
  tokens: { accessToken: 'shpat_1', refreshToken: 'shprt_1' },
  account: 'demo-shop.myshopify.com',
};
export const connect = (fetch?: HttpOptions['fetch'], now = NOW) =>
  createShopifyConnector({ app: APP, http: { now: () => now, ...(fetch ? { fetch } : {}) } });

const money = (amount: string) => ({ shopMoney: { amount, currencyCode: 'USD' } });
export const end = { hasNextPage: false, endCursor: null };
export const line = (id: string, quantity: number) => ({
  id: `gid://shopify/LineItem/${id}`,
  sku: 'LAMP-1',
  title: 'Lamp',
  quantity,
  currentQuantity: quantity,
  originalUnitPriceSet: money('22.99'),
  originalTotalSet: money('45.98'),
  discountedTotalSet: money('40.98'),
  taxLines: [{ priceSet: money('1.10') }, { priceSet: money('0.90') }],
  variant: { id: 'gid://shopify/ProductVariant/44' },
});
export const fulfilmentOrder = (id: string, status = 'OPEN', remainingQuantity = 2) => ({
  id: `gid://shopify/FulfillmentOrder/${id}`,
  status,
  assignedLocation: { location: { id: 'gid://shopify/Location/9' } },
  lineItems: {
    nodes: [
      {
        id: `gid://shopify/FulfillmentOrderLineItem/${id}1`,
        remainingQuantity,
        lineItem: { id: 'gid://shopify/LineItem/1400' },
      },
    ],
    pageInfo: end,
  },
});
export const order = () => ({
  id: 'gid://shopify/Order/9007199254740993',
  legacyResourceId: '9007199254740993',
  name: '#1001',
  createdAt: '2026-11-01T12:00:00Z',
  updatedAt: '2026-11-01T12:31:00Z',
  cancelledAt: null,
  displayFinancialStatus: 'PAID',
  displayFulfillmentStatus: 'UNFULFILLED',
  currencyCode: 'USD',
  note: null,
  email: 'a@b.test',
  currentTotalPriceSet: money('47.97'),
  totalShippingPriceSet: money('4.99'),
  currentTotalTaxSet: money('2.00'),
  totalDiscountsSet: money('5.00'),
  shippingAddress: {
    name: 'A B',
    company: null,
    address1: '1 Main St',
    address2: '',
    city: 'Austin',
    provinceCode: 'TX',
    zip: '78701',
    countryCodeV2: 'US',
    phone: '+15125550100',
  },
  lineItems: { nodes: [line('1400', 2)], pageInfo: end },
  fulfillmentOrders: { nodes: [fulfilmentOrder('700')] },
});
export const page = (...nodes: unknown[]) => ({ json: { data: { orders: { nodes, pageInfo: end } } } });
