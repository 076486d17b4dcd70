import { describe, expect, it } from 'vitest';
import { bent } from '../../lax.testing.ts';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import type { Parcel } from '../../types.ts';
import { ACCESS, connect, fees, LABEL, no, ORDER, ok, PARCEL, PRICES, type Reply } from './fixtures.ts';
import { createRequest } from './parcels.ts';

describe('YunExpress orders', () => {
  const send = async (parcel: Parcel = PARCEL) => {
    const { fetch, sent } = scripted(PRICES, ok(ORDER), LABEL);
    await connect(fetch).buyLabel(ACCESS, parcel, 'TWSTD');
    return { body: JSON.parse(sent[1]?.body ?? ''), text: sent[1]?.body ?? '' };
  };

  it('declare the parcel in kilograms, centimetres and dollars', async () => {
    const { body, text } = await send();
    expect(body).toMatchObject({
      product_code: 'TWSTD',
      customer_order_number: 'OUT-20261102-0001',
      weight_unit: 'KG',
      size_unit: 'CM',
      packages: [{ weight: 0.42, length: 20.4, width: 15, height: 8 }],
      receiver: { first_name: 'Pat Mary', last_name: 'Doe', province: 'GA', address_lines: ['9 Elm St', 'Apt 4'] },
      sender: { first_name: 'Sam', company: 'Demo Seller', country_code: 'CN' },
    });
    expect(body.declaration_info).toEqual([
      {
        sku_code: 'CASE-1',
        name_local: 'phone case 手机壳',
        name_en: 'phone case',
        quantity: 2,
        unit_price: 4.5,
        unit_weight: 0.1,
        currency: 'USD',
        hs_code: '392690',
      },
    ]);
    expect(text).toContain('"unit_price":4.50');
  });

  it('do without what is not known, and are not sent without what customs need', () => {
    const { state: _s, line2: _l, phone: _p, email: _e, ...to } = PARCEL.to;
    const [item] = PARCEL.items;
    if (!item) throw new Error('no item');
    const bare = { ...PARCEL, to: { ...to, name: 'Pat' }, heightMm: 0, items: [{ ...item, weightGrams: 0 }] };
    const request = JSON.parse(JSON.stringify(createRequest(bare, 'TWSTD')));
    expect(request.packages).toEqual([{ weight: 0.42 }]);
    expect(request.receiver).toEqual({
      first_name: 'Pat',
      country_code: 'US',
      province: 'Alpharetta',
      city: 'Alpharetta',
      address_lines: ['9 Elm St'],
      postal_code: '30005-1234',
    });
    expect(request.declaration_info[0].unit_weight).toBe(0.21);
    const wrong = (more: Partial<Parcel>) => () => createRequest({ ...PARCEL, ...more }, 'TWSTD');
    expect(wrong({ items: [] })).toThrow(/customs|border/);
    expect(wrong({ items: [{ ...item, unitValueUsd: '0.00' }] })).toThrow(/value/);
    expect(wrong({ items: [{ ...item, description: '手机壳，黑色' }] })).toThrow(/English/);
    expect(wrong({ reference: 'x'.repeat(51) })).toThrow(/reference/);
    expect(wrong({ reference: '' })).toThrow(/reference/);
  });

  it.each([
    ['its own', { track_type: 'Y' }, 'LT000000001CN'],
    ['the waybill while the last mile has none', { track_type: 'W', tracking_number: null }, 'YT2600000000000001'],
    ['the waybill where the number is to change', { track_type: 2 }, 'YT2600000000000001'],
    ['the waybill where there never is one', { track_type: 'N', tracking_number: '' }, 'YT2600000000000001'],
  ])('go by %s', async (_what, more, trackingNumber) => {
    const { fetch } = scripted(PRICES, ok({ ...ORDER, ...more }), LABEL);
    expect(await connect(fetch).buyLabel(ACCESS, PARCEL, 'TWSTD')).toEqual({
      shipmentId: 'YT2600000000000001',
      trackingNumber,
      amount: '52.44',
      currency: 'CNY',
      label: { format: 'pdf', data: Buffer.from('%PDF-1.4 label') },
    });
  });

  it('are placed without a price where the calculator has none, and not while it does not answer', async () => {
    for (const reply of [no('02039020', '国家简码无效'), fees({ product_code: 'TWECO', calculate_amount: 9 })]) {
      const bought = await connect(scripted(reply, ok(ORDER), LABEL).fetch).buyLabel(ACCESS, PARCEL, 'TWSTD');
      expect(bought).toMatchObject({ amount: '0', currency: '' });
    }
    const { fetch, sent } = scripted({ status: 503 });
    expect(await kindOfFailure(connect(fetch).buyLabel(ACCESS, PARCEL, 'TWSTD'))).toBe('unavailable');
    expect(sent).toHaveLength(1);
  });

  it('under a taken reference are the one that stands there', async () => {
    const taken = no('02039066', 'order number exists');
    const buy = (...info: Reply[]) => connect(scripted(PRICES, taken, ...info).fetch).buyLabel(ACCESS, PARCEL, 'TWSTD');
    expect(await buy(ok({ ...ORDER, status: 'A' }), LABEL)).toMatchObject({ shipmentId: ORDER.waybill_number });
    expect(await failure(buy(ok({ ...ORDER, status: 'E' })))).toMatchObject({
      kind: 'rejected',
      message: 'order number exists',
    });
    expect(await kindOfFailure(buy(no('1', '运单不存在')))).toBe('uncertain');
    expect(await kindOfFailure(buy({ status: 503 }))).toBe('uncertain');
  });

  it('are uncertain while their label does not come: they are placed', async () => {
    for (const reply of [no('02030014', 'not ready'), { status: 401 }, ok({ url: null, label_string: '' }), ok(null)]) {
      const { fetch } = scripted(PRICES, ok(ORDER), reply);
      expect(await kindOfFailure(connect(fetch).buyLabel(ACCESS, PARCEL, 'TWSTD'))).toBe('uncertain');
    }
  });
});

