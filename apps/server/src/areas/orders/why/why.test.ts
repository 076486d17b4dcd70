import { rights } from '@tradewind/contract/access/modules.ts';
import { holdOrders, saveServedFirst, servedFirst, whyOrderWaits } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { incomingRequested } from '../../stock/public.ts';
import { addShop, after, grantShops, makeLine, makeOrder, type OrderWorld, openWorld } from '../orders.testing.ts';
import { reserveWaiting } from '../reserve/reserve.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const ask = async (world: OrderWorld, no: string) => server.ok(whyOrderWaits, { id: await world.idOf(no) }, world.main);
const kinds = async (world: OrderWorld, no: string) => (await ask(world, no)).reasons.map((reason) => reason.kind);
const run = (world: OrderWorld) => reserveWaiting(server.app, world.main.ctx);

describe('why an order waits', () => {
  it('for goods: how many are short, who has them, who is served before it, and when more come', async () => {
    const world = await openWorld(server);
    const [product = 0] = world.productIds;
    await world.stock(product, 4);
    await world.take([makeOrder('HAS-IT', { lines: [makeLine('1', 'SKU-1', 3)] })]);
    await run(world);
    const early = Array.from({ length: 7 }, (_, n) =>
      makeOrder(`BEFORE-${n}`, { orderedAt: after(n), lines: [makeLine('1', 'SKU-1', 2)] }),
    );
    await world.take([...early, makeOrder('MINE', { orderedAt: after(50), lines: [makeLine('1', 'SKU-1', 5)] })]);
    await world.take([makeOrder('BEHIND', { orderedAt: after(60), lines: [makeLine('1', 'SKU-1', 2)] })]);
    await run(world);
    const goods = { productId: product, warehouseId: world.warehouseId, quantity: 40 };
    onTestFinished(
      incomingRequested.listen((tx, { productIds, add }) => {
        if (tx.companyId !== world.main.companyId || !productIds.includes(product)) return;
        add({ ...goods, expectedOn: '2099-12-24', number: 'PO-2' });
        add({ ...goods, expectedOn: '2099-12-01', number: 'PO-1' });
      }),
    );
    const why = await ask(world, 'MINE');
    expect(why.reasons).toEqual([{ kind: 'stock', params: { sku: 'SKU-1', missing: 4 } }]);
    expect(why.products).toMatchObject([
      {
        sku: 'SKU-1',
        needed: 5,
        missing: 4,
        warehouses: [{ id: world.warehouseId, available: 1, reserved: 3, closed: null }],
        heldBy: { orders: [{ displayNo: 'HAS-IT', status: 'ready', quantity: 3 }], more: false },
        place: 8,
        ahead: { more: true },
        incoming: [{ number: 'PO-1', quantity: 40 }, { number: 'PO-2' }],
      },
    ]);
    expect(why.products[0]?.ahead.orders.map((order) => order.displayNo)).toEqual(
      Array.from({ length: 5 }, (_, n) => `BEFORE-${n}`),
    );
  });

  it('for a person, the buyer, the platform, a mapping, an address', async () => {
    const world = await openWorld(server, { stock: 5 });
    await world.take([
      makeOrder('UNPAID', { status: 'unpaid' }),
      makeOrder('PLATFORM', { hold: 'ON_HOLD' }),
      makeOrder('BUYER', { cancelRequested: true }),
      makeOrder('UNMAPPED', { lines: [makeLine('1', 'SKU-1'), makeLine('2', 'STRANGE')] }),
      makeOrder('NOWHERE', { shipTo: { name: 'A', line1: '', city: '', postalCode: '', country: 'US' } }),
      makeOrder('HELD'),
      makeOrder('NEXT'),
    ]);
    await server.ok(holdOrders, { ids: [await world.idOf('HELD')] }, world.main);
    expect(await kinds(world, 'UNPAID')).toEqual(['payment']);
    expect((await ask(world, 'PLATFORM')).reasons).toEqual([{ kind: 'platformHold', params: { word: 'ON_HOLD' } }]);
    expect(await kinds(world, 'BUYER')).toEqual(['cancelRequested']);
    expect((await ask(world, 'UNMAPPED')).reasons).toEqual([{ kind: 'mapping', params: { skus: 'STRANGE' } }]);
    expect(await kinds(world, 'NOWHERE')).toEqual(['address']);
    expect(await kinds(world, 'HELD')).toEqual(['held']);
    expect(await kinds(world, 'NEXT')).toEqual(['next']);
    await run(world);
    expect(await ask(world, 'NEXT')).toEqual({ reasons: [], products: [] });
  });

  it('for a review, for the rule that stopped it, by name', async () => {
    const world = await openWorld(server, { stock: 5, pass: false });
    await world.take([makeOrder('LOOK')]);
    expect(await kinds(world, 'LOOK')).toEqual(['review']);
    await world.tx((tx) =>
      tx.rows(sql`insert into order_rule (company_id, name, kind, position, conditions, action)
        values (${sql.company}, 'Too good', 'review', 1, '[]', '{"decision":"exception"}')`),
    );
    await world.take([makeOrder('STOPPED')]);
    expect((await ask(world, 'STOPPED')).reasons).toEqual([{ kind: 'rule', params: { name: 'Too good' } }]);
  });

  it('for its warehouse or for goods to come together, for a person where the shop is fulfilled by hand', async () => {
    const world = await openWorld(server, { stock: 1 });
    const { companyId } = world.main;
    const [, second = 0] = world.productIds;
    await world.take([makeOrder('WAITS', { lines: [makeLine('1', 'SKU-1'), makeLine('2', 'SKU-2')] })]);
    const set = (change: ReturnType<typeof sql>) => world.tx((tx) => tx.rows(change));
    await set(sql`update warehouse set counting = true where company_id = ${companyId}`);
    expect(await kinds(world, 'WAITS')).toEqual(['noWarehouse', 'stock', 'stock']);
    const other = await world.one<{ id: number }>(sql`insert into warehouse (company_id, code, name, kind, address)
      values (${companyId}, 'W2', 'Far', 'selfBuilt', '{}') returning id`);
    expect(await kinds(world, 'WAITS')).toEqual(['warehouseCounting', 'stock', 'stock']);
    await set(sql`update warehouse set counting = false where company_id = ${companyId}`);
    await set(sql`update sales_order set warehouse_id = ${other.id} where company_id = ${companyId}`);
    await set(sql`update warehouse set enabled = false where id = ${other.id}`);
    expect(await kinds(world, 'WAITS')).toEqual(['warehouseDisabled', 'stock', 'stock']);
    await set(sql`update sales_order set warehouse_id = null where company_id = ${companyId}`);
    await set(sql`update warehouse set enabled = true where id = ${other.id}`);
    await set(
      sql`update stock_balance set warehouse_id = ${other.id} where company_id = ${companyId} and product_id = ${second}`,
    );
    expect(await kinds(world, 'WAITS')).toEqual(['apart']);
    await set(sql`update stock_balance set warehouse_id = ${world.warehouseId} where company_id = ${companyId}`);
    await set(sql`update shop set fulfilment = 'manual' where company_id = ${companyId}`);
    expect(await kinds(world, 'WAITS')).toEqual(['manualShop']);
  });

  it('names no orders of shops that the user does not see, nor tells of theirs', async () => {
    const world = await openWorld(server);
    const [product = 0] = world.productIds;
    const hidden = await addShop(server, world.main.companyId, { name: 'Hidden' });
    await world.tx((tx) =>
      tx.rows(sql`insert into sku_mapping (company_id, shop_id, seller_sku, product_id, created_by)
        values (${sql.company}, ${hidden.id}, 'SKU-1', ${product}, 'test')`),
    );
    await world.take([makeOrder('SECRET-1')], hidden);
    await world.take([makeOrder('MINE', { orderedAt: after(9) })]);
    await run(world);
    const member = await server.member(world.main.companyId, [rights.order.view]);
    await grantShops(server, member, world.shop.id);
    const why = await server.ok(whyOrderWaits, { id: await world.idOf('MINE') }, member);
    expect(why.products).toMatchObject([{ place: 2, ahead: { orders: [], more: false } }]);
    const secret = await server.call(whyOrderWaits, { id: await world.idOf('SECRET-1') }, member);
    expect(secret.code).toBe(404);
  });
});

describe('whose orders come first', () => {
  it('is changed by who may edit rules, to platforms that there are', async () => {
    const world = await openWorld(server);
    const reader = await server.member(world.main.companyId, [rights.orderRule.view]);
    expect(await server.ok(servedFirst, {}, reader)).toEqual({ platforms: [] });
    expect((await server.call(saveServedFirst, { platforms: ['amazon'] }, reader)).code).toBe(403);
    expect((await server.call(saveServedFirst, { platforms: ['nobody'] }, world.main)).code).toBe(400);
    await server.ok(saveServedFirst, { platforms: ['ebay', 'amazon', 'ebay'] }, world.main);
    expect(await server.ok(servedFirst, {}, reader)).toEqual({ platforms: ['ebay', 'amazon'] });
  });
});
