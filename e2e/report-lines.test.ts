import { authorizeShop } from '@tradewind/contract/channels.ts';
import { saveExchangeRate } from '@tradewind/contract/settings.ts';
import { expect, test } from 'vitest';
import { seriousFindings, somebody } from './person.ts';
import { foundCompany, furnish, sendOrder, until } from './workshop.ts';

const SHOP = '港口杂货';

test('a shop gets an operator, profits are summed by operators, and the lines behind a row go into a file', async () => {
  const person = await somebody();
  const { page } = person;
  await foundCompany(person);
  await furnish(person, ['MUG-RED']);
  await person.call(saveExchangeRate, { currency: 'USD', onDay: '2025-01-01', toBase: '7', sure: true });
  const { shopId } = await person.call(authorizeShop, { platform: 'other', name: SHOP, fields: { currency: 'USD' } });
  const head = '订单号,店铺,下单时间,店铺SKU,数量,单价,收件人,地址1,城市,州/省,邮编,国家';
  const row = `R-1,${SHOP},2026-01-06 08:30,MUG-RED,2,30.00,Ann,7 Harbor Rd,Baltimore,MD,21230,US`;
  await person.go('/Otherplatform');
  await page.getByRole('button', { name: /导入$/ }).click();
  const dialog = page.getByRole('dialog', { name: '导入订单' });
  const buffer = Buffer.from([head, row, ''].join('\n'));
  await dialog.locator('input[type=file]').setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer });
  await dialog.getByRole('button', { name: '导入 1 行' }).click();
  await page.getByText('导入完成：新增 1，更新 0').waitFor();
  await sendOrder(person, 'R-1');

  await person.go(`/system/channel?open=${shopId}`);
  await page.getByRole('button', { name: /^设\s*置$/ }).click();
  const form = page.getByRole('dialog').last();
  await person.choose(form.getByLabel('负责人', { exact: true }), '林晓');
  await person.picture('shop-operator-form');
  await form.getByRole('button', { name: '保存设置' }).click();
  await page.getByText('林晓').last().waitFor();
  await person.settled();
  await person.picture('shop-operator');
  expect(await seriousFindings(page)).toEqual([]);

  const profits = page.getByRole('row', { name: /林晓/ });
  await until(async () => {
    await person.go('/report/order?view=profit&by=operator');
    await person.settled();
    return (await profits.count()) > 0 || undefined;
  });
  await person.picture('report-operators');
  await profits.click();
  await page.getByRole('tab', { name: '明细' }).click();
  await page.getByText('R-1').filter({ visible: true }).first().waitFor();
  await person.settled();
  await person.picture('report-lines');
  expect(await seriousFindings(page)).toEqual([]);
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /导\s*出/ })
    .click();
  await page
    .getByText(/利润矩阵明细/)
    .first()
    .waitFor();
  await person.picture('report-lines-file');
  expect(person.complaints).toEqual([]);
  await person.close();
});
