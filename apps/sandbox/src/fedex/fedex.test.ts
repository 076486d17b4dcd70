import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { prefixForHost } from '../platforms.ts';
import type { FedexModule } from '../publishedTypes.ts';
import { scanPdf } from '../scan.testing.ts';
import { type Answer, call, dig, digList, digText, loadClient, startForTest } from '../testing.ts';
import { checkDigit } from './shipments.ts';

let box: Sandbox;
let token = '';
let trackToken = '';
const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });
const api = (method: string, path: string, body: unknown, bearer = token) =>
  call(`${box.url}/fedex${path}`, { method, body, headers: { authorization: `Bearer ${bearer}` } });
const login = (id: string, secret: string, grant = 'client_credentials') =>
  call(`${box.url}/fedex/oauth/token`, { form: { grant_type: grant, client_id: id, client_secret: secret } });
const codeOf = (answer: Answer) => [answer.status, digText(answer.body, 'errors', 0, 'code')];

const ACCOUNT = { value: '740561073' };
const FROM = {
  contact: { personName: 'Sam Packer', phoneNumber: '4105550100' },
  address: {
    ...{ streetLines: ['1 Dock Rd'], city: 'Timonium', stateOrProvinceCode: 'MD' },
    ...{ postalCode: '21093', countryCode: 'US' },
  },
};
const TO = {
  contact: { personName: 'Pat Doe', phoneNumber: '5125550100' },
  address: {
    ...{ streetLines: ['9 Elm St'], city: 'Alpharetta', stateOrProvinceCode: 'GA' },
    ...{ postalCode: '30005', countryCode: 'US' },
  },
};
const BOX = {
  weight: { units: 'LB', value: 4.2 },
  customerReferences: [{ customerReferenceType: 'CUSTOMER_REFERENCE', value: 'SO-1001' }],
};
/** The next day is past nowhere. */
const tomorrow = () => new Date(box.world.clock.now() + 86_400_000).toISOString().slice(0, 10);
const shipBody = (change: object = {}, top: object = {}) => ({
  labelResponseOptions: 'LABEL',
  accountNumber: ACCOUNT,
  requestedShipment: {
    ...{ shipDatestamp: tomorrow(), serviceType: 'FEDEX_GROUND', packagingType: 'YOUR_PACKAGING' },
    pickupType: 'USE_SCHEDULED_PICKUP',
    shipper: FROM,
    recipients: [TO],
    shippingChargesPayment: { paymentType: 'SENDER', payor: { responsibleParty: { accountNumber: ACCOUNT } } },
    labelSpecification: { imageType: 'PDF', labelStockType: 'STOCK_4X6' },
    totalWeight: 4.2,
    requestedPackageLineItems: [BOX],
    ...change,
  },
  ...top,
});
const ship = (change: object = {}, top: object = {}) => api('POST', '/ship/v1/shipments', shipBody(change, top));
const shipment = async (change: object = {}) => dig((await ship(change)).body, 'output', 'transactionShipments', 0);
const buy = async (change: object = {}) => digText(await shipment(change), 'masterTrackingNumber');
const cancel = (trackingNumber: string, account = ACCOUNT) =>
  api('PUT', '/ship/v1/shipments/cancel', {
    accountNumber: account,
    trackingNumber,
    deletionControl: 'DELETE_ALL_PACKAGES',
  });
const track = (trackingNumber: string) => ({
  includeDetailedScans: true,
  trackingInfo: [{ trackingNumberInfo: { trackingNumber } }],
});
const trackOne = async (trackingNumber: string) =>
  dig(
    (await api('POST', '/track/v1/trackingnumbers', track(trackingNumber), trackToken)).body,
    ...['output', 'completeTrackResults', 0, 'trackResults', 0],
  );
const events = async (trackingNumber: string) =>
  digList(await trackOne(trackingNumber), 'scanEvents').map((one) => digText(one, 'eventType'));
const CUSTOMS = {
  dutiesPayment: { paymentType: 'RECIPIENT' },
  totalCustomsValue: { amount: 9, currency: 'USD' },
  commercialInvoice: { termsOfSale: 'DAP' },
  commodities: [
    {
      ...{ description: 'case', quantity: 2, quantityUnits: 'PCS', countryOfManufacture: 'CN' },
      ...{ customsValue: { amount: 9, currency: 'USD' }, weight: { units: 'LB', value: 1 } },
    },
  ],
};
const CANADA = {
  contact: TO.contact,
  address: {
    ...{ streetLines: ['100 King St W'], city: 'Toronto', stateOrProvinceCode: 'ON' },
    ...{ postalCode: 'M5X 1A9', countryCode: 'CA' },
  },
};
const abroad = (change: object = {}) => ({
  ...{ recipients: [CANADA], serviceType: 'INTERNATIONAL_ECONOMY', customsClearanceDetail: CUSTOMS },
  ...change,
});

