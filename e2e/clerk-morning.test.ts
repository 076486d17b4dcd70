import { saveMappings } from '@tradewind/contract/catalog.ts';
import { getUserShop } from '@tradewind/contract/channels.ts';
import { listManifests } from '@tradewind/contract/logistics.ts';
import { listOrders, orderTabs } from '@tradewind/contract/orders.ts';
import { listStock } from '@tradewind/contract/stock.ts';
import { beforeAll, expect, test } from 'vitest';
import { type Person, somebody } from './person.ts';
import { isOneStory } from './story.ts';
import { foundCompany, furnish, sandbox, type Workshop } from './workshop.ts';

const DOMAIN = 'tradewind-demo.myshopify.com';
const ORDERS = 120;
const PAGE = 50;
const STOCKED = 160;
const SKUS = ['MUG-RED', 'MUG-BLUE'];

let clerk: Person;
let dark: Person;
let phone: Person;
let workshop: Workshop;

beforeAll(async () => {
  clerk = await somebody();
  const login = await foundCompany(clerk);
  workshop = await furnish(clerk, SKUS, STOCKED);
  dark = await somebody({ language: 'en', theme: 'dark', width: 1440 });
  await dark.signIn(login);
  phone = await somebody({ language: 'zh', theme: 'light', width: 390 });
  await phone.signIn(login);
});

// One morning: where a step fails, the ones after it have nothing to go on with.
isOneStory();

const counts = async () => (await clerk.call(orderTabs, {})).counts;
/** All orders are in one state, and the tabs say so. */
async function allAre(status: string, tab: RegExp): Promise<void> {
  await expect.poll(async () => (await counts())[status], { timeout: 240_000, interval: 500 }).toBe(ORDERS);
  const others = Object.entries(await counts()).filter(([name, n]) => name !== status && n !== 0);
  expect(others).toEqual([]);
  await clerk.go('/order/all');
  await clerk.page.reload();
  await clerk.tab(tab);
  await clerk.page.getByText(`共 ${ORDERS} 条`).first().waitFor();
  // The tab before it had as many rows, and what is ticked among them is not ticked here.
  await clerk.settled();
}
async function pictures(name: string, path: string): Promise<void> {
  await clerk.settled();
  await clerk.picture(`morning-${name}-zh-light`);
  await dark.go(path);
  await dark.settled();
  await dark.picture(`morning-${name}-en-dark`);
}
/** A manifest in every look: its list, and itself with its parcels. */
async function manifestPictures(name: string, id: number): Promise<void> {
  for (const [who, look] of [
    [clerk, 'zh-light'],
    [dark, 'en-dark'],
    [phone, 'zh-light-390'],
  ] as const) {
    await who.go('/logistics/manifest');
    await who.page.reload();
    await who.page.getByText('96.00 kg').first().waitFor();
    await who.settled();
    await who.picture(`morning-${name}-list-${look}`);
    await who.go(`/logistics/manifest?open=${id}`);
    await who.page.locator('.tw-detail').getByText('UPS Ground').first().waitFor();
    await who.settled();
    await who.picture(`morning-${name}-${look}`);
  }
}
/** Everything of the list that is on the screen, on all its pages, is worked on at once. */
async function withAll(act: string, count: number, asks: boolean, done = count): Promise<void> {
  const { page } = clerk;
  await page.getByRole('checkbox', { name: '勾选本页' }).check();
  const everything = page.getByRole('button', { name: new RegExp(`选择全部符合条件的 ${count} 项`) });
  if (await everything.isVisible()) await everything.click();
  await withTicked(act, count, asks, done);
}
async function withTicked(act: string, count: number, asks: boolean, done = count): Promise<void> {
  const { page } = clerk;
  await press(`${act} ${count} 项`, act);
  if (asks)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `${act} ${count} 项` })
      .click();
  await page.getByText(`${act}：${done} 项已完成`).waitFor({ timeout: 240_000 });
}
/** A bulk action, in sight or among the rest. */
async function press(inSight: string, among: string): Promise<void> {
  const { page } = clerk;
  // The bar measures first which buttons have room.
  await clerk.settled();
  const button = page.getByRole('button', { name: inSight });
  if (await button.isVisible()) return button.click();
  await page.getByRole('button', { name: '更多操作' }).click();
  const item = page.getByRole('menuitem', { name: new RegExp(among) });
  await item.waitFor();
  // A menu that still unfolds lets a click fall beside.
  await clerk.settled();
  await item.click();
}

