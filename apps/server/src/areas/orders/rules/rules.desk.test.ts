import { rights } from '@tradewind/contract/access/modules.ts';
import type { InputOf } from '@tradewind/contract/call.ts';
import { listExports } from '@tradewind/contract/catalog.ts';
import {
  cancelDryRun,
  deleteRule,
  discardRules,
  exportSimulated,
  getOrder,
  listOrders,
  listRules,
  listRuleVersions,
  listSimulated,
  orderRules,
  orderTabs,
  restoreRules,
  saveRule,
  simulateRules,
  switchOnRules,
} from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ownServer, type TestServer } from '../../../testing/harness.ts';
import { makeOrder, type OrderWorld, openWorld, putRules } from '../orders.testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await ownServer();
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
const addChannel = async (world: OrderWorld, name: string, isDefault = false) =>
  (
    await owner<{ id: number }>(
      `insert into shipping_channel (company_id, name, carrier, platform_carrier_code, is_default) values ($1, $2, 'own', '', $3) returning id`,
      [world.main.companyId, name, isDefault],
    )
  )[0]?.id ?? 0;
const desk = (world: OrderWorld) => server.ok(listRules, {}, world.main);
const detail = async (world: OrderWorld, no: string) => server.ok(getOrder, { id: await world.idOf(no) }, world.main);
const simulate = (world: OrderWorld, days = 90) => server.ok(simulateRules, { days }, world.main);
const switchOn = async (world: OrderWorld, override: ('contradiction' | 'shadowed' | 'fallen')[] = []) =>
  server.call(switchOnRules, { revision: (await desk(world)).draft?.revision ?? 1, override }, world.main);

/** Recent orders: the dry run uses only these. */
const recently = (n: number) => new Date(Date.now() - (n + 1) * 60_000).toISOString();

