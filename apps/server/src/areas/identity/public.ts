import './identity.texts.ts';

export { createUser, findAccount, hashPassword, insertUser, type NewUser, userOf } from './accounts.ts';
export { solveCaptcha } from './captcha.ts';
export { ownerOfKey, useKey } from './keys.ts';
export { mailKeyIfKnown, mailKeyTo } from './mail-keys.ts';
export { mailLimits } from './passwords.ts';
export { PASSWORD_DAYS, type RightsBeingLoaded, rightsLoading } from './principals.ts';
export { markMailVerified } from './self.ts';
export { closeSessionsOf, forgetPrincipals, openSession } from './sessions.ts';
export { signingIn } from './sign-in.ts';
export { principalSource } from './source.ts';
export { assertMayTry, countTry } from './throttle.ts';
