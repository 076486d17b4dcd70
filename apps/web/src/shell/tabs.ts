import { useState } from 'react';
import { useLocation } from 'react-router';
import type { ResolvedPage } from './resolve.ts';

export interface OpenTab {
  path: string;
  search: string;
  page: ResolvedPage;
  /** Grows when the tab is reloaded. */
  version: number;
  /** Order of the last visits: the least recently seen pages are unmounted. */
  seen: number;
}
export interface Tabs {
  tabs: readonly OpenTab[];
  /** The last state of a path: its filters and page. */
  urlOf: (path: string) => string;
  close: (paths: readonly string[]) => void;
  reload: (path: string) => void;
}

const STORED = 'tw.tabs';
const MAX_TABS = 20;

/** Visited pages, in the order they were opened. A reload of the window brings the tabs back. */
export function useTabs(
  page: ResolvedPage,
  affix: readonly string[],
  find: (path: string) => ResolvedPage | undefined,
): Tabs {
  const { search } = useLocation();
  const [tabs, setTabs] = useState<readonly OpenTab[]>(() => restore(affix, find));
  // The page of a closed tab, which must not open its tab again while leaving.
  const [leaving, setLeaving] = useState('');
  if (leaving !== '' && leaving !== page.path) setLeaving('');
  const shown = page.path === leaving || page.component === 'error' ? tabs : visited(tabs, page, search);
  if (shown !== tabs) {
    setTabs(shown);
    store(shown);
  }
  return {
    // Titles follow the language.
    tabs: shown.map((tab) => ({ ...tab, page: find(tab.path) ?? tab.page })),
    urlOf: (path) => path + (shown.find((tab) => tab.path === path)?.search ?? ''),
    close: (paths) => {
      const rest = shown.filter((tab) => !paths.includes(tab.path));
      if (paths.includes(page.path)) setLeaving(page.path);
      setTabs(rest);
      store(rest);
    },
    reload: (path) => setTabs(shown.map((tab) => (tab.path === path ? { ...tab, version: tab.version + 1 } : tab))),
  };
}

/** The tabs with this page as the latest; the same list if it already is. */
function visited(tabs: readonly OpenTab[], page: ResolvedPage, search: string): readonly OpenTab[] {
  const top = Math.max(0, ...tabs.map((tab) => tab.seen));
  const current = tabs.find((tab) => tab.path === page.path);
  if (current) {
    // A restored tab has not been seen, even if no other has.
    if (current.search === search && current.seen === top && top > 0) return tabs;
    return tabs.map((tab) => (tab === current ? { ...tab, search, page, seen: top + 1 } : tab));
  }
  const oldest =
    tabs.length >= MAX_TABS ? tabs.filter((tab) => !tab.page.affix).sort((x, y) => x.seen - y.seen)[0] : undefined;
  return [...tabs.filter((tab) => tab !== oldest), { path: page.path, search, page, version: 0, seen: top + 1 }];
}

function store(tabs: readonly OpenTab[]): void {
  sessionStorage.setItem(STORED, JSON.stringify(tabs.map(({ path, search }) => [path, search])));
}
/** Fixed tabs come first. */
function restore(affix: readonly string[], find: (path: string) => ResolvedPage | undefined): OpenTab[] {
  const kept = readStored().filter(([path]) => !affix.includes(path));
  return [...affix.map((path) => [path, ''] as const), ...kept].flatMap(([path, search]) => {
    const page = find(path);
    return page ? [{ path: page.path, search, page, version: 0, seen: 0 }] : [];
  });
}

function readStored(): (readonly [path: string, search: string])[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.flatMap((each: unknown) =>
      Array.isArray(each) ? [[String(each[0]), String(each[1] ?? '')] as const] : [],
    );
  } catch {
    return [];
  }
}