describe('a draft of the rules', () => {
  it('decides nothing until it is switched on; then in its order, and two who change one rule are told of each other', async () => {
    const world = await openWorld(server, { pass: false });
    const as = world.main;
    const big = await server.ok(saveRule, rule('Big', { conditions: atLeast('100') }), as);
    const rest = await server.ok(saveRule, rule('Rest', { action: { decision: 'pass' } }), as);
    await world.take([makeOrder('DRAFTED', { totalAmount: '150' })]);
    expect(await world.statusOf('DRAFTED')).toBe('review');
    expect((await desk(world)).draft?.changes.map(({ change, name }) => `${change} ${name}`)).toEqual([
      'added Big',
      'added Rest',
    ]);

    expect((await switchOn(world)).data).toMatchObject({ error: 'orders.ruleRehearseFirst' });
    await simulate(world);
    expect((await switchOn(world)).data).toMatchObject({ version: 1 });
    await world.take([makeOrder('BIG', { totalAmount: '150' }), makeOrder('SMALL')]);
    expect([await world.statusOf('BIG'), await world.statusOf('SMALL')]).toEqual(['held', 'allocate']);
    expect((await detail(world, 'BIG')).history.at(-1)).toMatchObject({
      event: 'arrived',
      detail: { rule: { name: 'Big', version: 1 } },
    });

    const { rules, draft } = await desk(world);
    expect(draft).toBeNull();
    expect([big.id < 0, rest.id < 0]).toEqual([true, true]);
    const [first, second] = rules.map(({ id }) => id);
    await server.ok(orderRules, { kind: 'review', ids: [second ?? 0, first ?? 0] }, as);
    await simulate(world);
    expect((await switchOn(world)).data).toMatchObject({ error: 'orders.ruleProblems' });
    expect((await switchOn(world, ['shadowed'])).data).toMatchObject({ version: 2 });
    await world.take([makeOrder('BIG-2', { totalAmount: '150' })]);
    expect(await world.statusOf('BIG-2')).toBe('allocate');

    const version = (await desk(world)).rules[0]?.version ?? 0;
    await server.ok(saveRule, { ...rule('Everything'), id: second ?? 0, version }, as);
    const stale = await server.call(saveRule, { ...rule('Nothing'), id: second ?? 0, version }, as);
    expect([stale.status, stale.data]).toMatchObject([409, { error: 'orders.ruleStale' }]);
  });

  it('says what is missing instead of being saved half', async () => {
    const world = await openWorld(server);
    const path = async (more: Partial<Rule>) => {
      const answer = await server.call(saveRule, rule('Half', more), world.main);
      return (answer.data as { fields?: { path: string }[] }).fields?.[0]?.path;
    };
    expect(await path({ kind: 'warehouse', action: {} })).toBe('action.warehouseId');
    expect(await path({ kind: 'tag', action: { tagIds: [] } })).toBe('action.tagIds');
    expect(await path({ kind: 'split', action: { splitBy: 'weight' } })).toBe('action.limit');
    const wrong = (
      field: 'units' | 'country' | 'postalCode' | 'skuUnits',
      operator: 'atLeast' | 'in' | 'inRange',
      value: string | string[],
    ) => path({ conditions: [{ field, operator, value }] });
    expect(await wrong('units', 'atLeast', 'many')).toBe('conditions.0.value');
    expect(await wrong('country', 'in', [])).toBe('conditions.0.value');
    expect(await wrong('postalCode', 'inRange', ['90000-961'])).toBe('conditions.0.value');
    expect(await wrong('skuUnits', 'atLeast', '2')).toBe('conditions.0.of');
    expect((await desk(world)).draft).toBeNull();
  });

  it('is changed by those who may: adding, changing and deleting are rights of their own', async () => {
    const world = await openWorld(server);
    const adder = await server.member(world.main.companyId, [rights.orderRule.view, rights.orderRule.add]);
    const [known] = (await desk(world)).rules;
    expect((await server.call(saveRule, { ...rule('Mine'), id: known?.id ?? 0 }, adder)).status).toBe(403);
    expect((await server.call(deleteRule, { id: known?.id ?? 0 }, adder)).status).toBe(403);
    await server.ok(saveRule, rule('New'), adder);
    const editor = await server.member(world.main.companyId, [
      rights.orderRule.view,
      rights.orderRule.edit,
      rights.orderRule.run,
    ]);
    const { draft } = await desk(world);
    await server.ok(simulateRules, { days: 1 }, editor);
    const input = { revision: draft?.revision ?? 0, override: ['shadowed' as const] };
    expect((await server.call(switchOnRules, input, editor)).status).toBe(403);
    await server.ok(discardRules, {}, editor);
    expect((await desk(world)).rules.map(({ name }) => name)).toEqual(['All pass']);
  });
});

