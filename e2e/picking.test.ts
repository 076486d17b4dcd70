import { getUserShop } from '@tradewind/contract/channels.ts';
import { makeOrder, reviewOrders } from '@tradewind/contract/orders.ts';
import { listWaves, saveCartonType, saveWaveRule } from '@tradewind/contract/warehouse.ts';
import { beforeAll, expect, test } from 'vitest';
import { type Person, somebody } from './person.ts';
import { BIN, foundCompany, furnish, inDatabase } from './workshop.ts';

const [CUP, JUG] = ['SORT-CUP', 'SORT-JUG'];
const PHONE = { language: 'zh', theme: 'light', width: 390 } as const;
let person: Person;
let login: string;
let warehouseId: number;

beforeAll(async () => {
  person = await somebody();
  login = await foundCompany(person);
  const made = await furnish(person, [CUP, JUG]);
  warehouseId = made.warehouseId;
  await inDatabase(
    `insert into shop (company_id, platform, name, account, module_id, state)
     select company_id, 'other', 'Otherland', $1, 421, 'authorized' from login where user_login_id = $1`,
    [login],
  );
  const [cup = 0, jug = 0] = made.products.map((product) => product.id);
  for (const ids of [[cup, jug], [cup]]) await order(ids);
});

async function order(productIds: number[]): Promise<void> {
  const { list } = await person.call(getUserShop, {});
  const shipTo = {
    name: 'Ann Buyer',
    line1: '7 Harbor Rd',
    city: 'Baltimore',
    state: 'MD',
    postalCode: '21230',
    country: 'US',
  };
  const lines = productIds.map((productId) => ({ productId, quantity: 1, unitPrice: '9.5' }));
  const made = await person.call(makeOrder, { shopId: list[0]?.id ?? 0, shipTo, lines });
  if (made.status === 'review') await person.call(reviewOrders, { ids: [made.id] });
}

test('a rule tells what it will make, and makes it', async () => {
  const { page } = person;
  await person.go('/warehouse/picking');
  await page.getByRole('button', { name: '波次规则' }).click();
  const drawer = page.getByRole('dialog', { name: '波次规则' });
  await drawer.getByText('这个仓库还没有波次规则').waitFor();
  await drawer.getByRole('button', { name: '新增规则' }).click();
  const form = page.getByRole('dialog', { name: '新增规则' });
  await form.getByLabel('规则名称').fill('午后播种墙');
  await form.getByLabel('拣货方式').click();
  await page.getByTitle('批量拣货，播种墙分拣').click();
  await form.getByLabel('揽收时间').fill('16:30');
  await person.settled();
  await person.picture('picking-01-rule-form');
  await form.getByRole('button', { name: '保存规则' }).click();
  await drawer.getByRole('row', { name: /午后播种墙/ }).waitFor();
  await person.call(saveWaveRule, { warehouseId, name: '单品快速通道', lines: 'single', method: 'single' });
  await drawer.getByRole('button', { name: '下移' }).first().isDisabled();
  await person.settled();
  await person.picture('picking-02-rules');
  await drawer.getByRole('button', { name: '按规则生成波次' }).click();
  await page.getByText('已生成 1 个波次，共 2 单').waitFor();
  await drawer.getByText('没有符合规则的订单').waitFor();
});

test('a batch is taken from its place at once, whichever orders it is for', async () => {
  const { rows } = await person.call(listWaves, { warehouseId });
  const phone = await somebody(PHONE);
  const { page } = phone;
  await phone.signIn(login);
  await phone.go(`/warehouse/scan?job=pick&wave=${rows[0]?.id ?? 0}`);
  await phone.scan(BIN);
  await page.getByText('库位正确').waitFor();
  await page.getByRole('button', { name: '全部 2 件' }).click();
  await page.getByText('2 / 2').waitFor();
  await phone.settled();
  await phone.picture('picking-05-batch-390');
  await phone.scan(JUG);
  await page.getByText('已拣完，请送去打包').waitFor();
  await phone.close();
});

test('items of a batch go to their slots, and a reload or another device goes on where it was', async () => {
  const phone = await somebody(PHONE);
  const { page } = phone;
  await phone.signIn(login);
  await phone.go('/warehouse/scan?job=sort');
  await page.getByRole('button', { name: /WAVE-/ }).click();
  await page.getByText('还有 3 件待分拣').waitFor();
  // The order that lacks least is finished first.
  await phone.scan(CUP);
  await page.getByText('2 号格口已齐').waitFor();
  await phone.scan(CUP);
  await page.getByText('放入 1 号格口').waitFor();
  await phone.settled();
  await phone.picture('picking-03-sort-390');
  await page.reload();
  await page.getByText('还有 1 件待分拣').waitFor();
  await page.getByLabel('1 号格口：已分 1，共 2').waitFor();
  await phone.scan(JUG);
  await page.getByText('1 号格口已齐').waitFor();
  await page.getByText('已拣的商品都分好了').waitFor();
  await phone.close();
});

test('the packing table suggests a box and asks twice about a weight that cannot be right', async () => {
  await person.call(saveCartonType, { name: '3 号纸箱', lengthMm: 300, widthMm: 200, heightMm: 150, weightGrams: 120 });
  await inDatabase(
    `update product set length_cm = 12, width_cm = 10, height_cm = 10 where company_id = (select company_id from login where user_login_id = $1)`,
    [login],
  );
  const phone = await somebody(PHONE);
  const { page } = phone;
  await phone.signIn(login);
  await phone.go('/warehouse/scan?job=pack');
  await phone.scan(CUP);
  await page.getByText('3 号纸箱（推荐）').waitFor();
  const weight = page.getByLabel('重量');
  await expect.poll(() => weight.inputValue()).toBe('520');
  await weight.fill('950');
  await page.getByRole('button', { name: '封箱' }).click();
  await page.getByText('比预计重：实重 950 g，预计 520 g').waitFor();
  await phone.settled();
  await phone.picture('picking-04-weight-390');
  await weight.fill('525');
  await page.getByRole('button', { name: '封箱' }).click();
  await weight.waitFor({ state: 'detached' });
  await phone.close();
});
