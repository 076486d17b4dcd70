import { deletePapers, saveCustoms, savePaper } from '@tradewind/contract/catalog.ts';
import { saveChannel } from '@tradewind/contract/logistics.ts';
import { labelOrders } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { itemsOf, linesOfOutbound } from './parcel/facts.ts';
import { type LogisticsWorld, openLogistics } from './testing/world.ts';

let l: LogisticsWorld;
beforeAll(async () => {
  l = await openLogistics();
});
afterAll(() => l.close());

const ok: LogisticsWorld['server']['ok'] = (call, input, as = l.world.main) => l.server.ok(call, input, as);
const productId = async (sku: string) => {
  const { rows } = await l.server.app.database.owner.query(
    'select id from product where company_id = $1 and sku = $2',
    [l.world.main.companyId, sku],
  );
  return Number(rows[0].id);
};
const CANADA = {
  name: 'Zoé',
  line1: '1 Rue',
  city: 'Montréal',
  state: 'QC',
  postalCode: 'H2Y 1C6',
  country: 'CA',
  phone: '5145550100',
};

it('a label declares what the product declares in the country that it goes to', async () => {
  const abroad = await l.packed('CU-1', { shipTo: CANADA });
  const home = await l.packed('CU-2');
  const items = (box: { outboundId: number }) =>
    l.server.app.database.inCompany(l.world.main.ctx, (tx) => itemsOf(tx, linesOfOutbound(box.outboundId)));
  const before = await items(abroad);
  const customs = { hsImport: '6912009000', nameEn: 'Stoneware mug', value: '3.25', origin: 'VN' };
  await ok(saveCustoms, { productId: await productId(before[0]?.sku ?? ''), country: 'CA', ...customs });
  expect((await items(abroad))[0]).toMatchObject({
    ...{ description: 'Stoneware mug', hsCode: '6912009000', unitValueUsd: '3.25', originCountry: 'VN' },
  });
  expect((await items(home))[0]).toMatchObject({ unitValueUsd: before[0]?.unitValueUsd });
});

it('a label is bought when the goods have every paper that the channel demands, and not before', async () => {
  const box = await l.packed('CP-1', { shipTo: CANADA });
  const owner = (text: string, values: unknown[] = []) =>
    l.server.app.database.owner.query(text, [l.world.main.companyId, ...values]);
  const { rows: lines } = await owner(
    'select p.id, p.sku from outbound_line o join product p on p.company_id = o.company_id and p.id = o.product_id where o.company_id = $1 and o.outbound_id = $2',
    [box.outboundId],
  );
  const goods = { productId: Number(lines[0].id), sku: String(lines[0].sku) };
  const channel = { name: 'Batteries', carrier: 'ups' as const, platformCarrierCode: 'UPS' };
  const { rows: accounts } = await owner('select id from carrier_account where company_id = $1 limit 1');
  const demands = ['un383' as const, 'euRp' as const];
  const { id: channelId } = await ok(saveChannel, {
    channel: { ...channel, carrierAccountId: Number(accounts[0].id), demands },
  });
  await owner('update sales_order set channel_id = $2 where company_id = $1 and id = $3', [channelId, box.orderId]);
  const refusal = async () => (await ok(labelOrders, { ids: [box.orderId] })).failed[0]?.reason;
  const paper = { productId: goods.productId, country: 'CA' };

  // What has no battery needs no report about one.
  expect(await refusal()).toBe(`商品 ${goods.sku} 缺少渠道“Batteries”要求的合规资料：欧盟负责人（CA）`);
  await ok(savePaper, { ...paper, country: '*', kind: 'euRp' });
  await owner('update product set battery = true where company_id = $1');
  expect(await refusal()).toContain('UN38.3 报告');
  const old = await ok(savePaper, { ...paper, kind: 'un383', expiresOn: '2026-01-31' });
  expect(await refusal()).toBe(
    `商品 ${goods.sku} 的合规资料已于 2026-01-31 到期：UN38.3 报告。渠道“Batteries”要求其有效`,
  );
  await ok(deletePapers, { ids: [old.id] });
  await ok(savePaper, { ...paper, country: 'US', kind: 'un383' });
  expect(await refusal()).toContain('UN38.3 报告');
  await ok(savePaper, { ...paper, kind: 'un383', expiresOn: '2099-01-31' });
  expect(await refusal()).toBeUndefined();
  expect(await l.parcel(box.outboundId)).toMatchObject({ state: 'labelled' });
});
