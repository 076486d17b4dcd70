import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/access.ts';
import { getUserInfoMain, listMembers, logout, savePreference } from '@tradewind/contract/identity.ts';
import { calls as allCalls } from '@tradewind/contract/registry.ts';
import { listExchangeRates } from '@tradewind/contract/settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOver, type Person, type TestServer, testServer } from '../../testing/harness.ts';
import { isNamed } from './button-names.ts';
import { type Module, modules } from './modules.ts';

let server: TestServer;
let main: Person;
/** May grant rights but has few of its own. */
let deputy: Person;
let clerk: Person;
let shopId: number;
let otherShop: number;
let warehouseId: number;
let departmentId: number;

const sqlRow = async (text: string, values: unknown[]): Promise<number> =>
  Number((await server.app.database.owner.query<{ id: number }>(text, values)).rows[0]?.id);
const newShop = (name: string) =>
  sqlRow(
    `insert into shop (company_id, platform, name, account, module_id) values ($1, 'amazon', $2, $2, 402) returning id`,
    [main.companyId, name],
  );
const whatClerkHas = () => server.ok(calls.getRights, { userLoginId: clerk.userLoginId }, main);
const NONE = { models: [], permissions: [], shopIds: [], warehouseIds: [] };
const audited = async (action: string) =>
  (
    await server.app.database.owner.query<{ target_name: string; detail: Record<string, unknown> }>(
      `select target_name, detail from audit_entry where company_id = $1 and action = $2 order by id desc`,
      [main.companyId, action],
    )
  ).rows;

beforeAll(async () => {
  server = await testServer();
  main = await server.company();
  shopId = await newShop('Shop One');
  otherShop = await newShop('Shop Two');
  warehouseId = await sqlRow(
    `insert into warehouse (company_id, code, name, kind, address) values ($1, 'W1', 'Ningbo', 'selfBuilt', '{}') returning id`,
    [main.companyId],
  );
  departmentId = await sqlRow(`insert into department (company_id, name) values ($1, 'Sales') returning id`, [
    main.companyId,
  ]);
  deputy = await server.member(main.companyId, [
    rights.account.view,
    rights.account.permission,
    rights.product.view,
    rights.product.edit,
  ]);
  clerk = await server.member(main.companyId);
  await server.app.database.owner.query(`update user_account set department_id = $1 where id = $2`, [
    departmentId,
    clerk.userId,
  ]);
});
afterAll(() => server.close());

