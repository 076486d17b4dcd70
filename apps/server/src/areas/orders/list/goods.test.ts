import { rights } from '@tradewind/contract/access/modules.ts';
import { getOrder, listOrders, mergeOrders, orderGoods, splitOrder } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { grantShops, makeLine, makeOrder, type OrderWorld, openWorld, walk } from '../orders.testing.ts';
import { reevaluate } from '../rules/reevaluate.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server);
  const [first = 0, second = 0] = world.productIds;
  await world.stock(first, 5);
  await world.stock(second, 1);
  await world.take([
    makeOrder('G-ALL', { lines: [makeLine('1', 'SKU-1', 4), makeLine('2', 'SKU-2')] }),
    makeOrder('G-PART', { lines: [makeLine('1', 'SKU-1'), makeLine('2', 'SKU-3')] }),
    makeOrder('G-TWICE', { lines: [makeLine('1', 'SKU-2'), makeLine('2', 'SKU-2')] }),
    makeOrder('G-NONE', { lines: [makeLine('1', 'SKU-3', 2)] }),
    makeOrder('G-WHO', { lines: [makeLine('1', 'SKU-1'), makeLine('2', 'NOBODY')] }),
    makeOrder('G-SENT', { lines: [makeLine('1', 'SKU-1')] }),
    makeOrder('G-HELD', { lines: [makeLine('1', 'SKU-1')] }),
  ]);
});
afterAll(() => server.close());

async function goods(as: Person = world.main): Promise<Record<string, unknown>> {
  const { rows } = await server.ok(listOrders, {}, world.main);
  const { list } = await server.ok(orderGoods, { ids: rows.map((row) => row.id) }, as);
  const noOf = new Map(rows.map((row) => [row.id, row.platformOrderNo]));
  return Object.fromEntries(list.map((each) => [noOf.get(each.id), each.stock]));
}

describe('the light of an order', () => {
  it('says how far its goods are there: all in one place, part, none, or not known', async () => {
    expect(await goods()).toMatchObject({
      'G-ALL': 'all',
      'G-PART': 'part',
      'G-TWICE': 'part',
      'G-NONE': 'none',
      'G-WHO': 'unmapped',
    });
  });

  it('goes by the warehouse that is chosen, and by none that is closed', async () => {
    const { owner } = server.app.database;
    const where = 'where company_id = $1 and platform_order_no = $2';
    const args = [world.main.companyId, 'G-ALL'];
    await owner.query(`update sales_order set warehouse_id = $3 ${where}`, [...args, world.warehouseId + 1000]);
    expect(await goods()).toMatchObject({ 'G-ALL': 'none' });
    await owner.query(`update sales_order set warehouse_id = $3 ${where}`, [...args, world.warehouseId]);
    expect(await goods()).toMatchObject({ 'G-ALL': 'all' });
    await owner.query(`update warehouse set counting = true where company_id = $1`, [world.main.companyId]);
    expect(await goods()).toMatchObject({ 'G-ALL': 'none' });
    await owner.query(`update warehouse set counting = false where company_id = $1`, [world.main.companyId]);
  });

  it('stays green for what is reserved, and goes out with the shipment', async () => {
    await walk(world, await world.idOf('G-SENT'), 'ship');
    await walk(world, await world.idOf('G-HELD'), 'reserve');
    expect(await goods()).toMatchObject({ 'G-SENT': null, 'G-HELD': 'all', 'G-ALL': 'part' });
  });

  it('is told only of orders that the actor sees, with the first picture of the first product', async () => {
    const clerk = await server.member(world.main.companyId, [rights.order.view]);
    expect(await goods(clerk)).toEqual({});
    await server.app.database.owner.query(
      `update product set images = '{first,second}' where company_id = $1 and sku = 'SKU-2'`,
      [world.main.companyId],
    );
    const ids = [await world.idOf('G-TWICE'), await world.idOf('G-ALL')];
    const { list } = await server.ok(orderGoods, { ids }, world.main);
    expect(list.find((each) => each.id === ids[0])?.image).toEqual({ productId: world.productIds[1], key: 'first' });
    expect(list.find((each) => each.id === ids[1])?.image).toBeNull();
  });
});

