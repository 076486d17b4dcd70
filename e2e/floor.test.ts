import { channelOptions, saveChannel } from '@tradewind/contract/logistics.ts';
import { getFloorPlan, listLocations } from '@tradewind/contract/warehouse.ts';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Person, seriousFindings, somebody } from './person.ts';
import { isOneStory } from './story.ts';
import { BIN, foundCompany, furnish, type Workshop } from './workshop.ts';

let person: Person;
let workshop: Workshop;

beforeAll(async () => {
  person = await somebody();
  await foundCompany(person);
  workshop = await furnish(person, ['MUG-RED']);
});

// One floor's way from codes to moved goods: where a step fails, the ones after it have nothing to go on with.
isOneStory();

const plan = () => person.call(getFloorPlan, { houseId: workshop.warehouseId });
const placeOf = async (area: string, shelf: string) =>
  (await plan()).bays.find((bay) => bay.area === area && bay.shelf === shelf)?.place;

async function middle(of: Locator): Promise<{ x: number; y: number }> {
  const box = await of.boundingBox();
  if (!box) throw new Error('not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(from: Locator, to: { x: number; y: number }): Promise<void> {
  const at = await middle(from);
  const { mouse } = person.page;
  await mouse.move(at.x, at.y);
  await mouse.down();
  await mouse.move((at.x + to.x) / 2, (at.y + to.y) / 2, { steps: 4 });
  await mouse.move(to.x, to.y, { steps: 4 });
  await mouse.up();
}

test('what is generated stands on the plan', async () => {
  const { page } = person;
  await person.go('/warehouse/location');
  await page.getByRole('button', { name: '批量生成' }).first().click();
  const form = page.getByRole('dialog', { name: '批量生成' });
  await form.getByLabel('区', { exact: true }).fill('B');
  await form.getByLabel('容量').fill('50');
  await form.getByRole('button', { name: '生成库位' }).click();
  await form.waitFor({ state: 'hidden' });
  const { rows } = await person.call(listLocations, { houseId: workshop.warehouseId, text: 'B-' });
  expect(rows.every((row) => row.capacity === 50 && row.place)).toBe(true);

  await page.getByText('平面图', { exact: true }).click();
  await page.getByRole('img', { name: /按比例画的货架/ }).waitFor();
  await page.getByLabel('查找库位').click();
  await page.getByLabel('查找库位').fill('B-03-02-04');
  await page.getByTitle('B-03-02-04').last().click();
  const found = page.locator('[data-found]');
  await found.waitFor();
  await found.click();
  await page.getByRole('dialog').getByRole('heading', { name: 'B-03-02-04' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await seriousFindings(page)).toEqual([]);
});

test('racks are dragged, those without a place onto the floor', async () => {
  const { page } = person;
  const before = await placeOf('B', '02');
  await page.getByRole('button', { name: '摆放货架' }).click();
  const rack = page.locator('[data-rack="B-02"] rect').first();
  const from = await middle(rack);
  await drag(rack, { x: from.x + 60, y: from.y });
  await expect.poll(async () => (await placeOf('B', '02'))?.xMm ?? 0).toBeGreaterThan(before?.xMm ?? 0);

  expect(await placeOf('A', '01')).toBeNull();
  const loose = page.getByRole('complementary', { name: '未摆放' }).getByText('A-01');
  const paper = page.getByRole('region', { name: '仓库平面图' });
  const drawn = await page.locator('[data-rack="B-03"] rect').last().boundingBox();
  if (!drawn) throw new Error('nothing is drawn');
  // Where something stands already it does not stay.
  await drag(loose, { x: drawn.x, y: drawn.y });
  await page.getByText('与其他货架重叠，未移动').waitFor();
  expect(await placeOf('A', '01')).toBeNull();
  await drag(loose, { x: drawn.x + drawn.width + 60, y: (await middle(paper)).y });
  await page.locator('[data-rack="A-01"]').waitFor();
  await expect.poll(() => placeOf('A', '01')).not.toBeNull();
  await page.getByRole('button', { name: '完成摆放' }).click();
});

test('a location is disabled with goods in it, which are then moved away', async () => {
  const { page } = person;
  await page.locator('[data-rack="A-01"] rect').first().click();
  const drawer = page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: BIN }) });
  await drawer.getByRole('button', { name: /编\s*辑/ }).click();
  const form = page.getByRole('dialog', { name: `编辑库位 ${BIN}` });
  await form.getByLabel('启用').click();
  await form.getByRole('button', { name: '保存库位' }).click();
  await form.waitFor({ state: 'hidden' });
  await drawer.getByText(/库位已停用，里面还有 25 件商品/).waitFor();
  await page.keyboard.press('Escape');

  await page.getByText('停用库位的商品', { exact: true }).click();
  await page.getByRole('button', { name: '移走' }).first().click();
  const move = page.getByRole('dialog', { name: `移走 ${BIN} 里的商品` });
  await move.getByLabel('目标库位').fill('B-01-01-01');
  await page.locator('.ant-select-item-option', { hasText: 'B-01-01-01' }).click();
  await move.getByRole('button', { name: '确认移走' }).click();
  await page.getByText('停用的库位里没有商品').waitFor();
  const { rows } = await person.call(listLocations, { houseId: workshop.warehouseId, text: 'B-01-01-01' });
  expect(rows[0]?.units).toBe(25);
});

test('a product gets its FNSKU in a warehouse', async () => {
  const { page } = person;
  await person.go(`/system/warehouse?open=${workshop.warehouseId}`);
  await page.getByRole('tab', { name: 'FNSKU' }).click();
  await page.getByRole('button', { name: '新增 FNSKU' }).click();
  const form = page.getByRole('dialog', { name: '新增 FNSKU' });
  await person.choose(form.getByRole('combobox', { name: '商品' }), 'MUG-RED');
  await form.getByLabel('FNSKU').fill('X001ABCDEF');
  await form.getByRole('button', { name: '保存 FNSKU' }).click();
  await page.getByRole('cell', { name: 'X001ABCDEF' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(person.complaints).toEqual([]);
});

test('a warehouse says which channels ship from it', async () => {
  const { page } = person;
  await person.call(saveChannel, { channel: { name: '自送', carrier: 'own', platformCarrierCode: 'Other' } });
  const channels = async () => {
    const { list } = await person.call(channelOptions, { houseId: workshop.warehouseId });
    return list.map((channel) => channel.name);
  };
  expect(await channels()).toEqual(['UPS', '自送']);
  const open = async () => {
    await person.go(`/system/warehouse?open=${workshop.warehouseId}`);
    await page.reload();
    await page.getByRole('tab', { name: '发货方式' }).click();
    await person.settled();
    return page.getByRole('switch', { name: '所有物流渠道都从这个仓库发货' });
  };
  await (await open()).click();
  await page.getByRole('switch', { name: 'UPS' }).click();
  await page.getByRole('switch', { name: '自送' }).click();
  const save = page.getByRole('button', { name: '保存发货方式' });
  expect(await save.isDisabled()).toBe(true);
  await page.getByRole('switch', { name: 'UPS' }).click();
  await save.click();
  await page.getByText('发货方式已保存').waitFor();
  expect(await channels()).toEqual(['UPS']);
  expect(await (await open()).isChecked()).toBe(false);
  expect(await page.getByRole('switch', { name: '自送' }).isChecked()).toBe(false);
  await person.settled();
  expect(await seriousFindings(page)).toEqual([]);
  expect(person.complaints).toEqual([]);
});
