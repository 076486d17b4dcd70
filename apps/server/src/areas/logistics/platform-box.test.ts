import { mergeOrders, mergeSuggestions, unmergeOrders } from '@tradewind/contract/orders.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { repack } from '../../../../sandbox/src/tiktok/packages.ts';
import type { SandboxOrder } from '../../../../sandbox/src/world/orders.ts';
import { sql } from '../../core/database/sql.ts';
import type { Outside } from '../channels/testing/sandbox.ts';
import { type OrderWorld, walk, wrongs } from '../orders/orders.testing.ts';
import { labelFile } from './parcel/label.ts';
import { buyLabel } from './parcel/purchase.ts';
import { openPlatformShop, type PlatformShop } from './testing/platform-shop.ts';

const GB = '7495123456789012345';
let shop: PlatformShop;
let outside: Outside;
let world: OrderWorld;

beforeAll(async () => {
  shop = await openPlatformShop('tiktok', 'platform', 'GB');
  ({ outside, world } = shop);
  await outside.server.startWorker();
});
afterAll(() => outside.close());
afterEach(() => outside.control('faults', { clear: true }));

const app = () => outside.server.app;
const ok: Outside['server']['ok'] = (call, input) => outside.server.ok(call, input, world.main);
const there = (no: string): SandboxOrder => {
  const order = outside.sandbox.world.shop(GB).byId.get(no);
  if (!order) throw new Error(`no order ${no}`);
  return order;
};
/** The parcels that TikTok made of an order, with their numbers. */
const arranged = (no: string) =>
  there(no).told.flatMap((one) => (one.kind === 'arrange' ? [{ ref: one.ref, tracking: one.tracking?.[0] }] : []));

interface Mine {
  id: number;
  no: string;
}

/** Orders of one buyer that TikTok carries, and one that the seller ships. */
async function ofOneBuyer(count: number): Promise<{ carried: Mine[]; own: Mine }> {
  const first = await shop.waiting();
  const sku = outside.sandbox.world.catalog.items[0]?.sku ?? '';
  const { orderIds } = await outside.control<{ orderIds: string[] }>('orders', {
    ...{ shop: GB, count: 4 * (count - 1), buyerOf: first.no, lines: [{ sku, quantity: 1 }] },
  });
  await outside.run(world.main.ctx, shop.shopId, 'orders');
  const rows = await world.tx((tx) =>
    tx.rows<
      Mine & { carried: boolean }
    >(sql`select id, platform_order_no as no, platform_shipping as carried from sales_order
      where company_id = ${sql.company} and platform_order_no = any(${[first.no, ...orderIds]}::text[]) order by id`),
  );
  const own = rows.find((row) => !row.carried);
  if (!own) throw new Error('no order of the seller');
  return { carried: rows.filter((row) => row.carried), own };
}
const merge = (orders: readonly Mine[]) => ok(mergeOrders, { ids: orders.map((order) => order.id) });
const outboundOf = async (order: Mine) =>
  (
    await world.one<{ id: number }>(sql`select id from outbound where company_id = ${world.main.companyId}
      and order_id = ${order.id} and state = 'packed'`)
  ).id;
const statesOf = (orders: readonly Mine[]) =>
  world.tx((tx) =>
    tx.rows<{ tracking: string; state: string; error: string | null }>(sql`select tracking_number as tracking,
        confirm_state as state, confirm_error as error from sales_order
      where company_id = ${sql.company} and id = any(${orders.map((order) => order.id)}::bigint[]) order by id`),
  );
const shipped = async (orders: readonly Mine[]) => {
  await walk(world, orders[0]?.id ?? 0, 'ship');
  await outside.until(async () =>
    (await statesOf(orders)).every(({ state }) => ['confirmed', 'failed'].includes(state)),
  );
  return statesOf(orders);
};

