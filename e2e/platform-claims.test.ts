import { listPlatformClaims } from '@tradewind/contract/finance/platform-claims.ts';
import { expect, test } from 'vitest';
import { nameOf, OTHER_LOOKS, seriousFindings, somebody } from './person.ts';
import { settled } from './settled.ts';
import { foundCompany, inDatabase } from './workshop.ts';

test('a claim on a platform is recorded, and settled by the line that paid it', async () => {
  const person = await somebody();
  const { page } = person;
  const login = await foundCompany(person);
  await settled(login);
  await person.go('/finance/settlement?view=claims');
  await page.getByRole('button', { name: '登记索赔' }).first().click();
  const form = page.getByRole('dialog', { name: '登记索赔' });
  for (const [field, choice] of [
    ['店铺', 'Otherland'],
    ['原因', '仓内丢失'],
  ] as const) {
    await form.getByLabel(field).click();
    await page.locator('.ant-select-item-option', { hasText: choice }).click();
  }
  await form.getByLabel('索赔金额').fill('26');
  await form.getByLabel('平台案件号').fill('CASE-77');
  await form.getByLabel('SKU').fill('LAMP-01');
  await form.getByLabel('数量').fill('2');
  await person.settled();
  await person.picture('claims-form-zh-light-1440');
  await form.getByRole('button', { name: /^保\s*存$/ }).click();
  await page.getByText('索赔已保存').waitFor();

  await inDatabase(
    `insert into settlement_line (company_id, shop_id, reference, kind, type, amount, currency, posted_at, taken_at)
     select s.company_id, s.id, 'R-1', 'adjustment', 'REVERSAL_REIMBURSEMENT', 25, 'CNY', now(), now()
     from shop s join login g on g.company_id = s.company_id where g.user_login_id = $1 and s.name = 'Otherland'`,
    [login],
  );
  await page.getByText('CASE-77').click();
  const drawer = page.getByRole('dialog', { name: /^MC-/ });
  await drawer.getByRole('button', { name: '匹配赔款' }).click();
  const match = page.getByRole('dialog', { name: /匹配赔款/ });
  await match.getByLabel('结算明细').click();
  await page.locator('.ant-select-item-option', { hasText: 'REVERSAL_REIMBURSEMENT' }).click();
  await person.settled();
  await person.picture('claims-match-zh-light-1440');
  expect(await seriousFindings(page)).toEqual([]);
  await match.getByRole('button', { name: '匹配赔款' }).click();
  await drawer.getByText('已赔付', { exact: true }).waitFor();
  await person.settled();
  await person.picture('claims-settled-zh-light-1440');
  expect(await seriousFindings(page)).toEqual([]);
  expect((await person.call(listPlatformClaims, {})).rows).toMatchObject([{ state: 'settled', received: '25.00' }]);
  expect(person.complaints).toEqual([]);
  for (const look of OTHER_LOOKS) {
    const other = await somebody(look);
    await other.signIn(login);
    await other.go('/finance/settlement?view=claims');
    await other.page.getByText('CASE-77').waitFor();
    await other.settled();
    await other.picture(`claims-list-${nameOf(look)}`);
    expect(await seriousFindings(other.page)).toEqual([]);
    await other.close();
  }
});
