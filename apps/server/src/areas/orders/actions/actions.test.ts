import { rights } from '@tradewind/contract/access/modules.ts';
import {
  allocateOrders,
  cancelOrders,
  confirmOrdersAgain,
  editOrderAddress,
  getOrder,
  holdOrders,
  listOrders,
  remarkOrders,
  resumeOrders,
  reviewOrders,
  unallocateOrders,
  waveOrders,
} from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, testServer } from '../../../testing/harness.ts';
import { after, grantShops, makeLine, makeOrder, type OrderWorld, openWorld, walk, wrongs } from '../orders.testing.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { stock: 50 });
});
afterAll(() => server.close());

const detail = async (no: string) => server.ok(getOrder, { id: await world.idOf(no) }, world.main);

describe('five hundred units, a thousand orders, thirty-two hands', () => {
  it('sells exactly five hundred', async () => {
    const scarce = await openWorld(server, { products: 1 });
    await scarce.stock(scarce.productIds[0] ?? 0, 500);
    const orders = Array.from({ length: 1000 }, (_, n) => makeOrder(`F-${n}`));
    for (let from = 0; from < 1000; from += 250) await scarce.take(orders.slice(from, from + 250));
    const rows = (
      await Promise.all([1, 2, 3, 4, 5].map((page) => server.ok(listOrders, { page, pageSize: 200 }, scarce.main)))
    ).flatMap((page) => page.rows);
    const queue = rows.map((row) => row.id);
    expect(queue).toHaveLength(1000);
    const outcomes: { done: number; errors: string[] }[] = [];
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
          const { done, failed } = await server.ok(allocateOrders, { ids: [id] }, scarce.main);
          outcomes.push({ done, errors: failed.map((f) => f.error) });
        }
      }),
    );
    expect(outcomes.reduce((sum, o) => sum + o.done, 0)).toBe(500);
    expect(new Set(outcomes.flatMap((o) => o.errors))).toEqual(new Set(['orders.noStock']));
    expect(await wrongs(scarce)).toEqual([]);
  });
});

