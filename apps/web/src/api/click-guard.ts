import type { Call } from '@tradewind/contract/call.ts';

/** So long the same act, wanted a second time in a row, is the second half of a double click. */
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

/** Is this the very act that was begun last, less than a second ago? */
export function isSecondClick(call: Call, input: unknown): boolean {
  return last?.key === keyOf(call, input) && Date.now() - last.at < CLICK_GUARD_MS;
}

/** The second click gets the first one's answer. What failed may be tried again at once; files are never taken for the same. */
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
