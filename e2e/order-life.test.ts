import { trackingDetail, trackingList } from '@tradewind/contract/logistics.ts';
import { beforeAll, expect, test } from 'vitest';
import { type Person, somebody } from './person.ts';
import { isOneStory } from './story.ts';
import { application, newContext } from './worker.ts';
import { BIN, foundCompany, furnish, sandbox } from './workshop.ts';

const DOMAIN = 'tradewind-demo.myshopify.com';
/** What the shop sells under its own SKUs; ours are others until somebody says what is what. */
const SOLD = { first: '', second: '' };
const OURS = ['MUG-RED', 'MUG-BLUE'];

interface Reply {
  orders: { confirmations: number }[];
}

let person: Person;
let phone: Person;
let login = '';
let orderName = '';
let orderId = '';
let outboundNo = '';
let trackingNumber = '';

beforeAll(async () => {
  person = await somebody();
  phone = await somebody({ language: 'zh', theme: 'dark', width: 390 });
  login = await foundCompany(person);
  await furnish(person, OURS);
  const catalog = await sandbox<{ sku: string }[]>('catalog');
  SOLD.first = catalog[10]?.sku ?? '';
  SOLD.second = catalog[20]?.sku ?? '';
});

// One life: where a step fails, the ones after it have nothing to go on with.
isOneStory();

test('a shop is authorized on the platform', async () => {
  const { page } = person;
  await person.go('/system/channel');
  await page.getByRole('button', { name: '新增店铺' }).first().click();
  const dialog = page.getByRole('dialog', { name: '新增店铺' });
  await dialog.getByLabel('平台').click();
  await page.getByTitle('Shopify', { exact: true }).click();
  await dialog.getByLabel('店铺域名').fill(DOMAIN);
  await dialog.getByLabel('导入最近多少天的订单').fill('0');
  await dialog.getByRole('button', { name: /前往 Shopify/ }).click();
  await page.getByRole('button', { name: /Allow/ }).click();
  await page.getByText('授权成功').waitFor();
  await person.picture('life-01-authorized');
  await person.go('/system/channel');
  await page
    .getByRole('row', { name: /Tradewind Demo|tradewind-demo/ })
    .getByText('已授权')
    .waitFor();
});

test('orders arrive from the platform by its push', async () => {
  const window = await newContext();
  const shop = await window.newPage();
  await shop.goto(application.sandboxUrl);
  await shop.getByRole('combobox', { name: 'Shop' }).selectOption('shopify');
  await shop.getByLabel('How many').fill('2');
  await shop.getByRole('button', { name: 'New orders arrive' }).click();
  await shop.getByRole('status').getByText(/Done/).waitFor();
  await window.close();
  const lines = [
    { sku: SOLD.first, quantity: 2 },
    { sku: SOLD.second, quantity: 1 },
  ];
  const { orderIds } = await sandbox<{ orderIds: string[] }>('orders', { shop: 'shopify', lines });
  orderId = orderIds[0] ?? '';
  const order = await sandbox<{ name: string }>(`orders/${DOMAIN}/${orderId}`);
  orderName = order.name;

  await person.go('/Shopifys');
  await person.tab(/异常/);
  await expect
    .poll(async () => {
      await person.page.getByRole('button', { name: '刷新' }).click();
      return person.page.getByText(orderName, { exact: true }).count();
    })
    .toBeGreaterThan(0);
  await person.picture('life-02-arrived');
});

test('unmapped SKUs are resolved once', async () => {
  const { page } = person;
  await person.go('/product/mapping');
  await page.getByRole('button', { name: '立即配对' }).click();
  const drawer = page.getByRole('dialog', { name: '等待配对的店铺 SKU' });
  for (const [i, sku] of [SOLD.first, SOLD.second].entries()) {
    await drawer.getByLabel(`商品 ${sku}`).fill(OURS[i] ?? '');
    await page.locator('.ant-select-item-option:visible', { hasText: OURS[i] ?? '' }).click();
  }
  await person.picture('life-03-mapping');
  await drawer.getByRole('button', { name: /配对 2 个/ }).click();
  await page.getByText('配对已保存').waitFor();
  // The mapped ones leave the list: a click on one that moves meets nothing.
  await person.settled();
});

