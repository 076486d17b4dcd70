import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';

export interface LockedBalance {
  warehouseId: number;
  productId: number;
  onHand: number;
  reserved: number;
}

/**
 * Locks balances in the common order, for code that reads bins or documents before it moves stock: those are locked
 * after balances.
 */
export function lockBalances(
  tx: Tx,
  pairs: readonly { warehouseId: number; productId: number }[],
): Promise<LockedBalance[]> {
  return tx.rows<LockedBalance & Record<string, unknown>>(
    sql`select b.warehouse_id, b.product_id, b.on_hand, b.reserved
     from unnest(${pairs.map((pair) => pair.warehouseId)}::bigint[], ${pairs.map((pair) => pair.productId)}::bigint[]) as d(w, p)
     join stock_balance b on b.company_id = ${sql.company} and b.warehouse_id = d.w and b.product_id = d.p
     where b.company_id = ${sql.company} order by b.warehouse_id, b.product_id for update of b`,
  );
}
