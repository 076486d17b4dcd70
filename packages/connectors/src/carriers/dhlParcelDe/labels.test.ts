import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import type { Parcel } from '../../types.ts';
import { ACCESS, answer, connect, file, ITEM, LONDON, NOW, PARCEL, PDF } from './fixtures.ts';
import { piecesIn } from './labels.ts';
import { orderRequest } from './orders.ts';
import { stageOf } from './stages.ts';
import { readEvents } from './tracking.ts';

const [GOODS] = PARCEL.items as [Parcel['items'][number]];

describe('DHL Paket orders', () => {
  const send = async (more: Partial<Parcel>, product: string) => {
    const { fetch, sent } = scripted(answer(ITEM));
    await connect(fetch).buyLabel(ACCESS, { ...PARCEL, ...more }, product);
    return { body: JSON.parse(sent[0]?.body ?? ''), sent: sent[0] };
  };

  it('are those of the published example inside Germany, without a telephone number', async () => {
    const { body, sent } = await send({}, 'V01PAK');
    expect(sent?.url.origin).toBe('https://api-eu.dhl.com');
    expect(`${sent?.url.pathname}${sent?.url.search}`).toBe(
      '/parcel/de/shipping/v2/orders?docFormat=PDF&printFormat=910-300-410&includeDocs=include&combine=false',
    );
    expect(body).toEqual({
      profile: 'STANDARD_GRUPPENPROFIL',
      shipments: [
        {
          product: 'V01PAK',
          billingNumber: '33333333330101',
          refNo: 'Order No. 1234',
          shipper: {
            name1: 'My Online Shop GmbH',
            addressStreet: 'Sträßchensweg 10',
            postalCode: '53113',
            city: 'Bonn',
            country: 'DEU',
          },
          consignee: {
            name1: 'Maria Musterfrau',
            addressStreet: 'Kurt-Schumacher-Str. 20',
            postalCode: '53113',
            city: 'Bonn',
            country: 'DEU',
            email: 'maria@musterfrau.de',
          },
          details: { dim: { uom: 'mm', height: 100, length: 200, width: 150 }, weight: { uom: 'g', value: 500 } },
        },
      ],
    });
  });

  it('are declared to customs as the published example is', async () => {
    const customs = { terms: 'DDP', eori: 'DE11111', vat: 'GB22222', invoiceNumber: 'Invoice 123' } as const;
    const { body } = await send({ to: LONDON, customs }, 'V53WPAK');
    const [shipment] = body.shipments;
    expect(shipment).toMatchObject({
      billingNumber: '33333333335301',
      consignee: { country: 'GBR', additionalAddressInformation1: '2. Floor', phone: '+44 123456789' },
      services: { endorsement: 'RETURN', postalDeliveryDutyPaid: true },
    });
    expect(shipment.customs).toEqual({
      exportType: 'COMMERCIAL_GOODS',
      invoiceNo: 'Invoice 123',
      shipperCustomsRef: 'DE11111',
      postalCharges: { currency: 'USD', value: 0 },
      items: [
        {
          itemDescription: 'Item 1',
          packagedQuantity: 1,
          hsCode: '123456',
          countryOfOrigin: 'FRA',
          itemValue: { currency: 'USD', value: 10 },
          itemWeight: { uom: 'g', value: 400 },
        },
      ],
    });
    const dutch = { ...LONDON, postalCode: '1071 AA', city: 'Amsterdam', country: 'NL' };
    expect((await send({ to: dutch, items: [] }, 'V53WPAK')).body.shipments[0].customs).toBeUndefined();
    const texan = { ...LONDON, city: 'Elgin', state: 'TX', postalCode: '78621', country: 'US' };
    expect((await send({ to: texan }, 'V53WPAK')).body.shipments[0].consignee).toMatchObject({
      state: 'US-TX',
      country: 'USA',
    });
  });

  it('are not sent without what DHL and customs need', () => {
    const wrong = (more: Partial<Parcel>) => () => orderRequest(ACCESS, { ...PARCEL, to: LONDON, ...more }, 'V53WPAK');
    expect(wrong({ items: [] })).toThrow(/border/);
    expect(wrong({ items: [{ ...GOODS, unitValueUsd: '0.00' }] })).toThrow(/value/);
    expect(wrong({ items: [{ ...GOODS, battery: 'alone' }] })).toThrow(/batteries/);
    expect(wrong({ further: [{ weightGrams: 1 }] })).toThrow(/box/);
    expect(wrong({ to: { ...LONDON, line1: 'x'.repeat(51) } })).toThrow(/street/);
    expect(wrong({ to: { ...LONDON, country: 'XX' } })).toThrow(/country/);
    expect(wrong({ to: { ...LONDON, country: 'CN' }, customs: { terms: 'DDP' } })).toThrow(/duty/);
    for (const reference of ['1234567', 'x'.repeat(36)]) expect(wrong({ reference })).toThrow(/reference/);
  });

  it('are read as a public client has them answered', async () => {
    const buy = (...items: object[]) => connect(scripted(answer(...items)).fetch).buyLabel(ACCESS, PARCEL, 'V01PAK');
    const warning = { property: 'consignee', validationMessage: 'Die Hausnummer …', validationState: 'Warning' };
    expect(await buy({ ...ITEM, validationMessages: [warning] })).toEqual({
      shipmentId: '340434310428091700',
      trackingNumber: '340434310428091700',
      amount: '0',
      currency: '',
      label: { format: 'pdf', data: PDF },
    });
    expect(await buy({ ...ITEM, customsDoc: file() })).toMatchObject({ customsForms: PDF });
  });

  it('are refused by field, also within an answer that is fine as a whole', async () => {
    const buy = (reply: object) => failure(connect(scripted(reply).fetch).buyLabel(ACCESS, PARCEL, 'V01PAK'));
    const validationMessages = [
      { property: 'consignee.city', validationMessage: 'City name is required', validationState: 'Error' },
      { property: 'details.weight', validationMessage: 'Weight is high', validationState: 'Warning' },
    ];
    const faults = { validationMessages, sstatus: { title: 'Bad Request', statusCode: 400 } };
    expect(await buy(answer(faults))).toMatchObject({
      kind: 'rejected',
      message: 'consignee.city: City name is required',
    });
    expect(await buy(answer({ ...ITEM, ...faults, label: undefined }))).toMatchObject({ kind: 'rejected' });
    expect(await buy({ status: 400, ...answer(faults) })).toMatchObject({
      kind: 'rejected',
      message: 'consignee.city: City name is required',
    });
    const flat = { title: 'Unauthorized', statusCode: 401, detail: 'Unauthorized for given resource.' };
    expect(await buy({ status: 401, json: flat })).toMatchObject({
      kind: 'unauthorized',
      message: 'Unauthorized for given resource.',
    });
    expect(await buy({ status: 429 })).toMatchObject({ kind: 'throttled', retryAfterMs: 5000 });
    expect(await buy({ status: 500 })).toMatchObject({ kind: 'uncertain' });
  });

  it('are uncertain while their label cannot be used: they are placed', async () => {
    for (const item of [
      { ...ITEM, label: file(PDF.subarray(0, 12)) },
      { ...ITEM, label: undefined },
    ]) {
      const { fetch } = scripted(answer(item));
      expect(await kindOfFailure(connect(fetch).buyLabel(ACCESS, PARCEL, 'V01PAK'))).toBe('uncertain');
    }
    expect(await kindOfFailure(connect(scripted({ json: {} }).fetch).buyLabel(ACCESS, PARCEL, 'V01PAK'))).toBe(
      'uncertain',
    );
  });
});

