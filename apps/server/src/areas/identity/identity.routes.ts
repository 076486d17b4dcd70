import { SESSION_COOKIE } from '@tradewind/contract/call.ts';
import {
  confirmSignIn,
  editPasswordWithOriginal,
  endOtherSessions,
  endSession,
  forgetPassword,
  getCheckCode,
  getPreferences,
  listSessions,
  login,
  logout,
  mailValidate,
  savePreference,
  shopifyLogin,
  updateLocales,
  updatePassword,
} from '@tradewind/contract/identity.ts';
import type { App } from '../../core/app.ts';
import { writeAudit } from '../../core/audit.ts';
import { handle, handleApp, OK, type RequestCtx, type Route } from '../../core/http/routes.ts';
import { acts } from './audit.ts';
import { drawCaptcha } from './captcha.ts';
import { departmentRoutes } from './department.routes.ts';
import { memberRoutes } from './member.routes.ts';
import { endOwnOthers, endOwnSession, ownSessions } from './own-sessions.ts';
import { changePassword, forgotPassword, resetPassword } from './passwords.ts';
import { secondFactorRoutes } from './second-factor.routes.ts';
import { keepLanguage, keepPreference, readPreferences, validateUserMail } from './self.ts';
import { closeSession, LONGEST_DAYS } from './sessions.ts';
import { finishSignIn, signIn } from './sign-in.ts';

const DAY_SECONDS = 24 * 3600;

export function identityRoutes(app: App): Route[] {
  const enter =
    <I>(step: (app: App, ctx: RequestCtx, input: I) => ReturnType<typeof signIn>) =>
    async (ctx: RequestCtx, input: I) => {
      const entry = await step(app, ctx, input);
      if (entry.step === 'done') ctx.setCookie(SESSION_COOKIE, entry.token, LONGEST_DAYS * DAY_SECONDS);
      return entry;
    };
  return [
    handleApp(getCheckCode, (ctx) => drawCaptcha(app, ctx)),
    handleApp(login, enter(signIn)),
    handleApp(shopifyLogin, enter(signIn)),
    handleApp(confirmSignIn, enter(finishSignIn)),
    handleApp(logout, async (ctx) => {
      if (ctx.tokenHash) await closeSession(app, ctx.tokenHash);
      const { userId: targetId, name: targetName } = ctx.actor;
      await app.database.inCompany(ctx, (tx) =>
        writeAudit(tx, [{ action: acts.signedOut, targetKind: 'user', targetId, targetName, address: ctx.address }]),
      );
      ctx.setCookie(SESSION_COOKIE, '', 0);
      return OK;
    }),
    handleApp(forgetPassword, async (ctx, input) => {
      await forgotPassword(app, ctx, input);
      return OK;
    }),
    handleApp(updatePassword, async (_ctx, input) => {
      await resetPassword(app, input);
      return OK;
    }),
    handleApp(editPasswordWithOriginal, async (ctx, input) => {
      await changePassword(app, ctx, input);
      return OK;
    }),
    handleApp(mailValidate, async (_ctx, { key }) => {
      await validateUserMail(app, key);
      return OK;
    }),
    ...ownSettings(),
    ...secondFactorRoutes(app),
    ...memberRoutes(app),
    ...departmentRoutes(),
  ];
}

function ownSettings(): Route[] {
  return [
    handle(listSessions, (tx, _input, ctx) => ownSessions(tx, ctx)),
    handle(endSession, (tx, { id }, ctx) => endOwnSession(tx, ctx, id)),
    handle(endOtherSessions, (tx, _input, ctx) => endOwnOthers(tx, ctx)),
    handle(updateLocales, (tx, { lastLocale }) => keepLanguage(tx, lastLocale)),
    handle(getPreferences, (tx) => readPreferences(tx)),
    handle(savePreference, (tx, { key, value }) => keepPreference(tx, key, value)),
  ];
}
