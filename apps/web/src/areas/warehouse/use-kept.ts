import { useRef, useState } from 'react';

function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * State that a reload leaves as it was: a phone that was put away in the middle of work goes on where it stopped.
 * `understand` makes the state of what was kept, which may be null or of an older program.
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
    /** Also for scans that are worked on before the page is drawn again. */
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
