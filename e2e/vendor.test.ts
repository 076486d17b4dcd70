import { saveMappings } from '@tradewind/contract/catalog.ts';
import { authorizeShop } from '@tradewind/contract/channels.ts';
import { getOrder, listOrders, reviewOrders } from '@tradewind/contract/orders.ts';
import { getVendorOrder } from '@tradewind/contract/vendor.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Person, seriousFindings, somebody } from './person.ts';
import { isOneStory } from './story.ts';
import { foundCompany, furnish, sandbox } from './workshop.ts';

let person: Person;
let login = '';
let number = '';
let id = 0;

beforeAll(async () => {
  person = await somebody();
  login = await foundCompany(person);
  const [first, second] = await sandbox<{ sku: string }[]>('catalog');
  const skus = [first?.sku ?? '', second?.sku ?? ''];
  const { products } = await furnish(person, skus);
  const lines = skus.map((sku, at) => ({ sku, quantity: 12 - at * 4 }));
  // Every other order is one of Amazon's customers.
  while (!number || number.startsWith('DX'))
    number = (await sandbox<{ orderIds: string[] }>('orders', { shop: 'amazonvc', lines })).orderIds[0] ?? '';
  const { consentUrl, shopId } = await person.call(authorizeShop, { platform: 'amazonvc', region: 'US' });
  await person.page.goto(`${consentUrl}&auto=1`);
  await person.page.getByText('授权成功').waitFor();
  const rows = products.map((product) => ({ shopId, sellerSku: product.sku, productId: product.id }));
  await person.call(saveMappings, { rows });
  const row = await vi.waitUntil(
    async () => (await person.call(listOrders, { text: number, page: 1, pageSize: 30 })).rows[0],
    { timeout: 60_000, interval: 250 },
  );
  id = row.id;
  // Its goods are known a moment after it came in.
  await vi.waitUntil(async () => (await person.call(getOrder, { id })).status !== 'exception', {
    timeout: 60_000,
    interval: 250,
  });
  await person.call(reviewOrders, { ids: [id] });
}, 150_000);

// One order's way: where a step fails, the ones after it have nothing to go on with.
isOneStory();

const section = (name: string) => person.page.getByRole('region', { name, exact: true });
const drawer = (name: string | RegExp) => person.page.getByRole('dialog', { name });
/** Amazon decides a moment after it was told. */
const until = (fits: (order: Awaited<ReturnType<typeof detail>>) => boolean) =>
  vi.waitUntil(async () => fits(await detail()), { timeout: 60_000, interval: 250 });
const detail = () => person.call(getVendorOrder, { id });

async function look(who: Person): Promise<void> {
  await who.go(`/order/vc?open=${id}`);
  await who.page.getByRole('tab', { name: /采购单|Purchase order/ }).click();
  await who.settled();
}

test('a purchase order is acknowledged line by line', async () => {
  const { page } = person;
  await person.go('/order/vc');
  await page.getByRole('button', { name: /VC 设置$/ }).click();
  const settings = drawer('VC 设置');
  await settings.getByLabel('GS1 公司前缀').fill('9528765');
  await settings.getByLabel('收款方名称').fill('Otherland Trading');
  await person.picture('vendor-01-settings');
  await settings.getByRole('button', { name: '保存设置' }).click();
  await page.getByText('设置已保存').waitFor();

  await look(person);
  await section('接单').getByText('尚未接单，以下数量按现有库存建议。').waitFor();
  await section('接单').getByRole('button', { name: '确认接单' }).click();
  const form = drawer(/确认接单$/);
  const boxes = (name: string) => form.getByRole('spinbutton', { name: new RegExp(`^${name}`) });
  await boxes('接受').first().fill('10');
  await form.getByRole('button', { name: '确认接单' }).click();
  await form.getByText(/数量之和应为 12/).waitFor();
  await boxes('拒绝').first().fill('2');
  await form
    .getByRole('combobox', { name: /^拒绝原因/ })
    .first()
    .click();
  await page.locator('.ant-select-item-option:visible').getByText('暂时缺货').click();
  await person.settled();
  expect(await seriousFindings(page)).toEqual([]);
  await person.picture('vendor-02-acknowledge');
  await form.getByRole('button', { name: '确认接单' }).click();
  await form.waitFor({ state: 'detached' });
  await until((order) => order.answer?.state === 'done');
  await section('接单').getByText('亚马逊已接受').waitFor();
});

test('it is packed, labelled and announced, and invoiced', async () => {
  const { page } = person;
  await section('装箱')
    .getByRole('button', { name: /装\s?箱$/ })
    .click();
  const pack = drawer(/装箱$/);
  const values: [string | RegExp, string][] = [
    ['箱数', '2'],
    ['托盘', '1'],
    ['长 cm', '40'],
    ['宽 cm', '30'],
    ['高 cm', '25'],
    ['毛重 kg', '6.5'],
  ];
  for (const [name, value] of values) await pack.getByRole('spinbutton', { name }).fill(value);
  await pack.getByRole('spinbutton', { name: /^每箱/ }).nth(0).fill('5');
  await pack.getByRole('spinbutton', { name: /^每箱/ }).nth(1).fill('4');
  await pack.getByText('箱内数量与发货数量一致').waitFor();
  await person.picture('vendor-03-pack');
  await pack.getByRole('button', { name: '保存装箱' }).click();
  await section('装箱')
    .getByText(/^09528765\d{10}$/)
    .first()
    .waitFor();

  await section('发货通知（ASN）')
    .getByRole('button', { name: /发\s?货$/ })
    .click();
  const ship = drawer(/发货$/);
  await ship.getByLabel('SCAC').fill('abfs');
  await ship.getByLabel('提单号（BOL）').fill('06141410000000012');
  await person.picture('vendor-04-ship');
  await ship.getByRole('button', { name: /发\s?货$/ }).click();
  await ship.waitFor({ state: 'detached' });
  await until((order) => order.shipment?.confirmState === 'confirmed');
  await section('发货通知（ASN）').getByText('亚马逊已接受').waitFor();

  await section('发票')
    .getByRole('button', { name: /开\s?票$/ })
    .click();
  await until((order) => order.invoice?.state === 'done');
  await section('发票').getByText('亚马逊已接受').waitFor();
  await section('发票').getByRole('button', { name: '登记付款' }).click();
  await drawer('登记付款').getByRole('button', { name: '登记付款' }).click();
  await page.getByText('付款已登记').waitFor();
  expect((await detail()).invoice).toMatchObject({ state: 'done', paidDay: expect.any(String) });
});

test('it looks right in every look', async () => {
  const others = [
    await somebody({ language: 'en', theme: 'dark', width: 1440 }),
    await somebody({ language: 'zh', theme: 'light', width: 390 }),
  ];
  await Promise.all(others.map((who) => who.signIn(login)));
  for (const who of [person, ...others]) {
    await look(who);
    expect(await seriousFindings(who.page)).toEqual([]);
    await who.picture(`vendor-05-order-${[person, ...others].indexOf(who) + 1}`);
    await who.page.getByRole('region', { name: /^(发票|Invoice)$/ }).scrollIntoViewIfNeeded();
    await who.picture(`vendor-06-invoice-${[person, ...others].indexOf(who) + 1}`);
    expect(who.complaints).toEqual([]);
  }
});
