import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import type { Parcel } from '../../types.ts';
import { ACCESS, connect, DONE, LABEL, LINE, label, MADE, no, PARCEL, PDF, type Reply, SETUP } from './fixtures.ts';

const QUALIFICATIONS: Reply = {
  json: {
    batteryQualificationList: {
      qualifications: [
        { elecQualificationId: 'Q1', batteryType: 'LI_PI967_OLD', expireDate: '2026-01-01T00:00:00.000Z' },
        { elecQualificationId: 'Q2', batteryType: 'LI_PI967', expireDate: '2027-01-01T00:00:00.000Z' },
      ],
    },
  },
};
const buy = (replies: Reply[], parcel: Parcel = PARCEL, access = ACCESS) => {
  const { fetch, sent } = scripted(...SETUP, ...replies);
  return { done: connect(fetch).buyLabel(access, parcel, '101'), sent };
};
const infoOf = async (parcel: Parcel, access = ACCESS) => {
  const { done, sent } = buy([MADE, DONE, LABEL], parcel, access);
  await done;
  return JSON.parse(sent.find((one) => one.url.pathname.endsWith('/package'))?.body ?? '').packageInfo;
};
const [ITEM] = PARCEL.items;
if (!ITEM) throw new Error('no item');

describe('eDIS packages', () => {
  it('are made, confirmed and printed; the price is that of the package', async () => {
    const { done, sent } = buy([MADE, DONE, LABEL]);
    expect(await done).toEqual({
      ...{ shipmentId: 'P2601010001', trackingNumber: 'ES10014123456780000010001D0N', amount: '35.20' },
      ...{ currency: 'CNY', label: { format: 'pdf', data: Buffer.from(PDF) } },
    });
    const base = '/sell/edelivery_international_shipping/v1';
    expect(sent.slice(3).map((one) => `${one.method} ${one.url.pathname}${one.url.search}`)).toEqual([
      `POST ${base}/package`,
      `POST ${base}/package/P2601010001/confirm`,
      `GET ${base}/labels?tracking_numbers=ES10014123456780000010001D0N&page_size=THERMAL_PAPER`,
    ]);
  });

  it('declare the parcel in grams, centimetres and dollars, and name the line that was sold', async () => {
    expect(await infoOf(PARCEL)).toEqual({
      ...{ shippingServiceId: '101', shipFromAddressId: 'A2', consignPreferenceId: 'C1', incoterm: 'DDU' },
      ...{ packageComment: 'OUT-20261102-0001-1', packageWeight: 420 },
      ...{ packageLength: 21, packageWidth: 15, packageHeight: 8 },
      shipToAddress: {
        ...{ contact: 'Pat Mary Doe', phone: '5550100', countryCode: 'US', province: 'GA', city: 'Alpharetta' },
        ...{ street1: '9 Elm St Apt 4', postcode: '30005' },
      },
      items: [
        {
          ...{ orderId: '12-34567-89012', orderLineItem: LINE, itemTitle: 'phone case 手机壳', postedQuantity: 2 },
          sku: {
            ...{ skuNumber: 'CASE-1', nameEn: 'phone case', nameZh: 'phone case 手机壳', weight: 100 },
            ...{ price: { value: '4.50', currency: 'USD' }, tariffCode: '392690', origin: 'CN', isLiBattery: false },
          },
        },
      ],
    });
    const named = { ...ACCESS, keys: { ...ACCESS.keys, consignPreferenceId: 'C2' } };
    expect(await infoOf(PARCEL, named)).toMatchObject({ consignPreferenceId: 'C2' });
    const elsewhere = { ...PARCEL, from: { ...PARCEL.from, postalCode: '1' } };
    expect(await infoOf(elsewhere)).toMatchObject({ shipFromAddressId: 'A1' });
    const { sale: _, ...unsold } = ITEM;
    const customs = { terms: 'DAP' as const, ioss: 'IM2760000742' };
    const bare = { ...PARCEL, customs, items: [unsold, unsold] };
    expect((await infoOf(bare)).items).toMatchObject([
      { orderLineItem: 'OUT-20261102-0001-1.1', ebayCollectAndRemitTax: true },
      { orderLineItem: 'OUT-20261102-0001-1.2' },
    ]);
  });

  it('break a long street into lines of fifty characters', async () => {
    const long = {
      ...PARCEL.to,
      line1: 'Flat 12, The Very Long Named Building of Commerce, 100 Example Street',
      line2: 'B',
    };
    expect((await infoOf({ ...PARCEL, to: long })).shipToAddress).toMatchObject({
      street1: 'Flat 12, The Very Long Named Building of Commerce,',
      street2: '100 Example Street B',
    });
    const { done } = buy([], { ...PARCEL, to: { ...long, line2: 'x'.repeat(120) } });
    expect(await failure(done)).toMatchObject({ kind: 'rejected', code: 'ADDRESS' });
  });

  it('name the qualification of their battery, and are not made without a valid one', async () => {
    const withBattery = { ...PARCEL, items: [{ ...ITEM, battery: 'inside' as const }] };
    const { done, sent } = buy([QUALIFICATIONS, MADE, DONE, LABEL], withBattery);
    await done;
    expect(JSON.parse(sent[4]?.body ?? '').packageInfo.items[0].sku).toMatchObject({
      ...{ isLiBattery: true, liBatteryType: 'LI_PI967', elecQualificationId: 'Q2' },
    });
    const metal = { ...ITEM, battery: 'inside', lithium: { chemistry: 'metal', isSmall: true } } as const;
    expect(await failure(buy([QUALIFICATIONS], { ...PARCEL, items: [metal] }).done)).toMatchObject({
      ...{ kind: 'rejected', code: 'BATTERY', message: expect.stringContaining(ITEM.sku) },
    });
    const alone = { ...PARCEL, items: [{ ...ITEM, battery: 'alone' as const }] };
    expect(await failure(buy([QUALIFICATIONS], alone).done)).toMatchObject({ kind: 'rejected', code: 'BATTERY' });
  });

  it.each<[string, Partial<Parcel>, string]>([
    ['items', { items: [] }, 'CUSTOMS'],
    ['a value', { items: [{ ...ITEM, unitValueUsd: '0.00' }] }, 'CUSTOMS'],
    ['an English name', { items: [{ ...ITEM, description: '手机壳，黑色' }] }, 'CUSTOMS'],
    ['a reference', { reference: '' }, 'REFERENCE'],
    ['a short reference', { reference: 'x'.repeat(51) }, 'REFERENCE'],
    ['one box', { further: [{ weightGrams: 100 }] }, 'ONE_BOX'],
    ['a way to the buyer', { isReturn: true }, 'ONE_BOX'],
    ['a service that goes there', { to: { ...PARCEL.to, country: 'FR' } }, 'NO_SERVICE'],
    ['a service under its terms', { customs: { terms: 'DDP' } }, 'NO_SERVICE'],
  ])('are not made without %s', async (_what, more, code) => {
    const { done, sent } = buy([], { ...PARCEL, ...more });
    expect(await failure(done)).toMatchObject({ kind: 'rejected', code });
    expect(sent.filter((one) => one.method === 'POST')).toEqual([]);
  });

  it('of a line that is taken are the one that stands there', async () => {
    const taken = no(355005, 'OrderLineItem has already been assigned to another package');
    const item = (packageStatus: string) => ({
      json: { itemPackages: [{ packageId: 'P1', packageStatus, trackingNumber: 'ES1' }] },
    });
    const detail = (packageComment: string) => ({
      json: { packageDetail: { packageComment, paymentCost: { value: '9.00', currency: 'CNY' } } },
    });
    expect(
      await buy([taken, item('CONFIRMED'), detail(PARCEL.reference), no(355038, 'status'), LABEL]).done,
    ).toMatchObject({ shipmentId: 'P1', trackingNumber: 'ES1', amount: '9.00' });
    const refused = { kind: 'rejected', code: '355005' };
    expect(await failure(buy([taken, item('CONFIRMED'), detail('another')]).done)).toMatchObject(refused);
    expect(await failure(buy([taken, item('CANCELLED')]).done)).toMatchObject(refused);
    expect(await kindOfFailure(buy([taken, { status: 503 }]).done)).toBe('uncertain');
  });

  it('that are not confirmed are taken back, and only then are refused', async () => {
    const broke = no(355031, 'Account balance is not enough');
    const { done, sent } = buy([MADE, broke, DONE]);
    expect(await failure(done)).toMatchObject({ kind: 'rejected', code: '355031' });
    expect(sent.at(-1)?.url.pathname).toMatch(/\/package\/P2601010001\/cancel$/);
    expect(await kindOfFailure(buy([MADE, broke, { status: 503 }]).done)).toBe('uncertain');
    expect(await kindOfFailure(buy([MADE, broke, no(355042, 'status')]).done)).toBe('uncertain');
  });

  it.each<[string, Reply[]]>([
    ['eDIS broke down', [no(355000, 'internal', 500)]],
    ['eDIS is still at it', [no(355026, 'processing')]],
    ['the wallet was out of reach', [no(355030, 'balance')]],
    ['the answer is unreadable', [{ status: 201, json: {} }]],
    ['its confirmation is open', [MADE, { status: 503 }]],
    ['it has no number yet', [MADE, no(355040, 'no number')]],
    ['the label is not ready', [MADE, DONE, { json: { labels: [{ resultCode: '355040', message: 'later' }] } }]],
    ['the label was cut off', [MADE, DONE, label('%PDF-1.4 lab')]],
    ['the label is none', [MADE, DONE, label('<html>')]],
    ['the token died meanwhile', [MADE, DONE, { status: 401 }]],
  ])('are uncertain where %s', async (_what, replies) => {
    expect(await kindOfFailure(buy(replies).done)).toBe('uncertain');
  });

  it.each<[string, Reply, string]>([
    ['the order is not there yet', no(355009, 'not synced'), 'unavailable'],
    ['another call is at the line', no(355066, 'concurrent', 500), 'unavailable'],
    ['the order is not paid', no(355011, 'unpaid'), 'rejected'],
    ['the wallet is empty', no(355031, 'balance'), 'rejected'],
    ['the seller may not', no(355400, 'not allowed', 401), 'unauthorized'],
    ['the scope is missing', { status: 403, json: { errors: [{ errorId: 1100 }] } }, 'unauthorized'],
  ])('were not made where %s', async (_what, reply, kind) => {
    expect(await kindOfFailure(buy([reply]).done)).toBe(kind);
  });
});

