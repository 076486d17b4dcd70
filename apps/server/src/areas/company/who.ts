import type { ResultOf } from '@tradewind/contract/call.ts';
import type { getUserInfoMain } from '@tradewind/contract/identity.ts';
import { settingOf } from '../../core/company-settings.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sessionOver } from '../../core/errors.ts';
import { hasSecondFactor, PASSWORD_DAYS, passwordEnds, SECOND_FACTOR, userOf } from '../identity/public.ts';
import { companyOf } from './companies.ts';
import { planOf } from './plan/plans.ts';
import { settingsOf } from './profile.ts';

const DAY_MS = 24 * 3600 * 1000;
const BASE_PERMISSIONS = ['seeCost', 'seeBuyer', 'export'];

/** The signed-in user and company, with all that the frame of every page shows of them. */
export async function whoIsSignedIn(
  tx: Tx,
  ctx: Ctx,
  v2Url: string | undefined,
): Promise<ResultOf<typeof getUserInfoMain>> {
  const user = await userOf(tx, ctx.actor.userId);
  if (!user) throw sessionOver();
  const [company, plan, settings] = await Promise.all([companyOf(tx), planOf(tx), settingsOf(tx)]);
  // Who views as a member, or looks around in a sample company, is not asked for the password or the code of another.
  const own = !ctx.viewer && !ctx.visitor;
  const since = own ? user.passwordChangedAt : tx.now;
  const ends = passwordEnds(since, await settingOf(tx, PASSWORD_DAYS));
  return {
    customerId: String(ctx.companyId),
    userId: user.id,
    // What a locked window is opened with: nobody signs in as the people of a sample company.
    userLoginId: ctx.visitor?.actor.userLoginId ?? user.userLoginId,
    name: ctx.visitor ? ctx.actor.name : user.name,
    companyName: company.name,
    setMealName: ctx.language === 'zh' ? plan.nameZh : plan.nameEn,
    expireTime: company.planExpiresAt?.toISOString() ?? null,
    userSex: user.gender,
    language: ctx.visitor ? ctx.language : user.language,
    editPassWordTime: ends.toISOString(),
    passwordDaysLeft: Math.floor((ends.getTime() - tx.now.getTime()) / DAY_MS),
    secondFactorNeeded: own && (await settingOf(tx, SECOND_FACTOR)) && !(await hasSecondFactor(tx, user.id)),
    mainAccount: user.mainAccount,
    reducedMenu: user.reducedMenu,
    v2Url: v2Url ?? null,
    timeZone: company.timeZone,
    baseCurrency: company.baseCurrency,
    idleMinutes: settings.idleMinutes,
    watermark: settings.watermark,
    planExpired: plan.expired,
    provider: company.provider && user.mainAccount,
    sample: company.sample,
    permissions: ctx.rights.all ? BASE_PERMISSIONS : [...ctx.rights.base],
  };
}
