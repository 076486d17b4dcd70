import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import type { Address } from '../../types.ts';
import { hasValidCheckDigit } from './checkDigit.ts';
import { ACCESS, CANADA, connect, NOW, PARCEL } from './fixtures.ts';
import { sidesOf, weightOf } from './measures.ts';
import { partyOf, placeOf, streetLines } from './parties.ts';
import { daysOf, rateRequest } from './rates.ts';
import { dayAt } from './shipments.ts';

const refusal = (code: string, message = '') => ({ transactionId: 't', errors: [{ code, message }] });
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('FedEx numbers', () => {
  it('knows the check digit of a number of twelve digits', () => {
    for (const good of ['986578788855', '477179081230']) expect(hasValidCheckDigit(good)).toBe(true);
    for (const bad of ['986578788854', '9865787888', '1Z5787888555']) expect(hasValidCheckDigit(bad)).toBe(false);
    fc.assert(
      fc.property(fc.bigInt({ min: 10_000_000_000n, max: 99_999_999_999n }), (eleven) => {
        const valid = [...'0123456789'].filter((digit) => hasValidCheckDigit(`${eleven}${digit}`));
        expect(valid).toHaveLength(1);
      }),
    );
  });

  it('measures as the country of departure does, and rounds up', () => {
    expect(asJson(weightOf(1905, 'US'))).toEqual({ units: 'LB', value: 4.2 });
    expect(asJson(weightOf(1901, 'CN'))).toEqual({ units: 'KG', value: 2 });
    expect(sidesOf(PARCEL, 'US')).toEqual({ dimensions: { units: 'IN', length: 10, width: 9, height: 6 } });
    expect(sidesOf(PARCEL, 'CN')).toEqual({ dimensions: { units: 'CM', length: 26, width: 21, height: 16 } });
    expect(sidesOf({ weightGrams: 1, lengthMm: 10 }, 'US')).toEqual({});
  });

  it('leaves on the day that a calendar shows at the place of departure', () => {
    expect(dayAt(PARCEL.from, Date.parse('2026-11-03T03:00:00Z'))).toBe('2026-11-02');
    expect(dayAt({ ...PARCEL.from, country: 'CN' }, Date.parse('2026-11-02T16:30:00Z'))).toBe('2026-11-03');
  });

  it('reads days in words', () => {
    expect(['ONE_DAY', 'TWO_DAYS', 'TWENTY_DAYS'].map(daysOf)).toEqual([1, 2, 20]);
    expect(['SMARTPOST_TRANSIT_DAYS', 'UNKNOWN', undefined].map(daysOf)).toEqual([undefined, undefined, undefined]);
  });
});

