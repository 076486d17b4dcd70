import { z } from 'zod';
import { currency, defineCall, ok, requiredText, text } from './call.ts';
import { loginId, newPassword } from './identity.ts';

export const companyRegisterAction = defineCall({
  method: 'POST',
  path: '/seller/company/companyRegisterAction',
  access: 'public',
  summary: 'Registers a company and its main account; a mail with a validation key follows.',
  input: z.strictObject({
    company: z.strictObject({
      name: requiredText(100),
      province: text(50).default(''),
      city: text(50).default(''),
      address: text(200).default(''),
      contact: requiredText(50),
      phone: text(30).default(''),
      timeZone: text(50).default('Asia/Shanghai'),
      baseCurrency: currency().default('CNY'),
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
});
export const companyValidateMail = defineCall({
  method: 'GET',
  path: '/seller/company/companyValidateMail',
  access: 'public',
  summary: 'Validates the company by the mailed key; after that its main account can sign in.',
  input: z.strictObject({ key: requiredText(100) }),
  result: ok,
});
export const reSendCheckCode = defineCall({
  method: 'POST',
  path: '/seller/userInfo/reSendCheckCode',
  access: 'public',
  summary: 'Mails the validation key again. Answers the same whether or not the account exists.',
  input: z.strictObject({ userLoginId: requiredText(60) }),
  result: ok,
});
export const getProvince = defineCall({
  method: 'GET',
  path: '/seller/company/getProvince',
  access: 'public',
  summary: 'Provinces for addresses.',
  input: z.strictObject({}),
  result: z.array(z.string()),
});
export const getCity = defineCall({
  method: 'GET',
  path: '/seller/company/getCity',
  access: 'public',
  summary: 'Cities of a province.',
  input: z.strictObject({ province: requiredText(50) }),
  result: z.array(z.string()),
});
