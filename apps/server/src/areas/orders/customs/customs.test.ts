import { rights } from '@tradewind/contract/access/modules.ts';
import type { InputOf } from '@tradewind/contract/call.ts';
import { saveCategory, saveCustoms } from '@tradewind/contract/catalog.ts';
import { getOrder, orderCustoms, saveOrderCustoms, splitOrder } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { addBundle, makeLine, makeOrder, openWorld, walk } from '../orders.testing.ts';
import { keepDeclared } from './keep.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const CANADA = { name: 'Zoé', line1: '1 Rue', city: 'Montréal', state: 'QC', postalCode: 'H2Y 1C6', country: 'CA' };

async function customsWorld() {
  const world = await openWorld(server, { stock: 50 });
  const { main } = world;
  const query = async (text: string, values: unknown[] = []) =>
    (await server.app.database.owner.query(text, [main.companyId, ...values])).rows;
  await query(
    `update product set hs_code = '691200', origin = 'CN', declared_value_usd = 4, name_en = 'Mug', name_zh = '杯子' where company_id = $1`,
  );
  return {
    ...{ world, main, query, productId: world.productIds[0] ?? 0 },
    order: async (no: string, lines = [makeLine(`${no}-1`, 'SKU-1', 2)]) => {
      await world.take([makeOrder(no, { shipTo: CANADA, lines })]);
      return world.idOf(no);
    },
    of: (id: number) => server.ok(orderCustoms, { id }, main),
    line: async (id: number) => (await server.ok(orderCustoms, { id }, main)).list[0],
    save: async (id: number, fields: Partial<InputOf<typeof saveOrderCustoms>>) => {
      const { version } = await server.ok(getOrder, { id }, main);
      const [line] = (await server.ok(orderCustoms, { id }, main)).list;
      const input = { id, version, lineId: line?.lineId ?? 0, productId: line?.productId ?? 0, ...fields };
      return server.call(saveOrderCustoms, input, main);
    },
  };
}

it('of an order line come first, then those of the country, of the category and of the product, each with its source', async () => {
  const w = await customsWorld();
  const category = await server.ok(saveCategory, { nameEn: 'Mugs' }, w.main);
  await w.query('update product set category_id = $2 where company_id = $1', [category.id]);
  await server.ok(saveCustoms, { categoryId: category.id, country: 'CA', nameZh: '陶瓷杯' }, w.main);
  await server.ok(saveCustoms, { productId: w.productId, country: 'CA', hsImport: '6912009000', cap: '9' }, w.main);
  await server.ok(saveCustoms, { productId: w.productId, country: '*', origin: 'VN' }, w.main);
  const id = await w.order('CU-1');
  expect((await w.save(id, { nameEn: 'Stoneware mug' })).status).toBe(200);
  expect(await w.of(id)).toMatchObject({ country: 'CA', abroad: null });
  expect(await w.line(id)).toMatchObject({
    ...{ nameEn: 'Stoneware mug', nameZh: '陶瓷杯', hsCode: '6912009000', origin: 'VN', valueUsd: '4', capUsd: '9' },
    sources: {
      ...{ nameEn: 'line', nameZh: 'categoryCountry', hsCode: 'productCountry', origin: 'product', valueUsd: 'own' },
    },
    own: { nameEn: 'Stoneware mug', nameZh: '', hsCode: '', origin: '', valueUsd: null },
  });
  expect((await w.save(id, { hsCode: '691100', origin: 'CN', valueUsd: '8.5' })).status).toBe(200);
  expect(await w.line(id)).toMatchObject({
    ...{ nameEn: 'Mug', hsCode: '691100', origin: 'CN', valueUsd: '8.5' },
    sources: { nameEn: 'own', hsCode: 'line', origin: 'line', valueUsd: 'line' },
  });
  const { history } = await server.ok(getOrder, { id }, w.main);
  expect(history.filter((one) => one.event === 'customsEdited').at(-1)?.detail).toEqual({
    sku: 'SKU-1',
    changes: { nameEn: ['', 'Stoneware mug'] },
  });
  expect((await w.save(id, {})).status).toBe(200);
  expect(await w.line(id)).toMatchObject({ hsCode: '6912009000', sources: { hsCode: 'productCountry' } });
});