beforeAll(async () => {
  box = await startForTest({ ordersPerShop: 1 });
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { orders: 1 });
  await control('faults', { clear: true });
  token = digText((await login('fedex-key-demo', 'fedex-secret-demo')).body, 'access_token');
  trackToken = digText((await login('fedex-track-demo', 'fedex-track-secret-demo')).body, 'access_token');
});

describe('the gate', () => {
  it('refuses wrong keys, and tokens that are missing, dead or of the other project', async () => {
    expect(codeOf(await login('fedex-key-demo', 'no'))).toEqual([401, 'NOT.AUTHORIZED.ERROR']);
    expect(codeOf(await login('fedex-key-demo', 'fedex-secret-demo', 'password'))).toEqual([400, 'BAD.REQUEST.ERROR']);
    const ask = (bearer: string) => api('POST', '/track/v1/trackingnumbers', track('1'), bearer);
    expect(codeOf(await ask(''))).toEqual([401, 'NOT.AUTHORIZED.ERROR']);
    expect(codeOf(await ask(token))).toEqual([403, 'FORBIDDEN.ERROR']);
    expect((await ask(trackToken)).status).toBe(200);
    await control('clock/advance', { seconds: 3600 });
    expect(codeOf(await ask(trackToken))).toEqual([401, 'NOT.AUTHORIZED.ERROR']);
  });

  it('stands behind the real host names', () => {
    for (const host of ['apis.fedex.com', 'apis-sandbox.fedex.com', 'documentapi.prod.fedex.com'])
      expect(prefixForHost(host)).toBe('/fedex');
  });

  it('makes numbers whose check digit is right', () => {
    expect(checkDigit('98657878885')).toBe(5);
    expect(checkDigit('47717908123')).toBe(0);
  });
});

