import { z } from 'zod';
import { rights } from './access/modules.ts';
import { currency, defineCall, id, integer, ok, requiredText, text, UPLOAD_LIMIT_BYTES } from './call.ts';
import { countryCode } from './countries.ts';
import { loginId, newPassword } from './identity.ts';

export * from './company/archive.ts';
export * from './company/sample.ts';

export const companyRegisterAction = defineCall({
  method: 'POST',
  path: '/seller/company/companyRegisterAction',
  access: 'public',
  summary:
    'Registers a company and its main account, optionally with its business license, and emails a validation key.',
  input: z.strictObject({
    company: z.strictObject({
      name: requiredText(100),
      /** In China province and city are those of the lists; elsewhere any text. */
      country: countryCode().default('CN'),
      province: text(50).default(''),
      city: text(50).default(''),
      address: text(200).default(''),
      contact: requiredText(50),
      phone: text(30).default(''),
      timeZone: text(50).default('Asia/Shanghai'),
      baseCurrency: currency().default('CNY'),
      /** The provider checks it, as it checks the licence. Both may follow after the first sign-in. */
      licenceNumber: text(50).default(''),
    }),
    account: z.strictObject({
      userLoginId: loginId,
      name: requiredText(50),
      email: z.email().max(120),
      password: newPassword,
    }),
    checkCode: text(10).default(''),
    language: z.enum(['zh', 'en']).default('zh'),
  }),
  result: ok,
  secret: true,
  upload: { maxBytes: UPLOAD_LIMIT_BYTES, kinds: ['jpg', 'png', 'pdf'], optional: true },
});
export const companyValidateMail = defineCall({
  method: 'GET',
  path: '/seller/company/companyValidateMail',
  access: 'public',
  summary: 'Validates a company by the emailed key. Its main account can then sign in.',
  input: z.strictObject({ key: requiredText(100) }),
  result: ok,
});
export const reSendCheckCode = defineCall({
  method: 'POST',
  path: '/seller/userInfo/reSendCheckCode',
  access: 'public',
  summary: 'Emails the validation key again. The response is the same whether or not the account exists.',
  input: z.strictObject({ userLoginId: requiredText(60) }),
  result: ok,
});
export const getProvince = defineCall({
  method: 'GET',
  path: '/seller/company/getProvince',
  access: 'public',
  summary: 'Lists provinces for addresses.',
  input: z.strictObject({}),
  result: z.array(z.string()),
});
export const getCity = defineCall({
  method: 'GET',
  path: '/seller/company/getCity',
  access: 'public',
  summary: 'Lists the cities of a province.',
  input: z.strictObject({ province: requiredText(50) }),
  result: z.array(z.string()),
});

/** Address fields and contact details of the company: changes take effect at once. */
const plainFields = {
  province: text(50),
  city: text(50),
  address: text(200),
  contact: requiredText(50),
  phone: text(30),
  email: z.email().max(120),
  timeZone: requiredText(50),
};
/** Unchanged without it. */
const country = countryCode().optional();
const companyFields = { name: requiredText(100), licenceNumber: text(50), country, ...plainFields };
const companySettings = {
  /** The days after which a password expires. */
  passwordDays: integer(30, 365),
  /** The minutes of inactivity after which the web signs out; 0: never. */
  idleMinutes: integer(0, 720),
  /** Shows the user's name as a watermark over the pages. */
  watermark: z.boolean(),
  /** Requires two-step sign-in of everybody. */
  secondFactor: z.boolean().optional(),
  /** Lets browsers skip the code for 30 days. */
  rememberBrowsers: z.boolean().optional(),
};
const changeState = z.enum(['applying', 'approved', 'rejected', 'cancelled']);
const companyChange = z.object({
  id: z.number(),
  state: changeState,
  name: z.string().nullable(),
  licenceNumber: z.string().nullable(),
  licenceFile: z.boolean(),
  remark: z.string(),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
});

