/** The changed values, for calls that keep omitted ones unchanged. */
export function changesOf<T extends object>(before: { [K in keyof T]?: unknown }, after: T): Partial<T> {
  const was = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([name, value]) => textOf({ value }) !== textOf({ value: was.get(name) }),
  );
  return Object.fromEntries(changed) as Partial<T>;
}

/** Ignores the order of fields; empty equals missing. */
const textOf = (value: object) =>
  JSON.stringify(value, (_name, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, one]) => one !== undefined && one !== null && one !== '')
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : part,
  );
