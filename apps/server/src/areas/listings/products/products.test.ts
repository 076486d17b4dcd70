import { rights } from '@tradewind/contract/access/modules.ts';
import * as catalog from '@tradewind/contract/catalog.ts';
import * as calls from '@tradewind/contract/listings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { type Outside, openOutside } from '../../channels/testing/sandbox.ts';
import { makeLine, makeOrder, type OrderWorld, openWorld } from '../../orders/orders.testing.ts';
import { namesOf } from './make.ts';
import { nextPart } from './run.ts';

const LISTED = 40;
let outside: Outside;
let world: OrderWorld;
let shopId: number;
beforeAll(async () => {
  outside = await openOutside({ listingsPerShop: LISTED });
  await outside.server.startWorker();
  world = await openWorld(outside.server, { products: 1 });
  ({ shopId } = await outside.connect(world.main, { platform: 'amazon', region: 'US', importDays: 0 }));
  // The worker may read them as well: whoever comes first.
  await outside.run(world.main.ctx, shopId, 'listings');
  await outside.until(async () => {
    const page = await outside.server.ok(calls.listListings, { shopIds: [shopId] }, world.main);
    return page.total === LISTED;
  });
});
afterAll(() => outside.close());

const server = () => outside.server;
const ended = async (runId: number) =>
  outside.until(async () => {
    const run = await server().ok(calls.getProductRun, { id: runId }, world.main);
    return run.state !== 'running' && run.pictures.due === 0 && run;
  });
let items = 0;
const list = (sellerSku: string, title: string, item = `own-${++items}`, variant = '') =>
  server().app.database.owner.query(
    `insert into platform_listing (company_id, shop_id, item_id, variant_id, seller_sku, title, state, price, currency, fulfilled_by, first_at, seen_at)
     values ($1, $2, $3, $4, $5, $6, 'active', 10, 'EUR', 'seller', now(), now())`,
    [world.main.companyId, world.shop.id, item, variant, sellerSku, title],
  );
const own = () => ({ shopIds: [world.shop.id] });
const productOf = async (sku: string) =>
  (await server().ok(catalog.listProducts, { search: sku }, world.main)).rows.find((row) => row.sku === sku);

