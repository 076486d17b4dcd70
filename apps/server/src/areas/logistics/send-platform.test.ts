import { getPlatformExpress, saveChannel, savePlatformCorrespondingExpress } from '@tradewind/contract/logistics.ts';
import { confirmOrdersAgain, getOrder, orderTabs, shipByHand } from '@tradewind/contract/orders.ts';
import { sql } from 'drizzle-orm/sql/sql';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Outside, openOutside } from '../channels/testing/outside.ts';
import { type OrderWorld, openWorld, wrongs } from '../orders/orders.testing.ts';

const PLATFORM = 'joom';
let outside: Outside;
let world: OrderWorld;
let shopId: number;
const used = new Set<string>();

beforeAll(async () => {
  outside = await openOutside();
  world = await openWorld(outside.house, { products: 1, stock: 500 });
  shopId = (await outside.connect(world.main, { platform: PLATFORM })).shopId;
  await outside.house.app.database.owner.query(
    `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, created_by) select $1, $2, unnest($3::text[]), $4, 'test'`,
    [world.main.companyId, shopId, outside.sandbox.world.catalog.items.map(({ sku }) => sku), world.productIds[0]],
  );
  await outside.run(world.main.ctx, shopId, 'orders');
  await outside.house.startWorker();
});
afterAll(() => outside.close());
afterEach(() => outside.control('faults', { clear: true }));

const ok: Outside['house']['ok'] = (call, input) => outside.house.ok(call, input, world.main);

async function waiting() {
  const found = await world.one<{ id: number; no: string; label: string }>(sql`select id, platform_order_no as no,
      display_no as label from sales_order
    where company_id = ${world.main.companyId} and shop_id = ${shopId} and status in ('allocate', 'ready')
      and platform_shipping is not true and platform_hold is null and not cancel_requested
      and not (platform_order_no = any(${sql.param([...used])}::text[])) order by id limit 1`);
  used.add(found.no);
  return found;
}
/** How telling the platform ended. */
const confirmation = (id: number) =>
  outside.house.until(async () => {
    const { confirmState, confirmError, status, trackingNumber } = await ok(getOrder, { id });
    return ['confirmed', 'failed'].includes(confirmState) && { confirmState, confirmError, status, trackingNumber };
  }, 100);
const told = (no: string) =>
  outside.sandbox.world
    .shop(PLATFORM)
    .byId.get(no)
    ?.told.filter((one) => one.kind === 'shipment') ?? [];

it('a shipment that the platform refuses stays shipped, stands in the queue, and is told again', async () => {
  const { id: channelId } = await ok(saveChannel, {
    channel: { name: 'Pigeons', carrier: 'own', platformCarrierCode: 'PIGEON' },
  });
  const { id, no, label } = await waiting();
  const orders = [{ number: label, trackingNumber: 'NUMBER901' }];
  expect(await ok(shipByHand, { channelId, orders })).toEqual({ done: 1, failed: [] });
  expect(await confirmation(id)).toMatchObject({
    confirmState: 'failed',
    status: 'shipped',
    trackingNumber: 'NUMBER901',
  });
  expect((await ok(orderTabs, {})).queues.confirmFailed).toBe(1);
  expect(told(no)).toEqual([]);

  const { list } = await ok(getPlatformExpress, { platform: PLATFORM });
  const { code = '', name = '' } = list.find((one) => one.name === 'Yanwen') ?? {};
  await ok(savePlatformCorrespondingExpress, { mapping: { channelId, platform: PLATFORM, code, name } });
  await ok(confirmOrdersAgain, { ids: [id] });
  expect(await confirmation(id)).toMatchObject({ confirmState: 'confirmed', confirmError: null });
  expect(told(no)).toHaveLength(1);
  expect(await wrongs(world)).toEqual([]);
}, 120_000);

it('a platform that is away hears of it later, once', async () => {
  const { id, no, label } = await waiting();
  await outside.control('faults', { platform: PLATFORM, status500: 1 });
  await ok(shipByHand, { carrierName: 'Yanwen', orders: [{ number: label, trackingNumber: 'NUMBER902' }] });
  expect((await ok(getOrder, { id })).status).toBe('shipped');
  expect(await confirmation(id)).toMatchObject({ confirmState: 'confirmed', confirmError: null });
  expect(told(no)).toHaveLength(1);
}, 120_000);
