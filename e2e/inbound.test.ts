import { editProduct, findProduct } from '@tradewind/contract/catalog.ts';
import { explainStock } from '@tradewind/contract/stock.ts';
import { addInbound, getInbound } from '@tradewind/contract/warehouse.ts';
import { beforeAll, expect, test } from 'vitest';
import { type Person, seriousFindings, somebody } from './person.ts';
import { isOneStory } from './story.ts';
import { BIN, foundCompany, furnish, type Workshop } from './workshop.ts';

const SSCC = '095287654321012346';

let person: Person;
let phone: Person;
let shop: Workshop;
let number = '';
let inboundId = 0;

beforeAll(async () => {
  person = await somebody();
  phone = await somebody({ language: 'zh', theme: 'light', width: 390 });
  const login = await foundCompany(person);
  await phone.signIn(login);
  shop = await furnish(person, ['MUG-RED', 'TEA-100']);
  const tea = await person.call(findProduct, { id: shop.products[1]?.id ?? 0 });
  await person.call(editProduct, { id: tea.id, version: tea.version, shelfLifeMonths: 18 });
});

// One life: where a step fails, the ones after it have nothing to go on with.
isOneStory();

const answer = (text: string | RegExp) => phone.page.locator('.tw-scan-title', { hasText: text }).waitFor();

test('a notice is written by hand', async () => {
  const { page } = person;
  await person.go('/warehouse/inbound');
  await page.getByRole('button', { name: '新增入库单' }).first().click();
  const form = page.getByRole('dialog', { name: '新增入库单' });
  await form.getByLabel('仓库').click();
  await page.locator('.ant-select-item-option:visible', { hasText: '巴尔的摩仓' }).click();
  await form.getByLabel('参考号').fill('DN-2207');
  await form.getByLabel('跟踪号').fill('1z999aa10123456784');
  await form.getByLabel('商品', { exact: true }).click();
  await page.keyboard.type('MUG');
  await page.locator('.ant-select-item-option:visible', { hasText: 'MUG-RED' }).click();
  await form.getByLabel('数量').fill('6');
  await person.settled();
  await form.getByRole('button', { name: '新增入库单' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /DN-2207/ }).waitFor();
  const [mug, tea] = shop.products;
  const made = await person.call(addInbound, {
    warehouseId: shop.warehouseId,
    kind: 'purchase',
    reference: 'PO-88',
    trackingNumber: 'TRK-88',
    lines: [
      { productId: mug?.id ?? 0, quantity: 12, unitCost: '20' },
      { productId: tea?.id ?? 0, quantity: 5 },
    ],
    cartons: [{ code: SSCC, contents: [{ line: 0, quantity: 8 }] }],
  });
  ({ number } = made);
  inboundId = made.id;
});

test('what is in its cartons is said while it is under way', async () => {
  const { page } = person;
  await page.getByRole('row', { name: /DN-2207/ }).click();
  const drawer = page.locator('.tw-detail');
  await drawer.getByRole('tab', { name: '装箱信息', exact: true }).click();
  await drawer.getByRole('button', { name: '添加箱' }).click();
  const added = page.getByRole('dialog', { name: '添加箱' });
  await added.getByLabel('箱号').fill('BOX-1');
  await added.getByLabel('商品').click();
  await page.locator('.ant-select-item-option:visible', { hasText: 'MUG-RED' }).click();
  await added.getByLabel('数量').fill('7');
  await added.getByRole('button', { name: '保存' }).click();
  await added.waitFor({ state: 'detached' });
  await drawer.getByRole('button', { name: '编辑箱 BOX-1' }).click();
  const changed = page.getByRole('dialog', { name: '编辑箱 BOX-1' });
  await changed.getByLabel('数量').fill('6');
  await changed.getByRole('button', { name: '保存' }).click();
  await changed.waitFor({ state: 'detached' });
  await drawer.getByText('MUG-RED × 6').waitFor();
  await person.settled();
  expect(await seriousFindings(page)).toEqual([]);
  await drawer.getByRole('tab', { name: '商品', exact: true }).click();
});

