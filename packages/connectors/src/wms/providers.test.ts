import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signOf as fourpxSign } from '../fourpx/gateway.ts';
import { failure, kindOfFailure, type RunningSandbox, scripted, startSandbox } from '../testing.ts';
import type { WmsAccess, WmsConnector, WmsDefinition, WmsFee, WmsOutbound, WmsProduct } from '../wms.ts';
import { fromBeijing, refusalOf, stretchOf, toBeijing } from './convert.ts';
import { eccang } from './eccang/definition.ts';
import { fourpx } from './fourpx/definition.ts';
import { goodcang } from './goodcang/definition.ts';
import { signOf as winitSign } from './winit/client.ts';
import { winit } from './winit/definition.ts';

/** What only one of the providers does. */

const product = (sku: string, lengthMm = 300): WmsProduct => ({
  sku,
  nameEn: 'Desk lamp',
  nameZh: '台灯',
  declaredValueUsd: '4.50',
  weightGrams: 800,
  lengthMm,
  widthMm: 150,
  heightMm: 100,
  battery: false,
});
const order = (clientOrderNo: string, warehouse: string, shippingMethod: string, ...skus: string[]): WmsOutbound => ({
  clientOrderNo,
  warehouse,
  shippingMethod,
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
  items: skus.map((sku, index) => ({ lineId: String(index), sku, quantity: 1, declaredUsd: '4.50' })),
});

describe('what is signed', () => {
  it('is what 4PX expects', () => {
    const call = {
      method: 'ds.xms.order.get',
      v: '1.0.0',
      timestamp: '1767225600000',
      body: '{"request_no":"SO-1001"}',
    };
    expect(fourpxSign({ appKey: 'fpx-key-demo', appSecret: 'fpx-secret-demo' }, call)).toBe(
      '028b5888e8d9fb1c356ebde532437bb6',
    );
  });
  it('is what Winit expects of the seller and of the ERP', () => {
    const call = {
      action: 'queryWarehouseStorage',
      appKey: 'demo@example.test',
      data: '{"pageNum":"1","pageSize":"50","warehouseCode":"US0001"}',
      platform: 'DEMOERP',
      timestamp: '2026-01-01 00:00:00',
    };
    expect(winitSign('winit-token-demo', call)).toBe('C58F326531BE896F1A599A1D30CE7E5A');
    expect(winitSign('winit-client-secret-demo', call)).toBe('9C87E2A99AA19B75B07003C24A7CB6D7');
  });
});

describe('what is refused', () => {
  it('is told apart by its words: keys that are wrong, and goods that are called so', () => {
    const kind = (words: string) => refusalOf('x', 'create', '1', words).kind;
    for (const words of [
      '签名错误',
      'client_sign签名错误',
      'appKey或appToken错误',
      'token已过期',
      'Invalid sign',
      'app_key is invalid',
    ])
      expect([words, kind(words)]).toEqual([words, 'unauthorized']);
    for (const words of [
      'SKU KEYCHAIN-01 申报信息错误',
      'SKU TOKEN-1 尺寸错误',
      'key: 30003, province 超过长度限制，提交失败',
    ])
      expect([words, kind(words)]).toEqual([words, 'rejected']);
  });
});

describe('times and stretches', () => {
  it('Beijing’s clock says the same second', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2090-01-01'), noInvalidDate: true }), (date) => {
        const second = new Date(Math.floor(date.getTime() / 1000) * 1000).toISOString();
        expect(fromBeijing(toBeijing(second))).toBe(second);
      }),
    );
    expect([fromBeijing('0000-00-00 00:00:00'), fromBeijing(''), fromBeijing(undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(fromBeijing('2026-01-01 08:00:00')).toBe('2026-01-01T00:00:00.000Z');
  });
  it('stretches follow each other without a gap, and end', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 31 }), (length, days) => {
        const from = '2026-01-01T00:00:00.000Z';
        const to = new Date(Date.parse(from) + length * 86_400_000).toISOString();
        let end = Date.parse(from);
        for (let cursor: string | undefined; ; ) {
          const stretch = stretchOf('x', { from, to, days, cursor });
          expect([stretch.start, stretch.page]).toEqual([end, 1]);
          expect(stretch.end - stretch.start).toBeLessThanOrEqual(days * 86_400_000);
          expect(stretch.next(true).next).toBe(`${stretch.start}/2`);
          end = stretch.end;
          cursor = stretch.next(false).next;
          if (cursor === undefined) break;
        }
        expect(end).toBe(Date.parse(to));
      }),
    );
  });
});

