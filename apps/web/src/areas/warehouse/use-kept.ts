import { useRef, useState } from 'react';

function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * State that survives a reload, so a phone locked in the middle of work continues where it stopped. `understand` builds
 * the state from the stored value, which may be null or written by an older version.
 */
export function useKept<T>(name: string, understand: (kept: unknown) => T) {
  const [kept, setKept] = useState(() => understand(read(name)));
  const newest = useRef(kept);
  const set = (next: T) => {
    newest.current = next;
    setKept(next);
  };
  return {
    kept,
    /** Also readable by scans that run before the next render. */
    now: () => newest.current,
    keep: (next: T) => {
      localStorage.setItem(name, JSON.stringify(next));
      set(next);
    },
    forget: () => {
      localStorage.removeItem(name);
      set(understand(null));
    },
  };
}
