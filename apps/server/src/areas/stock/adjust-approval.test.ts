import {
  ApprovalPurReq,
  editUserAuditSettings,
  getApprovalDetail,
  listApprovals,
  withdrawApproval,
} from '@tradewind/contract/approvals.ts';
import { adjustStock, listMovements, listStock } from '@tradewind/contract/stock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type Person, type TestHouse } from '../../testing/harness.ts';
import { type Floor, openFloor } from '../warehouse/warehouse.testing.ts';

let house: TestHouse;
let floor: Floor;
let clerk: Person;
beforeAll(async () => {
  house = await openHouse();
  floor = await openFloor(house);
  await floor.put(0, 0, 10, '2.5');
  clerk = await house.member(floor.main.companyId, ['501', '501:adjust', '960']);
  await house.app.database.owner.query(
    `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
    [floor.main.companyId, clerk.userId, floor.warehouseId],
  );
  const level = { modelId: 501, Approval: floor.main.userId, amountFrom: '10' };
  await house.ok(editUserAuditSettings, level, floor.main);
});
afterAll(() => house.close());

const adjust = (delta: number, condition: 'good' | 'held' = 'good') =>
  house.ok(
    adjustStock,
    {
      warehouseId: floor.warehouseId,
      reason: 'lost',
      lines: [{ productId: floor.productIds[0] ?? 0, locationId: floor.bins[0]?.id ?? 0, condition, delta }],
    },
    clerk,
  );
const onHand = async () => (await house.ok(listStock, { text: 'P-1' }, floor.main)).rows[0]?.onHand;
const decide = (orderId: number, aud: 'approved' | 'rejected') =>
  house.call(ApprovalPurReq, { modelId: 501, orderId, aud, remark: '' }, floor.main);

describe('Stock adjustments above an amount are approved', () => {
  it('books a small one at once', async () => {
    expect((await adjust(-1)).state).toBe('done');
    expect(await onHand()).toBe(9);
  });

  it('moves nothing until it is audited, then everything once', async () => {
    const { id, number, state } = await adjust(-4);
    expect([state, await onHand()]).toEqual(['waiting', 9]);
    const [row] = (await house.ok(listApprovals, {}, floor.main)).rows;
    expect(row).toMatchObject({ title: number, modelId: 501, orderId: id, amount: '10.00', currency: 'CNY' });
    const detail = await house.ok(getApprovalDetail, { id: row?.id ?? 0 }, floor.main);
    expect(detail.lines).toMatchObject([{ quantity: '-4', detail: 'A-01-01-01' }]);
    expect((await decide(id, 'approved')).data.state).toBe('audited');
    expect((await decide(id, 'approved')).status).toBe(200);
    expect(await onHand()).toBe(5);
    expect((await house.ok(listMovements, { docNumber: number }, floor.main)).rows).toHaveLength(1);
    expect(await floor.wrongs()).toEqual([]);
  });

  it('shows no cost figures to those who may not see them', async () => {
    const [row] = (await house.ok(listApprovals, { tab: 'mine' }, clerk)).rows;
    expect(row?.amount).toBeNull();
  });

  it('cannot be audited once the stock is gone; it is rejected or withdrawn and moves nothing', async () => {
    const [first, second] = [await adjust(-4), await adjust(-4)];
    expect((await decide(first.id, 'approved')).status).toBe(200);
    expect(await decide(second.id, 'approved')).toMatchObject({ status: 422, data: { error: 'stock.notEnough' } });
    expect((await decide(second.id, 'rejected')).data.state).toBe('rejected');
    const third = await adjust(5);
    const { rows } = await house.ok(listApprovals, { tab: 'mine' }, clerk);
    await house.ok(withdrawApproval, { id: rows.find((row) => row.orderId === third.id)?.id ?? 0 }, clerk);
    expect(await onHand()).toBe(1);
    expect(await floor.wrongs()).toEqual([]);
  });

  it('asks for goods that are held as for good ones, by what the product cost last', async () => {
    const held = async () => (await house.ok(listStock, { text: 'P-1' }, floor.main)).rows[0]?.held;
    const before = await onHand();
    expect((await adjust(2, 'held')).state).toBe('done');
    const { id, number, state } = await adjust(6, 'held');
    expect([state, await held()]).toEqual(['waiting', 2]);
    const row = (await house.ok(listApprovals, {}, floor.main)).rows.find((one) => one.title === number);
    expect(row).toMatchObject({ orderId: id, amount: '15.00' });
    const detail = await house.ok(getApprovalDetail, { id: row?.id ?? 0 }, floor.main);
    expect(detail.lines).toMatchObject([{ quantity: '+6', detail: 'A-01-01-01 · 冻结' }]);
    expect((await decide(id, 'approved')).data.state).toBe('audited');
    expect([await held(), await onHand()]).toEqual([8, before]);
    const { rows } = await house.ok(listMovements, { docNumber: number }, floor.main);
    expect(rows.map((moved) => [moved.condition, moved.onHand])).toEqual([['held', 6]]);
    expect(await floor.wrongs()).toEqual([]);
  });
});
