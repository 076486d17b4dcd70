import { getDepartmentList, saveDepartment } from '@tradewind/contract/identity.ts';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany } from './workshop.ts';

const INDENT = 80;
let boss: Person;
beforeAll(async () => {
  boss = await somebody();
  await foundCompany(boss);
  const none = { parentId: null, supervisorId: null };
  const { id } = await boss.call(saveDepartment, { ...none, name: '销售部' });
  await boss.call(saveDepartment, { ...none, name: '华东组', parentId: id });
  await boss.call(saveDepartment, { ...none, name: '仓储部' });
});

/** The tree as lines, each further in by its depth. */
const tree = async () =>
  (await boss.call(getDepartmentList, {})).list.map(({ name, depth }) => `${'-'.repeat(depth)}${name}`);
const row = (name: string): Locator => boss.page.locator('.ant-tree-treenode', { hasText: name });

/** As a hand does it: pressed, moved in steps, let go. To the right puts it beneath what it is dropped on. */
async function drag(name: string, onto: string, right: number): Promise<void> {
  const { mouse } = boss.page;
  const [from, to] = [await row(name).boundingBox(), await row(onto).boundingBox()];
  if (!from || !to) throw new Error('not on the screen');
  const x = from.x + 60;
  await mouse.move(x, from.y + from.height / 2);
  await mouse.down();
  await mouse.move(x + 4, from.y + from.height / 2 + 4, { steps: 2 });
  await mouse.move(x + right, to.y + to.height * 0.75, { steps: 8 });
  await mouse.move(x + right + 1, to.y + to.height * 0.75, { steps: 2 });
  await mouse.up();
}

test('a department is dragged beneath another one and out again', async () => {
  await boss.go('/system/department');
  await row('仓储部').waitFor();
  expect(await tree()).toEqual(['销售部', '-华东组', '仓储部']);
  await drag('仓储部', '销售部', INDENT);
  await boss.page.getByText('部门已移动').first().waitFor();
  await expect.poll(tree).toEqual(['销售部', '-仓储部', '-华东组']);
  await row('仓储部').waitFor();
  await boss.picture('departments-dragged');
});

test('dragged beneath its own child it stays, and the reason is said', async () => {
  const before = await tree();
  await drag('销售部', '华东组', INDENT);
  await boss.page.getByText('部门不能移动到自己或下级部门之下').first().waitFor();
  expect(await tree()).toEqual(before);
});

test('without a mouse: the form moves it, and refuses its own child at the field', async () => {
  const { page } = boss;
  const choose = async (department: string, parent: string) => {
    const edit = page.getByRole('button', { name: /编\s*辑/ }).first();
    await page.getByRole('tree').focus();
    const active = page.locator('.ant-tree-treenode-active');
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press('ArrowDown');
      if ((await active.textContent())?.includes(department)) break;
    }
    await page.keyboard.press('Space');
    await page.getByRole('heading', { name: department }).waitFor();
    await edit.focus();
    await page.keyboard.press('Enter');
    const field = page.getByRole('dialog').getByRole('combobox', { name: '上级部门' });
    await field.focus();
    await page.keyboard.type(parent);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: '保存部门' }).focus();
    await page.keyboard.press('Enter');
  };
  await choose('华东组', '仓储部');
  await expect.poll(tree).toEqual(['销售部', '-仓储部', '--华东组']);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await choose('销售部', '华东组');
  const refused = page.getByRole('dialog').getByText('部门不能移动到自己或下级部门之下');
  await refused.waitFor();
  await boss.picture('departments-own-child');
  expect(await seriousFindings(page)).toEqual([]);
  expect(await tree()).toEqual(['销售部', '-仓储部', '--华东组']);
  expect(boss.complaints).toEqual([]);
});
