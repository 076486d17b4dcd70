import { rights } from '@tradewind/contract/access/modules.ts';
import {
  addPlatformExpress,
  addWarehouseExpress,
  delPlatformExpress,
  delWarehouseExpress,
  editWarehouseExpress,
  getExperssList,
  getExpressCorrespondence,
  getPlatformExpressTikTok,
  getPlatformShipment,
  getShopShipmentList,
  getWarehouseExpress,
  saveChannel,
  selectExperssJson,
  shippingMethods,
} from '@tradewind/contract/logistics.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Outside, openOutside } from '../channels/testing/sandbox.ts';
import { type OrderWorld, openWorld } from '../orders/orders.testing.ts';

let outside: Outside;
let world: OrderWorld;
let stranger: OrderWorld;
let [tiktok, joom] = [0, 0];
let [bike, van] = [0, 0];

beforeAll(async () => {
  outside = await openOutside();
  world = await openWorld(outside.server, { products: 1 });
  stranger = await openWorld(outside.server, { products: 1 });
  [tiktok, joom] = [await connect('tiktok', 'US'), await connect('joom')];
  [bike, van] = [await channel('Bike', world), await channel('Van', world)];
});
afterAll(() => outside.close());
afterEach(() => outside.control('faults', { clear: true }));

const connect = async (platform: string, region?: string) =>
  (await outside.connect(world.main, { platform, ...(region ? { region } : {}) })).shopId;
const channel = async (name: string, of: OrderWorld) =>
  (await outside.server.ok(saveChannel, { channel: { name, carrier: 'own', platformCarrierCode: name } }, of.main)).id;
const ok: Outside['server']['ok'] = (call, input, as = world.main) => outside.server.ok(call, input, as);
const call: Outside['server']['call'] = (one, input, as = world.main) => outside.server.call(one, input, as);
const shipping = async () =>
  (await ok(getWarehouseExpress, { houseId: world.warehouseId })).list.map((one) => one.channelId).sort();
const all = () => [bike, van].sort();

describe('channels of a warehouse', () => {
  const express = () => ({ houseId: world.warehouseId, channelId: van });

  it('are all until some are named; one more and one less leave the others', async () => {
    expect(await shipping()).toEqual(all());
    await ok(addWarehouseExpress, { express: express() });
    expect((await ok(shippingMethods, { houseId: world.warehouseId })).all).toBe(true);

    await ok(delWarehouseExpress, { ids: [`${world.warehouseId}:${van}`] });
    await ok(delWarehouseExpress, { ids: [`${world.warehouseId}:${van}`] });
    expect(await shipping()).toEqual([bike]);
    const last = await call(delWarehouseExpress, { ids: [`${world.warehouseId}:${bike}`] });
    expect([last.status, last.msg]).toEqual([422, expect.stringContaining('至少要保留一个物流渠道')]);
    expect(await shipping()).toEqual([bike]);

    await ok(addWarehouseExpress, { express: express() });
    expect(await shipping()).toEqual(all());
    await ok(editWarehouseExpress, { express: { houseId: world.warehouseId, channelIds: [van] } });
    expect(await shipping()).toEqual([van]);
    await ok(editWarehouseExpress, { express: { houseId: world.warehouseId, channelIds: [] } });
    expect(await shipping()).toEqual(all());
  });

  it('are of one company, and of who may change them', async () => {
    const theirs = await call(getWarehouseExpress, { houseId: stranger.warehouseId });
    expect(theirs.status).toBe(404);
    const foreign = await channel('Foreign', stranger);
    expect((await call(addWarehouseExpress, { express: { ...express(), channelId: foreign } })).status).toBe(400);
    expect((await call(addWarehouseExpress, { express: { ...express(), houseId: stranger.warehouseId } })).status).toBe(
      404,
    );
    expect((await call(delWarehouseExpress, { ids: [`${stranger.warehouseId}:${foreign}`] })).status).toBe(404);
    const reader = await outside.server.member(world.main.companyId, [rights.rateCard.view]);
    const writer = await outside.server.member(world.main.companyId, [rights.rateCard.view, rights.rateCard.add]);
    expect((await call(addWarehouseExpress, { express: express() }, reader)).status).toBe(403);
    // May add channels, but does not see the warehouse.
    expect((await call(addWarehouseExpress, { express: express() }, writer)).status).toBe(404);
    expect((await call(delWarehouseExpress, { ids: ['1:'] })).status).toBe(400);
  });
});

