import { rights } from '@tradewind/contract/access/modules.ts';
import { editUserAuditSettings } from '@tradewind/contract/approvals.ts';
import { listExpenses } from '@tradewind/contract/finance.ts';
import { getUserInfoMain } from '@tradewind/contract/identity.ts';
import { beforeAll, expect, test } from 'vitest';
import { nameOf, OTHER_LOOKS, type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany } from './workshop.ts';

let person: Person;
let login: string;

beforeAll(async () => {
  person = await somebody();
  login = await foundCompany(person);
  const { userId } = await person.call(getUserInfoMain, {});
  await person.call(editUserAuditSettings, { modelId: rights.expense.id, Approval: userId, amountFrom: '100' });
});

test('an expense is entered, approved with its budget in view, and paid', async () => {
  const { page } = person;
  await person.go('/finance/budget');
  await page.getByRole('button', { name: '新增预算' }).first().click();
  const budget = page.getByRole('dialog');
  await choose('类型', '差旅费');
  await budget.getByLabel('预算', { exact: true }).fill('3000');
  await budget.getByRole('button', { name: '保存预算' }).click();
  await page.getByText('3,000.00').first().waitFor();

  await person.go('/finance/expense');
  await page.getByRole('button', { name: '新增费用' }).first().click();
  const form = page.getByRole('dialog');
  await choose('类型', '差旅费');
  await form.getByLabel('事由').fill('广交会差旅');
  await form.getByLabel('金额').fill('2860.50');
  await form.getByRole('button', { name: '保存草稿' }).click();
  await page.getByRole('row').filter({ hasText: '广交会差旅' }).getByText(/EXP-/).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: /提\s*交/ }).click();
  await drawer.getByText('审批中').first().waitFor();

  await person.go('/approval/center');
  await page.getByRole('row').filter({ hasText: '广交会差旅' }).getByText(/EXP-/).click();
  await page.getByText(/含本单剩余 139\.50 CNY/).waitFor();
  await person.settled();
  await person.picture('expense-approval-zh-light-1440');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /通\s*过/ })
    .click();
  await person.settled();

  const [row] = (await person.call(listExpenses, {})).rows;
  expect(row?.state).toBe('booked');
  await person.go(`/finance/expense?open=${row?.id}`);
  await drawer.getByRole('button', { name: '登记付款' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: '登记付款' }).click();
  await drawer.getByText('已付款').first().waitFor();
  await drawer.getByRole('tab', { name: '分录' }).click();
  await drawer.getByText('应付费用').first().waitFor();
  await person.settled();
  await person.picture('expense-paid-zh-light-1440');
  expect(await seriousFindings(page)).toEqual([]);

  async function choose(label: string, name: string) {
    await page.getByRole('dialog').getByLabel(label, { exact: true }).click();
    await page.locator('.ant-select-dropdown:visible').getByText(name, { exact: true }).click();
  }
});

test.each(OTHER_LOOKS.map((look) => [nameOf(look), look] as const))(
  'expenses and budget are read in %s',
  async (name, look) => {
    const other = await somebody(look);
    await other.signIn(login);
    await other.go('/finance/expense');
    await other.page.getByText('广交会差旅').first().waitFor();
    await other.settled();
    await other.picture(`expenses-${name}`);
    expect(await seriousFindings(other.page)).toEqual([]);
    await other.go('/finance/budget');
    await other.page.getByText('2,860.50').first().waitFor();
    await other.settled();
    await other.picture(`budget-${name}`);
    expect(await seriousFindings(other.page)).toEqual([]);
    await other.close();
  },
);
