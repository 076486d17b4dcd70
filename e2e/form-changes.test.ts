import { addProduct, attributeKey, findCategory, listCategories } from '@tradewind/contract/catalog.ts';
import { addWarehouse } from '@tradewind/contract/warehouse.ts';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Person, somebody } from './person.ts';
import { foundCompany } from './workshop.ts';

let boss: Person;
beforeAll(async () => {
  boss = await somebody();
  await foundCompany(boss);
});

/** What the browser sends when the button of a form is pressed. */
async function sentBy(form: Locator, verb: string, path: string): Promise<unknown> {
  const request = boss.page.waitForRequest((one) => one.url().includes(path));
  await form.getByRole('button', { name: verb }).click();
  return (await request).postDataJSON();
}

test('of a product that is edited only what was changed is sent', async () => {
  const card = {
    sku: 'MUG-1',
    nameZh: '马克杯',
    nameEn: 'Mug',
    brand: 'Acme',
    grossWeightKg: '0.4',
    barcode: '4006381333931',
  };
  const { id, version } = await boss.call(addProduct, card);
  await boss.go(`/product/archive?open=${id}`);
  await boss.page.getByRole('dialog').getByRole('button', { name: '编辑' }).click();
  const form = boss.page.getByRole('dialog', { name: '编辑商品 MUG-1' });
  await form.getByLabel('中文名称').fill('大马克杯');
  await form.getByLabel('英文名称').fill('');
  await form.getByLabel('毛重').fill('');
  const sent = await sentBy(form, '保存商品', '/product/edit');
  expect(sent).toEqual({ id, version, nameZh: '大马克杯', nameEn: '', grossWeightKg: null });
  await boss.page.getByText('商品已保存').waitFor();
});

test('a category brings its attributes into the form of its products', async () => {
  const { page } = boss;
  await boss.go('/product/category');
  await page.getByRole('button', { name: '新增分类' }).click();
  const category = page.getByRole('dialog', { name: '新增分类' });
  await category.getByLabel('中文名称').fill('杯具');
  await category.getByLabel('默认 HS 编码').fill('691200');
  await category.getByRole('button', { name: '添加属性' }).click();
  const attribute = category.getByRole('group');
  await attribute.getByLabel('中文名称').fill('容量');
  await attribute.getByLabel('必填').click();
  await category.getByRole('button', { name: '保存分类' }).click();
  await category.waitFor({ state: 'detached' });
  await page.getByText('没有自己的属性').waitFor({ state: 'detached' });
  const [cups] = (await boss.call(listCategories, {})).list;
  const { attributes } = await boss.call(findCategory, { id: cups?.id ?? 0 });
  const key = attributeKey(attributes[0]?.id ?? 0);

  const { id } = await boss.call(addProduct, { sku: 'CUP-1', nameZh: '茶杯' });
  await boss.go(`/product/archive?open=${id}`);
  await page.getByRole('dialog').getByRole('button', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: '编辑商品 CUP-1' });
  await form.getByLabel('分类').click();
  await page.locator('.ant-select-dropdown').getByText('杯具', { exact: true }).last().click();
  await form.getByLabel('容量').waitFor();
  await form.getByRole('button', { name: '保存商品' }).click();
  await form.getByText('请填写容量').waitFor();
  await form.getByLabel('容量').fill('350 ml');
  const sent = await sentBy(form, '保存商品', '/product/edit');
  expect(sent).toMatchObject({ categoryId: cups?.id, attributes: { [key]: '350 ml' }, hsCode: '691200' });
  await form.waitFor({ state: 'detached' });
  await page.getByRole('dialog').getByText('350 ml').waitFor();
  await boss.settled();
});

test('of a warehouse that is edited only what was changed is sent', async () => {
  const address = {
    name: 'Otherland',
    line1: '7 Harbor Rd',
    city: 'Baltimore',
    state: 'MD',
    postalCode: '21230',
    country: 'US',
  };
  const warehouse = { code: 'W1', name: '巴尔的摩仓', kind: 'selfBuilt', address } as const;
  const { id } = await boss.call(addWarehouse, { warehouse });
  await boss.go(`/system/warehouse?open=${id}`);
  await boss.page.getByRole('dialog').getByRole('button', { name: '编辑' }).click();
  const form = boss.page.getByRole('dialog', { name: '编辑仓库 巴尔的摩仓' });
  await form.getByLabel('负责人').fill('王芳');
  expect(await sentBy(form, '保存', '/updateWarehouse')).toEqual({
    warehouse: { id, version: 1, personInCharge: '王芳' },
  });
  // A form that closes goes back in the browser's history: after its last step, not on the next page.
  await form.waitFor({ state: 'detached' });
  await boss.settled();
});

