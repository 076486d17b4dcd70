import { savePackaging } from '@tradewind/contract/catalog.ts';
import {
  adviceTabs,
  computeAdvice,
  saveSupplier,
  saveSupplierPrice,
  saveTransport,
} from '@tradewind/contract/procurement.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany, furnish, inDatabase } from './workshop.ts';

let person: Person;
let phone: Person;
let login: string;

/** What was sold before the program knew of it: each product another number of units a day, more of them at weekends. */
const HISTORY = `
  with sold as (
    select p.company_id, p.id as product_id, w.id as warehouse_id, t.day - n as day,
      (case p.sku when 'MUG-RED' then 4 when 'MUG-WHITE' then 3 when 'MUG-GREEN' then 2 else 1 end)
        * (case when extract(isodow from t.day - n) > 5 then 2 else 1 end) as units
    from product p join warehouse w on w.company_id = p.company_id join company c on c.id = p.company_id
    cross join lateral (select (now() at time zone c.time_zone)::date as day) t cross join generate_series(1, 200) n
    where p.company_id = (select company_id from user_account where user_login_id = $1)
  ), entries as (
    insert into demand_entry (company_id, doc_kind, doc_id, product_id, warehouse_id, day, units)
    select company_id, 'history', day - date '2000-01-01', product_id, warehouse_id, day, units from sold)
  insert into demand_month (company_id, product_id, warehouse_id, month, units, total)
  select p.company_id, p.product_id, p.warehouse_id, p.month, string_agg(int4send(coalesce(s.units, 0)::int), ''::bytea order by n), sum(coalesce(s.units, 0))
  from (select distinct company_id, product_id, warehouse_id, date_trunc('month', day)::date as month from sold) p
  cross join generate_series(1, 31) n
  left join sold s on s.product_id = p.product_id and s.day = p.month + n - 1 and date_trunc('month', s.day) = p.month
  group by 1, 2, 3, 4`;

beforeAll(async () => {
  person = await somebody();
  phone = await somebody({ language: 'en', theme: 'dark', width: 390 });
  login = await foundCompany(person);
  const { products, warehouseId } = await furnish(person, ['MUG-RED', 'MUG-BLUE', 'MUG-GREEN', 'MUG-WHITE'], 90);
  await inDatabase(HISTORY, [login]);
  const { id } = await person.call(saveSupplier, {
    nameZh: '宁波晨光陶瓷',
    nameEn: 'Chenguang Ceramics',
    currency: 'CNY',
    leadDays: 35,
    minimumAmount: '20000',
  });
  const carton = { quantity: 24, lengthMm: 480, widthMm: 360, heightMm: 300, weightGrams: 11_000 };
  for (const { id: productId } of products.slice(0, 2))
    await person.call(savePackaging, { productId, version: 1, carton, pallet: { quantity: 20 } });
  await person.call(saveTransport, { warehouseId, mode: 'sea', days: 25, perCbm: '900' });
  await person.call(saveTransport, { warehouseId, mode: 'air', days: 6, perKg: '32' });
  for (const product of products.slice(0, 3))
    await person.call(saveSupplierPrice, {
      ...{ supplierId: id, productId: product.id, validFrom: '2026-01-01', moq: 100, orderMultiple: 24 },
      breaks: [1, 500].map((fromQuantity) => ({ fromQuantity, unitPrice: '8.2' })),
    });
  await phone.signIn(login);
});

