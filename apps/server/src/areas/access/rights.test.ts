import * as calls from '@tradewind/contract/access.ts';
import { getUserInfoMain, listMembers, logout, savePreference } from '@tradewind/contract/identity.ts';
import { calls as allCalls } from '@tradewind/contract/registry.ts';
import { listExchangeRates } from '@tradewind/contract/settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOver, openHouse, type Person, type TestHouse } from '../../testing/harness.ts';
import { isNamed } from './button-names.ts';
import { modules } from './modules.ts';

let house: TestHouse;
let main: Person;
/** May give rights, and has little to give. */
let deputy: Person;
let clerk: Person;
let shopId: number;
let otherShop: number;
let warehouseId: number;
let departmentId: number;

const sqlRow = async (text: string, values: unknown[]): Promise<number> =>
  Number((await house.app.database.owner.query<{ id: number }>(text, values)).rows[0]?.id);
const newShop = (name: string) =>
  sqlRow(
    `insert into shop (company_id, platform, name, account, module_id) values ($1, 'amazon', $2, $2, 402) returning id`,
    [main.companyId, name],
  );
const whatClerkHas = () => house.ok(calls.getRights, { userLoginId: clerk.userLoginId }, main);
const NONE = { models: [], permissions: [], shopIds: [], warehouseIds: [] };
const audited = async (action: string) =>
  (
    await house.app.database.owner.query<{ target_name: string; detail: Record<string, unknown> }>(
      `select target_name, detail from audit_entry where company_id = $1 and action = $2 order by id desc`,
      [main.companyId, action],
    )
  ).rows;

beforeAll(async () => {
  house = await openHouse();
  main = await house.company();
  shopId = await newShop('Shop One');
  otherShop = await newShop('Shop Two');
  warehouseId = await sqlRow(
    `insert into warehouse (company_id, code, name, kind, address) values ($1, 'W1', 'Ningbo', 'selfBuilt', '{}') returning id`,
    [main.companyId],
  );
  departmentId = await sqlRow(`insert into department (company_id, name) values ($1, 'Sales') returning id`, [
    main.companyId,
  ]);
  deputy = await house.member(main.companyId, ['992', '992:permission', '201', '201:edit']);
  clerk = await house.member(main.companyId);
  await house.app.database.owner.query(`update user_account set department_id = $1 where id = $2`, [
    departmentId,
    clerk.userId,
  ]);
});
afterAll(() => house.close());

describe('§7 Permissions and menus', () => {
  it('GET getModelTree: every module and button that can be given, named, and whether one may give it', async () => {
    const flat = (nodes: calls.ModelNode[]): calls.ModelNode[] => nodes.flatMap((n) => [n, ...flat(n.children)]);
    const all = flat(await house.ok(calls.getModelTree, {}, main));
    expect(all.map((n) => n.id).sort()).toEqual(
      modules
        .filter((m) => m.id !== 100)
        .map((m) => m.id)
        .sort(),
    );
    expect(all.every((n) => n.mayGrant && n.buttons.every((b) => b.mayGrant))).toBe(true);
    const unnamed = modules.flatMap((m) => m.buttons).filter((button) => !isNamed(button));
    expect(unnamed).toEqual([]);
    const few = flat(await house.ok(calls.getModelTree, {}, deputy)).filter(
      (n) => n.children.length === 0 && n.mayGrant,
    );
    expect(few.map((n) => n.id)).toEqual([201, 992]);
    expect(few[0]?.buttons.filter((b) => b.mayGrant).map((b) => b.name)).toEqual(['edit']);
  });

  it('POST saveUserModel, GET getUserModelPermission?userLoginId&main: what is saved is what is had, at once', async () => {
    const userLoginId = clerk.userLoginId;
    expect((await house.call(listMembers, {}, clerk)).status).toBe(403);
    const models = [
      { modelId: 992, buttons: [] },
      { modelId: 201, buttons: ['edit'] },
    ];
    await house.ok(calls.saveUserModel, { userLoginId, models }, main);
    expect((await house.call(listMembers, {}, clerk)).status).toBe(200);
    expect((await house.ok(calls.getUserModelPermission, { userLoginId }, main)).models).toEqual([
      models[1],
      models[0],
    ]);
    expect((await house.ok(calls.getUserModelPermission, { userLoginId, main: 200 }, main)).models).toEqual([
      models[1],
    ]);
    await house.ok(calls.saveUserModel, { userLoginId, models: [] }, main);
    expect((await house.call(listMembers, {}, clerk)).status).toBe(403);
    const [last] = await audited('access.granted');
    expect(last?.target_name).toContain(userLoginId);
    expect(last?.detail).toMatchObject({ before: { models: [models[1], models[0]] }, after: { models: [] } });
  });

  it('refuses modules and buttons that are not', async () => {
    const save = (modelId: number, buttons: string[]) =>
      house.call(calls.saveUserModel, { userLoginId: clerk.userLoginId, models: [{ modelId, buttons }] }, main);
    for (const refused of [await save(77, []), await save(201, ['fly'])])
      expect(refused).toMatchObject({ status: 400, data: { fields: [{ path: 'models' }] } });
  });

  it('POST saveUserBasePer, GET getUserBasePer, GET basePermission', async () => {
    const userLoginId = clerk.userLoginId;
    await house.ok(calls.saveUserBasePer, { userLoginId, permissions: ['seeCost', 'export'] }, main);
    expect((await house.ok(calls.getUserBasePer, { userLoginId }, main)).permissions).toEqual(['export', 'seeCost']);
    expect(await house.ok(calls.basePermission, { userLoginId }, deputy)).toMatchObject([
      { permission: 'seeCost', has: true, mayGrant: false },
      { permission: 'seeBuyer', has: false, mayGrant: false },
      { permission: 'export', has: true, mayGrant: false },
    ]);
    await house.ok(calls.saveUserBasePer, { userLoginId, permissions: [] }, main);
  });

  it('every call of rights wants 992:permission', async () => {
    const member = await house.member(main.companyId, ['992']);
    for (const { name, call } of allCalls.filter(({ area, call }) => area === 'access' && Array.isArray(call.access)))
      expect([name, (await callOver(house.url, call, {}, member.token)).status]).toEqual([name, 403]);
  });
});