describe('answers of GoodCang', () => {
  const ACCESS: WmsAccess = { keys: { appKey: 'k', appToken: 't' } };
  const answered = (json: object) => goodcang.create({ http: { fetch: scripted({ json }).fetch }, sandbox: false });

  it('say nothing by an empty text or by null', async () => {
    for (const data of ['', null, []]) {
      const none = answered({ ask: 'Success', message: 'Success', count: 0, data });
      expect(await none.inventory(ACCESS, 'USEA')).toEqual({ rows: [] });
      expect(await none.outbounds(ACCESS, '2026-01-01T00:00:00Z')).toEqual({ rows: [] });
      expect(await none.findOutbound(ACCESS, 'SO-1')).toBeUndefined();
    }
  });
  it('count in texts, and what is sellable is without what is reserved', async () => {
    const row = {
      product_sku: 'A',
      sellable: '5',
      reserved: '2',
      unsellable: '1',
      pi_freeze: '',
      onway: null,
      pending: '3.0',
    };
    const { rows } = await answered({ ask: 'Success', count: '1', data: [row] }).inventory(ACCESS, 'USEA');
    expect(rows).toEqual([
      { sku: 'A', onHand: 8, available: 5, allocated: 2, damaged: 1, frozen: 0, inTransit: 0, pendingPutAway: 3 },
    ]);
  });
  it('show a state that nobody has written down to a person', async () => {
    const data = {
      order_code: 'G1',
      reference_no: 'SO-1',
      order_status: 'Q',
      date_modify: '2026-01-01 08:00:00',
      items: '',
    };
    expect(await answered({ ask: 'Success', data }).outbound(ACCESS, 'G1')).toMatchObject({
      status: 'exception',
      problem: 'unknown status: Q',
      updatedAt: '2026-01-01T00:00:00.000Z',
    });
  });
  it('name the field that is too long before anything is sent', async () => {
    const { fetch, sent } = scripted({ json: {} });
    const wms = goodcang.create({ http: { fetch }, sandbox: false });
    const sku = await failure(wms.putProduct(ACCESS, product('S'.repeat(25))));
    expect([sku.kind, sku.code, sku.message]).toEqual([
      'rejected',
      'VALIDATION_product_sku',
      `product_sku: at most 24 characters, "${'S'.repeat(25)}" has 25`,
    ]);
    const far = order('SO-1', 'USEA', 'M', 'A');
    const city = await failure(
      wms.createOutbound(ACCESS, { ...far, recipient: { ...far.recipient, city: 'x'.repeat(33) } }),
    );
    expect(city.message).toMatch(/^city: at most 32/);
    expect(sent).toEqual([]);
  });
  it('leave open what became of an order when they cannot be read', async () => {
    const torn = goodcang.create({ http: { fetch: scripted({ text: '{"ask":"Suc' }).fetch }, sandbox: false });
    expect(await kindOfFailure(torn.createOutbound(ACCESS, order('SO-1', 'USEA', 'M', 'A')))).toBe('uncertain');
    expect(await kindOfFailure(torn.outbound(ACCESS, 'G1'))).toBe('malformed');
  });
});

it('Winit’s parts are one order: without a number where it is untracked mail, in trouble where only some of it goes', async () => {
  const part = (outboundOrderNum: string, status: string) => ({
    json: {
      code: '0',
      msg: '',
      data: { outboundOrderNum, sellerOrderNo: 'SO-1', status, orderedTime: '2026-01-01 08:00:00' },
    },
  });
  const read = (...parts: ReturnType<typeof part>[]) =>
    winit
      .create({ http: { fetch: scripted(...parts).fetch }, sandbox: false })
      .outbound({ keys: { appKey: 'k', token: 't' } }, parts.map(({ json }) => json.data.outboundOrderNum).join(','));
  expect(await read(part('WO1', 'HPO'))).toMatchObject({ status: 'shipped', untracked: true });
  expect((await read(part('WO1', 'DLI'))).untracked).toBeUndefined();
  expect(await read(part('WO1', 'DLI'), part('WO2', 'VO'))).toMatchObject({
    orderNo: 'WO1,WO2',
    status: 'exception',
    problem: expect.stringContaining('WO2'),
  });
  expect((await read(part('WO1', 'VO'), part('WO2', 'VOI'))).status).toBe('cancelling');
});

