import { useCallback, useInsertionEffect, useRef } from 'react';

/** Returns one function for all renders that calls the latest one, so that rows need not draw again. */
export function useStable<A extends unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  const latest = useRef(act);
  useInsertionEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
