import * as calls from '@tradewind/contract/returns.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxOrder } from '../../../../sandbox/src/world/orders.ts';
import type { SandboxReturn } from '../../../../sandbox/src/world/returns.ts';
import { sql } from '../../core/database/sql.ts';
import { withShop } from '../channels/public.ts';
import { type Outside, openOutside } from '../channels/testing/sandbox.ts';
import { type OrderWorld, openWorld } from '../orders/orders.testing.ts';
import { detailOf } from './returns.testing.ts';

let outside: Outside;
let world: OrderWorld;
beforeAll(async () => {
  outside = await openOutside();
  world = await openWorld(outside.server, { products: 1 });
  await outside.server.startWorker();
});
afterAll(() => outside.close());
afterEach(() => outside.control('faults', { clear: true }));

interface Platform {
  platform: string;
  region?: string;
  fields?: Record<string, string>;
  /** What the call that gives money back contains. */
  call: string;
  /** Does the platform give back the whole or nothing? */
  whole: boolean;
  /** Cents that went back for the return, as the platform keeps them. */
  input(order: SandboxOrder, one: SandboxReturn): number;
}
interface ShopifyRefund {
  cents: number;
}
interface WalmartKept {
  refunds?: Record<string, { cents: number; type: string }[]>;
}
const PLATFORMS: Platform[] = [
  {
    platform: 'shopify',
    fields: { shopDomain: 'tradewind-demo' },
    call: 'refundCreate',
    whole: false,
    input: (order) =>
      ((order.extra.shopifyRefunds ?? []) as ShopifyRefund[]).reduce((total, one) => total + one.cents, 0),
  },
  {
    platform: 'walmart',
    region: 'US',
    call: '/refund',
    whole: false,
    input: (order) =>
      Object.values((order.extra.walmart as WalmartKept).refunds ?? {})
        .flat()
        .reduce((total, one) => total + one.cents, 0),
  },
  { platform: 'tiktok', region: 'US', call: '/approve', whole: true, input: (_order, one) => one.refundedCents ?? 0 },
  { platform: 'shopee', call: 'returns/confirm', whole: true, input: (_order, one) => one.refundedCents ?? 0 },
];

