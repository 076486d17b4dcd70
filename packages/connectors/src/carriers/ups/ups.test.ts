import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import type { Address } from '../../types.ts';
import { gramsOf, inchesOf, kilogramsOf, poundsOf } from '../units.ts';
import { hasValidCheckDigit } from './checkDigit.ts';
import { basicAuthorization } from './client.ts';
import { ACCESS, connect, NOW, PARCEL } from './fixtures.ts';
import { measuresOf } from './measures.ts';
import { addressLines } from './parties.ts';
import { instantOf, readActivities, stageOf } from './tracking.ts';

const usd = (MonetaryValue: string) => ({ CurrencyCode: 'USD', MonetaryValue });
const refusal = (code: string, message = '') => ({ response: { errors: [{ code, message }] } });

describe('UPS numbers', () => {
  it('knows the check digit of a 1Z number', () => {
    for (const good of [
      '1Z999AA10123456784',
      '1Z5R89390357567127',
      '1Z879E930346834440',
      '1Z410E7W0392751591',
      '1ZDEM0990300000006',
    ]) {
      expect(hasValidCheckDigit(good)).toBe(true);
    }
    expect(hasValidCheckDigit('1Z12345E0205271688')).toBe(false);
    expect(hasValidCheckDigit('1Z999')).toBe(false);
  });

  it('rounds weights and sides up, never down', () => {
    expect([poundsOf(1), poundsOf(454), poundsOf(1905), poundsOf(68_038)]).toEqual(['0.1', '1.1', '4.2', '150']);
    expect([kilogramsOf(0), kilogramsOf(1000), kilogramsOf(1001)]).toEqual(['0.1', '1', '1.1']);
    expect([inchesOf(254), inchesOf(254.1), inchesOf(1)]).toEqual([10, 11, 1]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 68_000 }), (grams) => {
        const answered = Number(poundsOf(grams)) * 453.59237;
        expect(answered).toBeGreaterThanOrEqual(grams - 1e-6);
        expect(answered).toBeLessThan(grams + 45.36);
      }),
    );
    expect([gramsOf('5.0', 'LBS'), gramsOf('2.5', 'KGS'), gramsOf('1', 'STONE')]).toEqual([2268, 2500, undefined]);
  });

  it('measures as the country of departure does', () => {
    expect(measuresOf(PARCEL)).toEqual({
      weight: { UnitOfMeasurement: { Code: 'LBS', Description: 'Pounds' }, Weight: '4.2' },
      dimensions: {
        UnitOfMeasurement: { Code: 'IN', Description: 'Inches' },
        Length: '10',
        Width: '9',
        Height: '6',
      },
    });
    const abroad = measuresOf({ ...PARCEL, from: { country: 'CN' }, heightMm: 0 });
    expect(abroad).toEqual({ weight: { UnitOfMeasurement: { Code: 'KGS', Description: 'Kilograms' }, Weight: '2' } });
  });

  it('breaks an address between words and cuts none', () => {
    const to = (line1: string, line2?: string): Address => ({ ...PARCEL.to, line1, ...(line2 ? { line2 } : {}) });
    expect(addressLines(to('Building 12, Long Industrial Estate, North Gate', 'Unit 4'))).toEqual([
      'Building 12, Long Industrial',
      'Estate, North Gate',
      'Unit 4',
    ]);
    expect(() => addressLines(to('word '.repeat(30)))).toThrow(/three lines/);
    expect(() => addressLines(to('x'.repeat(36)))).toThrow(/longer than 35/);
  });
});

describe('UPS token', () => {
  it('sends the documented header and reads numbers that come as text', async () => {
    expect(basicAuthorization('ups-client-demo', 'ups-secret-demo')).toBe(
      'Basic dXBzLWNsaWVudC1kZW1vOnVwcy1zZWNyZXQtZGVtbw==',
    );
    const { fetch, sent } = scripted({
      json: {
        token_type: 'Bearer',
        issued_at: '1767225600000',
        access_token: 'eyJ',
        expires_in: '14399',
        status: 'approved',
      },
    });
    expect(await connect(fetch).authenticate(ACCESS)).toEqual({
      accessToken: 'eyJ',
      accessExpiresAt: new Date(NOW + 14_399_000).toISOString(),
    });
    expect(sent[0]?.url.href).toBe('https://onlinetools.ups.com/security/v1/oauth/token');
    expect(sent[0]?.body).toBe('grant_type=client_credentials');
    expect(sent[0]?.headers.get('x-merchant-id')).toBe('A1B2C3');
  });

  it('calls nothing without a token, and names each refusal', async () => {
    const { tokens: _, ...bare } = ACCESS;
    const { fetch, sent } = scripted({});
    expect(await kindOfFailure(connect(fetch).track(bare, '1Z999AA10123456784'))).toBe('unauthorized');
    expect(sent).toHaveLength(0);
    const ask = (status: number, json: unknown) =>
      failure(connect(scripted({ status, json }).fetch).rates(ACCESS, PARCEL));
    expect((await ask(401, refusal('250002', 'Invalid Authentication Information.'))).kind).toBe('unauthorized');
    expect(await ask(429, refusal('10429'))).toMatchObject({ kind: 'throttled', retryAfterMs: 10_000 });
    expect(await ask(400, refusal('111210', 'not available'))).toMatchObject({ kind: 'rejected', code: '111210' });
    expect((await ask(403, refusal('x'))).kind).toBe('rejected');
    expect(await ask(400, { errors: [{ code: '270032' }] })).toMatchObject({ kind: 'rejected', code: '270032' });
    expect((await ask(503, {})).kind).toBe('unavailable');
  });
});

