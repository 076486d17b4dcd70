import { STREAMS } from '@tradewind/contract/channels.ts';
import { cancelOrders, getOrder, holdOrders, resumeOrders, shipOrdersAnyway } from '@tradewind/contract/orders.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { shopQueue } from '../../channels/public.ts';
import { type Outside, openOutside } from '../../channels/testing/sandbox.ts';
import { type OrderWorld, openWorld } from '../orders.testing.ts';

const PLATFORM = 'shopee';
const SHOP = 'tradewind-demo.myshopify.com';
let outside: Outside;
let world: OrderWorld;
let shopId: number;

beforeAll(async () => {
  outside = await openOutside();
  world = await openWorld(outside.server, { products: 1 });
  shopId = (await outside.connect(world.main, { platform: PLATFORM })).shopId;
  await outside.run(world.main.ctx, shopId, 'orders');
  await outside.server.startWorker();
});
afterAll(() => outside.close());
afterEach(() => outside.control('faults', { clear: true }));

const used: string[] = [];
async function open(shop = shopId): Promise<{ id: number; no: string }> {
  const order = await world.one<{ id: number; no: string }>(sql`select id, platform_order_no as no from sales_order
    where company_id = ${world.main.companyId} and shop_id = ${shop} and status not in ('shipped', 'cancelled', 'unpaid', 'held')
      and not cancel_requested and not (platform_order_no = any(${used}::text[])) order by id limit 1`);
  used.push(order.no);
  return order;
}
const there = (no: string) => outside.sandbox.world.shop(PLATFORM).byId.get(no);
const answered = async (id: number) =>
  world.tx((tx) =>
    tx.row<{ state: string; error: string | null }>(sql`select state, error from platform_update
      where company_id = ${world.main.companyId} and order_id = ${id} and kind = 'cancel'`),
  );

describe('an order cancelled here', () => {
  it('stays as it is on the platform unless the person asks for that, too', async () => {
    const { id, no } = await open();
    await outside.server.ok(cancelOrders, { ids: [id], reason: 'outOfStock' }, world.main);
    expect(await answered(id)).toBeUndefined();
    expect(there(no)?.told.some((one) => one.kind === 'cancel')).toBe(false);
  });

  it('is cancelled there once, whatever fails on the way', async () => {
    const { id, no } = await open();
    await outside.control('faults', { platform: PLATFORM, failHalfway: 1 });
    const input = { ids: [id], reason: 'outOfStock', onPlatform: true };
    await outside.server.ok(cancelOrders, input, world.main);
    await outside.until(async () => (await answered(id))?.state === 'done', 60);
    const order = there(no);
    expect(
      order &&
        outside.sandbox.world
          .shop(PLATFORM)
          .byId.get(no)
          ?.told.filter((one) => one.kind === 'cancel').length,
    ).toBeLessThanOrEqual(1);
    const history = await world.tx((tx) =>
      tx.rows<{ event: string }>(sql`select event from document_event where company_id = ${world.main.companyId}
        and doc_kind = 'sales_order' and doc_id = ${id}`),
    );
    expect(history.map((one) => one.event)).toContain('platformCancelled');
    await outside.run(world.main.ctx, shopId, 'orders');
    expect(await world.statusOf(no)).toBe('cancelled');
  });
});

/** What was sent to the platform about an order, in turn. */
const sentAbout = (platform: string, no: string, kinds: readonly string[]) =>
  outside.sandbox.world
    .shop(platform)
    .byId.get(no)
    ?.told.map((one) => one.kind)
    .filter((kind) => kinds.includes(kind));
const eventsOf = async (id: number) =>
  (await outside.server.ok(getOrder, { id }, world.main)).history.map((one) => one.event);

