import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';

/** Closes missing orders that have arrived. */
export async function closeMissing(tx: Tx, shopId: number, platformOrderNos: readonly string[]): Promise<void> {
  await tx.rows(
    sql`update missing_order set closed_at = ${tx.now}
     where company_id = ${sql.company} and shop_id = ${shopId} and closed_at is null and platform_order_no = any(${platformOrderNos}::text[])`,
  );
}
