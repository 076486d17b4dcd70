import { saveMappings } from '@tradewind/contract/catalog.ts';
import { getUserShop } from '@tradewind/contract/channels.ts';
import { saveOrderTag } from '@tradewind/contract/orders.ts';
import { beforeAll, expect, test } from 'vitest';
import { OTHER_LOOKS, type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany, furnish } from './workshop.ts';

const SHOP = '我的独立站';
const HEAD = '订单号,店铺,下单时间,店铺SKU,数量,单价,收件人,地址1,城市,邮编,国家';
const ANN = 'Ann Miller,1 Elm St,Berlin,10115,DE';
const ORDERS = [
  `M-1,${SHOP},2026-11-20 08:30,MUG-RED,2,9.90,${ANN}`,
  `M-2,${SHOP},2026-11-20 09:30,MUG-BLUE,1,12.50,${ANN}`,
  `S-1,${SHOP},2026-11-20 10:30,MUG-RED,3,9.90,"Bob Stone",2 Elm St,Berlin,10115,DE`,
  `S-1,${SHOP},,MUG-BLUE,40,12.50,,,,,`,
];

let person: Person;
let login = '';
beforeAll(async () => {
  person = await somebody();
  login = await foundCompany(person);
  const { products } = await furnish(person, ['MUG-RED', 'MUG-BLUE']);
  await person.call(saveOrderTag, { name: '易碎', colour: 'red' });
  await ordersOfAShop(products);
});

async function ordersOfAShop(products: { id: number; sku: string }[]): Promise<void> {
  const { page } = person;
  await person.go('/system/channel');
  await page.getByRole('button', { name: '新增店铺' }).first().click();
  const adding = page.getByRole('dialog', { name: '新增店铺' });
  await adding.getByLabel('平台').click();
  await page.keyboard.type('其他平台');
  await page.keyboard.press('Enter');
  await adding.getByLabel('显示名称').fill(SHOP);
  await adding.getByLabel('币种').fill('eur');
  await adding.getByRole('button', { name: '连接店铺' }).click();
  await page.getByRole('button', { name: '我已保存' }).click();
  const { list } = await person.call(getUserShop, {});
  const shopId = list[0]?.id ?? 0;
  await person.call(saveMappings, {
    rows: products.map(({ id, sku }) => ({ shopId, sellerSku: sku, productId: id, factor: 1 })),
  });
  await person.go('/Otherplatform');
  await page.getByRole('button', { name: /导入$/ }).click();
  const dialog = page.getByRole('dialog', { name: '导入订单' });
  const buffer = Buffer.from(`${[HEAD, ...ORDERS].join('\n')}\n`);
  await dialog.locator('input[type=file]').setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer });
  await dialog.getByRole('button', { name: /导入全部|导入 \d|导入正确的/ }).click();
  await page.getByText('导入完成：新增 3，更新 0').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
}

const open = async (who: Person, number: string) => {
  await who.go(`/Otherplatform?text=${number}`);
  await who.page.getByText(number, { exact: true }).filter({ visible: true }).first().click();
  return who.page.getByRole('dialog').filter({ hasText: number }).first();
};

test('orders of one buyer and address are suggested and share a box, until that is undone', async () => {
  const { page } = person;
  await person.go('/Otherplatform');
  await page.getByRole('button', { name: /可合单/ }).click();
  const drawer = page.getByRole('dialog', { name: '可合单' });
  await drawer.getByText('M-2').waitFor();
  await person.settled();
  expect(await seriousFindings(page)).toEqual([]);
  await person.picture('arrange-01-suggested');
  await drawer.getByRole('button', { name: '合单 2 单' }).click();
  await page.getByText('已合单 2 单').waitFor();
  await person.picture('arrange-02-merged');
  await page.getByRole('img', { name: '与 M-1 合单' }).waitFor();
  await page.getByRole('img', { name: '同包裹另有 1 单' }).waitFor();
  await page.getByRole('button', { name: /撤\s*销$/ }).click();
  const dialog = page.getByRole('dialog', { name: '撤销“合单”' });
  await dialog.getByText('可撤销').first().waitFor();
  await person.picture('arrange-03-undo');
  await dialog.getByRole('button', { name: '撤销 2 单' }).click();
  await page.getByText('已撤销 2 单').waitFor();
  await drawer.getByText('M-2').waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
});

