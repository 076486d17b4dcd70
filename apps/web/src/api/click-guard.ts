import type { Call } from '@tradewind/contract/call.ts';

/** Within this time, the same act again in a row counts as the second half of a double click. */
export const CLICK_GUARD_MS = 1000;

interface Act {
  key: string;
  at: number;
  answer: Promise<unknown>;
}
let last: Act | undefined;

function keyOf(call: Call, input: unknown): string {
  return `${call.method} ${call.path} ${JSON.stringify(input ?? {})}`;
}

/** Whether this is the same act as the last one, less than a second ago. */
export function isSecondClick(call: Call, input: unknown): boolean {
  return last?.key === keyOf(call, input) && Date.now() - last.at < CLICK_GUARD_MS;
}

/** The second click gets the first one's answer. A failed act may be tried again at once; files never count as same. */
export function guardClick<T>(call: Call, input: unknown, send: () => Promise<T>): Promise<T> {
  if (last && isSecondClick(call, input)) return last.answer as Promise<T>;
  const answer = send();
  const act: Act = { key: keyOf(call, input), at: Date.now(), answer };
  last = act;
  answer.catch(() => {
    if (last === act) last = undefined;
  });
  return answer;
}
