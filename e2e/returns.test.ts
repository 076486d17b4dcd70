import { saveMappings } from '@tradewind/contract/catalog.ts';
import { authorizeShop, runStream, syncShops } from '@tradewind/contract/channels.ts';
import { buyReturnLabel, listReturns, returnLabelOffers, voidReturnLabel } from '@tradewind/contract/returns.ts';
import { beforeAll, expect, test } from 'vitest';
import { type Person, seriousFindings, somebody } from './person.ts';
import { isOneStory } from './story.ts';
import { BIN, foundCompany, furnish, sandbox, sendOrder, until } from './workshop.ts';

const OURS = 'MUG-RED';
const WAIT = { timeout: 60_000, interval: 250 };

let person: Person;
let phone: Person;
let english: Person;
let shopId = 0;
let orderId = 0;
let orderNo = '';
let platformOrderNo = '';
let rma = '';

const JPG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const option = (whose: Person, text: string) =>
  whose.page.locator('.ant-select-item-option:visible', { hasText: text });

beforeAll(async () => {
  person = await somebody();
  phone = await somebody({ language: 'zh', theme: 'light', width: 390 });
  english = await somebody({ language: 'en', theme: 'dark', width: 1440 });
  const login = await foundCompany(person);
  await phone.signIn(login);
  await english.signIn(login);
  const { products } = await furnish(person, [OURS]);
  const made = await person.call(authorizeShop, { platform: 'ebay', importDays: 0 });
  shopId = made.shopId;
  await person.page.goto(`${made.consentUrl}&auto=1`);
  await person.page.getByText('授权成功').waitFor();
  await sendAnOrder(products[0]?.id ?? 0);
});

/** An order of two mugs, all the way to the buyer's carrier. */
async function sendAnOrder(productId: number): Promise<void> {
  const [sold] = await sandbox<{ sku: string }[]>('catalog');
  const lines = [{ sku: sold?.sku, quantity: 2 }];
  const { orderIds } = await sandbox<{ orderIds: string[] }>('orders', { shop: 'ebay', lines });
  platformOrderNo = orderIds[0] ?? '';
  await person.call(saveMappings, { rows: [{ shopId, sellerSku: sold?.sku ?? '', productId }] });
  await person.call(syncShops, { ids: [shopId] });
  const order = await sendOrder(person, platformOrderNo);
  orderId = order.id;
  orderNo = order.displayNo;
  await until(async () => {
    const state = await sandbox<{ orders: { confirmations: number }[] }>(`state?shop=ebay&orderId=${platformOrderNo}`);
    return state.orders[0]?.confirmations === 1;
  });
}

// One life: where a step fails, the ones after it have nothing to go on with.
isOneStory();

test('what the buyer asks for on the platform comes in and is agreed to', async () => {
  const { page } = person;
  await sandbox('returns', { shop: 'ebay', orderId: platformOrderNo, reason: 'Too small' });
  await person.call(runStream, { id: shopId, stream: 'returns' });
  await person.go('/order/returns');
  const row = page.getByRole('row', { name: /RMA-/ });
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: '刷新' }).click();
      return row.count();
    }, WAIT)
    .toBe(1);
  rma = /RMA-\d{8}-\d{4}/.exec((await row.textContent()) ?? '')?.[0] ?? '';
  await person.settled();
  await person.picture('returns-01-list');
  await english.go('/order/returns');
  await english.page.getByRole('row', { name: /RMA-/ }).waitFor();
  await english.settled();
  await english.picture('returns-01-list-en-dark');
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: /设置原因/ }).click();
  const ask = page.getByRole('dialog', { name: /设置 1 张退货单的原因/ });
  await ask.getByLabel('原因').click();
  await option(person, '买家不想要').click();
  await person.picture('returns-12-set-reason');
  await ask.getByRole('button', { name: '设置原因' }).click();
  await row.getByText('买家不想要').waitFor();
  await row.click();
  const drawer = page.getByRole('dialog', { name: new RegExp(rma) });
  await drawer.getByText(/Too small/).waitFor();
  await person.settled();
  await person.picture('returns-02-requested');
  await drawer.getByRole('button', { name: '同意退货' }).click();
  await drawer.getByText('已同意').first().waitFor();
  await expect
    .poll(async () => {
      await drawer.getByRole('tab', { name: '历史' }).click();
      return drawer.getByText('已回复平台').count();
    }, WAIT)
    .toBe(1);
});