test('an order is split by what is in stock; its parts know of each other', async () => {
  const { page } = person;
  const drawer = await open(person, 'S-1');
  await drawer.getByRole('button', { name: /更\s*多/ }).click();
  await page.getByRole('menuitem', { name: '拆单' }).click();
  const dialog = page.getByRole('dialog', { name: '拆单 S-1' });
  await dialog.getByRole('button', { name: '拆出缺货商品' }).click();
  await expect.poll(() => dialog.getByLabel('MUG-BLUE 部分 1').inputValue()).toBe('15');
  await person.settled();
  expect(await seriousFindings(page)).toEqual([]);
  await person.picture('arrange-04-split');
  await dialog.getByRole('button', { name: '拆成 2 个订单' }).click();
  await page.getByText('S-1 已拆单').waitFor();
  await page.getByRole('link', { name: 'S-1-2', exact: true }).waitFor();
  await person.picture('arrange-05-parts');
  await page.getByRole('link', { name: 'S-1-2', exact: true }).click();
  await page.getByText('拆分自').waitFor();
  const part = page.getByRole('dialog').filter({ hasText: 'S-1-2' }).first();
  await part.getByRole('button', { name: /打标签$/ }).click();
  const tags = page.getByRole('dialog', { name: 'S-1-2 的标签' });
  await tags.getByLabel('标签').click();
  await page.locator('.ant-select-item-option:visible', { hasText: '易碎' }).click();
  await page.keyboard.press('Escape');
  await tags.getByRole('button', { name: '保存标签' }).click();
  await page.getByText('S-1-2 的标签已保存').waitFor();
  await part.getByRole('button', { name: /编辑标签$/ }).waitFor();
  await person.go('/Otherplatform?text=S-1');
  const row = page.getByRole('row').filter({ has: page.getByRole('img', { name: '拆分自 S-1' }) });
  await row.getByText('易碎').waitFor();
  expect(await row.count()).toBe(1);
});

test('items, warehouse and priority are changed in dialogs of their own', async () => {
  const { page } = person;
  const drawer = await open(person, 'M-1');
  const choose = async (act: string) => {
    await drawer.getByRole('button', { name: /更\s*多/ }).click();
    await page.getByRole('menuitem', { name: act }).click();
  };
  await choose('改商品');
  const lines = page.getByRole('dialog', { name: '编辑订单 M-1 的商品' });
  await lines.getByRole('button', { name: '添加赠品' }).click();
  await lines.getByLabel('商品', { exact: true }).last().click();
  await page.locator('.ant-select-item-option:visible', { hasText: 'MUG-BLUE' }).click();
  await person.settled();
  expect(await seriousFindings(page)).toEqual([]);
  await person.picture('arrange-06-lines');
  await lines.getByRole('button', { name: '保存商品' }).click();
  await page.getByText('M-1 的商品已修改').waitFor();
  await choose('改仓库或渠道');
  const route = page.getByRole('dialog', { name: /的仓库和渠道/ });
  await route.waitFor();
  await person.picture('arrange-07-route');
  await route.getByRole('button', { name: /取\s*消/ }).click();
  await choose('优先级');
  const priority = page.getByRole('dialog', { name: /的优先级/ });
  await priority.getByText('5', { exact: true }).click();
  await person.picture('arrange-08-priority');
  await priority.getByRole('button', { name: '保存优先级' }).click();
  await page.getByText('M-1 的优先级已保存').waitFor();
  await drawer.getByRole('tab', { name: /日志|历史|记录/ }).click();
  // As long as they can be, acts are undone from their lines.
  const undos = drawer.getByRole('button', { name: /撤\s*销$/ });
  await expect.poll(() => undos.count()).toBe(2);
  await person.settled();
  expect(await seriousFindings(page)).toEqual([]);
  await person.picture('arrange-09-history');
  await undos.first().click();
  await page.getByRole('dialog', { name: '撤销“优先级”' }).getByRole('button', { name: '撤销 1 单' }).click();
  await page.getByText('已撤销 1 单').waitFor();
  await expect.poll(() => undos.count()).toBe(1);
  expect(person.complaints).toEqual([]);
});

test.each(OTHER_LOOKS)('it looks right elsewhere, too: %o', async (look) => {
  const other = await somebody(look);
  const name = `${look.language}-${look.theme}-${look.width}`;
  await other.signIn(login);
  await other.go('/Otherplatform');
  await other.page.getByRole('button', { name: /可合单|Can be merged/ }).click();
  await other.page.getByText('M-2').last().waitFor();
  await other.picture(`arrange-suggested-${name}`);
  await other.page.keyboard.press('Escape');
  await other.page.getByRole('dialog').waitFor({ state: 'hidden' });
  const drawer = await open(other, 'M-1');
  await drawer.getByRole('button', { name: /更\s*多|More/ }).click();
  await other.page.getByRole('menuitem', { name: /(拆单|Split)$/ }).click();
  await other.page.getByRole('dialog', { name: /M-1/ }).last().getByText('MUG-RED').first().waitFor();
  await other.picture(`arrange-split-${name}`);
  expect(other.complaints).toEqual([]);
  await other.close();
});
