/** As it travels: dates become ISO text before a result's shape is checked. */
export function jsonable(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(jsonable);
  if (value && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, jsonable(inner)]));
  return value;
}
