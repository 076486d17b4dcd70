import { listBankLines, saveMoneyAccount } from '@tradewind/contract/finance/banking.ts';
import { beforeAll, expect, test } from 'vitest';
import { paidOut, ratesOf } from './payout.ts';
import { nameOf, OTHER_LOOKS, type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany } from './workshop.ts';

let person: Person;
let login: string;

beforeAll(async () => {
  person = await somebody();
  login = await foundCompany(person);
  await ratesOf(login, { USD: 7 });
  const account = { kind: 'bank' as const, currency: 'USD', tail: '4455' };
  await person.call(saveMoneyAccount, { name: '汇丰美元', ...account, openingAmount: '1000', openingOn: '2026-09-30' });
  await paidOut(login, { amount: 800, day: '2026-10-01' });
});

const STATEMENT =
  ':20:1\n:25:HK/0011224455\n:28C:10\n:60F:C261001USD1000,\n:61:261003C790,NTRFNONREF//B1\n:86:SHOPIFY PAYOUT LAMP HOUSE\n:61:261003D12,NCHGNONREF//B2\n:86:MONTHLY FEE\n:62F:C261003USD1778,\n';

test('finance imports a statement, confirms a payout with its fee, and takes it back', async () => {
  const { page } = person;
  await person.go('/finance/collection');
  await page.getByRole('button', { name: '导入对账单' }).first().click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByText('点击或拖入对账单').click()]);
  await chooser.setFiles({ name: 'october.sta', mimeType: 'text/plain', buffer: Buffer.from(STATEMENT) });
  const form = page.getByRole('dialog').filter({ hasText: '期末余额' });
  await form.getByText('1,778.00').waitFor();
  await person.picture('bank-import-zh-light-1440');
  await form.getByRole('button', { name: '导入对账单' }).click();
  await form.waitFor({ state: 'detached' });
  const row = page.getByRole('row').filter({ hasText: 'SHOPIFY PAYOUT' });
  await row.getByText(/Lamp House/).waitFor();
  await person.settled();
  await person.picture('bank-lines-zh-light-1440');
  expect(await seriousFindings(page)).toEqual([]);
  await row.getByRole('button', { name: /^确\s*认$/ }).click();
  await row.getByText('平台打款', { exact: true }).waitFor();
  const matched = (await person.call(listBankLines, { state: 'matched' })).rows;
  expect(matched.map(({ amount, matchedWith }) => [amount, matchedWith])).toEqual([['790.00', 'Lamp House']]);

  await row.getByText('SHOPIFY PAYOUT').click();
  const drawer = page.getByRole('dialog').filter({ hasText: '汇丰美元' });
  await drawer.getByRole('button', { name: '撤销匹配' }).click();
  await drawer.getByText(/差额 10.00 USD/).waitFor();
  expect((await person.call(listBankLines, { state: 'matched' })).rows).toEqual([]);
  await drawer.getByRole('button', { name: /^确\s*认$/ }).click();
  await drawer.getByRole('button', { name: '撤销匹配' }).waitFor();
});

const VIEWS = ['lines', 'accounts', 'rules', 'revaluation'] as const;
const SHOWN = { lines: 'MONTHLY FEE', accounts: '汇丰美元', rules: 'No rules yet', revaluation: 'Lamp House' };
test.each(OTHER_LOOKS.map((look) => [nameOf(look), look] as const))('the views are read in %s', async (name, look) => {
  const other = await somebody(look);
  await other.signIn(login);
  for (const view of VIEWS) {
    await other.go(`/finance/collection?view=${view}`);
    await other.page.getByText(SHOWN[view]).first().waitFor();
    await other.settled();
    await other.picture(`bank-${view}-${name}`);
    expect(await seriousFindings(other.page)).toEqual([]);
  }
  await other.close();
});