describe('what platforms call the channels', () => {
  const names = async (filter: object) => (await ok(getExpressCorrespondence, filter)).rows;

  it('is listed by warehouse, platform and whether it is set, a page at a time', async () => {
    const set = { channelId: van, platform: 'joom', code: 'x1', name: 'Yanwen' };
    await ok(addPlatformExpress, { express: set });
    expect(await names({ platform: 'joom', mapped: true })).toEqual([
      { ...set, id: `${van}:joom`, channelName: 'Van', carrier: 'own', ownCode: 'Van', mapped: true },
    ]);
    expect((await names({ mapped: false })).map((one) => one.id)).not.toContain(`${van}:joom`);
    expect((await names({ text: 'yanw' })).map((one) => one.id)).toEqual([`${van}:joom`]);
    const page = await ok(getExpressCorrespondence, { page: 2, pageSize: 1 });
    expect([page.rows.length, page.total]).toEqual([1, (await names({})).length]);

    await ok(editWarehouseExpress, { express: { houseId: world.warehouseId, channelIds: [bike] } });
    const here = await names({ houseId: world.warehouseId });
    expect(new Set(here.map((one) => one.channelId))).toEqual(new Set([bike]));
    await ok(editWarehouseExpress, { express: { houseId: world.warehouseId, channelIds: [] } });

    await ok(delPlatformExpress, { ids: [`${van}:joom`] });
    expect(await names({ platform: 'joom', channelId: van })).toMatchObject([{ code: 'Van', name: '', mapped: false }]);
  });

  it('is of one company and of platforms that there are', async () => {
    const theirs = await channel('Theirs', stranger);
    const set = { channelId: theirs, platform: 'joom', code: 'x' };
    expect((await call(addPlatformExpress, { express: set })).status).toBe(404);
    expect((await call(delPlatformExpress, { ids: [`${theirs}:joom`] })).status).toBe(404);
    expect((await names({})).filter((one) => one.channelId === theirs)).toEqual([]);
    const nowhere = await call(addPlatformExpress, { express: { channelId: van, platform: 'nowhere', code: 'x' } });
    expect([nowhere.status, JSON.stringify(nowhere.data)]).toEqual([400, expect.stringContaining('express.platform')]);
    const reader = await outside.server.member(world.main.companyId, [rights.rateCard.view]);
    expect((await call(delPlatformExpress, { ids: [`${van}:joom`] }, reader)).status).toBe(403);
  });
});

describe('what there is to choose from', () => {
  it('are the channels, and the carriers with their services', async () => {
    const member = await outside.server.member(world.main.companyId);
    const { list } = await ok(selectExperssJson, {}, member);
    expect(list.map((one) => one.id).sort()).toEqual(all());
    const carriers = await ok(getExperssList, {}, member);
    expect(carriers.list.find((one) => one.carrier === 'ups')?.services.length).toBeGreaterThan(0);
  });
});

describe('how shops deliver', () => {
  const requests = () =>
    outside.sandbox.log.latest(1000).filter((one) => one.path.includes('/delivery_options')).length;

  it('is read of a TikTok shop once a day, with the carriers of what the seller ships', async () => {
    const { list } = await ok(getShopShipmentList, { shopId: tiktok });
    expect(list.map((one) => one.shippedBy).sort()).toEqual(['platform', 'seller']);
    const requested = requests();
    expect(requested).toBeGreaterThan(0);
    expect((await ok(getPlatformShipment, { platform: 'tiktok' })).list).toEqual(list);
    const carriers = (await ok(getPlatformExpressTikTok, { shopId: tiktok })).list;
    expect(carriers.find((one) => one.name === 'USPS')?.options).toEqual(['Shipped from seller']);
    expect(requests()).toBe(requested);

    await outside.server.app.database.owner.query(
      `update shop_shipping_options set read_at = read_at - interval '25 hours' where company_id = $1`,
      [world.main.companyId],
    );
    await outside.control('faults', { platform: 'tiktok', status500: 50 });
    expect((await ok(getShopShipmentList, { shopId: tiktok })).list).toEqual(list);
  });

  it('is unknown while the platform never answered, empty where it lists none, and secret to others', async () => {
    await outside.server.app.database.owner.query('delete from shop_shipping_options where company_id = $1', [
      world.main.companyId,
    ]);
    await outside.control('faults', { platform: 'tiktok', status500: 50 });
    expect((await call(getShopShipmentList, { shopId: tiktok })).status).toBe(503);
    expect((await ok(getShopShipmentList, { shopId: joom })).list).toEqual([]);
    expect((await ok(getPlatformShipment, { platform: 'joom' })).list).toEqual([]);
    expect((await call(getPlatformExpressTikTok, { shopId: joom })).status).toBe(400);
    for (const one of [getShopShipmentList, getPlatformExpressTikTok])
      expect((await call(one, { shopId: tiktok }, stranger.main)).status).toBe(404);
    expect((await call(getPlatformShipment, { platform: 'tiktok' }, stranger.main)).status).toBe(422);
  });
});
