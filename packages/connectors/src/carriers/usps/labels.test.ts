import { describe, expect, it } from 'vitest';
import { bent } from '../../lax.testing.ts';
import { failure, kindOfFailure, scripted, serving } from '../../testing.ts';
import type { Parcel, ParcelItem } from '../../types.ts';
import {
  ABROAD,
  ACCESS,
  connect,
  GROUND,
  label,
  METADATA,
  no,
  offer,
  options,
  PARCEL,
  PDF,
  parts,
  type Reply,
} from './fixtures.ts';
import { createUspsConnector } from './index.ts';
import { dayAt, keyOf, labelRequest } from './parcels.ts';

const RATED = { mailClass: 'USPS_GROUND_ADVANTAGE', rateIndicator: 'SP', processingCategory: 'MACHINABLE' };
const ABROAD_RATED = { ...RATED, mailClass: 'PRIORITY_MAIL_INTERNATIONAL' };
const bodyOf = (more: Partial<Parcel> = {}, rated = RATED) =>
  JSON.parse(JSON.stringify(labelRequest({ ...PARCEL, ...more }, rated, '2026-11-02')));
const refused =
  (more: Partial<Parcel>, rated = RATED) =>
  () =>
    labelRequest({ ...PARCEL, ...more }, rated, '2026-11-02');
const [ITEM] = PARCEL.items as [ParcelItem];
const buy = (...replies: Reply[]) =>
  connect(scripted(options(GROUND), ...replies).fetch).buyLabel(ACCESS, PARCEL, 'USPS_GROUND_ADVANTAGE');

