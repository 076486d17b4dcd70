import './identity.texts.ts';

export { createUser, hashPassword, type NewUser } from './accounts.ts';
export { closeSessionsOf, forgetPrincipals, openSession, principalSource } from './sessions.ts';
