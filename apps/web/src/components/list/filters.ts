export interface Option {
  value: string | number;
  label: string;
  disabled?: boolean;
}

/** The words of a list of values as the options of a select. */
export function optionsOf<V extends string>(values: readonly V[], word: (value: V) => string): Option[] {
  return values.map((value) => ({ value, label: word(value) }));
}

/** A yes/no filter. */
export function yesNo(yes: string, no: string): Option[] {
  return optionsOf(['true', 'false'], (value) => (value === 'true' ? yes : no));
}

interface Common {
  label: string;
  /** Behind "more". */
  more?: boolean;
  width?: number;
}
/** Names of the input that it fills; a list accepts only those of its call. */
export type Filter<Name extends string = string> =
  | (Common & { kind: 'text'; name: Name })
  | (Common & { kind: 'select'; name: Name; options: readonly Option[]; loading?: boolean })
  | (Common & { kind: 'multi'; name: Name; options: readonly Option[]; loading?: boolean })
  | (Common & { kind: 'day'; name: Name })
  | (Common & { kind: 'dates'; name: readonly [from: Name, to: Name] })
  | (Common & { kind: 'numbers'; name: readonly [min: Name, max: Name] });

/** Filter values in the URL: plain text by parameter name. Commas join several choices. */
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