describe('FedEx addresses', () => {
  const to = (line1: string, line2?: string): Address => ({ ...PARCEL.to, line1, ...(line2 ? { line2 } : {}) });

  it('breaks lines between words and cuts none', () => {
    expect(streetLines(to('Building 12, Long Industrial Estate, North Gate', 'Unit 4'))).toEqual([
      ...['Building 12, Long Industrial', 'Estate, North Gate', 'Unit 4'],
    ]);
    expect(() => streetLines(to('word '.repeat(30)))).toThrow(/three lines/);
    expect(() => streetLines(to('x'.repeat(36)))).toThrow(/longer than 35/);
  });

  it('wants a state by its code where there are states, and leaves a long one out elsewhere', () => {
    expect(() => placeOf({ ...PARCEL.to, state: 'Georgia' })).toThrow(/its code/);
    expect(placeOf({ ...PARCEL.to, country: 'DE', state: 'Bayern' })).not.toHaveProperty('stateOrProvinceCode');
    expect(() => placeOf({ ...PARCEL.to, city: 'x'.repeat(36) })).toThrow(/city/);
  });

  it('takes a spare phone number, and wants at least that', () => {
    expect(partyOf(PARCEL.to, PARCEL.from.phone).contact.phoneNumber).toBe('14105550100');
    expect(() => partyOf(PARCEL.to)).toThrow(/phone/);
  });

  const answer = (resolvedAddresses: object[]) => ({ json: { output: { resolvedAddresses } } });
  /** As FedEx answers for a tenant's address in New York. */
  const SPRING = {
    streetLinesToken: ['75 SPRING ST'],
    city: 'NEW YORK',
    stateOrProvinceCode: 'NY',
    postalCode: '10012-4020',
    parsedPostalCode: { base: '10012', addOn: '4020', deliveryPoint: '99' },
    countryCode: 'US',
    classification: 'MIXED',
    customerMessages: [],
    attributes: {
      ...{ SuiteRequiredButMissing: 'true', InvalidSuiteNumber: 'false', DPV: 'false', Matched: 'true' },
      ...{ Resolved: true, MultipleMatches: 'false' },
    },
  };
  const requested: Address = {
    ...{ name: 'Pat', line1: '75 Spring Street', city: 'New York', state: 'NY', postalCode: '10012', country: 'US' },
  };
  const find = (reply: Parameters<typeof scripted>[0], address = requested) =>
    connect(scripted(reply).fetch).validateAddress?.(ACCESS, address);

  it('reads attributes that come as texts or as truths, and the words of two versions', async () => {
    expect(await find(answer([SPRING]))).toEqual({
      verdict: 'ambiguous',
      candidates: [
        {
          ...{ name: 'Pat', line1: '75 SPRING ST', city: 'NEW YORK', state: 'NY' },
          ...{ postalCode: '10012-4020', country: 'US' },
        },
      ],
      detail: '',
    });
    const attributes = { ...SPRING.attributes, SuiteRequiredButMissing: 'false' };
    expect(await find(answer([{ ...SPRING, attributes }]))).toMatchObject({ verdict: 'corrected' });
    const known = { ...requested, line1: '75 spring st.' };
    expect(await find(answer([{ ...SPRING, attributes }]), known)).toMatchObject({ verdict: 'valid' });
    const lost = { ...SPRING, attributes: { Matched: false }, customerMessage: ['PARTIAL.STREET.MATCH'] };
    expect(await find(answer([lost]))).toEqual({ verdict: 'unknown', candidates: [], detail: 'PARTIAL.STREET.MATCH' });
    expect(await find(answer([SPRING, SPRING]))).toMatchObject({ verdict: 'ambiguous', candidates: [{}, {}] });
    expect(await find(answer([]))).toEqual({ verdict: 'unknown', candidates: [], detail: '' });
  });
});

describe('FedEx tokens and refusals', () => {
  const TOKEN = { access_token: 'eyJ', token_type: 'bearer', expires_in: 3599, scope: 'CXS' };

  it('takes a token for each pair of keys, the second only where there is one', async () => {
    const both = scripted({ json: TOKEN }, { json: { ...TOKEN, access_token: 'eyT', expires_in: '1800' } });
    expect(await connect(both.fetch).authenticate(ACCESS)).toEqual({
      accessToken: 'eyJ',
      accessExpiresAt: new Date(NOW + 1_800_000).toISOString(),
      keys: { track: 'eyT' },
    });
    expect(both.sent[0]?.url.href).toBe('https://apis.fedex.com/oauth/token');
    expect(both.sent[1]?.body).toContain('client_id=fedex-track-demo');
    const one = scripted({ json: TOKEN });
    const keys = { apiKey: 'a', secretKey: 'b' };
    expect(await connect(one.fetch).authenticate({ ...ACCESS, keys })).not.toHaveProperty('keys');
    expect(one.sent[0]?.body).toBe('grant_type=client_credentials&client_id=a&client_secret=b');
  });

  it('tracks with the token of tracking, and with the only one where there is no other', async () => {
    const { fetch, sent } = scripted({ json: { output: { completeTrackResults: [] } } });
    await connect(fetch).track(ACCESS, '794953535000');
    await connect(fetch).track({ ...ACCESS, tokens: { accessToken: 'eyJ' } }, '794953535000');
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer eyT', 'Bearer eyJ']);
  });

  it('calls nothing without a token', async () => {
    const { tokens: _, ...bare } = ACCESS;
    const { fetch, sent } = scripted({});
    expect(await kindOfFailure(connect(fetch).track(bare, '794953535000'))).toBe('unauthorized');
    expect(sent).toHaveLength(0);
  });

  it.each([
    [400, 'ACCOUNTNUMBER.REGISTRATION.REQUIRED', 'rejected'],
    [401, 'NOT.AUTHORIZED.ERROR', 'unauthorized'],
    [403, 'FORBIDDEN.ERROR', 'throttled'],
    [404, 'NOT.FOUND.ERROR', 'rejected'],
    [429, 'RATE.LIMIT.EXCEEDED', 'throttled'],
    [500, 'INTERNAL.SERVER.ERROR', 'unavailable'],
    [503, 'SERVICE.UNAVAILABLE.ERROR', 'unavailable'],
    [200, 'ACCOUNT.NUMBER.MISMATCH', 'rejected'],
    [200, 'SYSTEM.UNEXPECTED.ERROR', 'unavailable'],
    [200, 'NOT.AUTHORIZED.ERROR', 'unauthorized'],
  ])('takes %i %s for %s', async (status, code, kind) => {
    const found = await failure(
      connect(scripted({ status, json: refusal(code, 'words') }).fetch).rates(ACCESS, PARCEL),
    );
    expect(found).toMatchObject({ kind, code, message: `${code} words` });
    expect(found.retryAfterMs).toBe(kind === 'throttled' ? 10_000 : undefined);
  });

  it('takes a page or a torn answer for what it is', async () => {
    const ask = (reply: Parameters<typeof scripted>[0]) =>
      kindOfFailure(connect(scripted(reply).fetch).rates(ACCESS, PARCEL));
    expect(await ask({ text: '<html>' })).toBe('malformed');
    expect(await ask({ status: 301, text: '' })).toBe('malformed');
    expect(await ask({ status: 502, text: '<html>' })).toBe('unavailable');
    expect(await ask({ json: {} })).toBe('malformed');
  });
});

