import { listOrders, saveRule } from '@tradewind/contract/orders.ts';
import { expect, test } from 'vitest';
import { nameOf, OTHER_LOOKS, seriousFindings, somebody } from './person.ts';
import { foundCompany, inDatabase } from './workshop.ts';

test('what the buyer chose stands in the row and the order, finds orders and decides by rules', async () => {
  const person = await somebody();
  const { page } = person;
  const login = await foundCompany(person);
  await inDatabase(
    `with c as (select company_id as id from login where user_login_id = $1),
       s as (insert into shop (company_id, platform, name, account, module_id, state) select id, 'ebay', 'Otherland', $1, 404, 'authorized' from c returning company_id, id),
       o as (insert into sales_order (company_id, shop_id, module_id, platform, platform_order_no, display_no, status, ordered_at, platform_updated_at,
         currency, goods_amount, shipping_amount, tax_amount, discount_amount, total_amount, summary, line_count, units, ship_to, country, ship_by,
         buyer_name, service_level, service_asked)
         select s.company_id, s.id, 404, 'ebay', 'S-' || n, 'S-' || n, 'review', now() - n * interval '1 hour', now(), 'USD', n, 0, 0, 0, n * 10,
           '[{"sku":"MUG","title":"Mug","quantity":1}]', 1, 1, '{"name":"A","line1":"B","city":"C","postalCode":"10001","country":"US"}', 'US',
           now() + n * interval '1 hour', 'Ann Buyer', l.level, l.asked
         from s, (values (10, 'standard', 'USPSParcel'), (11, 'nextDay', 'USPSNextDay'), (12, 'expedited', 'USPSPriorityMailExpress'),
           (13, 'economy', 'EconomyShippingFromOutsideUS'), (14, null, 'FedExHomeDelivery'), (15, null, '')) as l(n, level, asked)
         returning company_id, id, shop_id, module_id, status, ordered_at),
       k as (insert into order_count (company_id, module_id, shop_id, status, on_day, delta)
         select company_id, module_id, shop_id, status, (ordered_at at time zone 'UTC')::date, 1 from o)
     insert into order_line (company_id, order_id, platform_line_id, seller_sku, title, quantity, unit_price, discount, tax)
     select company_id, id, '1', 'MUG', 'Mug', 1, 1, 0, 0 from o`,
    [login],
  );

  await person.go('/order/all');
  const row = (number: string) => page.getByRole('row').filter({ hasText: number });
  await row('S-11').getByText('次日达').waitFor();
  await row('S-14').getByText('FedExHomeDelivery').waitFor();
  await person.settled();
  await person.picture('service-row-zh-light-1440');
  await page
    .getByRole('search')
    .getByRole('button', { name: /更\s*多$/ })
    .click();
  await page.getByRole('combobox', { name: '配送时效' }).click();
  await page.locator('.ant-select-item-option:visible', { hasText: '加急' }).click();
  await page.waitForURL(/serviceLevel=expedited/);
  await row('S-11').waitFor({ state: 'detached' });
  await person.settled();
  await person.picture('service-filter-zh-light-1440');
  expect(await seriousFindings(page)).toEqual([]);
  expect((await person.call(listOrders, { serviceLevel: 'expedited' })).total).toBe(1);
  await row('S-12').getByText('S-12').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: '物流' }).click();
  await drawer.getByText('USPSPriorityMailExpress').waitFor();
  await person.settled();
  await person.picture('service-drawer-zh-light-1440');

  await person.go('/order/rules');
  await page.getByRole('button', { name: '新增审核规则' }).click();
  const form = page.getByRole('dialog', { name: '新增审核规则' });
  await form.getByLabel('规则名称').fill('快件先看');
  await form.getByRole('button', { name: '添加条件' }).click();
  await form.getByRole('combobox', { name: '条件字段' }).fill('配送时效');
  await page.locator('.ant-select-item-option:visible', { hasText: /^配送时效$/ }).click();
  await form.getByRole('combobox', { name: '条件值' }).click();
  for (const level of ['加急', '次日达'])
    await page.locator('.ant-select-item-option:visible', { hasText: level }).click();
  await page.keyboard.press('Escape');
  await person.picture('service-rule-zh-light-1440');
  await form.getByRole('button', { name: '保存规则' }).click();
  await page.getByText('配送时效 属于 加急、次日达', { exact: true }).waitFor();
  await person.call(saveRule, {
    ...{ name: 'DHL', kind: 'review', enabled: true, action: { decision: 'hold' } },
    conditions: [{ field: 'serviceAsked', operator: 'contains', value: 'DHL' }],
  });
  expect(person.complaints).toEqual([]);

  for (const look of OTHER_LOOKS) {
    const them = await somebody(look);
    await them.signIn(login);
    await them.go('/order/all?serviceLevel=nextDay');
    await them.page.getByText('S-11').first().waitFor();
    await them.settled();
    await them.picture(`service-filter-${nameOf(look)}`);
    await them.page.getByText('S-11').first().click();
    await them.page
      .getByRole('dialog')
      .getByRole('tab', { name: /^(物流|Shipping)$/ })
      .click();
    await them.page.getByText('USPSNextDay').waitFor();
    await them.settled();
    await them.picture(`service-drawer-${nameOf(look)}`);
    await them.go('/order/rules');
    await them.page.getByText(/^(买家所选配送名称 包含|Shipping service name contains) DHL$/).waitFor();
    await them.settled();
    await them.picture(`service-rules-${nameOf(look)}`);
    expect(await seriousFindings(them.page)).toEqual([]);
    expect(them.complaints).toEqual([]);
    await them.close();
  }
  await person.close();
});
