import { rights } from '@tradewind/contract/access/modules.ts';
import { batchDetail, exportBatchShipped, recallBatchCall } from '@tradewind/contract/stock-batches.ts';
import { saveTransfer, shipTransfer, submitTransfer } from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportedRows } from '../../../testing/export.ts';
import { ownServer, type Person, type TestServer } from '../../../testing/harness.ts';
import { grantShops, type OrderWorld, openWorld, putBatch as putInto } from '../../orders/orders.testing.ts';
import { shippedOrder } from '../../returns/returns.testing.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await ownServer();
  world = await openWorld(server, { products: 1 });
  await server.startWorker();
});
afterAll(() => server.close());

const putBatch = (code: string, quantity: number, expiresOn: string) =>
  putInto(world, world.productIds[0] ?? 0, { code, quantity, expiresOn });

async function member(base: string[], shopIds: number[]): Promise<Person> {
  const person = await server.member(world.main.companyId, [rights.stock.view, rights.stock.export]);
  for (const permission of base)
    await server.app.database.owner.query('insert into user_base_permission values ($1, $2, $3)', [
      person.companyId,
      person.userId,
      permission,
    ]);
  await grantShops(server, person, ...shopIds);
  await server.app.database.owner.query(
    `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
    [person.companyId, person.userId, world.warehouseId],
  );
  return person;
}

it('says who got units of a recalled batch, buyers only to those who may see them', async () => {
  const bad = await putBatch('BAD', 5, '2098-01-01');
  await putBatch('FINE', 9, '2099-01-01');
  await shippedOrder(world, 'R-1', 2);
  // Three of the batch that expires first, one of the next.
  await shippedOrder(world, 'R-2', 4);
  await shippedOrder(world, 'R-3', 1);
  await server.ok(recallBatchCall, { id: bad, remark: 'Cracked' }, world.main);
  const rows = await exportedRows(server, exportBatchShipped, { id: bad }, world.main);
  expect(rows).toMatchObject([
    { 平台订单号: 'R-2', 数量: '3', SKU: 'SKU-1', 批次: 'BAD', 仓库: 'Main', 买家: 'Ann Buyer', 收件人: 'Ann Buyer' },
    { 平台订单号: 'R-1', 数量: '2', 发货时间: expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/) },
  ]);

  const masked = await exportedRows(server, exportBatchShipped, { id: bad }, await member(['export'], [world.shop.id]));
  expect(masked.map((row) => row.平台订单号)).toEqual(['R-2', 'R-1']);
  expect(Object.keys(masked[0] ?? {})).not.toContain('买家');
  expect(JSON.stringify(masked)).not.toContain('Ann');
  const elsewhere = await member(['export', 'seeBuyer'], [world.shop.id + 999]);
  expect(await exportedRows(server, exportBatchShipped, { id: bad }, elsewhere)).toEqual([]);
});

it('says which documents took units of a batch to other warehouses', async () => {
  const gone = await putBatch('GONE', 3, '2097-01-01');
  const made = await server.app.database.owner.query(
    `insert into warehouse (company_id, code, name, kind, address, priority) select company_id, 'WEST', 'West', kind, address, 200
     from warehouse where id = $1 returning id`,
    [world.warehouseId],
  );
  const lines = [{ productId: world.productIds[0] ?? 0, quantity: 2 }];
  const input = { fromId: world.warehouseId, toId: Number(made.rows[0].id), lines };
  const { id } = await server.ok(saveTransfer, input, world.main);
  await server.ok(submitTransfer, { id }, world.main);
  await server.ok(shipTransfer, { id }, world.main);
  expect(await server.ok(recallBatchCall, { id: gone, remark: 'Mould' }, world.main)).toMatchObject({
    held: 1,
    sentOn: 2,
  });
  const detail = await server.ok(batchDetail, { id: gone }, world.main);
  expect(detail.sentOn).toMatchObject([{ docKind: 'transfer', docId: id, fromName: 'Main', toName: 'West', units: 2 }]);
  expect(await exportedRows(server, exportBatchShipped, { id: gone }, world.main)).toMatchObject([
    { 订单号: '', 单据: detail.sentOn[0]?.docNumber, 仓库: 'Main', 转往仓库: 'West', 批次: 'GONE', 数量: '2' },
  ]);
});
