import { saveCustoms } from '@tradewind/contract/catalog.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { itemsOf } from './parcel/facts.ts';
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
const CANADA = { name: 'Zoé', line1: '1 Rue', city: 'Montréal', state: 'QC', postalCode: 'H2Y 1C6', country: 'CA' };

it('a label declares what the product declares in the country that it goes to', async () => {
  const abroad = await l.packed('CU-1', { shipTo: CANADA });
  const home = await l.packed('CU-2');
  const items = (box: { outboundId: number }) =>
    l.server.app.database.inCompany(l.world.main.ctx, (tx) => itemsOf(tx, box));
  const before = await items(abroad);
  const customs = { hsImport: '6912009000', nameEn: 'Stoneware mug', value: '3.25', origin: 'VN' };
  await ok(saveCustoms, { productId: await productId(before[0]?.sku ?? ''), country: 'CA', ...customs });
  expect((await items(abroad))[0]).toMatchObject({
    ...{ description: 'Stoneware mug', hsCode: '6912009000', unitValueUsd: '3.25', originCountry: 'VN' },
  });
  expect((await items(home))[0]).toMatchObject({ unitValueUsd: before[0]?.unitValueUsd });
});