test('a dropdown option without a name is not sent, and one with a name is there', async () => {
  await boss.go('/system/dropdown');
  await boss.page.getByRole('button', { name: '新增选项' }).first().click();
  const form = boss.page.getByRole('dialog', { name: '新增选项' });
  await form.getByRole('button', { name: '保存选项' }).click();
  await form.getByText('请填写中文名称').waitFor();
  await form.getByLabel('中文名称').fill('打');
  await form.getByLabel('英文名称').fill('Dozen');
  expect(await sentBy(form, '保存选项', '/saveOnedropList')).toMatchObject({
    option: { labelZh: '打', labelEn: 'Dozen', enabled: true },
  });
  await boss.page.getByText('选项已保存').waitFor();
});

test('a product says how it is declared, how it is packed and which papers it has', async () => {
  const { page } = boss;
  const own = { nameZh: '台灯', nameEn: 'Desk lamp', hsCode: '940521', declaredValueUsd: '9', lengthCm: '30' };
  const { id } = await boss.call(addProduct, { sku: 'LAMP-1', ...own, widthCm: '20', heightCm: '10' });
  await boss.go(`/product/archive?status=all&open=${id}`);
  const drawer = page.getByRole('dialog').filter({ hasText: 'LAMP-1' }).first();
  const choose = async (form: Locator, label: string, option: string) => {
    await form.getByLabel(label).click();
    await page.locator('.ant-select-dropdown:visible').getByText(option).last().click();
  };

  await drawer.getByRole('tab', { name: '报关' }).click();
  await drawer.getByRole('button', { name: '新增报关信息' }).click();
  const customs = page.getByRole('dialog', { name: '新增报关信息' });
  await customs.getByLabel('英文品名').fill('Gift');
  await customs.getByLabel('申报价值').fill('6.5');
  await customs.getByLabel('申报上限').fill('20');
  await customs.getByRole('button', { name: '保存报关信息' }).click();
  await customs.getByText('过于笼统').waitFor();
  await boss.picture('product-customs-form');
  await customs.getByLabel('英文品名').fill('LED desk lamp');
  await customs.getByRole('button', { name: '保存报关信息' }).click();
  await customs.waitFor({ state: 'detached' });
  await drawer.getByText('LED desk lamp').first().waitFor();
  await boss.settled();
  await boss.picture('product-customs');

  await drawer.getByRole('tab', { name: '包装' }).click();
  await drawer.getByRole('button', { name: '编辑包装' }).click();
  const packaging = page.getByRole('dialog', { name: '编辑包装' });
  const [, carton] = await packaging.getByLabel('装几个下一级').all();
  await carton?.fill('12');
  const [, gtin] = await packaging.getByLabel('GTIN').all();
  await gtin?.fill('14006381333939');
  await packaging.getByRole('button', { name: '保存包装' }).click();
  await packaging.getByText('校验位').waitFor();
  await boss.picture('product-packaging-form');
  await gtin?.fill('14006381333938');
  await packaging.getByRole('button', { name: '保存包装' }).click();
  await packaging.waitFor({ state: 'detached' });
  await drawer.getByText('14006381333938').waitFor();
  await boss.settled();
  await boss.picture('product-packaging');

  await drawer.getByRole('tab', { name: '合规资料' }).click();
  await drawer.getByRole('button', { name: '新增合规资料' }).click();
  const paper = page.getByRole('dialog', { name: '新增合规资料' });
  await choose(paper, '类型', 'UN38.3 报告');
  await paper.getByLabel('编号').fill('SZ-2024-0815');
  await paper.getByLabel('到期日').fill('2025-01-31');
  await paper.getByLabel('到期日').press('Enter');
  await boss.picture('product-paper-form');
  await paper.getByRole('button', { name: '保存合规资料' }).click();
  await paper.waitFor({ state: 'detached' });
  await drawer.getByText('已过期').waitFor();
  await boss.settled();
  await boss.picture('product-papers');
  await drawer.getByRole('tab', { name: '历史' }).click();
  const history = drawer.getByRole('tabpanel', { name: '历史' });
  for (const event of ['新增合规资料', '修改包装', '保存报关信息']) await history.getByText(event).waitFor();
  await boss.picture('product-papers-history');

  // The list that the start page leads to.
  await boss.go('/product/archive?status=all&papers=due');
  await page.getByRole('link', { name: 'LAMP-1' }).waitFor();
  await boss.settled();
  expect(await page.getByRole('link', { name: 'CUP-1' }).count()).toBe(0);
  await boss.picture('product-papers-due');
});