test('it is received on a phone: a carton, single items, a batch with its day, a damaged one', async () => {
  const { page } = phone;
  await phone.go('/warehouse/scan?job=receive');
  await page.getByText(number).waitFor();
  await phone.settled();
  await phone.scan('trk-88');
  await page.getByText('0 / 17 件').waitFor();
  await phone.scan(`(00)${SSCC}`);
  await answer('整箱 8 件');
  await page.getByRole('button', { name: '撤销' }).click();
  await answer('已撤销 8 件');
  await phone.scan(`(00)${SSCC}`);
  await answer('整箱 8 件');
  await phone.scan('MUG-RED');
  await answer('9 / 12');
  await phone.scan(`]C100${SSCC}`);
  const again = page.getByRole('alert', { name: '未入账' });
  await again.getByText(/已在 .* 收货箱/).waitFor();
  await again.getByRole('button', { name: /放\s*弃/ }).click();
  await again.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '1 件次品' }).click();
  await answer('10 / 12');
  await phone.settled();
  await phone.scan('TEA-100');
  await answer('TEA-100');
  await page.getByLabel('批次').fill('L26');
  await page.getByLabel('到期日').fill('2027-06-30');
  await page.getByRole('button', { name: '继续收货' }).click();
  await answer('1 / 5');
  await page.getByLabel('再收几件').fill('3');
  await page.getByRole('button', { name: '收货', exact: true }).click();
  await answer('4 / 5');
  await page.getByRole('button', { name: '撤销' }).click();
  await answer('已撤销 3 件');
  await phone.settled();
  expect(await person.call(getInbound, { id: inboundId })).toMatchObject({ unitsReceived: 11, unitsToPutAway: 10 });
});

test('and put away where it is suggested', async () => {
  const { page } = phone;
  await phone.go('/warehouse/scan?job=put');
  await phone.scan('MUG-RED');
  await answer('MUG-RED');
  await page.getByRole('button', { name: new RegExp(`${BIN}.*已有同商品`) }).waitFor();
  await phone.settled();
  await page.getByLabel('数量').fill('5');
  // What cannot be refreshed stays, above all the field.
  await page.route('**/inbound/waiting*', (route) => route.fulfill({ status: 500 }));
  const failure = page.waitForResponse((response) => response.status() === 500);
  await phone.scan(BIN.toLowerCase());
  await answer('MUG-RED × 5');
  await failure;
  await phone.settled();
  await phone.scan(SSCC);
  await phone.scan('NO-SUCH-SHELF');
  // It stays until somebody has read it.
  const refusal = phone.page.getByRole('alert', { name: '未入账' });
  await refusal.getByText(/没有可用的库位/).waitFor();
  await refusal.getByRole('button', { name: /放\s*弃/ }).click();
  await refusal.waitFor({ state: 'detached' });
  await page.unroute('**/inbound/waiting*');
  expect(phone.complaints.splice(0)).not.toEqual([]);
  await phone.scan('MUG-RED');
  // The carton just refused has the same suggestions, which move once the answer is drawn.
  await answer(/^MUG-RED$/);
  await phone.settled();
  await page.getByRole('button', { name: new RegExp(`${BIN}.*已有同商品`) }).click();
  await answer('MUG-RED × 4');
  const { value } = await person.call(explainStock, {
    productId: shop.products[0]?.id ?? 0,
    warehouseId: shop.warehouseId,
    figure: 'onHand',
  });
  expect(value).toBe(25 + 9);
});

test('the office sees what is missing and closes it', async () => {
  const { page } = person;
  await person.go(`/warehouse/inbound?state=all&text=${number}`);
  await page.getByRole('row', { name: new RegExp(number) }).click();
  const drawer = page.locator('.tw-detail');
  await drawer.getByRole('row', { name: /MUG-RED.*未收/ }).waitFor();
  await person.settled();
  await drawer.getByRole('tab', { name: '收货记录' }).click();
  await drawer.getByText('L26').first().waitFor();
  await person.settled();
  await drawer.getByRole('button', { name: '结束收货' }).click();
  await page.getByText('还有 6 件没有收到，将记为短少。').waitFor();
  await page.locator('.ant-modal-confirm-btns').getByRole('button', { name: '结束收货' }).click();
  await drawer.getByText('已收货').first().waitFor();
  await drawer.getByRole('tab', { name: '商品', exact: true }).click();
  await drawer.getByText('短少 4').waitFor();
  await drawer.getByRole('tab', { name: '收货记录' }).click();
  await drawer.getByRole('button', { name: '上架' }).first().click();
  const form = page.getByRole('dialog', { name: /上架 TEA-100/ });
  await form.getByRole('button', { name: new RegExp(BIN) }).click();
  await person.settled();
  await form.getByRole('button', { name: '上架', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await drawer.getByText('已完成').first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  for (const each of [person, phone]) expect(each.complaints).toEqual([]);
});
