import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import { rolesOf } from './client.ts';
import {
  ABROAD,
  ACCESS,
  connect,
  GROUND,
  NOW,
  no,
  offer,
  options,
  PARCEL,
  PDF,
  parts,
  type Reply,
} from './fixtures.ts';
import { inchesOf, measuresOf, poundsOf } from './parcels.ts';
import { stageOf, stageOfCategory } from './stages.ts';
import { readEvents } from './tracking.ts';

const { tokens: _, ...KEYS } = ACCESS;

describe('USPS tokens', () => {
  it('are one for the app and one for whoever pays, good as long as the shorter', async () => {
    const { fetch, sent } = scripted(
      { json: { access_token: 'eyJ', token_type: 'Bearer', expires_in: 28799, status: 'approved' } },
      { json: { paymentAuthorizationToken: 'pay', roles: [] } },
    );
    expect(await connect(fetch).authenticate(KEYS)).toEqual({
      ...{ accessToken: 'eyJ', keys: { payment: 'pay' } },
      accessExpiresAt: new Date(NOW + 3_600_000).toISOString(),
    });
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      ...{ grant_type: 'client_credentials', client_id: 'usps-client-demo', client_secret: 'usps-secret-demo' },
    });
    const who = { CRID: '12345678', MID: '903000001', manifestMID: '903000002' };
    const account = { accountType: 'EPS', accountNumber: '1000000001' };
    expect(JSON.parse(sent[1]?.body ?? '').roles).toEqual([
      { roleName: 'PAYER', ...who, ...account },
      { roleName: 'LABEL_OWNER', ...who, ...account },
    ]);
    expect(sent[1]?.headers.get('authorization')).toBe('Bearer eyJ');
  });

  it('name a permit by its number and its post office', () => {
    const { roles } = rolesOf({ ...KEYS, keys: { ...KEYS.keys, accountType: 'PERMIT' }, accountNumber: '77' });
    expect(roles[0]).toMatchObject({ accountType: 'PERMIT', permitNumber: '77', permitZIP: '20260' });
    expect(rolesOf({ ...KEYS, keys: { crid: '1' } }).roles[0]).toMatchObject({ accountType: 'EPS' });
  });

  it('never show in what went wrong', async () => {
    const login = (...replies: Reply[]) => failure(connect(scripted(...replies).fetch).authenticate(KEYS));
    const invalid = { error: 'invalid_client', error_description: 'Client authentication failed.' };
    expect(await login({ status: 401, json: invalid })).toMatchObject({
      ...{ kind: 'unauthorized', code: 'invalid_client', message: 'Client authentication failed.' },
    });
    const torn = await login({ json: { access_token: 'eyJ' } }, { json: { token: 'secret' } });
    expect([torn.kind, torn.raw]).toEqual(['malformed', undefined]);
    expect(await login({ json: { access_token: 'eyJ' } }, no('PAYER requires CRID', '160218'))).toMatchObject({
      ...{ kind: 'rejected', code: '160218' },
    });
    expect(await kindOfFailure(connect(scripted().fetch).rates(KEYS, PARCEL))).toBe('unauthorized');
  });
});

describe('USPS refusals', () => {
  const ask = (reply: Reply) => failure(connect(scripted(reply).fetch).rates(ACCESS, PARCEL));

  it('say which field is wrong and what about it', async () => {
    const json = {
      apiVersion: '/labels/v3',
      error: {
        code: '400',
        message: 'Bad Request',
        errors: [
          {
            status: '400',
            code: '050037',
            title: 'Invalid',
            detail: 'must match',
            source: { parameter: 'toAddress.ZIPCode' },
          },
          { code: '050034', title: 'Missing' },
        ],
      },
    };
    expect(await ask({ status: 400, json })).toMatchObject({
      ...{ kind: 'rejected', code: '050037', message: 'toAddress.ZIPCode: must match; Missing' },
    });
    // The same with status 200.
    expect(await ask({ json })).toMatchObject({ kind: 'rejected', code: '050037' });
    expect(await ask({ status: 404, json: { error: { code: '404', message: 'Gone', errors: [] } } })).toMatchObject({
      ...{ code: '404', message: 'Gone' },
    });
    expect(await ask({ status: 400, text: '<html>' })).toMatchObject({ kind: 'rejected', message: 'HTTP 400' });
  });

  it('name the hour’s quota, and a payment that must be authorized again', async () => {
    expect(await ask({ status: 429, json: {}, headers: { 'retry-after': '30' } })).toMatchObject({
      ...{ kind: 'throttled', retryAfterMs: 30_000 },
    });
    expect(await ask({ status: 429, json: {} })).toMatchObject({ retryAfterMs: 60_000 });
    const json = {
      error: {
        errors: [{ code: '1', detail: 'expired', source: { parameter: 'Header: X-Payment-Authorization-Token' } }],
      },
    };
    expect(await ask({ status: 400, json })).toMatchObject({ kind: 'unauthorized' });
  });
});

