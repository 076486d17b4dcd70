import type { StatusTab } from './status-tabs.tsx';

interface TabsOf<V extends string> {
  /** The first tab, for all rows. */
  all?: string;
  /** The number of rows of each tab; undefined: not known yet. */
  counts?: Partial<Record<string, number>> | undefined;
  uncounted?: readonly V[];
  /** Tabs whose rows need a person. */
  urgent?: readonly V[];
  /** Further tabs with an input of their own, after those of the values. */
  more?: readonly StatusTab[];
}

/** One tab for each value of a parameter of the list. */
export function tabsOf<V extends string>(
  param: string,
  values: readonly V[],
  word: (value: V) => string,
  { all, counts, uncounted = [], urgent = [], more = [] }: TabsOf<V> = {},
): { param: string; items: StatusTab[] } {
  const tabs = values.map((value) => ({
    value,
    label: word(value),
    count: counts && !uncounted.includes(value) ? (counts[value] ?? 0) : undefined,
    urgent: urgent.includes(value),
  }));
  return { param, items: [...(all === undefined ? [] : [{ value: '', label: all }]), ...tabs, ...more] };
}
