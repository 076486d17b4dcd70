import { addProduct } from '@tradewind/contract/catalog.ts';
import { authorizeShop } from '@tradewind/contract/channels.ts';
import { listOrders, makeOrder, reviewOrders } from '@tradewind/contract/orders.ts';
import { adjustOptions, adjustStock } from '@tradewind/contract/stock.ts';
import { addInbound, prepayWarehouse, selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { pushWmsProducts, wmsConnections } from '@tradewind/contract/wms.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany, sandbox } from './workshop.ts';

let person: Person;
const sku = `MUG-${Date.now().toString(36).toUpperCase()}`;
let productId = 0;
beforeAll(async () => {
  person = await somebody();
  await foundCompany(person);
  const card = {
    sku,
    nameZh: '马克杯',
    nameEn: 'Mug',
    grossWeightKg: '0.4',
    unitPriceCny: '21.5',
    declaredValueUsd: '4.5',
  };
  productId = (await person.call(addProduct, card)).id;
  await sandbox('zipto/knobs', { stepSeconds: 0 });
});

test('a provider is connected in three steps', async () => {
  const { page } = person;
  await person.go('/distribution/partner');
  await page.getByRole('button', { name: '连接服务商' }).click();
  await page.getByRole('button', { name: 'zipto' }).click();
  const form = page.getByRole('dialog', { name: /密钥/ });
  await form.getByLabel('Access ID').fill('zipto-demo');
  await form.getByLabel('密钥', { exact: true }).fill('zipto-secret');
  await form.getByLabel('沙箱').click();
  await person.picture('wms-1-keys');
  await form.getByRole('button', { name: '验证并保存' }).click();
  const adopt = page.getByRole('dialog', { name: /选择仓库/ });
  await adopt.getByLabel(/Los Angeles 1/).check();
  await adopt.getByRole('button', { name: '添加所选仓库' }).click();
  const drawer = page.getByRole('dialog', { name: /zipto/ });
  await drawer.getByRole('region', { name: 'Los Angeles 1' }).waitFor();
  await vi.waitUntil(
    async () => {
      await page.reload();
      await page.getByRole('button', { name: 'zipto', exact: true }).click();
      await person.settled();
      return (await drawer.getByLabel('Los Angeles 1 其他全部渠道').count()) > 0;
    },
    { timeout: 60_000, interval: 250 },
  );
  await drawer.getByLabel('Los Angeles 1 其他全部渠道').click();
  await page.keyboard.type('Ground');
  await page.keyboard.press('Enter');
  await drawer.getByRole('button', { name: '保存发货方式' }).click();
  await page.getByText('已保存，等待中的订单将继续推送').waitFor();
  await person.settled();
  await person.picture('wms-2-methods');
  expect(await seriousFindings(page)).toEqual([]);
});

test('an order goes there by itself and comes back shipped', async () => {
  const { page } = person;
  const [connection] = await person.call(wmsConnections, {});
  await person.call(pushWmsProducts, { id: connection?.id ?? 0, productIds: [productId] });
  const [server] = await person.call(selectWarehouse, {});
  const places = await person.call(adjustOptions, { warehouseId: server?.id ?? 0 });
  const place = places.find((one) => one.kind === 'storage')?.id ?? 0;
  await person.call(adjustStock, {
    warehouseId: server?.id ?? 0,
    reason: 'opening',
    lines: [{ productId, locationId: place, delta: 10, unitCost: '21.5' }],
  });
  await sandbox('zipto/stock', { warehouse: 'US-W1', sku, quantity: 10 });
  await person.call(prepayWarehouse, { houseId: server?.id ?? 0, amount: '500', orderFee: '40' });
  const shop = { platform: 'other', name: '我的独立站', fields: { currency: 'USD' }, importDays: 0 };
  const { shopId } = await person.call(authorizeShop, shop);
  const made = await person.call(makeOrder, {
    shopId,
    currency: 'USD',
    lines: [{ productId, quantity: 2, unitPrice: '9.90' }],
    shipTo: { name: 'Ann', line1: '1 Elm St', city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' },
  });
  if (made.status === 'review') await person.call(reviewOrders, { ids: [made.id] });
  await person.go('/distribution/partner');
  await page.getByRole('button', { name: 'zipto', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: /zipto/ });
  await drawer.getByRole('tab', { name: '推送记录' }).click();
  const becomes = (state: string) =>
    vi.waitUntil(
      async () => {
        await drawer.getByRole('button', { name: '立即同步' }).click();
        await person.settled();
        return (await drawer.getByRole('row', { name: new RegExp(state) }).count()) > 0;
      },
      { timeout: 60_000, interval: 250 },
    );
  await becomes('服务商作业中');
  await person.picture('wms-3-sent');
  await sandbox('zipto/tick', { steps: 3 });
  await becomes('已完成');
  await person.picture('wms-4-done');
  const { rows } = await person.call(listOrders, { status: 'shipped', pageSize: 50 });
  expect(rows.map((row) => row.id)).toEqual([made.id]);
  expect(await seriousFindings(page)).toEqual([]);
});

test('its warehouse shows what goes back and forth, and a notice is sent from its drawer', async () => {
  const { page } = person;
  const [server] = await person.call(selectWarehouse, {});
  const warehouseId = server?.id ?? 0;
  await person.go(`/system/warehouse?open=${warehouseId}`);
  const drawer = page.locator('.tw-detail:visible');
  await drawer.getByRole('tab', { name: '服务商' }).click();
  await drawer.getByRole('region', { name: 'Los Angeles 1' }).waitFor();
  await drawer.locator('.ant-segmented-item', { hasText: '推送记录' }).click();
  await drawer.getByRole('row', { name: /已完成/ }).waitFor();
  await person.settled();
  await person.picture('wms-5-house');
  expect(await seriousFindings(page)).toEqual([]);
  await drawer.locator('.ant-segmented-item', { hasText: '费用' }).click();
  await drawer.getByRole('row', { name: /PICKPACK.*从预付款扣除/ }).waitFor();
  await drawer.getByRole('tab', { name: '预付款明细' }).click();
  for (const kind of ['服务商扣费', '充值或取回'])
    await drawer
      .getByRole('row', { name: new RegExp(kind) })
      .first()
      .waitFor();
  await person.settled();
  await person.picture('wms-7-prepaid');
  expect(await seriousFindings(page)).toEqual([]);
  await person.go('/system/warehouse');
  await page.getByRole('button', { name: '连接第三方仓' }).click();
  const connect = page.getByRole('dialog', { name: /密钥/ });
  await connect.getByText('已连接的账号').waitFor();
  await connect.getByRole('button', { name: 'zipto', exact: true }).first().click();
  await page
    .getByRole('dialog', { name: /选择仓库/ })
    .getByText(/已添加/)
    .waitFor();
  await person.settled();
  const lines = [{ productId, quantity: 4 }];
  const notice = await person.call(addInbound, { warehouseId, kind: 'purchase', lines });
  await person.go(`/warehouse/inbound?open=${notice.id}`);
  await drawer.getByText('仓库由服务商运营').waitFor();
  await drawer.getByRole('button', { name: '推送给服务商' }).click();
  const form = page.getByRole('dialog', { name: `推送 ${notice.number} 给服务商` });
  await form.getByLabel('运输方式').click();
  await page.locator('.ant-select-item-option:visible', { hasText: '海运' }).click();
  await form.getByRole('button', { name: '推送给服务商' }).click();
  await drawer.getByText('预到货通知：服务商作业中').waitFor();
  await person.settled();
  await person.picture('wms-6-notice');
  const receive = drawer.getByRole('button', { name: '收货', exact: true });
  await expect.poll(() => receive.isDisabled()).toBe(true);
  await receive.hover({ force: true });
  await page
    .getByRole('tooltip')
    .getByText(/以服务商的清点为准/)
    .first()
    .waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(person.complaints).toEqual([]);
});

test('Amazon’s own warehouses are connected with a marketplace and a version to choose', async () => {
  const { page } = person;
  await person.go('/system/warehouse');
  // The page was left with another form open.
  await page.reload();
  await page.getByRole('button', { name: '连接第三方仓' }).click();
  await page.getByRole('button', { name: /MCF/ }).click();
  const form = page.getByRole('dialog', { name: /密钥/ });
  const choose = async (field: string, option: string) => {
    await form.getByLabel(field).click();
    await page.locator('.ant-select-item-option:visible', { hasText: option }).click();
  };
  await choose('站点', '美国');
  await choose('接口版本', '2020-07-01');
  await form.getByLabel('LWA 客户端 ID').fill('amzn1.application-oa2-client.mcf-demo');
  await form.getByLabel('LWA 客户端密钥').fill('amzn1.oa2-cs.v1.mcf-demo');
  await form.getByLabel('沙箱').click();
  await form.getByRole('button', { name: '验证并保存' }).click();
  await form.getByText('刷新令牌').locator('visible=true').first().waitFor();
  await form.locator('.ant-form-item-explain-error').waitFor();
  await form.getByLabel('刷新令牌').fill('Atzr|mcf-demo');
  await form.getByRole('button', { name: '验证并保存' }).click();
  await page.getByRole('dialog', { name: /选择仓库/ }).waitFor();
  const keys = (await person.call(wmsConnections, {})).find((one) => one.provider === 'mcf')?.keys;
  expect(keys).toMatchObject({ country: 'US', version: '2020-07-01' });
  expect(person.complaints).toEqual([]);
});
