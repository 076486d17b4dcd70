import { mergeProducts, previewMerge } from '@tradewind/contract/catalog.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { openSecond } from '../../warehouse/warehouse.testing.ts';
import { type Buying, openBuying } from '../testing/buying.ts';

let server: TestServer;
let b: Buying;
let toWarehouseId: number;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  b = await openBuying(server);
  toWarehouseId = (await openSecond(b)).warehouseId;
});

async function drafted() {
  const [fromId = 0, intoId = 0] = b.productIds;
  await b.put(0, 0, 10);
  const shares = [{ kind: 'transfer' as const, toWarehouseId, quantity: 10 }];
  const lines = [{ productId: fromId, purchaseLineId: null, quantity: 10, shares }];
  const { id } = await server.ok(calls.saveAllocation, { warehouseId: b.warehouseId, lines }, b.main);
  return { id, fromId, intoId };
}

it('an allocation order names the product that stays, so that it ships what lies there', async () => {
  const { id, fromId, intoId } = await drafted();
  const { moves } = await server.ok(previewMerge, { fromId, intoId }, b.main);
  expect(moves).toContainEqual({ kind: 'allocation', count: 1, stays: 0 });
  await server.ok(mergeProducts, { fromId, intoId }, b.main);
  expect((await server.ok(calls.getAllocation, { id }, b.main)).lines).toMatchObject([{ productId: intoId }]);
  await server.ok(calls.submitAllocation, { id }, b.main);
  expect((await server.ok(calls.shipAllocation, { id }, b.main)).documents).toHaveLength(1);
});

it('an allocation order whose documents name the merged product forbids the merge', async () => {
  const { id, fromId, intoId } = await drafted();
  await server.ok(calls.submitAllocation, { id }, b.main);
  await server.ok(calls.shipAllocation, { id }, b.main);
  const { forbids } = await server.ok(previewMerge, { fromId, intoId }, b.main);
  expect(forbids.map((one) => one.reason)).toContain('allocation');
});
