import type { InputOf } from '@tradewind/contract/call.ts';
import {
  deleteRule,
  discardRules,
  getOrder,
  listRules,
  listSimulated,
  reviewOrders,
  type saveRule,
  simulateRules,
  switchOnRules,
} from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, testServer } from '../../../testing/harness.ts';
import { arranging } from '../hooks.ts';
import { after, makeLine, makeOrder, type OrderWorld, openWorld, putRules } from '../orders.testing.ts';

let server: TestServer;
const arranged: { id: number; split?: string; merge?: string }[] = [];
beforeAll(async () => {
  server = await testServer();
  return arranging.listen((_tx, { orders }) => {
    for (const { id, split, merge } of orders)
      arranged.push({ id, ...(split ? { split: split.name } : {}), ...(merge ? { merge: merge.name } : {}) });
  });
});
afterAll(() => server.close());

type Rule = InputOf<typeof saveRule>;
const rule = (name: string, more: Partial<Rule> = {}): Rule => ({
  name,
  kind: 'review',
  enabled: true,
  conditions: [],
  action: { decision: 'hold' },
  ...more,
});
const atLeast = (value: string): Rule['conditions'] => [{ field: 'totalAmount', operator: 'atLeast', value }];
const inCountry = (...value: string[]): Rule['conditions'] => [{ field: 'country', operator: 'in', value }];
const owner = async <T>(text: string, values: unknown[] = []) =>
  (await server.app.database.owner.query(text, values)).rows as T[];
const addTag = async (world: OrderWorld, name: string) =>
  (
    await owner<{ id: number }>('insert into order_tag (company_id, name) values ($1, $2) returning id', [
      world.main.companyId,
      name,
    ])
  )[0]?.id ?? 0;
const desk = (world: OrderWorld) => server.ok(listRules, {}, world.main);
const detail = async (world: OrderWorld, no: string) => server.ok(getOrder, { id: await world.idOf(no) }, world.main);
const simulate = (world: OrderWorld, days = 90) => server.ok(simulateRules, { days }, world.main);
const switchOn = async (world: OrderWorld, override: ('contradiction' | 'shadowed' | 'fallen')[] = []) =>
  server.call(switchOnRules, { revision: (await desk(world)).draft?.revision ?? 1, override }, world.main);

