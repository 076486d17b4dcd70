import { rights } from '@tradewind/contract/access/modules.ts';
import * as channels from '@tradewind/contract/channels.ts';
import * as calls from '@tradewind/contract/listings.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openWorkshop, type Workshop } from './testing/workshop.ts';

let w: Workshop;
beforeAll(async () => {
  w = await openWorkshop(['shopee', 'ebay']);
});
afterAll(() => w.close());
afterEach(() => w.outside.control('faults', { clear: true }));

const rule = async (shopId: number, more: object) => {
  const before = (await w.server.ok(calls.listStockRules, {}, w.main)).find((one) => one.shopId === shopId);
  const input = {
    shopId,
    version: before?.version ?? 0,
    enabled: true,
    mode: 'all' as const,
    autoBuffer: false,
    ...more,
  };
  return w.server.ok(calls.saveStockRule, input, w.main);
};
const listed = async (shopId: number) => {
  const page = await w.server.ok(calls.listListings, { shopIds: [shopId], text: w.sku }, w.main);
  const row = page.rows[0];
  if (!row) throw new Error('not listed');
  return row;
};

describe('what a shop shows', () => {
  it('is told by the rule of the shop: all, a share, a number, less a buffer, of chosen warehouses, never more than', async () => {
    const [shopee = 0] = w.shops;
    await w.stock(100);
    const after = async (more: object) => {
      await rule(shopee, more);
      await w.notify(shopee);
      return w.shown('shopee');
    };
    expect(await after({})).toBe(100);
    expect(await after({ mode: 'percent', share: 35 })).toBe(35);
    expect(await after({ mode: 'fixed', share: 12 })).toBe(12);
    expect(await after({ buffer: 30 })).toBe(70);
    expect(await after({ buffer: 30, mode: 'percent', share: 50 })).toBe(35);
    expect(await after({ most: 9 })).toBe(9);
    expect(await after({ warehouseIds: [w.warehouseId] })).toBe(100);
    expect(await after({ warehouseIds: [await w.emptyWarehouse()] })).toBe(0);
    expect(await after({ buffer: 1000 })).toBe(0);
    expect(await after({})).toBe(100);
  });

  it('follows the ledger: only what changed is told, and orders that nobody has reserved for count too', async () => {
    const [shopee = 0, ebay = 0] = w.shops;
    await rule(shopee, {});
    await rule(ebay, {});
    await w.notify(shopee);
    await w.notify(ebay);
    const before = w.sentTo('shopee');
    await w.stock(-40);
    await w.changes();
    expect([w.shown('shopee'), w.shown('ebay')]).toEqual([60, 60]);
    expect(w.sentTo('shopee')).toBe(before + 1);
    await w.outside.control('buy', { shop: 'ebay', sku: w.sku, quantity: 3 });
    await w.sync(ebay, 'orders');
    await w.changes();
    expect([w.shown('shopee'), w.shown('ebay')]).toEqual([57, 57]);
    await w.changes();
    expect(w.sentTo('shopee')).toBe(before + 2);
  });

  it('counts units: a listing of three sells a third', async () => {
    const [shopee = 0] = w.shops;
    await w.map(shopee, 3);
    await w.notify(shopee);
    expect(w.shown('shopee')).toBe(19);
    await w.map(shopee, 1);
    await w.notify(shopee);
    expect(w.shown('shopee')).toBe(57);
  });

  it('is not told while the rule is off or the stream paused', async () => {
    const [shopee = 0] = w.shops;
    await rule(shopee, { enabled: false });
    await w.stock(10);
    await w.changes();
    await w.notify(shopee);
    expect(w.shown('shopee')).toBe(57);
    await rule(shopee, {});
    await w.server.ok(channels.pauseStream, { id: shopee, stream: 'stock', paused: true }, w.main);
    await w.notify(shopee);
    expect(w.shown('shopee')).toBe(57);
    await w.server.ok(channels.pauseStream, { id: shopee, stream: 'stock', paused: false }, w.main);
    await w.notify(shopee);
    expect(w.shown('shopee')).toBe(67);
  });

  it('waits for a platform that fails, and is right afterwards', async () => {
    const [shopee = 0] = w.shops;
    await w.outside.control('faults', { platform: 'shopee', status500: 1 });
    await w.stock(-7);
    await w.changes();
    const failing = (await w.server.ok(channels.shopStreams, { id: shopee }, w.main)).list.find(
      (one) => one.kind === 'stock',
    );
    expect(failing).toMatchObject({ state: 'failing', failures: 1 });
    expect((await listed(shopee)).stock).toMatchObject({ state: 'due', wanted: '60', told: '67' });
    expect(await w.server.ok(calls.listingTabs, { shopIds: [shopee] }, w.main)).toMatchObject({ waiting: 1 });
    await w.outside.control('faults', { clear: true });
    await w.sync(shopee, 'stock');
    expect(w.shown('shopee')).toBe(60);
    expect((await listed(shopee)).stock).toMatchObject({ state: 'done', told: '60' });
  });

  it('is told again when somebody else made the platform show more', async () => {
    const [shopee = 0] = w.shops;
    const shop = w.outside.sandbox.world.shop('shopee');
    const listing = shop.listings.bySku(w.sku);
    if (!listing) throw new Error('no listing');
    listing.shown = 900;
    await w.server.app.database.owner.query(`update listing_stock set told_at = told_at - interval '31 minutes'`);
    await w.sync(shopee, 'listings');
    await w.sync(shopee, 'stock');
    expect(w.shown('shopee')).toBe(60);
  });
});

