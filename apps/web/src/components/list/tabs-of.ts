import type { StatusTab } from './status-tabs.tsx';

interface TabsOf<V extends string> {
  /** The first tab, which asks for every row. */
  all?: string;
  /** How many rows there are of each; undefined: not known yet. */
  counts?: Partial<Record<string, number>> | undefined;
  uncounted?: readonly V[];
  /** Wait for a person. */
  urgent?: readonly V[];
  /** Tabs that ask for something else, after those of the values. */
  more?: readonly StatusTab[];
}

/** One tab for each value that a parameter of the list takes. */
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
