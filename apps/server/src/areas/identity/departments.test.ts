import {
  deleteDepartment,
  deletePosition,
  getComPosition,
  getDepartmentList,
  getDeptIdsUser,
  moveDepartment,
  saveDepartment,
  savePosition,
} from '@tradewind/contract/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type Person, type TestHouse } from '../../testing/harness.ts';

let house: TestHouse;
let main: Person;

beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const fresh = async () => {
  main = await house.company();
};
const add = async (name: string, parentId: number | null = null) =>
  (await house.ok(saveDepartment, { name, parentId }, main)).id;
const tree = async () =>
  (await house.ok(getDepartmentList, {}, main)).list.map((d) => `${'-'.repeat(d.depth)}${d.name}`);
const join = (userId: number, departmentId: number | null) =>
  house.app.database.owner.query('update user_account set department_id = $2 where id = $1', [userId, departmentId]);

describe('departments', () => {
  it('are a tree that is moved about: parents before children, in the order people gave', async () => {
    await fresh();
    const sales = await add('Sales');
    const house1 = await add('Warehouse');
    const east = await add('East', sales);
    const west = await add('West', sales);
    expect(await tree()).toEqual(['Sales', '-East', '-West', 'Warehouse']);
    await house.ok(moveDepartment, { id: west, parentId: sales, place: 0 }, main);
    expect(await tree()).toEqual(['Sales', '-West', '-East', 'Warehouse']);
    await house.ok(moveDepartment, { id: house1, parentId: null, place: 0 }, main);
    expect(await tree()).toEqual(['Warehouse', 'Sales', '-West', '-East']);
    await house.ok(moveDepartment, { id: east, parentId: house1 }, main);
    expect(await tree()).toEqual(['Warehouse', '-East', 'Sales', '-West']);
    await house.ok(saveDepartment, { id: west, version: 1, name: 'West', parentId: null }, main);
    expect(await tree()).toEqual(['Warehouse', '-East', 'Sales', 'West']);
  });

  it('never come to stand under themselves, nor by two moves at once', async () => {
    await fresh();
    const a = await add('A');
    const b = await add('B', a);
    const c = await add('C', b);
    expect((await house.call(saveDepartment, { id: a, version: 1, name: 'A', parentId: c }, main)).status).toBe(400);
    for (const parentId of [a, b, c])
      expect(await house.call(moveDepartment, { id: a, parentId }, main)).toMatchObject({
        status: 400,
        data: { fields: [{ path: 'parentId', message: '部门不能移动到自己或下级部门之下' }] },
      });
    const [x, y] = [await add('X'), await add('Y')];
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        house.call(moveDepartment, { id: x, parentId: y }, main),
        house.call(moveDepartment, { id: y, parentId: x }, main),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
      expect(await tree()).toHaveLength(5);
      for (const id of [x, y]) await house.ok(moveDepartment, { id, parentId: null }, main);
    }
  });

  it('are deleted only with nobody and nothing in them', async () => {
    await fresh();
    const parent = await add('Parent');
    const child = await add('Child', parent);
    const person = await house.member(main.companyId);
    await join(person.userId, child);
    for (const id of [parent, child])
      expect(await house.call(deleteDepartment, { id }, main)).toMatchObject({
        status: 409,
        data: { error: 'identity.departmentInUse' },
      });
    await join(person.userId, null);
    await house.app.database.owner.query(
      `insert into shop (company_id, name, platform, account, region, currency, module_id, state, department_id)
       values ($1, 'S', 'amazon', 'a', 'us', 'USD', 402, 'authorized', $2)`,
      [main.companyId, child],
    );
    expect(await house.call(deleteDepartment, { id: child }, main)).toMatchObject({ status: 409 });
    await house.app.database.owner.query('update shop set department_id = null where company_id = $1', [
      main.companyId,
    ]);
    await house.ok(deleteDepartment, { id: child }, main);
    await house.ok(deleteDepartment, { id: parent }, main);
    expect(await tree()).toEqual([]);
    expect((await house.call(deleteDepartment, { id: parent }, main)).status).toBe(404);
  });

  it('tell the second of two who edit one', async () => {
    await fresh();
    const id = await add('Sales');
    await house.ok(saveDepartment, { id, version: 1, name: 'Sales 1', supervisorId: main.userId }, main);
    const late = await house.call(saveDepartment, { id, version: 1, name: 'Sales 2' }, main);
    expect(late).toMatchObject({ status: 409, data: { error: 'core.stale' } });
    expect(late.msg).toContain(main.userLoginId);
    expect((await house.ok(getDepartmentList, {}, main)).list).toMatchObject([
      { name: 'Sales 1', version: 2, supervisorId: main.userId, supervisorName: main.userLoginId },
    ]);
  });

  it('need each their own right, a name of their own beside their sisters, and a parent of the company', async () => {
    await fresh();
    const id = await add('Sales');
    const editor = await house.member(main.companyId, ['993:edit']);
    expect((await house.call(saveDepartment, { name: 'New' }, editor)).status).toBe(403);
    const adder = await house.member(main.companyId, ['993:add']);
    expect((await house.call(saveDepartment, { id, version: 1, name: 'New' }, adder)).status).toBe(403);
    expect((await house.call(moveDepartment, { id, parentId: null }, adder)).status).toBe(403);
    expect((await house.call(deleteDepartment, { id }, adder)).status).toBe(403);
    expect((await house.call(saveDepartment, { name: ' Sales ' }, main)).data).toMatchObject({
      fields: [{ path: 'name' }],
    });
    const foreign = await house.company('Elsewhere');
    expect((await house.call(saveDepartment, { name: 'In', parentId: id }, foreign)).status).toBe(400);
    expect((await house.call(moveDepartment, { id, parentId: null }, foreign)).status).toBe(404);
    expect((await house.ok(getDepartmentList, {}, foreign)).list).toEqual([]);
  });

  it('give their people, with those of the departments beneath', async () => {
    await fresh();
    const parent = await add('Parent');
    const child = await add('Child', parent);
    const [one, two] = [await house.member(main.companyId), await house.member(main.companyId)];
    await join(one.userId, parent);
    await join(two.userId, child);
    const of = async (id: number) =>
      (await house.ok(getDeptIdsUser, { deptIds: [id] }, main)).list.map((user) => user.id).sort();
    expect(await of(parent)).toEqual([one.userId, two.userId].sort());
    expect(await of(child)).toEqual([two.userId]);
    expect((await house.ok(getDepartmentList, {}, main)).list.map((d) => [d.members, d.membersBelow])).toEqual([
      [1, 2],
      [1, 1],
    ]);
  });
});

describe('positions', () => {
  it('are added, renamed, and deleted when nobody has them', async () => {
    await fresh();
    const { id } = await house.ok(savePosition, { name: 'Buyer' }, main);
    expect((await house.call(savePosition, { name: 'Buyer' }, main)).data).toMatchObject({
      fields: [{ path: 'name' }],
    });
    await house.ok(savePosition, { id, name: 'Purchaser' }, main);
    await house.app.database.owner.query('update user_account set position_id = $1 where id = $2', [id, main.userId]);
    expect((await house.ok(getComPosition, {}, main)).list).toEqual([{ id, name: 'Purchaser', members: 1 }]);
    expect((await house.call(deletePosition, { id }, main)).status).toBe(409);
    await house.app.database.owner.query('update user_account set position_id = null where id = $1', [main.userId]);
    await house.ok(deletePosition, { id }, main);
    expect((await house.call(savePosition, { id, name: 'Gone' }, main)).status).toBe(404);
  });
});
