import { readFileSync } from 'node:fs';
import { authorizeShop } from '@tradewind/contract/channels.ts';
import { expect, test } from 'vitest';
import { nameOf, OTHER_LOOKS, type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany, furnish } from './workshop.ts';

const SHOP = '港口杂货';

async function findsAnn({ page, go }: Person): Promise<void> {
  await go('/system/personal-data');
  const search = page.getByRole('searchbox');
  await search.fill('Ann Marsh');
  await search.press('Enter');
  await page.getByText('R-1').filter({ visible: true }).first().waitFor();
}
const looked = async (person: Person, name: string) => {
  await person.settled();
  await person.picture(name);
  expect(await seriousFindings(person.page)).toEqual([]);
};

/** Who found her and had her file stands in the log, in every look. */
async function readersAreKept(person: Person, login: string): Promise<void> {
  const { page, go } = person;
  await go('/system/log?view=reads');
  await page.getByText('个人信息查找').filter({ visible: true }).first().waitFor();
  const search = page.getByRole('searchbox', { name: /订单号/ });
  await search.fill('R-1');
  await search.press('Enter');
  await page.getByLabel('看过该订单买家信息的人').getByText('导出文件').first().waitFor();
  await looked(person, 'buyer-reads-zh-light-1440');
  for (const look of OTHER_LOOKS) {
    const reader = await somebody(look);
    await reader.signIn(login);
    await reader.go('/system/log?view=reads');
    await reader.page.getByText('Search for personal data').filter({ visible: true }).first().waitFor();
    await looked(reader, `buyer-reads-${nameOf(look)}`);
    await reader.close();
  }
}

test('what is stored of a buyer is found, handed out and erased, and the company takes all its data away', async () => {
  const person = await somebody();
  const { page } = person;
  const login = await foundCompany(person);
  await furnish(person, ['MUG-RED']);
  await person.call(authorizeShop, { platform: 'other', name: SHOP, fields: { currency: 'USD' } });
  const head = '订单号,店铺,下单时间,店铺SKU,数量,单价,收件人,地址1,城市,州/省,邮编,国家';
  const row = (no: string, who: string) =>
    `${no},${SHOP},2026-01-06 08:30,MUG-RED,2,30.00,${who},7 Harbor Rd,Baltimore,MD,21230,US`;
  await person.go('/Otherplatform');
  await page.getByRole('button', { name: /导入$/ }).click();
  const dialog = page.getByRole('dialog', { name: '导入订单' });
  const buffer = Buffer.from([head, row('R-1', 'Ann Marsh'), row('R-2', 'Ben Cole'), ''].join('\n'));
  await dialog.locator('input[type=file]').setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer });
  await dialog.getByRole('button', { name: '导入 2 行' }).click();
  await page.getByText('导入完成：新增 2，更新 0').waitFor();

  await findsAnn(person);
  expect(await page.getByText('R-2').filter({ visible: true }).count()).toBe(0);
  await looked(person, 'personal-found-zh-light-1440');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出给本人' }).click(),
  ]);
  const handedOut = readFileSync(await download.path());
  expect(handedOut.toString('latin1')).toMatch(/^PK|Ann Marsh/);
  await page.getByRole('button', { name: /^清\s*除$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^清\s*除$/ })
    .click();
  await page.getByText('已清除 0 个订单；1 个将在完结后清除').waitFor();
  await page.getByText('已要求，完结后').waitFor();
  await page.getByRole('tab', { name: '存放位置与期限' }).click();
  await page.getByRole('row', { name: /买家/ }).first().waitFor();
  await looked(person, 'personal-places-zh-light-1440');
  for (const look of OTHER_LOOKS) {
    const reader = await somebody(look);
    await reader.signIn(login);
    await findsAnn(reader);
    await looked(reader, `personal-found-${nameOf(look)}`);
    await reader.page.getByRole('tab', { name: 'Where and how long' }).click();
    await reader.page.getByText('Buyers').filter({ visible: true }).first().waitFor();
    await looked(reader, `personal-places-${nameOf(look)}`);
    await reader.close();
  }

  await readersAreKept(person, login);

  await person.go('/system/company');
  await page.getByRole('button', { name: '打包全部数据' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '打包全部数据' }).click();
  const take = page.getByRole('button', { name: /^下\s*载$/ });
  await take.waitFor();
  await person.settled();
  await person.picture('company-archive');
  const [archive] = await Promise.all([page.waitForEvent('download'), take.click()]);
  expect(archive.suggestedFilename()).toMatch(/\.zip$/);
  const whole = readFileSync(await archive.path());
  expect(whole.subarray(0, 2).toString()).toBe('PK');
  expect(whole.includes('manifest.json')).toBe(true);
  expect(person.complaints).toEqual([]);
  await person.close();
});
