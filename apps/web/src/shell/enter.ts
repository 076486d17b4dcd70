import { SESSION_OVER } from '@tradewind/contract/call.ts';
import { logout } from '@tradewind/contract/identity.ts';
import { callApi } from '../api/client.ts';
import { ApiError, asApiError } from '../api/errors.ts';
import { toast } from '../api/toast.ts';
import { i18n, savedLanguage, switchLanguage } from '../i18n.ts';
import { wasIdle } from './idle.ts';
import { loadSession, type Session } from './session.ts';

/**
 * First entry. If it fails for any reason but "not signed in", shows the error and ends the session. After a longer
 * absence than the company allows, the user signs in again.
 */
export async function enter(): Promise<Session> {
  try {
    const session = await loadSession();
    if (wasIdle(session.user.idleMinutes)) throw new ApiError(SESSION_OVER, 'web.idle', i18n.t('idle.over'));
    if (!savedLanguage()) await switchLanguage(session.user.language);
    return session;
  } catch (thrown) {
    const error = asApiError(thrown);
    // The page reloaded before the answer came: the next page enters, and this one must not end the session.
    if (error.error === 'web.left') return new Promise(() => {});
    if (error.error === 'web.idle') await callApi(logout, {}, { quiet: true }).catch(() => {});
    else if (error.code !== SESSION_OVER) {
      if (error.network) toast.network(error.msg);
      else toast.error(error.msg ? error : new Error(i18n.t('guard.hasError')));
      await callApi(logout, {}, { quiet: true }).catch(() => {});
    }
    throw error;
  }
}
