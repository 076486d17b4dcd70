import { describe, expect, it } from 'vitest';
import { bent } from '../../lax.testing.ts';
import { kindOfFailure, scripted } from '../../testing.ts';
import type { Parcel } from '../../types.ts';
import { ACCESS, COSTS, connect, LABEL, no, ORDER, ok, orders, PARCEL, PDF, type Reply } from './fixtures.ts';
import { createRequest } from './parcels.ts';

const NUMBER = ORDER['4px_tracking_no'];

describe('4PX orders', () => {
  it('declare the parcel in grams, centimetres and dollars, and its value by the cent', async () => {
    const { fetch, sent } = scripted(COSTS, ok(ORDER), LABEL, PDF);
    await connect(fetch).buyLabel(ACCESS, PARCEL, 'PX');
    const text = sent[1]?.body ?? '';
    expect(JSON.parse(text)).toEqual({
      ref_no: 'OUT-20261102-0001',
      business_type: 'BDS',
      duty_type: 'P',
      parcel_qty: 1,
      logistics_service_info: { logistics_product_code: 'PX' },
      return_info: { is_return_on_domestic: 'U', is_return_on_oversea: 'U' },
      parcel_list: [
        {
          ...{ weight: 420, length: 20.4, width: 15, height: 8, parcel_value: 13.53, currency: 'USD' },
          include_battery: 'N',
          declare_product_info: [
            {
              declare_product_name_cn: 'phone case 手机壳',
              declare_product_name_en: 'phone case',
              declare_product_code_qty: 3,
              ...{ declare_unit_price_export: 4.51, declare_unit_price_import: 4.51 },
              ...{ currency_export: 'USD', currency_import: 'USD', brand_export: 'none', brand_import: 'none' },
              ...{ hscode_export: '392690', hscode_import: '392690', origin_country: 'CN', unit_net_weight: 100 },
            },
          ],
        },
      ],
      is_insure: 'N',
      sender: {
        ...{ first_name: 'Sam', last_name: 'Packer', company: 'Demo Seller', phone: '13000000000' },
        ...{ post_code: '518000', country: 'CN', state: 'Guangdong', city: 'Shenzhen', street: '1 Keji Road' },
      },
      recipient_info: {
        ...{ first_name: 'Pat Mary', last_name: 'Doe', phone: '5550100', email: 'pat@example.test' },
        ...{ post_code: '30005-1234', country: 'US', state: 'GA', city: 'Alpharetta', street: '9 Elm St, Apt 4' },
      },
      deliver_type_info: { deliver_type: '3' },
    });
    expect(text).toContain('"parcel_value":13.53');
    expect(JSON.parse(sent[2]?.body ?? '')).toMatchObject({ request_no: NUMBER, label_size: 'label_100x150' });
  });

  it('are by what the account says of duties and the way to the warehouse', () => {
    const by = (keys: Record<string, string>) => createRequest({ ...ACCESS, keys }, PARCEL, 'PX');
    expect(by({ dutyType: 'U', deliverType: '2' })).toMatchObject({
      duty_type: 'U',
      deliver_type_info: { deliver_type: '2' },
    });
    expect(by({ deliverType: 'x' })).toMatchObject({ duty_type: 'P', deliver_type_info: { deliver_type: '1' } });
  });

  it('do without what is not known, and are not sent without what customs need', () => {
    const [item] = PARCEL.items;
    if (!item) throw new Error('no item');
    const bare = { ...PARCEL, heightMm: 0, items: [{ ...item, description: 'phone case', weightGrams: 0 }] };
    const [parcel] = JSON.parse(JSON.stringify(createRequest(ACCESS, bare, 'PX'))).parcel_list;
    expect(Object.keys(parcel)).not.toContain('length');
    expect(Object.keys(parcel.declare_product_info[0])).not.toEqual(
      expect.arrayContaining(['declare_product_name_cn']),
    );
    const wrong = (more: Partial<Parcel>) => () => createRequest(ACCESS, { ...PARCEL, ...more }, 'PX');
    expect(wrong({ items: [] })).toThrow(/border/);
    expect(wrong({ items: [{ ...item, unitValueUsd: '0.004' }] })).toThrow(/value/);
    expect(wrong({ items: [{ ...item, description: '手机壳，黑色' }] })).toThrow(/English/);
    expect(wrong({ reference: 'x'.repeat(51) })).toThrow(/reference/);
    expect(wrong({ reference: '' })).toThrow(/reference/);
  });

  it.each([
    ["the last mile's number", {}, '84355123456789'],
    ["4PX's number while there is no other", { logistics_channel_no: '' }, NUMBER],
  ])('go by %s', async (_what, more, trackingNumber) => {
    const { fetch } = scripted(COSTS, ok({ ...ORDER, ...more }), LABEL, PDF);
    expect(await connect(fetch).buyLabel(ACCESS, PARCEL, 'PX')).toEqual({
      shipmentId: NUMBER,
      trackingNumber,
      amount: '52.44',
      currency: 'CNY',
      label: { format: 'pdf', data: Buffer.from('%PDF-1.4 label') },
    });
  });

  it('under a taken reference are the one that stands there', async () => {
    const taken = no('DS000101', '此单已存在');
    const buy = (...replies: Reply[]) =>
      connect(scripted(COSTS, taken, ...replies).fetch).buyLabel(ACCESS, PARCEL, 'PX');
    expect(await buy(orders({ consignment_status: 'X' }, {}), LABEL, PDF)).toMatchObject({ shipmentId: NUMBER });
    expect(await kindOfFailure(buy(orders()))).toBe('uncertain');
    expect(await kindOfFailure(buy({ status: 503 }))).toBe('uncertain');
    expect(await kindOfFailure(buy(orders({ consignment_status: 'X' })))).toBe('rejected');
  });

  it('are placed, whatever becomes of their label', async () => {
    const gone = ok({ label_url_info: { logistics_label: '' } });
    for (const replies of [[no('1', '标签暂未生成')], [gone], [{ status: 500 }], [LABEL, { text: '<html>' }]]) {
      const { fetch } = scripted(COSTS, ok(ORDER), ...(replies as Reply[]));
      expect(await kindOfFailure(connect(fetch).buyLabel(ACCESS, PARCEL, 'PX'))).toBe('uncertain');
    }
  });
});