describe('DHL Paket returns', () => {
  const back: Parcel = { ...PARCEL, from: PARCEL.to, to: PARCEL.from, isReturn: true, reference: 'Return Order 5678' };

  it('are those of a published example', async () => {
    const { fetch, sent } = scripted({ status: 201, json: { shipmentNo: '999991587211', label: file() } });
    expect(await connect(fetch).buyLabel(ACCESS, back, 'V07PAK')).toMatchObject({
      shipmentId: '999991587211',
      label: { format: 'pdf', data: PDF },
    });
    expect(sent[0]?.url.pathname).toBe('/parcel/de/shipping/returns/v1/orders');
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      receiverId: 'deu',
      customerReference: 'Return Order 5678',
      shipper: {
        name1: 'Maria Musterfrau',
        addressStreet: 'Kurt-Schumacher-Str. 20',
        postalCode: '53113',
        city: 'Bonn',
        email: 'maria@musterfrau.de',
        phone: '+49 987654321',
      },
      itemWeight: { uom: 'g', value: 500 },
    });
  });

  it('from abroad name the goods', async () => {
    const { fetch, sent } = scripted({ status: 201, json: { shipmentNo: '1', label: file() } });
    const swiss = { ...PARCEL.to, postalCode: '3344', city: 'Bern', country: 'CH' };
    const access = { ...ACCESS, keys: { ...ACCESS.keys, returnReceiver: '' } };
    await connect(fetch).buyLabel(access, { ...back, from: swiss }, 'V07PAK');
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({
      receiverId: 'che',
      customsDetails: { items: [{ hsCode: '123456', countryOfOrigin: 'FRA' }] },
    });
  });
});

