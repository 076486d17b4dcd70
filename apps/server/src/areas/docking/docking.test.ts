import { authorizeShop } from '@tradewind/contract/channels.ts';
import {
  commitDockImport,
  type DockAppointment,
  getOrderDock,
  listDockAppointments,
  noteDockAppointment,
  previewDockImport,
  requestDockAppointment,
  saveDockAppointment,
} from '@tradewind/contract/docking.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { upload } from '../catalog/testing/files.ts';
import { type Outside, openOutside } from '../channels/testing/sandbox.ts';
import { type OrderWorld, openWorld } from '../orders/orders.testing.ts';

const PLATFORM = 'homedepotdock';
const KEYS = { isaId: 'TRADEWINDHOME', partner: 'HOMEDEPOT', user: 'tradewind', password: 'edi-s3cr+t/=&x' };
/** A Monday and a Sunday far enough ahead. */
const MONDAY = '2031-03-03';
const SUNDAY = '2031-03-02';
let outside: Outside;
let world: OrderWorld;
let shopId: number;

beforeAll(async () => {
  outside = await openOutside();
  world = await openWorld(outside.server, { products: 1 });
  const begun = await outside.server.ok(authorizeShop, { platform: PLATFORM, fields: KEYS }, world.main);
  shopId = begun.shopId;
  await outside.run(world.main.ctx, shopId, 'orders');
});
afterAll(() => outside.close());
afterEach(() => outside.control('faults', { clear: true }));

interface Docked {
  id: number;
  no: string;
  moduleId: number;
}
const used = new Set<number>();
/** Open orders for one facility that no test has taken yet. */
async function ordersFor(facility: string, count: number): Promise<Docked[]> {
  const rows = await world.tx((tx) =>
    tx.rows<Docked & Record<string, unknown>>(sql`select o.id, o.platform_order_no as no, o.module_id
      from sales_order o join dock_order d on d.company_id = o.company_id and d.order_id = o.id
      where o.company_id = ${world.main.companyId} and d.facility = ${facility} and o.status <> 'cancelled' order by o.id`),
  );
  const free = rows.filter((row) => !used.has(row.id)).slice(0, count);
  expect(free).toHaveLength(count);
  for (const row of free) used.add(row.id);
  return free;
}
const there = (no: string) => outside.sandbox.world.shop(PLATFORM).byId.get(no);
const dockOf = (id: number) => outside.server.ok(getOrderDock, { id }, world.main);
const stateOf = async (id: number): Promise<DockAppointment | undefined> => (await dockOf(id)).appointments[0];

const desired = { readyDay: '2031-02-27', scac: 'CNWY', pallets: 2, cartons: 24, weightLb: '810.50' };
async function drafted(orders: readonly Docked[], desiredAt = `${MONDAY}T08:00`): Promise<number> {
  const input = { ...desired, wantedAt: desiredAt, orderIds: orders.map((one) => one.id) };
  return (await outside.server.ok(saveDockAppointment, input, world.main)).id;
}

describe('the acknowledgement', () => {
  it('needs no list of the mailbox, which grows with every order', async () => {
    await outside.control('faults', { platform: PLATFORM, status500: 1_000_000, match: 'PROPFIND' });
    await outside.server.startWorker();
    await outside.until(async () => {
      const { due } = await world.one<{ due: number }>(sql`select count(*)::int as due from platform_update
        where company_id = ${world.main.companyId} and shop_id = ${shopId} and state <> 'done'`);
      return due === 0;
    }, 60);
    const all = [...outside.sandbox.world.shop(PLATFORM).byId.values()];
    expect(all.filter((order) => !order.acknowledged && order.status !== 'cancelled').map(({ id }) => id)).toEqual([]);
  });
});

describe('purchase orders for stores and distribution centres', () => {
  beforeAll(() => outside.server.startWorker());

  it('arrive once on their page, with place and window by the clock of the place', async () => {
    await outside.run(world.main.ctx, shopId, 'orders');
    const numbers = await outside.orders(shopId);
    expect(numbers).toEqual([...outside.sandbox.world.shop(PLATFORM).byId.keys()].sort());
    const [order] = await ordersFor('5829', 1);
    expect(order?.moduleId).toBe(415);
    const dock = await dockOf(order?.id ?? 0);
    expect(dock).toMatchObject({
      facility: '5829',
      facilityType: 'DFC',
      timeZone: 'America/Phoenix',
      appointments: [],
    });
    const days = Date.parse(dock.shipBy ?? '') - Date.parse(dock.shipFrom ?? '');
    expect(days).toBe(7 * 86_400_000);
  });

  it('are answered by a 997, once, though the answer to it is lost', async () => {
    await outside.control('faults', { platform: PLATFORM, failHalfway: 1, match: 'PUT' });
    const { orderIds } = await outside.control<{ orderIds: string[] }>('orders', { shop: PLATFORM, count: 1 });
    await outside.run(world.main.ctx, shopId, 'orders');
    const no = orderIds[0] ?? '';
    await outside.until(async () => there(no)?.acknowledged === true, 60);
    await outside.until(async () => {
      const row = await world.one<{ state: string }>(sql`select t.state from platform_update t
        join sales_order o on o.company_id = t.company_id and o.id = t.order_id
        where o.company_id = ${world.main.companyId} and o.platform_order_no = ${no}`);
      return row.state === 'done';
    }, 60);
    expect(there(no)?.told.filter((one) => one.kind === 'acknowledge')).toHaveLength(1);
  });

  it('are cancelled here when Home Depot calls them off', async () => {
    const [order] = await ordersFor('5711', 1);
    await outside.control('orders/cancel', { shop: PLATFORM, orderId: order?.no });
    // A sync that was asked for meanwhile may have the message already.
    await outside.run(world.main.ctx, shopId, 'orders');
    await outside.until(async () => (await world.statusOf(order?.no ?? '')) === 'cancelled');
  });
});

