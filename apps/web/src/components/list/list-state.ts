import { PAGE_SIZES } from '@tradewind/contract/call.ts';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Sort } from '../table/head-cell.tsx';
import { type Filter, type FilterValues, namesOf } from './filters.ts';

export interface ListState {
  tab: string;
  filters: FilterValues;
  page: number;
  pageSize: number;
  sort: Sort | undefined;
  /** Id of the row whose drawer is open. */
  open: string;
}

export interface ListStateTools {
  state: ListState;
  setTab: (tab: string) => void;
  setFilters: (changed: FilterValues) => void;
  /** Replaces all filters by a saved one. */
  replaceFilters: (filters: FilterValues, tab: string) => void;
  setPage: (page: number, pageSize: number) => void;
  setSort: (sort: Sort | undefined) => void;
  /** Opening adds to the browser's history, so that Back closes it. Going from row to row does not. */
  setOpen: (id: string) => void;
  /** The address of the list with this row open. */
  hrefOf: (id: string) => string;
}

interface Defaults {
  tabParam: string;
  firstTab: string;
  filters: readonly Filter[];
  pageSize: number;
}

/** The state of a list is in its URL, so reload, Back, a second tab and a shared link show the same rows. */
export function useListState({ tabParam, firstTab, filters, pageSize }: Defaults): ListStateTools {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const names = filters.flatMap(namesOf);
  const size = Number(params.get('size'));
  const state: ListState = {
    tab: params.get(tabParam) ?? firstTab,
    filters: Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : []))),
    page: Math.max(1, Number(params.get('page')) || 1),
    pageSize: PAGE_SIZES.some((each) => each === size) ? size : pageSize,
    sort: parseSort(params.get('sort')),
    open: params.get('open') ?? '',
  };
  const changed = (changes: Record<string, string | undefined>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    return next;
  };
  const write = (changes: Record<string, string | undefined>) => setParams(changed(changes), { replace: true });
  const setOpen = (open: string) => {
    if (open === '' && openedHere()) void navigate(-1);
    else if (open === '') write({ open });
    else
      setParams(changed({ open }), {
        replace: state.open !== '',
        state: state.open === '' || openedHere() ? OPENED : null,
      });
  };
  return {
    state,
    setTab: (tab) => write({ [tabParam]: tab === firstTab ? undefined : tab, page: undefined, open: undefined }),
    setFilters: (changed) => write({ ...changed, page: undefined, open: undefined }),
    replaceFilters: (all, tab) =>
      write({
        ...Object.fromEntries(names.map((name) => [name, all[name]])),
        [tabParam]: tab === firstTab ? undefined : tab,
        page: undefined,
        open: undefined,
      }),
    setPage: (page, desired) =>
      write({
        page: page > 1 && desired === state.pageSize ? String(page) : undefined,
        size: desired === pageSize ? undefined : String(desired),
      }),
    setSort: (sort) => write({ sort: sort && `${sort.key}.${sort.order}`, page: undefined }),
    setOpen,
    hrefOf: (open) => `#${pathname}?${changed({ open })}`,
  };
}

/** Marks the history entry that opening a row added; closing the row goes back over it. */
const OPENED = { rowOpened: true };
function openedHere(): boolean {
  const { usr } = (window.history.state ?? {}) as { usr?: { rowOpened?: boolean } | null };
  return usr?.rowOpened === true;
}

function parseSort(text: string | null): Sort | undefined {
  const [, key, order] = text?.match(/^(.+)\.(asc|desc)$/) ?? [];
  return key && (order === 'asc' || order === 'desc') ? { key, order } : undefined;
}