describe('DHL Paket purchases', () => {
  const piece = (number: string, reference: string) =>
    `<data name="piece-shipment" error-status="0" piece-code="${number}" piece-customer-reference="${reference}">` +
    '<data name="piece-event-list"></data></data>';
  const list = (code: string, inside = '') =>
    `<?xml version="1.0"?><data name="piece-shipment-list" code="${code}" request-id="1">${inside}</data>`;

  it('are looked up by our reference in the older tracking, in XML that holds any character', async () => {
    const { fetch, sent } = scripted({ text: list('0', piece('00340434', 'A&"1')) }, answer(ITEM));
    expect(await connect(fetch).findPurchase(ACCESS, 'A&"1')).toBeNull();
    expect(sent[0]?.url.searchParams.get('xml')).toContain('piece-customer-reference="A&#38;&#34;1"');
    expect(sent[0]?.headers.get('authorization')).toBe('Basic ZGhsLXBhcmNlbC1kZW1vOmRobC1wYXJjZWwtc2VjcmV0');
    expect(piecesIn(list('0', piece('1', 'A') + piece('2', 'B') + piece('3', 'A')), 'A')).toEqual(['1', '3']);
    expect(piecesIn(list('100'), 'A')).toEqual([]);
    expect(() => piecesIn(list('5').replace('request-id', 'error="Login failed" request-id'), 'A')).toThrow(/Login/);
    expect(() => piecesIn('<html>', 'A')).toThrow(/read/);
  });

  it('that were closed or deleted have no label any more', async () => {
    const gone = { shipmentNo: '1', sstatus: { title: 'Unknown shipment number', statusCode: 404 } };
    const find = (reply: object) =>
      connect(scripted({ text: list('0', piece('1', 'Order No. 1234')) }, reply).fetch).findPurchase(
        ACCESS,
        'Order No. 1234',
      );
    expect(await find(answer(gone))).toBeNull();
    expect(await find({ status: 404, ...answer(gone) })).toBeNull();
    expect(await find(answer(ITEM))).toMatchObject({ shipmentId: '1', label: { data: PDF } });
    expect(await kindOfFailure(find({ status: 503 }))).toBe('unavailable');
    const print = connect(scripted(answer(gone)).fetch).labelPdf(ACCESS, '1');
    expect(await kindOfFailure(print)).toBe('rejected');
  });

  it('are taken back until the day is closed', async () => {
    const revoke = (reply: object) => connect(scripted(reply).fetch).voidLabel(ACCESS, '1', '1');
    const state = (statusCode: number, detail: string) =>
      answer({ shipmentNo: '1', sstatus: { title: 'x', statusCode, detail } });
    // As karrio's example has it: the code is called status, and the number is none of text.
    expect(await revoke(answer({ shipmentNo: 340434310428091, sstatus: { title: 'OK', status: 200 } }))).toEqual({
      voided: true,
      detail: '',
    });
    expect(await revoke(state(404, 'Unknown'))).toMatchObject({ voided: true });
    expect(await revoke({ status: 400, ...state(400, 'Manifested') })).toEqual({ voided: false, detail: 'Manifested' });
    expect(await revoke(state(400, 'Manifested'))).toEqual({ voided: false, detail: 'Manifested' });
    expect(await kindOfFailure(revoke({ status: 503 }))).toBe('unavailable');
  });
});

