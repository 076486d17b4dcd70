import { adjustOptions, adjustStock } from '@tradewind/contract/stock.ts';
import { listBatches } from '@tradewind/contract/stock-batches.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany, furnish, inDatabase, type Workshop } from './workshop.ts';

const SKU = 'MUG-RED';
let browser: Browser;
let person: Person;
let workshop: Workshop;

beforeAll(async () => {
  browser = await openBrowser();
  person = await somebody(browser);
  await foundCompany(person);
  workshop = await furnish(person, [SKU]);
});
afterAll(() => browser.close());

test('stock is seen by product and by place, its figures open, and a safety quantity warns', async () => {
  const { page } = person;
  await person.go('/warehouse/stock');
  const row = page.getByRole('row', { name: new RegExp(SKU) });
  await row.first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  // A figure opens into its movements.
  await row.locator('.tw-explain').first().click();
  await page.getByText('由这些变动组成').waitFor();
  await page.keyboard.press('Escape');

  // The product's drawer: its warehouses, and the limit that is set there.
  await row.getByText(SKU, { exact: true }).click();
  await page.getByText('库龄分布（件）').waitFor();
  await page.getByRole('button', { name: '安全库存与库龄上限' }).first().click();
  await page.getByLabel('安全库存', { exact: true }).fill('9999');
  await page.getByRole('button', { name: '保存上限' }).click();
  await page.getByText('已保存').waitFor();

  await page.locator('.ant-segmented-item', { hasText: '预警' }).click();
  await page.getByText(/可用 .*安全库存 9,999/).waitFor();
  await page.locator('.ant-segmented-item', { hasText: '按库位' }).click();
  await row.first().waitFor();
  await page.locator('.ant-segmented-item', { hasText: '按批次' }).click();
  await page.getByText('没有批次').waitFor();
  await page.locator('.ant-segmented-item', { hasText: '按品质' }).click();
  await page.getByText('没有非良品库存').waitFor();

  // What lies in a place goes elsewhere or becomes damaged.
  await page.locator('.ant-segmented-item', { hasText: '按库位' }).click();
  await row.getByRole('button', { name: '移动' }).first().click();
  const form = page.getByRole('dialog', { name: /移动 .* 里的商品/ });
  await form.getByText(new RegExp(`${SKU}.*可动`)).waitFor();
  await form.getByLabel('件数').fill('2');
  expect(await seriousFindings(page)).toEqual([]);
  await form.getByLabel('品质改为').click();
  await page.locator('.ant-select-item-option:visible', { hasText: '次品' }).click();
  await form.getByRole('button', { name: '移动商品' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: new RegExp(`${SKU}.*次品`) }).waitFor();
});

test('whoever recalls a batch is told what became of it, and may end the recall', async () => {
  const { page } = person;
  const { warehouseId } = workshop;
  const productId = workshop.products[0]?.id ?? 0;
  await inDatabase(
    `insert into stock_batch (company_id, product_id, code, expires_on) select company_id, id, 'L26', '2099-01-01' from product where id = $1`,
    [productId],
  );
  const [batch] = (await person.call(listBatches, { text: 'L26', productId })).rows;
  const [place] = await person.call(adjustOptions, { warehouseId, productId });
  const line = { productId, locationId: place?.id ?? 0, batchId: batch?.id ?? 0, delta: 4 };
  await person.call(adjustStock, { warehouseId, reason: 'found', lines: [line] });

  await person.go('/warehouse/stock?view=batch');
  // The list was looked at a moment ago, before there was a batch.
  await page.reload();
  await page.getByRole('row', { name: /L26/ }).getByText('L26').click();
  await page.getByRole('button', { name: '召回批次' }).click();
  const form = page.getByRole('dialog', { name: /召回批次 · L26/ });
  await form.getByLabel('备注').fill('霉变');
  await form.getByRole('button', { name: '召回批次' }).click();
  await page.getByText('已冻结 4 件').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('tab', { name: '操作记录' }).click();
  await page.getByText('霉变').waitFor();

  await page.getByRole('button', { name: '结束召回' }).click();
  await page
    .getByRole('dialog', { name: /结束召回 · L26/ })
    .getByRole('button', { name: '结束召回' })
    .click();
  await page.getByText('4 件恢复为良品').waitFor();
});
