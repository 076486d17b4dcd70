import { useSyncExternalStore } from 'react';

/** The one scale of widths: phone, tablet, wide screen. `scripts/pages.ts` checks the style sheets against it. */
type Breakpoint = 640 | 992 | 1200;

/** Below 640 px lists become cards; below 992 px the sidebar becomes a drawer. */
export function useNarrow(below: Breakpoint = 640): boolean {
  const query = `(width < ${below}px)`;
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}
