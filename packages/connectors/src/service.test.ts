import { describe, expect, it } from 'vitest';
import type { OrderRecord } from './capabilities/orders.ts';
import { parseJson } from './json.ts';
import * as amazon from './marketplaces/amazon/fixtures.ts';
import { readOrder as readAmazon } from './marketplaces/amazon/orders.ts';
import { readDirect } from './marketplaces/amazonvc/directShape.ts';
import { directOrder } from './marketplaces/amazonvc/fixtures.ts';
import * as dsco from './marketplaces/dsco/fixtures.ts';
import { readOrder as readDsco } from './marketplaces/dsco/orders.ts';
import * as ebay from './marketplaces/ebay/fixtures.ts';
import { readOrder as readEbay } from './marketplaces/ebay/orders.ts';
import * as joom from './marketplaces/joom/fixtures.ts';
import { readOrder as readJoom } from './marketplaces/joom/orders.ts';
import * as mirakl from './marketplaces/mirakl/fixtures.ts';
import { readOrder as readMirakl } from './marketplaces/mirakl/orders.ts';
import { readOrder as readOwn } from './marketplaces/other/orders.ts';
import * as shopify from './marketplaces/shopify/fixtures.ts';
import * as tiktok from './marketplaces/tiktok/fixtures.ts';
import { readOrder as readTiktok } from './marketplaces/tiktok/orders.ts';
import * as walmart from './marketplaces/walmart/fixtures.ts';
import { readOrder as readWalmart } from './marketplaces/walmart/orders.ts';
import * as wayfair from './marketplaces/wayfair/fixtures.ts';
import { readOrder as readWayfair } from './marketplaces/wayfair/orders.ts';
import { chosenService } from './service.ts';
import { scripted } from './testing.ts';

const US = { country: 'US', currency: 'USD' };
const sent = (raw: unknown) => parseJson(JSON.stringify(raw));
const serviceOf = (record: OrderRecord | undefined) => {
  if (!record?.ok) throw new Error(record ? record.reason : 'no order');
  return record.order.service;
};