describe('4PX purchases', () => {
  const find = (except: string[], ...replies: Reply[]) =>
    connect(scripted(...replies).fetch).findPurchase(ACCESS, PARCEL.reference, except);

  it('are found by our reference, cancelled ones and those of others are not', async () => {
    expect(await find([], orders({}), LABEL, PDF)).toEqual({
      shipmentId: NUMBER,
      trackingNumber: '84355123456789',
      label: { format: 'pdf', data: Buffer.from('%PDF-1.4 label') },
    });
    expect(await find([], orders({ consignment_status: 'x' }))).toBeNull();
    expect(await find([], orders({ ref_no: 'OTHER' }))).toBeNull();
    for (const none of [ok([]), ok(null), ok(''), no('1', '订单不存在'), no('1', 'Can not find this order')])
      expect(await find([], none)).toBeNull();
    expect(await find(['84355123456789'], orders({}))).toBeNull();
    // Bought when the last mile had no number yet.
    expect(await find([NUMBER], orders({}))).toBeNull();
  });

  it('that cannot be told from none are asked about again', async () => {
    expect(await kindOfFailure(find([], { status: 503 }))).toBe('unavailable');
    expect(await kindOfFailure(find([], orders({ '4px_tracking_no': null })))).toBe('unavailable');
    expect(await kindOfFailure(find([], orders({}), no('1', '面单生成中')))).toBe('unavailable');
    expect(await kindOfFailure(find([], { json: {} }))).toBe('rejected');
    expect(await kindOfFailure(find([], ok('what')))).toBe('malformed');
  });

  it('are found however an answer is bent that names them', async () => {
    const info = 'data.*.consignment_info';
    // Under another reference it is the order of somebody else.
    const needed = ['result', 'errors', 'data', 'data.*', info, `${info}.4px_tracking_no`, `${info}.ref_no`];
    for (const { what, answer } of bent(orders({}).json, needed)) {
      const found = await find([], { json: answer }, LABEL, PDF);
      expect([what, found?.shipmentId]).toEqual([what, NUMBER]);
    }
  });

  it('print a label from their hosts and from no other, by https', async () => {
    const print = (url: string) => {
      const { fetch, sent } = scripted(ok({ label_url_info: { logistics_label: url } }), { text: '%PDF-1.7' });
      return { done: connect(fetch).labelPdf(ACCESS, NUMBER), sent };
    };
    const plain = print('http://bss-fss.4px.com/a.pdf');
    expect((await plain.done).toString()).toBe('%PDF-1.7');
    expect(plain.sent[1]?.url.href).toBe('https://bss-fss.4px.com/a.pdf');
    for (const url of ['https://evil.test/4px.com', 'https://evil4px.com/a', 'ftp://a.4px.com/', 'x'])
      expect(await kindOfFailure(print(url).done)).toBe('malformed');
  });

  it('are voided, or not in the words of the carrier', async () => {
    const cancel = (...replies: Reply[]) => connect(scripted(...replies).fetch).voidLabel(ACCESS, NUMBER, 'LP1');
    const late = no('DS000202', '订单当前状态不允许此操作');
    expect(await cancel(ok(null))).toEqual({ voided: true, detail: '' });
    expect(await cancel(late, orders({ consignment_status: 'H' }))).toEqual({
      voided: false,
      detail: '订单当前状态不允许此操作',
    });
    expect(await cancel(late, orders({ consignment_status: 'X' }))).toMatchObject({ voided: true });
    expect(await kindOfFailure(cancel(no('1', '订单不存在'), ok([])))).toBe('rejected');
    expect(await kindOfFailure(cancel({ status: 503 }))).toBe('unavailable');
  });
});
