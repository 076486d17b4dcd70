import { describe, expect, it } from 'vitest';
import { bent } from '../../lax.testing.ts';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import type { Parcel } from '../../types.ts';
import { ACCESS, connect, INFO, LABEL, NONE, no, ORDER, ok, PARCEL, PDF, type Reply } from './fixtures.ts';
import { createRequest } from './parcels.ts';

const [item] = PARCEL.items;
if (!item) throw new Error('no item');

describe('Yanwen orders', () => {
  it('declare the parcel in whole grams, whole centimetres and dollars', async () => {
    const { fetch, sent } = scripted(NONE, ok(ORDER), LABEL);
    await connect(fetch).buyLabel(ACCESS, PARCEL, '481');
    const text = sent[1]?.body ?? '';
    const body = JSON.parse(text);
    expect(body).toMatchObject({
      channelId: '481',
      orderSource: 'Tradewind',
      orderNumber: 'OUT-20261102-0001',
      companyCode: '4',
      receiverInfo: { name: 'Pat Mary Doe', state: 'GA', address: '9 Elm St, Apt 4', zipCode: '30005-1234' },
      senderInfo: { name: 'Sam Packer', company: 'Demo Seller', country: 'CN' },
    });
    expect(body.parcelInfo).toEqual({
      hasBattery: 0,
      currency: 'USD',
      totalPrice: 9,
      totalQuantity: 2,
      totalWeight: 420,
      length: 21,
      width: 15,
      height: 8,
      productList: [
        {
          goodsNameCh: 'phone case 手机壳',
          goodsNameEn: 'phone case',
          price: 4.5,
          priceExport: 4.5,
          quantity: 2,
          weight: 100,
          sku: 'CASE-1',
          hscode: '392690',
        },
      ],
    });
    expect(text).toContain('"price":4.50');
  });

  it('do without what is not known', () => {
    const { state: _s, line2: _l, phone: _p, email: _e, ...to } = PARCEL.to;
    const bare = {
      ...PARCEL,
      to,
      weightGrams: 420.2,
      heightMm: 0,
      items: [{ ...item, weightGrams: 0, description: 'case' }],
    };
    const request = JSON.parse(JSON.stringify(createRequest(bare, '481', '')));
    expect(request).not.toHaveProperty('companyCode');
    expect(request.parcelInfo).toMatchObject({ totalWeight: 421, productList: [{ weight: 210, goodsNameCh: 'case' }] });
    expect(request.parcelInfo).not.toHaveProperty('length');
    expect(request.receiverInfo).toEqual({
      name: 'Pat Mary Doe',
      country: 'US',
      state: 'Alpharetta',
      city: 'Alpharetta',
      address: '9 Elm St',
      zipCode: '30005-1234',
    });
  });

  it('add up what many articles are worth, to the cent', () => {
    const items = [item, { ...item, quantity: 3, unitValueUsd: '0.1' }];
    const text = JSON.stringify(createRequest({ ...PARCEL, items }, '481'));
    expect(JSON.parse(text).parcelInfo).toMatchObject({ totalPrice: 9.3, totalQuantity: 5 });
  });

  it('are not sent without what customs need', () => {
    const wrong = (more: Partial<Parcel>) => () => createRequest({ ...PARCEL, ...more }, '481');
    expect(wrong({ items: [] })).toThrow(/border/);
    expect(wrong({ items: Array(6).fill(item) })).toThrow(/at most 5/);
    expect(wrong({ items: [{ ...item, unitValueUsd: '0.00' }] })).toThrow(/value/);
    expect(wrong({ items: [{ ...item, description: '手机壳，黑色' }] })).toThrow(/English/);
    expect(wrong({ reference: 'x'.repeat(51) })).toThrow(/reference/);
    expect(wrong({ reference: '' })).toThrow(/reference/);
  });

  it('go by their waybill number, at a price that nobody knows yet', async () => {
    expect(await connect(scripted(NONE, ok(ORDER), LABEL).fetch).buyLabel(ACCESS, PARCEL, '481')).toEqual({
      shipmentId: 'YW000000001CN',
      trackingNumber: 'YW000000001CN',
      amount: '0',
      currency: '',
      label: { format: 'pdf', data: PDF },
    });
  });

  it('are not placed while nobody says whether one stands, nor where one does', async () => {
    const down = scripted({ status: 503 });
    expect(await kindOfFailure(connect(down.fetch).buyLabel(ACCESS, PARCEL, '481'))).toBe('unavailable');
    expect(down.sent).toHaveLength(1);
    const { fetch, sent } = scripted(ok([INFO]), LABEL);
    expect(await connect(fetch).buyLabel(ACCESS, PARCEL, '481')).toMatchObject({ shipmentId: 'YW000000001CN' });
    expect(sent.map(({ url }) => url.searchParams.get('method'))).not.toContain('express.order.create');
  });

  it('under a taken reference are the one that stands there', async () => {
    const taken = no('订单号已存在');
    const buy = (...later: Reply[]) => connect(scripted(NONE, taken, ...later).fetch).buyLabel(ACCESS, PARCEL, '481');
    expect(await buy(ok([INFO]), LABEL)).toMatchObject({ shipmentId: 'YW000000001CN' });
    expect(await failure(buy(ok([{ ...INFO, status: 5 }])))).toMatchObject({
      kind: 'rejected',
      message: '订单号已存在',
    });
    expect(await kindOfFailure(buy(NONE))).toBe('uncertain');
    expect(await kindOfFailure(buy(ok([{ ...INFO, waybillNumber: '' }])))).toBe('uncertain');
    expect(await kindOfFailure(buy({ status: 503 }))).toBe('uncertain');
  });

  it('are uncertain while their label does not come: they are placed', async () => {
    const unready = ok({ isSuccess: false, errorMsg: '', base64String: null });
    for (const reply of [unready, no('标签处理中'), { status: 401 }, ok(null)]) {
      const { fetch } = scripted(NONE, ok(ORDER), reply);
      expect(await kindOfFailure(connect(fetch).buyLabel(ACCESS, PARCEL, '481'))).toBe('uncertain');
    }
  });
});

