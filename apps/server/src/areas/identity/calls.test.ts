import { rights } from '@tradewind/contract/access/modules.ts';
import { expect } from 'vitest';
import { systemContext } from '../../core/context.ts';
import { describeCalls, OK, type World } from '../../testing/calls.ts';
import type { Person } from '../../testing/harness.ts';
import { issueKey, type KeyPurpose } from './keys.ts';
import { secondFactorCalls, sessionCalls, TOKEN, WHEN } from './own-account.testing.ts';

const PASSWORD = 'Tradewind2026';
const SAVED = { id: expect.any(Number) };
const RIGHT = (button: Exclude<keyof typeof rights.account, 'id'>) => [rights.account[button]];

/** Members who make calls or whom calls concern. */
let clerk: Person;
let leaver: Person;
let guest: Person;
/** Has two-step sign-in. */
let careful: Person;
let sales: number;
let retail: number;
let buyer: number;

async function prepare({ server, main, owner }: World): Promise<void> {
  clerk = await server.member(main.companyId);
  leaver = await server.member(main.companyId);
  guest = await server.member(main.companyId);
  careful = await server.member(main.companyId);
  const made = async (statement: string, values: unknown[]) => Number((await owner(statement, values))[0]?.id);
  const department = 'insert into department (company_id, name, parent_id, place) values ($1, $2, $3, $4) returning id';
  sales = await made(department, [main.companyId, 'Sales', null, 0]);
  retail = await made(department, [main.companyId, 'Retail', sales, 0]);
  buyer = await made('insert into position (company_id, name) values ($1, $2) returning id', [main.companyId, 'Buyer']);
  await owner('update user_account set department_id = $1 where id = $2', [retail, clerk.userId]);
}

const keyOf = (purpose: KeyPurpose) => async (world: World) => ({
  key: await world.server.app.database.inCompany(systemContext(leaver.companyId, 'test'), (tx) =>
    issueKey(tx, purpose, leaver.userId, 1),
  ),
});
const optionOf = ({ userId, userLoginId }: Person) => ({ id: userId, userLoginId, userName: userLoginId });
const card = (person: Person) => ({
  id: person.userId,
  userLoginId: person.userLoginId,
  name: person.userLoginId,
  gender: '男',
  departmentName: 'Retail',
  positionName: null,
  supervisorName: null,
  enabled: true,
  absence: null,
});
const account = (person: Person) => ({
  ...card(person),
  email: `${person.userLoginId}@test.invalid`,
  emailVerified: true,
  phone: '',
  mainAccount: false,
  supervisorId: null,
  departmentId: retail,
  positionId: null,
  language: 'zh',
  createdAt: WHEN,
});

