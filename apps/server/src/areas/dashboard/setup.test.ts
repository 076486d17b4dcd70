import { rights } from '@tradewind/contract/access/modules.ts';
import { addProduct } from '@tradewind/contract/catalog.ts';
import { getSetup } from '@tradewind/contract/dashboard.ts';
import { saveChannel } from '@tradewind/contract/logistics.ts';
import { adjustStock } from '@tradewind/contract/stock.ts';
import { addWarehouse, listLocations } from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';
import { addShop, grantShops, makeLine, makeOrder, openWorld, type TestShop, walk } from '../orders/orders.testing.ts';
import { intakeOrders } from '../orders/public.ts';

let server: TestServer;
let main: Awaited<ReturnType<TestServer['company']>>;
let shop: TestShop;

beforeAll(async () => {
  server = await testServer();
  main = await server.company('Beginners');
});
afterAll(() => server.close());

const inDatabase = (statement: string, ...values: unknown[]) =>
  server.app.database.owner.query(statement, [main.companyId, ...values]);
/** "shop! products": open steps with what they lack; `->` the next one. */
async function look(person: Person = main): Promise<string[]> {
  const { steps, next } = await server.ok(getSetup, {}, person);
  return steps.map(({ step, lacks, count }) => {
    const said = lacks === null ? `${step} done` : `${step} lacks ${lacks}${count > 0 ? ` ${count}` : ''}`;
    return step === next ? `-> ${said}` : said;
  });
}

it('leads a company from nothing to its first parcel, each step by what the database holds', async () => {
  expect(await look()).toEqual([
    '-> shop lacks shop',
    'products lacks product',
    'warehouse lacks warehouse',
    'stock lacks stock',
    'pairing lacks orders',
    'carrier lacks account',
    'shipment lacks orders',
  ]);
  expect(await server.ok(getSetup, {}, main)).toMatchObject({ fresh: true, complete: false, over: false });

  shop = await addShop(server, main.companyId);
  // What the shop sells can become products.
  expect((await look())[1]).toBe('-> products lacks listings');
  const { id: productId } = await server.ok(addProduct, { sku: 'SKU-1', nameZh: '杯', nameEn: 'Mug' }, main);
  expect((await look()).slice(0, 3)).toEqual(['shop done', 'products done', '-> warehouse lacks warehouse']);

  const warehouse = { code: 'W1', name: 'Main', kind: 'selfBuilt' as const, address: {}, firstLocation: true };
  const { id: warehouseId } = await server.ok(addWarehouse, { warehouse }, main);
  expect((await look()).slice(2, 4)).toEqual(['warehouse done', '-> stock lacks stock 1']);

  const { rows } = await server.ok(listLocations, { houseId: warehouseId, kind: 'picking' }, main);
  const lines = [{ productId, locationId: rows[0]?.id ?? 0, delta: 5, unitCost: '2' }];
  await server.ok(adjustStock, { warehouseId, reason: 'opening', lines }, main);
  expect((await look()).slice(3)).toEqual([
    'stock done',
    'pairing lacks orders',
    '-> carrier lacks account',
    'shipment lacks orders',
  ]);

  const channel = { name: 'By hand', carrier: 'own' as const, platformCarrierCode: 'OTHER' };
  await server.ok(saveChannel, { channel }, main);
  await server.app.database.inCompany(main.ctx, (tx) =>
    intakeOrders(tx, shop, [
      makeOrder('FIRST', { lines: [makeLine('1', 'THEIR-OWN')] }),
      // The shop shipped it long before.
      makeOrder('PAST', { status: 'shipped', lines: [makeLine('1', 'SKU-1')] }),
    ]),
  );
  expect((await look()).slice(4)).toEqual(['-> pairing lacks mapping 1', 'carrier done', 'shipment lacks unshipped 1']);
  expect((await server.ok(getSetup, {}, main)).fresh).toBe(false);
});

it('opens a step again when what it stood for is gone', async () => {
  await inDatabase(`update shop set state = 'expired' where company_id = $1`);
  expect((await look())[0]).toBe('-> shop lacks consent 1');
  await inDatabase(`update shop set state = 'authorized' where company_id = $1`);
  await inDatabase(`update location set enabled = false where company_id = $1 and kind in ('picking', 'storage')`);
  expect((await look())[2]).toBe('-> warehouse lacks location');
  await inDatabase(`update location set enabled = true where company_id = $1`);
});

it('shows each member the steps whose forms they may open', async () => {
  const buyer = await server.member(main.companyId, [
    rights.product.view,
    rights.product.add,
    rights.salesChannel.view,
  ]);
  expect(await look(buyer)).toEqual(['products done']);
  const nobody = await server.member(main.companyId, []);
  expect(await server.ok(getSetup, {}, nobody)).toMatchObject({ steps: [], next: null });
  const mapper = await server.member(main.companyId, [rights.skuMapping.view, rights.skuMapping.add]);
  await grantShops(server, mapper, (await addShop(server, main.companyId)).id);
  // Orders of a shop that is not theirs are not counted for them.
  expect(await look(mapper)).toEqual(['pairing done']);
});

it('is complete after the first parcel, and over a week later', async () => {
  const world = await openWorld(server, { stock: 5 });
  await world.take([makeOrder('OUT')]);
  await walk(world, await world.idOf('OUT'), 'ship');
  // Shipped by hand: the carrier is still to come.
  expect(await server.ok(getSetup, {}, world.main)).toMatchObject({ complete: false, next: 'carrier' });
  await inDatabase(
    `insert into shipping_channel (company_id, name, carrier, platform_carrier_code) select $2, 'Own', 'own', '' where $1 > 0`,
    world.main.companyId,
  );
  expect(await server.ok(getSetup, {}, world.main)).toMatchObject({ complete: true, next: null, over: false });
  await inDatabase(
    `update outbound set shipped_at = now() - interval '8 days' where company_id = $2 and $1 > 0 and shipped_at is not null`,
    world.main.companyId,
  );
  expect(await server.ok(getSetup, {}, world.main)).toMatchObject({ complete: true, over: true });
});
