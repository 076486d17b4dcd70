import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
  defineCall,
  flag,
  id,
  instant,
  integer,
  list,
  ok,
  pageOf,
  paging,
  requiredText,
  text,
} from '../call.ts';
import { loginId, newPassword } from './session.ts';

/** Male and female, as the specification spells them at the wire. */
export const GENDERS = ['男', '女'] as const;
export const gender = z.enum(GENDERS);
const away = z.object({
  fromAt: z.string(),
  untilAt: z.string(),
  delegateId: z.number(),
  delegateName: z.string(),
  /** Away at this moment, not only planned. */
  now: z.boolean(),
});
const member = z.object({
  id: z.number(),
  userLoginId: z.string(),
  name: z.string(),
  gender,
  email: z.string(),
  emailVerified: z.boolean(),
  phone: z.string(),
  mainAccount: z.boolean(),
  enabled: z.boolean(),
  supervisorId: z.number().nullable(),
  supervisorName: z.string().nullable(),
  departmentId: z.number().nullable(),
  departmentName: z.string().nullable(),
  positionId: z.number().nullable(),
  positionName: z.string().nullable(),
  language: z.enum(['zh', 'en']),
  absence: away.nullable(),
  createdAt: z.string(),
});
const option = z.object({ id: z.number(), userLoginId: z.string(), userName: z.string() });
const oneLogin = z.strictObject({ userLoginId: requiredText(60) });

export const listMembers = defineCall({
  method: 'GET',
  path: '/seller/user/management/getUserList',
  access: [rights.account.view],
  summary: 'Lists the accounts of the company by page. A department includes those under it.',
  input: z.strictObject({
    text: text(60).optional(),
    departmentId: id().optional(),
    positionId: id().optional(),
    state: z.enum(['enabled', 'disabled']).optional(),
    ids: list(id(), 200).optional(),
    sort: z.enum(['name', 'userLoginId', 'createdAt']).default('createdAt'),
    order: z.enum(['asc', 'desc']).default('asc'),
    ...paging,
  }),
  result: pageOf(member),
});
const byWay = {
  name: requiredText(50),
  gender: gender.optional(),
  email: z.email().max(120),
  phone: text(30).optional(),
  mainAccount: flag().optional(),
  supervisorId: id().nullable().optional(),
  departmentId: id().nullable().optional(),
  positionId: id().nullable().optional(),
  language: z.enum(['zh', 'en']).optional(),
};
export const saveOrUpdateUser = defineCall({
  method: 'POST',
  path: '/seller/user/management/saveOrUpdateUser',
  access: [rights.account.add, rights.account.edit],
  summary:
    'Creates an account, or updates one by `id` and `version`; omitted fields stay. A new account is emailed a key to set its password, or gets an initial password that must be changed at the first sign-in.',
  notInSample: true,
  input: z.strictObject({
    user: z.union([
      z.strictObject({ id: id(), version: integer(1), ...byWay }),
      z.strictObject({ userLoginId: loginId, ...byWay, password: newPassword.optional() }),
    ]),
  }),
  result: z.object({ id: z.number(), userLoginId: z.string(), version: z.number() }),
  secret: true,
});
export const getOneUserForUpdate = defineCall({
  method: 'GET',
  path: '/seller/user/management/getOneUserForUpdate',
  access: [rights.account.view],
  summary: 'Returns an account for editing. Send its version back with the change.',
  input: oneLogin,
  result: member.extend({
    version: z.number(),
    passwordChangedAt: z.string(),
    /** Sessions that are open at this moment. */
    sessions: z.number(),
    /** They have two-step sign-in. */
    secondFactor: z.boolean(),
    /** Members who have this account as their supervisor. */
    reports: z.number(),
  }),
});
export const getOneUser = defineCall({
  method: 'GET',
  path: '/seller/user/management/getOneUser',
  access: 'user',
  summary: 'Returns the user’s own account.',
  input: z.strictObject({}),
  result: member.extend({ passwordEndsAt: z.string() }),
});
export const getInfo = defineCall({
  method: 'GET',
  path: '/seller/user/getInfo',
  access: 'user',
  summary: 'Returns the profile card of a colleague, or the user’s own.',
  input: z.strictObject({ userLoginId: text(60).optional() }),
  result: member.pick({
    id: true,
    userLoginId: true,
    name: true,
    gender: true,
    departmentName: true,
    positionName: true,
    supervisorName: true,
    enabled: true,
    absence: true,
  }),
});
export const getUserList = defineCall({
  method: 'GET',
  path: '/seller/user/getUserList',
  access: 'user',
  summary: 'Lists the users of the company for pickers.',
  input: z.strictObject({}),
  result: z.object({ list: z.array(option) }),
});
export const userList = defineCall({
  method: 'GET',
  path: '/seller/userInfo/userList',
  access: [rights.account.view],
  summary: 'Lists all accounts of the company with their departments, including disabled ones.',
  input: z.strictObject({}),
  result: z.object({
    list: z.array(
      option.extend({ departmentId: z.number().nullable(), mainAccount: z.boolean(), enabled: z.boolean() }),
    ),
  }),
});
export const getDeptIdsUser = defineCall({
  method: 'GET',
  path: '/seller/user/getDeptIdsUser',
  access: 'user',
  summary: 'Lists the users of departments and of those under them, for pickers.',
  input: z.strictObject({ deptIds: list(id(), 200) }),
  result: z.object({ list: z.array(option.extend({ departmentId: z.number() })) }),
});

