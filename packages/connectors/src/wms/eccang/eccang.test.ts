import { describe, expect, it } from 'vitest';
import { bent } from '../../lax.testing.ts';
import { scripted } from '../../testing.ts';
import type { WmsAccess } from '../../wms.ts';
import { eccang } from './definition.ts';

const ACCESS: WmsAccess = { keys: { appKey: 'k', appToken: 't' }, baseUrl: 'https://wms.example' };
/** The answer of the one operation there is: JSON as an escaped text in XML. */
function answering(json: object) {
  const escaped = JSON.stringify(json).replace(/&/g, '&amp;').replace(/</g, '&lt;');
  const text = `<e:Envelope xmlns:e="x"><e:Body><callServiceResponse><response>${escaped}</response></callServiceResponse></e:Body></e:Envelope>`;
  return eccang.create({ http: { fetch: scripted({ text }).fetch }, sandbox: false });
}

const counts = { quantity: '40', received_qty: '38', putaway_qty: 37 };
const arrival = (more: object = {}, ...lines: object[]) => ({
  receiving_code: 'RV000012-260101-0001',
  reference_no: 'IB-1',
  receiving_status: 'E',
  tracking_number: 'MSKU0000011',
  eta_date: '2026-02-10',
  items: lines.length > 0 ? lines : [{ product_sku: 'LAMP-1', fba_product_code: '', box_no: 1, ...counts }],
  ...more,
});
const inbound = (...data: unknown[]) =>
  answering({ ask: 'Success', message: 'Success', data, count: '1' }).inbound(ACCESS, 'RV000012-260101-0001');

describe('an arrival at a warehouse of ECCANG', () => {
  it('keeps the SKU of a line by whichever of its names it is told', async () => {
    const lines = [
      { fba_product_code: 'X00170NZI8', ...counts },
      { product_sku: '', product_barcode: '000012-LAMP-1', ...counts },
      { product_sku: 'LAMP-1', fba_product_code: 'X00170NZI8', quantity: 2, received_qty: '', putaway_qty: null },
      { product_sku: 18005001, ...counts },
    ];
    const { items } = await inbound(arrival({}, ...lines));
    expect(items.map(({ sku, planned, received, putAway }) => [sku, planned, received, putAway])).toEqual([
      ['X00170NZI8', 40, 38, 37],
      ['LAMP-1', 42, 38, 37],
      ['18005001', 40, 38, 37],
    ]);
  });

  it('is found by one of its numbers', async () => {
    for (const more of [{ reference_no: null }, { receiving_code: '' }])
      expect(await inbound(arrival(more))).toMatchObject({ inboundNo: 'RV000012-260101-0001', status: 'putAway' });
    await expect(inbound(arrival({ receiving_code: '' }), arrival({ receiving_code: '' }))).rejects.toThrow('no such');
    const { findInbound } = answering({ ask: 'Success', data: [arrival({ receiving_code: null })], count: 1 });
    expect(await findInbound(ACCESS, 'IB-1')).toMatchObject({ clientInboundNo: 'IB-1', items: [{ sku: 'LAMP-1' }] });
  });

  it('is read whatever happens to a field that nobody needs', async () => {
    const needed = [
      'receiving_code',
      'receiving_status',
      ...['product_sku', ...Object.keys(counts)].map((name) => `items.*.${name}`),
    ];
    const expected = {
      inboundNo: 'RV000012-260101-0001',
      status: 'putAway',
      items: [{ sku: 'LAMP-1', planned: 40, received: 38, putAway: 37, damaged: 0 }],
    };
    for (const { what, answer } of bent(arrival(), needed))
      expect([what, await inbound(answer)]).toMatchObject([what, expected]);
    expect(await inbound(arrival({ receiving_status: 'e' }))).toMatchObject(expected);
  });
});

describe('an order at a warehouse of ECCANG', () => {
  it('is read whatever happens to a field that nobody needs', async () => {
    const order = {
      order_code: '000012-260101-0001',
      reference_no: 'SO-1',
      order_status: 'D',
      tracking_no: '9400100000000000000001',
      shipping_method: 'USPS',
      date_create: '2026-01-01 08:00:00',
      date_shipping: '2026-01-02 08:00:00',
      date_modify: '2026-01-02 08:00:00',
      so_weight: '0.500',
      abnormal_problem_reason: '',
      items: [{ product_sku: 'LAMP-1', quantity: 1 }],
      orderBoxInfo: [{ box_no: '1', tracking_number: '', ob_weight: 0.5 }],
    };
    const needed = ['order_code', 'reference_no', 'order_status'];
    for (const { what, answer } of bent(order, needed)) {
      const found = await answering({ ask: 'Success', data: answer }).outbound(ACCESS, order.order_code);
      expect([what, found]).toMatchObject([
        what,
        { clientOrderNo: 'SO-1', orderNo: order.order_code, status: 'shipped' },
      ]);
    }
  });
});
