import {
  getOrder,
  holdOrders,
  listOrders,
  listSimulated,
  resumeOrders,
  saveOrderTag,
  saveRule,
  simulateRules,
  splitOrder,
} from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type TestServer, testServer } from '../../../testing/harness.ts';
import { after, makeLine, makeOrder, type OrderWorld, openWorld, putRules } from '../orders.testing.ts';

let server: TestServer;
let world: OrderWorld;
let urgent: number;
let branded: number;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server);
  const tag = async (name: string) => (await server.ok(saveOrderTag, { name, colour: 'red' }, world.main)).id;
  urgent = await tag('Urgent');
  branded = await tag('Branded');
  await putRules(
    world,
    {
      kind: 'tag',
      name: 'Quick ones',
      conditions: [{ field: 'serviceLevel', operator: 'in', value: ['expedited', 'nextDay'] }],
      action: { tagIds: [urgent] },
    },
    {
      kind: 'tag',
      name: 'By DHL',
      conditions: [{ field: 'serviceAsked', operator: 'contains', value: 'dhl' }],
      action: { tagIds: [branded] },
    },
  );
});
afterAll(() => server.close());

const rowOf = async (no: string) => {
  const { rows } = await server.ok(listOrders, { text: no }, world.main);
  const row = rows.find((each) => each.platformOrderNo === no);
  if (!row) throw new Error(`no order ${no}`);
  return row;
};

it('is kept with the order, shown, and decides by rules', async () => {
  await world.take([
    makeOrder('S-QUICK', { service: { name: 'DHL Express', level: 'expedited' } }),
    makeOrder('S-SLOW', { service: { name: 'STANDARD', level: 'standard' } }),
    makeOrder('S-OWN', { service: { name: 'By DHL when it suits' } }),
    makeOrder('S-NONE'),
  ]);
  expect(await rowOf('S-QUICK')).toMatchObject({
    ...{ serviceLevel: 'expedited', serviceAsked: 'DHL Express', tagIds: [urgent, branded] },
  });
  expect(await rowOf('S-SLOW')).toMatchObject({ serviceLevel: 'standard', serviceAsked: 'STANDARD', tagIds: [] });
  expect(await rowOf('S-OWN')).toMatchObject({
    ...{ serviceLevel: null, serviceAsked: 'By DHL when it suits', tagIds: [branded] },
  });
  expect(await rowOf('S-NONE')).toMatchObject({ serviceLevel: null, serviceAsked: '', tagIds: [] });
  const { id } = await rowOf('S-QUICK');
  expect(await server.ok(getOrder, { id }, world.main)).toMatchObject({
    ...{ serviceLevel: 'expedited', serviceAsked: 'DHL Express' },
  });
});

it('is taken over when the platform tells another, stays when it tells none, and rules judge by it again', async () => {
  await world.take([makeOrder('S-LATER', { service: { name: 'STANDARD', level: 'standard' } })]);
  await world.take([makeOrder('S-LATER', { updatedAt: after(1), service: { name: 'NEXT_DAY', level: 'nextDay' } })]);
  await world.take([makeOrder('S-LATER', { updatedAt: after(2) })]);
  const { id, ...row } = await rowOf('S-LATER');
  expect(row).toMatchObject({ serviceLevel: 'nextDay', serviceAsked: 'NEXT_DAY', tagIds: [] });
  await server.ok(holdOrders, { ids: [id] }, world.main);
  await server.ok(resumeOrders, { ids: [id] }, world.main);
  expect((await rowOf('S-LATER')).tagIds).toEqual([urgent]);
});

it('is that of the parts, too, when an order is split', async () => {
  const service = { name: 'NEXT_DAY', level: 'nextDay' as const };
  await world.take([makeOrder('S-PARTS', { service, lines: [makeLine('1', 'SKU-1', 2)] })]);
  const whole = await server.ok(getOrder, { id: await world.idOf('S-PARTS') }, world.main);
  const lines = whole.lines.map((line) => ({ lineId: line.id, quantity: 1 }));
  const { ids } = await server.ok(splitOrder, { id: whole.id, parts: [{ lines }] }, world.main);
  const part = await server.ok(getOrder, { id: ids[0] ?? 0 }, world.main);
  expect(part).toMatchObject({ splitFrom: whole.id, serviceLevel: 'nextDay', serviceAsked: 'NEXT_DAY' });
});

it('is known to a rehearsal', async () => {
  const now = new Date().toISOString();
  const service = { name: 'SAME_DAY', level: 'sameDay' as const };
  await world.take([makeOrder('S-NOW', { orderedAt: now, updatedAt: now, service })]);
  await server.ok(
    saveRule,
    {
      ...{ kind: 'priority', name: 'Today first', enabled: true, action: { priority: 9 } },
      conditions: [{ field: 'serviceLevel', operator: 'in', value: ['sameDay'] }],
    },
    world.main,
  );
  const { id: dryRunId, changed } = await server.ok(simulateRules, { days: 1 }, world.main);
  expect(changed).toBe(1);
  const { rows } = await server.ok(listSimulated, { rehearsalId: dryRunId }, world.main);
  expect(rows[0]).toMatchObject({ displayNo: 'S-NOW', changes: ['priority'], after: { priority: 9 } });
});

it('is one of those that are known', async () => {
  await expect(
    server.app.database.owner.query(`update sales_order set service_level = 'soon' where platform_order_no = 'S-NONE'`),
  ).rejects.toThrow('sales_order_service_known');
});