describe('USPS prices', () => {
  const rates = (...replies: Reply[]) => connect(scripted(...replies).fetch).rates(ACCESS, PARCEL);

  it('ask for all classes of the way, for the day and by the account', async () => {
    const question = async (more: object, keys: Record<string, string> = {}) => {
      const { fetch, sent } = scripted(options(GROUND));
      await connect(fetch).rates({ ...ACCESS, keys: { ...ACCESS.keys, ...keys } }, { ...PARCEL, ...more });
      return JSON.parse(sent[0]?.body ?? '');
    };
    expect(await question({})).toEqual({
      ...{ pricingOptions: [{ priceType: 'COMMERCIAL' }], originZIPCode: '21093', destinationZIPCode: '30005' },
      destinationEntryFacilityType: 'NONE',
      packageDescription: {
        ...{ weight: 4.2, length: 10, width: 8.01, height: 6, mailClass: 'ALL_OUTBOUND' },
        ...{ extraServices: [], mailingDate: '2026-11-02' },
      },
    });
    const paid = await question({ ...ABROAD, customs: { terms: 'DDP' } }, { priceType: 'CONTRACT' });
    expect(paid).toMatchObject({
      pricingOptions: [{ priceType: 'CONTRACT', paymentAccount: { accountType: 'EPS', accountNumber: '1000000001' } }],
      ...{ destinationCountryCode: 'DE', foreignPostalCode: '10115' },
      packageDescription: { mailClass: 'ALL', extraServices: [370] },
    });
    const returned = await question({ from: PARCEL.to, to: PARCEL.from, isReturn: true });
    expect(returned.packageDescription.mailClass).toBe('ALL_RETURNS');
  });

  it('are the cheapest way of each class that fits the seller’s box', async () => {
    const priority = offer(
      'PRIORITY_MAIL',
      { price: 9.5 },
      { price: 8.1, rate: { rateIndicator: 'CP' } },
      { price: 5, rate: { rateIndicator: 'FE' } },
      { price: 4, rate: { rateIndicator: 'P5' } },
    );
    const quotes = await rates(options(GROUND, priority, offer('MEDIA_MAIL', { price: 3 })));
    expect(quotes.map((one) => [one.serviceCode, one.amount])).toEqual([
      ['USPS_GROUND_ADVANTAGE', '8.25'],
      ['PRIORITY_MAIL', '8.1'],
    ]);
    expect(quotes[0]).toEqual({
      ...{ serviceCode: 'USPS_GROUND_ADVANTAGE', serviceName: 'USPS Ground Advantage', amount: '8.25' },
      ...{ listAmount: '8.25', currency: 'USD', billingWeightGrams: 1905, transitDays: 2, surcharges: [] },
    });
  });

  it('hold what size and services add', async () => {
    const more = {
      totalPrice: 15.2,
      extraServices: [
        { name: 'Signature', SKU: 'S', price: 3.95 },
        { name: 'Free', price: 0 },
      ],
    };
    const rate = { fees: [{ name: 'Nonstandard Length > 22', SKU: 'D811', price: 3 }], dimWeight: 13 };
    const [quote] = await rates(options(offer('PRIORITY_MAIL', { price: 11.25, more, rate })));
    expect(quote).toMatchObject({ amount: '15.2', billingWeightGrams: 5897 });
    expect(quote?.surcharges).toEqual([
      { code: 'Nonstandard Length > 22', amount: '3' },
      { code: 'Signature', amount: '3.95' },
    ]);
  });

  it('are stated though one of them cannot be read, and none is stated where all cannot', async () => {
    const broken = { mailClass: 'PRIORITY_MAIL', rateOptions: [{ totalBasePrice: 'x' }] };
    expect(await rates(options(broken, GROUND))).toHaveLength(1);
    expect(await kindOfFailure(rates(options(broken)))).toBe('malformed');
    expect(await rates(options())).toEqual([]);
    expect(await kindOfFailure(rates({ json: { pricing: [] } }))).toBe('malformed');
  });

  it('of landed cost are stated by the line, in the published form', async () => {
    const quote = { packageFee: 4.1, itemQuotes: [{ itemId: '001', dutyPrice: 1.5, taxPrice: 3.25 }] };
    const { fetch, sent } = scripted(
      options(offer('PRIORITY_MAIL_INTERNATIONAL', { price: 40, more: { dutiesTaxesFeesQuote: quote } })),
    );
    const usps = connect(fetch);
    expect(await usps.landedCost?.(ACCESS, { ...PARCEL, ...ABROAD })).toEqual({
      ...{ currency: 'USD', duty: '1.5', vat: '3.25', fees: '4.1' },
      lines: [{ sku: 'LAMP-1', hsCode: '9405.21', duty: '1.5', vat: '3.25' }],
    });
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({
      ...{ requestDutiesTaxesFees: true, destinationCity: 'Berlin' },
      items: [{ itemId: '001', itemValue: 11.25, itemQuantity: 2, countryOfOrigin: 'CN', HSTariffNumber: '940521' }],
    });
  });
});