describe('YunExpress purchases', () => {
  const find = (except: string[], ...replies: Reply[]) =>
    connect(scripted(...replies).fetch).findPurchase(ACCESS, PARCEL.reference, except);
  const { track_type: _, ...INFO } = { ...ORDER, status: 'A' };

  it('are found by our reference, cancelled ones and those of others are not', async () => {
    expect(await find([], ok(INFO), LABEL)).toEqual({
      shipmentId: 'YT2600000000000001',
      trackingNumber: 'LT000000001CN',
      label: { format: 'pdf', data: Buffer.from('%PDF-1.4 label') },
    });
    expect(await find([], ok([{ ...INFO, tracking_number: null }]), LABEL)).toMatchObject({
      trackingNumber: 'YT2600000000000001',
    });
    expect(await find([], ok({ ...INFO, status: 'e' }))).toBeNull();
    expect(await find([], ok({ ...INFO, customer_order_number: 'OTHER' }))).toBeNull();
    expect(await find([], ok(null))).toBeNull();
    expect(await find([], ok([]))).toBeNull();
    expect(await find([], no('02030013', '运单 X 不存在'))).toBeNull();
    expect(await find(['LT000000001CN'], ok(INFO))).toBeNull();
    // Bought when the last mile had no number yet.
    expect(await find(['YT2600000000000001'], ok(INFO))).toBeNull();
  });

  it('that cannot be told from none are asked about again', async () => {
    expect(await kindOfFailure(find([], { status: 503 }))).toBe('unavailable');
    expect(await kindOfFailure(find([], ok({ ...INFO, waybill_number: '' })))).toBe('unavailable');
    expect(await kindOfFailure(find([], ok(INFO), no('02030014', 'not ready')))).toBe('unavailable');
    expect(await kindOfFailure(find([], { json: {} }))).toBe('malformed');
  });

  it('are found however an answer is bent that names them', async () => {
    // Under another reference it is the order of somebody else.
    const needed = ['result.waybill_number', 'result.customer_order_number', 'success'];
    for (const { what, answer } of bent(ok(INFO).json, needed)) {
      const found = await find([], { json: answer }, LABEL);
      expect([what, found?.shipmentId]).toEqual([what, INFO.waybill_number]);
    }
  });

  it('print a label from their hosts and from no other', async () => {
    const pdf = (url: string) =>
      connect(scripted(ok({ url, label_type: 'PDF', label_string: null }), { text: '%PDF-1.7' }).fetch);
    const good = 'https://label.yunexpress.cn/label.pdf';
    expect((await pdf(good).labelPdf(ACCESS, 'YT1')).toString()).toBe('%PDF-1.7');
    for (const url of [
      'https://evil.test/yunexpress.cn',
      'https://evilyunexpress.cn/a',
      'http://a.yunexpress.cn/',
      'x',
    ])
      expect(await kindOfFailure(pdf(url).labelPdf(ACCESS, 'YT1'))).toBe('malformed');
    const bytes = (data: string) =>
      connect(scripted(ok([{ label_string: Buffer.from(data).toString('base64') }])).fetch).labelPdf(ACCESS, 'YT1');
    expect((await bytes('%PDF-1.4')).toString()).toBe('%PDF-1.4');
    expect(await kindOfFailure(bytes('\x89PNG'))).toBe('malformed');
    expect(await kindOfFailure(bytes('<html>'))).toBe('malformed');
  });

  it('are voided, or not in the words of the carrier', async () => {
    const cancel = (...replies: Reply[]) => connect(scripted(...replies).fetch).voidLabel(ACCESS, 'YT1', 'LT1');
    const late = no('02030021', '当前状态不允许此操作');
    expect(await cancel({ json: { success: true, code: '00000000', msg: '处理成功' } })).toMatchObject({
      voided: true,
    });
    expect(await cancel(late, ok({ ...INFO, status: 'B' }))).toEqual({
      voided: false,
      detail: '当前状态不允许此操作',
    });
    expect(await cancel(late, ok({ ...INFO, status: 'E' }))).toMatchObject({ voided: true });
    expect(await kindOfFailure(cancel(no('1', '运单不存在'), ok(null)))).toBe('rejected');
    expect(await kindOfFailure(cancel({ status: 503 }))).toBe('unavailable');
  });
});
