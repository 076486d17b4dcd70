import { rights } from '@tradewind/contract/access/modules.ts';
import { listExports } from '@tradewind/contract/catalog.ts';
import { exportOrders } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantShops, makeOrder, type OrderWorld, openWorld } from '../areas/orders/orders.testing.ts';
import { ownServer, type Person, type TestServer } from '../testing/harness.ts';

let server: TestServer;
let world: OrderWorld;
const owner = (text: string, values: unknown[]) => server.app.database.owner.query(text, values);
beforeAll(async () => {
  server = await ownServer();
  world = await openWorld(server);
  await world.take([makeOrder('X-1')]);
});
afterAll(() => server.close());

async function exporter(): Promise<Person> {
  const person = await server.member(world.main.companyId, [rights.shopifyOrder.view, rights.shopifyOrder.export]);
  await grantShops(server, person, world.shop.id);
  await owner(`insert into user_base_permission values ($1, $2, 'export')`, [person.companyId, person.userId]);
  return person;
}

describe('a file that waits while rights are taken away', () => {
  it('is written with what who asked may see by then', async () => {
    const people = [await exporter(), await exporter(), await exporter(), await exporter()] as const;
    const [stays, narrowed, refused, disabled] = people;
    for (const person of people) await server.ok(exportOrders, { filter: {} }, person);
    await owner('delete from user_scope where user_id = $1', [narrowed.userId]);
    await owner('delete from user_base_permission where user_id = $1', [refused.userId]);
    await owner('update user_account set enabled = false where id = $1', [disabled.userId]);
    await server.startWorker();
    const ended = (person: Person) =>
      server.until(async () => {
        const { rows } = await owner(
          `select state, rows_total as rows, error from export_file where user_id = $1 and state in ('done', 'failed')`,
          [person.userId],
        );
        return rows[0] as { state: string; rows: number; error: string } | undefined;
      });
    expect(await ended(stays)).toMatchObject({ state: 'done', rows: 1 });
    expect(await ended(narrowed)).toMatchObject({ state: 'done', rows: 0 });
    expect(await ended(refused)).toMatchObject({ state: 'failed', error: '您没有导出数据的权限' });
    expect(await ended(disabled)).toMatchObject({ state: 'failed' });
    expect((await server.ok(listExports, {}, stays)).rows).toHaveLength(1);
  });
});
