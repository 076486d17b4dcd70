import { useEffect, useEffectEvent, useState } from 'react';

/** The warning comes a minute before the end. */
export const WARN_MS = 60_000;
const MINUTE_MS = 60_000;
const LOOK_MS = 1000;
const STORED = 'tw.activity';
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

let last = 0;

/** Records activity. All windows of the browser share it: work in one keeps the others open. */
export function noteActivity(now = Date.now()): void {
  if (now - last < LOOK_MS) return;
  last = now;
  localStorage.setItem(STORED, String(now));
}
function lastActivity(): number {
  return Math.max(last, Number(localStorage.getItem(STORED)) || 0);
}

/** Seconds until the sign-out while it is near, 0 when it is due, undefined otherwise. `minutes` 0: never. */
export function secondsLeft(lastAt: number, now: number, minutes: number): number | undefined {
  if (minutes <= 0) return undefined;
  const left = lastAt + minutes * MINUTE_MS - now;
  if (left > Math.min(WARN_MS, (minutes * MINUTE_MS) / 2)) return undefined;
  return Math.max(0, Math.ceil(left / 1000));
}

/** Whether the browser was idle for longer than that, with the session still open. */
export function wasIdle(minutes: number): boolean {
  const lastAt = lastActivity();
  return lastAt > 0 && secondsLeft(lastAt, Date.now(), minutes) === 0;
}

/** Watches for activity while `watching`; calls `onOver` once after that much idle time. */
export function useIdle(minutes: number, watching: boolean, onOver: () => void): number | undefined {
  const [left, setLeft] = useState<number>();
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (!watching || minutes <= 0) return;
    noteActivity();
    const alive = () => {
      // After the computer slept, the first mouse move comes before the clock is checked.
      if (!wasIdle(minutes)) noteActivity();
    };
    const look = () => {
      const now = secondsLeft(lastActivity(), Date.now(), minutes);
      setLeft(now);
      if (now === 0) over();
    };
    for (const sign of SIGNS) window.addEventListener(sign, alive, { capture: true, passive: true });
    document.addEventListener('visibilitychange', look);
    const timer = setInterval(look, LOOK_MS);
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, alive, { capture: true });
      document.removeEventListener('visibilitychange', look);
      clearInterval(timer);
      setLeft(undefined);
    };
  }, [minutes, watching]);
  return left;
}
