import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import type { Parcel } from '../../types.ts';
import { ACCESS, bought, connect, NOW, PARCEL, PDF, paper, problem, SHIPMENT } from './fixtures.ts';
import { shipmentRequest } from './shipments.ts';

const [ITEM] = PARCEL.items as [Parcel['items'][number]];

describe('DHL Express shipments', () => {
  const send = async (more: Partial<Parcel> = {}) => {
    const { fetch, sent } = scripted(bought());
    await connect(fetch).buyLabel(ACCESS, { ...PARCEL, ...more }, 'P');
    return { body: JSON.parse(sent[0]?.body ?? ''), text: sent[0]?.body ?? '', sent: sent[0] };
  };

  it('declare the parcel in kilograms, centimetres and dollars', async () => {
    const { body, text, sent } = await send();
    expect(sent?.url.href).toBe('https://express.api.dhl.com/mydhlapi/shipments');
    // RFC 7617 over the demo's keys.
    expect(sent?.headers.get('authorization')).toBe('Basic ZGhsLWV4cHJlc3MtZGVtbzpkaGwtZXhwcmVzcy1zZWNyZXQ=');
    expect(sent?.headers.get('message-reference')).toMatch(/^[0-9a-f-]{36}$/);
    expect(body).toMatchObject({
      plannedShippingDateAndTime: '2026-11-02T13:00:00 GMT+00:00',
      productCode: 'P',
      accounts: [{ typeCode: 'shipper', number: '123456789' }],
      valueAddedServices: [{ serviceCode: 'WY' }],
      customerReferences: [{ value: 'OUT-20261102-0001', typeCode: 'CU' }],
      content: {
        packages: [{ weight: 0.42, dimensions: { length: 20.4, width: 15, height: 8 } }],
        isCustomsDeclarable: true,
        declaredValue: 9,
        declaredValueCurrency: 'USD',
        incoterm: 'DAP',
      },
    });
    expect(body.content.exportDeclaration).toEqual({
      lineItems: [
        {
          number: 1,
          description: 'Phone case',
          price: 4.5,
          quantity: { value: 2, unitOfMeasurement: 'PCS' },
          commodityCodes: [{ typeCode: 'outbound', value: '392690' }],
          exportReasonType: 'permanent',
          manufacturerCountry: 'CN',
          weight: { netValue: 0.2, grossValue: 0.2 },
        },
      ],
      invoice: { number: 'OUT-20261102-0001', date: '2026-11-02' },
      exportReasonType: 'permanent',
    });
    expect(text).toContain('"price":4.50');
    expect(body.customerDetails.receiverDetails).toEqual({
      postalAddress: {
        postalCode: '30005',
        cityName: 'Alpharetta',
        countryCode: 'US',
        provinceCode: 'GA',
        addressLine1: '9 Elm St',
        addressLine2: 'Apt 4',
      },
      contactInformation: {
        phone: '5550100',
        companyName: 'Pat Mary Doe',
        fullName: 'Pat Mary Doe',
        email: 'pat@example.test',
      },
    });
  });

  it('say who pays the duty, the tax numbers, and what batteries there are', async () => {
    const customs = {
      terms: 'DDP',
      ioss: 'IM1234567890',
      eori: 'de1234567',
      vat: 'FR1',
      invoiceNumber: 'INV-7',
    } as const;
    const { body } = await send({
      customs,
      to: { ...PARCEL.to, country: 'FR' },
      items: [
        { ...ITEM, battery: 'inside', lithium: { chemistry: 'ion', isSmall: true } },
        { ...ITEM, battery: 'packed', lithium: { chemistry: 'metal', isSmall: true } },
        { ...ITEM, battery: 'inside', lithium: { chemistry: 'ion', isSmall: true } },
      ],
    });
    expect(body.accounts).toEqual([
      { typeCode: 'shipper', number: '123456789' },
      { typeCode: 'duties-taxes', number: '123456789' },
    ]);
    expect(body.valueAddedServices).toEqual([
      { serviceCode: 'WY' },
      { serviceCode: 'DD' },
      { serviceCode: 'HV', dangerousGoods: [{ contentId: '967' }] },
      { serviceCode: 'HM', dangerousGoods: [{ contentId: '969' }] },
    ]);
    expect(body.customerDetails.shipperDetails.registrationNumbers).toEqual([
      { typeCode: 'EOR', number: 'de1234567', issuerCountryCode: 'DE' },
      { typeCode: 'VAT', number: 'FR1', issuerCountryCode: 'FR' },
      { typeCode: 'SDT', number: 'IM1234567890', issuerCountryCode: 'FR' },
    ]);
    expect(body.content).toMatchObject({ incoterm: 'DDP', exportDeclaration: { invoice: { number: 'INV-7' } } });
  });

  it('that come back are paid by us and declared as returns', async () => {
    const { body } = await send({ isReturn: true });
    expect(body.accounts).toEqual([{ typeCode: 'payer', number: '123456789' }]);
    expect(body.content.exportDeclaration.exportReasonType).toBe('return');
    expect(body.outputImageProperties.imageOptions.at(-1)).toMatchObject({ invoiceType: 'returns' });
  });

  it('inside the customs union are not declared', async () => {
    const land = (country: string) => ({ ...PARCEL.to, country });
    const { body } = await send({ from: land('DE'), to: land('PL'), items: [], customs: { terms: 'DDP' } });
    expect(body.content).toMatchObject({ isCustomsDeclarable: false, incoterm: 'DAP' });
    expect(body.accounts).toHaveLength(1);
    expect(body.content.exportDeclaration).toBeUndefined();
    expect(body.valueAddedServices).toBeUndefined();
    for (const to of ['CH', 'GB', 'NO']) {
      const abroad = { ...PARCEL, from: land('DE'), to: land(to), items: [] };
      expect(() => shipmentRequest(ACCESS, abroad, 'P', NOW)).toThrow(/border/);
    }
  });

  it('do without what is not known, and are not sent without what DHL and customs need', async () => {
    const { phone: _p, ...from } = PARCEL.from;
    const { phone: _q, ...to } = PARCEL.to;
    const { body } = await send({ from, to, heightMm: 0 });
    expect(body.content.packages[0].dimensions).toEqual({ length: 20.4, width: 15, height: 1 });
    expect(body.customerDetails.receiverDetails.contactInformation.phone).toBe('0000000000');
    expect((await send({ to })).body.customerDetails.receiverDetails.contactInformation.phone).toBe('13000000000');
    const long = { ...PARCEL.to, line1: `Building 12 ${'of the very long street '.repeat(3)}`, line2: 'Apt 4' };
    const lines = (await send({ to: long })).body.customerDetails.receiverDetails.postalAddress;
    expect([lines.addressLine1, lines.addressLine2, lines.addressLine3].join(' ')).toBe(`${long.line1.trim()} Apt 4`);
    const wrong = (more: Partial<Parcel>) => () => shipmentRequest(ACCESS, { ...PARCEL, ...more }, 'P', NOW);
    const { originCountry: _o, ...nowhere } = ITEM;
    expect(wrong({ to: { ...long, line1: 'a street '.repeat(20) } })).toThrow(/three lines/);
    expect(wrong({ items: [] })).toThrow(/border/);
    expect(wrong({ items: [{ ...ITEM, unitValueUsd: '0.00' }] })).toThrow(/value/);
    expect(wrong({ items: [nowhere] })).toThrow(/origin/);
    const ion = (isSmall: boolean) => ({ lithium: { chemistry: 'ion', isSmall } }) as const;
    for (const battery of [
      { battery: 'alone', ...ion(true) },
      { battery: 'inside', ...ion(false) },
      { battery: 'inside' },
    ] as const)
      expect(wrong({ items: [ITEM, { ...ITEM, ...battery, sku: 'POWER-1' }] })).toThrow(/batter.*POWER-1/);
    expect(wrong({ further: Array.from({ length: 50 }, () => ({ weightGrams: 1 })) })).toThrow(/boxes/);
    for (const reference of ['', 'x'.repeat(36)]) expect(wrong({ reference })).toThrow(/reference/);
  });

  it('are read as a public client has them answered', async () => {
    const buy = (more: object) => connect(scripted(bought(more)).fetch).buyLabel(ACCESS, PARCEL, 'P');
    expect(await buy({ shipmentTrackingNumber: 9356579890 })).toEqual({
      shipmentId: '9356579890',
      trackingNumber: '9356579890',
      amount: '25.99',
      currency: 'USD',
      label: { format: 'pdf', data: PDF },
    });
    expect(await buy({ shipmentCharges: undefined })).toMatchObject({ amount: '0', currency: '' });
    expect(await buy({ documents: [paper('label'), paper('invoice')] })).toMatchObject({ customsForms: PDF });
  });

  it('are uncertain while their labels cannot be used: they are bought', async () => {
    const cut = paper('label', PDF.subarray(0, 12));
    for (const documents of [[cut], [paper('waybillDoc')], [paper('label'), paper('label')], []]) {
      const { fetch } = scripted(bought({ documents }));
      expect(await kindOfFailure(connect(fetch).buyLabel(ACCESS, PARCEL, 'P'))).toBe('uncertain');
    }
    for (const reply of [{ status: 500 }, { status: 201, text: '<html>' }, { status: 302 }]) {
      const { fetch } = scripted(reply);
      expect(await kindOfFailure(connect(fetch).buyLabel(ACCESS, PARCEL, 'P'))).toBe('uncertain');
    }
  });

  it('are refused in the words of DHL', async () => {
    const buy = (reply: object) => failure(connect(scripted(reply).fetch).buyLabel(ACCESS, PARCEL, 'P'));
    expect(await buy(problem(400, '7008: The service is not available'))).toMatchObject({
      kind: 'rejected',
      code: '7008',
      message: '7008: The service is not available',
    });
    const many = { title: 'Validation error', additionalDetails: ['#/a: one', '#/b: two'] };
    expect(await buy(problem(422, 'Multiple problems found', many))).toMatchObject({
      kind: 'rejected',
      message: 'Multiple problems found; #/a: one; #/b: two',
    });
    expect(await buy(problem(401, 'Invalid Credentials'))).toMatchObject({ kind: 'unauthorized' });
    expect(await buy({ status: 503, text: '' })).toMatchObject({ kind: 'unavailable', code: 'HTTP 503' });
    expect(await buy({ status: 429, headers: { 'retry-after': '7' } })).toMatchObject({
      kind: 'throttled',
      retryAfterMs: 7000,
    });
  });
});