describe('what an order belongs to', () => {
  it('is told of parts, of what travels in another’s box, and of whoever carries it', async () => {
    const lines = [makeLine('1', 'SKU-1'), makeLine('2', 'SKU-3')];
    await world.take([makeOrder('G-CUT', { lines }), makeOrder('G-BOX-1'), makeOrder('G-BOX-2'), makeOrder('G-BOX-3')]);
    const cut = await world.idOf('G-CUT');
    const { lines: observed } = await server.ok(getOrder, { id: cut }, world.main);
    const { ids: parts } = await server.ok(
      splitOrder,
      { id: cut, parts: [{ lines: [{ lineId: observed[1]?.id ?? 0, quantity: 1 }] }] },
      world.main,
    );
    const boxed = await Promise.all(['G-BOX-1', 'G-BOX-2', 'G-BOX-3'].map((no) => world.idOf(no)));
    expect((await server.ok(mergeOrders, { ids: boxed }, world.main)).failed).toEqual([]);
    const { list } = await server.ok(orderGoods, { ids: [...boxed, cut, ...parts] }, world.main);
    const of = new Map(list.map(({ id, whole, box }) => [id, { whole, box }]));
    for (const id of boxed) expect(of.get(id)).toEqual({ whole: null, box: { carrier: 'G-BOX-1', orders: 3 } });
    expect(of.get(cut)).toEqual({ whole: null, box: null });
    expect(parts.map((id) => of.get(id))).toEqual([{ whole: 'G-CUT', box: null }]);
  });
});

describe('what an order will leave', () => {
  const profitOf = async (no: string, as: Person = world.main) =>
    (await server.ok(listOrders, { text: no }, as)).rows[0]?.profitEstimate;
  const rate = (currency: string, toBase: string) =>
    server.app.database.owner.query(
      `insert into exchange_rate (company_id, currency, on_day, to_base, source) values ($1, $2, current_date, $3, 'manual')
       on conflict (company_id, currency, on_day) do update set to_base = excluded.to_base`,
      [world.main.companyId, currency, toBase],
    );

  it('is goods and shipping less discount, fee and cost, in the currency of the company', async () => {
    await rate('USD', '7');
    await world.take([
      makeOrder('P-1', { lines: [makeLine('1', 'SKU-1', 2)], discountAmount: '1.00', totalAmount: '23.98' }),
    ]);
    // 23.98 - 2.9% of 23.98 rounded - 0.30 = 22.98 USD; two units have cost 12.5 each.
    expect(Number(await profitOf('P-1'))).toBeCloseTo(22.98 * 7 - 25, 2);
  });

  it('is unknown while a SKU is, and known once it is mapped', async () => {
    await world.take([makeOrder('P-2', { lines: [makeLine('1', 'LATER')] })]);
    expect(await profitOf('P-2')).toBeNull();
    await server.app.database.owner.query(
      `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, created_by) values ($1, $2, 'LATER', $3, 'test')`,
      [world.main.companyId, world.shop.id, world.productIds[0]],
    );
    await world.tx(async (tx) => reevaluate(tx, [await world.idOf('P-2')], 'mapped'));
    // 24.98 - 0.72 - 0.30 = 23.96 USD
    expect(Number(await profitOf('P-2'))).toBeCloseTo(23.96 * 7 - 12.5, 2);
  });

  it('goes by the own price of a product that never came in, and is unknown without one', async () => {
    await world.take([makeOrder('P-3', { lines: [makeLine('1', 'SKU-3')] })]);
    expect(await profitOf('P-3')).toBeNull();
    await server.app.database.owner.query(
      `update product set unit_price_cny = 30 where company_id = $1 and sku = 'SKU-3'`,
      [world.main.companyId],
    );
    await world.take([makeOrder('P-4', { lines: [makeLine('1', 'SKU-3')] })]);
    expect(Number(await profitOf('P-4'))).toBeCloseTo(23.96 * 7 - 30, 2);
  });

  it('is not for whoever may not see costs', async () => {
    const clerk = await server.member(world.main.companyId, [rights.order.view]);
    await grantShops(server, clerk, world.shop.id);
    expect(await profitOf('P-1', clerk)).toBeNull();
  });
});