test('what is no product yet becomes one from its listing, and nobody waits any more', async () => {
  const { page } = person;
  const drawer = page.getByRole('dialog', { name: '等待配对的店铺 SKU' });
  const makes = drawer.getByRole('button', { name: /用店铺商品新建/ });
  const form = page.getByRole('dialog', { name: /新建商品/ });
  const makeFirst = async () => {
    await makes.first().click();
    const english = form.getByLabel('英文名称');
    await expect.poll(() => english.inputValue()).not.toBe('');
    await person.picture('life-04-make-product');
    await form.getByRole('button', { name: '新建并配对' }).click();
    await page.getByText('商品已新建并配对').first().waitFor();
    await form.waitFor({ state: 'hidden' });
    await person.settled();
  };
  await makeFirst();
  // Those of a similar name wait for a word of a person; the others are made at once.
  const rest = drawer.getByRole('button', { name: /其余 \d+ 个直接新建商品/ });
  const nothing = drawer.getByText('没有等待配对的 SKU');
  for (;;) {
    await rest.or(nothing).or(makes).first().waitFor();
    if (await nothing.isVisible()) break;
    if (!(await rest.isVisible())) await makeFirst();
    else {
      await rest.click();
      await page
        .getByText(/已新建 \d+ 个商品并配对/)
        .first()
        .waitFor();
      await person.settled();
    }
  }
  await page.keyboard.press('Escape');
  await person.settled();
  await person.picture('life-05-mapped');
});

test('the order is reviewed and its stock reserved', async () => {
  const { page } = person;
  await person.go('/Shopifys');
  await person.tab(/待审核/);
  // Until the tab's own rows are there, those of the tab before are shown.
  await person.settled();
  const row = page.getByRole('row', { name: new RegExp(orderName) });
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: '通过审核' }).click();
  await page.getByRole('tab', { name: /待拣货/ }).click();
  await row.waitFor();
  await person.picture('life-04-reserved');
});

test('a wave is made of it', async () => {
  const { page } = person;
  await person.go('/warehouse/outbound');
  await person.settled();
  const row = page.getByRole('row', { name: new RegExp(orderName) });
  outboundNo = /OUT-\d+-\d+/.exec((await row.textContent()) ?? '')?.[0] ?? '';
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: '生成波次' }).click();
  const dialog = page.getByRole('dialog');
  await person.picture('life-05-wave');
  await dialog.getByRole('button', { name: '生成波次' }).click();
  await page.getByRole('tab', { name: /拣货中.*1/ }).waitFor();
});

test('it is picked on a phone, scan by scan', async () => {
  await phone.signIn(login);
  await phone.go('/warehouse/scan?job=pick');
  const { page } = phone;
  await page.getByRole('button', { name: /WAVE-/ }).first().click();
  // The list of waves had a field of its own.
  await page.getByText(`去 ${BIN}`).waitFor();
  await phone.scan('WRONG-SHELF');
  await page.getByRole('status').getByText(/库位/).first().waitFor();
  for (const [sku, count] of [
    [OURS[0], 2],
    [OURS[1], 1],
  ] as const) {
    await phone.scan(BIN);
    for (let i = 1; i <= count; i++) {
      await phone.scan(sku ?? '');
      await page
        .getByText(new RegExp(`${i} / ${count}`))
        .first()
        .waitFor();
    }
  }
  await phone.picture('life-06-picked');
  await page.getByText('已拣完，请送去打包').waitFor();
});

