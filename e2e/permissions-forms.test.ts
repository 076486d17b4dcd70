import { getRights, listRoles, saveRights, saveRole } from '@tradewind/contract/access.ts';
import { getOneUserForUpdate, listMembers, saveDepartment, saveOrUpdateUser } from '@tradewind/contract/identity.ts';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Person, seriousFindings, somebody } from './person.ts';

const PASSWORD = 'FirstPassword26';
const RATES = 999;
const PRODUCTS = 201;
const run = Date.now().toString(36);

let boss: Person;
let people = 0;
beforeAll(async () => {
  boss = await somebody();
  await boss.signIn('demo');
});

async function newMember(name: string, departmentId?: number): Promise<string> {
  const userLoginId = `rights.${run}.${++people}`;
  const user = { userLoginId, name, email: `${userLoginId}@e2e.invalid`, password: PASSWORD };
  await boss.call(saveOrUpdateUser, { user: { ...user, ...(departmentId ? { departmentId } : {}) } });
  return userLoginId;
}
/** The line of a module in the picker: its own box first, then its buttons. */
const module = (within: Locator, name: string) =>
  within.locator('.tw-rights-row').filter({ has: within.page().getByRole('checkbox', { name, exact: true }) });
const tick = (within: Locator, name: string) => within.getByRole('checkbox', { name, exact: true }).first().check();
const press = (within: Locator, name: string | RegExp) => within.getByRole('button', { name }).click();
const drawerOf = ({ page }: Person) => page.locator('.ant-drawer-section:visible').last();
const preview = ({ page }: Person) => page.getByRole('dialog', { name: '保存后的变化' });
/** Who would see no shop and no warehouse is asked about first. */
const saveAnyway = async ({ page }: Person, name: string) => {
  const question = page.locator('.ant-modal-confirm', { hasText: `${name} 没有任何店铺和仓库` });
  await question.getByRole('button', { name: '仍要保存' }).click();
};
const answered = (person: Person) => preview(person).getByRole('listitem').allTextContents();

test('a role is added and used; whoever got it keeps what they have when it changes', async () => {
  const { page } = boss;
  const login = await newMember('角色成员');
  const name = `仓管 ${run}`;
  await boss.go('/system/account/permission?tab=roles');
  await press(page.locator('main'), '新增角色');
  const drawer = drawerOf(boss);
  await drawer.getByLabel('角色名称').fill(name);
  await tick(drawer, '查看成本价');
  await tick(drawer, '汇率');
  await press(drawer, '保存角色');
  await page.getByText('角色已保存').first().waitFor();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByText('1 个模块、0 个操作 · 查看成本价').waitFor();

  await press(row, /套\s*用/);
  const use = page.getByRole('dialog', { name: `套用角色“${name}”` });
  await use.getByRole('combobox').fill('角色成员');
  await page.getByTitle('角色成员').last().click();
  await page.keyboard.press('Escape');
  await press(use, '查看变化');
  await preview(boss).getByRole('listitem').first().waitFor();
  expect(await answered(boss)).toEqual([
    '角色成员将可以打开：汇率',
    '角色成员将可以查看成本价（范围：0 个店铺、0 个仓库）',
  ]);
  await press(preview(boss), '确认保存');
  await preview(boss).waitFor({ state: 'detached' });
  const had = await boss.call(getRights, { userLoginId: login });
  expect(had.models.map(({ modelId }) => modelId)).toEqual([RATES]);

  const id = (await boss.call(listRoles, {})).find((role) => role.name === name)?.id ?? 0;
  const changed = { id, version: 1, name, models: [{ modelId: PRODUCTS, buttons: [] }], permissions: [] };
  await boss.call(saveRole, changed);
  expect(await boss.call(getRights, { userLoginId: login })).toEqual(had);
});

