import * as calls from '@tradewind/contract/catalog.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { addShop, makeLine, makeOrder, type OrderWorld, openWorld } from '../../orders/orders.testing.ts';
import { codeOf } from './codes.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server);
  await server.ok(calls.savePairing, { enabled: false }, world.main);
});
afterAll(() => server.close());

interface Named {
  barcode?: string;
  nameEn?: string;
  nameZh?: string;
}
const add = async (sku: string, named: Named = {}) =>
  (await server.ok(calls.addProduct, { sku, nameEn: `Product ${sku}`, ...named }, world.main)).id;

let items = 0;
const list = (sellerSku: string, { title = '', barcode = null as string | null, shopId = world.shop.id } = {}) =>
  server.app.database.owner.query(
    `insert into platform_listing (company_id, shop_id, item_id, seller_sku, title, barcode, image_url, state, fulfilled_by, first_at, seen_at)
     values ($1, $2, $3, $4, $5, $6, 'https://pictures.invalid/1.jpg', 'active', 'seller', now(), now())`,
    [world.main.companyId, shopId, `item-${++items}`, sellerSku, title, barcode],
  );
const rowOf = async (sellerSku: string) => {
  const { rows, total } = await server.ok(calls.listUnmapped, { from: 'listings', sellerSku }, world.main);
  expect(total).toBe(1);
  return rows[0];
};
/** Of a new listing. */
const suggested = async (sellerSku: string, more: Parameters<typeof list>[1] = {}) => {
  await list(sellerSku, more);
  const row = await rowOf(sellerSku);
  return { sure: row?.sure, found: row?.suggestions.map((one) => [one.sku, one.reason, one.factor]) };
};

