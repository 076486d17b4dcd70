import { authorizeShop } from '@tradewind/contract/channels.ts';
import { fbaBoxLabels, getFba, listFba, saveLeg } from '@tradewind/contract/transit.ts';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { scanPages } from '../apps/server/src/areas/logistics/testing/scan.ts';
import { type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany, furnish, inDatabase, sandbox } from './workshop.ts';

let person: Person;
let english: Person;
let phone: Person;
let skus: string[];

beforeAll(async () => {
  person = await somebody();
  english = await somebody({ language: 'en', theme: 'dark', width: 1440 });
  phone = await somebody({ language: 'zh', theme: 'light', width: 390 });
  const login = await foundCompany(person);
  const { consentUrl } = await person.call(authorizeShop, { platform: 'amazon', region: 'US' });
  await person.page.goto(`${consentUrl}&auto=1`);
  const catalog = await sandbox<{ sku: string }[]>('catalog');
  // Amazon wants no prep of these.
  skus = catalog
    .filter((_one, at) => (at + 1) % 7 !== 0 && (at + 1) % 5 !== 0)
    .map((one) => one.sku)
    .slice(0, 2);
  const { warehouseId, products } = await furnish(person, skus, 60);
  await inDatabase(
    `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, created_by)
     select p.company_id, s.id, p.sku, p.id, 'e2e' from product p
     join user_account u on u.company_id = p.company_id and u.user_login_id = $1
     join shop s on s.company_id = p.company_id and s.platform = 'amazon' on conflict do nothing`,
    [login],
  );
  const [product] = products;
  await person.call(saveLeg, {
    ...{ supplier: '宁波晨光陶瓷', warehouseId, mode: 'sea', forwarder: '中远海运', container: 'CSNU6012345' },
    ...{ cartons: 12, departOn: '2026-01-03', etaOn: '2026-02-05' },
    lines: [{ productId: product?.id ?? 0, quantity: 600, goodsCost: '12.5' }],
    costs: [{ kind: 'freight', amount: '4200', currency: 'CNY' }],
  });
  await english.signIn(login);
  await phone.signIn(login);
});

const field = (page: Person['page'], name: string) => page.getByRole('spinbutton', { name });

