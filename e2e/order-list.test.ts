import { rights } from '@tradewind/contract/access/modules.ts';
import {
  holdOrders,
  listOrders,
  listOrderTags,
  orderTabs,
  remarkOrders,
  resumeOrders,
  saveOrderTag,
  tagOrders,
} from '@tradewind/contract/orders.ts';
import { beforeAll, expect, test } from 'vitest';
import { LOOKS, nameOf, type Person, seriousFindings, somebody } from './person.ts';
import { inDatabase } from './workshop.ts';

let person: Person;
beforeAll(async () => {
  person = await somebody();
  await person.signIn('demo');
});

const bar = () => person.page.locator('.tw-toolbar');
const count = async (tab: RegExp) =>
  Number((await person.page.getByRole('tab', { name: tab }).locator('span').textContent())?.replace(/\D/g, ''));

test('orders are tagged and found by their tag', async () => {
  const { page } = person;
  await person.call(saveOrderTag, { name: 'VIP', colour: 'gold' });
  await person.go('/order/all');
  await person.settled();
  await page.getByRole('checkbox', { name: '勾选此行' }).nth(0).check();
  await page.getByRole('checkbox', { name: '勾选此行' }).nth(1).check();
  await person.act('打标签');
  const dialog = page.getByRole('dialog', { name: '给 2 个订单打标签' });
  await dialog.getByRole('button', { name: '管理标签' }).click();
  const tags = page.getByRole('dialog', { name: '订单标签' });
  await tags.getByLabel('新标签').fill('加急');
  await tags.getByRole('button', { name: '新增标签' }).click();
  await tags.getByLabel('标签名称 加急').waitFor();
  await person.picture('list-tags-managed');
  await tags.getByRole('button', { name: 'Close' }).or(tags.locator('.ant-modal-close')).first().click();
  await dialog.getByLabel('添加标签').click();
  await page.locator('.ant-select-item-option:visible', { hasText: '加急' }).click();
  await page.locator('.ant-select-item-option:visible', { hasText: 'VIP' }).click();
  await page.keyboard.press('Escape');
  await person.picture('list-tag-dialog');
  await dialog.getByRole('button', { name: '保存标签' }).click();
  // The dialog is gone before its orders are tagged.
  await page.getByText('打标签：2 项已完成').waitFor();
  // They stay ticked for the next act.
  await person.settled();
  expect(await bar().getByRole('status').textContent()).toBe('已选 2 项');
  const { list } = await person.call(listOrderTags, {});
  const urgent = list.find((tag) => tag.name === '加急')?.id ?? 0;
  expect((await person.call(listOrders, { tagId: urgent })).total).toBe(2);
  await person.go(`/order/all?tagId=${urgent}`);
  await page.locator('.tw-count', { hasText: '共 2 条' }).waitFor();
  expect(await page.locator('tbody tr').filter({ hasText: '加急' }).count()).toBe(2);
});

test('a view is shared with the company and applied again', async () => {
  const { page } = person;
  await person.go('/order/all?country=US');
  await page.getByRole('button', { name: '常用筛选' }).click();
  await page.getByLabel('为当前筛选命名').fill('美国订单');
  await page.getByLabel('共享给公司所有人').check();
  await page.getByRole('button', { name: /^保\s*存$/ }).click();
  await page.getByRole('button', { name: '清除筛选' }).click();
  await page.getByRole('button', { name: '常用筛选' }).click();
  await page.getByText('已共享').waitFor();
  await person.picture('list-views');
  await page.getByRole('button', { name: /^美国订单/ }).click();
  await page.waitForURL(/country=US/);
});

test('the numbers on the tabs follow what others do while one looks', async () => {
  await person.go('/order/all');
  await person.settled();
  const before = await count(/^搁置/);
  const { counts } = await person.call(orderTabs, { moduleId: rights.order.id });
  expect(before).toBe(counts.held ?? 0);
  const waiting = await Promise.all(
    (['review', 'allocate', 'ready'] as const).map((status) => person.call(listOrders, { status, pageSize: 10 })),
  );
  const ids = waiting.flatMap(({ rows }) => rows.map((row) => row.id)).slice(0, 10);
  const { done, failed } = await person.call(holdOrders, { ids });
  expect(done, JSON.stringify({ ids, failed })).toBeGreaterThan(0);
  await expect.poll(() => count(/^搁置/)).toBe(before + done);
  // So does the number in the menu, without a reload.
  const badge = person.page.getByRole('menuitem', { name: /^全部订单/ }).locator('.tw-nav-count');
  const exceptions = await count(/^异常/);
  await expect.poll(async () => Number(await badge.textContent())).toBe(before + done + exceptions);
  // The rows follow, too.
  await person.tab(/^搁置/);
  await person.page.locator('.tw-count', { hasText: `共 ${before + done} 条` }).waitFor();
  const { done: released } = await person.call(resumeOrders, { ids: ids.slice(0, 1) });
  expect(released).toBe(1);
  await person.page.locator('.tw-count', { hasText: `共 ${before + done - 1} 条` }).waitFor();
});

