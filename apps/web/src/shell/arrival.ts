/**
 * The key of what a seller brought along from a platform, kept in the browser: whoever has to register first comes back
 * by a link in a mail, and goes on with it after the sign-in. Worth nothing in another browser.
 */
const STORED = 'tradewind.arrival';
/** As long as the server keeps it. */
const MINUTES = 30;

export function noteArrival(state: string, now = Date.now()): void {
  localStorage.setItem(STORED, `${now + MINUTES * 60_000} ${state}`);
}

export function pendingArrival(now = Date.now()): string | undefined {
  const [until, state] = (localStorage.getItem(STORED) ?? '').split(' ');
  return Number(until) > now ? state : undefined;
}

export function forgetArrival(): void {
  localStorage.removeItem(STORED);
}
