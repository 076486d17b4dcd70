import { saveMappings } from '@tradewind/contract/catalog.ts';
import { getOrder, holdOrders, resumeOrders } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';

import { type TestServer, testServer } from '../../../testing/harness.ts';
import { after, makeLine, makeOrder, type OrderWorld, openWorld, walk, wrongs } from '../orders.testing.ts';
import { reserveWaiting } from '../reserve/reserve.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { stock: 100 });
});
afterAll(() => server.close());

const reservedOf = async (no: string) =>
  (
    await world.one<{
      n: number;
    }>(sql`select sum(l.reserved)::int as n from order_line l join sales_order o on o.company_id = l.company_id
      and o.id = l.order_id where o.company_id = ${world.main.companyId} and o.platform_order_no = ${no}`)
  ).n;

const map = (sellerSku: string, productId: number) =>
  server.ok(saveMappings, { rows: [{ shopId: world.shop.id, sellerSku, productId }] }, world.main);

describe('the platform tells news of an order', () => {
  it('paid: it goes on by the rules', async () => {
    await world.take([makeOrder('U-PAID', { status: 'unpaid' })]);
    await world.take([makeOrder('U-PAID', { updatedAt: after(5) })]);
    expect(await world.statusOf('U-PAID')).toBe('allocate');
  });

  it('held back by the platform after payment: what was reserved is free, and it goes on when the platform lets it', async () => {
    await world.take([makeOrder('U-HOLD')]);
    await walk(world, await world.idOf('U-HOLD'), 'reserve');
    await world.take([makeOrder('U-HOLD', { hold: 'ON_HOLD', updatedAt: after(5) })]);
    expect(await world.statusOf('U-HOLD')).toBe('unpaid');
    expect(await reservedOf('U-HOLD')).toBe(0);
    await world.take([makeOrder('U-HOLD', { updatedAt: after(10) })]);
    expect(await world.statusOf('U-HOLD')).toBe('allocate');
    expect(await wrongs(world)).toEqual([]);
  });

  it('a new address: the order is judged again with it', async () => {
    const bad = { name: 'Ann', line1: '', city: 'Austin', postalCode: '78701', country: 'US' };
    await world.take([makeOrder('U-ADDRESS', { shipTo: bad })]);
    expect(await world.statusOf('U-ADDRESS')).toBe('exception');
    await world.take([
      makeOrder('U-ADDRESS', { updatedAt: after(5), shipTo: { ...bad, line1: '9 New Rd', country: 'CA' } }),
    ]);
    expect(await world.statusOf('U-ADDRESS')).toBe('allocate');
    const row = await world.one<{ country: string }>(
      sql`select country from sales_order where company_id = ${world.main.companyId} and platform_order_no = 'U-ADDRESS'`,
    );
    expect(row.country).toBe('CA');
  });

  it('another quantity after the reservation: the promise is given back and made anew', async () => {
    await world.take([makeOrder('U-QUANTITY', { lines: [makeLine('1', 'SKU-1', 2)] })]);
    const id = await world.idOf('U-QUANTITY');
    await walk(world, id, 'reserve');
    expect(await reservedOf('U-QUANTITY')).toBe(2);
    const more = [makeLine('1', 'SKU-1', 5), makeLine('2', 'SKU-2', 1)];
    await world.take([makeOrder('U-QUANTITY', { updatedAt: after(5), lines: more })]);
    expect(await world.statusOf('U-QUANTITY')).toBe('allocate');
    expect(await reservedOf('U-QUANTITY')).toBe(0);
    await walk(world, id, 'reserve');
    expect(await reservedOf('U-QUANTITY')).toBe(6);
    const live = await world.one<{
      units: number;
      n: number;
    }>(sql`select sum(units)::int as units, count(*)::int as n from outbound
      where company_id = ${world.main.companyId} and order_id = ${id} and state <> 'cancelled'`);
    expect(live).toEqual({ units: 6, n: 1 });
    expect(await wrongs(world)).toEqual([]);
  });

  it('a line less: what is gone is not sent', async () => {
    await world.take([makeOrder('U-LESS', { lines: [makeLine('1', 'SKU-1'), makeLine('2', 'SKU-2')] })]);
    await walk(world, await world.idOf('U-LESS'), 'reserve');
    await world.take([makeOrder('U-LESS', { updatedAt: after(5), lines: [makeLine('2', 'SKU-2')] })]);
    await walk(world, await world.idOf('U-LESS'), 'reserve');
    expect(await reservedOf('U-LESS')).toBe(1);
    expect(await wrongs(world)).toEqual([]);
  });

  it('a change while it is picked leaves the work alone', async () => {
    await world.take([makeOrder('U-LATE')]);
    await walk(world, await world.idOf('U-LATE'), 'pick');
    await world.take([makeOrder('U-LATE', { updatedAt: after(5), lines: [makeLine('1', 'SKU-1', 4)] })]);
    expect(await world.statusOf('U-LATE')).toBe('picking');
    expect(await reservedOf('U-LATE')).toBe(1);
    expect(await wrongs(world)).toEqual([]);
  });

  it('a new address of an order that somebody holds: it is kept, and the order stays held', async () => {
    const shipTo = { name: 'Ann', line1: '9 New Rd', city: 'Austin', postalCode: '78701', country: 'US' };
    await world.take([makeOrder('U-HELD')]);
    const id = await world.idOf('U-HELD');
    await server.ok(holdOrders, { ids: [id] }, world.main);
    await world.take([makeOrder('U-HELD', { updatedAt: after(5), shipTo })]);
    expect(await server.ok(getOrder, { id }, world.main)).toMatchObject({ status: 'held', shipTo });
    await server.ok(resumeOrders, { ids: [id] }, world.main);
    expect(await world.statusOf('U-HELD')).toBe('allocate');
  });

  it.each(['reserve', 'pick', 'pack', 'label'] as const)(
    'shipped elsewhere (%s): nothing leaves our stock for it, and the platform hears of no second parcel',
    async (upTo) => {
      const no = `U-ELSEWHERE-${upTo}`;
      await world.take([makeOrder(no)]);
      await walk(world, await world.idOf(no), upTo === 'label' ? 'pack' : upTo);
      if (upTo === 'label')
        await server.app.database.owner.query(
          `update sales_order set shipment = '{"trackingNumber":"T1"}' where company_id = $1 and platform_order_no = $2`,
          [world.main.companyId, no],
        );
      await world.take([makeOrder(no, { status: 'shipped', updatedAt: after(5) })]);
      const row = await world.one<{
        status: string;
        confirm: string;
        outbound: string;
      }>(sql`select o.status, o.confirm_state as confirm,
      (select state from outbound b where b.company_id = o.company_id and b.order_id = o.id) as outbound
      from sales_order o where o.company_id = ${world.main.companyId} and o.platform_order_no = ${no}`);
      expect(row).toEqual({ status: 'shipped', confirm: 'notNeeded', outbound: 'cancelled' });
      expect(await wrongs(world)).toEqual([]);
    },
  );
});

