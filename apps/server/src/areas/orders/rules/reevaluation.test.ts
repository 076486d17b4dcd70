import type { InputOf } from '@tradewind/contract/call.ts';
import {
  getOrder,
  holdOrders,
  listOrders,
  listRules,
  listRuleVersions,
  prioritiseOrders,
  remarkOrders,
  saveRule,
  simulateRules,
  switchOnRules,
} from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type TestServer, testServer } from '../../../testing/harness.ts';
import { after, makeOrder, type OrderWorld, openWorld, walk, wrongs } from '../orders.testing.ts';
import { reserveWaiting } from '../reserve/reserve.ts';
import { nextPage } from './reevaluation.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  world = await openWorld(server, { stock: 100, pass: false });
});

type NewRule = Pick<InputOf<typeof saveRule>, 'name' | 'kind' | 'action'> & Partial<InputOf<typeof saveRule>>;
const SMALL_PASS: NewRule = {
  name: 'Small ones pass',
  kind: 'review',
  conditions: [{ field: 'totalAmount', operator: 'atMost', value: '100' }],
  action: { decision: 'pass' },
};
const REST_HELD: NewRule = { name: 'The rest is held', kind: 'review', action: { decision: 'hold' } };

const desk = () => server.ok(listRules, {}, world.main);
async function switchOn(reevaluate: boolean, ...rules: NewRule[]) {
  for (const rule of rules) await server.ok(saveRule, { enabled: true, conditions: [], ...rule }, world.main);
  await server.ok(simulateRules, { days: 1 }, world.main);
  const { draft, waiting } = await desk();
  const done = await server.ok(switchOnRules, { revision: draft?.revision ?? 0, rejudge: reevaluate }, world.main);
  return { ...done, waiting };
}
/** Runs the job page by page. @returns how many pages */
async function run(version: number): Promise<number> {
  for (let pages = 1; ; pages++) if (!(await world.tx((tx) => nextPage(tx, version)))) return pages;
}
const detail = async (no: string) => server.ok(getOrder, { id: await world.idOf(no) }, world.main);
const history = async (no: string, event: string) => (await detail(no)).history.filter((row) => row.event === event);
const statuses = (...nos: string[]) => Promise.all(nos.map((no) => world.statusOf(no)));
const reserve = () => reserveWaiting(server.app, world.main.ctx);
async function secondWarehouse(): Promise<number> {
  const made = await server.app.database.owner.query(
    `with w as (insert into warehouse (company_id, code, name, kind, address) select company_id, 'W2', 'Second', kind, address
       from warehouse where company_id = $1 returning company_id, id),
     b as (insert into location (company_id, warehouse_id, code, area, shelf, row_no, column_no, kind, path_order)
       select company_id, id, 'B-1', 'B', '1', '1', '1', 'picking', 1 from w)
     select id from w`,
    [world.main.companyId],
  );
  return made.rows[0].id;
}

