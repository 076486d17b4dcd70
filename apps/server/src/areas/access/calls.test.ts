import { rights } from '@tradewind/contract/access/modules.ts';
import { expect } from 'vitest';
import { type CallCase, describeCalls, OK, type World } from '../../testing/calls.ts';
import type { Person } from '../../testing/harness.ts';

const PERMISSION: CallCase['access'] = [rights.account.permission];
const STAMP = { stamp: expect.any(String) };
const NONE = { models: [], permissions: [], shopIds: [], warehouseIds: [] };

/** Sees the module of products and may edit them. */
let clerk: Person;
let shopId: number;
let departmentId: number;
let roleId: number;
const aboutClerk = () => ({ userLoginId: clerk.userLoginId });
const ofClerk = [{ modelId: rights.product.id, buttons: ['edit'] }];
const shop = () => ({ id: shopId, name: 'Shop One', byDepartment: false });

async function prepare({ server, main, owner }: World): Promise<void> {
  clerk = await server.member(main.companyId, [rights.product.view, rights.product.edit]);
  const made = async (statement: string) => Number((await owner(statement, [main.companyId]))[0]?.id);
  shopId = await made(
    `insert into shop (company_id, platform, name, account, module_id) values ($1, 'amazon', 'Shop One', 'one', 402) returning id`,
  );
  departmentId = await made(`insert into department (company_id, name) values ($1, 'Sales') returning id`);
  roleId = await made(
    `insert into role (company_id, name, modules, buttons, base) values ($1, 'Empty', '[]', '[]', '[]') returning id`,
  );
}

const meta = {
  title: expect.any(String),
  titleZh: expect.any(String),
  titleEn: expect.any(String),
  icon: expect.any(String),
  noCache: expect.any(Boolean),
  affix: expect.any(Boolean),
};