describe('one listing that the platform refuses', () => {
  it('keeps none of the others waiting and says why', async () => {
    const [shopee = 0] = w.shops;
    await w.server.app.database.owner.query(
      `insert into platform_listing (company_id, shop_id, item_id, variant_id, seller_sku, title, state, fulfilled_by, first_at, seen_at)
       values ($1, $2, '1', '2', 'GONE-1', 'Gone', 'active', 'seller', now(), now() + interval '1 day')`,
      [w.main.companyId, shopee],
    );
    await w.map(shopee, 1, 'GONE-1');
    await w.stock(5);
    await w.changes();
    expect(w.shown('shopee')).toBe(65);
    const page = await w.server.ok(calls.listListings, { tab: 'refused' }, w.main);
    expect(page.rows.map((row) => row.sellerSku)).toEqual(['GONE-1']);
    expect(page.rows[0]?.stock?.detail).toBeTruthy();
    const again = await w.server.ok(calls.pushListings, { ids: page.rows.map((row) => row.id) }, w.main);
    expect(again).toEqual({ done: 1, failed: [] });
  });
});

describe('the list', () => {
  it('shows what has no product and what does not belong to the one who asks', async () => {
    const [shopee = 0] = w.shops;
    const all = await w.server.ok(calls.listListings, { shopIds: [shopee], pageSize: 200 }, w.main);
    const unmapped = await w.server.ok(calls.listListings, { shopIds: [shopee], tab: 'unmapped' }, w.main);
    expect(unmapped.total).toBe(all.total - 2);
    expect(await w.server.ok(calls.listingTabs, {}, w.main)).toMatchObject({ unmapped: expect.any(Number) });
    const member = await w.server.member(w.main.companyId, [rights.listing.view]);
    expect((await w.server.ok(calls.listListings, {}, member)).total).toBe(0);
    const other = await w.server.company('Others');
    expect((await w.server.ok(calls.listListings, {}, other)).total).toBe(0);
    expect(
      (
        await w.server.call(
          calls.saveStockRule,
          { shopId: shopee, version: 1, enabled: false, mode: 'all', autoBuffer: false },
          other,
        )
      ).status,
    ).toBe(404);
    expect(await w.server.ok(calls.syncListings, { shopIds: [shopee] }, w.main)).toMatchObject({ done: 1 });
    expect((await w.server.ok(calls.exportListings, { filter: {} }, w.main)).exportId).toBeGreaterThan(0);
  });

  it('refuses a rule that somebody else has changed, and a share above all there is', async () => {
    const [shopee = 0] = w.shops;
    const input = { shopId: shopee, enabled: true, mode: 'percent' as const, autoBuffer: false };
    expect((await w.server.call(calls.saveStockRule, { ...input, version: 1, share: 50 }, w.main)).status).toBe(409);
    const wrong = await w.server.call(calls.saveStockRule, { ...input, version: 99, share: 101 }, w.main);
    expect(wrong.data).toMatchObject({ fields: [{ path: 'share' }] });
  });
});

describe('a price', () => {
  it('goes to the platform in the currency of the listing', async () => {
    const [shopee = 0] = w.shops;
    const row = await listed(shopee);
    const currency = row.currency ?? '';
    const refused = await w.server.call(calls.setListingPrice, { id: row.id, price: '12.5', currency: 'XXX' }, w.main);
    expect(refused.data).toMatchObject({ fields: [{ path: 'currency' }] });
    expect((await w.server.call(calls.setListingPrice, { id: row.id, price: '0.00', currency }, w.main)).status).toBe(
      400,
    );
    await w.server.ok(calls.setListingPrice, { id: row.id, price: '12.5', currency }, w.main);
    await w.sync(shopee, 'prices');
    expect(w.outside.sandbox.world.shop('shopee').listings.bySku(w.sku)?.priceCents).toBe(1250);
    await w.sync(shopee, 'listings');
    expect(await listed(shopee)).toMatchObject({ price: '12.50', newPrice: { state: 'done', told: '12.5' } });
  });
});

describe('with the program at work', () => {
  it('a change of stock is on the platforms within a minute, by itself', { timeout: 90_000 }, async () => {
    await w.server.startWorker();
    const [shopee = 0, ebay = 0] = w.shops;
    for (const shopId of [shopee, ebay]) await rule(shopId, {});
    const shown = () => [w.shown('shopee'), w.shown('ebay')];
    // The second change finds no job of ours waiting any more.
    for (const units of [11, 7]) {
      await w.stock(units);
      const due = await w.available();
      await w.server.until(async () => shown().every((quantity) => quantity === due), 60);
    }
  });
});