describe('UPS rates', () => {
  const ground = {
    Service: { Code: '03', Description: '' },
    BillingWeight: { UnitOfMeasurement: { Code: 'LBS' }, Weight: '5.0' },
    ItemizedCharges: [{ Code: '375', ...usd('1.00') }],
    TotalCharges: usd('11.20'),
    NegotiatedRateCharges: {
      ItemizedCharges: [
        { Code: '375', ...usd('0.80') },
        { Code: '270', ...usd('0.00') },
      ],
      TotalCharge: usd('8.40'),
    },
    TimeInTransit: { ServiceSummary: { EstimatedArrival: { BusinessDaysInTransit: '2' } } },
  };

  it('prefers the negotiated price, takes a single object for a list, and loses no service to another', async () => {
    const only = scripted({ json: { RateResponse: { RatedShipment: ground } } });
    const expected = {
      serviceCode: '03',
      serviceName: 'UPS Ground',
      amount: '8.40',
      listAmount: '11.20',
      currency: 'USD',
      billingWeightGrams: 2268,
      transitDays: 2,
      surcharges: [{ code: '375', amount: '0.80' }],
    };
    expect(await connect(only.fetch).rates(ACCESS, PARCEL)).toEqual([expected]);
    const list = {
      Service: { Code: '072' },
      ItemizedCharges: { Code: '375', ...usd('1.00') },
      TotalCharges: usd('30'),
    };
    const several = scripted({ json: { RateResponse: { RatedShipment: [{ Service: {} }, list, ground] } } });
    expect(await connect(several.fetch).rates(ACCESS, PARCEL)).toEqual([
      {
        serviceCode: '72',
        serviceName: 'UPS Worldwide Economy DDP',
        amount: '30',
        listAmount: '30',
        currency: 'USD',
        surcharges: [{ code: '375', amount: '1.00' }],
      },
      expected,
    ]);
    const bad = scripted({ json: { RateResponse: { RatedShipment: [{ Service: {} }] } } });
    expect(await kindOfFailure(connect(bad.fetch).rates(ACCESS, PARCEL))).toBe('malformed');
    expect(only.sent[0]?.url.pathname).toBe('/api/rating/v2409/Shop');
    expect(only.sent[0]?.headers.get('transid')).toMatch(/^[0-9a-f]{32}$/);
    const body = JSON.parse(only.sent[0]?.body ?? '').RateRequest.Shipment;
    expect(body.Package[0].PackagingType).toEqual({ Code: '02' });
    expect(body.PaymentDetails.ShipmentCharge[0].BillShipper.AccountNumber).toBe('A1B2C3');
    expect(body.ShipTo.Address).toMatchObject({ PostalCode: '300051234', ResidentialAddressIndicator: 'Y' });
  });
});

