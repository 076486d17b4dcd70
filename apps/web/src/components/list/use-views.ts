import { deleteView, listViews, saveView } from '@tradewind/contract/settings.ts';
import { callApi } from '../../api/client.ts';
import { useAct, useCall, useRefresh } from '../../api/hooks.ts';
import { usePreference } from '../../shell/preferences.ts';
import { type FilterValues, parseSavedFilters } from './filters.ts';

export interface View {
  key: string;
  name: string;
  query: FilterValues;
  shared: boolean;
  own: boolean;
  /** Who made it. */
  by: string;
  remove?: () => void;
}

export interface Views {
  views: View[];
  /** True once it is saved. */
  keep: (name: string, query: FilterValues, shared: boolean) => Promise<boolean>;
  /** Turns filters that earlier releases stored in the user's settings into views. */
  moveOver: () => Promise<void>;
}

/** The views of a list: the user's own, then shared ones. `desired`: the menu is open. */
export function useViews(listId: string, desired: boolean): Views {
  const found = useCall(listViews, { listId }, { enabled: desired });
  const [older, saveOlder] = usePreference(`filters:${listId}`, parseSavedFilters);
  const save = useAct(saveView, { refresh: [listViews] });
  const drop = useAct(deleteView, { refresh: [listViews] });
  const refresh = useRefresh();
  const kept = found.data?.list ?? [];
  const views = [
    ...older
      .filter((each) => !kept.some((view) => view.own && view.name === each.name))
      .map((each) => ({
        ...each,
        key: `older-${each.name}`,
        shared: false,
        own: true,
        by: '',
        remove: () => saveOlder(older.filter((other) => other.name !== each.name)),
      })),
    ...kept.map(({ id, mayDelete, ...view }) => ({
      ...view,
      key: String(id),
      ...(mayDelete ? { remove: () => drop.mutate({ id }) } : {}),
    })),
  ];
  return {
    views: [...views.filter((view) => view.own), ...views.filter((view) => !view.own)],
    keep: (name, query, shared) =>
      save.mutateAsync({ listId, name, query, shared }).then(
        () => true,
        () => false,
      ),
    moveOver: async () => {
      if (older.length === 0) return;
      try {
        for (const { name, query } of older) await callApi(saveView, { listId, name, query }, { quiet: true });
        saveOlder(null);
        refresh(listViews);
      } catch {
        // Leave them in place and try again next time.
      }
    },
  };
}
