import { describe, expect, it } from 'vitest';
import { kindOfFailure, scripted } from '../../testing.ts';
import { ACCESS, connect, PARCEL, problem } from './fixtures.ts';
import { stageOf } from './stages.ts';

const SHIPMENT = {
  shipmentTrackingNumber: '1234567890',
  status: 'delivered',
  shipmentTimestamp: '2024-11-05T10:00:00',
  productCode: 'P',
  shipperDetails: { postalAddress: { countryCode: 'CZ' }, serviceArea: [{ code: 'PRG', description: 'Prague' }] },
  receiverDetails: {
    postalAddress: { countryCode: 'US', provinceCode: 'NY', postalCode: '10001' },
    serviceArea: [{ code: 'NYC', description: 'New York' }],
  },
};
const event = (
  date: string,
  time: string,
  GMTOffset: string | undefined,
  typeCode: string,
  description: string,
  at: string,
) => ({
  ...{ date, time, typeCode, description },
  ...(GMTOffset ? { GMTOffset } : {}),
  serviceArea: [{ code: at, description: at === 'PRG' ? 'Prague' : 'New York' }],
});
/** As karrio's example of the answer has them, newest first. */
const EVENTS = [
  event('2024-11-07', '18:00:00', '+00:00', 'OK', 'Delivered', 'NYC'),
  event('2024-11-07', '12:00:00', '+00:00', 'PL', 'Processed at DHL facility', 'NYC'),
  event('2024-11-05', '10:00:00', '+01:00', 'PU', 'Shipment picked up', 'PRG'),
];
const answer = (more: object) => ({ json: { shipments: [{ ...SHIPMENT, ...more }] } });
const track = (more: object) => connect(scripted(answer(more)).fetch).track(ACCESS, '1234567890');

describe('DHL Express tracking', () => {
  it('reads a published example, oldest first', async () => {
    expect(await track({ events: EVENTS })).toEqual([
      {
        stage: 'pickedUp',
        at: '2024-11-05T09:00:00.000Z',
        description: 'Shipment picked up',
        place: 'Prague',
        rawCode: 'PU',
      },
      {
        stage: 'inTransit',
        at: '2024-11-07T12:00:00.000Z',
        description: 'Processed at DHL facility',
        place: 'New York',
        rawCode: 'PL',
      },
      {
        stage: 'delivered',
        at: '2024-11-07T18:00:00.000Z',
        description: 'Delivered',
        place: 'New York',
        rawCode: 'OK',
      },
    ]);
  });

  it('goes by the clock of the place where no offset is told', async () => {
    const bare = EVENTS.map(({ GMTOffset: _, ...one }) => one);
    expect((await track({ events: bare })).map((one) => one.at)).toEqual([
      '2024-11-05T09:00:00.000Z',
      '2024-11-07T17:00:00.000Z',
      '2024-11-07T23:00:00.000Z',
    ]);
    const between = [event('2024-11-06', '04:00:00', undefined, 'AF', 'Arrived', 'LEJ')];
    expect((await track({ events: between }))[0]?.at).toBe('2024-11-06T04:00:00.000Z');
  });

  it.each([
    ['SA', 'Shipment information received', 'created'],
    ['DF', 'Departed Facility', 'inTransit'],
    ['RR', 'Customs status updated', 'customs'],
    ['CD', 'Clearance event', 'customs'],
    ['WC', 'Shipment is out with courier for delivery', 'outForDelivery'],
    ['NH', 'Delivery attempted; recipient not home', 'deliveryFailed'],
    ['BA', 'Address information needed', 'deliveryFailed'],
    ['HP', 'Available upon receipt of payment', 'availableForPickup'],
    ['CC', 'Awaiting collection by the consignee', 'availableForPickup'],
    ['CC', 'Clearance processing complete', 'customs'],
    ['OH', 'Shipment is on hold', 'exception'],
    ['RT', 'Returned to shipper', 'returning'],
    ['XX', 'Shipment is lost', 'lost'],
    ['XX', 'Arrived at delivery facility', 'inTransit'],
    ['XX', 'Something nobody knows', 'unknown'],
  ] as const)('%s "%s" is %s', (code, words, stage) => {
    expect(stageOf(code, words, 'unknown')).toBe(stage);
  });

  it('is back when it is delivered on its way back', () => {
    expect(stageOf('OK', 'Delivered', 'returning')).toBe('returned');
    expect(stageOf('OK', 'Delivered', 'outForDelivery')).toBe('delivered');
  });

  it('keeps apart what happened in one second, and the news of each box', async () => {
    const same = ['OK', 'WC', 'AF'].map((code) => event('2024-11-07', '18:00:00', '+00:00', code, '', 'NYC'));
    expect((await track({ events: same })).map((one) => one.rawCode)).toEqual(['AF', 'WC', 'OK']);
    const pieces = [
      { trackingNumber: 'JD1', events: EVENTS },
      { trackingNumber: 'JD2', events: EVENTS.slice(2) },
    ];
    const { fetch, sent } = scripted(answer({ events: EVENTS, pieces }));
    expect((await connect(fetch).track(ACCESS, 'JD2')).map((one) => one.rawCode)).toEqual(['PU']);
    expect(sent[0]?.url.searchParams.get('pieceTrackingNumber')).toBe('JD2');
  });

  it('has no news of a number that nobody knows, and does not take what it cannot read for none', async () => {
    const none = problem(404, 'No Shipments Found for AWB | 0000000000');
    expect(await connect(scripted(none).fetch).track(ACCESS, '0000000000')).toEqual([]);
    expect(await track({ events: [] })).toEqual([]);
    expect(await track({ events: [...EVENTS, { odd: 1 }] })).toHaveLength(3);
    expect(await kindOfFailure(track({ events: [{ odd: 1 }] }))).toBe('malformed');
  });

  it('links to the page of the number', () => {
    expect(connect(undefined).trackingUrl('1 2')).toBe('https://www.dhl.com/en/express/tracking.html?AWB=1%202');
  });
});

