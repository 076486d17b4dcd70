import { getOrder, listOrders, type OrderRow } from '@tradewind/contract/orders.ts';
import { openingChoices, selectWarehouse } from '@tradewind/contract/warehouse.ts';
import type { Locator } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { type Person, somebody } from './person.ts';
import { linkIn, mailTo } from './workshop.ts';

const PASSWORD = 'HarbourWind2026';
const SHOP = 'tradewind-demo.myshopify.com';

/** Counts what a person does with the hand: each press, and each field that is typed into. */
function counting(person: Person) {
  const { page } = person;
  const began = Date.now();
  const parts: string[] = [];
  let clicks = 0;
  let before = 0;
  let since = began;
  return {
    press: async (what: Locator) => {
      clicks += 1;
      await what.click();
    },
    type: async (what: Locator, text: string) => {
      clicks += 1;
      await what.fill(text);
    },
    /** Typing finds the option, a press takes it. */
    choose: async (select: Locator, option: string) => {
      clicks += 2;
      await select.fill(option);
      await page.locator('.ant-select-item-option:visible').getByText(option, { exact: true }).first().click();
    },
    part: (name: string) => {
      parts.push(`${name}: ${clicks - before} clicks, ${((Date.now() - since) / 1000).toFixed(1)} s`);
      before = clicks;
      since = Date.now();
    },
    report: () => {
      const all = `all: ${clicks} clicks, ${((Date.now() - began) / 1000).toFixed(1)} s`;
      process.stdout.write(`The first hour of a company\n  ${[...parts, all].join('\n  ')}\n`);
      return clicks;
    },
  };
}

test('from the registration to the first shipped order in one window', async () => {
  const person = await somebody();
  const { page } = person;
  const { press, type, choose, part, report } = counting(person);
  const login = `first.${Date.now().toString(36)}`;
  const label = (name: string) => page.getByLabel(name, { exact: true });
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  await person.go('/companyRegister');
  await type(label('公司名称'), '海港贸易');
  await type(label('联系人'), '林晓');
  await press(button('下一步'));
  await type(label('用户名'), login);
  await type(label('姓名'), '林晓');
  await type(label('邮箱'), `${login}@harbour.invalid`);
  await type(label('密码'), PASSWORD);
  await type(page.getByLabel('再次输入密码'), PASSWORD);
  await press(button('下一步'));
  await press(page.getByRole('checkbox'));
  await press(button(/注\s*册$/));
  await page.getByText(`${login}@harbour.invalid`).waitFor();
  part('registration');

  await page.goto(linkIn(await mailTo(`${login}@harbour.invalid`)));
  await page
    .getByText(/成功|已验证/)
    .first()
    .waitFor();
  await person.go('/login');
  await type(page.getByLabel('用户名'), login);
  await type(label('密码'), PASSWORD);
  await press(button(/^登\s*录$/));
  await page.waitForURL(/Mainpage/);
  part('first sign-in');

  const guide = page.getByRole('region', { name: '开始使用 Tradewind' });
  await guide.getByText('已完成 0 / 7').waitFor();
  // No wall of zeros.
  expect(await page.getByText('待发货订单').count()).toBe(0);
  await person.settled();
  await person.picture('first-1-guide');
  // A list that shops fill leads to the first one.
  const home = page.locator('.tw-tabs').getByText('首页', { exact: true });
  await person.go('/order/all');
  await page.locator('.tw-empty').getByRole('button', { name: '授权店铺' }).click();
  await page.getByRole('dialog', { name: '新增店铺' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: '新增店铺' }).waitFor({ state: 'detached' });
  await home.click();
  await press(guide.getByRole('button', { name: '授权店铺' }));
  const connect = page.getByRole('dialog', { name: '新增店铺' });
  await choose(connect.getByLabel('平台', { exact: true }), 'Shopify');
  await type(connect.getByLabel('店铺域名', { exact: true }), 'tradewind-dmeo');
  await press(connect.getByRole('button', { name: /^前往 .* 授权$/ }));
  await connect.getByText(/没有店铺 tradewind-dmeo/).waitFor();
  await person.picture('first-2-no-such-shop');
  await type(connect.getByLabel('店铺域名', { exact: true }), SHOP);
  await press(connect.getByRole('button', { name: /^前往 .* 授权$/ }));
  await press(button('Allow 同意授权'));
  await page.getByText('授权成功').waitFor();
  await person.picture('first-3-landed');
  await press(button('返回首页'));
  await guide.getByText('已完成 1 / 7').waitFor();
  part('shop');

  await person.settled();
  await person.picture('first-4-connected');
  const step = (name: string) =>
    guide.getByRole('button', { name, exact: true }).or(guide.getByRole('link', { name: `去完成：${name}` }));
  await press(step('添加商品'));
  const products = page.getByRole('dialog', { name: '用店铺商品生成商品档案' });
  await products.getByRole('button', { name: /^生成 [1-9]\d* 个商品/ }).waitFor({ timeout: 150_000 });
  await person.settled();
  await person.picture('first-5-products');
  await press(products.getByRole('button', { name: /^生成 [1-9]\d* 个商品/ }));
  await products.getByText(/^已生成 \d+ 个商品/).waitFor();
  await page.keyboard.press('Escape');
  await press(home);
  part('products from listings');

  await press(step('添加仓库'));
  const warehouse = page.getByRole('dialog', { name: '新增仓库' });
  await choose(warehouse.getByLabel('国家/地区', { exact: true }), 'US 美国');
  await type(warehouse.getByLabel('地址1', { exact: true }), '7 Harbor Rd');
  await type(warehouse.getByLabel('城市', { exact: true }), 'Baltimore');
  await type(warehouse.getByLabel('省/州', { exact: true }), 'MD');
  await type(warehouse.getByLabel('邮编', { exact: true }), '21230');
  await type(warehouse.getByLabel('电话', { exact: true }), '+14105550100');
  await person.settled();
  await person.picture('first-6-warehouse');
  await press(warehouse.getByRole('button', { name: '新增仓库' }));
  await press(page.getByRole('link', { name: '下一步：录入库存' }));
  part('warehouse');

  const order = await firstOrder(person);
  const sku = order.goods;
  const opening = page.getByRole('dialog', { name: '录入期初库存' });
  await type(opening.getByLabel(`数量 ${sku}`), '25');
  await page.keyboard.press('Enter');
  await page.keyboard.type('21.5');
  await person.settled();
  await person.picture('first-7-stock');
  await press(opening.getByRole('button', { name: '保存期初库存' }));
  await opening.waitFor({ state: 'detached' });
  part('stock');

  await press(home);
  await person.settled();
  await person.picture('first-8-paired');
  await press(step('接入物流'));
  await press(page.getByRole('dialog', { name: '选择承运商' }).getByRole('button', { name: 'UPS' }));
  const account = page.getByRole('dialog', { name: '添加账号：UPS' });
  await type(account.getByLabel('UPS 账号', { exact: true }), 'A1B2C3');
  await type(account.getByLabel('Client ID', { exact: true }), 'ups-client-demo');
  await type(account.getByLabel('Client Secret', { exact: true }), 'ups-secret-demo');
  await press(account.getByRole('switch', { name: '沙箱' }));
  await person.settled();
  await person.picture('first-10-carrier');
  await press(account.getByRole('button', { name: '保存账号' }));
  await account.waitFor({ state: 'detached' });
  part('carrier');

  await press(home);
  await person.settled();
  await person.picture('first-11-before-shipping');
  await press(step('发出第一单'));
  await press(page.locator('.tw-row-open', { hasText: order.displayNo }));
  await act(person, press, '通过审核');
  await page.locator('.tw-detail').getByText('待拣货').first().waitFor({ timeout: 60_000 });
  await person.settled();
  await person.picture('first-12-order');
  await act(person, press, '打包并发货');
  const whole = page.getByRole('dialog', { name: '1 个订单一键发货' });
  await whole.getByRole('button', { name: /^发货 1 单/ }).waitFor();
  await person.settled();
  await person.picture('first-13-send');
  await press(whole.getByRole('button', { name: /^发货 1 单/ }));
  await until(person, order, 'shipped');
  const papers = page.getByRole('dialog', { name: '打印 1 个订单的单据' });
  const printed = page.waitForEvent('popup');
  await press(papers.getByRole('button', { name: /^打\s*印$/ }));
  await printed;
  await page.bringToFront();
  part('shipment');
  const clicks = report();
  await press(home);
  await person.settled();
  await person.picture('first-14-shipped');
  expect(clicks).toBeLessThanOrEqual(60);
  // The pictures of listings lie with their platforms.
  expect(person.complaints.filter((one) => !one.startsWith('Loading the image'))).toEqual([]);
  await person.close();
});

