import { pendingArrival } from './arrival.ts';

/** The pages with the sign-in form: our own, and those that complete an authorization begun on a platform. */
const SIGN_INS = ['/login', '/shopifyLogin', '/shopLogin', '/shopWarehouseLogin'];

export const isSignIn = (path: string): boolean => SIGN_INS.includes(path);

/** The target of the sign-in: the requested page. Only paths of this program, and never the sign-in itself. */
export function redirectPath(params: URLSearchParams, path = '/login'): string {
  if (path !== '/login') return bindingPath(params.get('state') ?? '');
  const desired = params.get('redirect') ?? '';
  if (desired.startsWith('/') && !desired.startsWith('//') && !/^\/login(\?|$)/.test(desired)) return desired;
  const arrival = pendingArrival();
  return arrival ? bindingPath(arrival) : '/';
}

const bindingPath = (state: string): string => `/shopBinding?${new URLSearchParams({ state })}`;
