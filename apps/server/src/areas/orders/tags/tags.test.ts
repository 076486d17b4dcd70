import { rights } from '@tradewind/contract/access/modules.ts';
import {
  deleteOrderTag,
  getOrder,
  listOrders,
  listOrderTags,
  saveOrderTag,
  sendAgain,
  splitOrder,
  tagOrders,
} from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { addShop, grantShops, makeLine, makeOrder, type OrderWorld, openWorld, walk } from '../orders.testing.ts';
import { tagOrders as write } from './tag.ts';

let server: TestServer;
let world: OrderWorld;
let gift = 0;
let rush = 0;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { stock: 100 });
  const at = (day: number) => ({ orderedAt: `2026-10-0${day}T08:00:00Z` });
  await world.take([makeOrder('T-1', at(1)), makeOrder('T-2', at(2)), makeOrder('T-3', at(3))]);
  gift = (await server.ok(saveOrderTag, { name: 'Gift', colour: 'purple' }, world.main)).id;
  rush = (await server.ok(saveOrderTag, { name: 'Rush', colour: 'red' }, world.main)).id;
});
afterAll(() => server.close());

const idsOf = (...nos: string[]) => Promise.all(nos.map((no) => world.idOf(no)));
const found = async (tagId: number, more = {}) =>
  (await server.ok(listOrders, { tagId, ...more }, world.main)).rows.map((row) => row.platformOrderNo);
const tagsOf = async (no: string) =>
  (await server.ok(listOrders, { text: no }, world.main)).rows[0]?.tagIds.toSorted((a, b) => a - b);
/** Orders whose tags differ from the tag index. */
async function apart(): Promise<unknown[]> {
  const { rows } = await server.app.database.owner.query(
    `select o.id from sales_order o where o.company_id = $1 and o.tag_ids is distinct from
       array(select t.tag_id from order_tagged t where t.company_id = o.company_id and t.order_id = o.id order by 1)`,
    [world.main.companyId],
  );
  return rows;
}