it('take the price that the buyer paid where nothing else has a value', async () => {
  const w = await customsWorld();
  await w.query('update product set declared_value_usd = null where company_id = $1');
  const id = await w.order('CU-2');
  await w.query(`update order_line set unit_price = 12.5 where company_id = $1 and order_id = $2`, [id]);
  await w.query(`update sales_order set currency = 'USD' where company_id = $1 and id = $2`, [id]);
  expect(await w.line(id)).toMatchObject({ valueUsd: '12.5', sources: { valueUsd: 'paid' } });
});

it('are refused with the field that makes no sense, without the right, after another change and once the order has left', async () => {
  const w = await customsWorld();
  await server.ok(saveCustoms, { productId: w.productId, country: '*', cap: '9' }, w.main);
  const id = await w.order('CU-3');
  const field = async (fields: Parameters<typeof w.save>[1]) => (await w.save(id, fields)).data;
  expect(await field({ nameEn: 'Gift' })).toMatchObject({ fields: [{ path: 'nameEn' }] });
  expect(await field({ valueUsd: '0' })).toMatchObject({ fields: [{ path: 'valueUsd' }] });
  expect(await field({ valueUsd: '9.01' })).toMatchObject({ fields: [{ path: 'valueUsd' }] });
  expect((await w.save(id, { productId: w.world.productIds[1] ?? 0 })).data).toMatchObject({
    error: 'orders.lineNotFound',
  });
  const { version } = await server.ok(getOrder, { id }, w.main);
  expect((await w.save(id, { version: version + 1 })).data).toMatchObject({ error: 'core.stale' });
  const reader = await server.member(w.main.companyId, [rights.shopifyOrder.view]);
  expect((await server.call(saveOrderCustoms, { id, version, lineId: 1, productId: 1 }, reader)).status).toBe(403);
  await walk(w.world, id, 'ship');
  expect((await w.save(id, { nameEn: 'Mug' })).data).toMatchObject({ error: 'orders.customsLate' });
});

it('stay what they were when the order left for another country', async () => {
  const w = await customsWorld();
  const id = await w.order('CU-4');
  expect((await w.save(id, { hsCode: '691100' })).status).toBe(200);
  await walk(w.world, id, 'ship');
  expect((await w.of(id)).abroad).toBe(true);
  const kept = 'orders.customs<order.shipped';
  const jobs = await w.query(
    `select payload -> 'orderIds' as ids from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = $2 and (payload ->> 'companyId')::int = $1`,
    [kept],
  );
  expect(jobs).toEqual([{ ids: [id] }]);
  await w.world.tx((tx) => keepDeclared(tx, [id]));
  await server.ok(saveCustoms, { productId: w.productId, country: 'CA', nameEn: 'Cup', value: '1', cap: '2' }, w.main);
  await w.world.tx((tx) => keepDeclared(tx, [id]));
  expect(await w.line(id)).toMatchObject({ hsCode: '691100', nameEn: 'Mug', origin: 'CN', valueUsd: '4' });
});

it('are those of each product of a bundle, and go with a piece that is cut off the line', async () => {
  const w = await customsWorld();
  await addBundle(w.world, 'SET', { 1: 1, 2: 2 });
  const id = await w.order('CU-5', [makeLine('CU-5-1', 'SET', 3)]);
  const [first, second] = (await w.of(id)).list;
  expect([first, second]).toMatchObject([
    { sku: 'SKU-1', quantity: 3 },
    { sku: 'SKU-2', quantity: 6 },
  ]);
  expect((await w.save(id, { productId: second?.productId ?? 0, origin: 'VN' })).status).toBe(200);
  expect((await w.of(id)).list.map((one) => one.origin)).toEqual(['CN', 'VN']);
  const parts = [{ lines: [{ lineId: first?.lineId ?? 0, quantity: 1 }] }];
  const { ids } = await server.ok(splitOrder, { id, parts }, w.main);
  for (const each of [id, ids[0] ?? 0])
    expect((await w.of(each)).list.map((one) => [one.sku, one.origin])).toEqual([
      ['SKU-1', 'CN'],
      ['SKU-2', 'VN'],
    ]);
});
