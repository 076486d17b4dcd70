/** {changes: {brand: ["old", "new"]}}; lists such as images show their count. */
export function changesOf(detail: Record<string, unknown> | null): [field: string, from: string, to: string][] {
  const changes = detail?.changes;
  if (typeof changes !== 'object' || changes === null) return [];
  const answered = (value: unknown) =>
    Array.isArray(value) ? String(value.length) : value === null ? '' : String(value);
  return Object.entries(changes).flatMap(([field, pair]) =>
    Array.isArray(pair) ? [[field, answered(pair[0]), answered(pair[1])] as [string, string, string]] : [],
  );
}
