import type { Tx } from '../../../core/database/database.ts';

/**
 * Which of these batches are recalled. Asked by a statement of its own after the rows in question were locked: one that
 * waited for a recall's locks would still see the batch as it was before.
 */
export async function recalledAmong(tx: Tx, batchIds: readonly number[]): Promise<Set<number>> {
  const asked = [...new Set(batchIds.filter((id) => id !== 0))];
  if (asked.length === 0) return new Set();
  const rows = await tx.prepared<{ id: number }>(
    'batches_recalled',
    `select id from stock_batch where company_id = $1 and id = any($2::bigint[]) and state = 'recalled'`,
    [tx.companyId, asked],
  );
  return new Set(rows.map((row) => row.id));
}

/** The recalled batches of products; asked under the locks of their balances. */
export async function recalledOf(tx: Tx, productIds: readonly number[]): Promise<number[]> {
  const rows = await tx.prepared<{ id: number }>(
    'batches_recalled_of',
    `select id from stock_batch where company_id = $1 and product_id = any($2::bigint[]) and state = 'recalled'`,
    [tx.companyId, productIds],
  );
  return rows.map((row) => row.id);
}