describe('labels', () => {
  it('are PDFs of 4 by 6 inches whose barcode a scanner reads, one a box', async () => {
    const sold = await shipment({ requestedPackageLineItems: [BOX, { weight: { units: 'KG', value: 2 } }] });
    const pieces = digList(sold, 'pieceResponses');
    expect(pieces).toHaveLength(2);
    for (const piece of pieces) {
      const pdf = Buffer.from(digText(piece, 'packageDocuments', 0, 'encodedLabel'), 'base64');
      expect(pdf.toString('latin1')).toContain('/MediaBox [0 0 288 432]');
      const scanned = scanPdf(pdf);
      expect(scanned).toMatch(/^9622\d{30}$/);
      expect(scanned.slice(-12)).toBe(digText(piece, 'trackingNumber'));
    }
  });

  it('come cut off when the faults say so, and the shipment stands all the same', async () => {
    await control('faults', { platform: 'fedex', cutLabel: 1 });
    const pdfOf = (sold: unknown) =>
      Buffer.from(digText(sold, 'pieceResponses', 0, 'packageDocuments', 0, 'encodedLabel'), 'base64');
    const torn = await shipment();
    expect(pdfOf(torn).includes('%%EOF')).toBe(false);
    expect(await events(digText(torn, 'masterTrackingNumber'))).toEqual(['OC']);
    expect(pdfOf(await shipment()).includes('%%EOF')).toBe(true);
  });

  it('are sold twice to who asks twice, and cancelled once', async () => {
    const [first, second] = [await buy(), await buy()];
    expect(second).not.toBe(first);
    expect(dig((await cancel(first)).body, 'output', 'cancelledShipment')).toBe(true);
    expect(dig((await cancel(first)).body, 'output', 'cancelledShipment')).toBe(false);
    expect(codeOf(await cancel('794953535000'))).toEqual([400, 'TRACKINGNUMBER.NOTFOUND']);
    await control('parcels/advance', { trackingNumber: second });
    expect(codeOf(await cancel(second))).toEqual([400, 'SHIPMENT.CANCEL.NOTALLOWED']);
  });

  const address = (change: object) => [{ ...TO, address: { ...TO.address, ...change } }];
  it.each([
    ['another account', {}, { accountNumber: { value: '111111111' } }, 'ACCOUNTNUMBER.REGISTRATION.REQUIRED'],
    ['no answer wanted', {}, { labelResponseOptions: '' }, 'LABELRESPONSEOPTIONS.REQUIRED'],
    ['no recipient', { recipients: [] }, {}, 'RECIPIENTS.REQUIRED'],
    ['a ZIP of another state', { recipients: address({ postalCode: '02108' }) }, {}, 'RECIPIENTS.POSTALSTATE.MISMATCH'],
    ['a long line', { recipients: address({ streetLines: ['x'.repeat(36)] }) }, {}, 'RECIPIENTS.STREETLINES.INVALID'],
    ['no phone', { recipients: [{ ...TO, contact: { personName: 'P' } }] }, {}, 'RECIPIENTS.PHONENUMBER.REQUIRED'],
    ['a past day', { shipDatestamp: '2020-01-02' }, {}, 'SHIPDATE.INVALID'],
    ['an unknown service', { serviceType: 'GROUND' }, {}, 'SERVICETYPE.INVALID'],
    ['a service that does not go there', { serviceType: 'INTERNATIONAL_ECONOMY' }, {}, 'SERVICE.NOTALLOWED'],
    ['no label', { labelSpecification: {} }, {}, 'LABELSPECIFICATION.IMAGETYPE.INVALID'],
    ['no pickup', { pickupType: 'LATER' }, {}, 'PICKUPTYPE.INVALID'],
    ['no payment', { shippingChargesPayment: {} }, {}, 'SHIPPINGCHARGESPAYMENT.PAYMENTTYPE.REQUIRED'],
    [
      'another payer',
      {
        shippingChargesPayment: {
          paymentType: 'SENDER',
          payor: { responsibleParty: { accountNumber: { value: '111111111' } } },
        },
      },
      {},
      'ACCOUNT.NUMBER.MISMATCH',
    ],
    ['no box', { requestedPackageLineItems: [] }, {}, 'REQUESTEDPACKAGELINEITEMS.REQUIRED'],
    ['too many boxes', { requestedPackageLineItems: Array(41).fill(BOX) }, {}, 'PACKAGECOUNT.EXCEEDED'],
    [
      '151 pounds',
      { requestedPackageLineItems: [{ weight: { units: 'LB', value: 151 } }] },
      {},
      'PACKAGE.WEIGHT.EXCEEDED',
    ],
    [
      'weight as text',
      { requestedPackageLineItems: [{ weight: { units: 'LB', value: '4' } }] },
      {},
      'PACKAGE.WEIGHT.INVALID',
    ],
    [
      'half an inch',
      { requestedPackageLineItems: [{ ...BOX, dimensions: { units: 'IN', length: 1.5, width: 1, height: 1 } }] },
      {},
      'PACKAGE.DIMENSIONS.INVALID',
    ],
    [
      'a battery that nobody describes',
      { requestedPackageLineItems: [{ ...BOX, packageSpecialServices: { specialServiceTypes: ['BATTERY'] } }] },
      {},
      'BATTERY.DETAILS.REQUIRED',
    ],
    [
      'a return of no kind',
      { shipmentSpecialServices: { specialServiceTypes: ['RETURN_SHIPMENT'] } },
      {},
      'RETURNTYPE.REQUIRED',
    ],
    [
      'papers within a country',
      { shipmentSpecialServices: { specialServiceTypes: ['ELECTRONIC_TRADE_DOCUMENTS'] } },
      {},
      'ETD.NOTALLOWED',
    ],
    ['goods without customs', abroad({ customsClearanceDetail: undefined }), {}, 'COMMODITIES.REQUIRED'],
    [
      'a wrong sum',
      abroad({ customsClearanceDetail: { ...CUSTOMS, totalCustomsValue: { amount: 10, currency: 'USD' } } }),
      {},
      'TOTALCUSTOMSVALUE.MISMATCH',
    ],
    [
      'duties that nobody pays',
      abroad({ customsClearanceDetail: { ...CUSTOMS, dutiesPayment: undefined } }),
      {},
      'DUTIESPAYMENT.PAYMENTTYPE.REQUIRED',
    ],
  ])('are refused for %s, and nothing is sold', async (_name, change, top, code) => {
    expect(codeOf(await ship(change, top))).toEqual([400, code]);
    const requested = {
      value: 'SO-1001',
      accountNumber: ACCOUNT.value,
      shipDateBegin: '2020-01-01',
      shipDateEndDate: '2099-01-01',
    };
    const found = await api('POST', '/track/v1/referencenumbers', { referencesInformation: requested }, trackToken);
    expect(digText(found.body, 'output', 'completeTrackResults', 0, 'trackResults', 0, 'error', 'code')).toBe(
      'TRACKING.REFERENCENUMBER.NOTFOUND',
    );
  });
});