test('three pages of orders lie there in the morning', async () => {
  const { page } = clerk;
  await clerk.go('/system/channel');
  await page.getByRole('button', { name: '新增店铺' }).first().click();
  const dialog = page.getByRole('dialog', { name: '新增店铺' });
  await dialog.getByLabel('平台').click();
  await page.getByTitle('Shopify', { exact: true }).click();
  await dialog.getByLabel('店铺域名').fill(DOMAIN);
  await dialog.getByLabel('导入最近多少天的订单').fill('0');
  await dialog.getByRole('button', { name: /前往 Shopify/ }).click();
  await page.getByRole('button', { name: /Allow/ }).click();
  await page.getByText('授权成功').waitFor();

  const catalog = await sandbox<{ sku: string }[]>('catalog');
  const sold = [catalog[10]?.sku ?? '', catalog[20]?.sku ?? ''];
  const shopId = (await clerk.call(getUserShop, {})).list[0]?.id ?? 0;
  const rows = workshop.products.map(({ id: productId }, i) => ({ shopId, sellerSku: sold[i] ?? '', productId }));
  await clerk.call(saveMappings, { rows });

  const lines = sold.map((sku) => ({ sku, quantity: 1 }));
  await sandbox('orders', { shop: 'shopify', count: ORDERS, lines });
  await allAre('review', new RegExp(`待审核\\s*${ORDERS}`));
  await pictures('1-review', '/order/all?status=review');
});

test('all of them are reviewed at once, and their stock is reserved', async () => {
  await clerk.tab(/待审核/);
  await withAll('通过审核', ORDERS, false);
  await allAre('ready', new RegExp(`待拣货\\s*${ORDERS}`));
  await pictures('2-ready', '/order/all?status=ready');
});

test('their labels are bought at once, and papers are printed', async () => {
  const { page } = clerk;
  await withAll('获取面单', ORDERS, true);
  await allAre('ready', new RegExp(`待拣货\\s*${ORDERS}`));
  await page.getByRole('checkbox', { name: '勾选本页' }).check();
  await press(`打印单据 ${PAGE} 项`, '打印单据');
  const dialog = page.getByRole('dialog', { name: `打印 ${PAGE} 个订单的单据` });
  await dialog.getByLabel('拣货单').check();
  await Promise.all([
    page.waitForEvent('popup', { timeout: 240_000 }),
    dialog.getByRole('button', { name: /打\s*印/ }).click(),
  ]);
  await page.bringToFront();
  await dialog.waitFor({ state: 'detached' });
});

test('a page of them goes to the pickers, all are packed from the desk and put on a manifest', async () => {
  const { page } = clerk;
  await allAre('ready', new RegExp(`待拣货\\s*${ORDERS}`));
  await page.getByRole('checkbox', { name: '勾选本页' }).check();
  await withTicked('生成波次', PAGE, true);
  await clerk.go('/warehouse/picking');
  await pictures('3-waves', '/warehouse/picking');
  await withAll('全部拣完', 1, true, PAGE);
  for (const [tab, count] of [
    ['待拣货', ORDERS - PAGE],
    ['拣货中', PAGE],
  ] as const) {
    await clerk.go('/order/all');
    await page.reload();
    await clerk.tab(new RegExp(`${tab}\\s*${count}`));
    await page.getByText(`共 ${count} 条`).first().waitFor();
    await withAll('直接打包', count, true);
  }
  await allAre('packed', new RegExp(`待出库\\s*${ORDERS}`));
  await pictures('4-packed', '/order/all?status=packed');
  await withAll('加入交接单', ORDERS, false);
});

test('the manifest is closed and handed over: counts, stock and the platform agree', async () => {
  const { page } = clerk;
  const { rows: open } = await clerk.call(listManifests, { state: 'open' });
  const id = open[0]?.id ?? 0;
  await clerk.go('/logistics/manifest');
  await page.getByText('关单时编号').click();
  const drawer = page.locator('.tw-detail');
  await drawer.getByText(new RegExp(`^${ORDERS}$`)).waitFor();
  await manifestPictures('5-manifest', id);
  await drawer.getByRole('button', { name: /关\s*单$/ }).click();
  const requested = (question: string) => page.getByRole('dialog').filter({ hasText: question }).last();
  await requested('关单：')
    .getByRole('button', { name: /^关\s*单$/ })
    .click();
  await drawer.getByText(/^MAN-\d{8}-0001$/).waitFor();
  await drawer.getByRole('button', { name: '交接出库' }).click();
  await requested('件已交给司机？').getByRole('button', { name: '交接出库', exact: true }).click();
  await page.getByText(`${ORDERS} 件已交接出库`).waitFor({ timeout: 240_000 });
  await manifestPictures('6-handed-over', id);
  await allAre('shipped', /已发货/);
  const { rows } = await clerk.call(listStock, {});
  expect(rows.map((row) => [row.sku, row.onHand, row.reserved]).sort()).toEqual(
    SKUS.toSorted().map((sku) => [sku, STOCKED - ORDERS, 0]),
  );
  const answered = async () => (await clerk.call(listOrders, { status: 'shipped', confirmState: 'confirmed' })).total;
  await expect.poll(answered, { timeout: 240_000, interval: 500 }).toBe(ORDERS);
  await pictures('7-shipped', '/order/all?status=shipped');
  await clerk.go('/Mainpage');
  await pictures('8-home', '/Mainpage');
  expect([...clerk.complaints, ...dark.complaints, ...phone.complaints]).toEqual([]);
});