test('an order that an act takes out of the list is still the open one, and people go on from its place', async () => {
  const { page } = person;
  await person.go('/order/all?status=ready');
  await person.settled();
  const numbers = await page.locator('tbody .tw-order-no .tw-figure').allTextContents();
  const drawer = page.locator('.tw-detail');
  const title = () => drawer.locator('h2').textContent();
  await page.locator('tbody .tw-row-open').first().click();
  await expect.poll(title).toContain(numbers[0]);
  await person.settled();
  // One primary button, which is what the order needs next.
  expect(await drawer.locator('.tw-detail-actions .ant-btn-primary').allTextContents()).toEqual(['生成波次']);
  await drawer.getByRole('button', { name: /^搁\s*置$/ }).click();
  await page.getByText(`${numbers[0]} 已搁置`).waitFor();
  await page
    .locator('.ant-message')
    .getByRole('button', { name: /^关\s*闭$/ })
    .click();
  await page.locator('.ant-message-notice').waitFor({ state: 'detached' });
  await page
    .locator('tbody tr')
    .filter({ hasText: numbers[0] ?? '' })
    .waitFor({ state: 'detached' });
  await person.settled();
  expect(await title()).toContain(numbers[0]);
  expect(await page.locator('tbody tr[data-open], tbody tr[data-cursor]').count()).toBe(0);
  expect(await drawer.locator('.tw-detail-actions .ant-btn-primary').allTextContents()).toEqual(['恢复处理']);
  await page.keyboard.press('ArrowDown');
  await expect.poll(title).toContain(numbers[1]);
  expect(await page.locator('tbody tr[data-open] .tw-order-no .tw-figure').textContent()).toBe(numbers[1]);
  await page.goBack();
  await drawer.waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).toContain('#/order/all?status=ready');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: '键盘快捷键' }).waitFor();
  await person.picture('shortcuts');
  await page.keyboard.press('Escape');
});

test('the menu lists the platforms with a shop, and all of them for who prefers that', async () => {
  const { page } = person;
  const nav = page.getByRole('navigation', { name: '主菜单' });
  const temu = nav.getByRole('menuitem', { name: /^Temu/ });
  const prefer = async () => {
    await page.getByRole('button', { name: /用户菜单/ }).click();
    await page.getByRole('menuitem', { name: '菜单显示全部平台' }).click();
  };
  await person.go('/order/all');
  await nav.getByRole('menuitem', { name: /^Shopify/ }).waitFor();
  expect(await temu.isVisible()).toBe(false);
  await nav.getByText('连接平台').click();
  await temu.waitFor();
  await prefer();
  await nav.getByText('连接平台').waitFor({ state: 'detached' });
  expect(await temu.isVisible()).toBe(true);
  await prefer();
  await nav.getByText('连接平台').waitFor();
});

test('rows tell what a clerk decides by', async () => {
  const { rows } = await person.call(listOrders, { pageSize: 30 });
  await person.call(remarkOrders, { ids: rows.slice(2, 4).map((row) => row.id), remark: '先电话确认' });
  const { list } = await person.call(listOrderTags, {});
  await person.call(tagOrders, { ids: rows.slice(4, 6).map((row) => row.id), add: list.map((tag) => tag.id) });
  await inDatabase(`update sales_order set buyer_note = 'Please ring twice' where id = $1`, [rows[1]?.id]);
  const faults: string[] = [];
  for (const look of LOOKS) {
    const somebodyElse = await somebody(look);
    await somebodyElse.signIn('demo');
    for (const [name, query] of [
      ['all', ''],
      ['allocate', '?status=allocate'],
      ['more', '?dateKind=shipped&from=2026-01-01&marks=note,remark&unitsFrom=1'],
    ]) {
      await somebodyElse.go(`/order/all${query}`);
      await somebodyElse.settled();
      await somebodyElse.picture(`list-${name}-${nameOf(look)}`);
    }
    faults.push(...(await seriousFindings(somebodyElse.page)), ...somebodyElse.complaints);
    await somebodyElse.close();
  }
  expect(faults).toEqual([]);
});