describe('§7 Permissions and menus', () => {
  it('GET getModelTree: every module and button that can be given, named, and whether one may give it', async () => {
    const flat = (nodes: calls.ModelNode[]): calls.ModelNode[] => nodes.flatMap((n) => [n, ...flat(n.children)]);
    const all = flat(await server.ok(calls.getModelTree, {}, main));
    expect(all.map((n) => n.id).sort()).toEqual(
      modules
        .filter((m) => m.id !== 100)
        .map((m) => m.id)
        .sort(),
    );
    expect(all.every((n) => n.mayGrant && n.buttons.every((b) => b.mayGrant))).toBe(true);
    // The tree has planned modules, too; the page of rights shows those that there are.
    const isThere = ({ id, path, component }: Module): boolean =>
      path === '#' ? modules.some((one) => one.group === id && isThere(one)) : component !== '';
    expect(
      all
        .filter((n) => n.served)
        .map((n) => n.id)
        .sort(),
    ).toEqual(
      modules
        .filter((m) => m.id !== 100 && isThere(m))
        .map((m) => m.id)
        .sort(),
    );
    expect(new Set(all.map((n) => n.served))).toEqual(new Set([true, false]));
    const unnamed = modules.flatMap((m) => m.buttons).filter((button) => !isNamed(button));
    expect(unnamed).toEqual([]);
    const few = flat(await server.ok(calls.getModelTree, {}, deputy)).filter(
      (n) => n.children.length === 0 && n.mayGrant,
    );
    expect(few.map((n) => n.id)).toEqual([201, 992]);
    expect(few[0]?.buttons.filter((b) => b.mayGrant).map((b) => b.name)).toEqual(['edit']);
  });

  it('POST saveUserModel, GET getUserModelPermission?userLoginId&main: what is saved is what is had, at once', async () => {
    const userLoginId = clerk.userLoginId;
    expect((await server.call(listMembers, {}, clerk)).status).toBe(403);
    const models = [
      { modelId: rights.account.id, buttons: [] },
      { modelId: rights.product.id, buttons: ['edit'] },
    ];
    await server.ok(calls.saveUserModel, { userLoginId, models }, main);
    expect((await server.call(listMembers, {}, clerk)).status).toBe(200);
    expect((await server.ok(calls.getUserModelPermission, { userLoginId }, main)).models).toEqual([
      models[1],
      models[0],
    ]);
    expect((await server.ok(calls.getUserModelPermission, { userLoginId, main: 200 }, main)).models).toEqual([
      models[1],
    ]);
    await server.ok(calls.saveUserModel, { userLoginId, models: [] }, main);
    expect((await server.call(listMembers, {}, clerk)).status).toBe(403);
    const [last] = await audited('access.granted');
    expect(last?.target_name).toContain(userLoginId);
    expect(last?.detail).toMatchObject({ before: { models: [models[1], models[0]] }, after: { models: [] } });
  });

  it('refuses modules and buttons that are not', async () => {
    const save = (modelId: number, buttons: string[]) =>
      server.call(calls.saveUserModel, { userLoginId: clerk.userLoginId, models: [{ modelId, buttons }] }, main);
    for (const refused of [await save(77, []), await save(201, ['fly'])])
      expect(refused).toMatchObject({ status: 400, data: { fields: [{ path: 'models' }] } });
  });

  it('POST saveUserBasePer, GET getUserBasePer, GET basePermission', async () => {
    const userLoginId = clerk.userLoginId;
    await server.ok(calls.saveUserBasePer, { userLoginId, permissions: ['seeCost', 'export'] }, main);
    expect((await server.ok(calls.getUserBasePer, { userLoginId }, main)).permissions).toEqual(['export', 'seeCost']);
    expect(await server.ok(calls.basePermission, { userLoginId }, deputy)).toMatchObject([
      { permission: 'seeCost', has: true, mayGrant: false },
      { permission: 'seeBuyer', has: false, mayGrant: false },
      { permission: 'export', has: true, mayGrant: false },
    ]);
    await server.ok(calls.saveUserBasePer, { userLoginId, permissions: [] }, main);
  });

  it('every call of rights wants 992:permission', async () => {
    const member = await server.member(main.companyId, [rights.account.view]);
    for (const { name, call } of allCalls.filter(({ area, call }) => area === 'access' && Array.isArray(call.access)))
      expect([name, (await callOver(server.url, call, {}, member.token)).status]).toEqual([name, 403]);
  });
});