describe('a rehearsal', () => {
  it('lists exactly what a changed rule changes, with costs and lateness as past parcels tell, and changes nothing', async () => {
    const world = await openWorld(server);
    const { companyId } = world.main;
    const slow = await addChannel(world, 'Slow', true);
    const fast = await addChannel(world, 'Fast');
    // Two parcels of each, of the band up to 500 g: 4.00 and 6.00 by Slow after 40 h, 9.00 by Fast after 10 h.
    await owner(
      `with o as (insert into sales_order (company_id, shop_id, module_id, platform, platform_order_no, display_no, status, ordered_at, platform_updated_at,
           currency, goods_amount, shipping_amount, tax_amount, discount_amount, total_amount, summary, line_count, units)
         select $1, $2, 410, 'shopify', 'PAST-' || n, 'PAST-' || n, 'shipped', now() - interval '100 days', now(), 'USD', 1, 0, 0, 0, 1, '[]', 1, 1 from generate_series(1, 4) n
         returning id, platform_order_no as no, ordered_at)
       insert into parcel (company_id, reference, outbound_id, order_id, warehouse_id, shop_id, order_no, channel_id, state, weight_grams, label_cost, label_currency,
         bought_at, shipped_at, delivered_at)
       select $1, o.no, o.id, o.id, $3, $2, o.no, case when o.no <= 'PAST-2' then $4::bigint else $5::bigint end, 'delivered', 400,
         case o.no when 'PAST-1' then 4 when 'PAST-2' then 6 else 9 end, 'USD', now() - interval '5 days',
         o.ordered_at + case when o.no <= 'PAST-2' then interval '40 hours' else interval '10 hours' end,
         o.ordered_at + case when o.no <= 'PAST-2' then interval '136 hours' else interval '34 hours' end from o`,
      [companyId, world.shop.id, world.warehouseId, slow, fast],
    );
    await world.take(
      Array.from({ length: 12 }, (_, n) => {
        const orderedAt = recently(n);
        return makeOrder(`N-${n}`, {
          orderedAt,
          totalAmount: String(n * 10),
          // The even ones must ship within a day, too soon for Slow. The last has no ship-by time.
          ...(n === 11
            ? {}
            : { shipBy: new Date(Date.parse(orderedAt) + (n % 2 === 0 ? 24 : 48) * 3_600_000).toISOString() }),
        });
      }),
    );
    const counts = () =>
      owner(
        `select (select count(*) from document_event where company_id = $1) as events, (select sum(version) from sales_order where company_id = $1) as versions,
           (select count(*) from order_rule where company_id = $1) as rules, (select count(*) from order_count where company_id = $1) as counts`,
        [companyId],
      );
    const before = await counts();
    await server.ok(
      saveRule,
      rule('Dear ones fast', { kind: 'channel', conditions: atLeast('80'), action: { channelId: fast } }),
      world.main,
    );
    const done = await simulate(world);
    // 80, 90, 100, 110 change; of these N-8 and N-10 are late by Slow only, N-11 has no ship-by time.
    expect(done).toMatchObject({
      state: 'done',
      total: 12,
      looked: 12,
      changed: 4,
      changes: { channel: 4, cost: 4, late: 2 },
      costs: [{ currency: 'USD', before: '20', after: '36', orders: 4 }],
      lateBefore: 2,
      lateAfter: 0,
      lateUnknown: 1,
      costUnknown: 0,
      fallen: 0,
    });
    const page = { rehearsalId: done.id, page: 1, pageSize: 50 };
    const rows = (await server.ok(listSimulated, page, world.main)).rows;
    expect(rows.map(({ displayNo }) => displayNo)).toEqual(['N-8', 'N-9', 'N-10', 'N-11']);
    expect(rows[0]).toMatchObject({
      changes: ['channel', 'cost', 'late'],
      before: {
        status: 'allocate',
        channel: 'Slow',
        cost: '5.00',
        late: true,
        transitDays: 4,
        rules: { review: 'All pass' },
      },
      after: { channel: 'Fast', cost: '9.00', late: false, transitDays: 1, rules: { channel: 'Dear ones fast' } },
    });
    expect((await server.ok(listSimulated, { ...page, change: 'late' }, world.main)).total).toBe(2);
    expect(await counts()).toEqual(before);
    expect((await desk(world)).rehearsal).toMatchObject({ id: done.id, changed: 4 });
    // A draft changed since its dry run needs a new one.
    await server.ok(saveRule, rule('Later', { conditions: inCountry('FR') }), world.main);
    expect((await desk(world)).rehearsal).toBeNull();
  });

  it('names the orders that a rule decides today and none would; only who says so switches on all the same', async () => {
    const world = await openWorld(server);
    await world.take([
      makeOrder('US', { orderedAt: recently(1) }),
      makeOrder('CA', {
        orderedAt: recently(2),
        shipTo: { name: 'A', line1: 'B', city: 'C', postalCode: 'K1A 0B1', country: 'CA' },
      }),
    ]);
    const [pass] = (await desk(world)).rules;
    await server.ok(
      saveRule,
      { ...rule('US passes', { conditions: inCountry('US'), action: { decision: 'pass' } }), id: pass?.id ?? 0 },
      world.main,
    );
    expect(await simulate(world)).toMatchObject({ changed: 1, fallen: 1, changes: { status: 1 } });
    expect((await desk(world)).problems).toEqual([
      { problem: 'fallen', kind: 'review', rule: 'All pass', ruleId: pass?.id, count: 1, orders: ['CA'] },
    ]);
    const refused = await switchOn(world, ['shadowed']);
    expect([refused.status, refused.data]).toMatchObject([422, { error: 'orders.ruleProblems' }]);
    expect(refused.msg).toContain('CA');
    expect((await switchOn(world, ['fallen'])).status).toBe(200);
    const [version] = (await server.ok(listRuleVersions, { page: 1, pageSize: 30 }, world.main)).rows;
    expect(version).toMatchObject({ version: 2, overridden: ['fallen'], by: world.main.userLoginId });

    await world.take([
      makeOrder('CA-2', { shipTo: { name: 'A', line1: 'B', city: 'C', postalCode: 'K1A 0B1', country: 'CA' } }),
    ]);
    expect((await detail(world, 'CA-2')).history.at(-1)?.detail).toMatchObject({ unruled: true });
    expect((await server.ok(orderTabs, {}, world.main)).queues).toMatchObject({ unruled: 1 });
    expect((await server.ok(listOrders, { unruled: true }, world.main)).rows).toMatchObject([{ displayNo: 'CA-2' }]);
    expect(await desk(world)).toMatchObject({ unruled: 1 });
  });

  it('of twenty thousand orders is a job of many short transactions', async () => {
    const world = await openWorld(server);
    await owner(
      `with o as (insert into sales_order (company_id, shop_id, module_id, platform, platform_order_no, display_no, status, ordered_at, platform_updated_at,
           currency, goods_amount, shipping_amount, tax_amount, discount_amount, total_amount, summary, line_count, units, ship_to, country)
         select $1, $2, 410, 'shopify', 'L-' || n, 'L-' || n, 'shipped', now() - n * interval '1 second', now(), 'USD', n, 0, 0, 0, n % 100, '[]', 1, 1,
           '{"name":"A","line1":"B","city":"C","postalCode":"1","country":"US"}', 'US' from generate_series(1, 20000) n returning id)
       insert into order_line (company_id, order_id, platform_line_id, seller_sku, title, quantity, unit_price, discount, tax, product_id)
       select $1, o.id, '1', 'SKU-1', 'T', 1, 1, 0, 0, $3 from o`,
      [world.main.companyId, world.shop.id, world.productIds[0]],
    );
    const [pass] = (await desk(world)).rules;
    await server.ok(saveRule, rule('Dear ones wait', { conditions: atLeast('90') }), world.main);
    await server.ok(orderRules, { kind: 'review', ids: [-1, pass?.id ?? 0] }, world.main);
    const begun = await simulate(world, 30);
    expect(begun).toMatchObject({ state: 'queued', looked: 0 });
    expect((await switchOn(world)).data).toMatchObject({ error: 'orders.ruleRehearseFirst' });
    // Cancelled before it started; the next request is a new dry run.
    await server.ok(cancelDryRun, { id: begun.id }, world.main);
    expect((await desk(world)).rehearsal).toMatchObject({ id: begun.id, state: 'cancelled' });
    const again = await simulate(world, 30);
    await server.startWorker();
    const done = await server.until(async () => {
      const { rehearsal: dryRun } = await desk(world);
      return dryRun?.state === 'done' && dryRun;
    }, 300);
    expect(done).toMatchObject({ total: 20_000, looked: 20_000, changed: 2000, changes: { status: 2000 } });
    expect(done.id).toBe(again.id);
    const { exportId } = await server.ok(exportSimulated, { rehearsalId: again.id }, world.main);
    const file = await server.until(async () => {
      const { rows } = await server.ok(listExports, { page: 1, pageSize: 30 }, world.main);
      return rows.find(({ id, state }) => id === exportId && state === 'done');
    }, 120);
    expect(file).toMatchObject({ rowsTotal: 2000 });
    const [written] = await owner<{ rows: number; transactions: number }>(
      'select count(*)::int as rows, count(distinct xmin::text)::int as transactions from simulated_order where company_id = $1',
      [world.main.companyId],
    );
    expect(written).toEqual({ rows: 2000, transactions: 40 });
  });
});

