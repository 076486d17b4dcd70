import type { Tx } from '../../core/database/database.ts';

export interface LockedBalance {
  warehouseId: number;
  productId: number;
  onHand: number;
  reserved: number;
}

/**
 * Balances in the order of everybody's locks, for whoever has to look at bins or documents before it moves goods: they
 * come after balances.
 */
export function lockBalances(
  tx: Tx,
  pairs: readonly { warehouseId: number; productId: number }[],
): Promise<LockedBalance[]> {
  return tx.prepared<LockedBalance & Record<string, unknown>>(
    'stock_balance_lock',
    `select b.warehouse_id as "warehouseId", b.product_id as "productId", b.on_hand as "onHand", b.reserved
     from unnest($2::bigint[], $3::bigint[]) as d(w, p)
     join stock_balance b on b.company_id = $1 and b.warehouse_id = d.w and b.product_id = d.p
     where b.company_id = $1 order by b.warehouse_id, b.product_id for update of b`,
    [tx.companyId, pairs.map((pair) => pair.warehouseId), pairs.map((pair) => pair.productId)],
  );
}
