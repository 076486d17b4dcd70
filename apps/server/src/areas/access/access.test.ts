import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { rights } from '@tradewind/contract/access/modules.ts';
import { getAlerts, getButton, getNum, type MenuItem, mainModelNew, search } from '@tradewind/contract/access.ts';
import { calls } from '@tradewind/contract/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';
import { modules } from './modules.ts';
import { defineAlerts, defineBadge, defineSearch } from './public.ts';

defineBadge(rights.transitLeg.id, async (tx) => tx.companyId * 10);
defineAlerts([rights.salesChannel.sync], async (_tx, ctx) => [
  { key: 'old', level: 'info', text: ctx.language, path: '/a', at: new Date(1000) },
  { key: 'new', level: 'bad', text: ctx.language, path: '/b', at: new Date(2000) },
]);
defineSearch([rights.stockRecord.view], async (_tx, ctx, text) => [
  { kind: 'product', id: ctx.companyId, title: text, detail: 'from the test', path: '/x' },
]);

let server: TestServer;
let main: Person;
beforeAll(async () => {
  server = await testServer();
  main = await server.company();
});
afterAll(() => server.close());

const flat = (items: MenuItem[]): MenuItem[] => items.flatMap((item) => [item, ...flat(item.children)]);
const idsOf = async (person: Person) => flat(await server.ok(mainModelNew, {}, person)).map((item) => item.id);

describe('the tree of modules', () => {
  it('has each id and each path once, and groups that exist', () => {
    expect(new Set(modules.map((m) => m.id)).size).toBe(modules.length);
    const paths = modules.map((m) => m.path).filter((path) => path !== '#');
    expect(new Set(paths).size).toBe(paths.length);
    const groups = new Set(modules.filter((m) => m.path === '#').map((m) => m.id));
    for (const module of modules) if (module.group !== 0) expect(groups.has(module.group)).toBe(true);
    for (const module of modules) if (groups.has(module.id)) expect(module.component).toBe('');
  });

  it('names modules and buttons that calls ask for, and no others are asked for', () => {
    const known = new Set(modules.flatMap((m) => [String(m.id), ...m.buttons.map((button) => `${m.id}:${button}`)]));
    const unknown = calls.flatMap(({ area, name, call }) =>
      Array.isArray(call.access)
        ? call.access.filter((right) => !known.has(right)).map((r) => `${area}.${name} ${r}`)
        : [],
    );
    expect(unknown).toEqual([]);
  });
});

