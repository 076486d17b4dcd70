import { findProduct, saveCustoms } from '@tradewind/contract/catalog.ts';
import { authorizeShop } from '@tradewind/contract/channels.ts';
import { makeOrder, orderCustoms } from '@tradewind/contract/orders.ts';
import { beforeAll, expect, test } from 'vitest';
import { LOOKS, nameOf, type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany, furnish } from './workshop.ts';

let boss: Person;
let account: string;
let from = 0;
let into = 0;
let orderId = 0;
beforeAll(async () => {
  boss = await somebody();
  account = await foundCompany(boss);
  const { products } = await furnish(boss, ['CUP-OLD', 'CUP-NEW']);
  [from = 0, into = 0] = products.map((one) => one.id);
  for (const [productId, country] of [
    [from, 'US'],
    [from, 'CA'],
    [into, 'CA'],
  ] as const)
    await boss.call(saveCustoms, {
      productId,
      country,
      hsImport: '6912009000',
      nameEn: 'Stoneware mug',
      value: '3.25',
    });
  const shop = { platform: 'other', name: '我的独立站', fields: { currency: 'USD' }, importDays: 0 };
  const { shopId } = await boss.call(authorizeShop, shop);
  const made = await boss.call(makeOrder, {
    shopId,
    currency: 'USD',
    lines: [{ productId: into, quantity: 2, unitPrice: '9.90' }],
    shipTo: { name: 'Zoé', line1: '1 Rue', city: 'Montréal', state: 'QC', postalCode: 'H2Y 1C6', country: 'CA' },
  });
  orderId = made.id;
});

const looks = LOOKS.map((look) => [nameOf(look), look] as const);

test.each(looks)('what an order declares, %s', async (name, look) => {
  const person = await somebody(look);
  await person.signIn(account);
  const { page } = person;
  await person.go(`/order/all?open=${orderId}`);
  await page.getByRole('tab', { name: /^(报关|Customs)$/ }).click();
  await page.getByText(/Stoneware (mug|cup)/).waitFor();
  await person.settled();
  await person.picture(`order-customs-1-${name}`);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: /(修改申报|Edit declaration) CUP-NEW/ }).click();
  const form = page.getByRole('dialog', { name: /如何申报|declares CUP-NEW/ });
  await form.getByLabel(/HS 编码|HS code/).fill('691110');
  await form.getByLabel(/英文品名|English name/).fill(look.width === 390 ? 'Espresso cup' : 'Stoneware cup');
  await person.settled();
  await person.picture(`order-customs-2-${name}`);
  expect(await seriousFindings(page)).toEqual([]);
  await form.getByRole('button', { name: /保存申报内容|Save declaration/ }).click();
  await page.getByText(/申报内容已保存|Declaration saved/).waitFor();
  await page.getByText('691110').waitFor();
  await person.settled();
  await person.picture(`order-customs-3-${name}`);
  await page.getByRole('tab', { name: /^(历史|History)$/ }).click();
  await page
    .getByText(/修改申报内容|Declaration changed/)
    .first()
    .waitFor();
  expect(person.complaints).toEqual([]);
  expect((await person.call(orderCustoms, { id: orderId })).list[0]).toMatchObject({
    hsCode: '691110',
    sources: { hsCode: 'line', valueUsd: 'productCountry' },
  });
  await person.close();
});

test.each(looks)('what a merge would move, %s', async (name, look) => {
  const person = await somebody(look);
  await person.signIn(account);
  const { page } = person;
  await person.go(`/product/archive?status=all&open=${from}`);
  await mergeForm(person);
  await person.settled();
  await person.picture(`merge-1-${name}`);
  // Of the drawer below, antd's list of tabs that have no room is none for axe.
  expect(await seriousFindings(page, 'contrast')).toEqual([]);
  expect(person.complaints).toEqual([]);
  await person.close();
});

/** Opens the form and chooses the product that stays. */
async function mergeForm({ page, settled }: Person) {
  const drawer = page.getByRole('dialog').first();
  await drawer.getByText('CUP-OLD').first().waitFor();
  await settled();
  const open = page.getByText(/^(合并到…|Merge into…)$/);
  if (!(await open.first().isVisible()))
    await drawer
      .getByRole('button', { name: /^(更多|More)/ })
      .first()
      .click();
  await open.first().click();
  const form = page.getByRole('dialog', { name: /合并到另一个商品|into another product/ });
  await form.getByRole('combobox').fill('CUP-NEW');
  await page.locator('.ant-select-item-option:visible', { hasText: 'CUP-NEW' }).click();
  await form.getByText(/CUP-OLD (会停用|will be disabled)/).waitFor();
  return form;
}

test('two SKUs become one', async () => {
  const { page } = boss;
  await boss.go(`/product/archive?status=all&open=${from}`);
  const form = await mergeForm(boss);
  await form.getByRole('button', { name: '合并商品' }).click();
  await page.getByText('已合并', { exact: true }).waitFor();
  await form.waitFor({ state: 'detached' });
  await page.getByText('该商品已合并到').waitFor();
  await boss.settled();
  await boss.picture('merge-2-done');
  expect(await boss.call(findProduct, { id: from })).toMatchObject({ mergedInto: { id: into }, enabled: false });
});