it('ECCANG is asked under the address of the access', async () => {
  const { fetch, sent } = scripted({ text: '<html>' });
  const wms = eccang.create({ http: { fetch }, sandbox: false });
  const keys = { appKey: 'k', appToken: 't' };
  await failure(wms.check({ keys, baseUrl: 'https://oms.example.test/' }));
  expect(sent[0]?.url.href).toBe('https://oms.example.test/default/svc/web-service');
  expect((await failure(wms.check({ keys }))).code).toBe('NO_ADDRESS');
});

describe('against the stand-ins', () => {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());
  const later = (minutes: number) => sandbox.control('clock/advance', { seconds: minutes * 60 });

  /** Connected, with goods of these lengths put away. */
  async function stocked(definition: WmsDefinition, lengths: Record<string, number>) {
    const { keys, baseUrls } = definition.sandbox;
    const http = { baseUrls: { api: sandbox.url + baseUrls.api }, rateFactor: 1000 };
    const wms: WmsConnector = definition.create({ http, sandbox: true });
    const access: WmsAccess = { keys };
    const warehouse = (await wms.warehouses(access))[0]?.code ?? '';
    const method = (await wms.shippingMethods(access, warehouse))[0]?.code ?? '';
    for (const [sku, length] of Object.entries(lengths)) await wms.putProduct(access, product(sku, length));
    await later(5);
    const items = Object.keys(lengths).map((sku) => ({ sku, quantity: 500 }));
    const cartons = [{ code: 'C1', items }];
    await wms.createInbound(access, {
      clientInboundNo: `IB-${items[0]?.sku}`,
      warehouse,
      transport: 'air',
      trackingNumbers: [],
      cartons,
    });
    await later(30);
    return { wms, access, warehouse, method };
  }

  for (const definition of [goodcang, eccang]) {
    it(`${definition.provider} runs to catch an order that is being picked, and may be too late`, async () => {
      const { wms, access, warehouse, method } = await stocked(definition, { CATCH: 300 });
      const { orderNo: early } = await wms.createOutbound(access, order('SO-A', warehouse, method, 'CATCH'));
      await later(4.5);
      expect(await wms.cancelOutbound(access, early, 'x')).toBe('pending');
      expect((await wms.outbound(access, early)).status).toBe('processing');
      await later(3);
      expect((await wms.outbound(access, early)).status).toBe('cancelled');
      const { orderNo: late } = await wms.createOutbound(access, order('SO-B', warehouse, method, 'CATCH'));
      await later(6.5);
      expect(await wms.cancelOutbound(access, late, 'x')).toBe('pending');
      await later(3);
      expect(await wms.outbound(access, late)).toMatchObject({ status: 'shipped' });
      expect(await wms.cancelOutbound(access, late, 'x')).toBe('refused');
      // The number of what was thrown away is free again.
      expect((await wms.createOutbound(access, order('SO-A', warehouse, method, 'CATCH'))).orderNo).not.toBe(early);
      expect(await wms.findOutbound(access, 'SO-A')).toMatchObject({ status: 'accepted' });
    });
  }

  it('GoodCang’s fees are all told, by pages and then by a token', async () => {
    const { wms, access, warehouse, method } = await stocked(goodcang, { FEES: 300 });
    const { fees } = wms;
    if (!fees) throw new Error('no fees');
    const made = new Set<string | undefined>();
    for (let i = 0; i < 120; i++)
      made.add((await wms.createOutbound(access, order(`SO-F${i}`, warehouse, method, 'FEES'))).orderNo);
    await later(20);
    const all: WmsFee[] = [];
    const cursors: string[] = [];
    const [from, to] = [
      new Date(Date.now() - 86_400_000).toISOString(),
      new Date(Date.now() + 86_400_000).toISOString(),
    ];
    for (let cursor: string | undefined; ; ) {
      const answered = await fees(access, from, to, cursor);
      all.push(...answered.rows);
      cursor = answered.next;
      if (cursor === undefined) break;
      cursors.push(cursor);
    }
    expect(cursors.slice(0, 2)).toEqual(['2', expect.stringMatching(/^token:/)]);
    const own = Map.groupBy(
      all.filter(({ refNo }) => made.has(refNo)),
      ({ direction }) => direction,
    );
    expect([...own].map(([direction, some]) => [direction, some.length]).toSorted()).toEqual([
      ['charge', 240],
      ['freeze', 120],
      ['unfreeze', 120],
    ]);
    expect(new Set(all.map(({ feeId }) => feeId)).size).toBe(all.length);
    expect(all.filter(({ direction }) => direction === 'topUp')).toHaveLength(1);
  });

  it('Winit splits an order, and all of it is one of ours', async () => {
    const { wms, access, warehouse, method } = await stocked(winit, { SMALL: 300, LONG: 900 });
    const input = order('SO-S', warehouse, method, 'SMALL', 'LONG');
    const { orderNo } = await wms.createOutbound(access, input);
    expect(orderNo.split(',')).toHaveLength(2);
    expect(await wms.findOutbound(access, 'SO-S')).toMatchObject({ orderNo, status: 'accepted', packages: [] });
    await later(9);
    const shipped = await wms.outbound(access, orderNo);
    expect(shipped).toMatchObject({ clientOrderNo: 'SO-S', orderNo, status: 'shipped' });
    expect(shipped.packages.map(({ items }) => items?.map(({ sku }) => sku))).toEqual([['SMALL'], ['LONG']]);
    expect(new Set(shipped.packages.map(({ trackingNumber }) => trackingNumber)).size).toBe(2);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const { rows } = await wms.outbounds(access, since);
    expect(rows.filter(({ clientOrderNo }) => clientOrderNo === 'SO-S')).toEqual([shipped]);

    const { orderNo: second } = await wms.createOutbound(access, order('SO-T', warehouse, method, 'SMALL', 'LONG'));
    expect(await wms.cancelOutbound(access, second, 'x')).toBe('cancelled');
    await later(49 * 60);
    expect((await wms.outbound(access, orderNo)).status).toBe('delivered');
  });

  it('weights and lengths come back as they went, whatever units lie between', async () => {
    const measured = { weightGrams: 805, lengthMm: 305, widthMm: 152, heightMm: 100 };
    const productOf = { weightGrams: 805, lengthMm: 303, widthMm: 150, heightMm: 100 };
    for (const [definition, shown] of [
      [goodcang, measured],
      [eccang, measured],
      [winit, productOf],
      [fourpx, undefined],
    ] as const) {
      const { wms, access, warehouse, method } = await stocked(definition, { UNITS: 303 });
      expect([definition.provider, (await wms.products(access, ['UNITS']))[0]?.measured]).toEqual([
        definition.provider,
        shown,
      ]);
      const { orderNo } = await wms.createOutbound(access, order('SO-U', warehouse, method, 'UNITS'));
      await later(10);
      const { packages } = await wms.outbound(access, orderNo);
      // 4PX weighs the wrapping, too.
      expect(packages.map(({ weightGrams }) => weightGrams)).toEqual([definition === fourpx ? 840 : 800]);
    }
  });

  it('4PX refuses to stop what is picked, and tells the last mile’s number later', async () => {
    const { wms, access, warehouse, method } = await stocked(fourpx, { FB4: 300 });
    const { orderNo } = await wms.createOutbound(access, order('SO-P', warehouse, method, 'FB4'));
    await later(4.5);
    expect(await wms.cancelOutbound(access, orderNo, 'x')).toBe('refused');
    await later(4);
    const gone = await wms.outbound(access, orderNo);
    expect([gone.status, gone.packages.map(({ trackingNumber }) => trackingNumber)]).toEqual(['shipped', [undefined]]);
    await later(3);
    expect((await wms.outbound(access, orderNo)).packages[0]?.trackingNumber).toMatch(/^1Z/);
  });
});