describe('DHL Express rates', () => {
  /** As karrio's example of the answer has it, and one product that the account has no price for. */
  const RATES = {
    products: [
      {
        productName: 'EXPRESS WORLDWIDE',
        productCode: 'P',
        weight: { volumetric: 3.38, provided: 5, unitOfMeasurement: 'metric' },
        totalPrice: [
          { currencyType: 'PULCL', priceCurrency: 'CZK', price: 2450 },
          { currencyType: 'BILLC', priceCurrency: 'EUR', price: 89.25 },
        ],
        detailedPriceBreakdown: [
          {
            currencyType: 'BILLC',
            priceCurrency: 'EUR',
            breakdown: [
              { name: 'EXPRESS WORLDWIDE', serviceCode: '', typeCode: 'EXPRESS WORLDWIDE', price: 65.5 },
              { name: 'FUEL SURCHARGE', serviceCode: 'FF', price: 13.75 },
            ],
          },
        ],
        deliveryCapabilities: { estimatedDeliveryDateAndTime: '2024-11-07T18:00:00', totalTransitDays: 4 },
      },
      { productName: 'JETLINE', productCode: '4', totalPrice: [{ price: 0 }] },
    ],
  };

  it('are those that the account is billed', async () => {
    expect(await connect(scripted({ json: RATES }).fetch).rates(ACCESS, PARCEL)).toEqual([
      {
        serviceCode: 'P',
        serviceName: 'EXPRESS WORLDWIDE',
        amount: '89.25',
        listAmount: '89.25',
        currency: 'EUR',
        billingWeightGrams: 5000,
        transitDays: 4,
        surcharges: [{ code: 'FF', amount: '13.75' }],
      },
    ]);
  });

  it('are none where nothing is sold, and an error where nothing can be read', async () => {
    const rates = (reply: object) => connect(scripted(reply).fetch).rates(ACCESS, PARCEL);
    expect(await rates(problem(400, '996: The requested product(s) not available'))).toEqual([]);
    expect(await rates(problem(404, 'No products'))).toEqual([]);
    expect(await rates({ json: { products: [{ odd: 1 }, RATES.products[0]] } })).toHaveLength(1);
    expect(await kindOfFailure(rates({ json: { products: [{ odd: 1 }] } }))).toBe('malformed');
    expect(await kindOfFailure(rates({ json: {} }))).toBe('malformed');
    expect(await kindOfFailure(rates(problem(400, 'The account number is not found or invalid.')))).toBe('rejected');
  });
});
