import type { App } from '../../core/app.ts';
import type { NotificationListener } from '../../core/database/notification-listener.ts';
import { cachedPrincipals, type PrincipalSource } from './principal-cache.ts';
import { principalOfToken } from './sessions.ts';

/** Who a token belongs to: what the guard of every call asks. */
export const principalSource = (app: App, listener: NotificationListener): PrincipalSource =>
  cachedPrincipals(listener, (tokenHash) => principalOfToken(app, tokenHash));