describe('products from listings', () => {
  it('take what the platform says: SKU, title, price as declared value, weight and picture, and are mapped', async () => {
    const filter = { shopIds: [shopId] };
    const preview = await server().ok(calls.previewListingProducts, { filter }, world.main);
    expect(preview.counts).toEqual({ make: LISTED, pairs: 0, noSku: 0, differs: 0, mapped: 0 });
    const { runId } = await server().ok(calls.makeListingProducts, { filter }, world.main);
    const run = await ended(runId);
    expect(run).toMatchObject({ state: 'done', total: LISTED, handled: LISTED, made: LISTED, left: 0 });
    expect(run.pictures).toEqual({ due: 0, done: LISTED, refused: 0 });
    const item = outside.sandbox.world.catalog.items[0];
    const product = await productOf(item?.sku ?? '');
    expect(product).toMatchObject({ nameZh: '', nameEn: item?.title, unitPriceCny: null, parentSku: null });
    expect([Number(product?.declaredValueUsd), Number(product?.grossWeightKg)]).toEqual([
      Number(item?.priceUsd),
      (item?.weightGrams ?? 0) / 1000,
    ]);
    const [image = ''] = product?.images ?? [];
    const picture = await server().call(catalog.productImage, { productId: product?.id ?? 0, key: image }, world.main);
    expect(picture.status).toBe(200);
    const mappings = await server().ok(catalog.listMappings, { shopId, source: 'listing' }, world.main);
    expect(mappings.total).toBe(LISTED);
    const again = await server().ok(calls.makeListingProducts, { filter }, world.main);
    expect(await ended(again.runId)).toMatchObject({ handled: LISTED, made: 0, paired: 0, left: 0 });
  });

  it('show first what cannot be decided alone: no SKU, the same SKU for different goods, a product that exists', async () => {
    await list('', '没有编码的台灯', 'bare-1');
    await list('a "quoted" one', 'Quoted', 'bare-2');
    await list('LP-TWICE', 'Red lamp');
    await list('LP-TWICE', 'Blue mug');
    await list('SKU-1', 'A product that exists');
    await list('lp-var-a', 'Shirt, red', 'shirt', 'a');
    await list('lp-var-b', 'Shirt, blue', 'shirt', 'b');
    await server().app.database.owner.query(`delete from sku_mapping where company_id = $1 and shop_id = $2`, [
      world.main.companyId,
      world.shop.id,
    ]);
    const see = (fate: calls.ListingFate) =>
      server().ok(calls.previewListingProducts, { filter: own(), fate }, world.main);
    expect((await see('make')).counts).toEqual({ make: 2, pairs: 1, noSku: 2, differs: 2, mapped: 0 });
    expect((await see('noSku')).rows.map((row) => row.sku)).toEqual(['BARE-1', 'AQUOTEDONE']);
    const differ = (await see('differs')).rows;
    const skus = [{ listingId: differ[0]?.id ?? 0, sku: 'lp-red' }];
    const { runId } = await server().ok(
      calls.makeListingProducts,
      { filter: own(), withoutSku: 'skip', skus },
      world.main,
    );
    expect(await ended(runId)).toMatchObject({ state: 'done', made: 3, paired: 1, left: 3 });
    const { rows } = await server().ok(calls.productRunRows, { runId }, world.main);
    expect(rows.map((row) => row.reason).sort()).toEqual(['differs', 'noSku', 'noSku']);
    expect((await productOf('LP-VAR-A'))?.parentSku).toBe('SHIRT');
    expect(await productOf('LP-RED')).toMatchObject({ nameEn: 'Red lamp' });
    const second = await server().ok(calls.makeListingProducts, { filter: own() }, world.main);
    await ended(second.runId);
    expect(await productOf('BARE-1')).toMatchObject({ nameZh: '没有编码的台灯', nameEn: '' });
    // By rates of the company: euros are worth more than dollars.
    expect(Number((await productOf('BARE-1'))?.declaredValueUsd)).toBeGreaterThan(10);
  });

  it('are made in parts: a crash between two parts neither loses nor repeats any', async () => {
    const { owner } = server().app.database;
    await owner.query(
      `insert into platform_listing (company_id, shop_id, item_id, variant_id, seller_sku, title, state, fulfilled_by, first_at, seen_at)
       select $1, $2, 'many-' || n, '', 'MANY-' || (n % 900), case when n = 7 then '' else 'Many ' || (n % 900) end, 'active', 'seller', now(), now()
       from generate_series(1, 1000) n`,
      [world.main.companyId, world.shop.id],
    );
    const filter = { ...own(), text: 'MANY-' };
    const preview = await server().ok(calls.previewListingProducts, { filter }, world.main);
    expect(preview.counts).toMatchObject({ make: 899, mapped: 99, differs: 2 });
    const { id } = await world.one<{
      id: number;
    }>(sql`insert into product_run (company_id, at, actor, user_id, choice, total)
      values (${world.main.companyId}, now(), 'test', 1, ${JSON.stringify({ filter, withoutSku: 'suggest', skus: [] })}::jsonb, 1000) returning id`);
    for (let part = 0; ; part++) {
      const crash = world.tx(async (tx) => {
        await nextPart(tx, world.main.ctx, id, 90);
        throw new Error('crash');
      });
      if (part % 3 === 1) await expect(crash).rejects.toThrow('crash');
      else await crash.catch(() => undefined);
      if (!(await world.tx((tx) => nextPart(tx, world.main.ctx, id, 90)))) break;
    }
    const run = await server().ok(calls.getProductRun, { id }, world.main);
    expect(run).toMatchObject({ handled: 1000, made: 899, paired: 0, left: 2 });
    const counted = await world.one<{ products: number; mapped: number }>(sql`
      select (select count(*)::int from product where company_id = ${world.main.companyId} and sku like 'MANY-%') as products,
        (select count(*)::int from sku_mapping where company_id = ${world.main.companyId} and seller_sku like 'MANY-%') as mapped`);
    expect(counted).toEqual({ products: 899, mapped: 899 });
  });

  it('are made of a seller SKU that orders wait for, also without a listing; its orders continue', async () => {
    const order = makeOrder('SOLD-1', { lines: [makeLine('1', 'sold lamp')] });
    await world.take([order, makeOrder('SOLD-2', { lines: [makeLine('1', 'SOLD-PLAIN')] })]);
    const named = { shopId: world.shop.id, sellerSku: 'sold lamp' };
    const draft = await server().ok(calls.draftProduct, named, world.main);
    expect(draft).toMatchObject({
      sku: 'SOLD LAMP',
      nameEn: 'Title of sold lamp',
      from: 'order',
      declaredValueUsd: '19.99',
    });
    const made = await server().ok(
      calls.makeSoldProducts,
      {
        rows: [
          { ...named, sku: 'sold-lamp', nameZh: '台灯' },
          { ...named, sellerSku: 'SOLD-PLAIN' },
        ],
      },
      world.main,
    );
    expect(made).toEqual({ made: 2, paired: 0, left: [] });
    expect(await productOf('SOLD-LAMP')).toMatchObject({ nameZh: '台灯', nameEn: '' });
    expect([await world.statusOf('SOLD-1'), await world.statusOf('SOLD-2')]).toEqual(['allocate', 'allocate']);
    const unknown = await server().call(calls.draftProduct, { ...named, sellerSku: 'nobody sold it' }, world.main);
    expect(unknown.status).toBe(404);
  });

  it('need the right to map as well', async () => {
    const member = await server().member(world.main.companyId, [rights.product.view, rights.product.add]);
    const rows = [{ shopId: world.shop.id, sellerSku: 'x' }];
    expect((await server().call(calls.makeSoldProducts, { rows }, member)).status).toBe(403);
    expect((await server().call(calls.makeListingProducts, { ids: [1] }, member)).status).toBe(403);
  });

  it('refuse pictures that are none, and say so', async () => {
    await server().app.database.owner.query(
      `insert into platform_listing (company_id, shop_id, item_id, variant_id, seller_sku, title, state, image_url, fulfilled_by, first_at, seen_at)
       select $1, $2, 'pic-' || n, '', 'PIC-' || n, 'Picture', 'active', 'https://cdn.example.test/' || u, 'seller', now(), now()
       from unnest(array['missing.png', 'page.html']) with ordinality as t(u, n)`,
      [world.main.companyId, shopId],
    );
    const filter = { shopIds: [shopId], text: 'PIC-' };
    const { runId } = await server().ok(calls.makeListingProducts, { filter }, world.main);
    expect((await ended(runId)).pictures).toEqual({ due: 0, done: 0, refused: 2 });
    expect(await productOf('PIC-1')).toMatchObject({ images: [] });
  });
});

it('names a product in the language of its title', () => {
  expect(namesOf('  Lamp ')).toEqual({ nameZh: '', nameEn: 'Lamp' });
  expect(namesOf('LED 台灯')).toEqual({ nameZh: 'LED 台灯', nameEn: '' });
});