describe('FedEx rates', () => {
  /** As FedEx answers: the account's price, and the same in the currency that is preferred. */
  const price = (rateType: string, totalNetCharge: number, currency: string, surcharge: number) => ({
    rateType,
    totalNetCharge,
    shipmentRateDetail: {
      ...{ rateZone: '2', dimDivisor: 139, totalSurcharges: surcharge, currency },
      surCharges: [{ type: 'FUEL', description: 'Fuel Surcharge', level: 'SHIPMENT', amount: surcharge }],
      totalBillingWeight: { units: 'KG', value: 3.4 },
    },
    currency,
  });
  const SAVER = {
    serviceType: 'FEDEX_EXPRESS_SAVER',
    serviceName: 'FedEx Economy',
    packagingType: 'YOUR_PACKAGING',
    commit: { label: 'Delivery date unavailable', saturdayDelivery: false },
    ratedShipmentDetails: [price('ACCOUNT', 38.54, 'USD', 4.31), price('PREFERRED_CURRENCY', 52.76, 'CAD', 5.9)],
  };
  const rates = (...rateReplyDetails: object[]) => {
    const { fetch, sent } = scripted({ json: { output: { rateReplyDetails } } });
    return { quotes: connect(fetch).rates(ACCESS, PARCEL), sent };
  };

  it('reads the price of the account, whatever other currency comes with it', async () => {
    const expected = {
      ...{ serviceCode: 'FEDEX_EXPRESS_SAVER', serviceName: 'FedEx Economy', currency: 'USD' },
      ...{ amount: '38.54', listAmount: '38.54', billingWeightGrams: 3400 },
      surcharges: [{ code: 'FUEL', amount: '4.31' }],
    };
    const { quotes, sent } = rates(SAVER);
    expect(await quotes).toEqual([expected]);
    const listed = { ...SAVER, ratedShipmentDetails: [price('LIST', 40, 'USD', 0), ...SAVER.ratedShipmentDetails] };
    // One service that cannot be read hides no other.
    expect(await rates({ serviceType: 'X' }, listed).quotes).toEqual([{ ...expected, listAmount: '40' }]);
    expect(await kindOfFailure(rates({ serviceType: 'X' }).quotes)).toBe('malformed');
    expect(sent[0]?.url.pathname).toBe('/rate/v1/rates/quotes');
    expect(sent[0]?.headers.get('x-locale')).toBe('en_US');
    const { requestedShipment } = JSON.parse(sent[0]?.body ?? '');
    expect(requestedShipment).toMatchObject({
      recipient: { address: { postalCode: '30005-1234', residential: true } },
      rateRequestType: ['ACCOUNT', 'LIST'],
      shipDateStamp: '2026-11-02',
    });
  });

  it.each([
    [{ operationalDetail: { transitTime: 'THREE_DAYS' } }, 3],
    [{ commit: { transitDays: { minimumTransitTime: 'TWO_DAYS', maximumTransitTime: 'SEVEN_DAYS' } } }, 7],
    [{ commit: { daysInTransit: 'FIVE_DAYS' } }, 5],
    [{ commit: 'soon' }, undefined],
  ])('reads the days of %j', async (more, days) => {
    const [quote] = await rates({ ...SAVER, ...more }).quotes;
    expect(quote?.transitDays).toBe(days);
  });

  it('names the goods where countries differ, each box, and that it is a return', () => {
    const parcel = { ...CANADA, further: [{ weightGrams: 500 }], isReturn: true };
    const { requestedShipment } = rateRequest(ACCESS, parcel, '2026-11-02');
    expect(asJson(requestedShipment)).toMatchObject({
      shipmentSpecialServices: { specialServiceTypes: ['RETURN_SHIPMENT'] },
      customsClearanceDetail: { commodities: [{ quantity: 2, customsValue: { amount: 22.5, currency: 'USD' } }] },
      requestedPackageLineItems: [{ weight: { value: 4.2 } }, { weight: { value: 1.2 } }],
    });
    const many = { ...PARCEL, further: Array.from({ length: 40 }, () => ({ weightGrams: 1 })) };
    expect(() => rateRequest(ACCESS, many, '2026-11-02')).toThrow(/at most 40 boxes/);
  });
});