test('a family makes its variants, and a variant shows what is its own', async () => {
  const { page } = boss;
  await boss.go('/product/archive?status=all');
  await page.getByRole('button', { name: '商品系列' }).click();
  await page.getByRole('dialog', { name: '商品系列' }).getByRole('button', { name: '新增系列' }).click();
  const form = page.getByRole('dialog', { name: '新增系列' });
  await form.getByLabel('系列编码').fill('tee');
  await form.getByRole('button', { name: '添加规格' }).click();
  await form.getByLabel('中文名称').fill('T恤');
  await form.getByLabel('品牌').fill('Acme');
  await form.getByLabel('毛重').fill('0.2');
  await boss.picture('family-form');
  await form.getByRole('button', { name: '保存系列' }).click();
  await form.waitFor({ state: 'detached' });

  const family = page.getByRole('dialog').filter({ hasText: 'TEE' }).last();
  await family.getByRole('button', { name: '生成变体' }).click();
  const make = page.getByRole('dialog', { name: '生成变体 TEE' });
  for (const [axis, values] of [
    ['颜色', ['红', '蓝']],
    ['尺码', ['S', 'M']],
  ] as const)
    for (const value of values) {
      await make.getByLabel(axis).fill(value);
      await make.getByLabel(axis).press('Enter');
    }
  await make.getByText('将生成 4 个商品').waitFor();
  await make.getByLabel('SKU 蓝 / M').fill('TEE-BLUE-M');
  await boss.picture('family-make');
  const made = await sentBy(make, '生成', '/product/makeVariants');
  expect(made).toMatchObject({
    rows: [{ sku: 'TEE-红-S' }, { sku: 'TEE-红-M' }, { sku: 'TEE-蓝-S' }, { sku: 'TEE-BLUE-M' }],
  });
  await make.waitFor({ state: 'detached' });
  await family.getByRole('link', { name: 'TEE-BLUE-M' }).waitFor();
  await boss.settled();
  await boss.picture('family-grid');

  await family.getByRole('link', { name: 'TEE-BLUE-M' }).click();
  await page.getByRole('dialog', { name: '商品系列' }).waitFor({ state: 'detached' });
  const drawer = page.getByRole('dialog').filter({ hasText: 'TEE-BLUE-M' }).first();
  await drawer.getByRole('button', { name: '编辑' }).click();
  const edit = page.getByRole('dialog', { name: '编辑商品 TEE-BLUE-M' });
  await edit.getByText('与系列相同').first().waitFor();
  await edit.getByLabel('品牌').fill('Own');
  await edit.getByText('单独设置').waitFor();
  await boss.picture('variant-form');
  await edit.getByRole('button', { name: '保存商品' }).click();
  await edit.waitFor({ state: 'detached' });
  await drawer.getByRole('tab', { name: '资料', exact: true }).click();
  await drawer.getByText('单独设置').waitFor();
  await boss.picture('variant-facts');
  await drawer.getByRole('tab', { name: '系列', exact: true }).click();
  await drawer.getByText('1 项单独设置').waitFor();
  await boss.picture('variant-family');
  await drawer.getByRole('button', { name: '编辑' }).click();
  await edit.getByRole('button', { name: '恢复为系列值' }).click();
  expect(await sentBy(edit, '保存商品', '/product/edit')).toMatchObject({ brand: 'Acme', inherit: ['brand'] });
  await edit.waitFor({ state: 'detached' });
  await drawer.getByText('1 项单独设置').waitFor({ state: 'detached' });
  await boss.settled();
  await boss.picture('family-list');
});