describe('DHL Paket tracking', () => {
  it.each([
    ['pre-transit', 'The instruction data have been provided by the sender to DHL electronically', 'created'],
    ['transit', 'The shipment has been posted by the sender at the PACKSTATION', 'pickedUp'],
    ['transit', 'The shipment has been processed in the parcel center of origin', 'inTransit'],
    ['transit', 'The shipment is pending completion of customs inspection.', 'customs'],
    ['transit', 'The shipment has been loaded onto the delivery vehicle', 'outForDelivery'],
    ['transit', 'The shipment is ready for pick-up at the PACKSTATION', 'availableForPickup'],
    ['failure', 'The shipment could not be delivered', 'deliveryFailed'],
    ['transit', 'The shipment is being returned to the sender', 'returning'],
    ['delivered', 'The shipment has been delivered to the sender', 'returned'],
    ['delivered', 'The shipment has been successfully delivered', 'delivered'],
    ['failure', 'The shipment was lost', 'lost'],
    ['failure', 'Something happened', 'exception'],
    ['unknown', '', 'unknown'],
  ] as const)('%s "%s" is %s', (status, words, stage) => {
    expect(stageOf(status, words)).toBe(stage);
  });

  it('goes by the clock of Germany where no offset is told', async () => {
    const events = [
      {
        timestamp: '2016-07-18T10:02:00',
        statusCode: 'delivered',
        status: 'The shipment has been successfully delivered',
      },
      {
        timestamp: '2016-03-17T11:44:00',
        statusCode: 'transit',
        description: 'x',
        location: { address: { addressLocality: 'Bremen' } },
      },
      { timestamp: '2016-03-17T09:00:00Z', statusCode: 'pre-transit' },
      { odd: 1 },
    ];
    const { fetch, sent } = scripted({ json: { shipments: [{ id: 1, events }] } });
    const read = await connect(fetch).track(ACCESS, '0034');
    expect(read.map((one) => [one.at, one.stage, one.place])).toEqual([
      ['2016-03-17T09:00:00.000Z', 'created', undefined],
      ['2016-03-17T10:44:00.000Z', 'inTransit', 'Bremen'],
      ['2016-07-18T08:02:00.000Z', 'delivered', undefined],
    ]);
    expect(sent[0]?.headers.get('dhl-api-key')).toBe('dhl-parcel-demo');
    expect(() => readEvents([{ odd: 1 }])).toThrow(/track/);
    const none = { status: 404, json: { title: 'No result found', status: 404 } };
    expect(await connect(scripted(none).fetch).track(ACCESS, '1')).toEqual([]);
  });

  it('has a token of its own time', async () => {
    const { fetch, sent } = scripted({ json: { access_token: 'eyJ', token_type: 'Bearer', expires_in: 1799 } });
    expect(await connect(fetch).authenticate(ACCESS)).toEqual({
      accessToken: 'eyJ',
      accessExpiresAt: new Date(NOW + 1_799_000).toISOString(),
    });
    expect(Object.fromEntries(new URLSearchParams(sent[0]?.body))).toEqual({
      grant_type: 'password',
      client_id: 'dhl-parcel-demo',
      client_secret: 'dhl-parcel-secret',
      username: 'user-valid',
      password: 'dhl-parcel-password',
    });
  });
});