test('a buyer calculates what to buy, looks why, replays other settings and confirms the quantities', async () => {
  const { page } = person;
  await person.go('/purchase/recommend');
  await page.getByText('还没有建议采购量').waitFor();
  await person.picture('replenishment-empty');
  await page.getByRole('button', { name: '重新计算' }).first().click();
  await vi.waitUntil(async () => (await person.call(adviceTabs, {})).shown, { timeout: 60_000, interval: 300 });
  await page.getByText('MUG-RED').first().waitFor({ timeout: 20_000 });
  await person.settled();
  await person.picture('replenishment-list');
  expect(await seriousFindings(page)).toEqual([]);

  for (const sku of ['MUG-RED', 'MUG-GREEN'])
    await page.getByRole('row').filter({ hasText: sku }).getByRole('checkbox').check();
  await page.getByRole('button', { name: /^拼单/ }).click();
  const plan = page.getByRole('dialog', { name: '按供应商拼单' });
  await plan.getByText('未达最低订货要求').waitFor();
  await person.settled();
  await person.picture('replenishment-plan');
  expect(await seriousFindings(page)).toEqual([]);
  await plan.getByRole('button', { name: '最低订货要求' }).click();
  await plan.getByText('未达最低订货要求').waitFor({ state: 'hidden' });
  await person.settled();
  await person.picture('replenishment-plan-filled');
  await plan.getByRole('button', { name: /取\s*消/ }).click();
  await plan.waitFor({ state: 'hidden' });

  await page.getByText('MUG-RED').first().click();
  const drawer = page.getByRole('dialog').filter({ hasText: '计算过程' });
  await drawer.getByRole('rowheader', { name: '安全库存' }).waitFor();
  await drawer.getByText('来自供应商', { exact: true }).waitFor();
  await drawer.getByText(/空运发/).waitFor();
  await person.settled();
  await person.picture('replenishment-terms');
  expect(await seriousFindings(page)).toEqual([]);
  await drawer.getByRole('tab', { name: '近 90 天销量' }).click();
  await person.settled();
  await person.picture('replenishment-sales');
  await drawer.getByRole('tab', { name: '计算过程' }).click();
  await drawer.getByRole('button', { name: '确认采购量' }).click();
  const form = page.getByRole('dialog', { name: /确认采购量/ });
  await form.getByRole('spinbutton', { name: '数量' }).fill('240');
  await form.getByRole('button', { name: '确认采购量' }).click();
  await form.waitFor({ state: 'hidden' });
  await drawer.getByText(/确认 240/).waitFor();
  await page.goBack();
  await drawer.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: '断货日历' }).click();
  const calendar = page.getByRole('dialog', { name: '断货日历' });
  await calendar
    .getByRole('button', { name: /^\d{4}-/ })
    .first()
    .waitFor();
  await person.settled();
  await person.picture('replenishment-calendar');
  await page.goBack();
  await calendar.waitFor({ state: 'hidden' });

  // Its days are over.
  await inDatabase(
    `update advice_run set day = day - 60 where company_id = (select company_id from user_account where user_login_id = $1)`,
    [login],
  );
  await page.getByRole('button', { name: '结果回顾' }).click();
  const outcomes = page.getByRole('dialog', { name: '结果回顾' });
  await outcomes.getByText('MUG-RED').first().waitFor();
  await person.settled();
  await person.picture('replenishment-outcomes');
  await page.goBack();
  await outcomes.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: /^设\s*置$/ }).click();
  const settings = page.getByRole('dialog', { name: '补货设置' }).first();
  await settings.getByRole('tab', { name: '运输方式' }).click();
  await settings.getByText('海运').waitFor();
  await person.settled();
  await person.picture('replenishment-transport');
  await settings.getByRole('tab', { name: '公司默认' }).click();
  await settings.getByRole('button', { name: /编\s*辑/ }).click();
  const policy = page.getByRole('dialog', { name: '补货设置' }).last();
  await policy.getByRole('spinbutton', { name: '下单周期' }).fill('30');
  await policy.getByRole('button', { name: '用过去的销量试算' }).click();
  await policy.getByText('平均可售天数').waitFor();
  await person.settled();
  await person.picture('replenishment-replay');
  expect(await seriousFindings(page)).toEqual([]);
  await policy.getByRole('spinbutton', { name: '默认交期' }).fill('120');
  await policy.getByRole('button', { name: '保存设置' }).click();
  await policy.getByText(/备货周期（120 天）/).waitFor();
  await policy.getByRole('spinbutton', { name: '默认交期' }).fill('20');
  await policy.getByRole('button', { name: '保存设置' }).click();
  await page.getByText('设置已保存，下次计算时生效').waitFor();

  await person.go('/product/archive');
  await page.getByText('MUG-RED').first().click();
  const card = page.getByRole('dialog').filter({ hasText: 'MUG-RED' });
  await card.getByRole('tab', { name: '销量预测' }).click();
  await card.getByText(/预测方法/).waitFor();
  await person.settled();
  await person.picture('replenishment-forecast');
  expect(await seriousFindings(page)).toEqual([]);
});

test('the list is read on a phone in English', async () => {
  await person.call(computeAdvice, {});
  await phone.go('/purchase/recommend');
  await phone.page.getByText('MUG-WHITE').first().waitFor();
  await phone.settled();
  await phone.picture('replenishment-phone');
  expect(await seriousFindings(phone.page)).toEqual([]);
  await phone.page.getByText('MUG-WHITE').first().click();
  await phone.page.getByRole('rowheader', { name: 'Safety stock' }).waitFor();
  await phone.settled();
  await phone.picture('replenishment-phone-terms');
  expect(await seriousFindings(phone.page)).toEqual([]);
});
