import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField } from '../../core/errors.ts';
import { type ProductFacts, productFacts } from '../catalog/public.ts';

/** Rows that one act deletes at most. */
export const MOST_DELETED = 1000;

/** The products of lines. @throws badField lines.N.productId */
export async function productsOf(
  tx: Tx,
  lines: readonly { productId: number }[],
): Promise<ReadonlyMap<number, ProductFacts>> {
  const known = await productFacts(tx, [...new Set(lines.map((line) => line.productId))]);
  const at = lines.findIndex((line) => !known.has(line.productId));
  if (at >= 0) throw badField(`lines.${at}.productId`, 'procurement.productUnknown');
  return known;
}

/**
 * Enabled warehouses that the actor may see, for each of these fields.
 * @throws badField with the first field that names another
 */
export async function assertWarehouses(tx: Tx, fields: readonly { path: string; id: number }[]): Promise<void> {
  const ids = [...new Set(fields.map((one) => one.id))];
  const rows = await tx.rows<{ id: number }>(sql`select id from warehouse
    where company_id = ${sql.company} and id = any(${ids}::bigint[]) and enabled
      and (${tx.rights.warehouseIds}::bigint[] is null or id = any(${tx.rights.warehouseIds}::bigint[]))`);
  const usable = new Set(rows.map((row) => row.id));
  const wrong = fields.find((one) => !usable.has(one.id));
  if (wrong) throw badField(wrong.path, 'procurement.warehouseUnknown');
}

/** Suppliers that are not blocked. @throws badField with the first field that names another */
export async function assertSuppliers(tx: Tx, fields: readonly { path: string; id: number }[]): Promise<void> {
  const rows = await tx.rows<{ id: number; code: string; state: string; reason: string }>(sql`
    select id, code, state, block_reason as reason from supplier
    where company_id = ${sql.company} and id = any(${fields.map((one) => one.id)}::bigint[])`);
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const { path, id } of fields) {
    const row = known.get(id);
    if (!row) throw badField(path, 'procurement.supplierNotFound');
    if (row.state === 'blocked') throw badField(path, 'procurement.blocked', { code: row.code, reason: row.reason });
  }
}
