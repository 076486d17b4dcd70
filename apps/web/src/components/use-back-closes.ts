import { useInsertionEffect } from 'react';
import { usePage } from '../shell/page-context.ts';
import { useStable } from './use-stable.ts';

interface Opened {
  /** Empty outside of pages. */
  path: string;
  close: () => void;
}
/** Open layers, by the mark of their entry in the browser's history. */
const opened = new Map<string, Opened>();

const markHere = (): unknown => (window.history.state as { opened?: unknown } | null)?.opened;
/** Adds an entry, or reuses the current one if its form is already closed. */
function addEntry(mark: string): void {
  const state: { idx?: number } = window.history.state ?? {};
  const here = markHere();
  if (typeof here === 'string' && !opened.has(here)) window.history.replaceState({ ...state, opened: mark }, '');
  else window.history.pushState({ ...state, idx: (state.idx ?? 0) + 1, opened: mark }, '');
}
/** A step back that the program made itself and the browser has not made yet. */
let leaving = false;
/** The address that was opened since; the browser steps back from that one as well. */
let openedSince: string | undefined;
/**
 * Whether the step that the browser makes stays on its page, as Back from a layer does. Undefined where it does not tell
 * beforehand.
 */
let staysHere: boolean | undefined;
window.navigation?.addEventListener('navigate', ({ navigationType, destination }) => {
  staysHere = navigationType === 'traverse' && pathOf(destination.url) === pathOf(window.location.href);
  if (leaving && navigationType === 'push' && destination.url !== window.location.href) openedSince = destination.url;
});
/** Runs later, because the act that closed it may lead to another page or open the next form. */
function leaveEntry(mark: string): void {
  setTimeout(() => {
    if (markHere() !== mark) return;
    leaving = true;
    window.history.back();
  });
}
/** The last layer that was opened on the page. */
const lastOpened = () => {
  const path = pathOf(window.location.href);
  return [...opened].findLast(([, one]) => one.path === path || one.path === '') ?? [];
};

/**
 * Lets Back close a layer: opening adds an entry to the browser's history, closing removes it. `close` may ask first.
 * An insertion effect, because React undoes the other kinds while the page's tab is hidden.
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
/** The page that the current step left; undefined if the address stayed on its page. */
let from: string | undefined;
window.addEventListener('hashchange', ({ oldURL }) => {
  from = pathOf(oldURL);
});
window.addEventListener('popstate', () => {
  // Opening it is no step.
  if (openedSince === window.location.href) return;
  const own = leaving;
  leaving = false;
  if (openedSince) {
    window.location.hash = new URL(openedSince).hash;
    openedSince = undefined;
    return;
  }
  const here = markHere();
  if (typeof here === 'string' && !opened.has(here)) return window.history.back();
  const isElsewhere = staysHere === false;
  from = undefined;
  // A browser that does not tell beforehand reports the changed address right after this.
  setTimeout(() => {
    // An opened address, or coming from another page, is not Back in the form.
    if (isElsewhere || (from !== undefined && from !== pathOf(window.location.href))) return;
    const [mark, last] = lastOpened();
    if (!mark || !last || mark === markHere()) return;
    addEntry(mark);
    // A layer that was opened since took the entry that this step left; it only gets it back.
    if (!own) last.close();
  });
});
