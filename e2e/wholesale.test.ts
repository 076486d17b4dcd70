import { getUserShop } from '@tradewind/contract/channels.ts';
import { listOrders } from '@tradewind/contract/orders.ts';
import { getWholesale, listWholesale, listWholesaleCustomers } from '@tradewind/contract/wholesale.ts';
import { beforeAll, expect, test } from 'vitest';
import { type Person, seriousFindings, somebody } from './person.ts';
import { isOneStory } from './story.ts';
import { foundCompany, furnish, inDatabase } from './workshop.ts';

let person: Person;
let english: Person;
let phone: Person;
let number = '';
let shipment = '';
let founder = '';

beforeAll(async () => {
  person = await somebody();
  english = await somebody({ language: 'en', theme: 'dark', width: 1440 });
  phone = await somebody({ language: 'zh', theme: 'light', width: 390 });
  const login = await foundCompany(person);
  founder = login;
  await furnish(person, ['MUG-RED', 'MUG-BLUE']);
  await inDatabase(
    `insert into shop (company_id, platform, name, account, module_id, state)
     select company_id, 'other', '批发柜台', 'counter', 421, 'authorized' from user_account where user_login_id = $1`,
    [login],
  );
  await english.signIn(login);
  await phone.signIn(login);
});

// One order's way: where a step fails, the ones after it have nothing to go on with.
isOneStory();

const drawer = (name: string | RegExp) => person.page.getByRole('dialog', { name });

const chooseProduct = (within: ReturnType<typeof drawer>, at: number, sku: string) =>
  person.choose(within.getByRole('combobox', { name: '商品' }).nth(at), sku);

test('a price list and a customer are laid in', async () => {
  const { page } = person;
  // As after signing in by the form.
  await person.go('/Mainpage');
  await person.settled();
  await person.go('/order/b2b?view=prices');
  await page.getByRole('button', { name: '新增价目表' }).click();
  const list = drawer('新增价目表');
  await list.getByLabel('名称').fill('批发价 2026');
  await chooseProduct(list, 0, 'MUG-RED');
  await list.getByRole('spinbutton', { name: '单价' }).fill('8.5');
  await list.getByRole('button', { name: '添加价格' }).click();
  await chooseProduct(list, 1, 'MUG-BLUE');
  await list.getByRole('spinbutton', { name: '单价' }).nth(1).fill('9');
  // What was typed stays while another page is on the screen.
  await person.go('/profile');
  await list.waitFor({ state: 'hidden' });
  await person.go('/order/b2b?view=prices');
  await list.getByRole('spinbutton', { name: '单价' }).nth(1).waitFor();
  expect(await list.getByRole('spinbutton', { name: '单价' }).nth(1).inputValue()).toBe('9');
  expect(await list.getByLabel('名称').inputValue()).toBe('批发价 2026');
  await person.picture('wholesale-01-price-list');
  await list.getByRole('button', { name: '保存价目表' }).click();
  await page.getByText('批发价 2026').first().waitFor();

  await person.go('/order/b2b?view=customers');
  await page.getByRole('button', { name: '新增客户' }).click();
  const customer = drawer('新增客户');
  await customer.getByLabel('名称', { exact: true }).first().fill('Harbor Home Goods Inc.');
  await customer.getByLabel('价目表').click();
  await page.getByTitle(/批发价 2026/).click();
  await customer.getByLabel('收件人').fill('Receiving Dock 4');
  await customer.getByLabel('地址 1').fill('12 Pier St');
  await customer.getByLabel('城市').fill('Boston');
  await customer.getByLabel('州/省').fill('MA');
  await customer.getByLabel('邮编').fill('02110');
  await customer.getByLabel('国家/地区').fill('US');
  await page.getByTitle(/^US /).click();
  await person.picture('wholesale-02-customer');
  await customer.getByRole('button', { name: '保存客户' }).click();
  await page.getByText('Harbor Home Goods Inc.').first().waitFor();
  await person.settled();
  await person.picture('wholesale-03-customers');
});

