import { useState } from 'react';
import { useLocation } from 'react-router';
import type { ResolvedPage } from './resolve.ts';

export interface OpenTab {
  path: string;
  search: string;
  page: ResolvedPage;
  /** Grows when the tab is reloaded. */
  version: number;
  /** Order of the last visits: the pages longest not seen give their memory back. */
  seen: number;
}
export interface Tabs {
  tabs: readonly OpenTab[];
  /** Where a path was left: its filters and page. */
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
  const current = tabs.find((tab) => tab.path === page.path);
  const top = Math.max(0, ...tabs.map((tab) => tab.seen));
  let shown = tabs;
  if (page.component === 'error') shown = tabs;
  else if (!current) {
    const oldest =
      tabs.length >= MAX_TABS ? tabs.filter((tab) => !tab.page.affix).sort((a, b) => a.seen - b.seen)[0] : undefined;
    shown = [...tabs.filter((tab) => tab !== oldest), { path: page.path, search, page, version: 0, seen: top + 1 }];
  } else if (current.search !== search || current.page.title !== page.title || current.seen !== top)
    shown = tabs.map((tab) => (tab === current ? { ...tab, search, page, seen: top + 1 } : tab));
  if (shown !== tabs) {
    setTabs(shown);
    store(shown);
  }
  return {
    tabs: shown,
    urlOf: (path) => path + (shown.find((tab) => tab.path === path)?.search ?? ''),
    close: (paths) => {
      const rest = shown.filter((tab) => !paths.includes(tab.path));
      setTabs(rest);
      store(rest);
    },
    reload: (path) => setTabs(shown.map((tab) => (tab.path === path ? { ...tab, version: tab.version + 1 } : tab))),
  };
}

function store(tabs: readonly OpenTab[]): void {
  sessionStorage.setItem(STORED, JSON.stringify(tabs.map(({ path, search }) => [path, search])));
}
/** The affix pages come first, whatever was open. */
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
