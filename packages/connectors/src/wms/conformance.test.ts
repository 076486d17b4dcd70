import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failure, kindOfFailure, type RunningSandbox, startSandbox } from '../testing.ts';
import type { WmsAccess, WmsConnector, WmsDefinition, WmsInbound, WmsOutbound, WmsPage, WmsProduct } from '../wms.ts';
import { WMS_PROVIDERS } from './index.ts';

/** What every provider's connector has to do, each against its stand-in over the wire. */
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const DAY_MS = 86_400_000;
const LONG_AGO = new Date(Date.now() - 20 * DAY_MS).toISOString();
/** The sandbox's clock goes ahead of ours. */
const LATER = new Date(Date.now() + 5 * DAY_MS).toISOString();
const STEPS = 60;
let aheadMs = 0;

function product(sku: string): WmsProduct {
  return {
    sku,
    nameEn: 'Desk lamp',
    nameZh: '台灯',
    declaredValueUsd: '4.50',
    weightGrams: 812,
    lengthMm: 303,
    widthMm: 152,
    heightMm: 98,
    battery: false,
    originCountry: 'CN',
    hsCode: '940521',
  };
}

const inboundOf = (clientInboundNo: string, warehouse: string, sku: string): WmsInbound => ({
  clientInboundNo,
  warehouse,
  transport: 'sea',
  trackingNumbers: ['MSKU0000011'],
  eta: '2026-12-10',
  cartons: [1, 2].map((number) => ({
    code: `C${number}`,
    weightGrams: 12_000,
    lengthMm: 600,
    widthMm: 400,
    heightMm: 350,
    items: [{ sku, quantity: number * 20 }],
  })),
});

const orderOf = (clientOrderNo: string, warehouse: string, shippingMethod: string, sku: string): WmsOutbound => ({
  clientOrderNo,
  warehouse,
  shippingMethod,
  platform: 'amazon',
  platformOrderNo: '112-0000000-0000001',
  recipient: {
    name: 'Pat Doe',
    phone: '5550100',
    country: 'US',
    state: 'GA',
    city: 'Alpharetta',
    postalCode: '30005',
    line1: '1 Example St & <Sons>',
  },
  items: [{ lineId: '1', sku, quantity: 2, declaredUsd: '4.50', hsCode: '940521' }],
});

async function every<T>(list: (cursor?: string) => Promise<WmsPage<T>>): Promise<T[]> {
  const all: T[] = [];
  for (let cursor: string | undefined, page = 0; ; page++) {
    if (page > 200) throw new Error('the list does not end');
    const answered = await list(cursor);
    all.push(...answered.rows);
    cursor = answered.next;
    if (cursor === undefined) return all;
  }
}

/** Each provider by what a new account speaks; after them those that speak an older version, too. */
const RUNS = WMS_PROVIDERS.flatMap((definition) => {
  const versions = definition.keys.find(({ name }) => name === 'version')?.options ?? [];
  const older = versions.slice(1).map(({ value }) => ({ definition, version: { version: value } }));
  return [{ definition, version: {} as Record<string, string> }, ...older];
}).toSorted((a, b) => Object.keys(a.version).length - Object.keys(b.version).length);