describe('orders that wait when rules are switched on', () => {
  it('match no rule about amounts that the platform has not shown, and have no profit of them', async () => {
    const none = { goodsAmount: '0', taxAmount: '0', discountAmount: '0', shippingAmount: '0', totalAmount: '0' };
    await world.take([makeOrder('HIDDEN', { ...none, amountsUnknown: true }), makeOrder('SMALL')]);
    await run((await switchOn(true, SMALL_PASS, REST_HELD)).version);
    expect(await statuses('HIDDEN', 'SMALL')).toEqual(['held', 'allocate']);
    const { rows } = await server.ok(listOrders, { text: 'HIDDEN' }, world.main);
    expect(rows).toMatchObject([{ totalAmount: null, profitEstimate: null }]);
  });

  it('are counted before, judged by them in a job, and say by which rule and version', async () => {
    await world.take([makeOrder('SMALL'), makeOrder('BIG', { totalAmount: '150' })]);
    expect(await statuses('SMALL', 'BIG')).toEqual(['review', 'review']);
    const { version, rejudging: reevaluation, waiting } = await switchOn(true, SMALL_PASS, REST_HELD);
    expect([reevaluation, waiting]).toEqual([2, 2]);
    expect((await desk()).live.rejudging).toEqual({ state: 'running', total: 2, looked: 0, changed: 0 });
    expect(await statuses('SMALL', 'BIG')).toEqual(['review', 'review']);
    await run(version);
    expect(await statuses('SMALL', 'BIG')).toEqual(['allocate', 'held']);
    expect(await history('SMALL', 'reevaluated')).toMatchObject([
      {
        fromState: 'review',
        toState: 'allocate',
        detail: { ruleSet: 1, rule: { name: 'Small ones pass', version: 1 } },
      },
    ]);
    expect((await desk()).live.rejudging).toEqual({ state: 'done', total: 2, looked: 2, changed: 2 });
    expect((await server.ok(listRuleVersions, {}, world.main)).rows[0]?.rejudging).toMatchObject({ changed: 2 });
    expect((await desk()).unruled).toBe(0);
    expect(await wrongs(world)).toEqual([]);

    // The second run records the old and the new result, and nothing moves.
    const again = await switchOn(true, { name: 'Urgent', kind: 'priority', action: { priority: 5 } });
    await run(again.version);
    expect(await statuses('SMALL', 'BIG')).toEqual(['allocate', 'held']);
    expect((await history('BIG', 'reevaluated'))[0]).toMatchObject({
      toState: null,
      detail: { ruleSet: 2, rule: { version: 1 }, priorityRule: { name: 'Urgent', version: 2 } },
    });
    expect((await detail('SMALL')).priority).toBe(5);
  });

  it('stay as they are where that was chosen: only orders to come are judged by the new rules', async () => {
    await world.take([makeOrder('BEFORE')]);
    const { version, rejudging: reevaluation, waiting } = await switchOn(false, SMALL_PASS);
    expect([reevaluation, waiting]).toEqual([0, 1]);
    expect(await run(version)).toBe(1);
    await world.take([makeOrder('AFTER')]);
    expect(await statuses('BEFORE', 'AFTER')).toEqual(['review', 'allocate']);
    expect((await desk()).live.rejudging).toBeNull();
    expect(await history('BEFORE', 'reevaluated')).toEqual([]);
  });

  it('give back what is reserved where it is no longer to ship from; what is picked stays', async () => {
    await switchOn(false, SMALL_PASS);
    await world.take(['A', 'B', 'C'].map((no, n) => makeOrder(no, { orderedAt: after(n) })));
    await reserve();
    await walk(world, await world.idOf('C'), 'wave');
    expect(await statuses('A', 'B', 'C')).toEqual(['ready', 'ready', 'picking']);
    const elsewhere = await secondWarehouse();
    const { version, waiting } = await switchOn(true, {
      name: 'From the second',
      kind: 'warehouse',
      conditions: [{ field: 'sku', operator: 'in', value: ['SKU-1'] }],
      action: { warehouseId: elsewhere },
    });
    expect(waiting).toBe(2);
    await run(version);
    await reserve();
    // The second warehouse has no stock, so the orders wait.
    expect(await statuses('A', 'B', 'C')).toEqual(['allocate', 'allocate', 'picking']);
    expect((await detail('A')).warehouseId).toBe(elsewhere);
    expect(await history('C', 'reevaluated')).toEqual([]);
    expect(await wrongs(world)).toEqual([]);

    const { rules } = await desk();
    const rule = rules.find(({ kind }) => kind === 'warehouse');
    const back = await switchOn(true, { ...(rule as NewRule), enabled: false });
    await run(back.version);
    await reserve();
    expect(await statuses('A', 'B', 'C')).toEqual(['ready', 'ready', 'picking']);
    expect((await detail('A')).warehouseId).toBe(world.warehouseId);
    expect(await wrongs(world)).toEqual([]);
  });

  it('are left to whoever decided about them by hand, before it was switched on or in between', async () => {
    await world.take(['OURS', 'HELD', 'FIRST', 'NOTED'].map((no) => makeOrder(no)));
    const id = (no: string) => world.idOf(no);
    await server.ok(prioritiseOrders, { ids: [await id('FIRST')], priority: 9 }, world.main);
    await server.ok(remarkOrders, { ids: [await id('NOTED')], remark: 'called them' }, world.main);
    const { version, rejudging: reevaluation } = await switchOn(true, SMALL_PASS);
    expect(reevaluation).toBe(3);
    await server.ok(holdOrders, { ids: [await id('HELD')] }, world.main);
    await run(version);
    expect(await statuses('OURS', 'HELD', 'FIRST', 'NOTED')).toEqual(['allocate', 'held', 'review', 'allocate']);
    expect((await desk()).live.rejudging).toMatchObject({ state: 'done', total: 3, looked: 2, changed: 2 });
  });

  it('are not judged while the buyer wants to cancel or the platform holds them', async () => {
    await world.take([makeOrder('ASKED', { cancelRequested: true }), makeOrder('KEPT', { hold: 'RISK' })]);
    expect((await switchOn(true, SMALL_PASS)).waiting).toBe(0);
    expect(await statuses('ASKED', 'KEPT')).toEqual(['held', 'unpaid']);
  });
});

