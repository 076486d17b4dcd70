/**
 * The key of a seller's arrival from a platform, kept in the browser. A seller who must register first returns by a
 * link in a mail and continues after the sign-in. Worthless in another browser.
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