for (const { definition, version } of RUNS) {
  describe([definition.provider, ...Object.values(version)].join(' '), () => {
    const { provider, marketplace = false } = definition;
    let wms: WmsConnector;
    let access: WmsAccess;
    let warehouse: string;
    let method: string;
    const faults = (desired: object) => sandbox.control('faults', { platform: provider, ...desired });
    const later = async (seconds: number) => {
      aheadMs += seconds * 1000;
      await sandbox.control('clock/advance', { seconds });
    };

    /** Reads again, a while later each time, until it is so. */
    async function until<T>(read: () => Promise<T>, isSo: (value: T) => boolean, seconds = 300): Promise<T> {
      for (let step = 0; step < STEPS; step++) {
        const value = await read();
        if (isSo(value)) return value;
        await later(seconds);
      }
      throw new Error(`it did not come to that: ${JSON.stringify(await read())}`);
    }
    /** The seller's own shipment to a marketplace, which goes another way. */
    const sentIn = (sku: string, quantity: number) => sandbox.control(`${provider}/stock`, { sku, quantity });
    async function approved(sku: string): Promise<void> {
      if (marketplace) await sentIn(sku, 0);
      await wms.putProduct(access, product(sku));
      await until(
        () => wms.products(access, [sku]),
        ([one]) => one?.status === 'active',
      );
    }
    async function stocked(sku: string, clientInboundNo: string): Promise<void> {
      await approved(sku);
      if (marketplace) {
        await sentIn(sku, 60);
        await until(
          () => stockOf(sku),
          (one) => one?.available === 60,
        );
        return;
      }
      const { inboundNo } = await wms.createInbound(access, inboundOf(clientInboundNo, warehouse, sku));
      await until(
        () => wms.inbound(access, inboundNo),
        (one) => one.status === 'putAway',
      );
    }
    const stockOf = async (sku: string) =>
      (await every((cursor) => wms.inventory(access, warehouse, cursor))).find((one) => one.sku === sku);
    const ordered = (no: string, sku: string) => wms.createOutbound(access, orderOf(no, warehouse, method, sku));

    beforeAll(async () => {
      [wms, access] = connect(definition);
      access = { ...access, keys: { ...access.keys, ...version } };
      if (Object.keys(version).length > 0) await fresh();
      warehouse = (await wms.warehouses(access))[0]?.code ?? '';
      method = (await wms.shippingMethods(access, warehouse))[0]?.code ?? '';
      expect([warehouse, method]).not.toContain('');
    });
    beforeEach(() => faults({ clear: true }));

    it('knows wrong keys from right ones', async () => {
      await wms.check(access);
      for (const { name } of definition.keys.filter(({ secret, name: key }) => secret && !/push/i.test(key))) {
        const wrong = { ...access, keys: { ...access.keys, [name]: 'wrong' } };
        expect([name, await kindOfFailure(wms.check(wrong))]).toEqual([name, 'unauthorized']);
      }
    });

    if (marketplace)
      it('takes goods by the marketplace’s own ways alone, and knows those it has by their SKU', async () => {
        const unknown = await wms.putProduct(access, product('NEVER-LISTED'));
        expect(unknown).toMatchObject({ status: 'rejected', problem: expect.stringMatching(/sku NEVER-LISTED/) });
        const refused = await failure(wms.createInbound(access, inboundOf('IB-0', warehouse, 'LAMP-0')));
        expect(refused).toMatchObject({ kind: 'rejected', code: 'UNSUPPORTED' });
        expect(await wms.findInbound(access, 'IB-0')).toBeUndefined();
        await sentIn('LAMP-0', 60);
        expect(await wms.putProduct(access, product('LAMP-0'))).toMatchObject({ sku: 'LAMP-0', status: 'active' });
        expect(await stockOf('LAMP-0')).toMatchObject({ onHand: 0, available: 0, inTransit: 60 });
      });

    async function arrived(): Promise<void> {
      if (marketplace) return stocked('LAMP-1', 'IB-1');
      expect((await wms.putProduct(access, product('LAMP-1'))).sku).toBe('LAMP-1');
      const [shown] = await until(
        () => wms.products(access, ['LAMP-1', 'NO-SUCH']),
        ([one]) => one?.status === 'active',
      );
      expect(shown?.sku).toBe('LAMP-1');

      const { inboundNo } = await wms.createInbound(access, inboundOf('IB-1', warehouse, 'LAMP-1'));
      const planned = await wms.inbound(access, inboundNo);
      expect(planned).toMatchObject({
        clientInboundNo: 'IB-1',
        inboundNo,
        items: [{ sku: 'LAMP-1', planned: 60, putAway: 0 }],
      });
      if (wms.inboundLabels) {
        const pdf = await wms.inboundLabels(access, inboundNo);
        expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-');
      }
      // Some tell of what is coming only once it is on its way.
      const coming = await stockOf('LAMP-1');
      if (coming) expect(coming).toMatchObject({ onHand: 0, available: 0, inTransit: 60 });
      const arrived = await until(
        () => wms.inbound(access, inboundNo),
        (one) => one.status === 'putAway',
      );
      expect(arrived.items).toMatchObject([{ sku: 'LAMP-1', planned: 60, received: 60, putAway: 60 }]);
    }

    it('takes a product, its arrival, and an order for it, ships it and says what it costs', async () => {
      await arrived();
      expect(await stockOf('LAMP-1')).toMatchObject({ onHand: 60, available: 60, allocated: 0, inTransit: 0 });

      const { orderNo } = await ordered('SO-1', 'LAMP-1');
      expect(await stockOf('LAMP-1')).toMatchObject({ onHand: 60, available: 58, allocated: 2 });
      const shipped = await until(
        () => wms.outbound(access, orderNo),
        (one) => one.status === 'shipped' && one.packages.some(({ trackingNumber }) => trackingNumber),
      );
      expect(shipped).toMatchObject({ clientOrderNo: 'SO-1', orderNo });
      expect(shipped.packages).toHaveLength(1);
      expect(shipped.packages[0]?.trackingNumber).toMatch(/^\w{8,}$/);
      const items = shipped.packages[0]?.items;
      if (items) expect(items).toEqual([{ sku: 'LAMP-1', quantity: 2 }]);
      expect(await stockOf('LAMP-1')).toMatchObject({ onHand: 58, available: 58, allocated: 0 });
      const changed = await every((cursor) => wms.outbounds(access, LONG_AGO, cursor));
      expect(changed.find((one) => one.clientOrderNo === 'SO-1')).toMatchObject({ orderNo, status: shipped.status });

      expect(await wms.cancelOutbound(access, orderNo, 'buyer asked')).toBe('refused');
      expect((await wms.outbound(access, orderNo)).status).toBe('shipped');

      if (wms.fees) {
        const list = wms.fees;
        const fees = await every((cursor) => list(access, LONG_AGO, LATER, cursor));
        const charged = fees.filter((fee) => fee.direction === 'charge' && fee.refNo && orderNo.includes(fee.refNo));
        expect(charged.map(({ amount }) => Number(amount)).every((amount) => amount > 0)).toBe(true);
        expect(charged.length).toBeGreaterThan(0);
        expect(new Set(fees.map(({ feeId }) => feeId)).size).toBe(fees.length);
      }
      if (wms.stockLedger) {
        const list = wms.stockLedger;
        const entries = await every((cursor) => list(access, warehouse, LONG_AGO, LATER, cursor));
        const own = entries.filter(({ sku }) => sku === 'LAMP-1');
        expect(own.reduce((sum, { delta }) => sum + delta, 0)).toBe(58);
        expect(new Set(own.map(({ entryId }) => entryId)).size).toBe(own.length);
      }
      if (wms.balances) expect(await wms.balances(access)).toMatchObject([{ currency: 'USD' }]);
      expect(wms.capabilities).toMatchObject({
        fees: wms.fees !== undefined,
        quote: wms.quote !== undefined,
        stockLedger: wms.stockLedger !== undefined,
        push: wms.readPush !== undefined,
      });
    });

    it('finds an order again whose answer was lost, and none that never came', async () => {
      await stocked('LAMP-2', 'IB-2');
      await faults({ failHalfway: 1, match: 'SO-2' });
      expect(await kindOfFailure(ordered('SO-2', 'LAMP-2'))).toBe('uncertain');
      const found = await wms.findOutbound(access, 'SO-2');
      expect(found).toMatchObject({ clientOrderNo: 'SO-2' });
      expect(await wms.outbound(access, found?.orderNo ?? '')).toMatchObject({ clientOrderNo: 'SO-2' });
      expect(await wms.findOutbound(access, 'SO-NEVER')).toBeUndefined();
      // Sent again all the same, it is refused, or it is the one that is there.
      const again: unknown = await ordered('SO-2', 'LAMP-2').catch((error: unknown) => error);
      if (again instanceof Error)
        expect(again).toMatchObject({ kind: 'rejected', code: expect.stringMatching(/^DUPLICATE/) });
      else expect(again).toMatchObject({ orderNo: found?.orderNo });
      expect(await stockOf('LAMP-2')).toMatchObject({ available: 58, allocated: 2 });
    });

    if (!marketplace)
      it('finds an arrival again whose answer was lost, and cancels it', async () => {
        await approved('LAMP-3');
        await faults({ failHalfway: 1, match: 'IB-3' });
        const lost = wms.createInbound(access, inboundOf('IB-3', warehouse, 'LAMP-3'));
        expect(await kindOfFailure(lost)).toBe('uncertain');
        const found = await wms.findInbound(access, 'IB-3');
        expect(found).toMatchObject({ clientInboundNo: 'IB-3', items: [{ sku: 'LAMP-3', planned: 60, received: 0 }] });
        expect(await wms.findInbound(access, 'IB-NEVER')).toBeUndefined();
        await wms.cancelInbound(access, found?.inboundNo ?? '');
        expect((await wms.inbound(access, found?.inboundNo ?? '')).status).toBe('cancelled');
      });

    it('lets an order go that nobody has picked yet, and gives its stock back', async () => {
      await stocked('LAMP-4', 'IB-4');
      const { orderNo } = await ordered('SO-4', 'LAMP-4');
      expect(await wms.cancelOutbound(access, orderNo, 'buyer asked')).toBe('cancelled');
      expect((await wms.outbound(access, orderNo)).status).toBe('cancelled');
      expect(await stockOf('LAMP-4')).toMatchObject({ available: 60, allocated: 0 });
    });

    it('says that it has too little', async () => {
      await approved('LAMP-5');
      const made = await ordered('SO-5', 'LAMP-5').catch((error: unknown) => error);
      if (made instanceof Error)
        expect(made).toMatchObject({ kind: 'rejected', code: expect.stringMatching(/^STOCK/) });
      else
        expect(await wms.findOutbound(access, 'SO-5')).toMatchObject({
          status: expect.stringMatching(/^(exception|rejected)$/),
          problem: expect.anything(),
        });
    });

    it('refuses what it does not know, in words', async () => {
      const error = await failure(ordered('SO-6', 'NO-SUCH-SKU'));
      expect(error.kind).toBe('rejected');
      expect(error.message).toMatch(/NO-SUCH-SKU/);
    });

    it('tells its bad days apart', async () => {
      await faults({ status500: 1 });
      expect(await kindOfFailure(wms.warehouses(access))).toBe('unavailable');
      await faults({ throttle: 1 });
      const throttled = await failure(wms.warehouses(access));
      expect([throttled.kind, (throttled.retryAfterMs ?? 0) > 0]).toEqual(['throttled', true]);
    });
  });
}

/** The stand-ins as they began, and their clock. */
async function fresh(): Promise<void> {
  await sandbox.control('reset', {});
  aheadMs = 0;
}

function connect(definition: WmsDefinition): [WmsConnector, WmsAccess] {
  const { keys, baseUrls } = definition.sandbox;
  const addresses = Object.fromEntries(
    Object.entries(baseUrls).map(([name, path]) => [name, new URL(path, sandbox.url).href]),
  );
  const http = { baseUrls: addresses, timeoutMs: 10_000, rateFactor: 1000, now: () => Date.now() + aheadMs };
  return [definition.create({ http, sandbox: true }), { keys }];
}
