import { useSyncExternalStore } from 'react';

/** Below 640 px lists become cards; below 992 px the sidebar becomes a drawer. */
export function useNarrow(below = 640): boolean {
  const query = `(max-width: ${below - 0.02}px)`;
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}