test('of two who change one role the second is told; a copy stands beside it until it is deleted', async () => {
  const { page } = boss;
  const name = `复核 ${run}`;
  await boss.call(saveRole, { name, models: [{ modelId: RATES, buttons: [] }], permissions: ['seeCost'] });
  await boss.go('/system/account/permission?tab=roles');
  await page.reload();
  const row = page.getByRole('row', { name: new RegExp(name) });
  const drawer = drawerOf(boss);
  const other = await somebody();
  await other.signIn('demo');
  await other.go('/system/account/permission?tab=roles');
  await press(other.page.getByRole('row', { name: new RegExp(name) }), /编\s*辑/);
  const second = drawerOf(other);
  await second.getByText('已套用的成员仍保留现有权限').waitFor();
  await press(row, /编\s*辑/);
  await drawer.getByRole('textbox', { name: '备注' }).fill('白班');
  await module(drawer, '汇率').getByRole('checkbox').first().uncheck();
  await tick(drawer, '产品档案');
  await press(drawer, '保存角色');
  await row.getByText('白班').waitFor();
  await second.getByRole('textbox', { name: '备注' }).fill('夜班');
  await press(second, '保存角色');
  await second.getByText(/演示账号 已在 .* 修改过/).waitFor();
  expect(await second.getByRole('textbox', { name: '备注' }).inputValue()).toBe('夜班');
  await other.picture('role-second-editor');
  expect(await seriousFindings(other.page)).toEqual([]);
  await press(second, '重新加载');
  await expect.poll(() => drawerOf(other).getByRole('textbox', { name: '备注' }).inputValue()).toBe('白班');
  await other.close();

  await press(row, /复\s*制/);
  await press(drawerOf(boss), '保存角色');
  const copy = page.getByRole('row', { name: new RegExp(`${name} 副本`) });
  await copy.waitFor();
  await boss.picture('roles');
  expect(await seriousFindings(page)).toEqual([]);
  const roles = (await boss.call(listRoles, {})).filter((role) => role.name.startsWith(name));
  expect(roles.map(({ models, permissions }) => ({ models, permissions }))).toEqual([
    { models: [{ modelId: PRODUCTS, buttons: [] }], permissions: ['seeCost'] },
    { models: [{ modelId: PRODUCTS, buttons: [] }], permissions: ['seeCost'] },
  ]);
  await press(copy, /删\s*除/);
  await press(page.getByRole('dialog', { name: /删除角色/ }), /删\s*除/);
  await copy.waitFor({ state: 'detached' });
});

test('rights and scope of a member are given after they were read in words; viewing as them shows just that', async () => {
  const { page } = boss;
  const none = { parentId: null, supervisorId: null };
  const department = await boss.call(saveDepartment, { ...none, name: `华东 ${run}` });
  const login = await newMember('权限成员', department.id);
  const { shops, warehouses } = await boss.call(getRights, { userLoginId: login });
  const [shop, later] = shops;
  const [warehouse] = warehouses;
  if (!shop || !later || !warehouse) throw new Error('the demo has shops and warehouses');

  await boss.go(`/system/account/permission?user=${login}`);
  const drawer = drawerOf(boss);
  await tick(drawer, '汇率');
  await tick(drawer, '产品档案');
  await tick(module(drawer, '产品档案'), '编辑');
  await press(drawer, '保存权限');
  await saveAnyway(boss, '权限成员');
  await preview(boss).getByRole('listitem').first().waitFor();
  await press(preview(boss), '返回修改');
  await drawer.getByRole('tab', { name: '数据范围' }).click();
  await tick(drawer, '查看成本价');
  await tick(drawer, shop.name);
  await tick(drawer, warehouse.name);
  await boss.picture('rights-scope');
  expect(await seriousFindings(page)).toEqual([]);
  await press(drawer, '保存权限');
  await expect
    .poll(() => answered(boss))
    .toEqual([
      '权限成员将可以打开：产品档案、汇率',
      '权限成员将可以在“产品档案”中：编辑',
      '权限成员将可以查看成本价（范围：1 个店铺、1 个仓库）',
      `权限成员将看到 1 个店铺的数据：${shop.name}（其中 1 人可看成本价，0 人可看买家资料）`,
      `权限成员将看到 1 个仓库的数据：${warehouse.name}（其中 1 人可看成本价）`,
    ]);
  await boss.picture('rights-preview');
  await press(preview(boss), '确认保存');
  await page.getByText('权限已保存，立即生效').first().waitFor();
  expect(await boss.call(getRights, { userLoginId: login })).toMatchObject({
    models: [
      { modelId: PRODUCTS, buttons: ['edit'] },
      { modelId: RATES, buttons: [] },
    ],
    permissions: ['seeCost'],
    shopIds: [shop.id],
    warehouseIds: [warehouse.id],
  });

  await boss.go('/system/account/permission?tab=departments');
  await press(page.getByRole('row', { name: new RegExp(`华东 ${run}`) }), '数据范围');
  await tick(drawerOf(boss), later.name);
  await press(drawerOf(boss), '保存范围');
  await expect
    .poll(() => answered(boss))
    .toEqual([
      `部门“华东 ${run}”的成员（包括今后加入的）将看到 1 个店铺：${later.name}`,
      `权限成员将看到 1 个店铺的数据：${later.name}（其中 1 人可看成本价，0 人可看买家资料）`,
    ]);
  await press(preview(boss), '确认保存');
  await page.getByText('部门数据范围已保存，立即生效').first().waitFor();
  const now = await boss.call(getRights, { userLoginId: login });
  expect(now.shops.filter(({ byDepartment }) => byDepartment).map(({ id }) => id)).toEqual([later.id]);

  await boss.go(`/system/account/permission?user=${login}`);
  await press(drawerOf(boss), '以其身份查看');
  await page.getByText('您（演示账号）正在以“权限成员”的身份查看，只能看，不能修改。').waitFor();
  const nav = page.getByRole('navigation', { name: '主菜单' });
  await nav.getByText('产品', { exact: true }).click();
  await nav.getByText('系统设置').click();
  await nav.getByText('汇率').waitFor();
  const entries = (await nav.getByRole('menuitem').allTextContents()).map((entry) => entry.trim());
  expect(entries).toEqual(['首页', '产品', '产品档案', '系统设置', '汇率']);
  await boss.picture('viewing-as');
  await press(page.locator('.tw-viewing'), '结束查看');
  await page.locator('.tw-viewing').waitFor({ state: 'detached' });
  await nav.getByText('仓库', { exact: true }).first().waitFor();
});

