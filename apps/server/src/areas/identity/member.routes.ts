import {
  disableUser,
  editUserPassword,
  enableUser,
  endAbsence,
  getDeptIdsUser,
  getInfo,
  getNewUserId,
  getOneUser,
  getOneUserForUpdate,
  getUserList,
  listMembers,
  mailPasswordKey,
  saveAbsence,
  saveOrUpdateUser,
  saveUserSwap,
  userAccountDel,
  userList,
} from '@tradewind/contract/identity.ts';
import type { App } from '../../core/app.ts';
import { handle, handleApp, OK, type Route } from '../../core/http/routes.ts';
import { dropAbsence, setAbsence } from './absences.ts';
import { deleteMembers, setUserEnabled } from './member-out.ts';
import { mailPassword, saveMember } from './member-save.ts';
import { members } from './members.list.ts';
import { allUsers, cardOf, memberForUpdate, ownAccount, usersOfDepartments } from './members.ts';
import { setMemberPassword } from './passwords.ts';
import { usersForPickers } from './self.ts';
import { candidates, swapUser } from './swap.ts';

export function memberRoutes(app: App): Route[] {
  return [
    handle(listMembers, (tx, input) => members.page(tx, input)),
    handle(getOneUserForUpdate, (tx, { userLoginId }) => memberForUpdate(tx, userLoginId)),
    handle(getOneUser, (tx) => ownAccount(tx)),
    handle(getInfo, (tx, { userLoginId }) => cardOf(tx, userLoginId)),
    handle(getUserList, async (tx) => ({ list: await usersForPickers(tx) })),
    handle(userList, async (tx) => ({ list: await allUsers(tx) })),
    handle(getDeptIdsUser, async (tx, { deptIds }) => ({
      list: await usersOfDepartments(tx, deptIds),
    })),
    ...changes(app),
    ...absences(),
  ];
}

function changes(app: App): Route[] {
  return [
    handleApp(saveOrUpdateUser, (ctx, { user }) => saveMember(app, ctx, user)),
    handle(enableUser, (tx, { userLoginId }) => setUserEnabled(tx, userLoginId, true)),
    handle(disableUser, (tx, { userLoginId }) => setUserEnabled(tx, userLoginId, false)),
    handleApp(editUserPassword, async (ctx, supplied) => {
      await setMemberPassword(app, ctx, supplied);
      return OK;
    }),
    handle(mailPasswordKey, (tx, { userLoginId }) => mailPassword(tx, userLoginId)),
    handle(getNewUserId, async (tx, { oldUserId }) => ({
      list: await candidates(tx, oldUserId),
    })),
    handle(saveUserSwap, (tx, { oldUser, newUser, delOldCheck }, ctx) =>
      swapUser(tx, ctx, oldUser, newUser, delOldCheck),
    ),
    handleApp(userAccountDel, (ctx, { userLoginIds }) => deleteMembers(app, ctx, userLoginIds)),
  ];
}

function absences(): Route[] {
  return [
    handle(saveAbsence, (tx, input, ctx) => setAbsence(tx, ctx, input)),
    handle(endAbsence, (tx, { userLoginId }, ctx) => dropAbsence(tx, ctx, userLoginId)),
  ];
}
