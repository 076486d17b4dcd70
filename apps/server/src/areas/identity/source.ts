import type { App } from '../../core/app.ts';
import type { NotificationListener } from '../../core/database/notification-listener.ts';
import { cachedPrincipals, type PrincipalSource } from './principal-cache.ts';
import { principalOfToken } from './sessions.ts';

/** The owner of a token, for the guard of every call. */
export const principalSource = (app: App, listener: NotificationListener): PrincipalSource =>
  cachedPrincipals(listener, (tokenHash) => principalOfToken(app, tokenHash));