describe('USPS measures', () => {
  it('are rounded up, never down', () => {
    expect([poundsOf(1), poundsOf(454), poundsOf(1905), poundsOf(0)]).toEqual(['0.003', '1.001', '4.2', '0.003']);
    expect([inchesOf(254), inchesOf(254.1), inchesOf(6.35)]).toEqual(['10', '10.01', '0.25']);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31_000 }), (grams) => {
        const stated = Number(poundsOf(grams)) * 453.59237;
        expect(stated).toBeGreaterThanOrEqual(grams - 1e-6);
        expect(stated).toBeLessThan(grams + 0.46);
      }),
    );
  });

  it('of a parcel without sides are the least that a machine sorts', () => {
    const { heightMm: _h, ...flat } = PARCEL;
    expect(JSON.parse(JSON.stringify(measuresOf(flat)))).toMatchObject({ length: 6, width: 3, height: 0.25 });
  });
});

describe('USPS SCAN forms', () => {
  const labels = [{ shipmentId: 'x', trackingNumber: '9405530900066611112089' }];
  const close = (...replies: Reply[]) =>
    connect(scripted(...replies).fetch).manifest?.(ACCESS, { from: PARCEL.from, day: '2026-11-02', labels }) ??
    Promise.reject();

  it('are read under whatever names the parts have', async () => {
    const data = {
      form: '5630',
      manifestNumber: '9475038234567000031430',
      trackingNumbers: ['9405530900066611112089'],
    };
    const answer = { id: data.manifestNumber, document: { format: 'pdf', data: PDF } };
    expect(await close(parts(['SCANFormMetaData', data], ['SCANFormImage', PDF]))).toEqual(answer);
    // As USPS's example has them.
    expect(await close(parts(['Scan Form Response', data], ['label', PDF]))).toEqual(answer);
    expect(await close({ json: { ...data, SCANFormImage: PDF.toString('base64') } })).toEqual(answer);
    expect(await close({ json: data })).toEqual({ id: data.manifestNumber });
  });

  it('are in doubt when their answer is: they can be made once', async () => {
    expect(await kindOfFailure(close({ json: {} }))).toBe('uncertain');
    expect(
      await kindOfFailure(close(parts(['SCANFormMetaData', { manifestNumber: '1' }], ['f', PDF.subarray(0, 9)]))),
    ).toBe('uncertain');
  });
});

/** Of an answer that karrio's tests have from USPS, shortened. */
const PUBLISHED = {
  statusCategory: 'Delivered',
  status: 'Delivered, Parcel Locker',
  trackingEvents: [
    ['Delivered, Parcel Locker', '2024-11-22T13:58:00', '2024-11-22T18:58:40Z', 'HERNANDO', 'FL', '34442', '01'],
    ['Out for Delivery', '2024-11-22T09:10:00', '2024-11-22T14:10:45Z', 'HERNANDO', 'FL', '34442', 'OF'],
    ['Arrived at Post Office', '2024-11-22T08:59:00', '2024-11-22T13:59:45Z', 'LECANTO', 'FL', '34461', '07'],
    [
      'Arrived at USPS Regional Facility',
      '2024-11-20T01:13:00',
      '2024-11-20T06:13:31Z',
      'JACKSONVILLE FL',
      null,
      null,
      'A1',
    ],
    ['In Transit to Next Facility', '2024-11-20T01:11:00', '2024-11-20T06:11:52Z', null, null, null, 'TL'],
    ['USPS in possession of item', '2024-11-18T11:10:00', '2024-11-18T16:10:00Z', 'JAMAICA', 'NY', '11430', '03'],
    [
      'Shipping Label Created, USPS Awaiting Item',
      '2024-11-15T11:32:00',
      '',
      'SPRINGFIELD GARDENS',
      'NY',
      '11413',
      'GX',
    ],
  ].map(([eventType, eventTimestamp, GMTTimestamp, eventCity, eventState, eventZIP, eventCode]) => ({
    ...{ eventType, eventTimestamp, GMTTimestamp, GMTOffset: '-05:00', eventCountry: null },
    ...{ eventCity, eventState, eventZIP, eventCode, authorizedAgent: 'false' },
  })),
};

