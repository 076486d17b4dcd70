export interface Option {
  value: string | number;
  label: string;
  disabled?: boolean;
}

interface Common {
  label: string;
  /** Behind "more". */
  more?: boolean;
  width?: number;
}
export type Filter =
  | (Common & { kind: 'text'; name: string })
  | (Common & { kind: 'select'; name: string; options: readonly Option[]; loading?: boolean })
  | (Common & { kind: 'multi'; name: string; options: readonly Option[]; loading?: boolean })
  | (Common & { kind: 'dates'; name: readonly [from: string, to: string] })
  | (Common & { kind: 'numbers'; name: readonly [min: string, max: string] });

/** What stands in the URL: plain text by parameter name. Several choices are joined by commas. */
export type FilterValues = Record<string, string>;

export function namesOf(filter: Filter): readonly string[] {
  return typeof filter.name === 'string' ? [filter.name] : filter.name;
}
export function isSet(filter: Filter, values: FilterValues): boolean {
  return namesOf(filter).some((name) => values[name]);
}

export interface SavedFilter {
  name: string;
  query: FilterValues;
}

export function parseSavedFilters(value: unknown): SavedFilter[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null) return [];
    const { name, query } = each as Partial<Record<keyof SavedFilter, unknown>>;
    if (typeof name !== 'string' || typeof query !== 'object' || query === null) return [];
    const texts = Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return [{ name, query: Object.fromEntries(texts) }];
  });
}
