import { rights } from '@tradewind/contract/access/modules.ts';
import {
  getPlatformCorrespondingExpress,
  getPlatformExpress,
  savePlatformCorrespondingExpress,
} from '@tradewind/contract/logistics.ts';
import { confirmOrdersAgain } from '@tradewind/contract/orders.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import type { Outside } from '../channels/testing/sandbox.ts';
import { addShop, type OrderWorld, openWorld, walk } from '../orders/orders.testing.ts';
import { saveChannel } from './channel/channels.ts';
import { buyLabel } from './parcel/purchase.ts';
import { openPlatformShop, type PlatformShop } from './testing/platform-shop.ts';

const PLATFORM = 'joom';
let shop: PlatformShop;
let outside: Outside;
let world: OrderWorld;

beforeAll(async () => {
  shop = await openPlatformShop(PLATFORM, 'seller');
  ({ outside, world } = shop);
  await outside.server.startWorker();
});
afterAll(() => outside.close());
afterEach(() => outside.control('faults', { clear: true }));

const app = () => outside.server.app;
let channels = 0;
const channel = (platformCarrierCode: string, company: Pick<OrderWorld, 'main'> = world) =>
  app().database.inCompany(company.main.ctx, (tx) =>
    saveChannel(tx, {
      name: `Van ${++channels}`,
      carrier: 'own',
      carrierAccountId: null,
      serviceCode: '',
      allowedServices: [],
      platformCarrierCode,
      enabled: true,
    }),
  );
const map = (channelId: number, code: string, name = '') =>
  outside.server.ok(
    savePlatformCorrespondingExpress,
    { mapping: { channelId, platform: PLATFORM, code, name } },
    world.main,
  );
const mappings = (channelId: number) =>
  outside.server
    .ok(getPlatformCorrespondingExpress, { channelId, platform: PLATFORM }, world.main)
    .then(({ list }) => list);

/** An order of the platform that left by a channel. */
async function shippedBy(channelId: number) {
  const { id, no, outboundId } = await shop.packed();
  await buyLabel(app(), world.main.ctx, { outboundId, channelId, trackingNumber: `NUMBER${id}` });
  await walk(world, id, 'ship');
  return { id, no };
}
/** How telling the platform ended. */
const confirmation = (id: number, ended: 'confirmed' | 'failed') =>
  outside.server.until(async () => {
    const order = await world.one<{ state: string; error: string | null }>(sql`
      select confirm_state as state, confirm_error as error
      from sales_order where company_id = ${world.main.companyId} and id = ${id}`);
    return order.state === ended && order;
  }, 60);
