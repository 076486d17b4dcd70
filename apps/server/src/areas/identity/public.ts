import './identity.texts.ts';

export { delegateOf, isAwayAt } from './absence.ts';
export { createUser, findAccount, hashPassword, insertUser, type NewUser, userOf } from './accounts.ts';
export { solveCaptcha } from './captcha.ts';
export { departmentRemoving, type Swap, userRemoving, userSwapping, usersGrowing } from './hooks.ts';
export { ownerOfKey, useKey } from './keys.ts';
export { mailKeyIfKnown, mailKeyTo } from './mail-keys.ts';
export { resetFactorOf } from './own-factor.ts';
export { PASSWORD_DAYS, passwordEnds } from './password-days.ts';
export { mailLimits } from './passwords.ts';
export { type RightsBeingLoaded, rightsLoading } from './principals.ts';
export { REMEMBER_BROWSERS, SECOND_FACTOR } from './second-factor.settings.ts';
export { assertOwnFactor, hasSecondFactor } from './second-factor.ts';
export { markMailVerified } from './self.ts';
export {
  closeSessionsOf,
  endVisits,
  forgetPrincipals,
  keepViewing,
  keepVisiting,
  openSession,
  principalOfToken,
} from './sessions.ts';
export { signingIn } from './sign-in.ts';
export { principalSource } from './source.ts';
export { assertMayTry, countTry } from './throttle.ts';
