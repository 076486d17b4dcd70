import { rights } from '@tradewind/contract/access/modules.ts';
import {
  ApprovalPurReq,
  editUserAuditSettings,
  getApprovalDetail,
  listApprovals,
  withdrawApproval,
} from '@tradewind/contract/approvals.ts';
import { adjustStock, listMovements, listStock } from '@tradewind/contract/stock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';
import { type Floor, openFloor } from '../warehouse/warehouse.testing.ts';

let server: TestServer;
let floor: Floor;
let clerk: Person;
beforeAll(async () => {
  server = await testServer();
  floor = await openFloor(server);
  await floor.put(0, 0, 10, '2.5');
  clerk = await server.member(floor.main.companyId, [rights.stock.view, rights.stock.adjust, rights.approval.view]);
  await server.app.database.owner.query(
    `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
    [floor.main.companyId, clerk.userId, floor.warehouseId],
  );
  const level = { modelId: rights.stock.id, Approval: floor.main.userId, amountFrom: '10' };
  await server.ok(editUserAuditSettings, level, floor.main);
});
afterAll(() => server.close());

const adjust = (delta: number, condition: 'good' | 'held' = 'good') =>
  server.ok(
    adjustStock,
    {
      warehouseId: floor.warehouseId,
      reason: 'lost',
      lines: [{ productId: floor.productIds[0] ?? 0, locationId: floor.bins[0]?.id ?? 0, condition, delta }],
    },
    clerk,
  );
const onHand = async () => (await server.ok(listStock, { text: 'P-1' }, floor.main)).rows[0]?.onHand;
const decide = (orderId: number, aud: 'approved' | 'rejected') =>
  server.call(ApprovalPurReq, { modelId: rights.stock.id, orderId, aud, remark: '' }, floor.main);

describe('Stock adjustments above an amount are approved', () => {
  it('books a small one at once', async () => {
    expect((await adjust(-1)).state).toBe('done');
    expect(await onHand()).toBe(9);
  });

  it('moves nothing until it is audited, then everything once', async () => {
    const { id, number, state } = await adjust(-4);
    expect([state, await onHand()]).toEqual(['waiting', 9]);
    const [row] = (await server.ok(listApprovals, {}, floor.main)).rows;
    expect(row).toMatchObject({
      title: number,
      modelId: rights.stock.id,
      orderId: id,
      amount: '10.00',
      currency: 'CNY',
    });
    const detail = await server.ok(getApprovalDetail, { id: row?.id ?? 0 }, floor.main);
    expect(detail.lines).toMatchObject([{ quantity: '-4', detail: 'A-01-01-01' }]);
    expect((await decide(id, 'approved')).data.state).toBe('audited');
    expect((await decide(id, 'approved')).status).toBe(200);
    expect(await onHand()).toBe(5);
    expect((await server.ok(listMovements, { docNumber: number }, floor.main)).rows).toHaveLength(1);
    expect(await floor.wrongs()).toEqual([]);
  });

  it('shows no cost figures to those who may not see them', async () => {
    const [row] = (await server.ok(listApprovals, { tab: 'mine' }, clerk)).rows;
    expect(row?.amount).toBeNull();
  });

  it('cannot be audited once the stock is gone; it is rejected or withdrawn and moves nothing', async () => {
    const [first, second] = [await adjust(-4), await adjust(-4)];
    expect((await decide(first.id, 'approved')).status).toBe(200);
    expect(await decide(second.id, 'approved')).toMatchObject({ status: 422, data: { error: 'stock.notEnough' } });
    expect((await decide(second.id, 'rejected')).data.state).toBe('rejected');
    const third = await adjust(5);
    const { rows } = await server.ok(listApprovals, { tab: 'mine' }, clerk);
    await server.ok(withdrawApproval, { id: rows.find((row) => row.orderId === third.id)?.id ?? 0 }, clerk);
    expect(await onHand()).toBe(1);
    expect(await floor.wrongs()).toEqual([]);
  });

  it('asks for goods that are held as for good ones, by what the product cost last', async () => {
    const held = async () => (await server.ok(listStock, { text: 'P-1' }, floor.main)).rows[0]?.held;
    const before = await onHand();
    expect((await adjust(2, 'held')).state).toBe('done');
    const { id, number, state } = await adjust(6, 'held');
    expect([state, await held()]).toEqual(['waiting', 2]);
    const row = (await server.ok(listApprovals, {}, floor.main)).rows.find((one) => one.title === number);
    expect(row).toMatchObject({ orderId: id, amount: '15.00' });
    const detail = await server.ok(getApprovalDetail, { id: row?.id ?? 0 }, floor.main);
    expect(detail.lines).toMatchObject([{ quantity: '+6', detail: 'A-01-01-01 · 冻结' }]);
    expect((await decide(id, 'approved')).data.state).toBe('audited');
    expect([await held(), await onHand()]).toEqual([8, before]);
    const { rows } = await server.ok(listMovements, { docNumber: number }, floor.main);
    expect(rows.map((moved) => [moved.condition, moved.onHand])).toEqual([['held', 6]]);
    expect(await floor.wrongs()).toEqual([]);
  });
});