describe('who may give what', () => {
  it('nobody gives what they do not have, by any way', async () => {
    const userLoginId = clerk.userLoginId;
    const refused = [
      await server.call(calls.saveUserModel, { userLoginId, models: [{ modelId: rights.order.id }] }, deputy),
      await server.call(
        calls.saveUserModel,
        { userLoginId, models: [{ modelId: rights.product.id, buttons: ['delete'] }] },
        deputy,
      ),
      await server.call(calls.saveUserBasePer, { userLoginId, permissions: ['seeCost'] }, deputy),
    ];
    for (const answer of refused) expect(answer).toMatchObject({ status: 403, data: { error: 'access.notYours' } });
    const foreignShop = await server.call(calls.saveRights, { userLoginId, ...NONE, shopIds: [shopId] }, deputy);
    expect(foreignShop).toMatchObject({ status: 400, data: { fields: [{ path: 'shopIds' }] } });
    const role = await server.ok(
      calls.saveRole,
      { name: 'All', models: [{ modelId: rights.order.id }], permissions: ['seeCost'] },
      main,
    );
    const applied = await server.call(
      calls.applyRole,
      { id: role.id, userLoginIds: [userLoginId], mode: 'add' },
      deputy,
    );
    expect(applied).toMatchObject({ status: 403, data: { error: 'access.notYours' } });
    expect((await whatClerkHas()).models).toEqual([]);
    await server.ok(
      calls.saveUserModel,
      { userLoginId, models: [{ modelId: rights.product.id, buttons: ['edit'] }] },
      deputy,
    );
    expect((await whatClerkHas()).models).toEqual([{ modelId: rights.product.id, buttons: ['edit'] }]);
  });

  it('what somebody cannot see of a scope stays as it was', async () => {
    const userLoginId = clerk.userLoginId;
    await server.ok(calls.saveRights, { userLoginId, ...NONE, shopIds: [shopId, otherShop] }, main);
    await server.ok(calls.saveRights, { userLoginId, ...NONE }, deputy);
    expect((await whatClerkHas()).shopIds).toEqual([shopId, otherShop]);
    await server.ok(calls.saveRights, { userLoginId, ...NONE }, main);
    expect((await whatClerkHas()).shopIds).toEqual([]);
  });

  it('nobody changes the rights of a main account', async () => {
    const input = { userLoginId: main.userLoginId, models: [] };
    for (const who of [main, deputy])
      expect(await server.call(calls.saveUserModel, input, who)).toMatchObject({
        status: 403,
        data: { error: 'access.mainAccount' },
      });
  });

  it('tells the second of two who change one member, and loses nothing', async () => {
    const userLoginId = clerk.userLoginId;
    const { stamp } = await whatClerkHas();
    await server.ok(calls.saveRights, { userLoginId, ...NONE, permissions: ['export'], stamp }, main);
    const second = await server.call(
      calls.saveRights,
      { userLoginId, ...NONE, models: [{ modelId: rights.product.id }], stamp },
      main,
    );
    expect(second).toMatchObject({ status: 409, data: { error: 'core.stale' } });
    expect(second.msg).toContain(main.userLoginId);
    expect((await whatClerkHas()).permissions).toEqual(['export']);
    await server.ok(calls.saveRights, { userLoginId, ...NONE }, main);
  });

  it('nobody of another company is known', async () => {
    const other = await server.company('Other');
    const about = { userLoginId: clerk.userLoginId };
    expect((await server.call(calls.getRights, about, other)).status).toBe(404);
    expect((await server.call(calls.saveUserModel, { ...about, models: [] }, other)).status).toBe(404);
    expect((await server.call(calls.viewAs, about, other)).status).toBe(404);
    expect((await server.call(calls.whoCanSee, { kind: 'shop', id: shopId }, other)).status).toBe(404);
  });
});

describe('roles', () => {
  it('are saved, applied instead of or beside what members have, and deleted without taking anything', async () => {
    const one = await server.member(main.companyId, [rights.stock.view]);
    const role = await server.ok(
      calls.saveRole,
      { name: 'Buyer', models: [{ modelId: rights.product.id, buttons: ['edit'] }], permissions: ['seeCost'] },
      main,
    );
    expect(await server.call(calls.saveRole, { name: 'Buyer', models: [], permissions: [] }, main)).toMatchObject({
      status: 400,
      data: { fields: [{ path: 'name' }] },
    });
    const userLoginIds = [one.userLoginId];
    await server.ok(calls.applyRole, { id: role.id, userLoginIds, mode: 'add' }, main);
    const has = () => server.ok(calls.getRights, { userLoginId: one.userLoginId }, main);
    expect((await has()).models.map((m) => m.modelId)).toEqual([201, 501]);
    await server.ok(calls.applyRole, { id: role.id, userLoginIds, mode: 'replace' }, main);
    expect((await has()).models.map((m) => m.modelId)).toEqual([201]);
    const edit = { id: role.id, name: 'Buyers', models: [], permissions: [], version: role.version };
    await server.ok(calls.saveRole, edit, main);
    expect((await server.call(calls.saveRole, edit, main)).status).toBe(409);
    await server.ok(calls.deleteRole, { id: role.id }, main);
    expect((await has()).permissions).toEqual(['seeCost']);
    expect((await server.ok(calls.listRoles, {}, main)).map((r) => r.name)).not.toContain('Buyers');
  });
});