describe('eDIS purchases', () => {
  const items = (...rows: object[]): Reply => ({ json: { itemPackages: rows } });
  const detail = (packageComment: string): Reply => ({
    json: { packageDetail: { packageComment, paymentCost: { value: '35.20', currency: 'CNY' } } },
  });
  const STANDING = { packageId: 'P1', packageStatus: 'CONFIRMED', trackingNumber: 'ES1' };
  const sales = PARCEL.items.flatMap(({ sale }) => sale ?? []);
  const find = (except: string[], ...replies: Reply[]) => {
    const { fetch, sent } = scripted(...replies);
    return { done: connect(fetch).findPurchase(ACCESS, PARCEL.reference, except, sales), sent };
  };

  it('are found by what was sold, and by our reference where nobody says that', async () => {
    const { done, sent } = find([], items(STANDING), detail(PARCEL.reference), DONE, LABEL);
    expect(await done).toEqual({
      ...{ shipmentId: 'P1', trackingNumber: 'ES1', amount: '35.20', currency: 'CNY' },
      label: { format: 'pdf', data: Buffer.from(PDF) },
    });
    expect(sent[0]?.url.pathname).toMatch(new RegExp(`/package/${LINE}/item$`));
    const bare = scripted(no(355062, 'Invalid orderLineItemId'));
    expect(await connect(bare.fetch).findPurchase(ACCESS, PARCEL.reference)).toBeNull();
    expect(bare.sent[0]?.url.pathname).toMatch(new RegExp(`/package/${PARCEL.reference}.1/item$`));
  });

  it('of others, cancelled ones and known ones are not', async () => {
    expect(await find([], items(STANDING), detail('OTHER')).done).toBeNull();
    expect(await find([], items({ ...STANDING, packageStatus: 'CANCELLED' })).done).toBeNull();
    expect(await find(['ES1'], items(STANDING)).done).toBeNull();
    expect(await find([], no(355062, 'Invalid orderLineItemId')).done).toBeNull();
    expect(await find([], { status: 404, json: {} }).done).toBeNull();
    const unpaid = find([], items(STANDING), detail(PARCEL.reference), no(355031, 'balance'), DONE);
    expect(await unpaid.done).toBeNull();
    expect(unpaid.sent.at(-1)?.url.pathname).toMatch(/\/P1\/cancel$/);
  });

  it('that cannot be told from none are asked about again', async () => {
    expect(await kindOfFailure(find([], { status: 503 }).done)).toBe('unavailable');
    expect(await kindOfFailure(find([], { json: {} }).done)).toBe('malformed');
    const found = [items(STANDING), detail(PARCEL.reference)];
    expect(await kindOfFailure(find([], ...found, { status: 401 }).done)).toBe('unauthorized');
    expect(await kindOfFailure(find([], ...found, DONE, { json: { labels: [{}] } }).done)).toBe('unavailable');
    const numberless = [items({ ...STANDING, trackingNumber: null }), detail(PARCEL.reference)];
    expect(await kindOfFailure(find([], ...numberless, DONE).done)).toBe('unavailable');
  });

  it('print their label whole or not at all', async () => {
    const pdf = (text: string) => connect(scripted(label(text)).fetch).labelPdf(ACCESS, 'ES1');
    expect((await pdf(PDF)).toString()).toBe(PDF);
    expect(await kindOfFailure(pdf('%PDF-1.4 lab'))).toBe('malformed');
    expect(await kindOfFailure(pdf('\x89PNG %%EOF'))).toBe('malformed');
  });

  it('are voided, or not in the words of the carrier', async () => {
    const cancel = (...replies: Reply[]) => connect(scripted(...replies).fetch).voidLabel(ACCESS, 'P1', 'ES1');
    const late = no(355042, 'The package cannot be cancelled');
    const status = (packageStatus: string): Reply => ({ json: { packageDetail: { packageStatus } } });
    expect(await cancel(DONE)).toEqual({ voided: true, detail: '' });
    expect(await cancel(late, status('SHIPPED'))).toMatchObject({
      ...{ voided: false, detail: expect.stringContaining('cannot be cancelled') },
    });
    expect(await cancel(late, status('CANCELLED'))).toMatchObject({ voided: true });
    expect(await kindOfFailure(cancel(no(355036, 'processing')))).toBe('unavailable');
    expect(await kindOfFailure(cancel({ status: 503 }))).toBe('unavailable');
  });
});
