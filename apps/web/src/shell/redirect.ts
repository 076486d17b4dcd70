import { pendingArrival } from './arrival.ts';

/** The pages with the sign-in form: our own, and those that finish what a seller began on a platform. */
const SIGN_INS = ['/login', '/shopifyLogin', '/shopLogin', '/shopWarehouseLogin'];

export const isSignIn = (path: string): boolean => SIGN_INS.includes(path);

/** Where the sign-in leads: the page that was wanted. Only paths of this program, and never the sign-in itself. */
export function redirectPath(params: URLSearchParams, path = '/login'): string {
  if (path !== '/login') return bindingPath(params.get('state') ?? '');
  const desired = params.get('redirect') ?? '';
  if (desired.startsWith('/') && !desired.startsWith('//') && !/^\/login(\?|$)/.test(desired)) return desired;
  const arrival = pendingArrival();
  return arrival ? bindingPath(arrival) : '/';
}

const bindingPath = (state: string): string => `/shopBinding?${new URLSearchParams({ state })}`;
