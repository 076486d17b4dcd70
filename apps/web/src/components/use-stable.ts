import { useCallback, useInsertionEffect, useRef } from 'react';

/** The same function on every render, which does what the latest one does: rows need not draw again for it. */
export function useStable<A extends unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  const latest = useRef(act);
  useInsertionEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