describe('USPS labels', () => {
  it('tell the parcel in pounds and inches, rounded up', () => {
    const body = bodyOf();
    expect(body.packageDescription).toEqual({
      ...{ weightUOM: 'lb', dimensionsUOM: 'in', weight: 4.2, length: 10, width: 8.01, height: 6 },
      ...RATED,
      ...{ destinationEntryFacilityType: 'NONE', mailingDate: '2026-11-02', extraServices: [] },
      customerReference: [{ referenceNumber: 'OUT-20261102-0001', printReferenceNumber: true }],
    });
    expect(body.toAddress).toEqual({
      ...{ firstName: 'Pat', lastName: 'Doe', streetAddress: '9 Elm St', secondaryAddress: 'Apt 4' },
      ...{ city: 'Alpharetta', state: 'GA', ZIPCode: '30005', ZIPPlus4: '1234' },
    });
    expect(body.fromAddress).toMatchObject({ firm: 'Demo Seller', phone: '14105550100' });
    expect(body).not.toHaveProperty('customsForm');
    expect(body.imageInfo).toEqual({ imageType: 'PDF', labelType: '4X6LABEL', receiptOption: 'NONE' });
  });

  it('declare the goods where customs look at them', () => {
    const { customsForm, toAddress, fromAddress } = bodyOf(ABROAD, ABROAD_RATED);
    expect(customsForm).toEqual({
      ...{ customsContentType: 'MERCHANDISE', AESITN: 'NO EEI 30.37(a)' },
      contents: [
        {
          ...{ itemDescription: 'Desk lamp', itemQuantity: 2, itemTotalValue: 22.5, weightUOM: 'lb' },
          ...{ itemTotalWeight: 3.969, HSTariffNumber: '940521', countryofOrigin: 'CN' },
        },
      ],
    });
    expect(toAddress).toMatchObject({ country: 'Germany', countryISOAlpha2Code: 'DE', postalCode: '10115' });
    expect(fromAddress.firm).toBe('Demo Seller');
    const { company: _, ...private_ } = PARCEL.from;
    expect(bodyOf({ ...ABROAD, from: private_ }, ABROAD_RATED).fromAddress.firm).toBe('Sam Packer');
    const toCanada = { ...PARCEL.to, country: 'CA', state: 'ON', postalCode: 'M5V 2T6' };
    expect(bodyOf({ to: toCanada }, ABROAD_RATED).customsForm.AESITN).toBe('NO EEI 30.36');
    const island = { ...PARCEL.to, country: 'GU', state: '', postalCode: '96910' };
    expect(bodyOf({ to: island })).toMatchObject({ toAddress: { state: 'GU' }, customsForm: { contents: [{}] } });
    expect(bodyOf({ to: { ...PARCEL.to, country: 'PR', postalCode: '00901' } })).not.toHaveProperty('customsForm');
  });

  it('carry the number of the sender that customs want, and who pays them', () => {
    const exporter = (customs: Partial<NonNullable<Parcel['customs']>>) =>
      bodyOf({ ...ABROAD, customs: { terms: 'DAP', ...customs } }, ABROAD_RATED).customsForm.exportersReference;
    const all = { ioss: 'IM0123456789', vat: 'DE123456789', eori: 'US123' };
    expect(exporter(all)).toEqual({ referenceType: 'TAX_CODE', reference: 'IM0123456789' });
    expect(exporter({ ...all, ioss: '' })).toEqual({ referenceType: 'VAT_NUMBER', reference: 'DE123456789' });
    expect(exporter({ eori: 'US123' })).toEqual({ referenceType: 'TAX_CODE', reference: 'US123' });
    expect(exporter({})).toBeUndefined();
    const ddp = bodyOf({ ...ABROAD, customs: { terms: 'DDP', invoiceNumber: 'INV-1' } }, ABROAD_RATED);
    expect(ddp).toMatchObject({
      packageDescription: { prepayDutiesTaxesFees: true },
      customsForm: { invoiceNumber: 'INV-1' },
    });
    expect(bodyOf(ABROAD, ABROAD_RATED).packageDescription).not.toHaveProperty('prepayDutiesTaxesFees');
  });

  it('name batteries by how they travel', () => {
    const extras = (battery: ParcelItem['battery'], rated = RATED, more: Partial<Parcel> = {}) =>
      bodyOf({ ...more, items: [{ ...ITEM, ...(battery ? { battery } : {}) }] }, rated).packageDescription
        .extraServices;
    expect([extras('inside'), extras('packed'), extras('alone')]).toEqual([[820], [818], [816]]);
    expect(extras('inside', ABROAD_RATED, ABROAD)).toEqual([820]);
  });

  it('ask for a signature at home, and refuse one abroad', () => {
    expect(bodyOf({ signature: true }).packageDescription.extraServices).toEqual([921]);
    expect(refused({ ...ABROAD, signature: true }, ABROAD_RATED)).toThrow(/signature/);
  });

  it('are not asked for without what USPS needs', () => {
    const foreign = (items: ParcelItem[]) => refused({ ...ABROAD, items }, ABROAD_RATED);
    expect(foreign([])).toThrow(/customs/);
    expect(foreign([{ ...ITEM, unitValueUsd: '0.00' }])).toThrow(/value/);
    expect(foreign([{ ...ITEM, description: '台灯' }])).toThrow(/English/);
    expect(foreign(Array(31).fill(ITEM))).toThrow(/30 lines/);
    const { originCountry: _, ...nowhere } = ITEM;
    expect(foreign([nowhere])).toThrow(/origin/);
    expect(foreign([{ ...ITEM, unitValueUsd: '1250.00' }])).not.toThrow();
    expect(foreign([{ ...ITEM, unitValueUsd: '1250.01' }])).toThrow(/2500/);
    expect(foreign([{ ...ITEM, battery: 'alone' }])).toThrow(/batteries/);
    expect(refused({ items: [{ ...ITEM, battery: 'alone' }] }, { ...RATED, mailClass: 'PRIORITY_MAIL' })).toThrow(
      /Ground/,
    );
    expect(refused({ reference: '' })).toThrow(/reference/);
    expect(refused({ further: [{ weightGrams: 1 }] })).toThrow(/box/);
    expect(refused({ from: { ...PARCEL.from, country: 'CN' } })).toThrow(/United States/);
    expect(refused({ ...ABROAD, isReturn: true })).toThrow(/abroad/);
    expect(refused({ to: { ...PARCEL.to, line1: 'x'.repeat(51) } })).toThrow(/longer/);
    expect(refused({ to: { ...PARCEL.to, city: 'x'.repeat(29) } })).toThrow(/longer/);
    expect(refused({ to: { ...PARCEL.to, postalCode: '3000' } })).toThrow(/ZIP/);
  });

  it('come back without a day of mailing', () => {
    const rated = { ...RATED, mailClass: 'USPS_GROUND_ADVANTAGE_RETURN_SERVICE' };
    const body = bodyOf({ from: PARCEL.to, to: PARCEL.from, isReturn: true }, rated);
    expect(body.packageDescription).not.toHaveProperty('mailingDate');
    expect(body).toMatchObject({ fromAddress: { lastName: 'Doe' }, toAddress: { firm: 'Demo Seller' } });
  });

  it('are bought at what postage, size and services cost', async () => {
    const { fetch, sent } = scripted(options(GROUND), label());
    expect(await connect(fetch).buyLabel(ACCESS, PARCEL, 'USPS_GROUND_ADVANTAGE')).toEqual({
      ...{ shipmentId: '9200190000000000000016', trackingNumber: '9200190000000000000016' },
      ...{ amount: '11.25', currency: 'USD', label: { format: 'pdf', data: PDF } },
    });
    expect(sent[1]?.headers.get('x-payment-authorization-token')).toBe('pay');
    expect(sent[1]?.headers.get('x-idempotency-key')).toBe(keyOf(ACCESS, PARCEL.reference));
    expect(sent[1]?.url.pathname).toBe('/labels/v3/label');
  });

  it('are read from parts and from one document, as clients have them from USPS', async () => {
    const image = PDF.toString('base64');
    const flat: Reply = { json: { ...METADATA, labelImage: image } };
    const inside: Reply = { json: { labelMetadata: METADATA, labelImage: image } };
    // The published sample begins right away with the boundary, and its lines end in a mere newline.
    const bare: Reply = { text: (label().text ?? '').replaceAll('\r\n', '\n'), headers: { 'content-type': '' } };
    const receipt = parts(['labelMetadata', METADATA], ['receiptImage', Buffer.from('x')], ['labelImage', PDF]);
    for (const reply of [flat, inside, bare, receipt])
      expect(await buy(reply)).toMatchObject({ trackingNumber: METADATA.trackingNumber, amount: '11.25' });
  });

  it('are in doubt when the answer is lost, cut off or unreadable: a second label would cost money', async () => {
    const text = label().text ?? '';
    const cutPdf = label({}, PDF.subarray(0, 12));
    const type = { 'content-type': 'multipart/form-data; boundary=r6-fp' };
    // The file is whole and the last part has no end: more was to come.
    const torn: Reply = { text: text.slice(0, -'--r6-fp--'.length), headers: type };
    for (const reply of [
      cutPdf,
      torn,
      { text: '<html>' },
      label({ trackingNumber: '' }),
      { status: 500 },
      { status: 204 },
    ])
      expect(await kindOfFailure(buy(reply))).toBe('uncertain');
    expect(await kindOfFailure(buy(parts(['labelMetadata', METADATA])))).toBe('uncertain');
    expect(await kindOfFailure(buy({ status: 503 }))).toBe('unavailable');
    expect(await kindOfFailure(buy(no('must not be null', '050034')))).toBe('rejected');
    const server = await serving((request, response) => {
      if (request.url?.includes('options')) response.end(JSON.stringify(options(GROUND).json));
      else request.on('data', () => request.socket.destroy());
    });
    const usps = createUspsConnector({ http: { baseUrls: { api: server.url } } });
    expect(await kindOfFailure(usps.buyLabel(ACCESS, PARCEL, 'USPS_GROUND_ADVANTAGE'))).toBe('uncertain');
    await server.close();
  });

  it('are read however an answer is bent that names them', async () => {
    for (const { what, answer } of bent(METADATA, ['trackingNumber'])) {
      const bought = await buy(parts(['labelMetadata', answer as object], ['labelImage', PDF]));
      expect([what, bought.trackingNumber]).toEqual([what, METADATA.trackingNumber]);
    }
  });

  it('are bought in the words in which they were quoted', async () => {
    const cubic = offer(
      'PRIORITY_MAIL',
      { price: 9.5 },
      { price: 8, rate: { rateIndicator: 'CP', processingCategory: 'NONSTANDARD' } },
      { price: 7, rate: { rateIndicator: 'FS' } },
      { price: 6, rate: { destinationEntryFacilityType: 'DESTINATION_DELIVERY_UNIT' } },
    );
    const { fetch, sent } = scripted(options(GROUND, cubic), label());
    await connect(fetch).buyLabel(ACCESS, PARCEL, 'PRIORITY_MAIL');
    expect(JSON.parse(sent[1]?.body ?? '').packageDescription).toMatchObject({
      ...{ mailClass: 'PRIORITY_MAIL', rateIndicator: 'CP', processingCategory: 'NONSTANDARD' },
    });
    const none = scripted(options(GROUND));
    const failed = await failure(connect(none.fetch).buyLabel(ACCESS, PARCEL, 'PRIORITY_MAIL'));
    expect(failed).toMatchObject({ kind: 'rejected', code: 'SERVICE' });
    expect(none.sent).toHaveLength(1);
  });
});