describe('the desk', () => {
  it('reviews, reserves, gives back, holds and resumes; each says which it could not do and why', async () => {
    const careful = await openWorld(server, { stock: 2, pass: false });
    await careful.take([
      makeOrder('A', { orderedAt: after(0) }),
      makeOrder('B', { orderedAt: after(1), lines: [makeLine('1', 'SKU-1', 2)] }),
    ]);
    const ids = [await careful.idOf('A'), await careful.idOf('B')];
    const as = careful.main;
    expect(await server.ok(allocateOrders, { ids }, as)).toMatchObject({
      done: 0,
      failed: [{ error: 'orders.state', label: 'A' }, { label: 'B' }],
    });
    expect(await server.ok(reviewOrders, { ids }, as)).toEqual({ done: 2, failed: [], undoId: expect.any(Number) });
    const reserved = await server.ok(allocateOrders, { filter: { status: 'allocate' } }, as);
    expect(reserved).toMatchObject({ done: 1, failed: [{ label: 'B', error: 'orders.noStock' }] });
    expect(reserved.failed[0]?.reason).toContain('B');
    expect(await careful.statusOf('A')).toBe('ready');
    expect(await server.ok(unallocateOrders, { ids }, as)).toMatchObject({ done: 1 });
    expect(await careful.statusOf('A')).toBe('held');
    expect(await server.ok(holdOrders, { ids }, as)).toMatchObject({ done: 1, failed: [{ label: 'A' }] });
    expect(await server.ok(resumeOrders, { ids }, as)).toMatchObject({ done: 2 });
    expect(await careful.statusOf('B')).toBe('review');
    expect(await wrongs(careful)).toEqual([]);
  });

  it('resuming what is still wrong says what', async () => {
    await world.take([
      makeOrder('R-UNMAPPED', { lines: [makeLine('1', 'NOBODY')] }),
      makeOrder('R-ADDRESS', { shipTo: { name: '', line1: '', city: '', postalCode: '', country: 'US' } }),
    ]);
    const ids = [await world.idOf('R-UNMAPPED'), await world.idOf('R-ADDRESS')];
    const answer = await server.ok(resumeOrders, { ids }, world.main);
    expect(answer.done).toBe(0);
    expect(answer.failed.map((f) => f.error)).toEqual(['orders.unmapped', 'orders.badAddress']);
  });

  it('cancels with the reason in the history, and in the actor’s language says what it could not', async () => {
    await world.take([makeOrder('C-1')]);
    await walk(world, await world.idOf('C-1'), 'reserve');
    await server.ok(cancelOrders, { ids: [await world.idOf('C-1')], reason: 'buyer', remark: 'Rang us' }, world.main);
    const order = await detail('C-1');
    expect(order.status).toBe('cancelled');
    expect(order.lines[0]?.reserved).toBe(0);
    expect(order.history[0]).toMatchObject({
      event: 'cancelled',
      fromState: 'ready',
      actor: world.main.userLoginId,
      detail: { by: 'user', reason: 'buyer', remark: 'Rang us' },
    });
    const unknown = await server.call(cancelOrders, { ids: [order.id], reason: 'Buyer rang us' }, world.main);
    expect(unknown).toMatchObject({ status: 400, data: { fields: [{ path: 'reason' }] } });
    const again = await server.ok(cancelOrders, { ids: [order.id] }, world.main);
    expect(again.failed[0]).toMatchObject({ label: 'C-1', error: 'orders.state' });
  });

  it('does a click that was sent twice once', async () => {
    await world.take([makeOrder('TWICE')]);
    const input = { ids: [await world.idOf('TWICE')], remark: 'once', idempotencyKey: 'click-0001' };
    await server.ok(remarkOrders, input, world.main);
    await server.ok(remarkOrders, input, world.main);
    expect((await detail('TWICE')).history.filter((h) => h.event === 'remarked')).toHaveLength(1);
  });

  it('tells the platform again only of what failed', async () => {
    await world.take([makeOrder('T-FAILED'), makeOrder('T-FINE')]);
    await server.app.database.owner.query(
      `update sales_order set confirm_state = 'failed' where company_id = $1 and platform_order_no = 'T-FAILED'`,
      [world.main.companyId],
    );
    const ids = [await world.idOf('T-FAILED'), await world.idOf('T-FINE')];
    expect(await server.ok(confirmOrdersAgain, { ids }, world.main)).toMatchObject({
      done: 1,
      failed: [{ label: 'T-FINE' }],
    });
  });

  it('mends an address once, and tells who was faster', async () => {
    await world.take([
      makeOrder('E-1', { shipTo: { name: 'A', line1: '', city: 'C', postalCode: '1', country: 'US' } }),
    ]);
    const order = await detail('E-1');
    expect(order).toMatchObject({ status: 'exception', exception: 'address' });
    const shipTo = { name: 'A', line1: '5 New St', city: 'Ottawa', state: 'ON', postalCode: 'K1A 0B1', country: 'CA' };
    const unread = await server.call(
      editOrderAddress,
      { id: order.id, version: order.version, shipTo: { ...shipTo, postalCode: '78701' } },
      world.main,
    );
    expect([unread.status, unread.data]).toMatchObject([400, { fields: [{ path: 'shipTo.postalCode' }] }]);
    const both = await Promise.all(
      [shipTo, { ...shipTo, line1: '6 New St' }].map((to) =>
        server.call(editOrderAddress, { id: order.id, version: order.version, shipTo: to }, world.main),
      ),
    );
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await detail('E-1')).toMatchObject({ status: 'allocate', country: 'CA' });
    await walk(world, order.id, 'wave');
    const late = await server.call(
      editOrderAddress,
      { id: order.id, version: (await detail('E-1')).version, shipTo },
      world.main,
    );
    expect([late.status, late.data]).toMatchObject([409, { error: 'orders.editedLate' }]);
  });

  it('sends reserved orders to the pickers, and says why not the others', async () => {
    const shopIds = [world.shop.id];
    await world.take([makeOrder('W-1'), makeOrder('W-2'), makeOrder('W-3')]);
    const ids = await Promise.all(['W-1', 'W-2', 'W-3'].map((no) => world.idOf(no)));
    await server.ok(allocateOrders, { ids: ids.slice(0, 2) }, world.main);
    const made = await server.ok(waveOrders, { ids }, world.main);
    expect(made).toMatchObject({ done: 2, failed: [{ label: 'W-3', error: 'orders.state' }] });
    expect(made.waves).toHaveLength(1);
    expect(await world.statusOf('W-1')).toBe('picking');

    await server.ok(allocateOrders, { ids: ids.slice(2) }, world.main);
    await server.app.database.owner.query('update warehouse set counting = true where company_id = $1', [
      world.main.companyId,
    ]);
    const counted = await server.ok(waveOrders, { filter: { status: 'ready', text: 'W-', shopIds } }, world.main);
    expect(counted).toMatchObject({ done: 0, waves: [], failed: [{ label: 'W-3', error: 'warehouse.counting' }] });
    expect(counted.failed[0]?.reason).toContain('Main');
    await server.app.database.owner.query('update warehouse set counting = false where company_id = $1', [
      world.main.companyId,
    ]);

    const member = await server.member(world.main.companyId, [
      rights.order.view,
      rights.outbound.view,
      rights.outbound.wave,
    ]);
    await grantShops(server, member, world.shop.id);
    expect(await server.ok(waveOrders, { ids }, member)).toMatchObject({ done: 0, waves: [] });
    expect(await wrongs(world)).toEqual([]);
  });

  it('leaves a closed box alone whose label failed', async () => {
    const { setParcelException } = await import('../platform/shipment.ts');
    await world.take([makeOrder('BOX')]);
    const id = await world.idOf('BOX');
    await walk(world, id, 'pack');
    await world.tx((tx) => setParcelException(tx, id, 'no such street'));
    expect(await detail('BOX')).toMatchObject({ status: 'exception', exception: 'label' });
    expect(await server.ok(holdOrders, { ids: [id] }, world.main)).toMatchObject({ done: 0 });
    expect(await server.ok(resumeOrders, { ids: [id] }, world.main)).toMatchObject({ done: 0 });
    await world.take([makeOrder('BOX', { updatedAt: after(9), lines: [makeLine('1', 'SKU-1', 3)] })]);
    const box = await detail('BOX');
    expect(box.lines[0]).toMatchObject({ quantity: 1, reserved: 1 });
    const shipTo = { name: 'A', line1: '7 Right St', city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' };
    await server.ok(editOrderAddress, { id, version: box.version, shipTo }, world.main);
    expect(await detail('BOX')).toMatchObject({ status: 'exception', exception: 'label', shipTo });
    expect(await server.ok(cancelOrders, { ids: [id] }, world.main)).toMatchObject({ done: 1 });
    expect(await wrongs(world)).toEqual([]);
  });
});
