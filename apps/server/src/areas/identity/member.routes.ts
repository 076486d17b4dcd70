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
import { handle, OK, type Route } from '../../core/http/routes.ts';
import { dropAbsence, setAbsence } from './absences.ts';
import { deleteMembers, setUserEnabled } from './member-out.ts';
import { mailPassword, saveMember } from './member-save.ts';
import {
  allUsers,
  cardOf,
  memberForUpdate,
  outgoingForUpdate,
  ownAccount,
  pageOfMembers,
  usersOfDepartments,
} from './members.ts';
import { setMemberPassword } from './passwords.ts';
import { usersForPickers } from './self.ts';
import { candidates, swapUser } from './swap.ts';

export function memberRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(listMembers, (ctx, input) => database.look(ctx, (tx) => pageOfMembers(tx, input))),
    handle(getOneUserForUpdate, async (ctx, { userLoginId }) =>
      outgoingForUpdate(await database.look(ctx, (tx) => memberForUpdate(tx, userLoginId))),
    ),
    handle(getOneUser, (ctx) => database.look(ctx, ownAccount)),
    handle(getInfo, (ctx, { userLoginId }) => database.look(ctx, (tx) => cardOf(tx, userLoginId))),
    handle(getUserList, async (ctx) => ({ list: await database.look(ctx, usersForPickers) })),
    handle(userList, async (ctx) => ({ list: await database.look(ctx, allUsers) })),
    handle(getDeptIdsUser, async (ctx, { deptIds }) => ({
      list: await database.look(ctx, (tx) => usersOfDepartments(tx, deptIds)),
    })),
    ...changes(app),
    ...absences(app),
  ];
}

function changes(app: App): Route[] {
  const { database } = app;
  return [
    handle(saveOrUpdateUser, (ctx, { user }) => saveMember(app, ctx, user)),
    handle(enableUser, async (ctx, { userLoginId }) => {
      await database.inCompany(ctx, (tx) => setUserEnabled(tx, userLoginId, true));
      return OK;
    }),
    handle(disableUser, async (ctx, { userLoginId }) => {
      await database.inCompany(ctx, (tx) => setUserEnabled(tx, userLoginId, false));
      return OK;
    }),
    handle(editUserPassword, async (ctx, given) => {
      await setMemberPassword(app, ctx, given);
      return OK;
    }),
    handle(mailPasswordKey, async (ctx, { userLoginId }) => {
      await database.inCompany(ctx, (tx) => mailPassword(tx, userLoginId));
      return OK;
    }),
    handle(getNewUserId, async (ctx, { oldUserId }) => ({
      list: await database.look(ctx, (tx) => candidates(tx, oldUserId)),
    })),
    handle(saveUserSwap, (ctx, { oldUser, newUser, delOldCheck }) =>
      database.inCompany(ctx, (tx) => swapUser(tx, ctx, oldUser, newUser, delOldCheck)),
    ),
    handle(userAccountDel, (ctx, { userLoginIds }) => deleteMembers(app, ctx, userLoginIds)),
  ];
}

function absences({ database }: App): Route[] {
  return [
    handle(saveAbsence, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => setAbsence(tx, ctx, input));
      return OK;
    }),
    handle(endAbsence, async (ctx, { userLoginId }) => {
      await database.inCompany(ctx, (tx) => dropAbsence(tx, ctx, userLoginId));
      return OK;
    }),
  ];
}