describe('a mapping', () => {
  it('clears every order that waited for it, and only those', async () => {
    const waiting = Array.from({ length: 50 }, (_, n) => makeOrder(`M-${n}`, { lines: [makeLine('1', 'NEW-SKU')] }));
    const two = makeOrder('M-TWO', { lines: [makeLine('1', 'NEW-SKU'), makeLine('2', 'OTHER-SKU')] });
    const unpaid = makeOrder('M-UNPAID', { status: 'unpaid', lines: [makeLine('1', 'NEW-SKU')] });
    await world.take([...waiting, two, unpaid]);
    expect(await world.statusOf('M-7')).toBe('exception');
    await map('NEW-SKU', world.productIds[1] ?? 0);
    const counts = await world.one<{ clear: number; still: number }>(sql`select
      count(*) filter (where status = 'allocate')::int as clear, count(*) filter (where status = 'exception')::int as still
      from sales_order where company_id = ${world.main.companyId} and platform_order_no like 'M-%'`);
    expect(counts).toEqual({ clear: 50, still: 1 });
    expect(await world.statusOf('M-UNPAID')).toBe('unpaid');
    await reserveWaiting(server.app, world.main.ctx);
    expect(await world.statusOf('M-49')).toBe('ready');
    expect(await world.statusOf('M-UNPAID')).toBe('unpaid');
    expect(await wrongs(world)).toEqual([]);
  });

  it('is known when the next order comes', async () => {
    await world.take([makeOrder('M-NEXT', { lines: [makeLine('1', 'NEW-SKU')] })]);
    expect(await world.statusOf('M-NEXT')).toBe('allocate');
  });
});
