import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { arrayOf } from '../../../core/scope.ts';

/** What a table is called to a person; any other is "other documents". */
const WORDS: Record<string, string> = {
  sku_mapping: 'catalog.usedByMapping',
  stock_balance: 'catalog.usedByStock',
  stock_movement: 'catalog.usedByStock',
  bin_stock: 'catalog.usedByStock',
  cost_layer: 'catalog.usedByStock',
  order_line: 'catalog.usedByOrders',
};

/**
 * Which of these products something refers to, and what. Every table with a product_id is asked, as the database's
 * own catalogue names them: an area that is added later cannot be forgotten.
 */
export async function usesOf(tx: Tx, productIds: readonly number[]): Promise<Map<number, string>> {
  const tables = await tx.rows<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'product_term'
      and 2 = (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('company_id', 'product_id') and not a.attisdropped)
    order by c.relname = 'sku_mapping', c.relname = 'order_line' desc, c.relname`);
  const names = tables.map((table) => table.name);
  const requested = tables.map(
    ({ name }) => sql`select distinct ${name}::text as name, product_id from ${sql.id(name, names)}
      where company_id = ${tx.companyId} and product_id = any(${arrayOf(productIds)}::bigint[])`,
  );
  const found = await tx.rows<{ name: string; productId: number }>(sql.join(requested, sql` union all `));
  const uses = new Map<number, string>();
  for (const { name, productId } of found)
    if (!uses.has(productId) || name !== 'sku_mapping') uses.set(productId, WORDS[name] ?? 'catalog.usedByOthers');
  return uses;
}
