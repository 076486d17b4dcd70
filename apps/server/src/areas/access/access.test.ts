import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getAlerts, getButton, getNum, type MenuItem, mainModelNew, search } from '@tradewind/contract/access.ts';
import { calls } from '@tradewind/contract/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type Person, type TestHouse } from '../../testing/harness.ts';
import { modules } from './modules.ts';
import { defineAlerts, defineBadge, defineSearch } from './public.ts';

defineBadge(452, async (tx) => tx.companyId * 10);
defineAlerts(['994:sync'], async (_tx, ctx) => [
  { key: 'old', level: 'info', text: ctx.language, path: '/a', at: new Date(1000) },
  { key: 'new', level: 'bad', text: ctx.language, path: '/b', at: new Date(2000) },
]);
defineSearch(['508'], async (_tx, ctx, text) => [
  { kind: 'product', id: ctx.companyId, title: text, detail: 'from the test', path: '/x' },
]);

let house: TestHouse;
let main: Person;
beforeAll(async () => {
  house = await openHouse();
  main = await house.company();
});
afterAll(() => house.close());

const flat = (items: MenuItem[]): MenuItem[] => items.flatMap((item) => [item, ...flat(item.children)]);
const idsOf = async (person: Person) => flat(await house.ok(mainModelNew, {}, person)).map((item) => item.id);

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
    const menu = await house.ok(mainModelNew, {}, main);
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
    expect(await idsOf(await house.member(main.companyId))).toEqual([100]);
    expect(await idsOf(await house.member(main.companyId, ['509', '509:pick', '504']))).toEqual([100, 500, 504, 509]);
    expect(await idsOf(await house.member(main.companyId, ['301']))).toEqual([100]);
  });

  it('gives the permitted buttons of a module', async () => {
    const picker = await house.member(main.companyId, ['509', '509:pick', '501:adjust']);
    expect(await house.ok(getButton, { modelId: 509 }, picker)).toEqual({ buttons: ['pick'] });
    expect(await house.ok(getButton, { modelId: 503 }, picker)).toEqual({ buttons: [] });
    expect((await house.ok(getButton, { modelId: 509 }, main)).buttons).toEqual(['receive', 'pick', 'pack', 'count']);
    expect(await house.ok(getButton, { modelId: 301 }, main)).toEqual({ buttons: [] });
    expect(await house.ok(getButton, { modelId: 77 }, main)).toEqual({ buttons: [] });
  });

  it('shows locked what the plan leaves out, and the server refuses it, main account or not', async () => {
    const small = await house.company('Basic');
    const member = await house.member(small.companyId, ['440', '440:add', '401']);
    const rules = calls.find(
      ({ call }) => Array.isArray(call.access) && call.access.length === 1 && call.access[0] === '440',
    )?.call;
    if (!rules) throw new Error('no call of module 440');
    for (const person of [small, member]) expect([400, 200]).toContain((await house.call(rules, {}, person)).status);
    await house.app.database.owner.query(`update company set plan = 'basic' where id = $1`, [small.companyId]);
    await house.app.database.owner.query(`select pg_notify('principals', $1)`, [`company:${small.companyId}`]);
    for (const person of [small, member]) {
      const refused = await house.until(async () => {
        const answer = await house.call(rules, {}, person);
        return answer.status === 403 && answer;
      });
      expect(refused.data).toMatchObject({ error: 'core.moduleLocked' });
      const menu = flat(await house.ok(mainModelNew, {}, person));
      expect(menu.find((item) => item.id === 440)?.checked).toBe('N');
      expect(menu.find((item) => item.id === 401)?.checked).toBe('Y');
      expect(await house.ok(getButton, { modelId: 440 }, person)).toEqual({ buttons: [] });
    }
    expect(await idsOf(await house.member(small.companyId, ['401']))).not.toContain(440);
  });
});

describe('what areas tell of', () => {
  it('counts badges of the modules that somebody may see', async () => {
    expect(await house.ok(getNum, {}, main)).toContainEqual({ modelId: 452, num: main.companyId * 10 });
    expect(await house.ok(getNum, {}, await house.member(main.companyId, ['401']))).toEqual([]);
  });

  it('rings for whoever has the right, newest first, in their language', async () => {
    const alerts = await house.ok(getAlerts, {}, main);
    expect(alerts.filter((a) => ['old', 'new'].includes(a.key)).map((a) => [a.key, a.text])).toEqual([
      ['new', 'zh'],
      ['old', 'zh'],
    ]);
    expect(await house.ok(getAlerts, {}, await house.member(main.companyId, ['994']))).toEqual([]);
    expect(await house.ok(getAlerts, {}, await house.member(main.companyId, ['994', '994:sync']))).toHaveLength(2);
  });

  it('finds for whoever has the right', async () => {
    const hits = await house.ok(search, { text: 'SKU' }, main);
    expect(hits).toContainEqual({
      kind: 'product',
      id: main.companyId,
      title: 'SKU',
      detail: 'from the test',
      path: '/x',
    });
    expect(await house.ok(search, { text: 'SKU' }, await house.member(main.companyId, ['501']))).not.toContainEqual(
      expect.objectContaining({ detail: 'from the test' }),
    );
  });
});