describe('rules that mark', () => {
  it('give tags and priority as orders come in and when they are judged again, and say so with their version', async () => {
    const world = await openWorld(server);
    const [vip, gift] = [await addTag(world, 'VIP'), await addTag(world, 'Gift')];
    const version = await putRules(
      world,
      rule('Dear', { kind: 'tag', conditions: atLeast('100'), action: { tagIds: [vip] } }),
      rule('Noted', {
        kind: 'tag',
        conditions: [
          { field: 'tag', operator: 'in', value: [String(vip)] },
          { field: 'buyerNote', operator: 'isNotEmpty' },
        ],
        action: { tagIds: [gift] },
      }),
      rule('First', {
        kind: 'priority',
        conditions: [{ field: 'tag', operator: 'in', value: [String(vip)] }],
        action: { priority: 7 },
      }),
      rule('Boxes', {
        kind: 'split',
        conditions: [{ field: 'units', operator: 'atLeast', value: '3' }],
        action: { splitBy: 'quantity', limit: 2 },
      }),
      rule('Together', { kind: 'merge', conditions: inCountry('US'), action: { merge: 'auto' } }),
    );
    await world.take([
      makeOrder('PLAIN'),
      makeOrder('DEAR', { totalAmount: '120', lines: [makeLine('1', 'SKU-1', 3)] }),
      makeOrder('GIFT', { totalAmount: '120', buyerNote: 'For Jo' }),
      makeOrder('UNKNOWN', { totalAmount: '120', lines: [makeLine('1', 'NEW-SKU')] }),
    ]);
    const marks = async (no: string) => {
      const id = await world.idOf(no);
      const [row] = await owner<{ tags: number[]; priority: number; tagged: number[] }>(
        `select tag_ids::int[] as tags, priority, array(select tag_id::int from order_tagged t where t.company_id = o.company_id and t.order_id = o.id order by 1) as tagged
         from sales_order o where company_id = $1 and id = $2`,
        [world.main.companyId, id],
      );
      return row;
    };
    expect(await marks('PLAIN')).toEqual({ tags: [], priority: 0, tagged: [] });
    expect(await marks('DEAR')).toEqual({ tags: [vip], priority: 7, tagged: [vip] });
    expect(await marks('GIFT')).toEqual({ tags: [vip, gift], priority: 7, tagged: [vip, gift] });
    expect((await detail(world, 'DEAR')).history.at(-1)?.detail).toMatchObject({
      rule: { name: 'All pass' },
      tagRules: [{ name: 'Dear', version }],
      priorityRule: { name: 'First', version },
      splitRule: { name: 'Boxes', version },
    });
    const ids = { PLAIN: await world.idOf('PLAIN'), DEAR: await world.idOf('DEAR'), GIFT: await world.idOf('GIFT') };
    expect(arranged.filter(({ id }) => Object.values(ids).includes(id))).toEqual([
      { id: ids.PLAIN, merge: 'Together' },
      { id: ids.DEAR, split: 'Boxes', merge: 'Together' },
      { id: ids.GIFT, merge: 'Together' },
    ]);

    // Platform changes trigger a re-evaluation: it may add tags and removes none.
    await world.take([
      makeOrder('PLAIN', { updatedAt: after(60), totalAmount: '500', lines: [makeLine('1', 'SKU-1', 2)] }),
    ]);
    expect(await marks('PLAIN')).toEqual({ tags: [vip], priority: 7, tagged: [vip] });
    expect((await detail(world, 'PLAIN')).history.map(({ event }) => event)).toContain('ruled');
    await world.take([
      makeOrder('DEAR', { updatedAt: after(60), totalAmount: '5', lines: [makeLine('1', 'SKU-1', 1)] }),
    ]);
    expect(await marks('DEAR')).toEqual({ tags: [vip], priority: 7, tagged: [vip] });
    await world.take([
      makeOrder('DEAR', {
        updatedAt: after(90),
        totalAmount: '500',
        buyerNote: 'For Jo',
        lines: [makeLine('1', 'SKU-1', 1)],
      }),
    ]);
    expect(await marks('DEAR')).toEqual({ tags: [vip], priority: 7, tagged: [vip] });
    await world.take([
      makeOrder('DEAR', {
        updatedAt: after(99),
        totalAmount: '500',
        buyerNote: 'For Jo',
        lines: [makeLine('1', 'SKU-1', 2)],
      }),
    ]);
    expect(await marks('DEAR')).toEqual({ tags: [vip, gift], priority: 7, tagged: [vip, gift] });

    // Tags from rules do not count as a person's.
    const dear = (await desk(world)).rules.find(({ name }) => name === 'Dear')?.id ?? 0;
    await server.ok(deleteRule, { id: dear }, world.main);
    const untagged = await simulate(world);
    expect(untagged).toMatchObject({ changed: 4, changes: { tags: 4, priority: 4 } });
    const [plain] = (
      await server.ok(listSimulated, { rehearsalId: untagged.id, page: 1, pageSize: 30 }, world.main)
    ).rows.filter(({ displayNo }) => displayNo === 'GIFT');
    expect([plain?.before.tags, plain?.after.tags]).toEqual([['Gift', 'VIP'], []]);
    await server.ok(discardRules, {}, world.main);

    const [pass] = (await desk(world)).rules.filter(({ kind }) => kind === 'review');
    await server.ok(deleteRule, { id: pass?.id ?? 0 }, world.main);
    await simulate(world);
    expect((await switchOn(world, ['fallen'])).status).toBe(200);
    await world.take([makeOrder('BY-HAND', { lines: [makeLine('1', 'SKU-1', 3)] })]);
    const byHand = await world.idOf('BY-HAND');
    expect(arranged.filter(({ id }) => id === byHand)).toEqual([]);
    await server.ok(reviewOrders, { ids: [byHand] }, world.main);
    expect(arranged.filter(({ id }) => id === byHand)).toEqual([{ id: byHand, split: 'Boxes', merge: 'Together' }]);
  });

  it('know a buyer’s first order, and forget a tag that is gone', async () => {
    const world = await openWorld(server);
    const fresh = await addTag(world, 'New buyer');
    const old = await addTag(world, 'Old');
    await putRules(
      world,
      rule('New', {
        kind: 'tag',
        conditions: [{ field: 'firstOrder', operator: 'is', value: 'true' }],
        action: { tagIds: [fresh, old] },
      }),
    );
    await owner('delete from order_tag where company_id = $1 and id = $2', [world.main.companyId, old]);
    await world.take([
      makeOrder('ONE'),
      makeOrder('TWO', { orderedAt: after(5) }),
      makeOrder('BOB', { buyerEmail: 'bob@example.test' }),
    ]);
    await world.take([makeOrder('THREE', { orderedAt: after(9) }), makeOrder('NOBODY', { buyerEmail: '' })]);
    const tagged = await owner<{ no: string }>(
      'select platform_order_no as no from sales_order where company_id = $1 and $2 = any(tag_ids) order by id',
      [world.main.companyId, fresh],
    );
    expect(tagged.map(({ no }) => no)).toEqual(['ONE', 'BOB']);
  });

  it('say of an order that stays in review whether it waits there because none matched', async () => {
    const world = await openWorld(server, { pass: false });
    await world.take([makeOrder('WAITS')]);
    expect((await desk(world)).unruled).toBe(1);
    await putRules(world, rule('Look', { conditions: atLeast('100'), action: { decision: 'review' } }));
    await world.take([
      makeOrder('WAITS', { updatedAt: after(60), totalAmount: '100', lines: [makeLine('1', 'SKU-1', 2)] }),
    ]);
    expect(await world.statusOf('WAITS')).toBe('review');
    expect((await desk(world)).unruled).toBe(0);
    expect((await detail(world, 'WAITS')).history[0]).toMatchObject({
      event: 'ruled',
      detail: { rule: { name: 'Look' } },
    });
  });
});
