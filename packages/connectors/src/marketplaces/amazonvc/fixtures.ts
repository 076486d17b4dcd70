import type { HttpOptions, ShopAccess } from '../../types.ts';
import { createVendorConnector } from './index.ts';

/** For tests: the examples of Amazon's vendor documentation, as objects that each test may bend. */
export const NOW = Date.parse('2026-11-06T12:00:00.500Z');
export const ACCESS: ShopAccess = {
  tokens: { accessToken: 'Atza|IwEB', refreshToken: 'Atzr|IQEBLjAsAh' },
  account: 'A1VENDOR',
  marketplaceIds: ['ATVPDKIKX0DER', 'retail', 'direct'],
  region: 'US',
};
export const APP = {
  clientId: 'amzn1.application-oa2-client.demo',
  clientSecret: 'amzn1.oa2-cs.v1.demo',
  applicationId: 'amzn1.sp.solution.demo-0001',
};
export const connect = (fetch: HttpOptions['fetch']) =>
  createVendorConnector({ app: APP, http: { now: () => NOW, ...(fetch ? { fetch } : {}) } });

export const purchaseOrder = (more: object = {}) => ({
  purchaseOrderNumber: '4T7QDEMO',
  purchaseOrderState: 'New',
  orderDetails: {
    purchaseOrderDate: '2026-11-02T15:51:00Z',
    purchaseOrderChangedDate: '2026-11-03T09:00:00Z',
    purchaseOrderStateChangedDate: '2026-11-02T15:51:00Z',
    purchaseOrderType: 'RegularOrder',
    buyingParty: { partyId: 'ABE8' },
    sellingParty: { partyId: '999US' },
    shipToParty: { partyId: 'ABE8' },
    billToParty: { partyId: 'AMZN1' },
    shipWindow: '2026-11-05T08:00:00Z--2026-11-12T08:00:00Z',
    items: [
      {
        itemSequenceNumber: '1',
        amazonProductIdentifier: 'B0DEMO0001',
        vendorProductIdentifier: '0812345678901',
        orderedQuantity: { amount: 4, unitOfMeasure: 'Cases', unitSize: 6 },
        isBackOrderAllowed: false,
        netCost: { amount: '31.20', currencyCode: 'USD' },
      },
    ],
  },
  ...more,
});

export const directOrder = (more: object = {}) => ({
  purchaseOrderNumber: 'DX00DEMO1',
  orderDetails: {
    customerOrderNumber: '111-7777777-1111111',
    orderDate: '2026-11-04T10:00:00Z',
    orderStatus: 'NEW',
    shipmentDetails: {
      isPriorityShipment: false,
      isPslipRequired: true,
      shipMethod: 'UPS_GR_RES',
      shipmentDates: { requiredShipDate: '2026-11-05T08:00:00Z' },
      messageToCustomer: 'Thank you',
    },
    sellingParty: { partyId: '999US' },
    shipFromParty: { partyId: 'WH01' },
    shipToParty: {
      name: 'A B',
      addressLine1: '1 Main St',
      city: 'Austin',
      stateOrRegion: 'TX',
      postalCode: '78701',
      countryCode: 'US',
    },
    billToParty: { partyId: 'AMZN1' },
    items: [
      {
        itemSequenceNumber: '1',
        buyerProductIdentifier: 'B0DEMO0001',
        vendorProductIdentifier: 'LAMP-1',
        title: 'Lamp',
        orderedQuantity: { amount: 1, unitOfMeasure: 'Each' },
        netPrice: { amount: '14.20', currencyCode: 'USD' },
      },
    ],
    ...more,
  },
});