describe('switching on', () => {
  it('is refused while a rule points to what is switched off, whatever else is overridden', async () => {
    const world = await openWorld(server);
    await server.ok(saveRule, rule('To the west', { kind: 'warehouse', action: { warehouseId: 999_999 } }), world.main);
    await simulate(world);
    expect((await desk(world)).problems).toMatchObject([{ problem: 'gone', rule: 'To the west' }]);
    expect((await switchOn(world, ['contradiction', 'shadowed', 'fallen'])).status).toBe(422);
    await server.ok(
      saveRule,
      { ...rule('To the west', { kind: 'warehouse', action: { warehouseId: world.warehouseId } }), id: -1 },
      world.main,
    );
    await simulate(world);
    expect((await switchOn(world)).status).toBe(200);
    await owner('update warehouse set enabled = false where company_id = $1', [world.main.companyId]);
    expect((await desk(world)).problems).toMatchObject([{ problem: 'gone', rule: 'To the west' }]);
  });

  it('is refused for another draft than the one that was seen', async () => {
    const world = await openWorld(server);
    await server.ok(saveRule, rule('A', { conditions: inCountry('FR') }), world.main);
    const observed = (await desk(world)).draft?.revision ?? 0;
    await server.ok(saveRule, rule('B', { conditions: inCountry('DE') }), world.main);
    await simulate(world);
    const answer = await server.call(switchOnRules, { revision: observed, override: [] }, world.main);
    expect([answer.status, answer.data]).toMatchObject([409, { error: 'orders.ruleDraftStale' }]);
  });

  it('keeps every version; an old one comes back as a draft, with its rules the same ones', async () => {
    const world = await openWorld(server);
    const [pass] = (await desk(world)).rules;
    const id = pass?.id ?? 0;
    await putRules(
      world,
      rule('French wait', { kind: 'priority', conditions: inCountry('FR'), action: { priority: 5 } }),
    );
    await server.ok(deleteRule, { id }, world.main);
    await simulate(world);
    await switchOn(world);
    const versions = async () =>
      (await server.ok(listRuleVersions, { page: 1, pageSize: 30 }, world.main)).rows.map(
        ({ version, rules, changes }) =>
          `${version}: ${rules}, ${changes.map(({ change, name }) => `${change} ${name}`).join(', ')}`,
      );
    const three = ['3: 1, removed All pass', '2: 2, added French wait', '1: 1, '];
    expect(await versions()).toEqual(three);

    await server.ok(restoreRules, { version: 1 }, world.main);
    await world.take([makeOrder('MEANWHILE')]);
    expect(await world.statusOf('MEANWHILE')).toBe('review');
    expect((await desk(world)).draft?.changes.map(({ change, name }) => `${change} ${name}`)).toEqual([
      'added All pass',
      'removed French wait',
    ]);
    await simulate(world);
    expect((await switchOn(world)).data).toMatchObject({ version: 4 });
    expect((await desk(world)).rules).toMatchObject([{ id, name: 'All pass', version: 4 }]);
    expect((await versions()).slice(1)).toEqual(three);
    await world.take([makeOrder('AFTER')]);
    expect(await world.statusOf('AFTER')).toBe('allocate');
  });
});
