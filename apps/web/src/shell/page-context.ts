import { createContext, useContext } from 'react';

export interface PageInfo {
  path: string;
  title: string;
  /** 0 if the page belongs to no module. */
  moduleId: number;
}

/** The current page; every open tab has its own. */
export const PageContext = createContext<PageInfo>({ path: '', title: '', moduleId: 0 });
export function usePage(): PageInfo {
  return useContext(PageContext);
}

/** Drawers open inside their page, so that another tab does not show them. */
export const PageRootContext = createContext<HTMLElement | null>(null);
export function usePageRoot(): HTMLElement | null {
  return useContext(PageRootContext);
}