describe('who may give what', () => {
  it('nobody gives what they do not have, by any way', async () => {
    const userLoginId = clerk.userLoginId;
    const refused = [
      await house.call(calls.saveUserModel, { userLoginId, models: [{ modelId: 401 }] }, deputy),
      await house.call(calls.saveUserModel, { userLoginId, models: [{ modelId: 201, buttons: ['delete'] }] }, deputy),
      await house.call(calls.saveUserBasePer, { userLoginId, permissions: ['seeCost'] }, deputy),
    ];
    for (const answer of refused) expect(answer).toMatchObject({ status: 403, data: { error: 'access.notYours' } });
    const foreignShop = await house.call(calls.saveRights, { userLoginId, ...NONE, shopIds: [shopId] }, deputy);
    expect(foreignShop).toMatchObject({ status: 400, data: { fields: [{ path: 'shopIds' }] } });
    const role = await house.ok(
      calls.saveRole,
      { name: 'All', models: [{ modelId: 401 }], permissions: ['seeCost'] },
      main,
    );
    const applied = await house.call(
      calls.applyRole,
      { id: role.id, userLoginIds: [userLoginId], mode: 'add' },
      deputy,
    );
    expect(applied).toMatchObject({ status: 403, data: { error: 'access.notYours' } });
    expect((await whatClerkHas()).models).toEqual([]);
    await house.ok(calls.saveUserModel, { userLoginId, models: [{ modelId: 201, buttons: ['edit'] }] }, deputy);
    expect((await whatClerkHas()).models).toEqual([{ modelId: 201, buttons: ['edit'] }]);
  });

  it('what somebody cannot see of a scope stays as it was', async () => {
    const userLoginId = clerk.userLoginId;
    await house.ok(calls.saveRights, { userLoginId, ...NONE, shopIds: [shopId, otherShop] }, main);
    await house.ok(calls.saveRights, { userLoginId, ...NONE }, deputy);
    expect((await whatClerkHas()).shopIds).toEqual([shopId, otherShop]);
    await house.ok(calls.saveRights, { userLoginId, ...NONE }, main);
    expect((await whatClerkHas()).shopIds).toEqual([]);
  });

  it('nobody changes the rights of a main account', async () => {
    const input = { userLoginId: main.userLoginId, models: [] };
    for (const who of [main, deputy])
      expect(await house.call(calls.saveUserModel, input, who)).toMatchObject({
        status: 403,
        data: { error: 'access.mainAccount' },
      });
  });

  it('tells the second of two who change one member, and loses nothing', async () => {
    const userLoginId = clerk.userLoginId;
    const { stamp } = await whatClerkHas();
    await house.ok(calls.saveRights, { userLoginId, ...NONE, permissions: ['export'], stamp }, main);
    const second = await house.call(
      calls.saveRights,
      { userLoginId, ...NONE, models: [{ modelId: 201 }], stamp },
      main,
    );
    expect(second).toMatchObject({ status: 409, data: { error: 'core.stale' } });
    expect(second.msg).toContain(main.userLoginId);
    expect((await whatClerkHas()).permissions).toEqual(['export']);
    await house.ok(calls.saveRights, { userLoginId, ...NONE }, main);
  });

  it('nobody of another company is known', async () => {
    const other = await house.company('Other');
    const about = { userLoginId: clerk.userLoginId };
    expect((await house.call(calls.getRights, about, other)).status).toBe(404);
    expect((await house.call(calls.saveUserModel, { ...about, models: [] }, other)).status).toBe(404);
    expect((await house.call(calls.viewAs, about, other)).status).toBe(404);
    expect((await house.call(calls.whoCanSee, { kind: 'shop', id: shopId }, other)).status).toBe(404);
  });
});

