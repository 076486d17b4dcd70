import type { CarrierAccess, HttpOptions, Parcel } from '../../types.ts';
import { dhlExpress } from './definition.ts';
import { createExpressConnector } from './index.ts';

/** For tests. */
export const NOW = Date.parse('2026-11-02T12:00:00Z');
export const ACCESS: CarrierAccess = {
  keys: dhlExpress.sandbox.keys,
  accountNumber: dhlExpress.sandbox.accountNumber,
  tokens: { accessToken: '' },
};
export const connect = (fetch: HttpOptions['fetch']) =>
  createExpressConnector({ http: { now: () => NOW, ...(fetch ? { fetch } : {}) } });

export const PARCEL: Parcel = {
  reference: 'OUT-20261102-0001',
  from: {
    name: 'Sam Packer',
    company: 'Demo Seller',
    line1: '1 Keji Road',
    city: 'Shenzhen',
    state: 'Guangdong',
    postalCode: '518000',
    country: 'CN',
    phone: '13000000000',
  },
  to: {
    name: 'Pat Mary Doe',
    line1: '9 Elm St',
    line2: 'Apt 4',
    city: 'Alpharetta',
    state: 'GA',
    postalCode: '30005',
    country: 'US',
    phone: '5550100',
    email: 'pat@example.test',
    residential: true,
  },
  weightGrams: 420,
  lengthMm: 203.3,
  widthMm: 150,
  heightMm: 80,
  description: 'Cases',
  items: [
    {
      sku: 'CASE-1',
      description: 'Phone case',
      quantity: 2,
      unitValueUsd: '4.50',
      hsCode: '3926.90',
      originCountry: 'CN',
      weightGrams: 100,
    },
  ],
};

/** A whole PDF, as short as one can be. */
export const PDF = Buffer.from('%PDF-1.4\nlabel\n%%EOF\n');
export const paper = (typeCode: string, data = PDF) => ({
  imageFormat: 'PDF',
  content: data.toString('base64'),
  typeCode,
});
/** As karrio's example of the answer has it, with a price. */
export const SHIPMENT = {
  shipmentTrackingNumber: '9356579890',
  trackingUrl: 'https://www.dhl.com/tracking?trackingNumber=9356579890',
  packages: [{ referenceNumber: 1, trackingNumber: 'JD014600001234567890' }],
  documents: [paper('label'), paper('waybillDoc')],
  shipmentCharges: [
    { currencyType: 'BASEC', priceCurrency: 'EUR', price: 22.5 },
    { currencyType: 'BILLC', priceCurrency: 'USD', price: 25.99 },
  ],
};
export const bought = (more: object = {}) => ({ status: 201, json: { ...SHIPMENT, ...more } });
export const problem = (status: number, detail: string, more: object = {}) => ({
  status,
  json: { instance: '/expressapi/shipments', detail, title: 'Bad request', message: 'Bad request', status, ...more },
});
