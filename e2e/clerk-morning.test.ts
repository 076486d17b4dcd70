import { saveMappings } from '@tradewind/contract/catalog.ts';
import { getUserShop } from '@tradewind/contract/channels.ts';
import { listManifests, parcelsOf } from '@tradewind/contract/logistics.ts';
import { listOrders, orderTabs } from '@tradewind/contract/orders.ts';
import { listStock } from '@tradewind/contract/stock.ts';
import { createWavesCall, getWave } from '@tradewind/contract/warehouse.ts';
import { beforeAll, expect, test } from 'vitest';
import { type Person, seriousFindings, somebody } from './person.ts';
import { isOneStory } from './story.ts';
import { BIN, foundCompany, furnish, sandbox, type Workshop } from './workshop.ts';

const DOMAIN = 'harbour-goods.myshopify.com';
const ORDERS = 120;
const PAGE = 50;
/** The orders that go over the scan station. */
const STATION = 20;
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
const KEPT = process.env.E2E_PICTURES !== undefined;
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
/** For whoever keeps pictures: `pages.test.ts` walks the same pages in every look. */
async function pictures(name: string, path: string): Promise<void> {
  if (!KEPT) return;
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
  await clerk.tickPage();
  await clerk.settled();
  const everything = page.getByRole('button', { name: new RegExp(`选择全部符合条件的 ${count} 项`) });
  if (await everything.isVisible()) await everything.click();
  await withTicked(act, count, asks, done);
}
async function withTicked(act: string, count: number, asks: boolean, done = count): Promise<void> {
  const { page } = clerk;
  await clerk.act(act);
  if (asks)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `${act} ${count} 项` })
      .click();
  await page.getByText(`${act}：${done} 项已完成`).waitFor({ timeout: 240_000 });
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
  await sandbox('orders', { shop: DOMAIN, count: ORDERS, lines });
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
  await clerk.tickPage();
  await page.getByRole('button', { name: new RegExp(`选择全部符合条件的 ${ORDERS} 项`) }).click();
  await clerk.act('获取面单');
  const prices = page.getByRole('dialog', { name: `购买 ${ORDERS} 个订单的面单` });
  const buy = prices.getByRole('button', { name: new RegExp(`^购买 ${ORDERS} 张面单，[\\d.,]+ USD$`) });
  await buy.waitFor({ timeout: 240_000 });
  await clerk.settled();
  await clerk.picture('morning-2-prices-zh-light');
  await buy.click();
  await page.getByText(`获取面单：${ORDERS} 项已完成`).waitFor({ timeout: 240_000 });
  await allAre('ready', new RegExp(`待拣货\\s*${ORDERS}`));
  await clerk.tickPage();
  await clerk.act('打印单据');
  const dialog = page.getByRole('dialog', { name: `打印 ${PAGE} 个订单的单据` });
  await dialog.getByLabel('拣货单').check();
  await Promise.all([
    page.waitForEvent('popup', { timeout: 240_000 }),
    dialog.getByRole('button', { name: /打\s*印/ }).click(),
  ]);
  await page.bringToFront();
  await dialog.waitFor({ state: 'detached' });
});