describe('judging again', () => {
  it('goes page by page; a second run finds nothing to do', async () => {
    await world.take(Array.from({ length: 410 }, (_, n) => makeOrder(`N${n}`, { orderedAt: after(n) })));
    const { version, rejudging: reevaluation } = await switchOn(true, SMALL_PASS);
    expect(reevaluation).toBe(410);
    expect(await world.tx((tx) => nextPage(tx, version))).toBe(true);
    expect((await desk()).live.rejudging).toEqual({ state: 'running', total: 410, looked: 200, changed: 200 });
    expect(await run(version)).toBe(2);
    expect((await desk()).live.rejudging).toEqual({ state: 'done', total: 410, looked: 410, changed: 410 });
    expect(await run(version)).toBe(1);
    expect(await history('N0', 'reevaluated')).toHaveLength(1);
    expect(await wrongs(world)).toEqual([]);
  });

  it('stops where other rules are switched on meanwhile; those judge all that wait', async () => {
    await world.take(Array.from({ length: 250 }, (_, n) => makeOrder(`N${n}`, { orderedAt: after(n) })));
    const first = await switchOn(true, SMALL_PASS);
    await world.tx((tx) => nextPage(tx, first.version));
    const { rules } = await desk();
    const held = { ...(rules[0] as NewRule), name: 'All are held', action: { decision: 'hold' as const } };
    const second = await switchOn(true, held);
    expect([await run(first.version), await run(second.version)]).toEqual([1, 2]);
    const versions = (await server.ok(listRuleVersions, {}, world.main)).rows;
    expect(versions.map(({ rejudging: reevaluation }) => reevaluation)).toEqual([
      { state: 'done', total: 250, looked: 250, changed: 250 },
      { state: 'stopped', total: 250, looked: 200, changed: 200 },
    ]);
    expect(new Set(await statuses('N0', 'N199', 'N200', 'N249'))).toEqual(new Set(['held']));
    expect(await wrongs(world)).toEqual([]);
  });

  it('and a person who changes the same orders at once: whoever is first wins, and nothing is done twice', async () => {
    await world.take(Array.from({ length: 40 }, (_, n) => makeOrder(`N${n}`, { orderedAt: after(n) })));
    const { version } = await switchOn(true, SMALL_PASS);
    const ids = await Promise.all(Array.from({ length: 40 }, (_, n) => world.idOf(`N${n}`)));
    const [, held] = await Promise.all([run(version), server.ok(holdOrders, { ids }, world.main)]);
    expect(held.done).toBe(40);
    expect(new Set(await statuses(...ids.map((_, n) => `N${n}`)))).toEqual(new Set(['held']));
    expect(await wrongs(world)).toEqual([]);
  });
});
