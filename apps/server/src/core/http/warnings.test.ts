import type { Call } from '@tradewind/contract/call.ts';
import { companyRegisterAction } from '@tradewind/contract/company.ts';
import {
  editPasswordWithOriginal,
  editUserPassword,
  getUserInfoMain,
  login,
  saveOrUpdateUser,
  updatePassword,
} from '@tradewind/contract/identity.ts';
import { delMessage, readMessage, sendNewMessage } from '@tradewind/contract/messages.ts';
import { deleteErpNames, saveErpName } from '@tradewind/contract/settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';

let server: TestServer;
let main: Person;
beforeAll(async () => {
  server = await testServer();
  main = await server.company();
});
afterAll(() => server.close());

type Input = Record<string, unknown>;
interface Refusal {
  status: number;
  code: number;
  msg: string;
  data: { fields?: { path: string; message: string }[] } | null;
}

async function post(call: Call, body: Input, language: 'zh' | 'en', token = main.token): Promise<Refusal> {
  const target = new URL(`/api${call.path}`, server.url);
  const get = call.method === 'GET';
  if (get) for (const [name, value] of Object.entries(body)) target.searchParams.set(name, String(value));
  const response = await fetch(target, {
    method: call.method,
    headers: {
      token,
      'x-language': language,
      ...(get ? {} : { 'content-type': 'application/json' }),
    },
    ...(get ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...((await response.json()) as Omit<Refusal, 'status'>) };
}

interface Warning {
  row: string;
  call: Call;
  field: string;
  zh: string;
  en: string;
  when: Record<string, Input>;
}

const message = { msgType: 'notice', receivers: ['somebody'], thesis: 'Subject' };
const without = (input: Input, name: string) =>
  Object.fromEntries(Object.entries(input).filter(([key]) => key !== name));
const missing = (input: Input, name: string, empty: unknown) => ({
  'is not given': without(input, name),
  'is empty': { ...input, [name]: empty },
});

const TICK = { field: 'msgIdList', zh: '请勾选一条记录', en: 'Please tick one record' };
const NEEDED = { zh: '请输入密码', en: 'Enter your password' };
const RULE = {
  zh: '密码至少包含大写字母,小写字母,数字,且不少于12位',
  en: 'Use 12 to 16 characters with at least one uppercase letter, one lowercase letter and one digit',
};
/** Each way to set a new password, and where the password stands in it. */
const PASSWORDS: [way: string, call: Call, field: string, input: (password?: string) => Input][] = [
  ['by the mailed key', updatePassword, 'password', (password) => ({ key: 'k', password })],
  [
    'with the original one',
    editPasswordWithOriginal,
    'password',
    (password) => ({ userLoginId: 'me', originalPassword: 'o', password }),
  ],
  [
    'by an administrator',
    editUserPassword,
    'password',
    (password) => ({ userLoginId: 'somebody', ...(password === undefined ? {} : { password }) }),
  ],
  [
    'of a new account',
    saveOrUpdateUser,
    'user.password',
    (password = '') => ({ user: { userLoginId: 'new', name: 'New', email: 'new@test.invalid', password } }),
  ],
  [
    'at the registration',
    companyRegisterAction,
    'account.password',
    (password) => ({
      company: { name: 'Harbour', contact: 'Lin' },
      account: { userLoginId: 'harbour', name: 'Lin', email: 'lin@test.invalid', password },
    }),
  ],
];
const WEAK = {
  'has 11 characters': 'Tradewind20',
  'has 17 characters': 'Tradewind20262026',
  'has no upper-case letter': 'tradewind2026',
  'has no lower-case letter': 'TRADEWIND2026',
  'has no digit': 'TradewindHarbour',
};

const warnings: Warning[] = [
  {
    row: 'Send message: recipient is required',
    call: sendNewMessage,
    field: 'receivers',
    zh: '请选择消息接收人',
    en: 'Please select the message recipient',
    when: missing(message, 'receivers', []),
  },
  {
    row: 'Send message: subject is required',
    call: sendNewMessage,
    field: 'thesis',
    zh: '请填写消息主题',
    en: 'Please fill in the message subject',
    when: { ...missing(message, 'thesis', ''), 'is blank': { ...message, thesis: '  ' } },
  },
  {
    row: 'Send message: message type is required, and notice is the only one',
    call: sendNewMessage,
    field: 'msgType',
    zh: '请选择消息类型',
    en: 'Please select message type',
    when: { ...missing(message, 'msgType', ''), 'is another': { ...message, msgType: 'alarm' } },
  },
  { row: 'Delete needs at least one ticked row', call: delMessage, ...TICK, when: missing({}, 'msgIdList', []) },
  { row: 'Mark read needs at least one ticked row', call: readMessage, ...TICK, when: missing({}, 'msgIdList', []) },
  {
    row: 'ERP name: required',
    call: saveErpName,
    field: 'name',
    zh: '请输入erp名称',
    en: 'Please enter the ERP name',
    when: { ...missing({}, 'name', ''), 'is blank': { name: ' ' } },
  },
  {
    row: 'ERP name: no Chinese characters',
    call: saveErpName,
    field: 'name',
    zh: 'erp名称不能包含中文',
    en: 'The ERP name must not contain Chinese characters',
    when: { 'is Chinese': { name: '金蝶' }, 'is partly Chinese': { name: 'SAP系统' } },
  },
  {
    row: 'ERP name: removing needs a selected row',
    call: deleteErpNames,
    field: 'ids',
    zh: '请先选中一条数据再删除！',
    en: 'Please select a record before you delete!',
    when: missing({}, 'ids', []),
  },
  ...PASSWORDS.flatMap(([way, call, field, input]): Warning[] => [
    {
      row: `New password ${way}: required`,
      call,
      field,
      ...NEEDED,
      when: { 'is not given': input(), 'is empty': input('') },
    },
    {
      row: `New password ${way}: 12 to 16 characters of three kinds`,
      call,
      field,
      ...RULE,
      when: Object.fromEntries(Object.entries(WEAK).map(([how, password]) => [how, input(password)])),
    },
  ]),
];
const cases = warnings.flatMap(({ row, when, ...answered }) =>
  Object.entries(when).map(([how, input]) => ({ name: `${row} (it ${how})`, input, ...answered })),
);

describe('§5 Validation rules, said at the field in both languages', () => {
  it.each(cases)('$name', async ({ call, field, input, zh, en }) => {
    const said = async (language: 'zh' | 'en') => (await post(call, input, language)).data?.fields;
    expect(await said('zh')).toEqual([{ path: field, message: zh }]);
    expect(await said('en')).toEqual([{ path: field, message: en }]);
  });

  it.each([12, 16])('New password: %i characters of three kinds are taken', async (length) => {
    const member = await server.member(main.companyId);
    const password = 'Harbour202620262'.slice(0, length);
    const { userLoginId } = member;
    const changed = { userLoginId, originalPassword: 'Tradewind2026', password };
    expect((await post(editPasswordWithOriginal, changed, 'zh', member.token)).status).toBe(200);
    expect((await server.call(login, { userLoginId, password })).status).toBe(200);
  });

  it('Send message: content is optional', async () => {
    const sent = { ...message, receivers: [main.userLoginId] };
    expect((await post(sendNewMessage, sent, 'zh')).status).toBe(200);
  });

  it('Login trims the login id, and nothing of the password', async () => {
    const credentials = { userLoginId: ` ${main.userLoginId} `, password: 'Tradewind2026' };
    expect((await post(login, credentials, 'zh', '')).status).toBe(200);
    expect((await post(login, { ...credentials, password: ' Tradewind2026' }, 'zh', '')).status).toBe(422);
  });
});

describe('§8 Error catalogue, what the server says', () => {
  it.each([
    ['Login response code not 200', login, { userLoginId: 'nobody', password: 'x' }, 422, 422],
    ['Response code 10086', getUserInfoMain, {}, 401, 10086],
  ] as const)('%s', async (row, call, input, status, code) => {
    const said = {
      'Login response code not 200': ['用户名或密码不正确', 'Wrong username or password'],
      'Response code 10086': ['登录已失效，请重新登录', 'Your session has expired. Sign in again'],
    }[row];
    expect(await post(call, input, 'zh', '')).toMatchObject({ status, code, msg: said[0] });
    expect(await post(call, input, 'en', '')).toMatchObject({ status, code, msg: said[1] });
  });
});

describe('§9 Languages zh and en, zh where nothing is said', () => {
  it.each([
    [undefined, '登录已失效，请重新登录'],
    ['zh', '登录已失效，请重新登录'],
    ['en', 'Your session has expired. Sign in again'],
    ['fr', '登录已失效，请重新登录'],
  ])('%s', async (language, said) => {
    const headers: Record<string, string> = language ? { 'x-language': language } : {};
    const answer = await fetch(`${server.url}/api${getUserInfoMain.path}`, { headers });
    expect(await answer.json()).toMatchObject({ msg: said });
  });
});