test('a quotation takes its prices from the list', async () => {
  const { page } = person;
  await person.go('/order/b2b');
  await page.getByRole('button', { name: '新增报价' }).first().click();
  const form = drawer('新增报价');
  await form.getByLabel('客户', { exact: true }).click();
  await page.getByTitle(/Harbor Home/).click();
  await chooseProduct(form, 0, 'MUG-RED');
  await form.getByRole('spinbutton', { name: '数量' }).fill('20');
  await form.getByText(/批发价 2026 · 满 1 起/).waitFor();
  await form.getByRole('button', { name: '添加商品' }).click();
  await chooseProduct(form, 1, 'MUG-BLUE');
  await form.getByRole('spinbutton', { name: '数量' }).nth(1).fill('10');
  await form.getByRole('spinbutton', { name: '单价' }).nth(1).fill('8.8');
  await person.picture('wholesale-04-quotation');
  await form.getByRole('button', { name: '保存报价' }).click();
  await form.waitFor({ state: 'detached' });
  const { rows } = await person.call(listWholesale, {});
  expect(rows).toMatchObject([{ state: 'quotation', totalAmount: '258.0000', depositDue: '77.4000' }]);
  number = rows[0]?.number ?? '';
});

test('nothing leaves before the deposit; then it is shipped in part', async () => {
  const { page } = person;
  await page.getByText(number).first().click();
  await page.getByRole('button', { name: '确认订单' }).click();
  await drawer(/^确认 WO/)
    .getByRole('button', { name: '确认订单' })
    .click();
  await page.getByText('订单已确认').waitFor();
  await page.getByRole('button', { name: '发货', exact: true }).click();
  const ship = drawer(/发货$/);
  await ship.getByRole('spinbutton', { name: /MUG-RED/ }).fill('12');
  await ship.getByRole('spinbutton', { name: /MUG-BLUE/ }).fill('0');
  await ship.getByRole('button', { name: '生成发货单' }).click();
  await ship.getByText(/定金还差 77\.40 USD/).waitFor();
  await person.picture('wholesale-05-deposit-open');
  await ship.getByRole('button', { name: /取\s?消/ }).click();
  await page.getByRole('button', { name: /^放\s?弃$/ }).click();
  await page.getByRole('button', { name: '登记付款' }).click();
  await drawer(/登记付款$/)
    .getByRole('button', { name: /登\s?记/ })
    .click();
  await page.getByText('付款已登记').waitFor();
  await page.getByRole('button', { name: '发货', exact: true }).click();
  await ship.getByRole('spinbutton', { name: /MUG-RED/ }).fill('12');
  await ship.getByRole('spinbutton', { name: /MUG-BLUE/ }).fill('0');
  await ship.getByRole('button', { name: '生成发货单' }).click();
  await ship.waitFor({ state: 'detached' });
  const { rows } = await person.call(listOrders, {});
  expect(rows).toMatchObject([{ units: 12, shopName: '批发柜台', buyerName: 'Harbor Home Goods Inc.' }]);
  shipment = rows[0]?.platformOrderNo ?? '';
  expect((await person.call(getUserShop, {})).list).toHaveLength(1);
});

