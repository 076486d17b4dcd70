import { type Call, WEB_HEADER } from '@tradewind/contract/call.ts';
import { delDeveloper } from '@tradewind/contract/developer.ts';
import { getUserInfoMain, logout } from '@tradewind/contract/identity.ts';
import { calls } from '@tradewind/contract/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { areas } from '../../areas.ts';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import { uploadOf } from './matrix.testing.ts';

/** Without login on purpose. A call that becomes public has to be added here. */
const PUBLIC = new Set([
  'identity.login',
  'identity.shopifyLogin',
  'identity.confirmSignIn',
  'identity.getCheckCode',
  'identity.forgetPassword',
  'identity.updatePassword',
  'identity.mailValidate',
  'company.companyRegisterAction',
  'company.companyValidateMail',
  'company.reSendCheckCode',
  'company.getProvince',
  'company.getCity',
  'company.downloadArchive',
  'plans.listPlans',
  'logistics.publicTracking',
  'logistics.openTracking',
  'returns.openReturnLabel',
  'returns.sharedReturnLabel',
  'reports.openReportFile',
  'reports.sharedReportFile',
  'links.openLink',
  'procurement.openSupplierOrder',
  'procurement.answerSupplierOrder',
  'procurement.sendPackingList',
  'procurement.printSupplierOrder',
  'links.confirmShipment',
]);
/** Without a right of a module on purpose: their own things, choices of fields, or rows that are looked at one by one. A call that becomes so has to be added here. */
const FOR_EVERY_USER: Record<string, readonly string[]> = {
  identity: [
    'disableSecondFactor',
    'editPasswordWithOriginal',
    'enableSecondFactor',
    'endAbsence',
    'endOtherSessions',
    'endSession',
    'getComPosition',
    'getDepartmentList',
    'getDeptIdsUser',
    'getInfo',
    'getOneUser',
    'getPreferences',
    'getSecondFactor',
    'getUserInfoMain',
    'getUserList',
    'listSessions',
    'logout',
    'renewRecoveryCodes',
    'saveAbsence',
    'savePreference',
    'startSecondFactor',
    'updateLocales',
  ],
  access: ['getAlerts', 'getButton', 'getNum', 'getViewing', 'mainModelNew', 'search', 'stopViewing', 'viewAs'],
  company: [
    'archiveLink',
    'decideCompanyChange',
    'getArchive',
    'getChangeLicence',
    'getCompanyByCustomerId',
    'getCompanyList',
    'getLogo',
    'getSample',
    'leaveSample',
    'listCompanyChanges',
    'removeSample',
    'requestArchive',
    'visitSample',
  ],
  plans: ['getMyPlan'],
  settings: ['deleteView', 'getDropLists', 'getExchangeRateList', 'getSelectZoot', 'listViews', 'saveView'],
  messages: [
    'changeAlert',
    'delMessage',
    'getMessageList',
    'getNotReadInformation',
    'listenToHints',
    'getReceivers',
    'getnoticeBoard',
    'readMessage',
    'sendNewMessage',
    'showMessageDetailsASD',
  ],
  approvals: ['ApprovalPurReq', 'decideApproval', 'getApproval', 'withdrawApproval'],
  links: ['listLinks', 'makeLink', 'withdrawLink'],
  documents: ['addAttachment', 'getAttachment', 'listAttachments', 'removeAttachment'],
  catalog: [
    'cancelExport',
    'categoryAttributes',
    'downloadExport',
    'getCategoryStatics',
    'listCategories',
    'listExports',
    'productImage',
    'productOptions',
  ],
  // A state is the proof of the right, or the right is looked at by itself.
  channels: [
    'getCustomerPlatfrom',
    'getCustomerShopStatistics',
    'getPlatForm',
    'getUserShop',
    'sheinAccessToken',
    'sheinAuthPage',
    'temuWarehouseAuthorized',
    'tiktokUsUserAccessToken',
    'tiktokUserAccessToken',
  ],
  warehouse: [
    'downloadTemplate',
    'findLocation',
    'findWarehouseDetail',
    'getCountry',
    'getWarehouse',
    'getWarehouseIsOthers',
    'getWarehouseWms',
    'listLocations',
    'selectWarehouse',
  ],
  orders: ['buyersDataFile', 'eraseBuyersData', 'findBuyersData', 'listPersonalData'],
  dashboard: [
    'getOmniChannelOrdersAmountChart',
    'getOmniChannelProductBestSellerRanking',
    'getOmniChannelshopOrdersNumRanking',
    'getSetup',
    'getShopRates',
    'getUnshippedDataNum',
    'getWarehouseWarnData',
  ],
  logistics: [
    'channelOptions',
    'getExperssList',
    'getExpressCorrespondence',
    'getPlatformCorrespondingExpress',
    'getPlatformExpress',
    'getPlatformExpressTikTok',
    'getPlatformShipment',
    'getShopShipmentList',
    'getWarehouseExpress',
    'selectExperssJson',
  ],
  finance: ['checkBalance', 'getAllPlat', 'selectExpenseTypeJson'],
  wms: ['getSupplychainExpress', 'getUnidoorWarehouse'],
};
const UNKNOWN = 'notAFieldOfIt';

let server: TestServer;
let main: Person;
let member: Person;
beforeAll(async () => {
  server = await ownServer();
  main = await server.company();
  member = await server.member(main.companyId);
});
afterAll(() => server.close());

