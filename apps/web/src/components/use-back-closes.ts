import { useInsertionEffect } from 'react';
import { usePage } from '../shell/page-context.ts';
import { useStable } from './use-stable.ts';

interface Opened {
  path: string;
  close: () => void;
}
/** What is open, by the mark of the entry that it added to the browser's history. */
const opened = new Map<string, Opened>();

const markHere = (): unknown => (window.history.state as { opened?: unknown } | null)?.opened;
/** In place of an entry whose form is closed, above any other. */
function addEntry(mark: string): void {
  const state: { idx?: number } = window.history.state ?? {};
  const here = markHere();
  if (typeof here === 'string' && !opened.has(here)) window.history.replaceState({ ...state, opened: mark }, '');
  else window.history.pushState({ ...state, idx: (state.idx ?? 0) + 1, opened: mark }, '');
}
/** Later, because whatever closed it may lead to another page or open the next form. */
function leaveEntry(mark: string): void {
  setTimeout(() => markHere() === mark && window.history.back());
}

/**
 * Back closes it: opening adds an entry to the browser's history, closing takes it away. `close` may ask first. An
 * insertion effect, because the other kinds are undone while the page's tab is hidden.
 */
export function useBackCloses(open: boolean, close: () => void): void {
  const { path } = usePage();
  const closeNow = useStable(close);
  useInsertionEffect(() => {
    if (!open) return;
    const mark = crypto.randomUUID();
    addEntry(mark);
    opened.set(mark, { path, close: closeNow });
    return () => {
      opened.delete(mark);
      leaveEntry(mark);
    };
  }, [open, path, closeNow]);
}

const pathOf = (url: string) => url.split('#')[1]?.split('?')[0];
/** The page that the present step led away from; undefined where it stayed on its page's address. */
let from: string | undefined;
window.addEventListener('hashchange', ({ oldURL }) => {
  from = pathOf(oldURL);
});
window.addEventListener('popstate', () => {
  const here = markHere();
  if (typeof here === 'string' && !opened.has(here)) return window.history.back();
  from = undefined;
  // The browser tells of a changed address right after this.
  setTimeout(() => {
    const path = pathOf(window.location.href);
    // Who comes from another page did not go back in the form.
    if (from !== undefined && from !== path) return;
    const [mark, last] = [...opened].findLast(([, one]) => one.path === path) ?? [];
    if (!mark || !last || mark === markHere()) return;
    addEntry(mark);
    last.close();
  });
});