describe('what a platform is told as the carrier', () => {
  it('is its own name for the channel’s carrier, also where it refused another one before', async () => {
    const van = await channel('PIGEON');
    const { id, no } = await shippedBy(van);
    expect((await confirmation(id, 'failed')).error).toContain('Van');
    expect(shop.told(no)).toEqual([]);

    const { list } = await outside.server.ok(getPlatformExpress, { platform: PLATFORM }, world.main);
    const yanwen = list.find((one) => one.name === 'Yanwen');
    if (!yanwen) throw new Error('the sandbox knows no Yanwen');
    await map(van, yanwen.code, yanwen.name);
    await outside.server.ok(confirmOrdersAgain, { ids: [id] }, world.main);
    expect((await confirmation(id, 'confirmed')).error).toBeNull();
    expect(shop.told(no)).toMatchObject([{ carrier: 'Yanwen', tracking: [`NUMBER${id}`] }]);
  });

  it('is what the channel says where the platform has no name of its own, or no longer has one', async () => {
    const van = await channel('UPS');
    expect(await mappings(van)).toMatchObject([{ platform: PLATFORM, code: 'UPS', name: '', mapped: false }]);
    await map(van, 'x1', 'DHL');
    expect(await mappings(van)).toMatchObject([{ code: 'x1', name: 'DHL', mapped: true }]);
    await map(van, '');
    const elsewhere = { channelId: van, platform: 'shopify', code: 'DHL', name: '' };
    await outside.server.ok(savePlatformCorrespondingExpress, { mapping: elsewhere }, world.main);
    expect(await mappings(van)).toMatchObject([{ code: 'UPS', name: '', mapped: false }]);
    const { id, no } = await shippedBy(van);
    await confirmation(id, 'confirmed');
    expect(shop.told(no)).toMatchObject([{ carrier: 'UPS' }]);
  });

  it('is of one company and of one platform', async () => {
    const stranger = await openWorld(outside.server, { products: 1 });
    await addShop(outside.server, stranger.main.companyId, { platform: PLATFORM });
    const theirs = await channel('PIGEON', stranger);
    const mapping = { channelId: theirs, platform: PLATFORM, code: 'OURS', name: '' };
    const refused = await outside.server.call(savePlatformCorrespondingExpress, { mapping }, world.main);
    expect(refused.status).toBe(404);
    expect(await mappings(theirs)).toEqual([]);
    await outside.server.ok(
      savePlatformCorrespondingExpress,
      { mapping: { ...mapping, code: 'THEIRS' } },
      stranger.main,
    );
    const { list } = await outside.server.ok(getPlatformCorrespondingExpress, {}, stranger.main);
    expect(list.map((one) => [one.platform, one.code]).sort()).toEqual([
      ['joom', 'THEIRS'],
      ['shopify', 'PIGEON'],
    ]);
    const all = await outside.server.ok(getPlatformCorrespondingExpress, {}, world.main);
    expect(all.list.length).toBeGreaterThan(0);
    expect(all.list.filter((one) => one.code === 'THEIRS' || one.channelId === theirs)).toEqual([]);
  });

  it('is set only by who may change channels, and only of platforms that there are', async () => {
    const van = await channel('UPS');
    const mapping = { channelId: van, platform: PLATFORM, code: 'UPS', name: '' };
    const reader = await outside.server.member(world.main.companyId, [rights.carrier.view]);
    const mapper = await outside.server.member(world.main.companyId, [rights.carrier.view, rights.carrier.map]);
    expect((await outside.server.call(savePlatformCorrespondingExpress, { mapping })).status).toBe(401);
    expect((await outside.server.call(savePlatformCorrespondingExpress, { mapping }, reader)).status).toBe(403);
    expect((await outside.server.call(savePlatformCorrespondingExpress, { mapping }, mapper)).status).toBe(200);
    const unknown = { ...mapping, platform: 'nowhere' };
    const answer = await outside.server.call(savePlatformCorrespondingExpress, { mapping: unknown }, mapper);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.data)).toContain('mapping.platform');
  });
});

describe('the carriers that a platform accepts', () => {
  const ask = (as = world.main) => outside.server.call(getPlatformExpress, { platform: PLATFORM }, as);
  const age = (hours: number) =>
    app().database.owner.query(
      'update platform_carriers set read_at = read_at - make_interval(hours => $2) where company_id = $1',
      [world.main.companyId, hours],
    );
  const shippersRequested = () =>
    outside.sandbox.log.latest(1000).filter((one) => one.path.includes('/shippers')).length;

  it('are asked once a day, and hold while the platform cannot be asked', async () => {
    const first = await ask();
    const requested = shippersRequested();
    expect(requested).toBeGreaterThan(0);
    expect(first.data.list.map((one) => one.name)).toContain('UPS');
    expect((await ask()).data).toEqual(first.data);
    expect(shippersRequested()).toBe(requested);
    await age(25);
    expect((await ask()).data).toEqual(first.data);
    expect(shippersRequested()).toBe(requested + 1);
    await age(25);
    await outside.control('faults', { platform: PLATFORM, status500: 50 });
    expect((await ask()).data).toEqual(first.data);
  });

  it('are said to be unknown where the platform never told them, so that the name is typed', async () => {
    await app().database.owner.query('delete from platform_carriers where company_id = $1', [world.main.companyId]);
    await outside.control('faults', { platform: PLATFORM, status500: 50 });
    const failed = await ask();
    expect(failed.status).toBe(503);
    expect(failed.msg).toContain('请直接填写名称');
    const stranger = await outside.server.company();
    const shopless = await ask(stranger);
    expect(shopless.status).toBe(422);
    expect(shopless.msg).toContain('没有已授权的店铺');
  });

  it('are none of a platform that lists none', async () => {
    const answer = await outside.server.ok(getPlatformExpress, { platform: 'shopee' }, world.main);
    expect(answer).toEqual({ list: [] });
  });
});