test('it is packed by scan, weighed, labelled and handed over', async () => {
  const { page } = phone;
  await phone.go('/warehouse/scan?job=pack');
  await phone.scan(outboundNo);
  await page.getByText(`0 / 2`).first().waitFor();
  for (const code of [OURS[0], OURS[0], OURS[1]]) await phone.scan(code ?? '');
  await page.getByLabel('重量').fill('1240');
  await page.getByRole('button', { name: '封箱' }).click();
  await page.locator('.tw-quotes').getByText('UPS Ground').waitFor();
  // It goes in two boxes.
  await page.getByRole('button', { name: '再加一箱' }).click();
  await phone.picture('life-07-second-box');
  await page.getByLabel('重量').fill('640');
  await page.getByRole('button', { name: '再加一箱' }).click();
  await page.getByRole('list', { name: '这一票的箱子' }).getByText('640 克').waitFor();
  await page.locator('.tw-quotes').getByText('UPS Ground').waitFor();
  await phone.settled();
  await phone.picture('life-07-prices');
  // The label opens in a tab of its own; a click that is under way at that moment is lost.
  await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: '购买面单并打印' }).click()]);
  await page.bringToFront();
  const label = page.getByRole('region', { name: '包裹' });
  await label.getByText(/^1Z/).waitFor();
  trackingNumber = (await label.getByText(/^1Z/).textContent()) ?? '';
  await label.getByText('共 2 箱').waitFor();
  await phone.picture('life-08-label');
  await label.getByRole('button', { name: '交给承运商' }).click();
  await page.getByText(new RegExp(`${outboundNo} 已出库`)).waitFor();
});

test('the platform is told of the shipment, once', async () => {
  await expect
    .poll(async () => {
      const state = await sandbox<Reply>(`state?shop=${DOMAIN}&orderId=${orderId}`);
      return state.orders[0]?.confirmations;
    })
    .toBe(1);
  await person.go('/Shopifys');
  await person.tab(/已发货/);
  await person.page.getByRole('row', { name: new RegExp(orderName) }).waitFor();
  await person.picture('life-09-shipped');
});

test('the carrier delivers it, and everybody sees so', async () => {
  const { rows } = await person.call(trackingList, { text: trackingNumber });
  const { boxes } = await person.call(trackingDetail, { parcelId: rows[0]?.id ?? 0 });
  expect(boxes).toHaveLength(2);
  const { page } = person;
  const row = page.getByRole('row', { name: new RegExp(trackingNumber) });
  const refresh = async () => {
    await person.settled();
    await row.getByRole('checkbox').check();
    // The bar of acts measures itself first.
    await person.settled();
    await page.getByRole('button', { name: '更新轨迹' }).click();
    await person.settled();
  };
  await person.go('/logistics/tracking');
  await sandbox('parcels/advance', { trackingNumber, to: 'delivered' });
  await refresh();
  // The other box is still on its way.
  await person.tab(/已签收/);
  await person.settled();
  expect(await row.count()).toBe(0);
  await person.tab(/全部/);
  await sandbox('parcels/advance', { trackingNumber: boxes[1]?.trackingNumber, to: 'delivered' });
  await refresh();
  await person.tab(/已签收/);
  await person.settled();
  await row.waitFor();
  await person.picture('life-10-delivered');
  const window = await newContext();
  const publicPage = await window.newPage();
  await publicPage.goto(`${application.url}/#/logisticsDetail?number=${trackingNumber}`);
  await publicPage
    .getByText(/签收|Delivered/i)
    .first()
    .waitFor();
  await window.close();
});

test('its profit opens into the entries it is made of', async () => {
  const { page } = person;
  await person.go('/finance/profit');
  const row = page.getByRole('row', { name: new RegExp(orderName) });
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: '刷新' }).click();
      return row.count();
    })
    .toBeGreaterThan(0);
  await row.click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('尾程运费').first().waitFor();
  await person.settled();
  await person.picture('life-11-profit');
  expect(person.complaints).toEqual([]);
  expect(phone.complaints).toEqual([]);
});