test('cartons are packed, and the papers are there when they hold just what is shipped', async () => {
  const { page } = person;
  await page.getByRole('tab', { name: '发货' }).click();
  const card = page.getByRole('region', { name: shipment });
  expect(await card.getByRole('button', { name: '商业发票' }).isDisabled()).toBe(true);
  await card
    .getByRole('button', { name: /装\s?箱$/ })
    .first()
    .click();
  const pack = drawer(/装箱$/);
  await pack.getByRole('spinbutton', { name: '箱数' }).fill('2');
  await pack.getByRole('spinbutton', { name: '托盘' }).fill('1');
  for (const [name, value] of [
    ['长 cm', '40'],
    ['宽 cm', '30'],
    ['高 cm', '25'],
    ['毛重 kg', '3.2'],
    ['每箱 MUG-RED', '6'],
  ] as const)
    await pack.getByRole('spinbutton', { name }).fill(value);
  await pack.getByText('箱内数量与发货数量一致').waitFor();
  await person.picture('wholesale-06-cartons');
  await pack.getByRole('button', { name: '保存装箱' }).click();
  await card.getByText('2 箱').waitFor();
  await person.settled();
  await person.picture('wholesale-07-shipments');
  const [paper] = await Promise.all([
    page.waitForResponse((answer) => answer.url().includes('/seller/wholesale/paper')),
    card.getByRole('button', { name: '商业发票' }).click(),
  ]);
  expect(paper.headers()['content-type']).toBe('application/pdf');
});

test('the page stands in both languages, by day and night, and on a phone', async () => {
  const [row] = (await person.call(listWholesale, {})).rows;
  const id = row?.id ?? 0;
  expect(await person.call(getWholesale, { id })).toMatchObject({ paidAmount: '77.4000', planned: 12 });
  for (const [who, name] of [
    [person, 'zh-light-1440'],
    [english, 'en-dark-1440'],
    [phone, 'zh-light-390'],
  ] as const) {
    await who.go('/order/b2b');
    await who.page.getByText(number).first().waitFor();
    await who.settled();
    await who.picture(`wholesale-list-${name}`);
    expect(await seriousFindings(who.page)).toEqual([]);
    await who.page.getByText(number).first().click();
    await who.page.getByRole('tab', { name: /^(商品|Products)$/ }).waitFor();
    await who.page.getByRole('tab', { name: /^(商品|Products)$/ }).click();
    await who.settled();
    await who.picture(`wholesale-order-${name}`);
    expect(await seriousFindings(who.page)).toEqual([]);
    expect(who.complaints).toEqual([]);
  }
});

test('somebody who may not see buyers finds where goods go and not who is there, and cannot change it', async () => {
  const login = `${founder}.clerk`;
  await inDatabase(
    `with u as (insert into user_account (company_id, user_login_id, name, email, email_verified, password_hash)
       select company_id, $2, '小周', $2 || '@e2e.invalid', true, password_hash from user_account where user_login_id = $1 returning company_id, id),
     l as (insert into login (user_login_id, company_id, user_id) select $2, company_id, id from u),
     m as (insert into user_module select company_id, id, 430 from u)
     insert into user_button select company_id, id, 430, unnest(array['add', 'edit']) from u`,
    [founder, login],
  );
  const clerk = await somebody();
  await clerk.signIn(login);
  const { page } = clerk;
  await clerk.go('/order/b2b?view=customers');
  await page.getByText('Harbor Home Goods Inc.').first().click();
  const customer = page.getByRole('dialog', { name: 'Harbor Home Goods Inc.' });
  await customer.getByText('Boston, 02110, US').waitFor();
  expect(await page.getByText(/12 Pier St|Receiving Dock/).count()).toBe(0);
  await clerk.settled();
  await clerk.picture('wholesale-buyer-hidden');
  await customer.getByRole('button', { name: /编\s?辑/ }).click();
  const form = page.getByRole('dialog', { name: '编辑客户' });
  await form.getByText('联系人和地址保持不变').waitFor();
  await form.getByLabel('备注').fill('大客户');
  await clerk.picture('wholesale-buyer-hidden-form');
  await form.getByRole('button', { name: '保存客户' }).click();
  await form.waitFor({ state: 'detached' });
  const { rows } = await person.call(listWholesaleCustomers, {});
  expect(rows[0]).toMatchObject({ remark: '大客户', address: { name: 'Receiving Dock 4', line1: '12 Pier St' } });
  expect(clerk.complaints).toEqual([]);
  await clerk.close();
});