describe('roles', () => {
  it('are saved, applied instead of or beside what members have, and deleted without taking anything', async () => {
    const one = await house.member(main.companyId, ['501']);
    const role = await house.ok(
      calls.saveRole,
      { name: 'Buyer', models: [{ modelId: 201, buttons: ['edit'] }], permissions: ['seeCost'] },
      main,
    );
    expect(await house.call(calls.saveRole, { name: 'Buyer', models: [], permissions: [] }, main)).toMatchObject({
      status: 400,
      data: { fields: [{ path: 'name' }] },
    });
    const userLoginIds = [one.userLoginId];
    await house.ok(calls.applyRole, { id: role.id, userLoginIds, mode: 'add' }, main);
    const has = () => house.ok(calls.getRights, { userLoginId: one.userLoginId }, main);
    expect((await has()).models.map((m) => m.modelId)).toEqual([201, 501]);
    await house.ok(calls.applyRole, { id: role.id, userLoginIds, mode: 'replace' }, main);
    expect((await has()).models.map((m) => m.modelId)).toEqual([201]);
    const edit = { id: role.id, name: 'Buyers', models: [], permissions: [], version: role.version };
    await house.ok(calls.saveRole, edit, main);
    expect((await house.call(calls.saveRole, edit, main)).status).toBe(409);
    await house.ok(calls.deleteRole, { id: role.id }, main);
    expect((await has()).permissions).toEqual(['seeCost']);
    expect((await house.ok(calls.listRoles, {}, main)).map((r) => r.name)).not.toContain('Buyers');
  });
});