describeCalls(
  ['identity'],
  {
    // ---- the session
    'POST /seller/user/login {userLoginId,password,checkCode}': {
      access: 'public',
      input: () => ({ userLoginId: ` ${clerk.userLoginId} `, password: PASSWORD, checkCode: '' }),
      gives: TOKEN,
      refuses: { userLoginId: { userLoginId: ' ', password: PASSWORD }, password: { userLoginId: 'a' } },
    },
    'POST /seller/platformOrder/developer/shopifyLogin {userLoginId,password,checkCode}': {
      access: 'public',
      input: () => ({ userLoginId: clerk.userLoginId, password: PASSWORD, checkCode: '' }),
      gives: TOKEN,
      refuses: { password: { userLoginId: 'a', password: '' } },
    },
    ...secondFactorCalls(() => careful),
    'GET /seller/user/getCheckCode': { access: 'public', gives: { required: false, svg: '' } },
    'GET /seller/user/getUserInfoMain?token': {
      access: 'user',
      input: () => ({ token: clerk.token }),
      as: () => clerk,
      gives: () => ({
        customerId: expect.stringMatching(/\S/),
        userId: clerk.userId,
        userLoginId: clerk.userLoginId,
        name: clerk.userLoginId,
        companyName: 'Test',
        setMealName: expect.stringMatching(/\S/),
        expireTime: null,
        userSex: '男',
        language: 'zh',
        editPassWordTime: WHEN,
        passwordDaysLeft: 89,
        secondFactorNeeded: false,
        mainAccount: false,
        reducedMenu: false,
        v2Url: null,
        timeZone: 'Asia/Shanghai',
        baseCurrency: 'CNY',
        idleMinutes: 10,
        watermark: true,
        planExpired: false,
        provider: false,
        sample: false,
        permissions: [],
      }),
    },
    'POST /seller/user/forgetPassword {userLoginId,checkCode}': {
      access: 'public',
      input: { userLoginId: 'nobody-knows', checkCode: '' },
      gives: OK,
      refuses: { userLoginId: { userLoginId: '' } },
    },
    'POST /seller/user/updatePassword {key,password}': {
      access: 'public',
      input: async (world) => ({ ...(await keyOf('password')(world)), password: 'Harbour20266' }),
      gives: OK,
      refuses: { password: { key: 'k', password: 'tooweak' }, key: { key: '', password: PASSWORD } },
    },
    'GET /seller/user/mailValidate?key': {
      access: 'public',
      input: keyOf('userMail'),
      gives: OK,
      refuses: { key: {} },
    },
    'POST /seller/user/management/editPasswordWithOriginal?userLoginId,password,originalPassword': {
      access: 'user',
      input: () => ({ userLoginId: guest.userLoginId, password: 'Tradewind2027', originalPassword: PASSWORD }),
      as: () => guest,
      gives: OK,
      refuses: { password: { userLoginId: 'a', password: 'short', originalPassword: PASSWORD } },
    },
    'POST /seller/userLogin/updateLocales?lastLocale': {
      access: 'user',
      input: { lastLocale: 'zh' },
      gives: OK,
      refuses: { lastLocale: { lastLocale: 'fr' } },
    },
    'GET /seller/userInfo/getPreferences': { access: 'user', gives: {} },
    'POST /seller/userInfo/savePreference {key,value}': {
      access: 'user',
      input: { key: 'columns:order.all', value: null },
      gives: OK,
      refuses: { key: { key: '', value: 1 } },
    },

    // ---- accounts
    'GET /seller/user/management/getUserList?page,pageSize': {
      access: [rights.account.view],
      input: { page: 1, pageSize: 1 },
      gives: ({ main }: World) => ({
        rows: [{ ...account(main), mainAccount: true, departmentId: null, departmentName: null }],
        total: expect.any(Number),
        totalExact: true,
      }),
      refuses: { page: { page: 0 }, pageSize: { pageSize: 201 } },
    },
    'POST /seller/user/management/saveOrUpdateUser {user}': {
      access: [rights.account.add, rights.account.edit],
      input: { user: { userLoginId: 'new.member', name: 'New', email: 'new@test.invalid' } },
      gives: { ...SAVED, userLoginId: 'new.member', version: 1 },
      refuses: {
        user: {},
        'user.password': { user: { userLoginId: 'new', name: 'New', email: 'new@test.invalid', password: 'weak' } },
        'user.email': { user: { id: 1, version: 1, name: 'New', email: 'nowhere' } },
      },
    },
    'GET /seller/user/management/getOneUserForUpdate?userLoginId': {
      access: [rights.account.view],
      input: () => ({ userLoginId: clerk.userLoginId }),
      gives: () => ({
        ...account(clerk),
        version: expect.any(Number),
        passwordChangedAt: WHEN,
        sessions: expect.any(Number),
        secondFactor: false,
        reports: 0,
      }),
      refuses: { userLoginId: {} },
    },
    'GET /seller/user/management/getOneUser': {
      access: 'user',
      as: () => clerk,
      gives: () => ({ ...account(clerk), passwordEndsAt: WHEN }),
    },
    'GET /seller/user/getInfo?userLoginId': {
      access: 'user',
      input: () => ({ userLoginId: clerk.userLoginId }),
      gives: () => card(clerk),
      refuses: { userLoginId: { userLoginId: 'x'.repeat(61) } },
    },
    'GET /seller/user/getUserList': {
      access: 'user',
      gives: () => ({ list: expect.arrayContaining([optionOf(clerk)]) }),
    },
    'GET /seller/userInfo/userList': {
      access: [rights.account.view],
      gives: () => ({
        list: expect.arrayContaining([{ ...optionOf(clerk), departmentId: retail, mainAccount: false, enabled: true }]),
      }),
    },
    'GET /seller/user/getDeptIdsUser?deptIds': {
      access: 'user',
      input: () => ({ deptIds: sales }),
      gives: () => ({ list: [{ ...optionOf(clerk), departmentId: retail }] }),
      refuses: { deptIds: {}, 'deptIds.0': { deptIds: 'x' } },
    },
    'POST /seller/user/management/disableUser?userLoginId': {
      access: RIGHT('disable'),
      input: () => ({ userLoginId: leaver.userLoginId }),
      gives: OK,
      refuses: { userLoginId: {} },
    },
    'POST /seller/user/management/enableUser?userLoginId': {
      access: RIGHT('enable'),
      input: () => ({ userLoginId: leaver.userLoginId }),
      gives: OK,
      refuses: { userLoginId: {} },
    },
    'GET /seller/user/management/editUserPassword?userLoginId,password': {
      access: RIGHT('password'),
      input: () => ({ userLoginId: leaver.userLoginId, password: 'Tradewind2028' }),
      gives: OK,
      refuses: { password: { userLoginId: 'a', password: 'alllowercase1' } },
    },
    'POST /seller/user/management/mailPasswordKey {userLoginId}': {
      access: [rights.account.add, rights.account.password],
      input: () => ({ userLoginId: leaver.userLoginId }),
      gives: OK,
      refuses: { userLoginId: {} },
    },
    'GET /seller/userInfo/getNewUserId?oldUserId': {
      access: RIGHT('swap'),
      input: () => ({ oldUserId: leaver.userId }),
      gives: () => ({ list: expect.arrayContaining([{ ...optionOf(clerk), departmentName: 'Retail' }]) }),
      refuses: { oldUserId: { oldUserId: 0 } },
    },
    'POST /seller/userLogin/saveUserSwap?oldUser,newUser,delOldCheck': {
      access: RIGHT('swap'),
      input: () => ({ oldUser: leaver.userId, newUser: clerk.userId, delOldCheck: 'N' }),
      gives: { moved: [] },
      refuses: {
        newUser: { oldUser: 1, delOldCheck: 'N' },
        delOldCheck: { oldUser: 1, newUser: 2, delOldCheck: 'maybe' },
      },
    },
    'POST /seller/userInfo/userAccountDel?userLoginIds': {
      access: RIGHT('delete'),
      input: () => ({ userLoginIds: leaver.userLoginId }),
      gives: { done: 1, failed: [] },
      refuses: { userLoginIds: {} },
    },
    'POST /seller/user/saveAbsence {userLoginId,fromAt,untilAt,delegateId}': {
      access: 'user',
      input: () => ({
        fromAt: new Date().toISOString(),
        untilAt: new Date(Date.now() + 3_600_000).toISOString(),
        delegateId: clerk.userId,
      }),
      gives: OK,
      refuses: { fromAt: { fromAt: 'today', untilAt: '2030-01-01T00:00:00Z', delegateId: 1 } },
    },
    'POST /seller/user/endAbsence {userLoginId}': {
      access: 'user',
      gives: OK,
      refuses: { userLoginId: { userLoginId: 'x'.repeat(61) } },
    },

    // ---- departments and positions
    'GET /seller/department/getDepartmentList': {
      access: 'user',
      gives: () => {
        const department = { supervisorId: null, supervisorName: null, place: 0, version: 1, membersBelow: 1 };
        return {
          list: [
            { ...department, id: sales, name: 'Sales', parentId: null, depth: 0, members: 0 },
            { ...department, id: retail, name: 'Retail', parentId: sales, depth: 1, members: 1 },
          ],
        };
      },
    },
    'POST /seller/department/saveDepartment {id,version,name,parentId,supervisorId}': {
      access: [rights.department.add, rights.department.edit],
      input: () => ({ name: 'Service', parentId: sales }),
      gives: SAVED,
      refuses: { name: { name: ' ' } },
    },
    'POST /seller/department/moveDepartment {id,parentId,place}': {
      access: [rights.department.edit],
      input: () => ({ id: retail, parentId: null, place: 0 }),
      gives: OK,
      refuses: { id: { parentId: null }, place: { id: 1, parentId: null, place: -1 } },
    },
    'POST /seller/department/deleteDepartment {id}': {
      access: [rights.department.delete],
      input: async ({ owner, main }) => ({
        id: Number(
          (
            await owner(`insert into department (company_id, name) values ($1, 'Gone') returning id`, [main.companyId])
          )[0]?.id,
        ),
      }),
      gives: OK,
      refuses: { id: {} },
    },
    'GET /seller/companyPosition/getComPosition': {
      access: 'user',
      gives: () => ({ list: [{ id: buyer, name: 'Buyer', members: 0 }] }),
    },
    'POST /seller/companyPosition/savePosition {id,name}': {
      access: [rights.department.add, rights.department.edit],
      input: () => ({ id: buyer, name: 'Purchaser' }),
      gives: SAVED,
      refuses: { name: { name: '' } },
    },
    'POST /seller/companyPosition/deletePosition {id}': {
      access: [rights.department.delete],
      input: () => ({ id: buyer }),
      gives: OK,
      refuses: { id: {} },
    },
    ...sessionCalls(() => guest),
    'GET /seller/user/logout': { access: 'user', as: () => guest, gives: OK },
  },
  { prepare },
);
