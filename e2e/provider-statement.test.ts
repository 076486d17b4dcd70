import { beforeAll, expect, test } from 'vitest';
import { nameOf, OTHER_LOOKS, type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany, furnish, inDatabase } from './workshop.ts';

let person: Person;
let login: string;
const CONFIRM = /^确\s?认$/;

beforeAll(async () => {
  person = await somebody();
  login = await foundCompany(person);
  const { warehouseId } = await furnish(person, ['MUG-RED']);
  await inDatabase(
    `with c as (select company_id from login where user_login_id = $1),
       w as (update warehouse set kind = 'overseas', prepaid_balance = 320 where id = $2 and company_id = (select company_id from c) returning id),
       p as (insert into warehouse_prepayment (company_id, warehouse_id, amount, actor, at)
         select company_id, $2, 320, 'test', now() from c),
       n as (insert into wms_connection (company_id, provider, name, keys, push_token, enabled, created_at)
         select company_id, 'zipto', 'Zipto US', '', 'e2e-' || company_id, false, now() from c returning id, company_id),
       h as (insert into wms_warehouse (company_id, warehouse_id, connection_id, code) select company_id, $2, id, 'US1' from n)
     insert into wms_fee (company_id, connection_id, fee_id, at, ref_type, ref_no, fee_type, direction, amount, currency, warehouse_id, settlement)
     select n.company_id, n.id, 'F-' || f.no, '2026-11-10T06:00:00Z', 'other', f.no, f.kind, 'charge', f.amount, 'CNY', $2, 'none'
     from n, (values ('OUT-1', 'FREIGHT', 10), ('OUT-2', 'FREIGHT', 8), ('OUT-3', 'FREIGHT', 5)) f(no, kind, amount)`,
    [login, warehouseId],
  );
});

test('finance is warned at sign-in, compares a statement, confirms it and undoes it', async () => {
  const { page } = person;
  await person.go('/Mainpage');
  await page.getByText(/第三方海外仓账户余额已低于 500 元/).waitFor();
  await person.go('/finance/thirdparty');
  await page.getByRole('button', { name: '导入对账单' }).first().click();
  const rows = [
    '单号,费用类型,金额,日期',
    'OUT-1,Freight,10.00,2026-11-10',
    'OUT-2,Freight,9.20,2026-11-10',
    'OUT-9,Freight,6.00,2026-11-11',
  ];
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'ZIPTO-11.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${rows.join('\n')}\n`) });
  const form = page.getByRole('dialog').filter({ hasText: '费用类型' });
  await form.getByText('25.20').waitFor();
  await person.picture('statement-import-zh-light-1440');
  await form.getByRole('button', { name: '导入对账单' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('row').filter({ hasText: 'ZIPTO-11' }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: 'ZIPTO-11' });
  await drawer.getByText('金额不一致 1').waitFor();
  await drawer.getByText('仅我方有 1').waitFor();
  await person.settled();
  await person.picture('statement-zh-light-1440');
  expect(await seriousFindings(page)).toEqual([]);

  await drawer.getByRole('button', { name: CONFIRM }).click();
  await page.getByRole('button', { name: CONFIRM }).last().click();
  await drawer.getByText('已确认').first().waitFor();
  await drawer.getByRole('button', { name: '撤销确认' }).waitFor();
  await person.go('/finance/balance?party=warehouse');
  const row = page.getByRole('row').filter({ hasText: '仓库预付款' });
  await row.getByText('-7.20').first().waitFor();
  await row.first().click();
  await page.getByRole('dialog').getByText('-6.00').first().waitFor();
  await person.settled();
  await person.picture('balance-zh-light-1440');
  await person.go('/finance/thirdparty');
  await page.getByRole('row').filter({ hasText: 'ZIPTO-11' }).click();
  await drawer.getByRole('button', { name: '撤销确认' }).click();
  await page.getByRole('button', { name: '撤销确认' }).last().click();
  await drawer.getByText('待确认').first().waitFor();
});

test.each(OTHER_LOOKS.map((look) => [nameOf(look), look] as const))('the pages are read in %s', async (name, look) => {
  const other = await somebody(look);
  await other.signIn(login);
  await other.go('/finance/thirdparty');
  await other.page.getByText('ZIPTO-11').first().click();
  await other.page.getByText('Only theirs').first().waitFor();
  await other.settled();
  await other.picture(`statement-${name}`);
  expect(await seriousFindings(other.page)).toEqual([]);
  await other.go('/finance/thirdparty?view=costs');
  await other.page.getByText('FREIGHT').first().waitFor();
  await other.settled();
  await other.picture(`costs-${name}`);
  expect(await seriousFindings(other.page)).toEqual([]);
  await other.close();
});
