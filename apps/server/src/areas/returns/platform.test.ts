import * as calls from '@tradewind/contract/returns.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { type Outside, openOutside } from '../channels/testing/sandbox.ts';
import { type OrderWorld, openWorld } from '../orders/orders.testing.ts';
import { requestUpdate } from './platform-updates.ts';
import { detailOf } from './returns.testing.ts';

const PLATFORM = 'ebay';
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

const there = () => outside.sandbox.world.shop(PLATFORM);
/** The buyer of an order with one line that left from somewhere else wants to send it back. */
async function wish(reason = 'Too small'): Promise<{ id: string; orderId: string; refundCents: number }> {
  const { world: outer } = outside.sandbox;
  const [order] = outer.arrive(PLATFORM, 1, { lines: [{ sku: there().listings.all[0]?.sku ?? '', quantity: 2 }] });
  if (!order) throw new Error('no order');
  const now = outer.clock.now();
  outer.shipped(order, () =>
    order.parcels.push({
      ref: order.id,
      carrier: 'UPS',
      carrierName: '',
      method: '',
      numbers: [`1Z${order.id}`],
      urls: [],
      shippedAt: now,
      createdAt: now,
      updatedAt: now,
      cancelled: false,
      lines: order.lines.map((line) => ({ lineId: line.id, quantity: line.quantity })),
      events: [],
    }),
  );
  await outside.run(world.main.ctx, shopId, 'orders');
  return outside.control('returns', { shop: order.shop, orderId: order.id, reason });
}
const read = () => outside.run(world.main.ctx, shopId, 'returns');
/** The worker may be reading the same stream, and have asked before the platform changed: then it is read again. */
const readUntil = (observed: () => Promise<boolean>) =>
  outside.until(async () => {
    await read();
    return observed();
  }, 60);
const ours = async (orderNo: string) => {
  const rows = await world.tx((tx) =>
    tx.rows<{
      id: number;
    }>(sql`select r.id from sales_return r join sales_order o on o.company_id = r.company_id and o.id = r.order_id
      where r.company_id = ${sql.company} and o.platform_order_no = ${orderNo} order by r.id`),
  );
  return rows.map((row) => row.id);
};
const platformStateOf = async (id: number) => {
  const [row] = await world.tx((tx) =>
    tx.rows<{ state: string }>(
      sql`select platform_state as state from sales_return where company_id = ${sql.company} and id = ${id}`,
    ),
  );
  return row?.state;
};
async function taken(): Promise<{ id: number; made: { id: string; orderId: string; refundCents: number } }> {
  const made = await wish();
  await read();
  const [id] = await ours(made.orderId);
  if (!id) throw new Error('the return is not in');
  return { id, made };
}
const decide = async (id: number, approve: boolean) =>
  outside.server.ok(
    calls.decideReturn,
    { id, approve, remark: approve ? '' : 'Worn', version: (await detailOf(world, id)).version },
    world.main,
  );
/** The pause after a failed attempt grows: nobody waits for it. */
const sendNow = (returnId: number) =>
  world.tx(async (tx) => {
    const waiting = await tx.rows(sql`update return_refund set due_at = ${tx.now}
      where company_id = ${sql.company} and return_id = ${returnId} and due_at > ${tx.now} returning id`);
    if (waiting.length > 0) await requestUpdate(tx, shopId);
  });
const stateThere = (id: string) => there().returns.find((one) => one.id === id);

describe('a return that the buyer asks for on the platform', () => {
  it('comes in once with its lines and the day to answer by, however often it is listed', async () => {
    const { id, made } = await taken();
    await Promise.all([read(), read()]);
    expect(await ours(made.orderId)).toEqual([id]);
    const detail = await detailOf(world, id);
    expect(detail).toMatchObject({
      state: 'requested',
      reasonText: 'Too small',
      platformReturnNo: `${made.id}1`,
      answersThere: true,
      refundsThere: true,
      overdue: false,
    });
    expect(detail.answerBy).not.toBeNull();
    expect(detail.lines).toHaveLength(1);
    await outside.server.app.database.owner.query(
      `update sales_return set answer_by = now() - interval '1 hour' where id = $1`,
      [id],
    );
    const overdue = await outside.server.ok(calls.listReturns, { overdue: true }, world.main);
    expect(overdue.rows.map((row) => row.id)).toEqual([id]);
  });

  it('is told of our answer; a repeated one and one of yesterday change nothing', async () => {
    const { id, made } = await taken();
    const stale = await outside.server.call(calls.decideReturn, { id, approve: true, version: 99 }, world.main);
    expect(stale.status).toBe(409);
    await decide(id, true);
    await outside.until(async () => (await detailOf(world, id)).answerState === 'done', 60);
    expect(stateThere(made.id)?.state).toBe('approved');
    await read();
    expect((await detailOf(world, id)).state).toBe('approved');
    const twice = await outside.server.call(calls.decideReturn, { id, approve: false, version: 1 }, world.main);
    expect(twice.status).toBe(409);
  });

  it('may be returned again once it is rejected', async () => {
    const { id, made } = await taken();
    await decide(id, false);
    await outside.until(async () => stateThere(made.id)?.state === 'rejected', 60);
    const order = (await detailOf(world, id)).orderId;
    const { lines } = await outside.server.ok(calls.returnableLines, { orderId: order }, world.main);
    expect(lines[0]?.left).toBe(lines[0]?.shipped);
  });

  it('follows the platform as far as the warehouse does not know better', async () => {
    const { id, made } = await taken();
    await outside.control('returns/move', { shop: PLATFORM, returnId: made.id, state: 'shipped' });
    await readUntil(async () => (await detailOf(world, id)).state === 'transit');
    await outside.control('returns/move', { shop: PLATFORM, returnId: made.id, state: 'refunded' });
    await readUntil(async () => (await detailOf(world, id)).refunds.length > 0);
    await read();
    const detail = await detailOf(world, id);
    expect(detail.refunds).toMatchObject([
      { byPlatform: true, state: 'done', amount: (made.refundCents / 100).toFixed(2) },
    ]);
    expect(detail.state).toBe('transit');
  });

  it('keeps its refund when the order arrives as refunded first', async () => {
    const { id, made } = await taken();
    await outside.control('returns/move', { shop: PLATFORM, returnId: made.id, state: 'refunded' });
    await outside.run(world.main.ctx, shopId, 'orders');
    await readUntil(async () => (await detailOf(world, id)).refunds.length > 0);
    const detail = await detailOf(world, id);
    expect(detail.refunds).toMatchObject([{ byPlatform: true, state: 'done' }]);
    expect(detail.refundable).toBe('0.00');
    const own = await outside.server.call(
      calls.refundReturn,
      { id, version: detail.version, lines: [{ lineId: detail.lines[0]?.id ?? 0, amount: '0.01' }] },
      world.main,
    );
    expect(own.status).toBe(400);
  });
});