test('of two who change one member’s rights the second is told, keeps their ticks, and reads what they would undo', async () => {
  const { page } = boss;
  const login = await newMember('两人修改');
  await boss.go(`/system/account/permission?user=${login}`);
  const drawer = drawerOf(boss);
  await tick(drawer, '汇率');
  await boss.call(saveRights, {
    userLoginId: login,
    models: [{ modelId: PRODUCTS, buttons: [] }],
    permissions: [],
    shopIds: [],
    warehouseIds: [],
  });
  await press(drawer, '保存权限');
  await saveAnyway(boss, '两人修改');
  await preview(boss).getByRole('listitem').first().waitFor();
  await press(preview(boss), '确认保存');
  await page
    .getByText(/演示账号 已在 .* 修改过/)
    .first()
    .waitFor();
  await preview(boss).waitFor({ state: 'detached' });
  expect(await drawer.getByRole('checkbox', { name: '汇率', exact: true }).isChecked()).toBe(true);
  await boss.settled();
  await press(drawer, '保存权限');
  await saveAnyway(boss, '两人修改');
  await expect.poll(() => answered(boss)).toEqual(['两人修改将可以打开：汇率', '两人修改将不能再打开：产品档案']);
  await press(preview(boss), '返回修改');
  await tick(drawer, '产品档案');
  await press(drawer, '保存权限');
  await saveAnyway(boss, '两人修改');
  await expect.poll(() => answered(boss)).toEqual(['两人修改将可以打开：汇率']);
  await press(preview(boss), '确认保存');
  await page.getByText('权限已保存，立即生效').first().waitFor();
  const { models } = await boss.call(getRights, { userLoginId: login });
  expect(models.map(({ modelId }) => modelId)).toEqual([PRODUCTS, RATES]);
});

test('of two who edit one member the second is told by name and time, and nothing they typed is lost', async () => {
  const { page } = boss;
  const login = await newMember('两人编辑');
  const { rows } = await boss.call(listMembers, { text: login });
  await boss.go(`/system/account?open=${rows[0]?.id}`);
  await press(page.getByRole('dialog', { name: new RegExp(login) }), /编\s*辑/);
  const form = page.getByRole('dialog', { name: /^编辑 · / });
  await form.getByLabel('手机').fill('0574-1234');
  const { id, version, name, email } = await boss.call(getOneUserForUpdate, { userLoginId: login });
  await boss.call(saveOrUpdateUser, { user: { id, version, name: '先到的人', email } });
  await press(form, '保存账号');
  await form.getByText(/演示账号 已在 .* 修改过/).waitFor();
  expect([await form.getByLabel('手机').inputValue(), name]).toEqual(['0574-1234', '两人编辑']);
  await boss.picture('member-second-editor');
  expect(await seriousFindings(page)).toEqual([]);
  await press(form, '重新加载');
  await expect.poll(() => form.getByLabel('姓名').inputValue()).toBe('先到的人');
  expect(boss.complaints).toEqual([]);
});
