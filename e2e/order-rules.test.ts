import { saveChannel } from '@tradewind/contract/logistics.ts';
import { saveRule } from '@tradewind/contract/orders.ts';
import { expect, test } from 'vitest';
import { type Look, nameOf, type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany, furnish, inDatabase } from './workshop.ts';

const OTHERS: Look[] = [
  { language: 'en', theme: 'dark', width: 1440 },
  { language: 'en', theme: 'dark', width: 390 },
];

const look = async (person: Person, name: string) => {
  await person.settled();
  await person.picture(name);
  expect(await seriousFindings(person.page)).toEqual([]);
};

let person: Person;

test('rules are changed as a draft, rehearsed, switched on, and an old version is brought back', async () => {
  person = await somebody();
  const { page } = person;
  const login = await foundCompany(person);
  await furnish(person, ['MUG']);
  const { id: channelId } = await person.call(saveChannel, {
    channel: { name: '自送', carrier: 'own', platformCarrierCode: 'OWN' },
  });
  await inDatabase(
    `with c as (select company_id as id from login where user_login_id = $1),
       s as (insert into shop (company_id, platform, name, account, module_id, state) select id, 'shopify', 'Otherland', $1, 410, 'authorized' from c returning company_id, id),
       t as (insert into order_tag (company_id, name, colour) select id, '新客', 'blue' from c),
       o as (insert into sales_order (company_id, shop_id, module_id, platform, platform_order_no, display_no, status, ordered_at, platform_updated_at,
         currency, goods_amount, shipping_amount, tax_amount, discount_amount, total_amount, summary, line_count, units, ship_to, country, ship_by, unruled)
         select s.company_id, s.id, 410, 'shopify', 'W-' || n, '#10' || n, 'review', now() - n * interval '1 hour', now(), 'USD', n, 0, 0, 0, n * 10, '[]', 1, 1,
           '{"name":"A","line1":"B","city":"C","postalCode":"10001","country":"US"}', 'US', now() + interval '1 day', true from s, generate_series(10, 39) n
         returning company_id, id, shop_id, module_id, status, ordered_at),
       k as (insert into order_count (company_id, module_id, shop_id, status, on_day, delta)
         select company_id, module_id, shop_id, status, (ordered_at at time zone 'UTC')::date, 1 from o)
     insert into order_line (company_id, order_id, platform_line_id, seller_sku, title, quantity, unit_price, discount, tax, product_id)
     select o.company_id, o.id, '1', 'MUG', 'Mug', 1, 1, 0, 0, p.id from o join product p on p.company_id = o.company_id`,
    [login],
  );

  await person.go('/order/rules');
  await page.getByText('30 个订单无规则匹配，等待审核').waitFor();
  await page.getByRole('button', { name: '新增审核规则' }).click();
  const form = page.getByRole('dialog', { name: '新增审核规则' });
  await form.getByLabel('规则名称').fill('美国订单通过');
  await form.getByRole('button', { name: '添加条件' }).click();
  await form.getByRole('combobox', { name: '比较方式' }).waitFor();
  await form.getByRole('combobox', { name: '条件值' }).fill('US');
  await page.locator('.ant-select-item-option', { hasText: 'US 美国' }).click();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: '保存规则' }).click();
  await page.getByText('草稿：1 处修改，尚未生效').waitFor();
  const shared = { enabled: true } as const;
  await person.call(saveRule, {
    ...shared,
    name: '大额自送',
    kind: 'channel',
    conditions: [{ field: 'totalAmount', operator: 'atLeast', value: '200' }],
    action: { channelId },
  });
  await person.call(saveRule, {
    ...shared,
    name: '超大额人工审核',
    kind: 'review',
    conditions: [
      { field: 'country', operator: 'in', value: ['US'] },
      { field: 'totalAmount', operator: 'atLeast', value: '900' },
    ],
    action: { decision: 'review' },
  });
  await page.reload();
  await page.getByText('“超大额人工审核”被前面的').waitFor();
  await look(person, `rules-draft-${nameOf({ language: 'zh', theme: 'light', width: 1440 })}`);
  for (const other of OTHERS) {
    const them = await somebody(other);
    await them.signIn(login);
    await them.go('/order/rules');
    await them.page.getByText('Draft: 3 changes').waitFor();
    await look(them, `rules-draft-${nameOf(other)}`);
    await them.page.getByRole('button', { name: 'Dry run and go live' }).click();
    const drawer = them.page.getByRole('dialog', { name: 'Dry run of the draft' });
    await drawer.getByRole('button', { name: 'Start dry run', exact: false }).first().click();
    await drawer.getByText('Of 30 orders in the last 30 days, 30 would have a different result.').waitFor();
    await look(them, `rules-rehearsal-${nameOf(other)}`);
    expect(them.complaints).toEqual([]);
    await them.close();
  }

  await page.getByRole('button', { name: '试运行并启用' }).click();
  const drawer = page.getByRole('dialog', { name: '试运行草稿' });
  await drawer.getByRole('button', { name: '开始试运行' }).click();
  await drawer.getByText('最近 30 天的 30 单中，30 单的结果会改变。').waitFor();
  await drawer.getByText('#1020').waitFor();
  const turn = drawer.getByRole('button', { name: '启用 3 处修改' });
  expect(await turn.isDisabled()).toBe(true);
  await drawer.getByRole('checkbox', { name: '保留不会生效的规则' }).check();
  await look(person, `rules-rehearsal-${nameOf({ language: 'zh', theme: 'light', width: 1440 })}`);
  expect(await drawer.getByRole('checkbox', { name: '同时重新评估 30 个待处理订单' }).isChecked()).toBe(true);
  await turn.click();
  await page.getByText('第 1 版已生效，正在重新评估 30 个待处理订单').waitFor();
  await page.getByText('已重新评估 30 个待处理订单，30 单有变化').waitFor();
  await look(person, `rules-reevaluated-${nameOf({ language: 'zh', theme: 'light', width: 1440 })}`);

  await page.getByRole('button', { name: '删除: 超大额人工审核' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s*除/ })
    .click();
  await page.getByText('草稿：1 处修改，尚未生效').waitFor();
  await page.getByRole('button', { name: '试运行并启用' }).click();
  await drawer.getByRole('button', { name: '开始试运行' }).click();
  await drawer.getByText('所有订单的结果都不变').waitFor();
  await drawer.getByRole('checkbox', { name: '同时重新评估 30 个待处理订单' }).uncheck();
  await drawer.getByText('新规则只用于之后的订单').waitFor();
  await drawer.getByRole('button', { name: '启用 1 处修改' }).click();
  await page.getByText('第 2 版已生效').waitFor();
  await page.getByRole('button', { name: '版本历史' }).click();
  const versions = page.getByRole('dialog', { name: '版本历史' });
  await versions.getByText('删除审核规则“超大额人工审核”').waitFor();
  await look(person, `rules-versions-${nameOf({ language: 'zh', theme: 'light', width: 1440 })}`);
  await versions.getByRole('button', { name: '恢复为草稿' }).click();
  await page.getByText('第 1 版已恢复为草稿').waitFor();
  await page.getByText('草稿：1 处修改，尚未生效').waitFor();
  expect(person.complaints).toEqual([]);
  await person.close();
});