describe('USPS tracking', () => {
  const track = (...replies: Reply[]) => connect(scripted(...replies).fetch).track(ACCESS, '9400109104250532908587');

  it('reads an answer of USPS, oldest first', async () => {
    const events = await track({ json: PUBLISHED });
    expect(events.map((one) => one.stage)).toEqual([
      ...['created', 'pickedUp', 'inTransit', 'inTransit', 'inTransit', 'outForDelivery', 'delivered'],
    ]);
    expect(events[0]).toEqual({
      ...{ stage: 'created', at: '2024-11-15T16:32:00.000Z', rawCode: 'GX' },
      ...{ description: 'Shipping Label Created, USPS Awaiting Item', place: 'SPRINGFIELD GARDENS, NY 11413' },
    });
    expect(events[2]).not.toHaveProperty('place');
  });

  it.each([
    ['03', 'Accepted at USPS Origin Facility', 'pickedUp'],
    ['', 'Picked Up by Shipping Partner, USPS Awaiting Item', 'created'],
    ['41', 'Inbound Into Customs', 'customs'],
    ['', 'Held in Customs', 'customs'],
    ['14', 'Available for Pickup', 'availableForPickup'],
    ['02', 'Notice Left (No Authorized Recipient Available)', 'deliveryFailed'],
    ['55', 'Delivery Attempted - No Access to Delivery Location', 'deliveryFailed'],
    ['01', 'Delivered, Left with Individual', 'delivered'],
    ['01', 'Delivered, Individual Picked Up at Post Office', 'delivered'],
    ['01', 'Delivered, To Original Sender', 'returned'],
    ['09', 'Return to Sender Processed', 'returning'],
    ['27', 'Unclaimed/Being Returned to Sender', 'returning'],
    ['DE', 'Dead Mail/Disposed by Post Office', 'lost'],
    ['22', 'Insufficient Address', 'exception'],
    ['', 'Alert: Delayed due to weather', 'exception'],
    ['10', '', 'inTransit'],
    ['ZZ', 'Something Else', 'unknown'],
  ])('takes %s %s for %s', (code, words, stage) => {
    expect(stageOf(code, words, 'inTransit')).toBe(stage);
  });

  it('takes what was turned back for on its way to the sender', () => {
    expect(stageOf('07', 'Arrived at Post Office', 'returning')).toBe('returning');
    expect(stageOf('01', 'Delivered, Front Desk', 'returning')).toBe('returned');
  });

  it.each([
    ['Pre-Shipment', 'created'],
    ['Accepted', 'pickedUp'],
    ['In Transit', 'inTransit'],
    ['Out for Delivery', 'outForDelivery'],
    ['Delivered', 'delivered'],
    ['Available for Pickup', 'availableForPickup'],
    ['Delivery Attempt', 'deliveryFailed'],
    ['Alert', 'exception'],
    ['Return to Sender', 'returning'],
  ])('takes the category %s for %s', (category, stage) => {
    expect(stageOfCategory(category)).toBe(stage);
    const event = { eventType: '?', eventTimestamp: '2026-11-02T08:00:00', eventState: 'FL' };
    expect(readEvents([event], category, () => '')[0]).toMatchObject({ stage, at: '2026-11-02T13:00:00.000Z' });
  });

  it('knows nothing of what nobody has scanned, and does not hide an outage', async () => {
    const words = '7: The tracking number may be incorrect or the status update is not yet available.';
    expect(await track(no(words, '150002'))).toEqual([]);
    expect(await track(no('Not found', '404', 404))).toEqual([]);
    expect(await track({ json: { trackingNumber: 'x' } })).toEqual([]);
    expect(await kindOfFailure(track(no('The tracking number may belong to another shipper.', '150010')))).toBe(
      'rejected',
    );
    expect(await kindOfFailure(track({ status: 503 }))).toBe('unavailable');
    expect(await kindOfFailure(track({ json: { trackingEvents: [{ eventType: 'x' }] } }))).toBe('malformed');
  });
});
