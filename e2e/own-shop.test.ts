import { beforeAll, expect, test } from 'vitest';
import { type Person, seriousFindings, somebody } from './person.ts';
import { application, newContext } from './worker.ts';
import { foundCompany, furnish } from './workshop.ts';

const SHOP = '我的独立站';
const keys = { key: '', secret: '' };

let person: Person;
beforeAll(async () => {
  person = await somebody();
  await foundCompany(person);
  await furnish(person, ['MUG-RED']);
});

test('a shop of one’s own is connected by its name and gets keys, shown once', async () => {
  const { page } = person;
  await person.go('/system/channel');
  await page.getByRole('button', { name: '新增店铺' }).first().click();
  const dialog = page.getByRole('dialog', { name: '新增店铺' });
  await dialog.getByLabel('平台').click();
  // The list is long: only what is typed brings the last of it into view.
  await page.keyboard.type('其他平台');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('显示名称').fill(SHOP);
  await dialog.getByLabel('币种').fill('eur');
  await person.picture('own-shop-01-connect');
  await dialog.getByRole('button', { name: '连接店铺' }).click();
  const shown = page.getByRole('dialog', { name: '店铺密钥' });
  await shown.waitFor();
  await person.settled();
  const [, key, secret] = await shown.locator('code').allInnerTexts();
  keys.key = key?.trim() ?? '';
  keys.secret = secret?.trim() ?? '';
  expect(keys.key).toMatch(/^shop_[0-9a-f]{18}$/);
  expect(keys.secret).toMatch(/^[0-9a-f]{64}$/);
  expect(await seriousFindings(page)).toEqual([]);
  await person.picture('own-shop-02-keys');
  await shown.getByRole('button', { name: '我已保存' }).click();
  await page
    .getByRole('row', { name: new RegExp(SHOP) })
    .getByText('已授权')
    .waitFor();
});

test('its software pushes orders, which stand on the page of other platforms', async () => {
  const { page } = person;
  const window = await newContext();
  const software = await window.newPage();
  await software.goto(`${application.sandboxUrl}/other`);
  await software.getByLabel('Tradewind').fill(application.url);
  await software.getByLabel(/Key/).fill(keys.key);
  await software.getByLabel(/Secret/).fill(keys.secret);
  await software.getByRole('button', { name: /Connect/ }).click();
  await software.getByRole('button', { name: /Fetch shipments/ }).click();
  await window.close();
  await person.go('/Otherplatform');
  await page.getByText('#1001', { exact: true }).waitFor();
  await person.picture('own-shop-03-orders');
});

test('orders of a file come in: every error is named first, and the same file makes none twice', async () => {
  const { page } = person;
  const head = '订单号,店铺,下单时间,店铺SKU,数量,单价,收件人,地址1,城市,国家';
  const good = `F-1,${SHOP},2026-11-20 08:30,MUG-RED,2,9.90,Ann,1 Elm St,Berlin,DE`;
  const bad = `F-2,${SHOP},2026-11-20 08:30,MUG-RED,zwei,9.90,Bob,2 Elm St,Berlin,Germany`;
  const file = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(`${head}\n${good}\n${bad}\n`) };
  await person.go('/Otherplatform');
  await page.getByRole('button', { name: /导入$/ }).click();
  const dialog = page.getByRole('dialog', { name: '导入订单' });
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByText('1 行有错误').waitFor();
  await dialog
    .getByText(/两位字母/)
    .first()
    .waitFor();
  await person.settled();
  expect(await seriousFindings(page)).toEqual([]);
  await person.picture('own-shop-04-preview');
  await dialog.getByRole('button', { name: '导入正确的 1 行' }).click();
  await page.getByText('导入完成：新增 1，更新 0').waitFor();
  await person.picture('own-shop-05-imported');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await person.go('/Otherplatform?text=F-1');
  await page.getByText('F-1', { exact: true }).first().waitFor();

  await page.getByRole('button', { name: /导入$/ }).click();
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByText('2 行有错误').waitFor();
  await dialog.getByText(/该订单已存在/).waitFor();
  expect(person.complaints).toEqual([]);
});