describe('the proof of rights', () => {
  it('reads a change of a member in words before it is saved', async () => {
    const change = {
      kind: 'member' as const,
      userLoginId: clerk.userLoginId,
      models: [{ modelId: 201, buttons: ['edit'] }],
      permissions: ['seeCost' as const],
      shopIds: [shopId],
      warehouseIds: [warehouseId],
    };
    const told = await house.ok(calls.previewRights, { change }, main);
    const name = clerk.userLoginId;
    expect(told.sentences.map((s) => s.text)).toEqual([
      `${name}将可以打开：产品档案`,
      `${name}将可以在“产品档案”中：编辑`,
      `${name}将获得成本价（范围：1 个店铺、1 个仓库）`,
      `${name}将看到 1 个店铺的数据：Shop One（其中 1 人可看成本价，0 人可看买家资料）`,
      `${name}将看到 1 个仓库的数据：Ningbo（其中 1 人可看成本价）`,
    ]);
    expect((await whatClerkHas()).models).toEqual([]);
  });

  it('reads a role over several members, and a department, with how many people it meets', async () => {
    const [a, b] = [await house.member(main.companyId, ['501']), await house.member(main.companyId)];
    const role = await house.ok(calls.saveRole, { name: 'Cost', models: [], permissions: ['seeCost'] }, main);
    const userLoginIds = [a.userLoginId, b.userLoginId];
    const replaced = { kind: 'role' as const, id: role.id, userLoginIds, mode: 'replace' as const };
    const told = await house.ok(calls.previewRights, { change: replaced }, main);
    expect(told.members).toBe(2);
    expect(told.sentences.map((s) => [s.gives, s.text])).toEqual([
      [true, '2 人将获得成本价（范围：0 个店铺、0 个仓库）'],
      [false, `${a.userLoginId}将不能再打开：库存`],
    ]);
    const change = { kind: 'department' as const, departmentId, shopIds: [otherShop], warehouseIds: [] };
    const scope = await house.ok(calls.previewRights, { change }, main);
    expect(scope).toMatchObject({ members: 1, sentences: [{ people: [] }, { people: [clerk.userLoginId] }] });
    expect(scope.sentences.map((s) => s.text)).toEqual([
      '部门“Sales”的成员（包括今后加入的）将看到 1 个店铺：Shop Two',
      `${clerk.userLoginId}将看到 1 个店铺的数据：Shop Two（其中 0 人可看成本价，0 人可看买家资料）`,
    ]);
    const empty = await sqlRow(`insert into department (company_id, name) values ($1, 'Nobody yet') returning id`, [
      main.companyId,
    ]);
    const later = await house.ok(calls.previewRights, { change: { ...change, departmentId: empty } }, main);
    expect(later.members).toBe(0);
    expect(later.sentences.map((s) => s.text)).toEqual([
      '部门“Nobody yet”的成员（包括今后加入的）将看到 1 个店铺：Shop Two',
    ]);
  });

  it('says how many people of which departments gain cost prices and buyer data, in how many shops', async () => {
    const owner = house.app.database.owner;
    const people = [await house.member(main.companyId), await house.member(main.companyId)];
    people.push(await house.member(main.companyId), await house.member(main.companyId));
    const ids = people.map(({ userId }) => userId);
    await owner.query(`update user_account set department_id = $1 where id = any($2)`, [departmentId, ids.slice(0, 3)]);
    await owner.query(`update user_account set enabled = false where id = $1`, [ids[3]]);
    for (const id of ids.slice(0, 3))
      await owner.query(`insert into user_scope values ($1, $2, 'shop', $3)`, [
        main.companyId,
        id,
        await newShop(`Shop of ${id}`),
      ]);
    const permissions = ['seeCost' as const, 'seeBuyer' as const, 'export' as const];
    const role = await house.ok(calls.saveRole, { name: 'Sees all', models: [], permissions }, main);
    const userLoginIds = people.map((one) => one.userLoginId);
    const change = { kind: 'role' as const, id: role.id, userLoginIds, mode: 'add' as const };
    const { sentences } = await house.ok(calls.previewRights, { change }, main);
    const who = '4 人（Sales；其中 1 人已停用）';
    expect(sentences.map((s) => s.text).sort()).toEqual(
      [
        `${who}将获得成本价（范围：3 个店铺、0 个仓库）`,
        `${who}将获得买家资料（范围：3 个店铺、0 个仓库）`,
        `${who}将可以导出数据`,
      ].sort(),
    );
    await owner.query(`update user_account set department_id = null where id = any($1)`, [ids]);
  });

  it('the scope of a department is seen by its members, and whoCanSee says why', async () => {
    await house.ok(
      calls.saveDepartmentScope,
      { departmentId, shopIds: [otherShop], warehouseIds: [warehouseId] },
      main,
    );
    const who = async (input: Parameters<typeof house.ok<typeof calls.whoCanSee>>[1]) =>
      (await house.ok(calls.whoCanSee, input, main)).people.map((p) => [p.userLoginId, p.why]);
    expect(await who({ kind: 'shop', id: otherShop })).toEqual([
      [main.userLoginId, 'mainAccount'],
      [clerk.userLoginId, 'department'],
    ]);
    expect(await who({ kind: 'warehouse', id: warehouseId })).toContainEqual([clerk.userLoginId, 'department']);
    expect(await who({ kind: 'module', id: 201 })).toContainEqual([deputy.userLoginId, 'granted']);
    expect(await who({ kind: 'permission', permission: 'seeBuyer' })).toEqual([[main.userLoginId, 'mainAccount']]);
    expect(await who({ kind: 'shop', id: shopId })).toEqual([[main.userLoginId, 'mainAccount']]);
    expect((await whatClerkHas()).shops.filter((s) => s.byDepartment).map((s) => s.id)).toEqual([otherShop]);
    expect((await audited('access.departmentScope')).length).toBe(1);
  });
});