describe('orders of one buyer that TikTok carries', () => {
  it('go in one box under one label, and each is confirmed by its number', async () => {
    const { carried, own } = await ofOneBuyer(3);
    const [first] = carried as [Mine];
    const { groups } = await ok(mergeSuggestions, {});
    const ids = carried.map((order) => order.id);
    expect(groups.map((group) => group.orders.map((order) => order.id))).toContainEqual(ids);
    const mixed = await merge([first, own]);
    expect(mixed.failed.map((one) => one.error)).toEqual(['orders.mergeOthers', 'orders.mergeShipping']);
    expect(await merge(carried)).toMatchObject({ done: 3, failed: [] });

    await walk(world, first.id, 'pack');
    const outboundId = await outboundOf(first);
    // The answer to the purchase is lost on the way.
    await outside.control('faults', { platform: 'tiktok', failHalfway: 1, match: '/ship?' });
    const parcelId = await buyLabel(app(), world.main.ctx, { outboundId });
    const { data } = await labelFile(app(), world.main.ctx, parcelId, 'pdf');
    expect(data.subarray(0, 5).toString()).toBe('%PDF-');
    const parcels = carried.map((order) => arranged(order.no));
    expect([parcels.map((all) => all.length), new Set(parcels.map((all) => all[0]?.ref)).size]).toEqual([[1, 1, 1], 1]);
    const number = parcels[0]?.[0]?.tracking ?? '';
    expect(await shipped(carried)).toEqual(carried.map(() => ({ tracking: number, state: 'confirmed', error: null })));
    expect(await wrongs(world)).toEqual([]);
  });

  it('each get a label of their own when they are unmerged, though TikTok has combined them', async () => {
    const { carried } = await ofOneBuyer(2);
    await merge(carried);
    repack(carried.map((order) => there(order.no)));
    expect(await ok(unmergeOrders, { ids: [carried[1]?.id ?? 0] })).toMatchObject({ done: 1 });
    for (const order of carried) {
      await walk(world, order.id, 'pack');
      await buyLabel(app(), world.main.ctx, { outboundId: await outboundOf(order) });
    }
    const numbers = (await statesOf(carried)).map(({ tracking }) => tracking);
    expect([new Set(numbers).size, numbers.includes('')]).toEqual([2, false]);
    for (const order of carried) {
      expect(arranged(order.no)).toHaveLength(1);
      expect(await shipped([order])).toMatchObject([{ state: 'confirmed' }]);
    }
    expect(await wrongs(world)).toEqual([]);
  });

  it('wait with the reason where TikTok does not combine them; unmerged, they ship', async () => {
    const { carried } = await ofOneBuyer(2);
    await merge(carried);
    await walk(world, carried[0]?.id ?? 0, 'pack');
    // Masked alike, the addresses differ.
    there(carried[1]?.no ?? '').address.line1 += ' 9';
    const outboundId = await outboundOf(carried[0] as Mine);
    await expect(buyLabel(app(), world.main.ctx, { outboundId })).rejects.toMatchObject({
      code: 'logistics.carrierRefused',
      params: { text: expect.stringContaining('unmerge') },
    });
    expect(carried.map((order) => arranged(order.no))).toEqual([[], []]);
    const parcel = await world.one<{ state: string; error: string }>(sql`select state, last_error as error from parcel
      where company_id = ${world.main.companyId} and outbound_id = ${outboundId}`);
    expect(parcel).toMatchObject({ state: 'failed', error: expect.stringContaining(carried[1]?.no ?? '-') });
    expect(await ok(unmergeOrders, { ids: [carried[1]?.id ?? 0] })).toMatchObject({ done: 1 });
    for (const order of carried) {
      await walk(world, order.id, 'pack');
      await buyLabel(app(), world.main.ctx, { outboundId: await outboundOf(order) });
      expect(arranged(order.no)).toHaveLength(1);
    }
    expect(await wrongs(world)).toEqual([]);
  });
});