test('why it comes back is written down line by line', async () => {
  const { page } = person;
  const drawer = page.locator('.tw-detail');
  await drawer.getByRole('button', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: new RegExp(`编辑退货 ${rma}`) });
  await form.getByLabel(new RegExp(`${OURS} × 2`)).click();
  await option(person, '发错商品').click();
  await form.getByLabel('备注').fill('仓库拿错了货');
  await person.settled();
  await person.picture('returns-13-edit');
  await form.getByRole('button', { name: '保存' }).click();
  await drawer.getByText('仓库拿错了货', { exact: true }).waitFor();
  await drawer.getByRole('tab', { name: '商品' }).click();
  await drawer.getByRole('row', { name: new RegExp(`${OURS}.*发错商品`) }).waitFor();
});

test('its buyer prints the labels by a link, on a phone and without an account, until the labels are voided', async () => {
  const { page } = person;
  const { rows } = await person.call(listReturns, { text: rma });
  const id = rows[0]?.id ?? 0;
  const { channels, warehouseId, weightGrams } = await person.call(returnLabelOffers, { id });
  const box = { warehouseId: warehouseId ?? 0, channelId: channels[0]?.id ?? 0, weightGrams };
  const { trackingNumber } = await person.call(buyReturnLabel, { id, ...box, pieces: [{ weightGrams: 300 }] });
  await page.reload();
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const drawer = page.locator('.tw-detail');
  await drawer.getByText('第 2 箱').waitFor();
  await drawer.getByRole('button', { name: '复制买家链接' }).click();
  await page.getByText(/链接已复制/).waitFor();
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  const path = link.slice(link.indexOf('#') + 1);
  const buyer = await somebody({ language: 'en', theme: 'light', width: 390 });
  await buyer.go(path);
  await buyer.page.getByText(`Order ${orderNo}`).waitFor();
  await buyer.page.getByText(trackingNumber ?? '').waitFor();
  await buyer.settled();
  await buyer.picture('returns-16-buyer-390');
  expect(await buyer.page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0);
  expect(await seriousFindings(buyer.page)).toEqual([]);
  const opened = buyer.context.waitForEvent('page');
  await buyer.page.getByRole('button', { name: 'Print 2 labels' }).click();
  await opened;
  await person.call(voidReturnLabel, { id });
  await buyer.page.bringToFront();
  await buyer.page.reload();
  await buyer.page
    .getByText(/no longer|does not exist/i)
    .first()
    .waitFor();
  await buyer.close();
});

test('what comes back is scanned and counted on a phone', async () => {
  const { page } = phone;
  await phone.go('/order/returns?view=scan');
  await phone.scan(rma.toLowerCase());
  const drawer = page.getByRole('dialog', { name: new RegExp(`收货 ${rma}`) });
  await drawer.getByText(/应收 2/).waitFor();
  await phone.settled();
  await phone.picture('returns-03-receive-390');
  await drawer.getByRole('button', { name: '确认收货' }).click();
  await page.getByText('已收 2 件').waitFor();
  await page.getByRole('button', { name: '质检' }).waitFor();
  await phone.settled();
  await phone.picture('returns-04-scanned-390');
});

test('it is inspected and photographed: one goes back on the shelf, one is kept aside', async () => {
  const { page } = person;
  await person.go(`/order/returns?text=${rma}`);
  await page.reload();
  await page.getByRole('row', { name: new RegExp(rma) }).click();
  const drawer = page.locator('.tw-detail');
  await drawer.getByRole('button', { name: '质检' }).click();
  const form = page.getByRole('dialog', { name: new RegExp(`质检 ${rma}`) });
  await form.getByLabel('件数').fill('1');
  await form.getByLabel('成色').click();
  await option(person, '已拆封').click();
  await form.getByLabel('上架库位').click();
  await option(person, BIN).click();
  await form.locator('input[type=file]').setInputFiles({ name: 'mug.jpg', mimeType: 'image/jpeg', buffer: JPG });
  await form.getByText('mug.jpg').waitFor();
  await person.settled();
  await person.picture('returns-05-inspect');
  await form.getByRole('button', { name: '保存质检结果' }).click();
  await form.waitFor({ state: 'detached' });
  // The form keeps the units that the drawer knows when it opens.
  await person.settled();
  await drawer.getByRole('button', { name: '质检' }).click();
  await form.getByText(/1 件待质检/).waitFor();
  await form.getByLabel('处理方式').click();
  await option(person, '隔离').click();
  await form.getByRole('button', { name: '保存质检结果' }).click();
  await drawer.getByText('已质检').first().waitFor();
  await drawer.getByRole('tab', { name: '商品' }).click();
  await drawer.getByText('重新入库').first().waitFor();
  await person.settled();
  await person.picture('returns-06-inspected');
});

