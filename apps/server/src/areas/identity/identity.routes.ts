import { SESSION_COOKIE } from '@tradewind/contract/call.ts';
import {
  editPasswordWithOriginal,
  forgetPassword,
  getCheckCode,
  getPreferences,
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
import { handle, OK, type RequestCtx, type Route } from '../../core/http/routes.ts';
import { acts } from './audit.ts';
import { drawCaptcha } from './captcha.ts';
import { departmentRoutes } from './department.routes.ts';
import { memberRoutes } from './member.routes.ts';
import { changePassword, forgotPassword, resetPassword } from './passwords.ts';
import { keepLanguage, keepPreference, readPreferences, validateUserMail } from './self.ts';
import { closeSession, LONGEST_DAYS } from './sessions.ts';
import { signIn } from './sign-in.ts';

const DAY_SECONDS = 24 * 3600;

export function identityRoutes(app: App): Route[] {
  const enter = async (ctx: RequestCtx, given: Parameters<typeof signIn>[2]) => {
    const session = await signIn(app, ctx, given);
    ctx.setCookie(SESSION_COOKIE, session.token, LONGEST_DAYS * DAY_SECONDS);
    return session;
  };
  return [
    handle(getCheckCode, (ctx) => drawCaptcha(app, ctx)),
    handle(login, enter),
    handle(shopifyLogin, enter),
    handle(logout, async (ctx) => {
      if (ctx.tokenHash) await closeSession(app, ctx.tokenHash);
      const { userId: targetId, name: targetName } = ctx.actor;
      await app.database.inCompany(ctx, (tx) =>
        writeAudit(tx, [{ action: acts.signedOut, targetKind: 'user', targetId, targetName, address: ctx.address }]),
      );
      ctx.setCookie(SESSION_COOKIE, '', 0);
      return OK;
    }),
    handle(forgetPassword, async (ctx, given) => {
      await forgotPassword(app, ctx, given);
      return OK;
    }),
    handle(updatePassword, async (_ctx, given) => {
      await resetPassword(app, given);
      return OK;
    }),
    handle(editPasswordWithOriginal, async (ctx, given) => {
      await changePassword(app, ctx, given);
      return OK;
    }),
    handle(mailValidate, async (_ctx, { key }) => {
      await validateUserMail(app, key);
      return OK;
    }),
    ...ownSettings(app),
    ...memberRoutes(app),
    ...departmentRoutes(app),
  ];
}

function ownSettings({ database }: App): Route[] {
  return [
    handle(updateLocales, async (ctx, { lastLocale }) => {
      await database.inCompany(ctx, (tx) => keepLanguage(tx, lastLocale));
      return OK;
    }),
    handle(getPreferences, (ctx) => database.inCompany(ctx, readPreferences)),
    handle(savePreference, async (ctx, { key, value }) => {
      await database.inCompany(ctx, (tx) => keepPreference(tx, key, value));
      return OK;
    }),
  ];
}
