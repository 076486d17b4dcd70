import { authorizeShop } from '@tradewind/contract/channels.ts';
import { makeOrder, reviewOrders } from '@tradewind/contract/orders.ts';
import { adjustOptions, adjustStock } from '@tradewind/contract/stock.ts';
import { listBatches } from '@tradewind/contract/stock-batches.ts';
import { createWavesCall, listOutbounds } from '@tradewind/contract/warehouse.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { LOOKS, nameOf, type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany, furnish, inDatabase, type Workshop } from './workshop.ts';

const SKU = 'MUG-RED';
let person: Person;
let workshop: Workshop;
let login: string;

beforeAll(async () => {
  person = await somebody();
  login = await foundCompany(person);
  workshop = await furnish(person, [SKU]);
});

test('stock is seen by product and by place, its figures open, and a safety quantity warns', async () => {
  const { page } = person;
  await person.go('/warehouse/stock');
  const row = page.getByRole('row', { name: new RegExp(SKU) });
  await row.first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  // A figure opens into its movements.
  await row.locator('.tw-explain').first().click();
  await page.getByText('库存流水明细').waitFor();
  await page.keyboard.press('Escape');

  // The product's drawer: its warehouses, and the limit that is set there.
  await row.getByText(SKU, { exact: true }).click();
  await page.getByText('库龄分布（件）').waitFor();
  await page.getByRole('button', { name: '安全库存与最大库龄' }).first().click();
  await page.getByLabel('安全库存', { exact: true }).fill('9999');
  await page.getByRole('button', { name: '保存设置' }).click();
  await page.getByText('已保存').waitFor();

  await page.locator('.ant-segmented-item', { hasText: '预警' }).click();
  await page.getByText(/可用库存 .*安全库存 9,999/).waitFor();
  await page.locator('.ant-segmented-item', { hasText: '按库位' }).click();
  await row.first().waitFor();
  await page.locator('.ant-segmented-item', { hasText: '按批次' }).click();
  await page.getByText('没有批次').waitFor();
  await page.locator('.ant-segmented-item', { hasText: '按品质' }).click();
  await page.getByText('没有非良品库存').waitFor();

  // What lies in a place goes elsewhere or becomes damaged.
  await page.locator('.ant-segmented-item', { hasText: '按库位' }).click();
  await row.getByRole('button', { name: '移动' }).first().click();
  const form = page.getByRole('dialog', { name: /移动 .* 中的商品/ });
  await form.getByText(new RegExp(`${SKU}.*可移动`)).waitFor();
  await form.getByLabel('件数').fill('2');
  expect(await seriousFindings(page)).toEqual([]);
  await form.getByLabel('品质改为').click();
  await page.locator('.ant-select-item-option:visible', { hasText: '次品' }).click();
  await form.getByRole('button', { name: '移动商品' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: new RegExp(`${SKU}.*次品`) }).waitFor();
});

test('whoever recalls a batch is told what became of it, and may end the recall', async () => {
  const { page } = person;
  const { warehouseId } = workshop;
  const productId = workshop.products[0]?.id ?? 0;
  await inDatabase(
    `insert into stock_batch (company_id, product_id, code, expires_on) select company_id, id, 'L26', '2099-01-01' from product where id = $1`,
    [productId],
  );
  const [batch] = (await person.call(listBatches, { text: 'L26', productId })).rows;
  const [place] = await person.call(adjustOptions, { warehouseId, productId });
  const line = { productId, locationId: place?.id ?? 0, batchId: batch?.id ?? 0, delta: 4 };
  await person.call(adjustStock, { warehouseId, reason: 'found', lines: [line] });

  await person.go('/warehouse/stock?view=batch');
  // The list was looked at a moment ago, before there was a batch.
  await page.reload();
  await page.getByRole('row', { name: /L26/ }).getByText('L26').click();
  await page.getByRole('button', { name: '召回批次' }).click();
  const form = page.getByRole('dialog', { name: /召回批次 · L26/ });
  await form.getByLabel('备注').fill('霉变');
  await form.getByRole('button', { name: '召回批次' }).click();
  await page.getByText('已冻结 4 件').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('tab', { name: '历史' }).click();
  await page.getByText('霉变').waitFor();

  await page.getByRole('button', { name: '结束召回' }).click();
  await page
    .getByRole('dialog', { name: /结束召回 · L26/ })
    .getByRole('button', { name: '结束召回' })
    .click();
  await page.getByText('4 件恢复为良品').waitFor();
});

/** An order of three whose picker is on the way. */
async function promiseThree(): Promise<string> {
  const shop = { platform: 'other', name: '我的独立站', fields: { currency: 'USD' }, importDays: 0 };
  const { shopId } = await person.call(authorizeShop, shop);
  const made = await person.call(makeOrder, {
    shopId,
    currency: 'USD',
    lines: [{ productId: workshop.products[0]?.id ?? 0, quantity: 3, unitPrice: '9.90' }],
    shipTo: { name: 'Ann', line1: '1 Elm St', city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' },
  });
  if (made.status === 'review') await person.call(reviewOrders, { ids: [made.id] });
  const waiting = async () => (await person.call(listOutbounds, { state: 'waiting' })).rows[0];
  const outbound = await vi.waitUntil(waiting, { timeout: 60_000, interval: 250 });
  await person.call(createWavesCall, { outboundIds: [outbound.id] });
  return outbound.number;
}

test('value opens into what it was bought for, what is promised into its outbound orders', async () => {
  const number = await promiseThree();
  for (const look of LOOKS) {
    const zh = look.language === 'zh';
    const one = await somebody(look);
    const { page } = one;
    await one.signIn(login);
    await one.go('/warehouse/stock');
    await page
      .getByTitle(zh ? /按先进先出的成本批计算/ : /first in, first out/)
      .first()
      .click();
    const layers = page.getByRole('dialog', { name: zh ? /的库存成本/ : /: Stock value/ });
    await layers.getByText(zh ? '成本批明细' : 'Cost layers').waitFor();
    await one.settled();
    await one.picture(`stock-value-${nameOf(look)}`);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    // The drawer takes its step back with it; a page that is loaded anew in that moment forgets where it was to go.
    await layers.waitFor({ state: 'hidden' });
    await one.settled();
    await one.go('/warehouse/stock?view=location');
    await page.reload();
    await page.locator('.tw-explain', { hasText: /^3$/ }).first().click();

    const promised = page.getByRole('dialog', { name: zh ? /的已分配/ : /: Allocated/ });
    await promised.getByText(number).waitFor();
    await one.settled();
    await one.picture(`stock-promised-${nameOf(look)}`);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await one.close();
  }
});
