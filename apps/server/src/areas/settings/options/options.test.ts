import { rights } from '@tradewind/contract/access/modules.ts';
import {
  delDropListData,
  getDropLists,
  getSelectZoot,
  listAudit,
  saveDropListData,
  saveOnedropList,
} from '@tradewind/contract/settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';

let server: TestServer;
let main: Person;
beforeAll(async () => {
  server = await testServer();
  main = await server.company();
});
afterAll(() => server.close());

const units = async (who = main) => (await server.ok(getSelectZoot, { zootId: 'product.unit' }, who)).list;
const add = (labelZh: string, more: object = {}) =>
  server.ok(saveOnedropList, { option: { zootId: 'product.unit', labelZh, ...more } }, main);

describe('§7 Dropdown options', () => {
  it('getSelectZoot: a new company has what is built in, for every user', async () => {
    const member = await server.member(main.companyId);
    const list = await units(member);
    expect(list.map((option) => option.value)).toEqual(['pcs', 'set', 'pair', 'box', 'bag', 'roll', 'm', 'kg']);
    expect(list[0]).toMatchObject({
      label: '个',
      labelEn: 'pcs',
      builtIn: true,
      enabled: true,
      zootId: 'product.unit',
    });
    expect((await server.call(getSelectZoot, { zootId: 'no.such' }, main)).status).toBe(404);
  });

  it('getDropLists: all lists, and the options beneath one', async () => {
    const { lists, list } = await server.ok(getDropLists, {}, main);
    expect(lists.map((one) => one.zootId)).toContain('cancel.reason');
    expect(list).toEqual([]);
    const { id } = await server.ok(
      saveOnedropList,
      { option: { zootId: 'product.label', labelZh: '广告', labelEn: 'Ads' } },
      main,
    );
    await server.ok(saveOnedropList, { option: { zootId: 'product.label', labelZh: '站内广告', rid: id } }, main);
    const below = await server.ok(getDropLists, { sonId: 'product.label', rid: id }, main);
    expect(below.list.map((option) => [option.labelZh, option.rid])).toEqual([['站内广告', id]]);
    expect(await server.ok(delDropListData, { ids: [id] }, main)).toEqual({ deleted: [], disabled: [id] });
  });

  it('delDropListData: what histories name is switched off', async () => {
    const { id } = await server.ok(saveOnedropList, { option: { zootId: 'cancel.reason', labelZh: '重复下单' } }, main);
    expect(await server.ok(delDropListData, { ids: [id] }, main)).toEqual({ deleted: [], disabled: [id] });
  });

  it('saveOnedropList: adds at the end, changes names and not the value, refuses one value twice', async () => {
    const { id } = await add('箱', { labelEn: 'carton' });
    expect((await units()).at(-1)).toMatchObject({ id, value: 'carton', label: '箱', builtIn: false });
    await server.ok(saveOnedropList, { option: { id, zootId: 'product.unit', labelZh: '大箱', value: 'x' } }, main);
    expect((await units()).at(-1)).toMatchObject({ id, value: 'carton', label: '大箱' });
    const twice = await server.call(saveOnedropList, { option: { zootId: 'product.unit', labelZh: 'pcs' } }, main);
    expect(twice).toMatchObject({ status: 400, data: { fields: [{ path: 'option.value' }] } });
    const { rows } = await server.ok(listAudit, { action: 'settings.optionAdded', text: 'product.unit' }, main);
    expect(rows[0]?.targetName).toBe('product.unit · 箱');
  });

  it('saveDropListData: all or none', async () => {
    const before = (await units()).length;
    const bad = await server.call(
      saveDropListData,
      {
        list: [
          { zootId: 'product.unit', labelZh: '桶' },
          { zootId: 'no.such', labelZh: '?' },
        ],
      },
      main,
    );
    expect(bad).toMatchObject({ status: 400, data: { fields: [{ path: 'list.1.zootId' }] } });
    expect(await units()).toHaveLength(before);
    const [first, second] = await units();
    const swap = [first, second].flatMap((option, i) =>
      option
        ? [{ id: option.id, zootId: 'product.unit', labelZh: option.labelZh, labelEn: option.labelEn, place: 1 - i }]
        : [],
    );
    await server.ok(saveDropListData, { list: swap }, main);
    expect((await units()).slice(0, 2).map((option) => option.value)).toEqual(['set', 'pcs']);
  });

  it('delDropListData: deletes what nobody uses; what is built in or in use is switched off', async () => {
    const [{ id: free }, { id: used }] = [await add('桶', { value: 'bucket' }), await add('板', { value: 'board' })];
    await server.app.database.owner.query(
      `insert into product (company_id, sku, name_zh, name_en, unit) values ($1, 'U-1', '板', 'Board', 'board')`,
      [main.companyId],
    );
    const builtIn = (await units()).find((option) => option.value === 'kg')?.id ?? 0;
    const ids = [free, used, builtIn];
    const answer = await server.ok(delDropListData, { ids }, main);
    expect(answer.deleted).toEqual([free]);
    expect(answer.disabled.toSorted()).toEqual([used, builtIn].toSorted());
    expect((await units()).find((option) => option.id === used)?.enabled).toBe(false);
    expect((await server.call(delDropListData, { ids: [free] }, main)).status).toBe(404);
  });

  it('is changed by those who may, in their company only', async () => {
    const reader = await server.member(main.companyId, [rights.dropdown.view]);
    expect((await server.call(delDropListData, { ids: [1] }, reader)).status).toBe(403);
    const other = await server.company('Other');
    const mine = (await units())[0]?.id ?? 0;
    expect((await server.call(delDropListData, { ids: [mine] }, other)).status).toBe(404);
  });
});
