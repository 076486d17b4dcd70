import { rights } from '@tradewind/contract/access/modules.ts';
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
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';

let server: TestServer;
let main: Person;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const fresh = async () => {
  main = await server.company();
};
const add = async (name: string, parentId: number | null = null) =>
  (await server.ok(saveDepartment, { name, parentId }, main)).id;
const tree = async () =>
  (await server.ok(getDepartmentList, {}, main)).list.map((d) => `${'-'.repeat(d.depth)}${d.name}`);
const join = (userId: number, departmentId: number | null) =>
  server.app.database.owner.query('update user_account set department_id = $2 where id = $1', [userId, departmentId]);

describe('departments', () => {
  it('are a tree that is moved about: parents before children, in the order people gave', async () => {
    await fresh();
    const sales = await add('Sales');
    const house1 = await add('Warehouse');
    const east = await add('East', sales);
    const west = await add('West', sales);
    expect(await tree()).toEqual(['Sales', '-East', '-West', 'Warehouse']);
    await server.ok(moveDepartment, { id: west, parentId: sales, place: 0 }, main);
    expect(await tree()).toEqual(['Sales', '-West', '-East', 'Warehouse']);
    await server.ok(moveDepartment, { id: house1, parentId: null, place: 0 }, main);
    expect(await tree()).toEqual(['Warehouse', 'Sales', '-West', '-East']);
    await server.ok(moveDepartment, { id: east, parentId: house1 }, main);
    expect(await tree()).toEqual(['Warehouse', '-East', 'Sales', '-West']);
    await server.ok(saveDepartment, { id: west, version: 1, name: 'West', parentId: null }, main);
    expect(await tree()).toEqual(['Warehouse', '-East', 'Sales', 'West']);
  });

  it('never come to stand under themselves, nor by two moves at once', async () => {
    await fresh();
    const a = await add('A');
    const b = await add('B', a);
    const c = await add('C', b);
    expect((await server.call(saveDepartment, { id: a, version: 1, name: 'A', parentId: c }, main)).status).toBe(400);
    for (const parentId of [a, b, c])
      expect(await server.call(moveDepartment, { id: a, parentId }, main)).toMatchObject({
        status: 400,
        data: { fields: [{ path: 'parentId', message: '部门不能移动到自己或下级部门之下' }] },
      });
    const [x, y] = [await add('X'), await add('Y')];
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        server.call(moveDepartment, { id: x, parentId: y }, main),
        server.call(moveDepartment, { id: y, parentId: x }, main),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
      expect(await tree()).toHaveLength(5);
      for (const id of [x, y]) await server.ok(moveDepartment, { id, parentId: null }, main);
    }
  });

  it('are deleted only with nobody and nothing in them', async () => {
    await fresh();
    const parent = await add('Parent');
    const child = await add('Child', parent);
    const person = await server.member(main.companyId);
    await join(person.userId, child);
    for (const id of [parent, child])
      expect(await server.call(deleteDepartment, { id }, main)).toMatchObject({
        status: 409,
        data: { error: 'identity.departmentInUse' },
      });
    await join(person.userId, null);
    await server.app.database.owner.query(
      `insert into shop (company_id, name, platform, account, region, currency, module_id, state, department_id)
       values ($1, 'S', 'amazon', 'a', 'us', 'USD', 402, 'authorized', $2)`,
      [main.companyId, child],
    );
    expect(await server.call(deleteDepartment, { id: child }, main)).toMatchObject({ status: 409 });
    await server.app.database.owner.query('update shop set department_id = null where company_id = $1', [
      main.companyId,
    ]);
    await server.ok(deleteDepartment, { id: child }, main);
    await server.ok(deleteDepartment, { id: parent }, main);
    expect(await tree()).toEqual([]);
    expect((await server.call(deleteDepartment, { id: parent }, main)).status).toBe(404);
  });

  it('tell the second of two who edit one', async () => {
    await fresh();
    const id = await add('Sales');
    await server.ok(saveDepartment, { id, version: 1, name: 'Sales 1', supervisorId: main.userId }, main);
    const late = await server.call(saveDepartment, { id, version: 1, name: 'Sales 2' }, main);
    expect(late).toMatchObject({ status: 409, data: { error: 'core.stale' } });
    expect(late.msg).toContain(main.userLoginId);
    expect((await server.ok(getDepartmentList, {}, main)).list).toMatchObject([
      { name: 'Sales 1', version: 2, supervisorId: main.userId, supervisorName: main.userLoginId },
    ]);
  });

  it('need each their own right, a name of their own beside their sisters, and a parent of the company', async () => {
    await fresh();
    const id = await add('Sales');
    const editor = await server.member(main.companyId, [rights.department.edit]);
    expect((await server.call(saveDepartment, { name: 'New' }, editor)).status).toBe(403);
    const adder = await server.member(main.companyId, [rights.department.add]);
    expect((await server.call(saveDepartment, { id, version: 1, name: 'New' }, adder)).status).toBe(403);
    expect((await server.call(moveDepartment, { id, parentId: null }, adder)).status).toBe(403);
    expect((await server.call(deleteDepartment, { id }, adder)).status).toBe(403);
    expect((await server.call(saveDepartment, { name: ' Sales ' }, main)).data).toMatchObject({
      fields: [{ path: 'name' }],
    });
    const foreign = await server.company('Elsewhere');
    expect((await server.call(saveDepartment, { name: 'In', parentId: id }, foreign)).status).toBe(400);
    expect((await server.call(moveDepartment, { id, parentId: null }, foreign)).status).toBe(404);
    expect((await server.ok(getDepartmentList, {}, foreign)).list).toEqual([]);
  });

  it('give their people, with those of the departments beneath', async () => {
    await fresh();
    const parent = await add('Parent');
    const child = await add('Child', parent);
    const [one, two] = [await server.member(main.companyId), await server.member(main.companyId)];
    await join(one.userId, parent);
    await join(two.userId, child);
    const of = async (id: number) =>
      (await server.ok(getDeptIdsUser, { deptIds: [id] }, main)).list.map((user) => user.id).sort();
    expect(await of(parent)).toEqual([one.userId, two.userId].sort());
    expect(await of(child)).toEqual([two.userId]);
    expect((await server.ok(getDepartmentList, {}, main)).list.map((d) => [d.members, d.membersBelow])).toEqual([
      [1, 2],
      [1, 1],
    ]);
  });
});

describe('positions', () => {
  it('are added, renamed, and deleted when nobody has them', async () => {
    await fresh();
    const { id } = await server.ok(savePosition, { name: 'Buyer' }, main);
    expect((await server.call(savePosition, { name: 'Buyer' }, main)).data).toMatchObject({
      fields: [{ path: 'name' }],
    });
    await server.ok(savePosition, { id, name: 'Purchaser' }, main);
    await server.app.database.owner.query('update user_account set position_id = $1 where id = $2', [id, main.userId]);
    expect((await server.ok(getComPosition, {}, main)).list).toEqual([{ id, name: 'Purchaser', members: 1 }]);
    expect((await server.call(deletePosition, { id }, main)).status).toBe(409);
    await server.app.database.owner.query('update user_account set position_id = null where id = $1', [main.userId]);
    await server.ok(deletePosition, { id }, main);
    expect((await server.call(savePosition, { id, name: 'Gone' }, main)).status).toBe(404);
  });
});
