import { z } from 'zod';
import { defineCall, flag, ok, requiredText, saying, text } from '../call.ts';

/** New passwords: 12 to 16 characters, at least one upper-case letter, one lower-case letter and one digit. */
export const newPassword = z
  .string(saying('identity.passwordNeeded'))
  .min(1, { error: saying('identity.passwordNeeded'), abort: true })
  .regex(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{12,16}$/, saying('identity.newPassword'));
export const loginId = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._@-]{3,60}$/, saying('identity.loginId'));

const credentials = z.strictObject({
  userLoginId: z.string().trim().min(1).max(60),
  password: z.string().min(1).max(100),
  checkCode: z.string().trim().max(10).default(''),
});
const entry = z.object({
  /** Of the session, or good only for `confirmSignIn`. */
  token: z.string(),
  /** code: the password was right, and `confirmSignIn` with a code opens the session. */
  step: z.enum(['done', 'code']),
  /** The company lets a browser skip the code for 30 days. */
  mayRemember: z.boolean(),
});

export const login = defineCall({
  method: 'POST',
  path: '/seller/user/login',
  access: 'public',
  summary:
    'Signs in. Send the token in the `token` header; browsers also receive it as the cookie `token1`. With two-step sign-in the answer names the step `code`: see `confirmSignIn`.',
  input: credentials,
  result: entry,
  secret: true,
});
export const shopifyLogin = defineCall({
  method: 'POST',
  path: '/seller/platformOrder/developer/shopifyLogin',
  access: 'public',
  summary: 'Signs in during a platform authorization.',
  input: credentials,
  result: entry,
  secret: true,
});
export const confirmSignIn = defineCall({
  method: 'POST',
  path: '/seller/user/confirmSignIn',
  access: 'public',
  summary:
    'Second step of a sign-in, within five minutes of the password: a code of the authenticator app or a recovery code. Browsers keep the token of the first step in a cookie; programs send it.',
  input: z.strictObject({
    code: requiredText(40),
    token: text(100).optional(),
    /** Lets this browser skip the code for 30 days. */
    remember: flag().default(false),
  }),
  result: entry,
  secret: true,
});
export const logout = defineCall({
  method: 'GET',
  path: '/seller/user/logout',
  access: 'user',
  summary: 'Ends the session on the server.',
  beforeSecondFactor: true,
  input: z.strictObject({}),
  result: ok,
});
export const getCheckCode = defineCall({
  method: 'GET',
  path: '/seller/user/getCheckCode',
  access: 'public',
  summary:
    'Returns a captcha as an SVG picture, identified by a cookie. `required` is false where captchas are disabled.',
  input: z.strictObject({}),
  result: z.object({ required: z.boolean(), svg: z.string() }),
});
export const getUserInfoMain = defineCall({
  method: 'GET',
  path: '/seller/user/getUserInfoMain',
  access: 'user',
  summary: 'Returns the signed-in user.',
  beforeSecondFactor: true,
  input: z.strictObject({ token: z.string().optional() }),
  result: z.object({
    customerId: z.string(),
    userId: z.number(),
    userLoginId: z.string(),
    name: z.string(),
    companyName: z.string(),
    setMealName: z.string(),
    expireTime: z.string().nullable(),
    userSex: z.string(),
    language: z.enum(['zh', 'en']),
    /** When the password expires; a warning shows below 15 days. */
    editPassWordTime: z.string(),
    passwordDaysLeft: z.number(),
    /** The company requires two-step sign-in, and the user has yet to set it up: nothing else is permitted. */
    secondFactorNeeded: z.boolean(),
    mainAccount: z.boolean(),
    reducedMenu: z.boolean(),
    /** The provider's V2 system, where there is one. */
    v2Url: z.string().nullable(),
    timeZone: z.string(),
    baseCurrency: z.string(),
    /** Minutes without a touch after which the web signs out; 0: never. */
    idleMinutes: z.number(),
    /** Shows the user's name as a watermark over the pages. */
    watermark: z.boolean(),
    /** The plan has expired: existing data stays readable, and the server adds nothing that the plan limits. */
    planExpired: z.boolean(),
    /** A main account of the company that runs this installation. */
    provider: z.boolean(),
    /** The session looks around in a sample company. */
    sample: z.boolean(),
    permissions: z.array(z.string()),
  }),
});
export const forgetPassword = defineCall({
  method: 'POST',
  path: '/seller/user/forgetPassword',
  access: 'public',
  summary: 'Emails a key to set a new password. The response is the same whether or not the account exists.',
  input: z.strictObject({ userLoginId: requiredText(60), checkCode: text(10).default('') }),
  result: ok,
});
export const updatePassword = defineCall({
  method: 'POST',
  path: '/seller/user/updatePassword',
  access: 'public',
  summary: 'Sets a new password by the emailed key.',
  input: z.strictObject({ key: requiredText(100), password: newPassword }),
  result: ok,
  secret: true,
});
export const editPasswordWithOriginal = defineCall({
  method: 'POST',
  path: '/seller/user/management/editPasswordWithOriginal',
  access: 'user',
  summary: 'Changes the user’s own password. All their other sessions end.',
  notInSample: true,
  beforeSecondFactor: true,
  input: z.strictObject({
    userLoginId: requiredText(60),
    password: newPassword,
    originalPassword: z.string().max(100),
  }),
  result: ok,
  secret: true,
});
export const updateLocales = defineCall({
  method: 'POST',
  path: '/seller/userLogin/updateLocales',
  access: 'user',
  summary: 'Saves the user’s language.',
  beforeSecondFactor: true,
  input: z.strictObject({ lastLocale: z.enum(['zh', 'en']) }),
  result: ok,
});
export const mailValidate = defineCall({
  method: 'GET',
  path: '/seller/user/mailValidate',
  access: 'public',
  summary: 'Validates a user’s email address by the emailed key.',
  input: z.strictObject({ key: requiredText(100) }),
  result: ok,
});

// ---- a user's own settings
export const getPreferences = defineCall({
  method: 'GET',
  path: '/seller/userInfo/getPreferences',
  access: 'user',
  summary: 'Returns the user’s column settings and saved filters.',
  input: z.strictObject({}),
  result: z.record(z.string(), z.unknown()),
});
export const savePreference = defineCall({
  method: 'POST',
  path: '/seller/userInfo/savePreference',
  access: 'user',
  summary: 'Saves one setting of the user, such as `columns:order.all` or `filters:order.all`. null deletes it.',
  input: z.strictObject({
    key: requiredText(80),
    value: z.unknown().refine((v) => JSON.stringify(v ?? null).length < 20_000),
  }),
  result: ok,
});
