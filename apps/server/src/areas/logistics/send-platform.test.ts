import { getPlatformExpress, saveChannel, savePlatformCorrespondingExpress } from '@tradewind/contract/logistics.ts';
import { confirmOrdersAgain, getOrder, orderTabs, shipByHand } from '@tradewind/contract/orders.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Outside } from '../channels/testing/sandbox.ts';
import { type OrderWorld, wrongs } from '../orders/orders.testing.ts';
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

const ok: Outside['server']['ok'] = (call, input) => outside.server.ok(call, input, world.main);

/** How telling the platform ended. */
const confirmation = (id: number) =>
  outside.until(async () => {
    const { confirmState, confirmError, status, trackingNumber } = await ok(getOrder, { id });
    return ['confirmed', 'failed'].includes(confirmState) && { confirmState, confirmError, status, trackingNumber };
  }, 100);
it('a shipment that the platform refuses stays shipped, stands in the queue, and is told again', async () => {
  const { id: channelId } = await ok(saveChannel, {
    channel: { name: 'Pigeons', carrier: 'own', platformCarrierCode: 'PIGEON' },
  });
  const { id, no, label } = await shop.waiting();
  const orders = [{ number: label, trackingNumber: 'NUMBER901' }];
  expect(await ok(shipByHand, { channelId, orders })).toEqual({ done: 1, failed: [] });
  expect(await confirmation(id)).toMatchObject({
    confirmState: 'failed',
    status: 'shipped',
    trackingNumber: 'NUMBER901',
  });
  expect((await ok(orderTabs, {})).queues.confirmFailed).toBe(1);
  expect(shop.told(no)).toEqual([]);

  const { list } = await ok(getPlatformExpress, { platform: PLATFORM });
  const { code = '', name = '' } = list.find((one) => one.name === 'Yanwen') ?? {};
  await ok(savePlatformCorrespondingExpress, { mapping: { channelId, platform: PLATFORM, code, name } });
  await ok(confirmOrdersAgain, { ids: [id] });
  expect(await confirmation(id)).toMatchObject({ confirmState: 'confirmed', confirmError: null });
  expect(shop.told(no)).toHaveLength(1);
  expect(await wrongs(world)).toEqual([]);
});

it('a platform that is away hears of it later, once', async () => {
  const { id, no, label } = await shop.waiting();
  await outside.control('faults', { platform: PLATFORM, status500: 1 });
  await ok(shipByHand, { carrierName: 'Yanwen', orders: [{ number: label, trackingNumber: 'NUMBER902' }] });
  expect((await ok(getOrder, { id })).status).toBe('shipped');
  expect(await confirmation(id)).toMatchObject({ confirmState: 'confirmed', confirmError: null });
  expect(shop.told(no)).toHaveLength(1);
});