interface Refusal {
  status: number;
  code: number;
  fields: { path: string; message: string }[];
}

/** Sends whatever is given: the point is what the server makes of input that no type would let through. */
async function send(call: Call, input: Record<string, string>, as?: Person): Promise<Refusal> {
  const target = new URL(`/api${call.path}`, server.url);
  const headers: Record<string, string> = as ? { token: as.token } : {};
  let body: string | FormData | undefined;
  if (call.upload) {
    body = uploadOf(call.upload.kinds[0], input);
  } else if (call.method === 'POST') {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(input);
  } else for (const [name, value] of Object.entries(input)) target.searchParams.set(name, value);
  const response = await fetch(target, { method: call.method, headers, ...(body ? { body } : {}) });
  const text = await response.text();
  const envelope = (text.startsWith('{') ? JSON.parse(text) : {}) as {
    code?: number;
    data?: { fields?: Refusal['fields'] };
  };
  return { status: response.status, code: envelope.code ?? 0, fields: envelope.data?.fields ?? [] };
}

/** Fields without which the call makes no sense. */
function requiredOf(call: Call): string[] {
  const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' });
  return (schema.required ?? []).filter((name) => !accepts(call, name));
}

/** A field that JSON Schema calls required although its own check takes nothing (a list that may be empty). */
function accepts(call: Call, name: string): boolean {
  const problems = call.input.safeParse({}).error?.issues ?? [];
  return !problems.some((issue) => issue.path[0] === name);
}

const named = calls.map(({ area, name, call }) => [`${area}.${name}`, call] as const);

describe('every call of the contract', () => {
  it('is served once, and nothing else is', () => {
    const served = areas.flatMap((area) => area.routes?.(server.app) ?? []).map(({ call }) => call);
    const key = (call: Call) => `${call.method} ${call.path}`;
    expect(served.map(key).sort()).toEqual(named.map(([, call]) => key(call)).sort());
    expect(new Set(served.map(key)).size).toBe(served.length);
  });

  it('wants a right, but for those that every user may make', () => {
    const open = calls.filter(({ call }) => call.access === 'user').map(({ area, name }) => `${area}.${name}`);
    const written = Object.entries(FOR_EVERY_USER).flatMap(([area, names]) => names.map((name) => `${area}.${name}`));
    expect(open.sort()).toEqual(written.sort());
  });

  it.each(named)('%s asks who is there', async (name, call) => {
    const stranger = await send(call, {});
    expect(call.access === 'public').toBe(PUBLIC.has(name));
    if (call.access === 'public') expect([401, 403, 404, 500]).not.toContain(stranger.status);
    else expect([stranger.status, stranger.code]).toEqual([401, 10086]);
  });

  it.each(named.filter(([, call]) => Array.isArray(call.access)))('%s asks what they may', async (_name, call) => {
    expect(await send(call, {}, member)).toMatchObject({ status: 403, code: 403 });
  });

  it.each(named)('%s names every field that is wrong', async (_name, call) => {
    const missing = requiredOf(call);
    const refusal = await send(call, { [UNKNOWN]: '1' }, call.access === 'public' ? undefined : main);
    expect(refusal.status).toBe(400);
    const paths = refusal.fields.map((field) => field.path);
    expect(paths).toEqual(expect.arrayContaining([UNKNOWN, ...missing]));
    for (const field of refusal.fields) expect(field.message).not.toBe('');
  });
});

describe('the session guard', () => {
  it('refuses the cookie without the web header, so that a link on another site cannot act', async () => {
    const headers = { cookie: `token1=${member.token}` };
    const address = `${server.url}/api${getUserInfoMain.path}`;
    expect((await fetch(address, { headers })).status).toBe(403);
    expect((await fetch(address, { headers: { ...headers, [WEB_HEADER]: 'web' } })).status).toBe(200);
  });

  it('needs no web header where the token travels in its own header', async () => {
    const address = `${server.url}/api${getUserInfoMain.path}`;
    expect((await fetch(address, { headers: { token: member.token } })).status).toBe(200);
    const both = { token: member.token, cookie: `token1=${member.token}` };
    expect((await fetch(address, { headers: both })).status).toBe(200);
  });

  it('takes JSON without a body for no input, and asks who is there first', async () => {
    const address = `${server.url}/api${delDeveloper.path}`;
    const json = { 'content-type': 'application/json' };
    const ask = (headers: Record<string, string>) => fetch(address, { method: delDeveloper.method, headers });
    expect((await ask(json)).status).toBe(401);
    const refused = (await (await ask({ ...json, token: main.token })).json()) as Refusal & { data: Refusal };
    expect([refused.code, refused.data.fields.map((field) => field.path)]).toEqual([400, ['id']]);
  });

  it('answers in the language of the user, also when it refuses', async () => {
    const leaver = await server.member(main.companyId);
    await server.app.database.owner.query(`update user_account set language = 'en' where id = $1`, [leaver.userId]);
    const address = `${server.url}/api/seller/settings/listExchangeRates`;
    const refused = (await (await fetch(address, { headers: { token: leaver.token } })).json()) as { msg: string };
    expect(refused.msg).toBe('You do not have permission to do this');
    await server.ok(logout, {}, leaver);
    expect(await server.call(getUserInfoMain, {}, leaver)).toMatchObject({ status: 401, code: 10086 });
  });
});
