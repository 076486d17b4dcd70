import { useState } from 'react';
import type { RowKey } from '../table/data-row.tsx';

/** The ticked rows, kept across pages, or everything that matches the filter. */
export interface Selection {
  ids: ReadonlySet<RowKey>;
  all: boolean;
  toggle: (key: RowKey, range: boolean) => void;
  togglePage: () => void;
  selectAll: () => void;
  clear: () => void;
  /** An act was carried out on the ticked rows. They stay ticked, except those that leave the list through it. */
  acted: (failed: readonly number[]) => void;
  has: (key: RowKey) => boolean;
  page: 'none' | 'some' | 'all';
}

interface Ticked {
  /** The filter of the ticks; another filter clears them. */
  scope: string;
  ids: ReadonlySet<RowKey>;
  all: boolean;
  last: RowKey | undefined;
  /** The ticked rows of a page that an act was carried out on. */
  done?: { view: string; keys: readonly RowKey[] };
}
const nothing = (scope: string): Ticked => ({ scope, ids: new Set(), all: false, last: undefined });

/** Without the rows that have left the page since an act was carried out on them. */
function stillThere(ticked: Ticked, pageKeys: readonly RowKey[], view: string | undefined): Ticked {
  const { done, scope, ids, all } = ticked;
  if (!done || done.view !== view) return ticked;
  if (all) return pageKeys.length > 0 ? ticked : nothing(scope);
  const gone = new Set(done.keys.filter((key) => !pageKeys.includes(key)));
  if (gone.size === 0) return ticked;
  return {
    ...ticked,
    ids: new Set([...ids].filter((key) => !gone.has(key))),
    done: { view, keys: done.keys.filter((key) => !gone.has(key)) },
  };
}

/** @param view filter, page and order of the rows; undefined while those of another view are still shown */
export function useSelection(pageKeys: readonly RowKey[], scope: string, view: string | undefined): Selection {
  const [kept, setKept] = useState<Ticked>(() => nothing(scope));
  const there = stillThere(kept, pageKeys, view);
  if (there !== kept) setKept(there);
  const ticked = kept.scope === scope ? kept : nothing(scope);
  const onPage = pageKeys.filter((key) => ticked.ids.has(key)).length;
  return {
    ids: ticked.ids,
    all: ticked.all,
    has: (key) => ticked.all || ticked.ids.has(key),
    page: ticked.all || (pageKeys.length > 0 && onPage === pageKeys.length) ? 'all' : onPage > 0 ? 'some' : 'none',
    toggle: (key, range) => {
      const ids = new Set(ticked.all ? pageKeys : ticked.ids);
      const tick = !ids.has(key);
      for (const each of range && ticked.last !== undefined ? between(pageKeys, ticked.last, key) : [key]) {
        if (tick) ids.add(each);
        else ids.delete(each);
      }
      setKept({ scope, ids, all: false, last: key });
    },
    togglePage: () => {
      const ids = new Set(ticked.ids);
      const tick = !ticked.all && onPage < pageKeys.length;
      for (const key of pageKeys) {
        if (tick) ids.add(key);
        else ids.delete(key);
      }
      setKept({ scope, ids: ticked.all ? new Set() : ids, all: false, last: undefined });
    },
    selectAll: () => setKept({ scope, ids: new Set(), all: true, last: undefined }),
    clear: () => setKept(nothing(scope)),
    acted: (failed) =>
      setKept({
        ...ticked,
        ...(view === undefined
          ? {}
          : { done: { view, keys: pageKeys.filter((key) => ticked.ids.has(key) && !failed.includes(Number(key))) } }),
      }),
  };
}

function between(keys: readonly RowKey[], from: RowKey, to: RowKey): RowKey[] {
  const a = keys.indexOf(from);
  const b = keys.indexOf(to);
  return a < 0 || b < 0 ? [to] : keys.slice(Math.min(a, b), Math.max(a, b) + 1);
}
