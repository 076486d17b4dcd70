import { useEffect, useRef } from 'react';

const TYPING_MS = 250;

/** Passes the typed text on once typing pauses; an emptied field at once. */
export function usePause(act: (text: string) => void): (text: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (typed) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => act(typed), typed === '' ? 0 : TYPING_MS);
  };
}