describe('tracking', () => {
  it('tells the newest first, with the clock of each place, and ends delivered', async () => {
    const number = await buy();
    await control('parcels/advance', { trackingNumber: number, to: 'delivered' });
    expect(await events(number)).toEqual(['DL', 'OD', 'AR', 'DP', 'PU', 'OC']);
    expect(digText(await trackOne(number), 'scanEvents', 0, 'date')).toMatch(/T\d\d:\d\d:\d\d-0[45]:00$/);
    expect(digText(await trackOne(number), 'latestStatusDetail', 'code')).toBe('DL');
  });

  it('goes through customs, and moves by itself when the setting says so', async () => {
    const number = await buy(abroad());
    await control('settings', { parcelStepSeconds: 3600 });
    await control('clock/advance', { seconds: 3 * 3600 + 5 });
    trackToken = digText((await login('fedex-track-demo', 'fedex-track-secret-demo')).body, 'access_token');
    expect(await events(number)).toEqual(['AR', 'CC', 'CP', 'DP', 'PU', 'OC']);
  });

  it('answers 200 with an error inside for a number that nobody knows, and refuses none and too many', async () => {
    expect(digText(await trackOne('794953535000'), 'error', 'code')).toBe('TRACKING.TRACKINGNUMBER.NOTFOUND');
    const ask = (trackingInfo: object[]) =>
      api('POST', '/track/v1/trackingnumbers', { includeDetailedScans: true, trackingInfo }, trackToken);
    expect(codeOf(await ask([]))).toEqual([400, 'TRACKING.TRACKINGNUMBER.EMPTY']);
    const [one] = track('1').trackingInfo;
    expect(codeOf(await ask(Array(31).fill(one)))).toEqual([400, 'TRACKING.TRACKINGNUMBER.LIMIT']);
  });
});

it('keeps shipments over a restart', async () => {
  const stateFile = join(mkdtempSync(join(tmpdir(), 'fedex-')), 'state.json');
  const shared = box;
  try {
    box = await startForTest({ ordersPerShop: 1, stateFile });
    const number = await buy();
    await box.close();
    box = await startForTest({ ordersPerShop: 1, stateFile });
    expect(await events(number)).toEqual(['OC']);
    await box.close();
  } finally {
    box = shared;
  }
});

describe("a published client of FedEx's services", () => {
  async function clients() {
    const FedEx = await loadClient<FedexModule>('@stores.com/fedex');
    const url = `${box.url}/fedex`;
    return {
      fedex: new FedEx.default({ url, api_key: 'fedex-key-demo', secret_key: 'fedex-secret-demo' }),
      tracker: new FedEx.default({ url, api_key: 'fedex-track-demo', secret_key: 'fedex-track-secret-demo' }),
    };
  }

  it('quotes, ships, tracks, closes, cancels and resolves an address', async () => {
    const { fedex, tracker } = await clients();
    const rated = await fedex.rateAndTransitTimes({
      accountNumber: ACCOUNT,
      requestedShipment: {
        shipper: FROM,
        recipient: TO,
        pickupType: 'DROPOFF_AT_FEDEX_LOCATION',
        rateRequestType: ['LIST'],
        requestedPackageLineItems: [BOX],
      },
    });
    expect(digText(rated, 'output', 'rateReplyDetails', 0, 'serviceType')).toBe('FEDEX_GROUND');
    const sold = await fedex.createShipment(shipBody(), { customer_transaction_id: 'ours-1' });
    expect(digText(sold, 'customerTransactionId')).toBe('ours-1');
    const number = digText(sold, 'output', 'transactionShipments', 0, 'masterTrackingNumber');
    const followed = await tracker.trackByTrackingNumber(track(number));
    expect(
      digText(followed, 'output', 'completeTrackResults', 0, 'trackResults', 0, 'latestStatusDetail', 'code'),
    ).toBe('OC');
    const close = {
      accountNumber: ACCOUNT,
      closeDate: tomorrow(),
      closeReqType: 'GCDR',
      groundServiceCategory: 'GROUND',
    };
    expect(digText(await fedex.groundEndOfDayClose(close), 'output', 'closeDocuments', 0, 'type')).toBe('MANIFEST');
    const cancelled = await fedex.cancelShipment({ accountNumber: ACCOUNT, trackingNumber: number });
    expect(dig(cancelled, 'output', 'cancelledShipment')).toBe(true);
    const resolved = await fedex.validateAddress({ addressesToValidate: [{ address: TO.address }] });
    expect(digText(resolved, 'output', 'resolvedAddresses', 0, 'classification')).toBe('RESIDENTIAL');
  });

  it('throws what is refused', async () => {
    const { fedex } = await clients();
    await expect(fedex.createShipment(shipBody({ serviceType: 'X' }))).rejects.toThrow('Invalid service type: X.');
    await expect(fedex.cancelShipment({ accountNumber: ACCOUNT, trackingNumber: '1' })).rejects.toThrow('not known');
  });
});
