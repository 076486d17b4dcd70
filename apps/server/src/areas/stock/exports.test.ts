import { exportMovements, exportStock } from '@tradewind/contract/stock.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportedRows } from '../../testing/export.ts';
import { openHouse, type TestHouse } from '../../testing/harness.ts';
import { type Floor, openFloor, openSecond } from '../warehouse/warehouse.testing.ts';
import { receiveGoods } from './public.ts';
import { reckonTouched } from './touched.ts';

let house: TestHouse;
let floor: Floor;
beforeAll(async () => {
  house = await openHouse();
  floor = await openFloor(house);
  const second = await openSecond(floor);
  await floor.put(0, 0, 3);
  await floor.put(0, 1, 4);
  await floor.tx((tx) =>
    receiveGoods(tx, {
      warehouseId: second.warehouseId,
      docKind: 'opening',
      docId: 1,
      lines: [{ productId: floor.productIds[0] ?? 0, locationId: second.bins[0] ?? 0, quantity: 4, unitCost: '10' }],
    }),
  );
  await floor.tx(reckonTouched);
  await house.startWorker();
});
afterAll(() => house.close());

it('writes the sums that the list of products shows, or each warehouse by itself', async () => {
  // Of P-1 there are 7 in two houses: neither alone is more than five.
  const filter = { level: 'low', lowAt: 5 } as const;
  const sums = await exportedRows(house, exportStock, { filter, by: 'product' }, floor.main);
  expect(sums).toMatchObject([{ SKU: 'P-2', 在库: '4', 仓库数: '1', 库存成本: '40' }]);
  const all = await exportedRows(house, exportStock, { filter: { text: 'P-1' }, by: 'product' }, floor.main);
  expect(all).toMatchObject([{ SKU: 'P-1', 在库: '7', 仓库数: '2', 最早入库: expect.stringMatching(/^20..-..-..$/) }]);
  const houses = await exportedRows(house, exportStock, { filter }, floor.main);
  expect(houses.map((row) => [row.SKU, row.仓库, row.在库])).toEqual([
    ['P-1', 'Floor', '3'],
    ['P-2', 'Floor', '4'],
    ['P-1', 'Second', '4'],
  ]);
});

it('writes the ledger in the company’s time', async () => {
  const found = await house.app.database.owner.query(
    `select to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as at from stock_movement
     where company_id = $1 order by id desc limit 1`,
    [floor.main.companyId],
  );
  const [newest] = await exportedRows(house, exportMovements, { filter: {} }, floor.main);
  expect(newest?.时间).toBe(found.rows[0].at);
});