describe('USPS purchases', () => {
  const find = (except: string[], ...replies: Reply[]) =>
    connect(scripted(...replies).fetch).findPurchase(ACCESS, PARCEL.reference, except);

  it('have a key that belongs to the reference and to the customer', () => {
    const key = keyOf(ACCESS, 'OUT-1');
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(keyOf(ACCESS, 'OUT-1')).toBe(key);
    expect(keyOf(ACCESS, 'OUT-2')).not.toBe(key);
    expect(keyOf({ ...ACCESS, keys: { ...ACCESS.keys, crid: '99' } }, 'OUT-1')).not.toBe(key);
  });

  it('are found at home, else abroad, cancelled ones are not', async () => {
    const { fetch, sent } = scripted(
      no('Order not found'),
      label({ trackingNumber: '', internationalTrackingNumber: 'CZ000000016US' }),
    );
    expect(await connect(fetch).findPurchase(ACCESS, 'OUT-1')).toMatchObject({ trackingNumber: 'CZ000000016US' });
    expect(sent.map(({ url }) => url.pathname)).toEqual([
      ...['/labels/v3/label-reprint', '/international-labels/v3/international-label-reprint'],
    ]);
    expect(sent[1]?.headers.get('x-idempotency-key')).toBe(keyOf(ACCESS, 'OUT-1'));
    expect(await find([], no('Order not found'))).toBeNull();
    expect(await find([], no('Canceled labels are unavailable for reprint'), no('Order not found'))).toBeNull();
    // Beside a label that is known a key has none, and no reprint is spent on asking.
    const known = scripted(label());
    expect(await connect(known.fetch).findPurchase(ACCESS, 'OUT-1', [METADATA.trackingNumber])).toBeNull();
    expect(known.sent).toEqual([]);
    const back = parts(
      ['returnLabelMetadata', METADATA],
      ['returnLabelImage', PDF],
      ['reprintInfo', { reprintNumber: 1 }],
    );
    expect(await find([], back)).toMatchObject({ trackingNumber: METADATA.trackingNumber, amount: '11.25' });
  });

  it('that cannot be told from none are asked about again', async () => {
    expect(await kindOfFailure(find([], { status: 503 }))).toBe('unavailable');
    expect(await kindOfFailure(find([], label({}, PDF.subarray(0, 12))))).toBe('malformed');
    expect(await kindOfFailure(find([], { status: 401, json: {} }))).toBe('unauthorized');
    expect(await kindOfFailure(find([], no('Labels past their mailingDate are unavailable for reprint')))).toBe(
      'rejected',
    );
    expect(await kindOfFailure(find([], no('Access denied', '403', 403)))).toBe('rejected');
  });

  it('are voided, or not in the words of USPS', async () => {
    const cancel = (reply: Reply, number = METADATA.trackingNumber) => {
      const { fetch, sent } = scripted(reply);
      return { done: connect(fetch).voidLabel(ACCESS, number, number), sent };
    };
    const { done, sent } = cancel({ json: { trackingNumber: 'x', status: 'CANCELED' } }, 'CZ000000016US');
    expect(await done).toEqual({ voided: true, detail: '' });
    expect(sent[0]?.url.pathname).toBe('/international-labels/v3/international-label/CZ000000016US');
    const said = (reply: Reply) => cancel(reply).done;
    expect(await said({ json: { status: 'DISPUTED', disputeId: '103789' } })).toEqual({
      voided: true,
      detail: 'refund 103789 requested',
    });
    expect(await said(no('Order already canceled'))).toMatchObject({ voided: true });
    expect(await said(no('A refund request for this order has already been submitted today'))).toMatchObject({
      voided: true,
    });
    expect(await said(no('A refund request for this order cannot be submitted'))).toMatchObject({ voided: false });
    expect(await kindOfFailure(said(no('Order not found')))).toBe('rejected');
    expect(await kindOfFailure(said({ status: 503 }))).toBe('unavailable');
  });
});

it('a parcel is mailed on the day that it is where it lies', () => {
  const night = Date.parse('2026-11-02T03:00:00Z');
  expect(dayAt(PARCEL.from, night)).toBe('2026-11-01');
  expect(dayAt({ ...PARCEL.from, country: 'GU', postalCode: '96910' }, night)).toBe('2026-11-02');
});
