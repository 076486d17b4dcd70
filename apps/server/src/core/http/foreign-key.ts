/**
 * The field of the inputs that a foreign key refused, where exactly one can be meant. Row-level security leaves the columns
 * out of PostgreSQL's message, but our constraints begin with their table and columns:
 * `wave_rule_company_id_warehouse_id_warehouse_...`.
 */
export function fieldOfKey(
  error: { table?: string; constraint?: string },
  inputs: readonly unknown[],
): string | undefined {
  const { table, constraint } = error;
  const begin = `${table}_company_id_`;
  if (!table || !constraint?.startsWith(begin)) return undefined;
  const columns = constraint.slice(begin.length);
  const meant = inputs
    .flatMap((input) => leavesOf(input))
    .filter(({ name }) => columns.startsWith(`${columnOf(name)}_`));
  return meant.length === 1 ? meant[0]?.path : undefined;
}

/** `warehouseId` and one of `warehouseIds` are kept in `warehouse_id`. */
const columnOf = (name: string): string =>
  name.replace(/s$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function leavesOf(value: unknown, name = '', path = ''): { name: string; path: string }[] {
  if (typeof value === 'number' || typeof value === 'string') return [{ name, path }];
  if (typeof value !== 'object' || value === null) return [];
  const within = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, within ? name : key, path === '' ? key : `${path}.${key}`),
  );
}
