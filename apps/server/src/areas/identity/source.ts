import type { App } from '../../core/app.ts';
import type { Ear } from '../../core/database/ear.ts';
import { cachedPrincipals, type PrincipalSource } from './principal-cache.ts';
import { principalOfToken } from './sessions.ts';

/** Who a token belongs to: what the guard of every call asks. */
export const principalSource = (app: App, ear: Ear): PrincipalSource =>
  cachedPrincipals(ear, (tokenHash) => principalOfToken(app, tokenHash));
