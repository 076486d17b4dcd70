import { readCookie, writeCookie } from '../cookie.ts';

export type SidebarStatus = 'open' | 'closed';
const COOKIE = 'sidebarStatus';

export const readSidebar = (): SidebarStatus => (readCookie(COOKIE) === '0' ? 'closed' : 'open');
export const saveSidebar = (status: SidebarStatus): void => writeCookie(COOKIE, status === 'open' ? '1' : '0');
