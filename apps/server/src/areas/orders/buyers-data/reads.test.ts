import { getOrder, listBuyerReads, listOrders, readersOfOrder } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemContext } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { ownServer, type Person, type TestServer } from '../../../testing/harness.ts';
import { openBusyWorld } from '../../integrity/integrity.testing.ts';

let server: TestServer;
let main: Person;
beforeAll(async () => {
  server = await ownServer();
  main = (await openBusyWorld(server)).main;
});
afterAll(() => server.close());

const counted = async () =>
  (await server.ok(listBuyerReads, {}, main)).rows.map(({ userId, way, orders }) => [userId, way, orders]);

test('whoever is shown a buyer stands in the record, once for each order and day', async () => {
  const page = await server.ok(listOrders, {}, main);
  const all = page.rows.length;
  expect(all).toBeGreaterThan(1);
  await server.ok(listOrders, {}, main);
  expect(await counted()).toEqual([[main.userId, 'list', all]]);
  const [first] = page.rows;
  if (!first) throw new Error('no order');
  await server.ok(getOrder, { id: first.id }, main);
  const { list, more } = await server.ok(readersOfOrder, { orderNo: first.displayNo }, main);
  expect(list.map(({ orderId, userId, way }) => [orderId, userId, way])).toEqual([
    [first.id, main.userId, 'detail'],
    [first.id, main.userId, 'list'],
  ]);
  expect(more).toBe(false);
});

test('who may not see buyers, or only counts orders, stands nowhere', async () => {
  const member = await server.member(main.companyId, [...(listOrders.access as string[])]);
  const before = await counted();
  const { rows } = await server.ok(listOrders, {}, member);
  expect(rows.every((row) => row.buyerName === '***')).toBe(true);
  expect(await counted()).toEqual(before);
});

test('what is kept can neither be changed nor removed by the program', async () => {
  for (const statement of [sql`delete from buyer_read`, sql`update buyer_read set user_id = 1`])
    await expect(
      server.app.database.inCompany(systemContext(main.companyId, 'test'), (tx) => tx.rows(statement)),
    ).rejects.toThrow(/permission denied/);
});