describe('tags of orders', () => {
  it('are put on and taken off, found by, and stand in the history', async () => {
    const ids = await idsOf('T-1', 'T-2', 'T-3');
    expect(await server.ok(tagOrders, { ids, add: [gift, rush] }, world.main)).toEqual({ done: 3, failed: [] });
    expect(await found(gift)).toEqual(['T-3', 'T-2', 'T-1']);
    expect(await found(gift, { order: 'oldest', pageSize: 2 })).toEqual(['T-1', 'T-2']);
    expect(await found(gift, { page: 2, pageSize: 2 })).toEqual(['T-1']);
    await server.ok(tagOrders, { filter: { text: 'T-2' }, remove: [gift] }, world.main);
    expect(await found(gift)).toEqual(['T-3', 'T-1']);
    expect(await found(gift, { text: 'T-3' })).toEqual(['T-3']);
    expect(await found(gift, { status: 'unpaid' })).toEqual([]);
    expect(await found(gift, { dateKind: 'paid', from: '2026-10-02' })).toEqual(['T-3']);
    expect(await tagsOf('T-2')).toEqual([rush]);
    const { history } = await server.ok(getOrder, { id: await world.idOf('T-2') }, world.main);
    expect(history.filter((row) => row.event === 'tagged').map((row) => row.detail)).toEqual([
      { removed: ['Gift'] },
      { added: ['Gift', 'Rush'] },
    ]);
    expect(await apart()).toEqual([]);
  });

  it('leave orders alone that have them already', async () => {
    const id = await world.idOf('T-1');
    await server.ok(tagOrders, { ids: [id], add: [rush] }, world.main);
    const { history } = await server.ok(getOrder, { id }, world.main);
    expect(history.filter((row) => row.event === 'tagged')).toHaveLength(1);
  });

  it('agree with what they find, whoever tags at the same time', async () => {
    const ids = await idsOf('T-1', 'T-2', 'T-3');
    const written = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const first = world.tx(async (tx) => {
      await write(tx, ids, { add: [gift], remove: [] });
      await tx.rows(sql`select 1`);
      written.resolve();
      await release.promise;
    });
    await written.promise;
    const second = world.tx((tx) => write(tx, ids, { add: [], remove: [gift] }));
    await server.blocked();
    release.resolve();
    await Promise.all([first, second]);
    expect(await found(gift)).toEqual([]);
    expect(await apart()).toEqual([]);
  });

  it('go with the parts of an order, and with what is sent for it once more', async () => {
    const lines = [makeLine('1', 'SKU-1', 2), makeLine('2', 'SKU-2', 1)];
    await world.take([makeOrder('T-CUT', { lines }), makeOrder('T-LOST')]);
    const [cut = 0, lost = 0] = await idsOf('T-CUT', 'T-LOST');
    await server.ok(tagOrders, { ids: [cut, lost], add: [rush] }, world.main);
    const { lines: observed, tagIds } = await server.ok(getOrder, { id: cut }, world.main);
    expect(tagIds).toEqual([rush]);
    const parts = [{ lines: [{ lineId: observed[1]?.id ?? 0, quantity: 1 }] }];
    await server.ok(splitOrder, { id: cut, parts }, world.main);
    await walk(world, lost, 'ship');
    const made = await server.ok(
      sendAgain,
      { id: lost, kind: 'resend', reason: 'lost', remark: '', idempotencyKey: 'T-LOST once more' },
      world.main,
    );
    expect(await found(rush)).toEqual(expect.arrayContaining(['T-CUT', 'T-CUT#2', 'T-LOST', made.displayNo]));
    expect(await apart()).toEqual([]);
  });

  it('are renamed, and deleted from every order', async () => {
    await server.ok(tagOrders, { ids: await idsOf('T-1', 'T-2'), add: [gift, rush] }, world.main);
    await server.ok(saveOrderTag, { id: gift, name: 'Present', colour: 'gold' }, world.main);
    await server.ok(deleteOrderTag, { id: rush }, world.main);
    expect((await server.ok(listOrderTags, {}, world.main)).list).toEqual([
      { id: gift, name: 'Present', colour: 'gold' },
    ]);
    expect(await tagsOf('T-1')).toEqual([gift]);
    expect(await apart()).toEqual([]);
  });

  it('are refused by name where they do not fit', async () => {
    const ids = await idsOf('T-1');
    const other = await server.company('Elsewhere');
    const fields = async (answer: Promise<{ status: number; data: unknown }>) => {
      const { status, data } = await answer;
      return [status, (data as { fields?: { path: string }[] }).fields?.map((field) => field.path)];
    };
    expect(await fields(server.call(saveOrderTag, { name: 'Present' }, world.main))).toEqual([400, ['name']]);
    expect(await fields(server.call(tagOrders, { ids }, world.main))).toEqual([400, ['add']]);
    expect(await fields(server.call(tagOrders, { ids, remove: [rush] }, world.main))).toEqual([400, ['remove']]);
    expect((await server.call(deleteOrderTag, { id: gift }, other)).status).toBe(404);
    expect(await fields(server.call(tagOrders, { ids, add: [gift] }, other))).toEqual([400, ['add']]);
  });

  it('are not put on orders out of sight', async () => {
    const far = await addShop(server, world.main.companyId, { name: 'Far away' });
    await world.take([makeOrder('T-FAR')], far);
    const clerk = await server.member(world.main.companyId, [rights.order.view, rights.order.remark]);
    await grantShops(server, clerk, world.shop.id);
    const ids = await idsOf('T-FAR', 'T-3');
    const { done, failed } = await server.ok(tagOrders, { ids, add: [gift] }, clerk);
    expect([done, failed.map((each) => each.id)]).toEqual([1, [ids[0]]]);
    expect(await tagsOf('T-FAR')).toEqual([]);
    expect((await server.call(saveOrderTag, { name: 'Mine' }, clerk)).status).toBe(403);
  });
});
