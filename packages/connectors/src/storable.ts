/** What a database cannot hold in a text: NUL, and one half of a pair of UTF-16. JSON can carry both as escapes. */
const MARK = '\uFFFD';

/** The text with a replacement character in the place of each such one. */
export function storableText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', MARK) : whole;
}

/** The same for all texts and names within data of JSON's kinds. Whatever is clean comes back as it is. */
export function storable<T>(value: T): T;
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => storable(item));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value);
  const clean = entries.map(([name, inner]) => [storableText(name), storable(inner)] as const);
  const same = clean.every(([name, inner], at) => name === entries[at]?.[0] && inner === entries[at]?.[1]);
  return same ? value : Object.fromEntries(clean);
}
