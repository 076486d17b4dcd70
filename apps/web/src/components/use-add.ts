import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useStable } from './use-stable.ts';

/** What a link opens where a page has one form only. */
export const ADD = '1';

/**
 * Opens a form when the address says so (`?add=<what>`), so that another page can link to it. The address forgets it
 * first: Back then closes the form and does not open it again. `open` is false until the user's rights are known; `what` is null for a button that no link opens.
 */
export function useAdd(what: string | null, open: false | (() => void)): void {
  const [params, setParams] = useSearchParams();
  const [due, setDue] = useState(false);
  const openNow = useStable(() => (open === false ? undefined : open()));
  const linked = what !== null && params.get('add') === what;
  const ready = open !== false;
  useEffect(() => {
    if (linked) {
      setDue(true);
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete('add');
          return next;
        },
        { replace: true },
      );
    } else if (due && ready) {
      setDue(false);
      openNow();
    }
  }, [linked, due, ready, setParams, openNow]);
}
