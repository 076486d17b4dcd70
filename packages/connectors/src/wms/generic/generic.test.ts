import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../../apps/sandbox/src/main.ts';
import { bent } from '../../lax.testing.ts';
import { ConnectorError } from '../../types.ts';
import type { WmsAccess, WmsConnector, WmsOutbound } from '../../wms.ts';
import { WMS_PROVIDERS } from '../index.ts';
import * as shapes from './shapes.ts';
import { isPushSigned, pushSignatureOf, signatureOf, targetOf } from './signing.ts';

describe('signatures', () => {
  it('are those of the interface’s examples', () => {
    const body = '{"clientOrderNo":"SO-1001"}';
    const signed = { method: 'POST', target: '/v1/outbound-orders', timestamp: '1767225600000', nonce: 'n-0001', body };
    expect(signatureOf('generic-wms-secret', signed)).toBe(
      '1eefdc030992eee7652021df77f4dd29156aa15c9cefa37d41935813aa3008c9',
    );
    expect(pushSignatureOf('whsec-demo', '1767225600000', '{"eventId":"e1","type":"outbound.shipped"}')).toBe(
      '180379a3391eb9abb4663073b71e1f4f9bd12fdab98c9b38931b47c7b7e12b54',
    );
  });
  it('name what is asked in one order, and pushes only for a while', () => {
    expect(targetOf('/v1/fees', { to: 'b', from: 'a', cursor: undefined })).toBe('/v1/fees?from=a&to=b');
    const body = '{}';
    const header = `t=1000,v1=${pushSignatureOf('s', '1000', body)}`;
    expect([
      isPushSigned('s', header, body, 2000),
      isPushSigned('s', header, '{"a":1}', 2000),
      isPushSigned('t', header, body, 2000),
      isPushSigned('', header, body, 2000),
      isPushSigned('s', header, body, 1000 + 31 * 3_600_000),
    ]).toEqual([true, false, false, false, false]);
  });
});

describe('what the neutral interface tells', () => {
  it('of an order is read whatever happens to a field that nobody needs', () => {
    const order = {
      clientOrderNo: 'SO-1',
      orderNo: 'W-1',
      status: 'SHIPPED',
      updatedAt: '2026-01-01T08:00:00Z',
      items: [{ sku: 'SKU-1', qty: 2 }],
      packages: [
        {
          packageNo: 'P1',
          carrier: 'UPS',
          trackingNumber: '1Z1',
          weightG: 500,
          shippedAt: '2026-01-01T08:00:00Z',
          items: [{ sku: 'SKU-1', qty: 2 }],
        },
      ],
      problem: '',
    };
    const needed = ['clientOrderNo', 'orderNo', 'status', 'updatedAt'];
    for (const { what, answer } of bent(order, needed)) {
      const found = shapes.outbound.parse(answer);
      expect([what, found.state]).toMatchObject([what, { orderNo: 'W-1', status: 'shipped' }]);
      if (!what.startsWith('packages ')) expect([what, found.state.packages.length]).toEqual([what, 1]);
    }
    expect(shapes.outbound.parse({ ...order, status: 'shipped' }).state.status).toBe('shipped');
  });

  it('of an arrival is read whatever happens to a field that nobody needs', () => {
    const arrival = {
      clientInboundNo: 'IB-1',
      inboundNo: 'I-1',
      status: 'PUT_AWAY',
      items: [{ sku: 'SKU-1', planned: 4, received: 3, putAway: 3, damaged: 0 }],
      receipts: [
        { receiptId: 'R1', at: '2026-01-01T08:00:00Z', lines: [{ sku: 'SKU-1', qty: 3, damaged: false, lot: 'L1' }] },
      ],
      problem: '',
    };
    const item = ['sku', 'planned', 'received', 'putAway'].map((name) => `items.*.${name}`);
    const receipt = ['receiptId', 'at', 'lines.*.sku', 'lines.*.qty'].map((name) => `receipts.*.${name}`);
    const needed = ['clientInboundNo', 'inboundNo', 'status', ...item, ...receipt];
    const expected = {
      inboundNo: 'I-1',
      status: 'putAway',
      items: [{ sku: 'SKU-1', planned: 4, received: 3, putAway: 3, damaged: 0 }],
      receipts: [{ receiptId: 'R1', lines: [{ sku: 'SKU-1', quantity: 3, damaged: false }] }],
    };
    for (const { what, answer } of bent(arrival, needed))
      expect([what, shapes.inbound.parse(answer)]).toMatchObject([what, expected]);
  });

  it('of stock, fees and warehouses is, too', () => {
    const stock = { sku: 'SKU-1', lot: 'L1', onHand: 5, available: 4, allocated: 1, damaged: 0, pendingPutaway: 0 };
    for (const { what, answer } of bent(stock, ['sku', 'onHand', 'available', 'allocated']))
      expect([what, shapes.stock.parse(answer)]).toMatchObject([what, { sku: 'SKU-1', available: 4, damaged: 0 }]);
    const fee = {
      feeId: 'F1',
      at: '2026-01-01T08:00:00Z',
      refType: 'OUTBOUND',
      refNo: 'W-1',
      feeType: 'FREIGHT',
      direction: 'CHARGE',
      amount: '1.5',
      currency: 'USD',
    };
    for (const { what, answer } of bent(fee, ['feeId', 'at', 'direction', 'amount', 'currency']))
      expect([what, shapes.fee.parse(answer)]).toMatchObject([what, { feeId: 'F1', amount: '1.5' }]);
    const warehouse = { code: 'US-W1', name: 'West', country: 'US' };
    for (const { what, answer } of bent([warehouse], ['*.code']))
      expect([what, shapes.warehouses.parse(answer)]).toMatchObject([what, [{ code: 'US-W1' }]]);
    expect(shapes.warehouses.parse([{ ...warehouse, country: 'USA' }])).toMatchObject([{ country: 'US' }]);
  });
});

