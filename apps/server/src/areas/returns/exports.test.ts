import type { Call, InputOf } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/returns.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportedRows } from '../../testing/export.ts';
import { ownServer, type TestServer } from '../../testing/harness.ts';
import { type OrderWorld, openWorld } from '../orders/orders.testing.ts';
import { detailOf, requested, shippedOrder, thisWeek } from './returns.testing.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await ownServer();
  world = await openWorld(server, { products: 1, stock: 100 });
  await server.startWorker();
});
afterAll(() => server.close());

const file = <C extends Call>(call: C, input: InputOf<C>) => exportedRows(server, call, input, world.main);
const add = async (no: string, quantity: number, more: object = {}) => {
  const order = await shippedOrder(world, no, 4);
  return server.ok(calls.addReturn, { ...requested(order.id, order.lineId, quantity), ...more }, world.main);
};

describe('the files', () => {
  it('of returns hold what the list shows, in the words of who asked', async () => {
    const one = await add('X-1', 2, { reason: 'unwanted', trackingNumber: '=1Z-9' });
    const two = await add('X-2', 1, { kind: 'refundOnly' });
    const { version, lines } = await detailOf(world, two.id);
    const money = [{ lineId: lines[0]?.id ?? 0, amount: '7.50' }];
    await server.ok(calls.refundReturn, { id: two.id, version, lines: money }, world.main);
    const rows = await file(calls.exportReturns, { filter: {} });
    expect(rows.map((row) => row.退货单)).toEqual([two.number, one.number]);
    expect(rows).toMatchObject([
      { 订单号: 'X-2', 类型: '仅退款', 状态: '已完成', 商品: 'SKU-1 × 1', 件数: '1', 币种: 'USD', 退回跟踪号: '' },
      { 订单号: 'X-1', 类型: '退货退款', 状态: '退回途中', 商品: 'SKU-1 × 2', 件数: '2', 退回跟踪号: '=1Z-9' },
    ]);
    expect(rows.map((row) => Number(row.已退款))).toEqual([7.5, 0]);
    const list = await server.ok(calls.listReturns, {}, world.main);
    expect(rows.map((row) => row.申请时间)).toEqual(list.rows.map((row) => new Date(row.requestedAt).toISOString()));
    expect((await file(calls.exportReturns, { filter: { text: 'x-1' } })).map((row) => row.退货单)).toEqual([
      one.number,
    ]);
    expect(await file(calls.exportReturns, { filter: { state: 'rejected' } })).toEqual([]);
  });

  it('of why products came back say the same as the page, with a line’s own reason', async () => {
    const { id } = await add('X-3', 4, { reason: 'unwanted' });
    const { version, lines } = await detailOf(world, id);
    const own = [{ lineId: lines[0]?.id ?? 0, reason: 'wrong' }];
    await server.ok(calls.editReturn, { id, version, lines: own }, world.main);
    const filter = thisWeek();
    const page = await server.ok(calls.returnAnalysis, filter, world.main);
    const rows = await file(calls.exportReturnAnalysis, { filter });
    expect(
      rows.map((row) => [row.SKU, Number(row.退货单数), Number(row.退货件数), Number(row.发货件数), Number(row.占比)]),
    ).toEqual(page.rows.map((row) => [row.sku, row.returns, row.units, row.shipped, Number(row.share.toFixed(4))]));
    expect(rows.map((row) => [Number(row.退货件数), Number(row.退货率)])).toEqual([
      [4, 0.3333],
      [2, 0.1667],
      [1, 0.0833],
    ]);
    // Words, not the list's values.
    for (const row of rows) expect(row.原因).toMatch(/^\p{Script=Han}/u);
  });
});