describe('the proof of rights', () => {
  it('reads a change of a member in words before it is saved', async () => {
    const change = {
      kind: 'member' as const,
      userLoginId: clerk.userLoginId,
      models: [{ modelId: rights.product.id, buttons: ['edit'] }],
      permissions: ['seeCost' as const],
      shopIds: [shopId],
      warehouseIds: [warehouseId],
    };
    const answered = await server.ok(calls.previewRights, { change }, main);
    const name = clerk.userLoginId;
    expect(answered.sentences.map((s) => s.text)).toEqual([
      `${name}将可以打开：产品档案`,
      `${name}将可以在“产品档案”中：编辑`,
      `${name}将可以查看成本价（范围：1 个店铺、1 个仓库）`,
      `${name}将看到 1 个店铺的数据：Shop One（其中 1 人可看成本价，0 人可看买家资料）`,
      `${name}将看到 1 个仓库的数据：Ningbo（其中 1 人可看成本价）`,
    ]);
    expect((await whatClerkHas()).models).toEqual([]);
  });

  it('reads a role over several members, and a department, with how many people it meets', async () => {
    const [a, b] = [await server.member(main.companyId, [rights.stock.view]), await server.member(main.companyId)];
    const role = await server.ok(calls.saveRole, { name: 'Cost', models: [], permissions: ['seeCost'] }, main);
    const userLoginIds = [a.userLoginId, b.userLoginId];
    const replaced = { kind: 'role' as const, id: role.id, userLoginIds, mode: 'replace' as const };
    const answered = await server.ok(calls.previewRights, { change: replaced }, main);
    expect(answered.members).toBe(2);
    expect(answered.sentences.map((s) => [s.gives, s.text])).toEqual([
      [true, '2 人将可以查看成本价（范围：0 个店铺、0 个仓库）'],
      [false, `${a.userLoginId}将不能再打开：库存`],
    ]);
    const change = { kind: 'department' as const, departmentId, shopIds: [otherShop], warehouseIds: [] };
    const scope = await server.ok(calls.previewRights, { change }, main);
    expect(scope).toMatchObject({ members: 1, sentences: [{ people: [] }, { people: [clerk.userLoginId] }] });
    expect(scope.sentences.map((s) => s.text)).toEqual([
      '部门“Sales”的成员（包括今后加入的）将看到 1 个店铺：Shop Two',
      `${clerk.userLoginId}将看到 1 个店铺的数据：Shop Two（其中 0 人可看成本价，0 人可看买家资料）`,
    ]);
    const empty = await sqlRow(`insert into department (company_id, name) values ($1, 'Nobody yet') returning id`, [
      main.companyId,
    ]);
    const later = await server.ok(calls.previewRights, { change: { ...change, departmentId: empty } }, main);
    expect(later.members).toBe(0);
    expect(later.sentences.map((s) => s.text)).toEqual([
      '部门“Nobody yet”的成员（包括今后加入的）将看到 1 个店铺：Shop Two',
    ]);
  });

  it('says how many people of which departments gain cost prices and buyer data, in how many shops', async () => {
    const owner = server.app.database.owner;
    const people = [await server.member(main.companyId), await server.member(main.companyId)];
    people.push(await server.member(main.companyId), await server.member(main.companyId));
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
    const role = await server.ok(calls.saveRole, { name: 'Sees all', models: [], permissions }, main);
    const userLoginIds = people.map((one) => one.userLoginId);
    const change = { kind: 'role' as const, id: role.id, userLoginIds, mode: 'add' as const };
    const { sentences } = await server.ok(calls.previewRights, { change }, main);
    const who = '4 人（Sales；其中 1 人已停用）';
    expect(sentences.map((s) => s.text).sort()).toEqual(
      [
        `${who}将可以查看成本价（范围：3 个店铺、0 个仓库）`,
        `${who}将可以查看买家资料（范围：3 个店铺、0 个仓库）`,
        `${who}将可以导出数据`,
      ].sort(),
    );
    await owner.query(`update user_account set department_id = null where id = any($1)`, [ids]);
  });

  it('the scope of a department is seen by its members, and whoCanSee says why', async () => {
    await server.ok(
      calls.saveDepartmentScope,
      { departmentId, shopIds: [otherShop], warehouseIds: [warehouseId] },
      main,
    );
    const who = async (input: Parameters<typeof server.ok<typeof calls.whoCanSee>>[1]) =>
      (await server.ok(calls.whoCanSee, input, main)).people.map((p) => [p.userLoginId, p.why]);
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
    const looker = await server.ok(calls.getViewing, {}, main);
    expect(looker).toEqual({ viewing: null, mayView: true });
    await server.ok(calls.viewAs, { userLoginId: clerk.userLoginId }, main);
    expect((await server.ok(calls.mainModelNew, {}, main)).map((item) => item.id)).toEqual([100]);
    expect((await server.ok(calls.getViewing, {}, main)).viewing).toEqual({
      userLoginId: clerk.userLoginId,
      name: clerk.userLoginId,
      by: main.userLoginId,
    });
    expect((await server.call(listMembers, {}, main)).status).toBe(403);
    const write = await server.call(savePreference, { key: 'a', value: 1 }, main);
    expect(write).toMatchObject({ status: 403, data: { error: 'core.onlyViewing' } });
    expect((await server.call(calls.viewAs, { userLoginId: deputy.userLoginId }, main)).status).toBe(403);
    await server.ok(calls.stopViewing, {}, main);
    await server.ok(calls.stopViewing, {}, main);
    expect((await server.call(listMembers, {}, main)).status).toBe(200);
    expect((await audited('access.viewed')).length).toBe(1);
    expect((await audited('access.viewEnded')).length).toBe(1);
  });

  it('shows the pages of a member whose first password is still to be changed', async () => {
    const fresh = await server.member(main.companyId, [rights.exchangeRate.view]);
    await server.app.database.owner.query(`update user_account set password_changed_at = 'epoch' where id = $1`, [
      fresh.userId,
    ]);
    await server.ok(calls.viewAs, { userLoginId: fresh.userLoginId }, main);
    const observed = await server.ok(getUserInfoMain, {}, main);
    expect([observed.userLoginId, observed.passwordDaysLeft]).toEqual([fresh.userLoginId, 90]);
    expect((await server.call(listExchangeRates, {}, main)).status).toBe(200);
    expect((await server.call(listExchangeRates, {}, fresh)).status).toBe(403);
    await server.ok(calls.stopViewing, {}, main);
  });

  it('changes nothing by any call, GET or not', async () => {
    const hashOf = async () =>
      (
        await server.app.database.owner.query<{ all: string }>(
          `select md5(string_agg(u::text, '|' order by id)) as all from user_account u where company_id = $1`,
          [main.companyId],
        )
      ).rows[0]?.all;
    const all = await server.member(main.companyId);
    const every = modules.filter((m) => m.path !== '#').map((m) => ({ modelId: m.id, buttons: [...m.buttons] }));
    await server.ok(calls.saveUserModel, { userLoginId: all.userLoginId, models: every }, main);
    await server.ok(calls.viewAs, { userLoginId: all.userLoginId }, main);
    const before = await hashOf();
    const wrote: string[] = [];
    for (const { area, name, call } of allCalls) {
      if (call.access === 'public' || call === logout || call === calls.stopViewing) continue;
      const answer = await callOver(
        server.url,
        call,
        { userLoginId: clerk.userLoginId, password: 'Viewing202606' },
        main.token,
      );
      if (call.method !== 'GET' && !call.whileViewing && answer.status !== 403)
        wrote.push(`${area}.${name} ${answer.status}`);
      if (answer.status >= 500) wrote.push(`${area}.${name} ${answer.status}`);
    }
    expect(wrote).toEqual([]);
    await server.ok(calls.stopViewing, {}, main);
    expect(await hashOf()).toBe(before);
  });

  it('is for main accounts, and never as a main account or as somebody who is out', async () => {
    expect(await server.call(calls.viewAs, { userLoginId: clerk.userLoginId }, deputy)).toMatchObject({
      data: { error: 'access.onlyMain' },
    });
    expect(await server.call(calls.viewAs, { userLoginId: main.userLoginId }, main)).toMatchObject({
      data: { error: 'access.notAMain' },
    });
    const out = await server.member(main.companyId);
    await server.app.database.owner.query('update user_account set enabled = false where id = $1', [out.userId]);
    expect(await server.call(calls.viewAs, { userLoginId: out.userLoginId }, main)).toMatchObject({
      status: 409,
      data: { error: 'access.memberDisabled' },
    });
  });

  it('a right that is taken away is refused with the next call, and the menu follows', async () => {
    const userLoginId = clerk.userLoginId;
    await server.ok(
      calls.saveUserModel,
      { userLoginId, models: [{ modelId: rights.scanStation.id, buttons: ['pick'] }] },
      main,
    );
    const ids = async () => (await server.ok(calls.mainModelNew, {}, clerk)).map((item) => item.id);
    expect(await ids()).toContain(500);
    await server.ok(calls.saveUserModel, { userLoginId, models: [] }, main);
    expect(await ids()).toEqual([100]);
  });
});