describe('Yanwen purchases', () => {
  const find = (except: string[], ...replies: Reply[]) =>
    connect(scripted(...replies).fetch).findPurchase(ACCESS, PARCEL.reference, except);

  it('are found by our reference, cancelled ones and those of others are not', async () => {
    expect(await find([], ok([INFO]), LABEL)).toEqual({
      shipmentId: 'YW000000001CN',
      trackingNumber: 'YW000000001CN',
      label: { format: 'pdf', data: PDF },
    });
    const cancelled = { ...INFO, waybillNumber: 'YW000000000CN', status: '5' };
    expect(await find([], ok([cancelled, INFO]), LABEL)).toMatchObject({ trackingNumber: 'YW000000001CN' });
    expect(await find([], ok(INFO), LABEL)).toMatchObject({ trackingNumber: 'YW000000001CN' });
    for (const data of [[cancelled], [{ ...INFO, orderNumber: 'OTHER' }], [], null])
      expect(await find([], ok(data))).toBeNull();
    expect(await find([], no('运单 X 不存在'))).toBeNull();
    expect(await find(['YW000000001CN'], ok([INFO]))).toBeNull();
    const second = { ...INFO, waybillNumber: 'YW000000002CN' };
    expect(await find(['YW000000001CN'], ok([INFO, second]), LABEL)).toMatchObject({ shipmentId: 'YW000000002CN' });
  });

  it('that cannot be told from none are asked about again', async () => {
    expect(await kindOfFailure(find([], { status: 503 }))).toBe('unavailable');
    expect(await kindOfFailure(find([], ok([{ ...INFO, waybillNumber: '' }])))).toBe('unavailable');
    expect(await kindOfFailure(find([], ok([INFO]), ok({ isSuccess: false })))).toBe('unavailable');
    expect(await kindOfFailure(find([], ok('odd')))).toBe('malformed');
    expect(await kindOfFailure(find([], { json: {} }))).toBe('malformed');
  });

  it('are found however an answer is bent that names them', async () => {
    // Under another reference it is the order of somebody else.
    const needed = ['data.*.waybillNumber', 'data.*.orderNumber', 'success'];
    for (const { what, answer } of bent(ok([INFO]).json, needed)) {
      const found = await find([], { json: answer }, LABEL);
      expect([what, found?.shipmentId]).toEqual([what, INFO.waybillNumber]);
    }
  });

  it('print a label, or say why not', async () => {
    const label = (more: object) =>
      connect(scripted(ok({ ...Object(LABEL.json.data), ...more })).fetch).labelPdf(ACCESS, 'YW1');
    expect(await label({})).toEqual(PDF);
    expect(await label({ isSuccess: undefined })).toEqual(PDF);
    expect(await failure(label({ isSuccess: false, errorMsg: '运单 YW1 已取消' }))).toMatchObject({
      kind: 'rejected',
      message: '运单 YW1 已取消',
    });
    for (const errorMsg of ['', '标签生成中，请稍后'])
      expect(await kindOfFailure(label({ isSuccess: false, errorMsg }))).toBe('unavailable');
    for (const data of ['\x89PNG', '<html>'])
      expect(await kindOfFailure(label({ base64String: Buffer.from(data).toString('base64') }))).toBe('malformed');
  });

  it('are voided, or not in the words of the carrier', async () => {
    const cancel = (...replies: Reply[]) =>
      connect(scripted(...replies).fetch).voidLabel(ACCESS, INFO.waybillNumber, INFO.waybillNumber);
    const late = no('当前状态不允许取消');
    expect(await cancel(ok(null))).toEqual({ voided: true, detail: '' });
    expect(await cancel(late, ok([{ ...INFO, status: '2' }]))).toEqual({
      voided: false,
      detail: '当前状态不允许取消',
    });
    expect(await cancel(late, ok([{ ...INFO, status: 5 }]))).toMatchObject({ voided: true });
    expect(await kindOfFailure(cancel(no('运单不存在'), NONE))).toBe('rejected');
    expect(await kindOfFailure(cancel({ status: 503 }))).toBe('unavailable');
  });
});