describe('the menu', () => {
  it('shows a main account every module that is built, in groups, with Home in front', async () => {
    const menu = await server.ok(mainModelNew, {}, main);
    expect(menu[0]).toMatchObject({ id: 100, path: '/Mainpage', meta: { affix: true } });
    const built = modules.filter((m) => m.component !== '').map((m) => m.id);
    const shown = flat(menu);
    expect(
      shown
        .filter((item) => item.component !== 'Layout')
        .map((item) => item.id)
        .sort(),
    ).toEqual([...built].sort());
    for (const item of shown) {
      expect(item.children.length > 0).toBe(item.component === 'Layout');
      expect(item.checked).toBe('Y');
      expect(item.meta.titleZh && item.meta.titleEn && item.name).toBeTruthy();
    }
    expect(shown.find((item) => item.id === 402)).toMatchObject({
      path: '/Amazon',
      component: 'orders/OrderList',
      label: '亚马逊北美',
    });
  });

  it('has a page of the web behind every module', async () => {
    const web = join(import.meta.dirname, '../../../../web/src/areas');
    const missing: string[] = [];
    for (const { component } of modules.filter((m) => m.component !== '')) {
      const [area = '', page] = component.split('/');
      const pages: string[] = await readdir(join(web, area, 'pages')).catch(() => []);
      if (!pages.includes(`${page}.tsx`)) missing.push(component);
    }
    expect([...new Set(missing)]).toEqual([]);
  });

  it('shows a member what is granted, and Home', async () => {
    expect(await idsOf(await server.member(main.companyId))).toEqual([rights.home.id]);
    expect(
      await idsOf(
        await server.member(main.companyId, [rights.scanStation.view, rights.scanStation.pick, rights.picking.view]),
      ),
    ).toEqual([100, 500, 504, 509]);
    expect(await idsOf(await server.member(main.companyId, [rights.distributor.view]))).toEqual([100]);
  });

  it('gives the permitted buttons of a module', async () => {
    const picker = await server.member(main.companyId, [
      rights.scanStation.view,
      rights.scanStation.pick,
      rights.stock.adjust,
    ]);
    expect(await server.ok(getButton, { modelId: rights.scanStation.id }, picker)).toEqual({ buttons: ['pick'] });
    expect(await server.ok(getButton, { modelId: rights.outbound.id }, picker)).toEqual({ buttons: [] });
    expect((await server.ok(getButton, { modelId: rights.scanStation.id }, main)).buttons).toEqual([
      'receive',
      'pick',
      'pack',
      'count',
    ]);
    expect(await server.ok(getButton, { modelId: rights.distributor.id }, main)).toEqual({ buttons: [] });
    expect(await server.ok(getButton, { modelId: 77 }, main)).toEqual({ buttons: [] });
  });

  it('shows locked what the plan leaves out, and the server refuses it, main account or not', async () => {
    const small = await server.company('Basic');
    const member = await server.member(small.companyId, [
      rights.orderRule.view,
      rights.orderRule.add,
      rights.order.view,
    ]);
    const rules = calls.find(
      ({ call }) => Array.isArray(call.access) && call.access.length === 1 && call.access[0] === rights.orderRule.view,
    )?.call;
    if (!rules) throw new Error('no call of order rules');
    for (const person of [small, member]) expect([400, 200]).toContain((await server.call(rules, {}, person)).status);
    await server.app.database.owner.query(`update company set plan = 'basic' where id = $1`, [small.companyId]);
    await server.app.database.owner.query(`select pg_notify('principals', $1)`, [`company:${small.companyId}`]);
    for (const person of [small, member]) {
      const refused = await server.until(async () => {
        const answer = await server.call(rules, {}, person);
        return answer.status === 403 && answer;
      });
      expect(refused.data).toMatchObject({ error: 'core.moduleLocked' });
      const menu = flat(await server.ok(mainModelNew, {}, person));
      expect(menu.find((item) => item.id === 440)?.checked).toBe('N');
      expect(menu.find((item) => item.id === 401)?.checked).toBe('Y');
      expect(await server.ok(getButton, { modelId: rights.orderRule.id }, person)).toEqual({ buttons: [] });
    }
    expect(await idsOf(await server.member(small.companyId, [rights.order.view]))).not.toContain(440);
  });
});

describe('what areas tell of', () => {
  it('counts badges of the modules that somebody may see', async () => {
    expect(await server.ok(getNum, {}, main)).toContainEqual({
      modelId: rights.transitLeg.id,
      num: main.companyId * 10,
    });
    expect(await server.ok(getNum, {}, await server.member(main.companyId, [rights.order.view]))).toEqual([]);
  });

  it('rings for whoever has the right, newest first, in their language', async () => {
    const alerts = await server.ok(getAlerts, {}, main);
    expect(alerts.filter((a) => ['old', 'new'].includes(a.key)).map((a) => [a.key, a.text])).toEqual([
      ['new', 'zh'],
      ['old', 'zh'],
    ]);
    expect(await server.ok(getAlerts, {}, await server.member(main.companyId, [rights.salesChannel.view]))).toEqual([]);
    expect(
      await server.ok(
        getAlerts,
        {},
        await server.member(main.companyId, [rights.salesChannel.view, rights.salesChannel.sync]),
      ),
    ).toHaveLength(2);
  });

  it('finds for whoever has the right', async () => {
    const hits = await server.ok(search, { text: 'SKU' }, main);
    expect(hits).toContainEqual({
      kind: 'product',
      id: main.companyId,
      title: 'SKU',
      detail: 'from the test',
      path: '/x',
    });
    expect(
      await server.ok(search, { text: 'SKU' }, await server.member(main.companyId, [rights.stock.view])),
    ).not.toContainEqual(expect.objectContaining({ detail: 'from the test' }));
  });
});
