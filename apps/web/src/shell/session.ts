import { onlineManager } from '@tanstack/react-query';
import { getButton, getNum, type MenuItem, mainModelNew } from '@tradewind/contract/access.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { getUserShop } from '@tradewind/contract/channels.ts';
import { getUserInfoMain } from '@tradewind/contract/identity.ts';
import { createContext, useContext } from 'react';
import { callApi, setAsleep } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { callKey } from '../api/hooks.ts';
import { queryClient } from '../api/query-client.ts';
import { i18n } from '../i18n.ts';
import { createSignal } from './signal.ts';

export type UserInfo = ResultOf<typeof getUserInfoMain>;
export interface Session {
  user: UserInfo;
  menu: MenuItem[];
}
export const SESSION_KEY = ['session'];

/** First entry: loads the signed-in user, their menu and what it shows. */
export async function loadSession(): Promise<Session> {
  const quiet = { quiet: true };
  const user = await callApi(getUserInfoMain, {}, quiet);
  if (!user?.userId) throw new ApiError(-1, 'web.noUser', i18n.t('guard.noUser'));
  // The server says no to the rest until it is set up.
  if (user.secondFactorNeeded) return { user, menu: [] };
  const [menu, counts, shops] = await Promise.all([
    callApi(mainModelNew, {}, quiet),
    callApi(getNum, {}, quiet),
    callApi(getUserShop, {}, quiet),
  ]);
  if (menu.length === 0) throw new ApiError(-1, 'web.noMenu', i18n.t('guard.noMenu'));
  queryClient.setQueryData(callKey(getNum, {}), counts);
  queryClient.setQueryData(callKey(getUserShop, {}), shops);
  return { user, menu };
}

export const SessionContext = createContext<Session | undefined>(undefined);

/** The signed-in user; undefined on public pages. */
export function useSession(): Session | undefined {
  return useContext(SessionContext);
}
/** For pages behind the guard. */
export function useUser(): UserInfo {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useUser on a page without a session');
  return session.user;
}
/** The company's time zone; the browser's on public pages. */
export function useTimeZone(): string {
  return useContext(SessionContext)?.user.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** After sign-out: clears everything of the session from memory and opens the sign-in. */
export function leave(redirect = ''): void {
  // At once: other code may navigate elsewhere before the reload.
  queryClient.clear();
  // Not by changing the hash, which the router would follow: nobody should type into a form about to disappear.
  window.history.pushState(
    null,
    '',
    `#/login?isLogout=1${redirect ? `&redirect=${encodeURIComponent(redirect)}` : ''}`,
  );
  window.location.reload();
}

/** From now on everything on the screen belongs to another user or company. */
export function startAnew(): void {
  window.location.hash = '#/Mainpage';
  window.location.reload();
}

let locked = false;
/** The window has been unlocked. */
export const unlockedSignal = createSignal();
/**
 * While the window is locked an ended session is expected: typed values stay until the user signs in again, and the
 * pages underneath ask nothing.
 */
export function setLocked(value: boolean): void {
  locked = value;
  setAsleep(value);
  onlineManager.setOnline(!value);
  if (!value) unlockedSignal.send();
}
export function isLocked(): boolean {
  return locked;
}

/** The server no longer knows the session: opens the sign-in, which leads back to the current page. */
export function sessionOver(): void {
  if (locked) return;
  const here = window.location.hash.slice(1);
  leave(here.startsWith('/login') ? '' : here);
}

const LOOK_AGAIN_MS = 5000;
let looked = 0;
/** A right is gone, or the language changed: loads menu, buttons and names again and keeps the page as it is. */
export function rightsChanged(): void {
  if (locked || Date.now() - looked < LOOK_AGAIN_MS) return;
  looked = Date.now();
  void renewSession();
}
export async function renewSession(): Promise<void> {
  if (!queryClient.getQueryData(SESSION_KEY)) return;
  try {
    queryClient.setQueryData(SESSION_KEY, await loadSession());
    await queryClient.invalidateQueries({ queryKey: callKey(getButton) });
  } catch {
    // The next call reports it.
  }
}