describe('viewing as a member', () => {
  it('shows what the member sees, refuses every write, ends with one call and is in the log', async () => {
    const looker = await house.ok(calls.getViewing, {}, main);
    expect(looker).toEqual({ viewing: null, mayView: true });
    await house.ok(calls.viewAs, { userLoginId: clerk.userLoginId }, main);
    expect((await house.ok(calls.mainModelNew, {}, main)).map((item) => item.id)).toEqual([100]);
    expect((await house.ok(calls.getViewing, {}, main)).viewing).toEqual({
      userLoginId: clerk.userLoginId,
      name: clerk.userLoginId,
      by: main.userLoginId,
    });
    expect((await house.call(listMembers, {}, main)).status).toBe(403);
    const write = await house.call(savePreference, { key: 'a', value: 1 }, main);
    expect(write).toMatchObject({ status: 403, data: { error: 'core.onlyViewing' } });
    expect((await house.call(calls.viewAs, { userLoginId: deputy.userLoginId }, main)).status).toBe(403);
    await house.ok(calls.stopViewing, {}, main);
    await house.ok(calls.stopViewing, {}, main);
    expect((await house.call(listMembers, {}, main)).status).toBe(200);
    expect((await audited('access.viewed')).length).toBe(1);
    expect((await audited('access.viewEnded')).length).toBe(1);
  });

  it('shows the pages of a member whose first password is still to be changed', async () => {
    const fresh = await house.member(main.companyId, ['999']);
    await house.app.database.owner.query(`update user_account set password_changed_at = 'epoch' where id = $1`, [
      fresh.userId,
    ]);
    await house.ok(calls.viewAs, { userLoginId: fresh.userLoginId }, main);
    const seen = await house.ok(getUserInfoMain, {}, main);
    expect([seen.userLoginId, seen.passwordDaysLeft]).toEqual([fresh.userLoginId, 90]);
    expect((await house.call(listExchangeRates, {}, main)).status).toBe(200);
    expect((await house.call(listExchangeRates, {}, fresh)).status).toBe(403);
    await house.ok(calls.stopViewing, {}, main);
  });

  it('changes nothing by any call, GET or not', async () => {
    const hashOf = async () =>
      (
        await house.app.database.owner.query<{ all: string }>(
          `select md5(string_agg(u::text, '|' order by id)) as all from user_account u where company_id = $1`,
          [main.companyId],
        )
      ).rows[0]?.all;
    const all = await house.member(main.companyId);
    const every = modules.filter((m) => m.path !== '#').map((m) => ({ modelId: m.id, buttons: [...m.buttons] }));
    await house.ok(calls.saveUserModel, { userLoginId: all.userLoginId, models: every }, main);
    await house.ok(calls.viewAs, { userLoginId: all.userLoginId }, main);
    const before = await hashOf();
    const wrote: string[] = [];
    for (const { area, name, call } of allCalls) {
      if (call.access === 'public' || call === logout || call === calls.stopViewing) continue;
      const answer = await callOver(
        house.url,
        call,
        { userLoginId: clerk.userLoginId, password: 'Viewing202606' },
        main.token,
      );
      if (call.method !== 'GET' && !call.whileViewing && answer.status !== 403)
        wrote.push(`${area}.${name} ${answer.status}`);
      if (answer.status >= 500) wrote.push(`${area}.${name} ${answer.status}`);
    }
    expect(wrote).toEqual([]);
    await house.ok(calls.stopViewing, {}, main);
    expect(await hashOf()).toBe(before);
  });

  it('is for main accounts, and never as a main account or as somebody who is out', async () => {
    expect(await house.call(calls.viewAs, { userLoginId: clerk.userLoginId }, deputy)).toMatchObject({
      data: { error: 'access.onlyMain' },
    });
    expect(await house.call(calls.viewAs, { userLoginId: main.userLoginId }, main)).toMatchObject({
      data: { error: 'access.notAMain' },
    });
    const out = await house.member(main.companyId);
    await house.app.database.owner.query('update user_account set enabled = false where id = $1', [out.userId]);
    expect(await house.call(calls.viewAs, { userLoginId: out.userLoginId }, main)).toMatchObject({
      status: 409,
      data: { error: 'access.memberDisabled' },
    });
  });

  it('a right that is taken away is refused with the next call, and the menu follows', async () => {
    const userLoginId = clerk.userLoginId;
    await house.ok(calls.saveUserModel, { userLoginId, models: [{ modelId: 509, buttons: ['pick'] }] }, main);
    const ids = async () => (await house.ok(calls.mainModelNew, {}, clerk)).map((item) => item.id);
    expect(await ids()).toContain(500);
    await house.ok(calls.saveUserModel, { userLoginId, models: [] }, main);
    expect(await ids()).toEqual([100]);
  });
});
