import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { arrayOf } from '../../../core/scope.ts';

/** Display names of tables; all others are "other documents". */
const WORDS: Record<string, string> = {
  sku_mapping: 'catalog.usedByMapping',
  stock_balance: 'catalog.usedByStock',
  stock_movement: 'catalog.usedByStock',
  bin_stock: 'catalog.usedByStock',
  cost_layer: 'catalog.usedByStock',
  order_line: 'catalog.usedByOrders',
  order_line_part: 'catalog.usedByOrders',
  bundle_part: 'catalog.usedByBundles',
};

/**
 * Which of these products are in use, and where. Checks every table with a product_id from the database catalog, so
 * that new areas are included.
 */
export async function usesOf(tx: Tx, productIds: readonly number[]): Promise<Map<number, string>> {
  const tables = await tx.rows<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition  and c.relname not in ('product_term', 'product_picture')
      and 2 = (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('company_id', 'product_id') and not a.attisdropped)
    order by c.relname = 'sku_mapping', c.relname = 'order_line' desc, c.relname`);
  const names = tables.map((table) => table.name);
  const requested = tables.map(
    ({ name }) => sql`select distinct ${name}::text as name, product_id from ${sql.id(name, names)}
      where company_id = ${sql.company} and product_id = any(${arrayOf(productIds)}::bigint[])`,
  );
  const found = await tx.rows<{ name: string; productId: number }>(sql.join(requested, sql` union all `));
  const uses = new Map<number, string>();
  for (const { name, productId } of found)
    if (!uses.has(productId) || name !== 'sku_mapping') uses.set(productId, WORDS[name] ?? 'catalog.usedByOthers');
  return uses;
}
