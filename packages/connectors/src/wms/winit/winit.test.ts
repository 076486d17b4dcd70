import { describe, expect, it } from 'vitest';
import { bent } from '../../lax.testing.ts';
import { kindOfFailure, scripted } from '../../testing.ts';
import type { WmsAccess, WmsOutbound } from '../../wms.ts';
import { winit } from './definition.ts';

const ACCESS: WmsAccess = { keys: { appKey: 'k', token: 't' } };
const ORDER: WmsOutbound = {
  clientOrderNo: 'SO-1',
  warehouse: 'US0001/1000001',
  shippingMethod: '100',
  platform: 'shopify',
  platformOrderNo: '#1001',
  recipient: {
    name: 'Pat Doe',
    country: 'US',
    state: 'GA',
    city: 'Alpharetta',
    postalCode: '30005',
    line1: '1 Elm St',
  },
  items: [{ lineId: '1', sku: 'LAMP-1', quantity: 1, declaredUsd: '4.50' }],
};
function answering(data: unknown) {
  const { fetch, sent } = scripted({ json: { code: 0, msg: '操作成功', data } });
  return { wms: winit.create({ http: { fetch }, sandbox: false }), sent };
}

describe('an order at Winit', () => {
  it('goes with the country as its state and the province as its region', async () => {
    const { wms, sent } = answering({ orderNo: 'WO1', splitType: 'NONE', orderNoList: ['WO1'] });
    expect(await wms.createOutbound(ACCESS, ORDER)).toEqual({ orderNo: 'WO1', status: 'accepted' });
    expect(JSON.parse(sent[0]?.body ?? '').data).toMatchObject({ state: 'US', region: 'GA', city: 'Alpharetta' });
    const { state: _, ...london } = { ...ORDER.recipient, country: 'GB', city: 'London' };
    await wms.createOutbound(ACCESS, { ...ORDER, recipient: london });
    expect(JSON.parse(sent[1]?.body ?? '').data).toMatchObject({ state: 'GB', region: '' });
  });

  it('has its number in older answers, too; without one nobody knows whether it was made', async () => {
    const older = answering({ outboundOrderNum: 'WO3383663327' });
    expect(await older.wms.createOutbound(ACCESS, ORDER)).toEqual({ orderNo: 'WO3383663327', status: 'accepted' });
    expect(await kindOfFailure(answering({ splitType: 'NONE' }).wms.createOutbound(ACCESS, ORDER))).toBe('uncertain');
  });

  const order = {
    outboundOrderNum: 'WO2',
    sellerOrderNo: 'SO-1',
    status: 'DLI',
    trackingNum: '9400100000000000000001',
    orderedTime: '2026-01-01 08:00:00',
  };
  it.each([
    ['alone', order],
    ['in a list', [order]],
    ['in a list by name', { list: [order] }],
    ['among others', { list: [{ ...order, outboundOrderNum: 'WO1', trackingNum: 'other' }, order], total: 2 }],
  ])('is read where its detail comes %s', async (_how, data) => {
    expect(await answering(data).wms.outbound(ACCESS, 'WO2')).toMatchObject({
      orderNo: 'WO2',
      clientOrderNo: 'SO-1',
      status: 'shipped',
      packages: [{ trackingNumber: '9400100000000000000001' }],
    });
  });

  it.each([
    ['nothing', null],
    ['an empty list', { list: [] }],
    ['a list that is nothing', { list: null }],
    ['an order without a number', { ...order, outboundOrderNum: '' }],
    ['another order', { list: [{ ...order, outboundOrderNum: 'WO1' }] }],
  ])('is not made up from %s', async (_what, data) => {
    expect(await kindOfFailure(answering(data).wms.outbound(ACCESS, 'WO2'))).toBe('malformed');
  });

  it('is not listed without a number', async () => {
    const { outboundOrderNum: _, ...bare } = order;
    const listed = answering({ total: 1, list: [bare] }).wms.outbounds(ACCESS, '2026-01-01T00:00:00Z');
    expect(await kindOfFailure(listed)).toBe('malformed');
  });
});

describe('what Winit tells', () => {
  it('of an arrival is read whatever happens to a field that nobody needs', async () => {
    const arrival = {
      orderNo: 'WI1',
      sellerOrderNo: 'IB-1',
      status: 'SHD',
      orderType: 'DW',
      merchandiseList: [{ merchandiseCode: 'LAMP-1', specification: '', quantity: 4, actualQuantity: '3' }],
      packageList: [{ packageNo: 'P1', sellerCaseNo: 'C1' }],
    };
    const line = ['merchandiseCode', 'quantity', 'actualQuantity'].map((name) => `merchandiseList.*.${name}`);
    const expected = { status: 'putAway', items: [{ sku: 'LAMP-1', planned: 4, received: 3, putAway: 3 }] };
    for (const { what, answer } of bent(arrival, ['status', ...line]))
      expect([what, await answering(answer).wms.inbound(ACCESS, 'WI1')]).toMatchObject([what, expected]);
  });

  it('of an order is read whatever happens to a field that nobody needs', async () => {
    const order = {
      outboundOrderNum: 'WO2',
      sellerOrderNo: 'SO-1',
      status: 'DLI',
      trackingNum: '9400100000000000000001',
      carrier: 'USPS',
      orderedTime: '2026-01-01 08:00:00',
      outboundDate: '2026-01-02 08:00:00',
      chargeableWeight: '0.5',
      packageList: [
        {
          packageNum: 'P1',
          trackingNos: ['9400100000000000000001'],
          weight: 0.5,
          status: 'DLI',
          merchandiseList: [{ productCode: 'LAMP-1', productNum: '1' }],
        },
      ],
    };
    for (const { what, answer } of bent(order, ['outboundOrderNum', 'sellerOrderNo', 'status'])) {
      const found = await answering(answer).wms.outbound(ACCESS, 'WO2');
      expect([what, found]).toMatchObject([what, { clientOrderNo: 'SO-1', orderNo: 'WO2', status: 'shipped' }]);
    }
  });
});
