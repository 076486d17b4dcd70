import { listOrders } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ownServer, type TestServer } from '../../../testing/harness.ts';
import { makeLine, makeOrder, type OrderWorld, openWorld } from '../orders.testing.ts';
import { fillInOnce, fillInPage } from './fill-in.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await ownServer();
  world = await openWorld(server, { stock: 5, pass: false });
});
afterAll(() => server.close());

const address = (name: string, phone: string) => ({
  ...{ name, line1: '1 Elm St', city: 'Austin', state: 'TX', postalCode: '73301', country: 'US', phone },
});
const query = async <T extends object>(text: string, ...values: unknown[]) =>
  (await server.app.database.owner.query(text, values)).rows as T[];

/** Orders as they were before the columns and terms existed. */
async function age({ main }: OrderWorld): Promise<void> {
  await query(`update sales_order set paid_at = null, profit_estimate = null where company_id = $1`, main.companyId);
  await query(
    `delete from order_term where company_id = $1 and term <> all(select platform_order_no from sales_order where company_id = $1)`,
    main.companyId,
  );
}

const rowsOf = ({ main }: OrderWorld) =>
  query<{ no: string; paid: Date | null; ordered: Date; profit: string | null }>(
    `select platform_order_no as no, paid_at as paid, ordered_at as ordered, profit_estimate as profit
     from sales_order where company_id = $1 order by id`,
    main.companyId,
  );
const placeOf = async ({ main }: OrderWorld) =>
  (
    await query<{ after: number; upTo: number }>(
      `select (value ->> 'after')::int as after, (value ->> 'upTo')::int as "upTo" from company_setting where company_id = $1 and key = 'orders.filledIn'`,
      main.companyId,
    )
  )[0];
const found = async ({ main }: OrderWorld, text: string) =>
  (await server.ok(listOrders, { text }, main)).rows.map((row) => row.displayNo);

describe('orders from before', () => {
  it('are gone through page by page, from where the last one was kept', async () => {
    const many = await openWorld(server, { stock: 1, pass: false });
    const numbers = Array.from({ length: 700 }, (_, n) => `PAGE-${String(n).padStart(3, '0')}`);
    await many.take(numbers.map((no) => makeOrder(no, { shipTo: address(`Buyer ${no}`, '5125550100') })));
    await age(many);
    // Started by hand, before a worker could run it.
    await query(
      `insert into company_setting (company_id, key, value)
       select $1::int, 'orders.filledIn', jsonb_build_object('after', 0, 'upTo', max(id)) from sales_order where company_id = $1::int`,
      many.main.companyId,
    );
    const filled = async () => (await rowsOf(many)).filter((row) => row.paid !== null && row.profit !== null).length;
    await expect(
      many.tx(async (tx) => {
        await fillInPage(tx);
        throw new Error('the process dies');
      }),
    ).rejects.toThrow('the process dies');
    expect(await filled()).toBe(0);
    expect(await many.tx(fillInPage)).toBe(true);
    expect(await filled()).toBe(500);
    expect(await many.tx(fillInPage)).toBe(false);
    expect(await filled()).toBe(700);
    const place = await placeOf(many);
    expect(place?.after).toBe(place?.upTo);
    expect(await many.tx(fillInPage)).toBe(false);
    expect(await found(many, 'Buyer PAGE-699')).toEqual(['PAGE-699']);
    expect(await server.ok(listOrders, { text: '5125550100' }, many.main)).toMatchObject({ total: 700 });
  });

  it('get what was not kept then, once', async () => {
    await world.take([
      makeOrder('OLD-1', { shipTo: address('Lena Long', '+1 (512) 555-0188') }),
      makeOrder('OLD-UNMAPPED', { lines: [makeLine('1', 'NOBODY-KNOWS')] }),
      makeOrder('OLD-UNPAID', { status: 'unpaid' }),
      makeOrder('OLD-GONE', { status: 'cancelled' }),
      makeOrder('OLD-ERASED', { shipTo: address('Erik Erased', '5125550199') }),
      makeOrder('OLD-TOLD', { paidAt: '2026-11-01T09:30:00Z' }),
    ]);
    const before = await rowsOf(world);
    await age(world);
    await query(`update sales_order set paid_at = '2026-11-01T09:30:00Z' where platform_order_no = 'OLD-TOLD'`);
    await query(
      `update sales_order set ship_to = null, buyer_erased_at = now() where platform_order_no = 'OLD-ERASED'`,
    );
    expect(await found(world, '15125550188')).toEqual([]);
    await fillInOnce(server.app);
    await server.startWorker();
    await server.until(async () => (await placeOf(world))?.after === (await placeOf(world))?.upTo, 60);

    expect(await found(world, '15125550188')).toEqual(['OLD-1']);
    expect(await found(world, 'lena long')).toEqual(['OLD-1']);
    expect(await found(world, '5125550199')).toEqual([]);
    const after = await rowsOf(world);
    expect(after.map((row) => [row.no, row.paid, row.profit])).toEqual(
      before.map((row) => [row.no, row.paid, row.profit]),
    );
    const of = (no: string) => after.find((row) => row.no === no);
    expect(of('OLD-1')?.paid).toEqual(of('OLD-1')?.ordered);
    expect(Number(of('OLD-1')?.profit)).not.toBeNaN();
    expect(of('OLD-1')?.profit).not.toBeNull();
    expect(of('OLD-UNMAPPED')?.profit).toBeNull();
    expect(of('OLD-UNPAID')?.paid).toBeNull();
    expect(of('OLD-GONE')?.paid).toBeNull();

    const jobs = () => query(`select 1 from graphile_worker.jobs where task_identifier = 'orders.fillIn'`);
    await server.until(async () => (await jobs()).length === 0, 60);
    await age(world);
    await fillInOnce(server.app);
    expect(await jobs()).toEqual([]);
    expect((await rowsOf(world)).every((row) => row.paid === null)).toBe(true);
  });
});