describeCalls(
  ['access'],
  {
    // ---- menu and badges
    'GET /seller/csSecurityPermission/mainModelNew': {
      access: 'user',
      as: ({ without }) => without,
      gives: [
        {
          id: 100,
          label: expect.any(String),
          name: expect.any(String),
          path: '/Mainpage',
          component: 'dashboard/DashboardPage',
          redirect: '',
          hidden: false,
          alwaysShow: false,
          checked: 'Y',
          meta: { ...meta, titleZh: '首页', titleEn: 'Home', affix: true },
          children: [],
        },
      ],
    },
    'GET /seller/department/getButton?modelId': {
      access: 'user',
      input: { modelId: rights.product.id },
      as: () => clerk,
      gives: { buttons: ['edit'] },
      refuses: { modelId: {} },
    },
    'GET /seller/csSecurityPermission/getNum': { access: 'user', as: () => clerk, gives: [] },
    'GET /seller/information/getAlerts': { access: 'user', gives: [] },
    'GET /seller/search?text': {
      access: 'user',
      input: { text: 'Shop' },
      gives: () => [
        { kind: 'shop', id: shopId, title: 'Shop One', detail: expect.any(String), path: expect.any(String) },
      ],
      refuses: { text: { text: ' ' } },
    },

    // ---- rights of a member
    'GET /seller/csSecurityPermission/getModelTree': {
      access: PERMISSION,
      gives: expect.arrayContaining([
        {
          id: expect.any(Number),
          label: expect.any(String),
          served: expect.any(Boolean),
          locked: false,
          mayGrant: true,
          buttons: expect.any(Array),
          children: expect.any(Array),
        },
      ]),
    },
    'GET /seller/csSecurityPermission/getUserModelPermission?userLoginId,main': {
      access: PERMISSION,
      input: () => ({ ...aboutClerk(), main: 200 }),
      gives: { ...STAMP, models: ofClerk },
      refuses: { userLoginId: { main: 200 }, main: { userLoginId: 'a', main: 'x' } },
    },
    'GET /seller/csSecurityPermission/basePermission?userLoginId': {
      access: PERMISSION,
      input: aboutClerk,
      gives: ['seeCost', 'seeBuyer', 'export'].map((permission) => ({
        permission,
        label: expect.any(String),
        has: false,
        mayGrant: true,
      })),
      refuses: { userLoginId: {} },
    },
    'GET /seller/userPermission/getUserBasePer?userLoginId': {
      access: PERMISSION,
      input: aboutClerk,
      gives: { ...STAMP, permissions: [] },
      refuses: { userLoginId: {} },
    },
    'POST /seller/userModel/saveUserModel {userLoginId,models}': {
      access: PERMISSION,
      input: () => ({ ...aboutClerk(), models: ofClerk }),
      gives: STAMP,
      refuses: {
        models: { userLoginId: 'a' },
        'models.0.modelId': { userLoginId: 'a', models: [{ modelId: 'x', buttons: [] }] },
      },
    },
    'POST /seller/userPermission/saveUserBasePer {userLoginId,permissions}': {
      access: PERMISSION,
      input: () => ({ ...aboutClerk(), permissions: [] }),
      gives: STAMP,
      refuses: { 'permissions.0': { userLoginId: 'a', permissions: ['everything'] } },
    },
    'GET /seller/access/getRights?userLoginId': {
      access: PERMISSION,
      input: aboutClerk,
      gives: () => ({
        ...STAMP,
        ...NONE,
        ...aboutClerk(),
        name: clerk.userLoginId,
        mainAccount: false,
        departmentId: null,
        departmentName: null,
        models: ofClerk,
        shops: [shop()],
        warehouses: [],
      }),
      refuses: { userLoginId: {} },
    },
    'POST /seller/access/saveRights {userLoginId,models,permissions,shopIds,warehouseIds,stamp}': {
      access: PERMISSION,
      input: () => ({ ...aboutClerk(), ...NONE, models: ofClerk, shopIds: [shopId] }),
      gives: STAMP,
      refuses: { 'shopIds.0': { userLoginId: 'a', ...NONE, shopIds: ['x'] } },
    },
    'GET /seller/access/getDepartmentScope?departmentId': {
      access: PERMISSION,
      input: () => ({ departmentId }),
      gives: () => ({
        ...STAMP,
        shopIds: [],
        warehouseIds: [],
        name: 'Sales',
        members: 0,
        shops: [shop()],
        warehouses: [],
      }),
      refuses: { departmentId: {} },
    },
    'POST /seller/access/saveDepartmentScope {departmentId,shopIds,warehouseIds,stamp}': {
      access: PERMISSION,
      input: () => ({ departmentId, shopIds: [], warehouseIds: [] }),
      gives: OK,
      refuses: { departmentId: { shopIds: [], warehouseIds: [] } },
    },

    // ---- roles
    'GET /seller/access/listRoles': {
      access: PERMISSION,
      gives: () => [{ id: roleId, name: 'Empty', remark: '', version: 1, models: [], permissions: [] }],
    },
    'POST /seller/access/saveRole {id,version,name,remark,models,permissions}': {
      access: PERMISSION,
      input: { name: 'Buyer', remark: '', models: ofClerk, permissions: ['seeCost'] },
      gives: { id: expect.any(Number), version: 1 },
      refuses: { name: { name: ' ', models: [], permissions: [] } },
    },
    'POST /seller/access/applyRole {id,userLoginIds,mode}': {
      access: PERMISSION,
      input: () => ({ id: roleId, userLoginIds: [clerk.userLoginId], mode: 'add' }),
      gives: { done: 1 },
      refuses: {
        mode: { id: 1, userLoginIds: ['a'], mode: 'take' },
        userLoginIds: { id: 1, userLoginIds: [], mode: 'add' },
      },
    },
    'POST /seller/access/deleteRole {id}': {
      access: PERMISSION,
      input: () => ({ id: roleId }),
      gives: OK,
      refuses: { id: {} },
    },

    // ---- viewing as a member, and who has access
    'POST /seller/access/previewRights {change}': {
      access: PERMISSION,
      input: () => ({ change: { kind: 'member', ...aboutClerk(), ...NONE, models: ofClerk, permissions: ['export'] } }),
      gives: () => ({
        members: 1,
        sentences: expect.arrayContaining([
          { gives: true, text: expect.stringContaining('导出数据'), people: [clerk.userLoginId] },
        ]),
      }),
      refuses: { change: {}, 'change.kind': { change: { kind: 'all' } } },
    },
    'GET /seller/access/whoCanSee?kind,id,permission': {
      access: PERMISSION,
      input: { kind: 'module', id: 992 },
      gives: ({ main }: World) => ({
        name: expect.any(String),
        locked: false,
        people: [
          {
            userLoginId: main.userLoginId,
            name: main.userLoginId,
            departmentName: null,
            enabled: true,
            why: 'mainAccount',
            buttons: expect.any(Array),
          },
        ],
      }),
      refuses: { kind: { kind: 'order' } },
    },
    'GET /seller/access/getViewing': { access: 'user', gives: { viewing: null, mayView: true } },
    'POST /seller/access/viewAs {userLoginId}': {
      access: 'user',
      input: aboutClerk,
      gives: OK,
      refuses: { userLoginId: {} },
    },
    'POST /seller/access/stopViewing': { access: 'user', gives: OK },
  },
  { prepare },
);
