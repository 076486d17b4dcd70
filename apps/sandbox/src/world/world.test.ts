import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../main.ts';
import { prefixForHost, SHOPS } from '../platforms.ts';
import { call, dig, digList, digText, startForTest } from '../testing.ts';
import { parseCsv } from './csv.ts';
import { AMAZON_SHOP, SHOPIFY_SHOP, World } from './world.ts';

const NONE = '/nowhere/orders.csv';
const open: Sandbox[] = [];
const start = async (options: Parameters<typeof startForTest>[0]) => {
  const box = await startForTest(options);
  open.push(box);
  return box;
};
afterEach(async () => {
  for (const box of open.splice(0)) await box.close();
});

const fingerprint = (world: World) =>
  [AMAZON_SHOP, SHOPIFY_SHOP].map((id) =>
    [...world.shop(id).byId.values()].map((order) => [
      order.id,
      order.status,
      order.address.line1,
      order.lines.map((line) => [line.sku, line.quantity]),
    ]),
  );

describe('the world', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(fingerprint(new World({ shops: SHOPS, seed: 3 }))).toEqual(
      fingerprint(new World({ shops: SHOPS, seed: 3 })),
    );
    expect(fingerprint(new World({ shops: SHOPS, seed: 3 }))).not.toEqual(
      fingerprint(new World({ shops: SHOPS, seed: 4 })),
    );
  });

  it.each([
    ['the real lines, where they are', undefined],
    ['lines of its own', NONE],
  ])('has about 1,800 articles and awkward orders from %s', (_name, dataFile) => {
    const world = new World({ shops: SHOPS, seed: 1, ...(dataFile && { dataFile }) });
    if (dataFile) expect(world.catalog.source).toBe('generated');
    expect(world.catalog.items.length).toBeGreaterThan(1700);
    expect(new Set(world.catalog.items.map((item) => item.sku)).size).toBe(world.catalog.items.length);
    for (const id of [AMAZON_SHOP, SHOPIFY_SHOP]) {
      const orders = [...world.shop(id).byId.values()];
      expect(orders).toHaveLength(40);
      expect(orders.filter((order) => order.status === 'pending').length).toBeGreaterThan(1);
      expect(orders.filter((order) => order.lines.some((line) => !world.catalog.bySku.has(line.sku)))).toHaveLength(1);
      expect(
        orders.filter((order) => order.address.postalCode === '02108' && order.address.state === 'TX'),
      ).toHaveLength(1);
      expect(orders.filter((order) => order.cancelRequested || order.status === 'cancelled')).toHaveLength(1);
      for (const order of orders) {
        expect(order.lines.length).toBeLessThanOrEqual(5);
        for (const line of order.lines) expect(line.quantity).toBeLessThanOrEqual(4);
      }
    }
  });

  it('lists what changed by time while orders move', () => {
    const shop = new World({ shops: SHOPS, seed: 1, dataFile: NONE, ordersPerShop: 0 }).amazon;
    const made = Array.from({ length: 3000 }, (_, i) =>
      shop.create({ at: 1_700_000_000_000 + ((i * 7919) % 3000) * 1000 }),
    );
    for (let i = 0; i < 3000; i += 2) shop.change(made[i]!, 1_800_000_000_000 + i * 1000, () => undefined);
    for (let i = 0; i < 3000; i += 4) shop.change(made[i]!, 1_900_000_000_000 + i * 1000, () => undefined);
    const listed = [...shop.byUpdate.after({ t: 0, n: -1 })];
    expect(new Set(listed).size).toBe(3000);
    expect(listed).toHaveLength(3000);
    expect(listed.every((order, i) => i === 0 || listed[i - 1]!.updatedAt <= order.updatedAt)).toBe(true);
    expect([...shop.byUpdate.after({ t: 1_900_000_000_000, n: -1 })]).toHaveLength(750);
    expect([...shop.byUpdate.before({ t: Number.MAX_SAFE_INTEGER, n: 0 })]).toEqual(listed.toReversed());
  });

  it('reads quoted CSV', () => {
    expect(parseCsv('a,"b ""x"", c",d\r\n1,2,3\n')).toEqual([
      ['a', 'b "x", c', 'd'],
      ['1', '2', '3'],
    ]);
  });
});

