import { HOST_ONLY } from '@tradewind/contract/call.ts';

const YEAR_SECONDS = 365 * 24 * 3600;
const isSecure = window.location.protocol === 'https:';
const nameOf = (name: string) => (isSecure ? `${HOST_ONLY}${name}` : name);

/** A setting of this browser, for what the server or the first picture of the page must know. */
export function readCookie(name: string): string | undefined {
  const start = `${nameOf(name)}=`;
  const found = document.cookie.split(/;\s*/).find((one) => one.startsWith(start));
  return found?.slice(start.length);
}

export function writeCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: plain settings of this browser, of which the server reads the language
  document.cookie = `${nameOf(name)}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${isSecure ? '; secure' : ''}`;
}