describe('an appointment', () => {
  beforeAll(() => outside.server.startWorker());

  it('is asked for, confirmed by the dock in its own time, and received when all of it has come', async () => {
    const orders = await ordersFor('5523', 2);
    const id = await drafted(orders);
    await outside.control('faults', { platform: PLATFORM, failHalfway: 1, match: 'PUT' });
    await outside.server.ok(requestDockAppointment, { id }, world.main);
    const first = orders[0]?.id ?? 0;
    expect((await stateOf(first))?.state).toBe('requested');
    await reaches(first, 'confirmed');
    expect(await stateOf(first)).toMatchObject({
      appointmentAt: `${MONDAY}T08:00`,
      timeZone: 'America/Chicago',
      routingId: expect.stringMatching(/^RTDA-/),
      dockDoor: '14',
      source: 'edi',
    });
    const stored = await world.one<{ at: Date }>(
      sql`select appointment_at as at from dock_appointment where company_id = ${world.main.companyId} and id = ${id}`,
    );
    expect(new Date(stored.at).toISOString()).toBe(`${MONDAY}T14:00:00.000Z`);
    for (const { no } of orders) await outside.control('collect', { shop: PLATFORM, orderId: no });
    await reaches(first, 'received');
    expect((await stateOf(first))?.orders.every((one) => one.received)).toBe(true);
  });

  it('that is refused says why, and may be asked for anew', async () => {
    const orders = await ordersFor('5644', 1);
    const [order] = orders;
    const id = await drafted(orders, `${SUNDAY}T08:00`);
    await outside.server.ok(requestDockAppointment, { id }, world.main);
    await reaches(order?.id ?? 0, 'refused');
    const refused = await stateOf(order?.id ?? 0);
    expect(refused?.reason).toContain('closed');
    const input = { ...desired, id, version: refused?.version, wantedAt: `${MONDAY}T09:00` };
    await outside.server.ok(saveDockAppointment, input, world.main);
    await outside.server.ok(requestDockAppointment, { id }, world.main);
    await reaches(order?.id ?? 0, 'confirmed');
  });

  it('is for one place, one at a time, and goes no way that is none', async () => {
    const [here] = await ordersFor('5523', 1);
    const [other] = await ordersFor('0123', 1);
    const two = { ...desired, wantedAt: `${MONDAY}T08:00`, orderIds: [here?.id ?? 0, other?.id ?? 0] };
    const mixed = await outside.server.call(saveDockAppointment, two, world.main);
    expect(mixed.data).toMatchObject({ fields: [{ path: 'orderIds' }] });
    const id = await drafted(here ? [here] : []);
    const twice = await outside.server.call(saveDockAppointment, { ...two, orderIds: [here?.id ?? 0] }, world.main);
    expect(twice.data).toMatchObject({ fields: [{ path: 'orderIds' }] });
    expect((await outside.server.call(noteDockAppointment, { id, to: 'received' }, world.main)).code).not.toBe(200);
    const noTime = await outside.server.call(noteDockAppointment, { id, to: 'confirmed' }, world.main);
    expect(noTime.data).toMatchObject({ fields: [{ path: 'appointmentAt' }] });
    const at = { id, to: 'confirmed' as const, appointmentAt: `${MONDAY}T10:30` };
    await outside.server.ok(noteDockAppointment, at, world.main);
    await outside.server.ok(noteDockAppointment, { id, to: 'no_show' }, world.main);
    expect((await stateOf(here?.id ?? 0))?.state).toBe('no_show');
    // What came to nothing keeps nobody from another.
    await drafted(here ? [here] : []);
  });

  it('comes from a file of the portal, confirmed where it has a time', async () => {
    const [order] = await ordersFor('0123', 1);
    const [po, facility] = order?.no.split('-') ?? [];
    const rows = [
      'PO number,Facility,Ready date,Requested time,Appointment time,SCAC,Cartons',
      `${po},${facility},2031-02-27,,${MONDAY} 09:30,cnwy,12`,
      `999,${facility},2031-02-27,${MONDAY} 09:30,,,`,
    ];
    const file = Buffer.from(rows.join('\n'));
    const observed = await upload(outside.server, previewDockImport, file, 'docks.csv', world.main);
    expect(observed.data).toMatchObject({ good: 1, bad: 1 });
    const { importId } = observed.data;
    const done = await outside.server.ok(commitDockImport, { importId }, world.main);
    expect(done).toMatchObject({ created: 1, updated: 0 });
    expect(await stateOf(order?.id ?? 0)).toMatchObject({
      state: 'confirmed',
      appointmentAt: `${MONDAY}T09:30`,
      scac: 'CNWY',
      cartons: 12,
      source: 'csv',
    });
    const found = await outside.server.ok(listDockAppointments, { state: 'confirmed', text: po }, world.main);
    expect(found.rows).toHaveLength(1);
  });
});

/** Answers are looked for every now and then: it is always then. */
function reaches(orderId: number, state: DockAppointment['state']): Promise<boolean> {
  return outside.until(async () => {
    await outside.server.app.database.owner.query(
      `update graphile_worker._private_jobs set run_at = now()
       where key like '%docking.ask:%:later' and locked_at is null and run_at > now()`,
    );
    return (await stateOf(orderId))?.state === state;
  }, 50);
}