describe('suggested products', () => {
  it('have the same SKU, written otherwise, or in what a shop puts around it', async () => {
    await add('SG-LAMP-01');
    expect(await suggested('sg-lamp-01')).toEqual({ sure: true, found: [['SG-LAMP-01', 'equal', 1]] });
    expect(await suggested('sg_lamp/01')).toEqual({ sure: true, found: [['SG-LAMP-01', 'code', 1]] });
    expect(await suggested('SGLAMP01')).toEqual({ sure: true, found: [['SG-LAMP-01', 'code', 1]] });
    expect(await suggested('SG LAMP 01-FBA.1')).toEqual({ sure: true, found: [['SG-LAMP-01', 'affix', 1]] });
    expect((await rowOf('SG LAMP 01-FBA.1'))?.suggestions[0]?.left).toBe('-FBA.1');
    const demo = await addShop(server, world.main.companyId, { name: 'Harbour Deals' });
    expect(await suggested('HARBOUR-SG-LAMP-01', { shopId: demo.id })).toMatchObject({ sure: true });
    expect(await suggested('OTHER-SG-LAMP-01')).toMatchObject({ sure: false, found: [] });
  });

  it('have the same barcode, however its zeros are kept, of the listing or as the seller SKU', async () => {
    await add('SG-CODED', { barcode: '036000291452' });
    await add('SG-OWN', { barcode: 'X00SGOWN01' });
    expect(await suggested('sg-b-1', { barcode: '00036000291452' })).toEqual({
      sure: true,
      found: [['SG-CODED', 'barcode', 1]],
    });
    expect(await suggested('0036000291452')).toEqual({ sure: true, found: [['SG-CODED', 'barcode', 1]] });
    expect(await suggested('X00SGOWN01')).toEqual({ sure: true, found: [['SG-OWN', 'barcode', 1]] });
    expect(await suggested('sg-b-2', { barcode: '036000291453' })).toEqual({ sure: false, found: [] });
  });

  it('are the product of which a seller SKU names several, never ticked', async () => {
    await add('SG-CUP');
    expect(await suggested('SG-CUP-2PK')).toEqual({ sure: false, found: [['SG-CUP', 'factor', 2]] });
    await add('SG-CUP-3PK');
    expect(await suggested('sg_cup_3pk')).toEqual({ sure: true, found: [['SG-CUP-3PK', 'code', 1]] });
  });

  it('are all shown where several are as likely, and none is ticked', async () => {
    await add('SG-AB1');
    await add('SG-A-B1');
    expect(await suggested('sg_a_b_1')).toEqual({
      sure: false,
      found: [
        ['SG-A-B1', 'code', 1],
        ['SG-AB1', 'code', 1],
      ],
    });
    await add('SG-EAN', { barcode: '4006381333931' });
    expect(await suggested('sg ab1', { barcode: '4006381333931' })).toMatchObject({
      sure: false,
      found: [
        ['SG-A-B1', 'code', 1],
        ['SG-AB1', 'code', 1],
        ['SG-EAN', 'barcode', 1],
      ],
    });
    expect(await suggested('SG-A-B1', { barcode: '4006381333931' })).toEqual({
      sure: false,
      found: [
        ['SG-A-B1', 'equal', 1],
        ['SG-EAN', 'barcode', 1],
      ],
    });
  });

  it('are not found by a SKU for different goods, nor ticked once a person has removed the mapping', async () => {
    const productId = await add('SG-TWO');
    await list('sg_two', { title: 'Red kettle' });
    expect((await rowOf('sg_two'))?.suggestions).toHaveLength(1);
    await list('sg_two', { title: 'Blue kettle' });
    expect(await rowOf('sg_two')).toMatchObject({ sure: false, suggestions: [] });
    await list('sg two');
    const rows = [{ shopId: world.shop.id, sellerSku: 'sg two', productId }];
    await server.ok(calls.saveMappings, { rows }, world.main);
    await server.ok(calls.removeMappings, { filter: { search: 'sg two' } }, world.main);
    expect(await rowOf('sg two')).toMatchObject({ sure: false, suggestions: [{ sku: 'SG-TWO', reason: 'code' }] });
  });

  it('have a name that the title contains for the most part, in either language; rare words weigh more', async () => {
    await add('SG-T1', { nameEn: 'Walnut bedside table lamp', nameZh: '胡桃木床头台灯' });
    await add('SG-T2', { nameEn: 'Walnut cutting board' });
    for (let n = 1; n <= 3; n++) await add(`SG-T3-${n}`, { nameEn: `Ceramic bedside table lamp ${n}0 cm` });
    await list('sg-title', { title: 'Nordic Walnut Bedside Lamp for the Table, dimmable LED' });
    const row = await rowOf('sg-title');
    expect(row).toMatchObject({ sure: false, imageUrl: 'https://pictures.invalid/1.jpg' });
    expect(row?.suggestions[0]).toMatchObject({ sku: 'SG-T1', reason: 'title', matched: 4, words: 4, score: 60 });
    expect(row?.suggestions.map(({ sku }) => sku)).not.toContain('SG-T2');
    expect(row?.suggestions.length).toBeLessThanOrEqual(3);
    expect(row?.suggestions.slice(1).every(({ score }) => score < 60)).toBe(true);
    expect(await suggested('sg-zh', { title: '北欧风胡桃木床头灯 LED 台灯 卧室' })).toMatchObject({
      sure: false,
      found: [['SG-T1', 'title', 1]],
    });
  });

  it('come with the seller SKUs of waiting orders, and end the waiting once they are saved', async () => {
    const productId = await add('SG-WAIT-9');
    await world.take([makeOrder('SG-O1', { lines: [makeLine('1', 'sg.wait.9')] })]);
    const [row] = (await server.ok(calls.listUnmapped, { sellerSku: 'sg.wait.9' }, world.main)).rows;
    expect(row).toMatchObject({ waitingOrders: 1, sure: true, suggestions: [{ productId, reason: 'code' }] });
    const { shopId, sellerSku } = row ?? { shopId: 0, sellerSku: '' };
    await server.ok(calls.saveMappings, { rows: [{ shopId, sellerSku, productId, factor: 1 }] }, world.main);
    expect(await world.statusOf('SG-O1')).toBe('allocate');
    expect((await server.ok(calls.listUnmapped, { sellerSku }, world.main)).rows).toEqual([]);
  });

  it('are never disabled products, nor those of another company', async () => {
    const id = await add('SG-OFF');
    await server.ok(calls.setProductsEnabled, { ids: [id], enabled: false }, world.main);
    const other = await openWorld(server);
    await server.ok(calls.addProduct, { sku: 'SG-FOREIGN', nameEn: 'Foreign copper kettle' }, other.main);
    expect(await suggested('sg_off')).toEqual({ sure: false, found: [] });
    expect(await suggested('sg_foreign', { title: 'Foreign copper kettle' })).toEqual({ sure: false, found: [] });
  });

  it('listings stand by shop and SKU without those that are mapped, in the shops that the user sees', async () => {
    const { rows } = await server.ok(calls.listUnmapped, { from: 'listings', pageSize: 200 }, world.main);
    const mine = rows.filter((row) => row.shopId === world.shop.id).map((row) => row.sellerSku);
    expect(mine).toEqual(mine.toSorted());
    expect(new Set(mine).size).toBe(mine.length);
    const none = await server.member(world.main.companyId, []);
    expect((await server.call(calls.listUnmapped, { from: 'listings' }, none)).status).toBe(403);
  });
});

it('the database writes the code of a product as the program does', async () => {
  const sku = fc.stringMatching(/^[A-Za-z0-9ÄÖÜé台\u3000\u00a0\-_./ ]{1,30}$/).filter((text) => text.trim() !== '');
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(sku, { minLength: 1, maxLength: 20 }), async (skus) => {
      const texts = skus.map((text) => text.toUpperCase());
      const found = await world.tx(async (tx) => {
        const rows = await tx.rows<{ code: string }>(sql`with made as (
          insert into product (company_id, sku, name_zh, name_en)
          select ${sql.company}, t.sku, '', 'x' from unnest(${texts}::text[]) with ordinality as t(sku, n) order by n
          on conflict (company_id, sku) do update set name_en = 'x' returning id, sku, code)
          select code from made join unnest(${texts}::text[]) with ordinality as t(sku, n) using (sku) order by n`);
        await tx.rows(sql`delete from product where company_id = ${sql.company} and name_en = 'x'`);
        return rows;
      });
      expect(found.map(({ code }) => code)).toEqual(texts.map(codeOf));
    }),
    { numRuns: runs(10, 300) },
  );
});