describe.each(['zipto', 'unidoor', 'genericwms'])('%s', (provider) => {
  let box: Sandbox;
  let wms: WmsConnector;
  let access: WmsAccess;
  const control = (act: string, body: object = {}) =>
    fetch(`${box.url}/control/${provider}/${act}`, { method: 'POST', body: JSON.stringify(body) });
  const order = (clientOrderNo: string, quantity = 1): WmsOutbound => ({
    clientOrderNo,
    warehouse: 'US-W1',
    shippingMethod: 'GND',
    platform: 'shopify',
    platformOrderNo: '1001',
    recipient: { name: 'Pat Doe', country: 'US', city: 'Alpharetta', postalCode: '30005', line1: '1 Example St' },
    items: [{ lineId: '1', sku: 'SKU-1', quantity, declaredUsd: '4.50' }],
  });
  const kindOf = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    return error instanceof ConnectorError ? [error.kind, error.code] : error;
  };

  beforeAll(async () => {
    box = await startSandbox({ port: 0, seed: 7, ordersPerShop: 0 });
    const definition = WMS_PROVIDERS.find((one) => one.provider === provider);
    if (!definition) throw new Error('not registered');
    const baseUrls = { api: `${box.url}${definition.sandbox.baseUrls.api}` };
    wms = definition.create({ http: { baseUrls, rateFactor: 1000 }, sandbox: true });
    access = { keys: definition.sandbox.keys };
    await control('knobs', { stepSeconds: 0 });
    const sides = { weightGrams: 100, lengthMm: 1, widthMm: 2, heightMm: 3 };
    const product = { sku: 'SKU-1', nameEn: 'Mug', nameZh: '杯', declaredValueUsd: '1', battery: false, ...sides };
    expect(await wms.putProduct(access, product)).toMatchObject({ status: 'active', measured: sides });
    await control('stock', { sku: 'SKU-1', quantity: 50 });
  });
  afterAll(() => box.close());

  it('refuses wrong keys, and says why in kinds', async () => {
    const wrong = { keys: { ...access.keys, secret: 'no' } };
    expect(await kindOf(wms.check(wrong))).toEqual(['unauthorized', 'AUTH_SIGN']);
    expect(await kindOf(wms.createOutbound(access, order('A-0', 99)))).toEqual(['rejected', 'STOCK_OUT']);
    box.faults.set(provider, { throttle: 1 });
    expect(await kindOf(wms.balances?.(access) ?? Promise.resolve())).toEqual(['throttled', 'LIMIT']);
    await control('knobs', { failAfterStoring: 1 });
    expect(await kindOf(wms.createOutbound(access, order('A-1')))).toEqual(['uncertain', 'TRANSIENT']);
    expect(await wms.findOutbound(access, 'A-1')).toMatchObject({ status: 'accepted' });
    expect(await wms.findOutbound(access, 'A-9')).toBeUndefined();
  });

  it('takes the same order again, and no other under its number', async () => {
    const first = await wms.createOutbound(access, order('B-1'));
    expect(await wms.createOutbound(access, order('B-1'))).toEqual(first);
    expect(await kindOf(wms.createOutbound(access, order('B-1', 2)))).toEqual(['rejected', 'DUPLICATE']);
  });

  it('lists what changed page by page, none twice and none left out', async () => {
    const before = (await wms.outbounds(access, '2020-01-01T00:00:00Z')).rows.length;
    for (let i = 0; i < 3; i++) await wms.createOutbound(access, order(`C-${i}`));
    const all = await wms.outbounds(access, '2020-01-01T00:00:00Z');
    expect(all.rows).toHaveLength(before + 3);
    expect(new Set(all.rows.map((one) => one.clientOrderNo)).size).toBe(before + 3);
  });
});
