import * as calls from '@tradewind/contract/channels.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../core/context.ts';
import type { Person } from '../../testing/harness.ts';
import { fetchOrder } from './sync/fetch-order.ts';
import { enqueueDue } from './sync/jobs.ts';
import { findMissing } from './sync/missing-orders.ts';
import { runStream } from './sync/run-stream.ts';
import { type Outside, openOutside } from './testing/sandbox.ts';

let outside: Outside;
let main: Person & { ctx: Ctx };
let other: Person & { ctx: Ctx };
let shopId: number;

beforeAll(async () => {
  outside = await openOutside();
  main = await outside.server.company('Sellers');
  other = await outside.server.company('Others');
  const shopify = { platform: 'shopify', fields: { shopDomain: 'tradewind-demo' } };
  shopId = (await outside.connect(main, shopify)).shopId;
});
afterAll(() => outside.close());
afterEach(() => outside.control('faults', { clear: true }));

const sync = () => runStream(outside.server.app, main.ctx, shopId, 'orders');
const there = () => [...outside.sandbox.world.shop('shopify').byId.keys()].sort();
const streams = async () => (await outside.server.ok(calls.shopStreams, { id: shopId }, main)).list;
const orders = async () => (await streams()).find((stream) => stream.kind === 'orders');
const hunt = () => {
  const to = new Date(Date.now() + 60_000);
  const from = new Date(to.getTime() - 6 * 86_400_000);
  return findMissing(outside.server.app, main.ctx, { shopId, from: from.toISOString(), to: to.toISOString() });
};

describe('the streams of a shop', () => {
  it('tell where they stand, what is next and what the platform allows', async () => {
    await sync();
    expect(await orders()).toMatchObject({ state: 'upToDate', failures: 0, taken: 40, errors: [], paused: false });
    expect((await orders())?.lagSeconds).toBeLessThan(600);
    const refused = await outside.server.call(calls.shopStreams, { id: shopId }, other);
    expect(refused.status).toBe(404);
  });

  it('keep what the platform said when it failed', async () => {
    await outside.faults('shopify', { status500: 1 });
    await sync();
    const failing = await orders();
    expect(failing).toMatchObject({ state: 'failing', failures: 1 });
    expect(failing?.errors[0]).toMatchObject({ errorKind: 'unavailable', status: 500 });
    expect(failing?.errors[0]?.raw).toContain('Internal Server Error');
    expect(Date.parse(failing?.nextRunAt ?? '')).toBeGreaterThan(Date.now());
    await sync();
    expect((await orders())?.state).toBe('upToDate');
  });

  it('stand still while paused, and go on where they stopped', async () => {
    await outside.server.ok(calls.pauseStream, { id: shopId, stream: 'orders', paused: true }, main);
    await outside.control('orders', { shop: 'shopify', count: 3 });
    await sync();
    expect((await orders())?.state).toBe('paused');
    expect((await outside.orders(shopId)).length).toBe(there().length - 3);
    await enqueueDue(outside.server.app);
    await outside.server.ok(calls.pauseStream, { id: shopId, stream: 'orders', paused: false }, main);
    await sync();
    expect(await outside.orders(shopId)).toEqual(there());
  });

  it('read a time once more without doubling anything', async () => {
    const from = new Date(Date.now() - 5 * 86_400_000).toISOString();
    await outside.server.ok(calls.runStream, { id: shopId, stream: 'orders', from }, main);
    expect(Date.parse((await orders())?.until ?? '')).toBe(Date.parse(from));
    await sync();
    expect(await outside.orders(shopId)).toEqual(there());
    const later = new Date(Date.now() + 86_400_000).toISOString();
    const refused = await outside.server.call(calls.runStream, { id: shopId, stream: 'orders', from: later }, main);
    expect(refused.data).toMatchObject({ fields: [{ path: 'from' }] });
  });

  it('are refused where the platform has no such thing', async () => {
    const refused = await outside.server.call(calls.runStream, { id: shopId, stream: 'nothing' as 'orders' }, main);
    expect(refused.status).toBe(400);
  });
});

describe('orders that never came', () => {
  it('are found by counting hour by hour, fetched, and owned until they are in', async () => {
    await outside.control('orders', { shop: 'shopify', count: 230, spreadHours: 30 });
    // A page of the listing comes without its orders, and the platform never lists them again.
    await outside.faults('shopify', { losePage: 1 });
    const from = new Date(Date.now() - 5 * 86_400_000).toISOString();
    await outside.server.ok(calls.runStream, { id: shopId, stream: 'orders', from }, main);
    await sync();
    const before = await outside.orders(shopId);
    expect(before.length).toBeLessThan(there().length);
    const missing = there().filter((no) => !before.includes(no));

    await hunt();
    const found = await outside.server.ok(calls.shopHours, { id: shopId }, main);
    expect(found.gaps.map((gap) => gap.platformOrderNo).sort()).toEqual(missing.slice().sort().slice(0, 100));
    expect(found.gaps.every((gap) => gap.owner !== null)).toBe(true);
    const count = (side: 'theirs' | 'ours') => found.hours.reduce((sum, hour) => sum + hour[side], 0);
    expect(count('theirs') - count('ours')).toBe(missing.length);

    for (const no of missing) await fetchOrder(outside.server.app, main.ctx, shopId, no);
    expect(await outside.orders(shopId)).toEqual(there());
    await hunt();
    const after = await outside.server.ok(calls.shopHours, { id: shopId }, main);
    expect(after.gaps).toEqual([]);
    expect(after.hours.every((hour) => hour.ours === hour.theirs)).toBe(true);
  });
});

describe('the check for missing orders', () => {
  it('leaves out orders from before the day that the seller chose, until the shop is read from earlier', async () => {
    const harbour = { platform: 'shopify', fields: { shopDomain: 'harbour-goods' }, importDays: 0 };
    const { shopId: id } = await outside.connect(other, harbour);
    const app = outside.server.app;
    const search = {
      shopId: id,
      from: new Date(Date.now() - 5 * 86_400_000).toISOString(),
      to: new Date().toISOString(),
    };
    await findMissing(app, other.ctx, search);
    const missing = async () => (await outside.server.ok(calls.shopHours, { id }, other)).gaps.length;
    expect(await missing()).toBe(0);
    await outside.server.ok(calls.runStream, { id, stream: 'orders', from: search.from }, other);
    await findMissing(app, other.ctx, search);
    expect(await missing()).toBeGreaterThan(30);
  });
});
