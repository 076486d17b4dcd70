import { describe, expect, it } from 'vitest';
import { bent } from '../../lax.testing.ts';
import { scripted } from '../../testing.ts';
import type { WmsAccess } from '../../wms.ts';
import { fourpx } from './definition.ts';

const ACCESS: WmsAccess = { keys: { appKey: 'k', appSecret: 's' } };
const answering = (...data: unknown[]) =>
  fourpx.create({
    http: { fetch: scripted({ json: { result: '1', msg: 'ok', data: { data, total: data.length } } }).fetch },
    sandbox: false,
  });

describe('what 4PX tells', () => {
  it('of an arrival is read whatever happens to a field that nobody needs', async () => {
    const arrival = {
      consignment_no: 'IN-1',
      ref_no: 'IB-1',
      status: 'C',
      transport_type: 'SEA',
      lstsku: [{ sku_code: 'LAMP-1', box_no: '1', plan_qty: 4, received_qty: 3, putaway_qty: 3, exception_qty: 0 }],
    };
    const line = ['sku_code', 'plan_qty', 'received_qty', 'putaway_qty', 'exception_qty'];
    const needed = ['consignment_no', 'status', ...line.map((name) => `lstsku.*.${name}`)];
    const expected = { inboundNo: 'IN-1', status: 'putAway', items: [{ sku: 'LAMP-1', planned: 4, received: 3 }] };
    for (const { what, answer } of bent(arrival, needed))
      expect([what, await answering(answer).inbound(ACCESS, 'IN-1')]).toMatchObject([what, expected]);
    const nameless = answering({ ...arrival, consignment_no: null }).inbound(ACCESS, 'IN-1');
    expect(await nameless).toMatchObject(expected);
  });

  it('of an order is read whatever happens to a field that nobody needs', async () => {
    const order = {
      consignment_no: 'OUT-1',
      ref_no: 'SO-1',
      status: 'C',
      sub_status: '',
      carrier_code: 'USPS',
      logistics_product_code: 'B1',
      shipping_no: '9400100000000000000001',
      shipping_weight: 500,
      total_weight: '500',
      billing_amount: '4.50',
      currency: 'USD',
      create_time: 1767225600000,
      update_time: 1767312000000,
      complete_time: 1767312000000,
      outboundlist_sku: [{ sku_code: 'LAMP-1', qty: 1 }],
      consignment_packages: [{ parcel_no: 'P1', package_weight: 0.5, skus: [{ sku_code: 'LAMP-1', qty: 1 }] }],
    };
    for (const { what, answer } of bent(order, ['consignment_no', 'ref_no', 'status'])) {
      const found = await answering(answer).outbound(ACCESS, 'OUT-1');
      expect([what, found]).toMatchObject([what, { clientOrderNo: 'SO-1', orderNo: 'OUT-1', status: 'shipped' }]);
    }
  });
});