describe('UPS tracking', () => {
  it.each([
    ['M', 'MP', 'created'],
    ['MV', 'VP', 'cancelled'],
    ['P', 'PU', 'pickedUp'],
    ['I', 'OR', 'pickedUp'],
    ['I', 'DP', 'inTransit'],
    ['I', 'OT', 'outForDelivery'],
    ['O', '', 'outForDelivery'],
    ['', 'OF', 'outForDelivery'],
    ['D', 'KB', 'delivered'],
    ['', '9E', 'delivered'],
    ['X', 'CD', 'customs'],
    ['X', 'NH', 'deliveryFailed'],
    ['', 'RF', 'deliveryFailed'],
    ['X', 'LO', 'lost'],
    ['I', 'RP', 'availableForPickup'],
    ['X', 'AL', 'exception'],
    ['RS', '', 'returning'],
    ['U', 'XX', 'inTransit'],
    ['NA', '', 'inTransit'],
    ['?', '?', 'unknown'],
  ])('reads %s/%s as %s', (type, code, stage) => {
    expect(stageOf(type, code, 'inTransit')).toBe(stage);
  });

  it('calls returned what is delivered on its way back', () => {
    expect(stageOf('D', 'KB', 'returning')).toBe('returned');
  });

  it('reads every way of writing a time', () => {
    const at = (more: object) => instantOf({ status: {}, ...more });
    expect(at({ gmtDate: '20260105', gmtTime: '19:15:00' })).toBe('2026-01-05T19:15:00.000Z');
    expect(at({ gmtDate: '20210210', gmtTime: '74700' })).toBe('2021-02-10T07:47:00.000Z');
    expect(at({ date: '20260105', time: '141500', gmtOffset: '-05:00' })).toBe('2026-01-05T19:15:00.000Z');
    expect(at({ date: '20260105', time: '141500' })).toBe('2026-01-05T14:15:00.000Z');
    expect(at({ date: '20261399', time: '141500' })).toBeUndefined();
    expect(at({ date: '20260105', gmtDate: '20260105' })).toBeUndefined();
  });

  it.each([
    ['New Jersey in winter', '20260105', { stateProvince: 'NJ', countryCode: 'US' }, '2026-01-05T19:15:00.000Z'],
    ['New Jersey in summer', '20260705', { stateProvince: 'NJ', countryCode: 'US' }, '2026-07-05T18:15:00.000Z'],
    ['California', '20260105', { stateProvince: 'CA', countryCode: 'US' }, '2026-01-05T22:15:00.000Z'],
    [
      'El Paso, by its ZIP code',
      '20260105',
      { stateProvince: 'TX', postalCode: '79901', countryCode: 'US' },
      '2026-01-05T21:15:00.000Z',
    ],
    ['the United States without a state', '20260105', { country: 'US' }, '2026-01-05T19:15:00.000Z'],
    ['British Columbia', '20260105', { stateProvince: 'BC', countryCode: 'CA' }, '2026-01-05T22:15:00.000Z'],
    ['Cologne', '20260705', { city: 'Koeln', countryCode: 'DE' }, '2026-07-05T12:15:00.000Z'],
    ['Shenzhen', '20260105', { city: 'SHENZHEN', countryCode: 'CN' }, '2026-01-05T06:15:00.000Z'],
  ])('reads a time without a zone by the clock of %s', (_name, date, address, instant) => {
    const activity = { date, time: '141500', location: { address }, status: {} };
    expect(instantOf(activity)).toBe(instant);
    expect(instantOf({ ...activity, gmtOffset: '+00:00' })).toBe(`${instant.slice(0, 10)}T14:15:00.000Z`);
  });

  const activity = (type: string, code: string, gmtTime: string) => ({
    gmtDate: '20260105',
    gmtTime,
    location: { address: { city: 'ALPHARETTA', stateProvince: 'GA', countryCode: 'US' } },
    status: { type, code, description: 'TOLD ' },
  });

  it('turns the list around, keeps the stage through updates and skips what it cannot read', async () => {
    const list = [
      activity('D', 'KB', '19:15:00'),
      activity('U', 'ZZ', '12:00:00'),
      { odd: 1 },
      activity('I', 'DP', '08:00:00'),
    ];
    const json = { trackResponse: { shipment: { package: { trackingNumber: '1Z', activity: list } } } };
    const events = await connect(scripted({ json }).fetch).track(ACCESS, '1Z');
    expect(events.map((one) => [one.stage, one.rawCode])).toEqual([
      ['inTransit', 'I/DP'],
      ['inTransit', 'U/ZZ'],
      ['delivered', 'D/KB'],
    ]);
    expect(events[2]).toMatchObject({
      at: '2026-01-05T19:15:00.000Z',
      description: 'TOLD',
      place: 'ALPHARETTA, GA, US',
    });
    expect(() => readActivities([{ odd: 1 }], () => 'raw')).toThrow(/track/);
  });

  it('takes an unknown number for no news, another 404 for a fault', async () => {
    const track = (reply: Parameters<typeof scripted>[0]) =>
      connect(scripted(reply).fetch).track(ACCESS, '1Z999AA10123456784');
    expect(await track({ status: 404, json: refusal('TW0001') })).toEqual([]);
    expect(await track({ json: { trackResponse: { shipment: [{ warnings: { code: 'TW0001' } }] } } })).toEqual([]);
    expect(await kindOfFailure(track({ status: 404, text: '<html>' }))).toBe('rejected');
    expect(connect().trackingUrl('1Z 9')).toBe('https://www.ups.com/track?loc=en_US&tracknum=1Z%209');
  });
});