describe('DHL Express purchases', () => {
  const tracked = (more: object = {}) => ({
    json: {
      shipments: [
        {
          shipmentTrackingNumber: SHIPMENT.shipmentTrackingNumber,
          shipmentTimestamp: '2026-10-31T23:50:00',
          productCode: 'P',
          shipperReferences: [{ value: PARCEL.reference, typeCode: 'CU' }],
          events: [],
          pieces: [{ trackingNumber: 'JD014600001234567890' }],
          ...more,
        },
      ],
    },
  });
  const image = {
    json: { documents: [{ typeCode: 'waybill', encodingFormat: 'PDF', content: PDF.toString('base64') }] },
  };
  const none = problem(404, '1504: No document images found for the provided search criteria.');
  const find = (...replies: Parameters<typeof scripted>) =>
    connect(scripted(...replies).fetch).findPurchase(ACCESS, PARCEL.reference);
  const moving = { events: [{ date: '2026-11-01', time: '10:00:00', GMTOffset: '+08:00', typeCode: 'PU' }] };

  it('are found by our reference, with the waybill of the month they are of', async () => {
    const { fetch, sent } = scripted(tracked(), image);
    expect(await connect(fetch).findPurchase(ACCESS, PARCEL.reference)).toEqual({
      shipmentId: '9356579890',
      trackingNumber: '9356579890',
      label: { format: 'pdf', data: PDF },
    });
    expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toMatchObject({
      shipmentReference: PARCEL.reference,
      shipperAccountNumber: '123456789',
      dateRangeFrom: '2026-09-03',
      dateRangeTo: '2026-11-03',
    });
    expect(sent[1]?.url.searchParams.get('pickupYearAndMonth')).toBe('2026-10');
    expect(await find(problem(404, 'No Shipments Found for ReferenceID | X'))).toBeNull();
    expect(await find(tracked({ shipperReferences: [{ value: 'OTHER' }] }))).toBeNull();
  });

  it('without a label count as never bought while nobody has used them', async () => {
    expect(await find(tracked(), none)).toBeNull();
    expect(await kindOfFailure(find(tracked(moving), none))).toBe('unavailable');
    expect(await kindOfFailure(find(tracked(), { status: 503 }))).toBe('unavailable');
    expect(await kindOfFailure(find({ json: {} }))).toBe('malformed');
  });

  it('are taken back as long as DHL does not have them', async () => {
    const revoke = (...replies: Parameters<typeof scripted>) =>
      connect(scripted(...replies).fetch).voidLabel(ACCESS, '9356579890', '9356579890');
    expect(await revoke(problem(404, 'No Shipments Found'))).toMatchObject({ voided: true });
    expect(await revoke(tracked())).toMatchObject({ voided: true });
    expect(await revoke(tracked(moving))).toMatchObject({ voided: false });
    expect(await kindOfFailure(revoke({ status: 503 }))).toBe('unavailable');
  });

  it('are printed again, if DHL keeps them', async () => {
    const print = (...replies: Parameters<typeof scripted>) =>
      connect(scripted(...replies).fetch).labelPdf(ACCESS, 'JD014600001234567890');
    const { fetch, sent } = scripted(tracked(), image);
    expect(await connect(fetch).labelPdf(ACCESS, 'JD014600001234567890')).toEqual(PDF);
    expect(sent[0]?.url.searchParams.get('pieceTrackingNumber')).toBe('JD014600001234567890');
    expect(await kindOfFailure(print(tracked(), none))).toBe('rejected');
    const torn = { json: { documents: [{ content: PDF.subarray(0, 10).toString('base64') }] } };
    expect(await kindOfFailure(print(tracked(), torn))).toBe('malformed');
  });
});