test('the buyer gets the money, and the case closes by itself', async () => {
  const { page } = person;
  const drawer = page.locator('.tw-detail');
  await drawer.getByRole('button', { name: '退款' }).click();
  const form = page.getByRole('dialog', { name: new RegExp(`退款 ${rma}`) });
  await form.getByText(/合计/).waitFor();
  const amount = form.getByLabel(new RegExp(OURS));
  const proposed = await amount.inputValue();
  await amount.fill('99999');
  await form.getByRole('button', { name: '确认退款' }).click();
  await form.locator('.ant-form-item-explain-error', { hasText: '最多可退' }).waitFor();
  await person.picture('returns-07-too-much');
  await amount.fill(proposed);
  await form.getByRole('button', { name: '确认退款' }).click();
  await expect
    .poll(async () => {
      await drawer.getByRole('tab', { name: '退款' }).click();
      return drawer.getByText('已完成').count();
    }, WAIT)
    .toBeGreaterThan(0);
  await person.settled();
  await person.picture('returns-08-closed');
});

test('what was kept aside is inspected again, though the case is closed', async () => {
  const { page } = person;
  await person.go('/order/returns?state=aside');
  await page.reload();
  await page.getByRole('row', { name: new RegExp(rma) }).click();
  const drawer = page.locator('.tw-detail');
  await drawer.getByRole('button', { name: '复检隔离品' }).click();
  const form = page.getByRole('dialog', { name: new RegExp(`复检隔离品 ${rma}`) });
  await form.getByText(/1 件隔离/).waitFor();
  await form.getByLabel('处理方式').click();
  await option(person, '报废').click();
  await form.locator('input[type=file]').setInputFiles({ name: 'crack.jpg', mimeType: 'image/jpeg', buffer: JPG });
  await form.getByText('crack.jpg').waitFor();
  await person.settled();
  await person.picture('returns-14-kept-aside');
  for (const each of [english, phone]) {
    await each.go(`/order/returns?text=${rma}`);
    await each.page.getByText(rma).first().click();
    await each.page.getByRole('button', { name: /^(Reinspect quarantined units|复检隔离品)$/ }).click();
    await each.settled();
  }
  await english.picture('returns-14-kept-aside-en-dark');
  await phone.picture('returns-14-kept-aside-390');
  for (const each of [english, phone]) await each.page.reload();
  await form.getByRole('button', { name: '保存质检结果' }).click();
  await drawer.getByRole('tab', { name: '商品' }).click();
  await drawer.getByText('· 复检').waitFor();
  await person.settled();
  await person.picture('returns-15-inspected-again');
});

test('why products came back is told, and another return can be written down from the order', async () => {
  const { page } = person;
  await person.go('/order/returns?view=analysis');
  await page.getByRole('row', { name: new RegExp(OURS) }).waitFor();
  await person.settled();
  await person.picture('returns-09-analysis');
  expect(await seriousFindings(page)).toEqual([]);
  await phone.go('/order/returns?view=analysis');
  await phone.settled();
  await phone.picture('returns-09-analysis-390');
  await english.go(`/order/returns?add=${orderId}`);
  await english.page.getByText(`Return of order ${orderNo}`).waitFor();
  await english.settled();
  await english.picture('returns-10-add-en-dark');
  await phone.go('/order/returns');
  await phone.settled();
  await phone.picture('returns-11-list-390');
  for (const each of [person, phone, english]) expect(each.complaints).toEqual([]);
});
