import { rights } from '@tradewind/contract/access/modules.ts';
import { expect } from 'vitest';
import { hashToken, newToken } from '../../core/crypto.ts';
import { describeCalls, OK, type World } from '../../testing/calls.ts';
import { png } from './company.testing.ts';

const WHEN = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const PDF = { name: 'licence.pdf', data: Buffer.from('%PDF-1.7\nlicence') };
const change = { id: expect.any(Number), name: null, remark: '', createdAt: WHEN };
const company = {
  name: 'Test',
  licenceNumber: '',
  province: '广东省',
  city: '深圳市',
  address: '',
  contact: 'Li Wei',
  phone: '',
  email: 'a@test.invalid',
  timeZone: 'Asia/Shanghai',
};
const settings = { passwordDays: 90, idleMinutes: 10, watermark: true };
const registered = {
  company: { name: 'Harbour', contact: 'Lin' },
  account: { userLoginId: 'harbour', name: 'Lin', email: 'lin@test.invalid', password: 'Tradewind2026' },
};
const withAccount = (part: object) => ({ ...registered, account: { ...registered.account, ...part } });

/** The company is also the provider, so that it decides its own change requests. */
const prepare = async ({ main, owner }: World) =>
  void (await owner('update company set provider = true where id = $1', [main.companyId]));
const idOfChange = async ({ owner, main }: World) => ({
  id: Number((await owner('select max(id) as id from company_change where company_id = $1', [main.companyId]))[0]?.id),
});

describeCalls(
  ['company'],
  {
    // ---- registration
    'POST /seller/company/companyRegisterAction {company,account}': {
      access: 'public',
      input: registered,
      gives: OK,
      refuses: {
        company: { account: registered.account },
        'company.name': { ...registered, company: { name: ' ', contact: 'Lin' } },
        'account.userLoginId': withAccount({ userLoginId: '港' }),
        'account.email': withAccount({ email: 'nowhere' }),
        'account.password': withAccount({ password: 'tooweak' }),
      },
    },
    'GET /seller/company/companyValidateMail?key': {
      access: 'public',
      input: async ({ main, owner }) => {
        const key = newToken();
        await owner(
          `insert into one_time_key (key_hash, purpose, company_id, payload, expires_at)
           values ($1, 'companyMail', $2, $3, now() + interval '1 hour')`,
          [hashToken(key), main.companyId, { userId: main.userId }],
        );
        return { key };
      },
      gives: OK,
      refuses: { key: {} },
    },
    'POST /seller/userInfo/reSendCheckCode?userLoginId': {
      access: 'public',
      input: { userLoginId: 'nobody-knows' },
      gives: OK,
      refuses: { userLoginId: {} },
    },
    'GET /seller/company/getProvince': {
      access: 'public',
      gives: expect.arrayContaining(['北京市', '广东省', '新疆维吾尔自治区']),
    },
    'GET /seller/company/getCity?province': {
      access: 'public',
      input: { province: '广东省' },
      gives: expect.arrayContaining(['广州市', '深圳市']),
      refuses: { province: {} },
    },

    // ---- the company
    'POST /seller/company/updateCompany {company,settings}': {
      access: [rights.company.edit],
      input: { company: { ...company, version: 1 }, settings },
      gives: { version: 2, applied: false },
      refuses: {
        company: {},
        'company.email': { company: { ...company, version: 1, email: 'nowhere' } },
        'settings.passwordDays': { company: { ...company, version: 1 }, settings: { ...settings, passwordDays: 29 } },
      },
    },
    'GET /seller/company/getCompanyByCustomerId': {
      access: 'user',
      gives: ({ main }: World) => ({
        ...company,
        country: 'CN',
        customerId: String(main.companyId),
        baseCurrency: 'CNY',
        licence: null,
        logo: false,
        version: 2,
        provider: true,
        settings: { ...settings, secondFactor: false, rememberBrowsers: true },
        change: null,
      }),
    },
    'GET /seller/company/getCompanyList': {
      access: 'user',
      gives: ({ main }: World) => ({ list: [{ customerId: String(main.companyId), name: 'Test', own: true }] }),
    },

    // ---- the logo
    'POST /seller/company/uploadLogo': {
      access: [rights.company.edit],
      file: { name: 'logo.png', data: png(1050, 180) },
      gives: { transparent: true },
    },
    'GET /seller/company/getLogo?version': {
      access: 'user',
      input: { version: 1 },
      gives: 'image/png',
      refuses: { version: { version: 'x' } },
    },
    'POST /seller/company/removeLogo': { access: [rights.company.edit], gives: OK },

    // ---- decisions of the provider
    'POST /seller/company/uploadLicence {licenceNumber}': {
      access: [rights.company.edit],
      file: PDF,
      input: { licenceNumber: '9144' },
      gives: OK,
      refuses: { licenceNumber: { licenceNumber: '9'.repeat(51) } },
    },
    'GET /seller/company/listCompanyChanges': {
      access: 'user',
      gives: ({ main }: World) => ({
        list: [
          {
            ...change,
            state: 'applying',
            licenceNumber: '9144',
            licenceFile: true,
            decidedAt: null,
            customerId: String(main.companyId),
            presentName: 'Test',
            presentNumber: '',
          },
        ],
      }),
    },
    'GET /seller/company/getChangeLicence?id': {
      access: 'user',
      input: idOfChange,
      gives: 'application/pdf',
      refuses: { id: {} },
    },
    'POST /seller/company/decideCompanyChange {id,approve,remark}': {
      access: 'user',
      input: async (world) => ({ ...(await idOfChange(world)), approve: true }),
      gives: OK,
      refuses: { id: { approve: true }, approve: { id: 1 }, remark: { id: 1, approve: false } },
    },
    'GET /seller/company/getLicence': { access: [rights.company.view], gives: 'application/pdf' },
    // ---- everything that the company has
    'POST /seller/company/archiveLink': { access: 'user', fails: 'company.noArchive' },
    'POST /seller/company/requestArchive': { access: 'user', gives: { exportId: expect.any(Number) } },
    'GET /seller/company/getArchive': {
      access: 'user',
      gives: { archive: { state: 'queued', at: WHEN, bytes: null, expiresAt: null } },
    },
    'GET /seller/company/downloadArchive?key': {
      access: 'public',
      input: { key: 'unknown' },
      fails: 'company.noArchive',
      refuses: { key: {} },
    },
    // ---- the sample company
    'GET /seller/company/getSample': {
      access: 'user',
      gives: { state: 'none', percent: null, visiting: false, mayManage: true },
    },
    'POST /seller/company/leaveSample': { access: 'user', gives: OK },
    'POST /seller/company/removeSample': { access: 'user', gives: OK },
    'POST /seller/company/cancelCompanyChange {id}': {
      access: [rights.company.edit],
      input: async (world) => {
        await world.owner(
          `insert into company_change (company_id, wanted, created_by, created_at) values ($1, '{"name": "Other"}', 0, now())`,
          [world.main.companyId],
        );
        return idOfChange(world);
      },
      gives: OK,
      refuses: { id: {} },
    },
    // Last: from then on the session is in the sample company.
    'POST /seller/company/visitSample': { access: 'user', gives: OK },
  },
  { prepare },
);
