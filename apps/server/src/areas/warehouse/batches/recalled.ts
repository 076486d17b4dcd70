import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';

/**
 * Which of these batches are recalled. Read by its own statement after locking the rows: a statement that waited for a
 * recall's locks would still see the batch as it was before.
 */
export async function recalledAmong(tx: Tx, batchIds: readonly number[]): Promise<Set<number>> {
  const requested = [...new Set(batchIds.filter((id) => id !== 0))];
  if (requested.length === 0) return new Set();
  const rows = await tx.rows<{ id: number }>(
    sql`select id from stock_batch where company_id = ${sql.company} and id = any(${requested}::bigint[]) and state = 'recalled'`,
  );
  return new Set(rows.map((row) => row.id));
}

/** The recalled batches of products. Call under the locks of their balances. */
export async function recalledOf(tx: Tx, productIds: readonly number[]): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`select id from stock_batch where company_id = ${sql.company} and product_id = any(${productIds}::bigint[]) and state = 'recalled'`,
  );
  return rows.map((row) => row.id);
}