export const getCompanyByCustomerId = defineCall({
  method: 'GET',
  path: '/seller/company/getCompanyByCustomerId',
  access: 'user',
  summary: 'Returns the signed-in user’s company, its settings and its latest change request to the provider.',
  input: z.strictObject({}),
  result: z.object({
    customerId: z.string(),
    name: z.string(),
    licenceNumber: z.string(),
    country: z.string(),
    province: z.string(),
    city: z.string(),
    address: z.string(),
    contact: z.string(),
    phone: z.string(),
    email: z.string(),
    timeZone: z.string(),
    baseCurrency: z.string(),
    licence: z.enum(['jpg', 'png', 'pdf']).nullable(),
    logo: z.boolean(),
    /** Counts up with each change; `updateCompany` asks for it. */
    version: z.number(),
    provider: z.boolean(),
    settings: z.object({
      passwordDays: z.number(),
      idleMinutes: z.number(),
      watermark: z.boolean(),
      secondFactor: z.boolean(),
      rememberBrowsers: z.boolean(),
    }),
    /** The last application to the provider. */
    change: companyChange.nullable(),
  }),
});
export const updateCompany = defineCall({
  method: 'POST',
  path: '/seller/company/updateCompany',
  access: [rights.company.edit],
  summary:
    'Updates the company. A new name or license number needs the provider’s approval; other changes apply at once.',
  notInSample: true,
  input: z.strictObject({
    company: z.strictObject({ version: id(), ...companyFields }),
    settings: z.strictObject(companySettings).optional(),
  }),
  result: z.object({ version: z.number(), applied: z.boolean() }),
});
export const getCompanyList = defineCall({
  method: 'GET',
  path: '/seller/company/getCompanyList',
  access: 'user',
  summary: 'Lists the companies of one owner: the user’s own and those of its group.',
  input: z.strictObject({}),
  result: z.object({ list: z.array(z.object({ customerId: z.string(), name: z.string(), own: z.boolean() })) }),
});
export const uploadLogo = defineCall({
  method: 'POST',
  path: '/seller/company/uploadLogo',
  access: [rights.company.edit],
  summary: 'Uploads the logo for documents: a PNG of 1050 x 180 pixels, preferably transparent.',
  input: z.strictObject({}),
  result: z.object({ transparent: z.boolean() }),
  upload: { maxBytes: UPLOAD_LIMIT_BYTES, kinds: ['png'] },
});
export const getLogo = defineCall({
  method: 'GET',
  path: '/seller/company/getLogo',
  access: 'user',
  summary: 'Downloads the company logo.',
  input: z.strictObject({ version: integer().optional() }),
  result: z.unknown(),
  download: true,
});
export const removeLogo = defineCall({
  method: 'POST',
  path: '/seller/company/removeLogo',
  access: [rights.company.edit],
  summary: 'Removes the logo from documents.',
  input: z.strictObject({}),
  result: ok,
});
export const uploadLicence = defineCall({
  method: 'POST',
  path: '/seller/company/uploadLicence',
  access: [rights.company.edit],
  summary: 'Uploads the business license, which the provider must approve.',
  notInSample: true,
  input: z.strictObject({ licenceNumber: text(50).default('') }),
  result: ok,
  upload: { maxBytes: UPLOAD_LIMIT_BYTES, kinds: ['jpg', 'png', 'pdf'] },
});
export const getLicence = defineCall({
  method: 'GET',
  path: '/seller/company/getLicence',
  access: [rights.company.view],
  summary: 'Downloads the approved business license.',
  input: z.strictObject({}),
  result: z.unknown(),
  download: true,
});
export const cancelCompanyChange = defineCall({
  method: 'POST',
  path: '/seller/company/cancelCompanyChange',
  access: [rights.company.edit],
  summary: 'Withdraws a change request that is still undecided.',
  input: z.strictObject({ id: id() }),
  result: ok,
});

// ---- for main accounts of the provider; for all others these do not exist
export const listCompanyChanges = defineCall({
  method: 'GET',
  path: '/seller/company/listCompanyChanges',
  access: 'user',
  summary: 'Provider only: lists the change requests of all companies, undecided ones first.',
  input: z.strictObject({}),
  result: z.object({
    list: z.array(companyChange.extend({ customerId: z.string(), presentName: z.string(), presentNumber: z.string() })),
  }),
});
export const getChangeLicence = defineCall({
  method: 'GET',
  path: '/seller/company/getChangeLicence',
  access: 'user',
  summary: 'Provider only: downloads the business license of a change request.',
  input: z.strictObject({ id: id() }),
  result: z.unknown(),
  download: true,
});
export const decideCompanyChange = defineCall({
  method: 'POST',
  path: '/seller/company/decideCompanyChange',
  access: 'user',
  summary: 'Provider only: approves a change request, or rejects it with a remark.',
  input: z.strictObject({ id: id(), approve: z.boolean(), remark: text(300).default('') }),
  result: ok,
});