describe('a refund', () => {
  const ask = async (id: number, amount: string) => {
    const { version, lines } = await detailOf(world, id);
    const input = { id, version, lines: [{ lineId: lines[0]?.id ?? 0, amount }] };
    return outside.server.call(calls.refundReturn, input, world.main);
  };

  it('is told to the platform once though the answer is lost', async () => {
    const { id, made } = await taken();
    await decide(id, true);
    await outside.until(async () => stateThere(made.id)?.state === 'approved', 60);
    const amount = (made.refundCents / 200).toFixed(2);
    await outside.control('faults', { platform: PLATFORM, failHalfway: 1, match: 'issue_refund' });
    expect((await ask(id, amount)).data).toMatchObject({ state: 'due' });
    await outside.until(async () => (await detailOf(world, id)).refunds[0]?.state === 'done', 120);
    expect(stateThere(made.id)?.refundedCents).toBe(Math.round(Number(amount) * 100));
    const { history } = await detailOf(world, id);
    expect(history.find((row) => row.event === 'refunded')?.detail).toMatchObject({ how: 'found' });
    // What the platform tells of it afterwards is the same money.
    await read();
    expect((await detailOf(world, id)).refunds).toHaveLength(1);
  });

  it('that somebody made on the site before ours arrived is booked as theirs', async () => {
    const { id, made } = await taken();
    await decide(id, true);
    await outside.until(async () => stateThere(made.id)?.state === 'approved', 60);
    // Nobody hears of theirs before ours is refused.
    await outside.control('faults', { platform: PLATFORM, status500: 100, match: 'return/search' });
    await outside.control('returns/move', { shop: PLATFORM, returnId: made.id, state: 'refunded' });
    await ask(id, '1.00');
    await outside.until(async () => (await detailOf(world, id)).refunds[0]?.state === 'failed', 60);
    await outside.control('faults', { clear: true });
    await readUntil(async () => (await detailOf(world, id)).refunds.length > 1);
    const { refunds } = await detailOf(world, id);
    const [ours, theirs] = [false, true].map((byPlatform) => refunds.find((one) => one.byPlatform === byPlatform));
    expect(ours).toMatchObject({ state: 'failed', amount: '1.00' });
    expect(theirs).toMatchObject({ state: 'done', amount: (made.refundCents / 100).toFixed(2) });
  });

  it('that somebody made on the site while the answer to ours was lost is booked as theirs but for ours', async () => {
    const { id, made } = await taken();
    await decide(id, true);
    await outside.until(async () => stateThere(made.id)?.state === 'approved', 60);
    await outside.control('faults', { platform: PLATFORM, status500: 100, match: 'issue_refund' });
    await ask(id, '1.00');
    await outside.until(async () => (await detailOf(world, id)).refunds[0]?.error ?? undefined, 60);
    await outside.control('returns/move', { shop: PLATFORM, returnId: made.id, state: 'refunded' });
    await readUntil(async () => (await platformStateOf(id)) === 'refunded');
    await outside.control('faults', { clear: true });
    const refunds = await outside.until(async () => {
      await sendNow(id);
      const now = await detailOf(world, id);
      return now.refunds.length > 1 && now.refunds;
    }, 60);
    const [ours, theirs] = [false, true].map((byPlatform) => refunds.find((one) => one.byPlatform === byPlatform));
    expect(ours).toMatchObject({ state: 'done', amount: '1.00' });
    expect(theirs).toMatchObject({ state: 'done', amount: ((made.refundCents - 100) / 100).toFixed(2) });
  });

  it('that the platform refuses gives its money free again', async () => {
    const { id, made } = await taken();
    await decide(id, true);
    await outside.until(async () => stateThere(made.id)?.state === 'approved', 60);
    const before = await detailOf(world, id);
    const found = stateThere(made.id);
    if (found) found.state = 'rejected';
    await ask(id, '1.00');
    const failed = await outside.until(async () => {
      const now = await detailOf(world, id);
      return now.refunds[0]?.state === 'failed' ? now : undefined;
    }, 60);
    expect(failed).toMatchObject({ refundable: before.refundable, refunded: '0.00' });
    expect(failed.refunds[0]?.error).toMatch(/not in a state/);
    if (found) found.state = 'approved';
    await outside.server.ok(calls.refundAgain, { refundId: failed.refunds[0]?.id ?? 0 }, world.main);
    await outside.until(async () => (await detailOf(world, id)).refunds[0]?.state === 'done', 60);
    expect(stateThere(made.id)?.refundedCents).toBe(100);
  });
});