async function until(person: Person, { id, displayNo }: OrderRow, status: OrderRow['status']): Promise<void> {
  const found = async () => (await person.call(listOrders, { text: displayNo, page: 1, pageSize: 30 })).rows;
  const arrived = async () => (await found()).some((row) => row.id === id && row.status === status);
  await vi.waitUntil(arrived, { timeout: 60_000, interval: 250 });
}

/** Presses one of the acts in the drawer, wherever it stands. */
async function act(person: Person, press: (what: Locator) => Promise<void>, name: string): Promise<void> {
  const { page } = person;
  const acts = page.locator('.tw-detail-actions');
  await acts.getByRole('button').first().waitFor();
  await person.settled();
  const button = acts.getByRole('button', { name: new RegExp(`${name}$`) });
  if (await button.isVisible()) return press(button);
  await press(acts.getByRole('button', { name: '更多', exact: true }));
  await press(page.getByRole('menuitem', { name: new RegExp(`${name}$`) }));
}

/** An order to the country of the warehouse, of one product, which is among those that the form of opening stock offers. */
async function firstOrder(person: Person): Promise<OrderRow & { goods: string }> {
  const find = async () => {
    const [warehouse] = await person.call(selectWarehouse, {});
    const { products } = await person.call(openingChoices, { warehouseId: warehouse?.id ?? 0 });
    const { rows } = await person.call(listOrders, { status: 'review', page: 1, pageSize: 200 });
    for (const row of rows) {
      if (row.country !== 'US' || row.cancelRequested || row.lineCount !== 1) continue;
      const goods = (await person.call(getOrder, { id: row.id })).lines[0]?.sku;
      if (goods && products.some(({ sku }) => sku === goods)) return { ...row, goods };
    }
    return undefined;
  };
  return vi.waitUntil(find, { timeout: 60_000, interval: 250 });
}
