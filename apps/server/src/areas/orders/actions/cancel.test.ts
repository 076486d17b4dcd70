import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';

import { type TestServer, testServer } from '../../../testing/harness.ts';
import { after, makeLine, makeOrder, type OrderWorld, openWorld, type Step, walk, wrongs } from '../orders.testing.ts';
import { setShipment } from '../platform/shipment.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { stock: 100 });
});
afterAll(() => server.close());

const LABEL = {
  packageNo: 1,
  carrierCode: 'UPS',
  carrierName: 'UPS',
  serviceName: 'Ground',
  trackingNumber: '1Z999AA10123456784',
};

const stateOf = (no: string) =>
  world.one<{
    status: string;
    cancelRequested: boolean;
    reserved: number;
    outbound: string | null;
    stop: boolean | null;
  }>(
    sql`select o.status, o.cancel_requested,
      (select sum(reserved)::int from order_line l where l.company_id = o.company_id and l.order_id = o.id) as reserved,
      (select state from outbound b where b.company_id = o.company_id and b.order_id = o.id order by id desc limit 1) as outbound,
      (select stop_requested from outbound b where b.company_id = o.company_id and b.order_id = o.id order by id desc limit 1) as stop
    from sales_order o where o.company_id = ${world.main.companyId} and o.platform_order_no = ${no}`,
  );

const available = () =>
  world.one<{ n: number }>(sql`select available as n from stock_balance where company_id = ${world.main.companyId}
    and product_id = ${world.productIds[0] ?? 0} and warehouse_id = ${world.warehouseId}`);

/** Unallocated stock in the packing area, to be put back. */
const leftOver = () =>
  world.one<{ n: number }>(sql`select coalesce(sum(b.on_hand - b.allocated), 0)::int as n from bin_stock b
    join location l on l.company_id = b.company_id and l.id = b.location_id where b.company_id = ${world.main.companyId} and l.kind = 'packing'`);

const lines = [makeLine('1', 'SKU-1', 2)];
const cancelled = (no: string) => makeOrder(no, { status: 'cancelled', updatedAt: after(100), lines });

describe('the buyer cancels', () => {
  it('before payment and before review: nothing was promised, nothing stays', async () => {
    await world.take([
      makeOrder('C-UNPAID', { status: 'unpaid' }),
      makeOrder('C-UNMAPPED', { lines: [makeLine('1', 'NOBODY')] }),
    ]);
    await server.app.database.owner.query(`update order_rule set enabled = false where company_id = $1`, [
      world.main.companyId,
    ]);
    await world.take([makeOrder('C-REVIEW')]);
    await server.app.database.owner.query(`update order_rule set enabled = true where company_id = $1`, [
      world.main.companyId,
    ]);
    expect(await world.statusOf('C-UNPAID')).toBe('unpaid');
    expect(await world.statusOf('C-REVIEW')).toBe('review');
    expect(await world.statusOf('C-UNMAPPED')).toBe('exception');
    for (const no of ['C-UNPAID', 'C-REVIEW', 'C-UNMAPPED']) {
      await world.take([cancelled(no)]);
      expect(await stateOf(no)).toMatchObject({ status: 'cancelled', reserved: 0, outbound: null });
    }
  });

  const stages: [name: string, upTo: Step | undefined, before: string][] = [
    ['while it waits for stock', undefined, 'allocate'],
    ['when it is reserved', 'reserve', 'ready'],
    ['while it is picked', 'wave', 'picking'],
    ['when it is picked', 'pick', 'picking'],
    ['when it is packed', 'pack', 'packed'],
  ];
  it.each(stages)('%s: the goods are free again, the outbound ends', async (name, upTo, before) => {
    const free = (await available()).n;
    const lying = (await leftOver()).n;
    await world.take([makeOrder(name, { lines })]);
    if (upTo) await walk(world, await world.idOf(name), upTo);
    expect(await world.statusOf(name)).toBe(before);
    await world.take([cancelled(name)]);
    expect(await stateOf(name)).toMatchObject({
      status: 'cancelled',
      reserved: 0,
      outbound: upTo ? 'cancelled' : null,
    });
    expect((await available()).n).toBe(free);
    const picked = upTo === 'pick' || upTo === 'pack' ? 2 : 0;
    expect((await leftOver()).n).toBe(lying + picked);
    expect(await wrongs(world)).toEqual([]);
  });

  it('when it has its label: the order ends like a packed one', async () => {
    await world.take([makeOrder('C-LABEL', { lines })]);
    const id = await world.idOf('C-LABEL');
    await walk(world, id, 'pack');
    await world.tx((tx) => setShipment(tx, id, LABEL));
    await world.take([cancelled('C-LABEL')]);
    expect(await stateOf('C-LABEL')).toMatchObject({ status: 'cancelled', reserved: 0, outbound: 'cancelled' });
    expect(await wrongs(world)).toEqual([]);
  });

  it('when it has left: whoever holds it is asked to stop, once', async () => {
    await world.take([makeOrder('C-SHIPPED', { lines })]);
    const id = await world.idOf('C-SHIPPED');
    await walk(world, id, 'ship');
    await world.take([cancelled('C-SHIPPED')]);
    await world.take([{ ...cancelled('C-SHIPPED'), updatedAt: after(200) }]);
    expect(await stateOf('C-SHIPPED')).toMatchObject({ status: 'shipped', cancelRequested: true, stop: true });
    const answered = await world.one<{ n: number }>(sql`select count(*)::int as n from document_event
      where company_id = ${world.main.companyId} and doc_kind = 'sales_order' and doc_id = ${id} and event = 'stopRequested'`);
    expect(answered.n).toBe(1);
    expect(await wrongs(world)).toEqual([]);
  });
});