describe('a buyer whose request to cancel is declined here', () => {
  it('is refused on the platform, once, and the order goes on', async () => {
    const { id, no } = await open();
    await outside.control('orders/cancel', { shop: PLATFORM, orderId: no });
    await outside.run(world.main.ctx, shopId, 'orders');
    await outside.until(async () => (await outside.server.ok(getOrder, { id }, world.main)).cancelRequested);
    await outside.control('faults', { platform: PLATFORM, failHalfway: 1, match: 'handle_buyer_cancellation' });
    await outside.server.ok(shipOrdersAnyway, { ids: [id] }, world.main);
    await outside.until(async () => (await eventsOf(id)).includes('cancelRequestDismissed'));
    await outside.until(async () => there(no)?.cancelRequested === false, 60);
    await outside.run(world.main.ctx, shopId, 'orders');
    expect(await outside.server.ok(getOrder, { id }, world.main)).toMatchObject({ cancelRequested: false });
  });
});

describe('an order held here', () => {
  let shopify: number;
  beforeAll(async () => {
    shopify = (await outside.connect(world.main, { platform: 'shopify', fields: { shopDomain: SHOP } })).shopId;
    await outside.run(world.main.ctx, shopify, 'orders');
  });

  /** Where every call is slow, what is sent waits half a minute behind the listings of a new shop. */
  async function readOrdersAlone(shop: number): Promise<void> {
    const { owner } = outside.server.app.database;
    await owner.query(
      `insert into shop_stream (company_id, shop_id, kind, paused) select $1, $2, kind, true from unnest($3::text[]) as k(kind)
       on conflict (company_id, shop_id, kind) do update set paused = true`,
      [world.main.companyId, shop, STREAMS.filter((kind) => kind !== 'orders')],
    );
    // What had begun ends after its page.
    const busy = `select 1 from graphile_worker.jobs where queue_name = $1 and run_at <= now()`;
    await outside.until(async () => (await owner.query(busy, [shopQueue(shop)])).rowCount === 0, 60);
  }

  it('is released there when it is resumed while the platform still refuses the hold', async () => {
    const { id, no } = await open(shopify);
    const order = outside.sandbox.world.shop(SHOP).byId.get(no);
    const others = Array.from({ length: 10 }, (_, n) => ({
      id: `9${n}`,
      handle: `h${n}`,
      byApp: true,
      reason: 'OTHER',
    }));
    if (order) order.extra.holds = others;
    await readOrdersAlone(shopify);
    await outside.control('faults', { platform: 'shopify', slowMs: 1500, match: 'graphql' });
    outside.sandbox.log.clear();
    await outside.server.ok(holdOrders, { ids: [id] }, world.main);
    // It has read what to send, and read the order's holds; the hold itself is still under way.
    await outside.until(async () => outside.sandbox.log.latest(20).some(({ note }) => note === 'graphql order'), 60);
    await outside.server.ok(resumeOrders, { ids: [id] }, world.main);
    await outside.until(async () => (await eventsOf(id)).includes('holdRefused'), 60);
    await outside.control('faults', { clear: true });
    const released = () =>
      world.tx((tx) =>
        tx.row<{ state: string; content: unknown }>(sql`select state, told as content from platform_update
          where company_id = ${world.main.companyId} and order_id = ${id} and kind = 'hold'`),
      );
    await outside.until(async () => (await released())?.state !== 'due', 60);
    expect(await released()).toEqual({ state: 'done', content: { held: false } });
  });

  it('is held on the platform, too, until it is resumed', async () => {
    const { id, no } = await open(shopify);
    const holds = () => sentAbout(SHOP, no, ['hold', 'release']);
    const eventually = (...expected: string[]) => outside.until(async () => holds()?.join() === expected.join(), 60);
    await outside.control('faults', { platform: 'shopify', failHalfway: 1, match: 'graphql' });
    await outside.server.ok(holdOrders, { ids: [id] }, world.main);
    await eventually('hold');
    // The platform's word comes back with the next listing and changes nothing here.
    await outside.run(world.main.ctx, shopify, 'orders');
    expect(await outside.server.ok(getOrder, { id }, world.main)).toMatchObject({ status: 'held', platformHold: null });
    await outside.server.ok(resumeOrders, { ids: [id] }, world.main);
    await eventually('hold', 'release');
    await outside.until(async () => (await eventsOf(id)).includes('platformReleased'));
    expect(await eventsOf(id)).toEqual(expect.arrayContaining(['platformHeld', 'platformReleased']));
  });
});