describe('FedEx pickups and papers', () => {
  const request = {
    ...{ reference: 'PU-1', from: PARCEL.from, day: '2026-11-03', ready: '10:00', closes: '18:00' },
    ...{ parcels: 3, weightGrams: 5000 },
  };

  it('keeps all that a cancellation needs in the confirmation', async () => {
    const { fetch, sent } = scripted(
      { json: { output: { pickupConfirmationCode: '3001', message: 'Courier on the way', location: 'COSA' } } },
      { json: { output: { pickupConfirmationCode: '3001', cancelConfirmationMessage: 'Cancelled.' } } },
    );
    const requested = await connect(fetch).pickup?.request(ACCESS, request);
    expect(requested).toEqual({ confirmation: '3001 FDXE 2026-11-03 COSA' });
    await connect(fetch).pickup?.cancel(ACCESS, requested?.confirmation ?? '');
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({
      originDetail: { readyDateTimestamp: '2026-11-03T10:00:00Z', customerCloseTime: '18:00:00' },
      totalWeight: { units: 'LB', value: 11.1 },
    });
    expect(JSON.parse(sent[1]?.body ?? '')).toEqual({
      associatedAccountNumber: { value: '740561073' },
      ...{ pickupConfirmationCode: '3001', carrierCode: 'FDXE', scheduledDate: '2026-11-03', location: 'COSA' },
    });
    const odd = async () => connect(fetch).pickup?.cancel(ACCESS, '3001');
    expect(await failure(odd())).toMatchObject({ kind: 'rejected', code: 'CONFIRMATION' });
  });

  it('leaves open whether somebody comes where the answer is lost', async () => {
    const ask = async () => connect(scripted({ status: 500, json: {} }).fetch).pickup?.request(ACCESS, request);
    expect(await kindOfFailure(ask())).toBe('uncertain');
  });

  it('sends a paper to the host of papers, its bytes as they are', async () => {
    const track = {
      trackingNumberInfo: { trackingNumber: '794953535000', carrierCode: 'FDXE' },
      shipperInformation: { address: { countryCode: 'US' } },
      recipientInformation: { address: { countryCode: 'CA' } },
      dateAndTimes: [{ type: 'SHIP', dateTime: '2026-11-02T00:00:00-06:00' }],
    };
    const { fetch, sent } = scripted(
      { json: { output: { completeTrackResults: [{ trackResults: [track] }] } } },
      { status: 201, json: { output: { meta: { documentType: 'CI', docId: '090493e181586308', folderId: [] } } } },
    );
    const paper = {
      shipmentId: '1',
      trackingNumber: '794953535000',
      kind: 'invoice',
      pdf: Buffer.from('%PDF'),
    } as const;
    expect(await connect(fetch).uploadPaper?.(ACCESS, paper)).toBe('090493e181586308');
    expect(sent[1]?.url.href).toBe('https://documentapi.prod.fedex.com/documents/v1/etds/upload');
    expect(sent[1]?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    expect(sent[1]?.body).toContain('"shipmentDate":"2026-11-02T00:00:00","originCountryCode":"US"');
    expect(sent[1]?.body).toMatch(
      /filename="invoice-794953535000.pdf"\r\nContent-Type: application\/pdf\r\n\r\n%PDF\r\n/,
    );
  });
});