describe.each(PLATFORMS)('$platform', ({ platform, region, fields, call, whole, input: supplied }) => {
  let shopId: number;
  const shop = () => outside.sandbox.world.shop(platform);
  const pause = (paused: boolean) =>
    outside.server.app.database.owner.query(
      'update shop_stream set paused = $3 where company_id = $1 and shop_id = $2',
      [world.main.companyId, shopId, paused],
    );
  /** What the platform says is heard when a test asks, not in between. */
  const run = async (stream: 'orders' | 'returns') => {
    await pause(false);
    await outside.run(world.main.ctx, shopId, stream);
    await pause(true);
  };

  beforeAll(async () => {
    const where = { ...(region ? { region } : {}), ...(fields ? { fields } : {}) };
    shopId = (await outside.connect(world.main, { platform, ...where })).shopId;
    await run('orders');
  });

  /** An order of two that left by a parcel of the seller's own. */
  async function sent(): Promise<SandboxOrder> {
    const sku = shop().listings.all[0]?.sku ?? '';
    const [order] = outside.sandbox.world.arrive(platform, 1, { lines: [{ sku, quantity: 2 }] });
    if (!order) throw new Error('no order');
    const left = await withShop(outside.server.app, world.main.ctx, shopId, async (connector, access) => {
      const found = await connector.getOrder(access, order.id);
      if (!found.ok) throw new Error(found.reason);
      const { platformOrderNo, fulfilmentRefs, marketplaceId, lines, platformShipping } = found.order;
      if (platformShipping) return false;
      const parcel = {
        platformOrderNo,
        packageNo: 1,
        lines,
        ...(fulfilmentRefs ? { fulfilmentRefs } : {}),
        ...(marketplaceId ? { marketplaceId } : {}),
      };
      if (connector.shipping?.use === 'must') await connector.shipping.arrange(access, { ...parcel, weightGrams: 800 });
      await connector.confirmShipment(access, {
        ...parcel,
        carrierCode: 'UPS',
        carrierName: 'UPS',
        serviceName: 'Ground',
        trackingNumber: `1Z${order.id.replace(/\D/g, '')}`,
        shippedAt: new Date().toISOString(),
      });
      return true;
    });
    return left ? order : sent();
  }

  /** What the buyer wants to give back of it. */
  async function taken(): Promise<{ id: number; order: SandboxOrder; one: SandboxReturn }> {
    const order = await sent();
    await run('orders');
    const made = await outside.control<{ id: string }>('returns', { shop: shop().id, orderId: order.id });
    await run('returns');
    const row = await world.one<{ id: number }>(sql`select r.id from sales_return r
      join sales_order o on o.company_id = r.company_id and o.id = r.order_id
      where r.company_id = ${world.main.companyId} and r.shop_id = ${shopId} and o.platform_order_no = ${order.id}`);
    const one = shop().returns.find((each) => each.id === made.id);
    if (!one) throw new Error('no return');
    return { id: row.id, order, one };
  }

  /** Agreed to, and by then on its way back. */
  async function agreed() {
    const it = await taken();
    const { version, answersThere } = await detailOf(world, it.id);
    await outside.server.ok(calls.decideReturn, { id: it.id, approve: true, version }, world.main);
    if (answersThere) await outside.until(async () => (await detailOf(world, it.id)).answerState === 'done', 60);
    await outside.control('returns/move', { shop: shop().id, returnId: it.one.id, state: 'shipped' });
    await run('returns');
    return it;
  }
  const refundOf = ({ id, version, lines }: Awaited<ReturnType<typeof detailOf>>, amount: string) => {
    const input = { id, version, lines: [{ lineId: lines[0]?.id ?? 0, amount }] };
    return outside.server.call(calls.refundReturn, input, world.main);
  };
  const refund = async (id: number, amount: string) => refundOf(await detailOf(world, id), amount);
  const money = (cents: number) => (cents / 100).toFixed(2);
  const fieldsOf = (answer: { data: unknown }) =>
    (answer.data as { fields?: { path: string }[] }).fields?.map((field) => field.path);
  /** The whole, or a part of what the first unit was sold for. */
  const some = (one: SandboxReturn) => (whole ? one.refundCents : 250);
  async function settled(id: number, state: string) {
    await outside.until(async () => (await detailOf(world, id)).refunds[0]?.state === state, 120);
    return detailOf(world, id);
  }

  it('gives the money back once though its answer is lost', async () => {
    const { id, order, one } = await agreed();
    const cents = some(one);
    await outside.control('faults', { platform, failHalfway: 1, match: call });
    expect((await refund(id, money(cents))).data).toMatchObject({ state: 'due' });
    await settled(id, 'done');
    expect(supplied(order, one)).toBe(cents);
    // What the platform tells of it afterwards is the same money.
    await run('returns');
    expect(await detailOf(world, id)).toMatchObject({ refunded: money(cents), refunds: [{ state: 'done' }] });
  });

  if (whole)
    it('gives back all that the return asks for or nothing: said before it is asked', async () => {
      const { id, order, one } = await agreed();
      const part = await refund(id, money(one.refundCents - 100));
      expect([part.status, fieldsOf(part)]).toEqual([400, ['amount']]);
      expect(await detailOf(world, id)).toMatchObject({ refunds: [], refundsWhole: true });
      expect(supplied(order, one)).toBe(0);
    });
  else
    it('gives back in parts, each once, however many people ask at once', async () => {
      const { id, order, one } = await agreed();
      const observed = await detailOf(world, id);
      const both = await Promise.all([refundOf(observed, '2.00'), refundOf(observed, '2.00')]);
      expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
      await settled(id, 'done');
      expect((await refund(id, '1.50')).status).toBe(200);
      await settled(id, 'done');
      expect(supplied(order, one)).toBe(350);
      expect((await detailOf(world, id)).refunded).toBe('3.50');
    });

  it('refuses in its own words; the money is free again, and it can be told again', async () => {
    const { id, order, one } = await agreed();
    const before = await detailOf(world, id);
    const allowed = one.state;
    // Somebody ended it there, and nothing has told us yet.
    const kept = { extra: order.extra, refunded: order.refunded };
    one.state = 'rejected';
    order.refunded = true;
    await refund(id, money(some(one)));
    const failed = await settled(id, 'failed');
    expect(failed).toMatchObject({ refunded: '0.00', refundable: before.refundable });
    expect(failed.refunds[0]?.error).toMatch(/[a-z]{4}/i);
    expect(failed.history[0]).toMatchObject({ event: 'refundRefused' });
    one.state = allowed;
    Object.assign(order, kept);
    await outside.server.ok(calls.refundAgain, { refundId: failed.refunds[0]?.id ?? 0 }, world.main);
    await settled(id, 'done');
    expect(supplied(order, one)).toBe(some(one));
  });

  it('is asked for no more than the buyer paid', async () => {
    const { id, order, one } = await agreed();
    const { paid } = await detailOf(world, id);
    const more = await refund(id, (Number(paid) + 0.01).toFixed(2));
    expect([more.status, fieldsOf(more)]).toEqual([400, ['amount']]);
    expect(supplied(order, one)).toBe(0);
  });
});