// ---- changes of accounts
export const enableUser = defineCall({
  method: 'POST',
  path: '/seller/user/management/enableUser',
  access: [rights.account.enable],
  summary: 'Enables a disabled user.',
  input: oneLogin,
  result: ok,
});
export const disableUser = defineCall({
  method: 'POST',
  path: '/seller/user/management/disableUser',
  access: [rights.account.disable],
  summary: 'Disables a user. Their sessions end at once.',
  input: oneLogin,
  result: ok,
});
export const editUserPassword = defineCall({
  method: 'GET',
  path: '/seller/user/management/editUserPassword',
  access: [rights.account.password],
  summary: 'Sets a member’s password, which must be changed at the next sign-in. All sessions of the member end.',
  notInSample: true,
  input: z.strictObject({ userLoginId: requiredText(60), password: newPassword }),
  result: ok,
  secret: true,
});
export const mailPasswordKey = defineCall({
  method: 'POST',
  path: '/seller/user/management/mailPasswordKey',
  access: [rights.account.add, rights.account.password],
  summary: 'Emails a member a key to set the password. Older keys stop working.',
  notInSample: true,
  input: oneLogin,
  result: ok,
});
export const getNewUserId = defineCall({
  method: 'GET',
  path: '/seller/userInfo/getNewUserId',
  access: [rights.account.swap],
  summary: 'Lists the accounts that can take over from an account: all other enabled accounts.',
  input: z.strictObject({ oldUserId: id() }),
  result: z.object({ list: z.array(option.extend({ departmentName: z.string().nullable() })) }),
});
export const saveUserSwap = defineCall({
  method: 'POST',
  path: '/seller/userLogin/saveUserSwap',
  access: [rights.account.swap],
  summary:
    'Transfers the open work of an account to another: documents, approvals, messages, delegations, direct reports and saved filters. Completed work keeps its author. `delOldCheck` also deletes the old account, which needs the right to delete.',
  input: z.strictObject({
    oldUser: id(),
    newUser: id(),
    delOldCheck: z.union([flag(), z.enum(['Y', 'N']).transform((v) => v === 'Y')]).default(false),
  }),
  result: z.object({ moved: z.array(z.object({ what: z.string(), title: z.string(), count: z.number() })) }),
});
export const userAccountDel = bulkCall(
  '/seller/userInfo/userAccountDel',
  [rights.account.delete],
  'Deletes accounts one by one. Reports those that were not deleted and why.',
  z.strictObject({ userLoginIds: list(requiredText(60), 200).refine((ids) => ids.length > 0) }),
);

// ---- away
export const saveAbsence = defineCall({
  method: 'POST',
  path: '/seller/user/saveAbsence',
  access: 'user',
  summary: 'Sets when a user is away and who acts for them. For another user, this needs 992:edit.',
  input: z.strictObject({
    userLoginId: text(60).optional(),
    fromAt: instant(),
    untilAt: instant(),
    delegateId: id(),
  }),
  result: ok,
});
export const endAbsence = defineCall({
  method: 'POST',
  path: '/seller/user/endAbsence',
  access: 'user',
  summary: 'Ends an absence. For another user, this needs 992:edit.',
  input: z.strictObject({ userLoginId: text(60).optional() }),
  result: ok,
});