describe('the service that the buyer chose', () => {
  it.each([
    ['STANDARD', 'standard'],
    ['FREE_ECONOMY', 'economy'],
    ['EXPEDITED', 'expedited'],
    ['PRIORITY', 'expedited'],
    ['SECOND_DAY', 'secondDay'],
    ['NEXT_DAY', 'nextDay'],
    ['SAME_DAY', 'sameDay'],
    ['SCHEDULED', 'scheduled'],
    ['USPSParcel', 'standard'],
    ['USPSPriorityMailExpress', 'expedited'],
    ['UPSGround', 'standard'],
    ['UPS2ndDay', 'secondDay'],
    ['FedEx2Day', 'secondDay'],
    ['UPSNextDay', 'nextDay'],
    ['FedExStandardOvernight', 'nextDay'],
    ['FedExHomeDelivery', undefined],
    ['EconomyShippingFromOutsideUS', 'economy'],
    ['Value', 'economy'],
    ['OneDay', 'nextDay'],
    ['Express', 'expedited'],
    ['WhiteGlove', 'freight'],
    ['Freight', 'freight'],
    ['GROUND', 'standard'],
    ['SECOND_DAY_AIR', 'secondDay'],
    ['THREE_DAY', 'expedited'],
    ['CURBSIDE', 'freight'],
    ['WILL_CALL', undefined],
    ['AliExpress Standard Shipping', 'standard'],
    ['AliExpress Saver Shipping', 'economy'],
    ['DHL Express (2-4 days)', 'expedited'],
    ['Expressions of love', undefined],
  ])('%s is %s', (name, level) => {
    expect(chosenService(name)).toEqual({ service: { name, ...(level ? { level } : {}) } });
  });

  it('is absent where nothing is told', () => {
    expect(chosenService(undefined)).toEqual({});
    expect(chosenService(undefined, 'express')).toEqual({});
  });

  it('is read of Amazon, its vendors included', () => {
    const fulfillment = { ...amazon.order().fulfillment, fulfillmentServiceLevel: 'NEXT_DAY' };
    expect(serviceOf(readAmazon(sent({ ...amazon.order(), fulfillment })))).toEqual({
      name: 'NEXT_DAY',
      level: 'nextDay',
    });
    expect(serviceOf(readAmazon(sent(amazon.order())))).toBeUndefined();
    const vendor = (isPriorityShipment: boolean) => {
      const shipmentDetails = { ...directOrder().orderDetails.shipmentDetails, isPriorityShipment };
      return serviceOf(readDirect(sent(directOrder({ shipmentDetails }))));
    };
    expect(vendor(false)).toEqual({ name: 'UPS_GR_RES' });
    expect(vendor(true)).toEqual({ name: 'UPS_GR_RES', level: 'expedited' });
  });

  it('is read of eBay, Walmart, TikTok and Joom', () => {
    const [how] = ebay.order().fulfillmentStartInstructions;
    const shippingStep = { ...how?.shippingStep, shippingCarrierCode: 'USPS', shippingServiceCode: 'USPSParcel' };
    const fulfillmentStartInstructions = [{ ...how, shippingStep }];
    expect(serviceOf(readEbay(sent(ebay.order({ fulfillmentStartInstructions }))))).toEqual({
      name: 'USPSParcel',
      level: 'standard',
    });
    expect(serviceOf(readWalmart(sent(walmart.order())))).toEqual({ name: 'Value', level: 'economy' });
    const shippingInfo = { ...walmart.order().shippingInfo, methodCode: 'OneDay' };
    expect(serviceOf(readWalmart(sent(walmart.order({ shippingInfo }))))).toEqual({ name: 'OneDay', level: 'nextDay' });
    expect(serviceOf(readTiktok(sent(tiktok.order({ delivery_option_name: 'Standard' }))))).toEqual({
      name: 'Standard',
      level: 'standard',
    });
    expect(serviceOf(readJoom(sent(joom.order())))).toEqual({ name: 'Joom Logistics', level: 'standard' });
  });

  it('is asked of Shopify with the order, and read by its title or its code', async () => {
    const of = async (shippingLine: object | null) => {
      const { fetch, sent: requested } = scripted(shopify.page({ ...shopify.order(), shippingLine }));
      const page = await shopify
        .connect(fetch)
        .listOrders(shopify.ACCESS, { updatedAfter: '2026-11-01T00:00:00.000Z' });
      expect(requested[0]?.body).toContain('shippingLine { title code }');
      return serviceOf(page.records[0]);
    };
    expect(await of({ title: 'Livraison rapide', code: 'Express' })).toEqual({
      name: 'Livraison rapide',
      level: 'expedited',
    });
    expect(await of({ title: null, code: 'Standard' })).toEqual({ name: 'Standard', level: 'standard' });
    expect(await of({ title: 'Free shipping', code: 'custom' })).toEqual({ name: 'Free shipping' });
    expect(await of(null)).toBeUndefined();
  });

  it('is what the retailer wants, where one sells for us', () => {
    expect(serviceOf(readWayfair(sent(wayfair.order()), []))).toEqual({ name: 'GROUND', level: 'standard' });
    expect(
      serviceOf(readMirakl(sent(mirakl.order({ shipping_type_code: 'STD', shipping_type_label: 'À domicile' })))),
    ).toEqual({ name: 'À domicile', level: 'standard' });
    expect(serviceOf(readDsco(sent(dsco.order({ shipMethod: 'Ground' })), US))).toEqual({
      name: 'FECG',
      level: 'standard',
    });
    const unmapped = { requestedShippingServiceLevelCode: null, requestedShippingServiceLevelCodeUnmapped: 'NEXT DAY' };
    expect(serviceOf(readDsco(sent(dsco.order(unmapped)), US))).toEqual({ name: 'NEXT DAY', level: 'nextDay' });
  });

  it('may be told by a shop of the seller’s own', () => {
    const answered = {
      ...{ orderNo: 'A-1', orderedAt: '2026-11-22T08:30:00+01:00', shippingService: ' DHL Express ' },
      lines: [{ sku: 'LAMP-1', quantity: 1, unitPrice: '10' }],
    };
    expect(serviceOf(readOwn(answered, 'EUR').record)).toEqual({ name: 'DHL Express', level: 'expedited' });
    expect(serviceOf(readOwn({ ...answered, shippingService: '' }, 'EUR').record)).toBeUndefined();
    expect(serviceOf(readOwn({ ...answered, shippingService: 'x'.repeat(101) }, 'EUR').record)).toEqual({
      name: 'x'.repeat(100),
    });
  });
});