test('a shipment to FBA is led from the draft to what Amazon counted', async () => {
  const { page } = person;
  await person.go('/transit/fba');
  await page.getByRole('button', { name: '新增货件' }).first().click();
  const form = page.getByRole('dialog', { name: '新增 FBA 货件' });
  await form.getByLabel('名称').fill('春季补货');
  await form.getByLabel('店铺', { exact: true }).click();
  await page.locator('.ant-select-item-option', { hasText: 'Tradewind' }).last().click();
  await form.getByLabel('发货仓').click();
  await page.getByTitle('巴尔的摩仓').last().click();
  for (const [at, sku] of skus.entries()) {
    if (at > 0) await form.getByRole('button', { name: '添加商品' }).click();
    await person.choose(form.getByRole('combobox', { name: '店铺 SKU' }).nth(at), sku);
    await form
      .getByRole('spinbutton', { name: '数量' })
      .nth(at)
      .fill(at === 0 ? '24' : '12');
  }
  await person.picture('transit-01-draft');
  await form.getByRole('button', { name: '保存草稿' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByText('春季补货').first().click();
  const drawer = page.getByRole('dialog').filter({ hasText: '春季补货' }).first();
  await drawer.getByRole('button', { name: '提交计划' }).click();

  await drawer.getByRole('button', { name: '装箱', exact: true }).click();
  const packing = page.getByRole('dialog', { name: /装箱$/ });
  await field(page, '箱数').first().fill('2');
  const sizes = { '长 cm': '40', '宽 cm': '30', '高 cm': '25', '毛重 kg': '12.4' };
  for (const [at, value] of Object.values(sizes).entries())
    await packing
      .getByRole('row')
      .nth(1)
      .getByRole('spinbutton')
      .nth(at + 2)
      .fill(value);
  await packing.getByRole('row').nth(1).getByRole('spinbutton').nth(6).fill('12');
  await packing.getByRole('row').nth(1).getByRole('spinbutton').nth(7).fill('6');
  await person.picture('transit-02-pack');
  await packing.getByRole('button', { name: '提交装箱' }).click();

  await drawer.getByRole('button', { name: '选择分仓' }).click();
  const placing = page.getByRole('dialog', { name: /分仓$/ });
  await placing.getByText('分成 2 个货件').click();
  await person.picture('transit-03-place');
  await placing.getByRole('button', { name: '确认分仓' }).click();
  await drawer.getByRole('button', { name: '选择运输' }).click();
  const moving = page.getByRole('dialog', { name: /运输$/ });
  await moving.getByText('自选承运商', { exact: true }).first().click();
  await moving.getByText('自选承运商', { exact: true }).nth(1).click();
  await person.picture('transit-04-transport');
  await moving.getByRole('button', { name: '确认运输' }).click();
  await drawer.getByRole('button', { name: '发货', exact: true }).waitFor();
  await printsBoxLabels(drawer);
  await drawer.getByRole('button', { name: '发货', exact: true }).click();
  const shipping = page.getByRole('dialog', { name: /发货$/ });
  await shipping
    .getByLabel(/^跟踪号/)
    .nth(0)
    .fill('COSU6300112');
  await shipping
    .getByLabel(/^跟踪号/)
    .nth(1)
    .fill('COSU6300113');
  await shipping.getByRole('button', { name: '发出 2 箱' }).click();
  await shipping.waitFor({ state: 'detached' });

  const { rows } = await person.call(listFba, {});
  const id = rows[0]?.id ?? 0;
  const settled = async () => {
    const { state, step } = await person.call(getFba, { id });
    return state === 'shipped' && step === '';
  };
  await vi.waitUntil(settled, { timeout: 60_000, interval: 250 });
  const [east] = (await person.call(getFba, { id })).confirmationIds;
  await sandbox('inbound/receive', { percent: 100, close: true, counts: { [skus[0] ?? '']: 11, [skus[1] ?? '']: 6 } });
  await drawer.getByRole('button', { name: '查询接收数量' }).click();
  await vi.waitUntil(async () => (await person.call(getFba, { id })).state === 'closed', {
    timeout: 60_000,
    interval: 500,
  });
  expect(east).toMatch(/^FBA/);
  await person.go(`/transit/fba?open=${id}`);
  await drawer.getByRole('tab', { name: '亚马逊货件' }).click();
  await drawer.getByRole('cell', { name: '已完成' }).first().waitFor();
  await person.picture('transit-05-parts');
  expect(await seriousFindings(page)).toEqual([]);
  await person.go('/transit/fba?view=cases');
  await page.getByText('少收 1').first().waitFor();
  await person.picture('transit-06-cases');
});

/** Each of Amazon's shipments has a file: a page for each of its boxes, with the box's code on it. */
async function printsBoxLabels(drawer: Locator): Promise<void> {
  const { page } = person;
  const [shipment] = (await person.call(listFba, {})).rows;
  const { parts, boxList } = await person.call(getFba, { id: shipment?.id ?? 0 });
  const printed: string[] = [];
  await person.settled();
  for (const part of parts) {
    await drawer.getByRole('button', { name: '打印箱唛' }).click();
    const [answer] = await Promise.all([
      page.waitForResponse((one) => one.url().includes(fbaBoxLabels.path)),
      page.getByRole('menuitem', { name: part.confirmationId }).click(),
    ]);
    expect(answer.headers()['content-type']).toBe('application/pdf');
    // The window that shows it has taken the body.
    const file = await page.request.get(answer.url(), { headers: await answer.request().allHeaders() });
    const pages = await scanPages(await file.body());
    expect(pages.length).toBe(part.boxes);
    printed.push(...pages.map((one) => one.code));
  }
  expect(printed.sort()).toEqual(boxList.map((box) => box.boxId).sort());
}

test('both pages can be read in English, dark, and on a phone', async () => {
  for (const [who, name] of [
    [english, 'en'],
    [phone, 'phone'],
  ] as const) {
    await who.go('/transit/fba');
    await who.page.getByText('春季补货').first().click();
    await who.page.getByRole('dialog').first().getByText(/FNSKU/).first().waitFor();
    await who.settled();
    await who.picture(`transit-07-${name}`);
    await who.go('/transit/other');
    await who.page.getByText('CSNU6012345').first().waitFor();
    await who.picture(`transit-08-${name}`);
    expect(await seriousFindings(who.page)).toEqual([]);
  }
});