describe('the process', () => {
  it('listens on loopback only', async () => {
    await expect(startSandbox({ port: 0, host: '0.0.0.0' })).rejects.toThrow(/loopback/);
  });

  it('knows the platforms by their host names', () => {
    expect(prefixForHost('api.amazon.com')).toBe('/amazon/lwa');
    expect(prefixForHost('sellingpartnerapi-na.amazon.com:443')).toBe('/amazon/spapi');
    expect(prefixForHost('tradewind-demo.myshopify.com')).toBe('/shopify/tradewind-demo.myshopify.com');
    expect(prefixForHost('wwwcie.ups.com')).toBe('/ups');
    expect(prefixForHost('127.0.0.1:8081')).toBe('');
    expect(prefixForHost('api.amazon.com.example.test')).toBe('');
  });

  it('serves its page, its catalogue and its control errors', async () => {
    const { url } = await start({ dataFile: NONE });
    const page = await call(`${url}/`);
    expect(page.status).toBe(200);
    expect(String(page.body)).toContain('data-t="arrive"');
    const item = digList((await call(`${url}/control/catalog`)).body)[0];
    expect(digText(item, 'priceUsd')).toMatch(/^\d+\.\d\d$/);
    expect(Number(dig(item, 'weightGrams'))).toBeGreaterThan(0);
    expect((await call(`${url}/control/orders`, { body: { shop: 'nobody', count: 1 } })).status).toBe(400);
    expect((await call(`${url}/control/faults`, { body: { platform: 'nobody' } })).status).toBe(400);
  });

  it('takes given lines, marks payment, and makes many orders at once', async () => {
    const { url, world } = await start({ dataFile: NONE, ordersPerShop: 0 });
    const made = await call(`${url}/control/orders`, {
      body: { shop: 'amazon', status: 'pending', lines: [{ sku: 'X-1', quantity: 2, priceUsd: '9.90' }] },
    });
    const orderId = digText(made.body, 'orderIds', 0);
    expect(world.amazon.byId.get(orderId)?.lines[0]).toMatchObject({ sku: 'X-1', quantity: 2, priceCents: 990 });
    expect(dig((await call(`${url}/control/orders/pay`, { body: { shop: 'amazon', orderId } })).body, 'status')).toBe(
      'unshipped',
    );
    await call(`${url}/control/orders`, { body: { shop: 'amazon', count: 20_000, spreadHours: 100 } });
    expect(world.amazon.byId.size).toBe(20_001);
  });

  it('keeps its world over a restart when it has a file, and passes over a broken one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
    const stateFile = join(folder, 'world.json');
    const first = await startForTest({ dataFile: NONE, stateFile, seed: 5 });
    const [order] = first.world.arrive('shopify', 1);
    first.world.shipped(order!, () =>
      order!.parcels.push({
        ref: '77',
        carrier: 'UPS',
        carrierName: '',
        method: '',
        numbers: ['1Z'],
        urls: [],
        shippedAt: 1,
        createdAt: 1,
        updatedAt: 1,
        cancelled: false,
        lines: order!.lines.map((line) => ({ lineId: line.id, quantity: line.quantity })),
        events: [],
      }),
    );
    const before = fingerprint(first.world);
    await first.close();
    const second = await start({ dataFile: NONE, stateFile, seed: 9 });
    expect(fingerprint(second.world)).toEqual(before);
    expect(second.world.shop('shopify').byId.get(order!.id)?.status).toBe('shipped');
    expect(second.world.arrive('shopify', 1)[0]?.id).not.toBe(order!.id);
    writeFileSync(stateFile, readFileSync(stateFile, 'utf8').slice(0, 100));
    const third = await start({ dataFile: NONE, stateFile, seed: 5 });
    expect(third.world.shop('shopify').byId.size).toBe(40);
    await second.close();
    open.splice(open.indexOf(second), 1);
    rmSync(folder, { recursive: true });
  });
});
