import { useState } from 'react';

/**
 * Under a pressed mouse button a list stays as it is: whoever presses an option and lets go there has chosen it, although
 * a newer answer came meanwhile.
 */
export function useHeld<T>(latest: T): { shown: T; onMouseDown: () => void } {
  const [held, setHeld] = useState<{ shown: T }>();
  return {
    shown: held ? held.shown : latest,
    onMouseDown: () => {
      setHeld({ shown: latest });
      // Caught before anybody can stop it, let go when all have had it.
      const letGo = () => setTimeout(() => setHeld(undefined));
      window.addEventListener('click', letGo, { once: true, capture: true });
    },
  };
}