/** What a packer's morning takes: a batch of twenty orders from the shelf to the manifest, by one phone. */
test('twenty of them are picked as a batch, sorted, packed and put on a manifest at the scan station', async () => {
  const { page } = phone;
  const effort = { clicks: 0, scans: 0, begun: Date.now() };
  const tap = async (name: string | RegExp) => {
    effort.clicks += 1;
    await page.getByRole('button', { name }).first().click();
  };
  const turnTo = async (name: string) => {
    effort.clicks += 1;
    await page.locator('.tw-station').getByText(name, { exact: true }).first().click();
  };
  const scan = async (code: string) => {
    effort.scans += 1;
    await phone.scan(code);
  };
  const says = (text: string | RegExp) => page.getByText(text).first().waitFor();
  const ready = await clerk.call(listOrders, { status: 'ready', pageSize: 200 });
  const orderIds = ready.rows.slice(0, STATION).map(({ id }) => id);
  const { waves } = await clerk.call(createWavesCall, { orderIds, method: 'batch' });
  const { number = '', id: waveId = 0 } = waves[0] ?? {};

  await phone.go('/warehouse/scan?job=pick');
  await says(number);
  effort.begun = Date.now();
  await tap(new RegExp(number));
  await says(`去 ${BIN}，扫描库位`);
  await scan(BIN);
  for (const left of [2, 1]) {
    await says(`全部 ${STATION} 件`);
    await tap(`全部 ${STATION} 件`);
    if (left > 1) await says(`还有 ${STATION} 个任务`);
  }
  await says('已拣完，请送去打包');
  await phone.settled();
  await phone.picture('morning-station-1-picked-390');
  await tap('分拣这个波次');
  for (let left = STATION * SKUS.length; left > 0; left -= 1) {
    await says(new RegExp(`还有 ${left} 件待分拣`));
    await scan(SKUS[left % SKUS.length] ?? '');
  }
  await says('已拣的商品都分好了');
  await tap('打包这个波次');
  await says(`还有 ${STATION} 单待打包`);
  await phone.settled();
  expect(await seriousFindings(page)).toEqual([]);
  await phone.picture('morning-station-2-boxes-390');
  for (let slot = 1; slot <= STATION; slot += 1) {
    await scan(String(slot));
    await says('逐件扫描商品');
    for (const sku of SKUS) {
      await scan(sku);
      await says(new RegExp(`^${SKUS.indexOf(sku) + 1} / ${SKUS.length}$`));
    }
    await says('商品已齐，请称重封箱');
    if (slot === 1) await phone.picture('morning-station-3-close-390');
    await tap('封箱');
    await says('贴好面单，交给承运商');
    if (slot === 1) await phone.picture('morning-station-4-label-390');
  }
  await turnTo('出库');
  await turnTo('加入交接单');
  const { outbounds } = await clerk.call(getWave, { id: waveId });
  const labels = await clerk.call(parcelsOf, { outboundIds: outbounds.map(({ id }) => id) });
  for (const [done, { trackingNumber }] of labels.list.entries()) {
    await scan(trackingNumber ?? '');
    await says(`第 ${done + 1} 件`);
  }
  const seconds = Math.round((Date.now() - effort.begun) / 1000);
  console.info(
    `a packer's morning, ${STATION} orders: ${effort.clicks} clicks, ${effort.scans} scans, ${seconds} s in this browser`,
  );
  expect([effort.clicks, effort.scans]).toEqual([27, 1 + 5 * STATION + STATION]);
  expect(phone.complaints).toEqual([]);
});

test('a page of them goes to the pickers, all are packed from the desk and put on a manifest', async () => {
  const { page } = clerk;
  await clerk.go('/order/all');
  await page.reload();
  await clerk.tab(new RegExp(`待拣货\\s*${ORDERS - STATION}`));
  await page
    .getByText(`共 ${ORDERS - STATION} 条`)
    .first()
    .waitFor();
  await clerk.tickPage();
  await withTicked('生成波次', PAGE, true);
  await clerk.go('/warehouse/picking');
  await pictures('3-waves', '/warehouse/picking');
  // The wave of the scan station is done; this one waits.
  await clerk.tab(/^待拣货/);
  await withAll('全部拣完', 1, true, PAGE);
  for (const [tab, count] of [
    ['待拣货', ORDERS - STATION - PAGE],
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
  await clerk.tickPage();
  await page.getByRole('button', { name: new RegExp(`选择全部符合条件的 ${ORDERS} 项`) }).click();
  await clerk.act('加入交接单');
  // Those of the scan station are on it already.
  const listed = page.getByRole('dialog', { name: '加入交接单' });
  await listed.getByText(`失败 ${STATION} 项`).waitFor({ timeout: 240_000 });
  await listed
    .getByRole('button', { name: /关\s*闭/ })
    .last()
    .click();
});

test('the manifest is closed and handed over: counts, stock and the platform agree', async () => {
  const { page } = clerk;
  const { rows: open } = await clerk.call(listManifests, { state: 'open' });
  const id = open[0]?.id ?? 0;
  await clerk.go('/logistics/manifest');
  await page.getByText('关单时编号').click();
  const drawer = page.locator('.tw-detail');
  await drawer.getByText(new RegExp(`^${ORDERS}$`)).waitFor();
  if (KEPT) await manifestPictures('5-manifest', id);
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
